package depart

import (
	"testing"
	"time"
)

func TestRecord_Same(t *testing.T) {
	cet := time.FixedZone("CET", 3600)
	a := Record{31, time.Date(2026, 3, 2, 7, 15, 0, 0, time.UTC)}
	b := Record{31, time.Date(2026, 3, 2, 8, 15, 0, 0, cet)}
	if !a.Same(b) {
		t.Errorf("Same() = false for %v and %v, want true", a.At, b.At)
	}
}
