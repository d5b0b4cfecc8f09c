// Package summary sums up a day.
package summary

import (
	"slices"
	"strings"
)

// Headline is the title of the summary.
func Headline(regions []string) string {
	slices.Sort(regions)
	slices.Compact(regions)
	return "Quakes in " + strings.Join(regions, ", ")
}
