package receipt

import (
	"strings"
	"testing"
	"time"
)

func TestLinesAreInOrder(t *testing.T) {
	got := strings.Join(Lines(map[string]int{"a": 1, "b": 2, "c": 1, "d": 5, "e": 1, "f": 3, "g": 1, "h": 4, "i": 1, "k": 2}), ",")
	if want := "a x1,b x2,c x1,d x5,e x1,f x3,g x1,h x4,i x1,k x2"; got != want {
		t.Errorf("lines: got %s, want %s", got, want)
	}
}

func TestDateOfLateSale(t *testing.T) {
	at := time.Date(2026, 3, 1, 0, 30, 0, 0, time.FixedZone("CET", 3600))
	if got := Date(at); got != "2026-02-28" {
		t.Errorf("Date = %s, want 2026-02-28", got)
	}
}

func TestSum(t *testing.T) {
	if got := Sum(10.1, 10.1, 10.1); got != 30.3 {
		t.Errorf("Sum = %v, want 30.3", got)
	}
}
