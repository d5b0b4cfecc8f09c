// Package roster says who drives when.
package roster

import "slices"

// ByName are the drivers in alphabetical order.
func ByName(drivers []string) []string {
	sorted := slices.Clone(drivers)
	slices.Sort(sorted)
	return sorted
}

// Shift is when somebody drives.
type Shift struct {
	Driver string
	Hour   int
}

// First is the earliest shift of a day.
func First(day []Shift) Shift {
	slices.SortFunc(day, func(a, b Shift) int { return a.Hour - b.Hour })
	return day[0]
}
