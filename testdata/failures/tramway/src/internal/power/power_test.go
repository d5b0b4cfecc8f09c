package power

import "testing"

type stubGrid struct{ volts map[int]float64 }

func (g stubGrid) Voltage(section int) (float64, error) { return g.volts[section], nil }

func TestLow(t *testing.T) {
	low, err := Low(stubGrid{map[int]float64{1: 612, 2: 480}}, []int{1, 2})
	if err != nil || len(low) != 1 || low[0] != 2 {
		t.Errorf("Low() = %v, %v, want [2]", low, err)
	}
}
