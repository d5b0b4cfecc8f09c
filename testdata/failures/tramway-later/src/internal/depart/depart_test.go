package depart

import (
	"testing"
	"time"
)

var cet = time.FixedZone("CET", 3600)

func TestRecord_Same(t *testing.T) {
	a := Record{31, time.Date(2026, 3, 2, 7, 15, 0, 0, time.UTC)}
	b := Record{31, time.Date(2026, 3, 2, 8, 15, 0, 0, cet)}
	if !a.Same(b) {
		t.Errorf("Same() = false for %v and %v, want true", a.At, b.At)
	}
}

func TestRecord_Day(t *testing.T) {
	r := Record{31, time.Date(2026, 3, 2, 0, 40, 0, 0, cet)}
	if got, want := r.Day(), time.Date(2026, 3, 2, 0, 0, 0, 0, cet); !got.Equal(want) {
		t.Errorf("Day() = %v, want %v", got, want)
	}
}
