package stream

import "testing"

func TestLateSampleIsDropped(t *testing.T) {
	h, out := New()
	h.Publish(3)
	h.Close()
	h.Publish(4)
	n := 0
	for range out {
		n++
	}
	if n != 1 {
		t.Fatalf("expected 1 sample but there are %d", n)
	}
}
