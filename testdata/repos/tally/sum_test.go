package tally

import "testing"

func TestSum(t *testing.T) {
	if got := Sum([]int{1, 2, 3}); got != 6 {
		t.Errorf("Sum = %d, want 6", got)
	}
}

func TestSumOfOne(t *testing.T) {
	if got := Sum([]int{0}); got != 0 {
		t.Errorf("Sum = %d, want 0", got)
	}
}

func TestMax(t *testing.T) {
	if got := Max([]int{-1, -3}); got != -1 {
		t.Errorf("Max = %d, want -1", got)
	}
}
