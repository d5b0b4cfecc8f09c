package fare

import (
	"os"
	"testing"
)

func TestSingle_at_night(t *testing.T) {
	os.Setenv("TRAM_NIGHT", "1")
	if got := Single(); got != 420 {
		t.Errorf("Single() = %d, want 420", got)
	}
}

func TestSingle_by_day(t *testing.T) {
	if got := Single(); got != 280 {
		t.Errorf("Single() = %d, want 280", got)
	}
}
