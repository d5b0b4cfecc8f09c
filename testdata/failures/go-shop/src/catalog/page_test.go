package catalog

import (
	"slices"
	"testing"
)

func TestFirstPage(t *testing.T) {
	got := Page([]string{"lamp", "desk", "rug"}, 1, 2)
	if !slices.Equal(got, []string{"lamp", "desk"}) {
		t.Errorf("page 1 = %v, want [lamp desk]", got)
	}
}

func TestTeaserKeepsUmlauts(t *testing.T) {
	if got := Teaser("Küchenstühle aus Eiche", 9); got != "Küchenstü…" {
		t.Errorf("Teaser = %q, want %q", got, "Küchenstü…")
	}
}
