package dispatch

import "testing"

func TestFan(t *testing.T) {
	n := 0
	for range Fan([]int{1, 2, 3}) {
		n++
	}
	if n != 3 {
		t.Error(n)
	}
}
