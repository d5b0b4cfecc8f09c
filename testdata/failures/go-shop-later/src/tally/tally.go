// Package tally prints the counters of the day.
package tally

import (
	"fmt"
	"sync"
)

// Day has what was counted on a day.
type Day struct {
	mu    sync.Mutex
	Sales int
}

// Sold counts one more.
func (d *Day) Sold() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.Sales++
}

// Line is how it is printed.
func Line(d Day) string { return fmt.Sprintf("sales: %d", d.Sales) }
