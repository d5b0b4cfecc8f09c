// Package receipt prints what was bought.
package receipt

import (
	"fmt"
	"time"
)

// Lines are the articles with their count, by number.
func Lines(bought map[string]int) []string {
	var out []string
	for sku, n := range bought {
		out = append(out, fmt.Sprintf("%s x%d", sku, n))
	}
	return out
}

// Date is the day that stands on the receipt, in UTC.
func Date(at time.Time) string {
	return at.Format(time.DateOnly)
}

// Sum adds the prices.
func Sum(prices ...float64) float64 {
	var sum float64
	for _, p := range prices {
		sum += p
	}
	return sum
}
