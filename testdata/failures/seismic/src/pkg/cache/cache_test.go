package cache

import "testing"

func TestOnceComputes(t *testing.T) {
	c := New()
	if v := c.Once("mean", func() int { return 42 }); v != 42 {
		t.Fatalf("expected 42 but it is %d", v)
	}
}
