// Package roster says who drives when.
package roster

import "slices"

// ByName are the drivers in alphabetical order.
func ByName(drivers []string) []string {
	slices.Sort(drivers)
	return drivers
}
