// Package stock counts what is there.
package stock

import (
	"errors"
	"fmt"
)

// ErrUnknown is for articles that were never there.
var ErrUnknown = errors.New("unknown article")

// Counter counts sales from many goroutines.
type Counter struct {
	sold int
}

// Sold counts one more.
func (c *Counter) Sold() {
	c.sold++
}

// Find returns how many of an article there are.
func Find(all map[string]int, sku string) (int, error) {
	n, ok := all[sku]
	if !ok {
		return 0, fmt.Errorf("find %s: %v", sku, ErrUnknown)
	}
	return n, nil
}
