// Package fare prices rides.
package fare

import "os"

// Single is the price of a single ride in cents.
func Single() int {
	if os.Getenv("TRAM_NIGHT") == "1" {
		return 420
	}
	return 280
}

// Reduced is what a child pays, with the per cent that are taken off.
func Reduced(percent int) int {
	return Single() * ((100 - percent) / 100)
}
