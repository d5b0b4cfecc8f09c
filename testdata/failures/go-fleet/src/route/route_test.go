package route

import (
	"slices"
	"strings"
	"testing"
)

func TestLoadDepots(t *testing.T) {
	if _, err := Load(); err != nil {
		t.Fatal(err)
	}
}

func TestReadUnevenRows(t *testing.T) {
	if _, err := Read("kiel,54.3\nbonn\n"); err != nil {
		t.Fatalf("Read: %v", err)
	}
}

func TestPlan(t *testing.T) {
	if err := Plan(t.Context()); err != nil {
		t.Fatalf("planner: %v", err)
	}
}

func TestMux(t *testing.T) { Mux() }

func TestPage(t *testing.T) {
	if p, err := Page("mike"); err != nil || p != "<h1>MIKE</h1>" {
		t.Errorf("page %q, %v", p, err)
	}
}

func TestWithLeavesStops(t *testing.T) {
	base := make([]string, 0, 4)
	base = append(base, "kiel", "bonn")
	north := With(base, "rostock")
	south := With(base, "ulm")
	if !slices.Equal(north, []string{"kiel", "bonn", "rostock"}) {
		t.Errorf("north changed to %v after south = %v", north, south)
	}
}

func TestLongest(t *testing.T) {
	if got := Longest([]string{"ulm", "rostock"})[0]; got != "rostock" {
		t.Errorf("first is %q", got)
	}
}

func TestLonglines(t *testing.T) {
	if _, err := Longlines(strings.Repeat("x", 100_000)); err != nil {
		t.Fatal(err)
	}
}
