package catalog

import (
	"slices"
	"testing"
)

func TestPagerStartsAtTheBeginning(t *testing.T) {
	p := Pager[int]{All: []int{11, 12, 13, 14, 15}, Size: 3}
	if got := append(slices.Clone(p.Page(1)), p.Page(2)...); !slices.Equal(got, p.All) {
		t.Errorf("pages 1 and 2 = %v, want %v", got, p.All)
	}
}

func TestTopLeavesTheCatalogAlone(t *testing.T) {
	all := []string{"lamp", "desk", "rug"}
	Top(all, 1)
	if !slices.Equal(all, []string{"lamp", "desk", "rug"}) {
		t.Errorf("catalog = %v, want [lamp desk rug]", all)
	}
}

func TestTeaserKeepsUmlauts(t *testing.T) {
	if got := Teaser("Küchenstühle aus Eiche", 9); got != "Küchenstü…" {
		t.Errorf("Teaser = %q, want %q", got, "Küchenstü…")
	}
}
