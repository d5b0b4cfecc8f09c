package billing

import (
	"testing"
	"time"
)

func TestNextAtTheEndOfJanuary(t *testing.T) {
	got := Next(time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)).Format(time.DateOnly)
	if got != "2026-02-28" {
		t.Errorf("Next = %s, want 2026-02-28", got)
	}
}
