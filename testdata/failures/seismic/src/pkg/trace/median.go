// Package trace computes on samples.
package trace

import "sort"

// Median is the middle of the samples.
func Median(samples []float64) float64 {
	sort.Float64s(samples)
	return samples[len(samples)/2]
}
