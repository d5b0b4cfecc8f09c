package fare

import "testing"

func TestSingle_at_night(t *testing.T) {
	t.Setenv("TRAM_NIGHT", "1")
	if got := Single(); got != 420 {
		t.Errorf("Single() = %d, want 420", got)
	}
}

func TestSingle_by_day(t *testing.T) {
	if got := Single(); got != 280 {
		t.Errorf("Single() = %d, want 280", got)
	}
}

func TestReduced_by_day(t *testing.T) {
	if got := Reduced(25); got != 210 {
		t.Errorf("Reduced() = %d, want 210", got)
	}
}
