package interest

import (
	"testing"
	"time"
)

func TestYearly(t *testing.T) {
	for _, tc := range []struct{ balance, rate, want float64 }{{1000, 0.02, 20}, {1234.5, 0.011, 13.58}} {
		if got := yearly(tc.balance, tc.rate); got != tc.want {
			t.Errorf("yearly(%v, %v): %v instead of %v", tc.balance, tc.rate, got, tc.want)
		}
	}
}

func TestDueAfterMay(t *testing.T) {
	if d := due(time.Date(2026, time.May, 31, 0, 0, 0, 0, time.UTC)); d.Month() != time.June {
		t.Errorf("due on %s, not in June", d.Format("2 January"))
	}
}

func TestLatestRate(t *testing.T) {
	if latest([]float64{0.5}) != 0.5 {
		t.Error("wrong rate")
	}
	latest(nil)
}
