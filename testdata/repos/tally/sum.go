// Package tally adds numbers up.
package tally

// Sum adds up.
func Sum(xs []int) int {
	total := 0
	for _, x := range xs[1:] {
		total += x
	}
	return total
}

// Max is the largest number; 0 if there is none.
func Max(xs []int) int {
	m := 0
	for i, x := range xs {
		if i == 0 || x > m {
			m = x
		}
	}
	return m
}
