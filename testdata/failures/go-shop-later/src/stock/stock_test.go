package stock

import (
	"errors"
	"sync"
	"testing"
)

func TestFindUnknown(t *testing.T) {
	if _, err := Find(nil, "X-1"); !errors.Is(err, ErrUnknown) {
		t.Errorf("errors.Is(%q, ErrUnknown) is false", err)
	}
}

func TestCounterFromManyGoroutines(t *testing.T) {
	var c Counter
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				c.Sold()
			}
		})
	}
	wg.Wait()
}

func TestCounterOfSets(t *testing.T) {
	var c Counter
	c.SoldSet(3)
	if c.sold != 3 {
		t.Errorf("sold = %d, want 3", c.sold)
	}
}
