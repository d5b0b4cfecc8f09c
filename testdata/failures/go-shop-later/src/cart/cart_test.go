package cart

import "testing"

func TestAddTwice(t *testing.T) {
	c := New()
	c.Add("A-100", 1)
	c.Add("A-100", 2)
	if c.lines["A-100"] != 3 {
		t.Errorf("got %d of A-100, want 3", c.lines["A-100"])
	}
}

func TestBuyAgain(t *testing.T) {
	last := New()
	last.Add("A-100", 4)
	if got := Again(last).lines["A-100"]; got != 4 {
		t.Errorf("got %d of A-100, want 4", got)
	}
}
