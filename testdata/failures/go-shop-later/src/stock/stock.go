// Package stock counts what is there.
package stock

import (
	"errors"
	"fmt"
	"sync"
)

// ErrUnknown is for articles that were never there.
var ErrUnknown = errors.New("unknown article")

// Counter counts sales from many goroutines.
type Counter struct {
	mu   sync.Mutex
	sold int
}

// Sold counts one more.
func (c *Counter) Sold() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sold++
}

// SoldSet counts a set of n articles, all or none of which is seen by others.
func (c *Counter) SoldSet(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for range n {
		c.Sold()
	}
}

// Find returns how many of an article there are.
func Find(all map[string]int, sku string) (int, error) {
	n, ok := all[sku]
	if !ok {
		return 0, fmt.Errorf("find %s: %w", sku, ErrUnknown)
	}
	return n, nil
}
