package planner

import "testing"

func TestLink_ampersand(t *testing.T) {
	u, err := Link("Arts & Crafts Hall", "Depot")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := u.Query().Get("from"), "Arts & Crafts Hall"; got != want {
		t.Errorf("from = %q, want %q", got, want)
	}
}
