package statement

import (
	"testing"
	"time"
	"unicode/utf8"
)

func TestWindow(t *testing.T) {
	all := []entry{{Purpose: "rent"}, {Purpose: "power"}, {Purpose: "water"}, {Purpose: "books"}}
	for sheet, want := range map[int]string{2: "books"} {
		if got := window(all, sheet); len(got) != 1 || got[0].Purpose != want {
			t.Errorf("sheet %d: have %d entries, expected only %q", sheet, len(got), want)
		}
	}
}

func TestShorten(t *testing.T) {
	if s := shorten("Reisekostenübersicht"); !utf8.ValidString(s) {
		t.Errorf("shortened purpose is not valid UTF-8: %q", s)
	}
}

func TestMonthOfNewYearBooking(t *testing.T) {
	tokyo := time.FixedZone("JST", 9*60*60)
	e := entry{Booked: time.Date(2027, time.January, 1, 3, 0, 0, 0, tokyo)}
	if m := month(e); m != "December" {
		t.Errorf("booked in %s (%v): expected December", m, e.Booked)
	}
}

func TestSummaryGolden(t *testing.T) {
	const golden = "books         1200\nfood         45000\nfun           3000\nhealth        8800\npower         6100\nrent         90000\nshoes         5900\ntravel       20000\nwater         2500\n"
	got := summary(map[string]int64{"rent": 90000, "power": 6100, "food": 45000, "water": 2500, "books": 1200, "fun": 3000, "health": 8800, "travel": 20000, "shoes": 5900})
	if got != golden {
		t.Errorf("summary differs from golden:\n--- got\n%s--- want\n%s", got, golden)
	}
}
