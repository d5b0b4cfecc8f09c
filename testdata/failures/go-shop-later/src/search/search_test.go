package search

import "testing"

func TestBest(t *testing.T) {
	names := []string{"Desk lamp", "Floor lamp"}
	for words, want := range map[string]string{"floor": "Floor lamp", "sofa": ""} {
		if got := Best(names, words); got != want {
			t.Errorf("Best(%q) = %q, want %q", words, got, want)
		}
	}
}
