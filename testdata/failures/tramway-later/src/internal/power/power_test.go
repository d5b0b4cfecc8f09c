package power

import (
	"fmt"
	"testing"
)

type stubGrid struct{ volts map[int]float64 }

func (g stubGrid) Voltage(section int) (float64, error) { return g.volts[section], nil }
func (g stubGrid) Isolate(section int) error            { return nil }
func (g stubGrid) Restore(section int) error            { return nil }

func TestLow(t *testing.T) {
	low, err := Low(stubGrid{map[int]float64{1: 612, 2: 480}}, []int{1, 2})
	if err != nil || len(low) != 1 || low[0] != 2 {
		t.Errorf("Low() = %v, %v, want [2]", low, err)
	}
}

func TestReset(t *testing.T) {
	for _, sections := range [][]int{nil, {1}, {1, 2}} {
		if err := Reset(stubGrid{}, sections); err != nil {
			what := fmt.Sprintf("Reset(%v) = %v", sections, err)
			t.Errorf(what)
		}
	}
}
