package receipt

import (
	"testing"
	"time"
)

func TestPrint(t *testing.T) {
	bought := map[string]Item{"B-20": {1, 500}, "A-10": {2, 250}, "D-40": {1, 100}, "C-30": {3, 10}, "F-60": {1, 75}, "E-50": {1, 40}}
	got := Print(bought, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	want := "2026-03-01\nA-10 x2 500\nB-20 x1 500\nC-30 x3 30\nD-40 x1 100\nE-50 x1 40\nF-60 x1 75\n"
	if got != want {
		t.Errorf("Print = %q, want %q", got, want)
	}
}

func TestDateOfLateSale(t *testing.T) {
	at := time.Date(2026, 3, 1, 0, 30, 0, 0, time.FixedZone("CET", 3600))
	if got := Date(at); got != "2026-02-28" {
		t.Errorf("Date = %s, want 2026-02-28", got)
	}
}

func TestStampOfLateSale(t *testing.T) {
	at := time.Date(2026, 3, 1, 0, 30, 0, 0, time.FixedZone("CET", 3600))
	if got := Stamp(at); got != "2026-02-28 23:30" {
		t.Errorf("Stamp = %s, want 2026-02-28 23:30", got)
	}
}
