package ranking

import (
	"fmt"
	"slices"
	"testing"
)

func TestEqualMagnitudesStayInTime(t *testing.T) {
	var list []Entry
	for i := range 40 {
		list = append(list, Entry{fmt.Sprintf("q%02d", i), 2 + i%2})
	}
	ids := Strongest(list)
	odd := ids[:20]
	if !slices.IsSorted(odd) {
		t.Fatalf("those of magnitude 3 are not in time: %v", odd)
	}
}
