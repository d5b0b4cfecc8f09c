package billing

import (
	"testing"
	"time"
)

func TestNextQuarter(t *testing.T) {
	for last, want := range map[string]string{"2025-11-30": "2026-02-28"} {
		at, err := time.Parse(time.DateOnly, last)
		if err != nil {
			t.Fatal(err)
		}
		if got := Next(at, Quarterly).Format(time.DateOnly); got != want {
			t.Errorf("Next(%s, Quarterly) = %s, want %s", last, got, want)
		}
	}
}

func TestDueOnTheDay(t *testing.T) {
	next := time.Date(2026, 2, 28, 0, 0, 0, 0, time.UTC)
	day := time.Date(2026, 2, 28, 9, 15, 0, 0, time.FixedZone("GMT", 0))
	if !Due(next, day) {
		t.Errorf("Due(%s, %s) = false, want true", next, day)
	}
}
