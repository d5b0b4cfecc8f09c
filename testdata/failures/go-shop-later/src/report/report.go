// Package report tells how sales go.
package report

import "fmt"

// Headline is the first line.
func Headline(sold int) string {
	return fmt.Sprintf("%d articles sold", sold)
}

// Share is how much of the sales an article had, in percent.
func Share(sold map[string]int, sku string) int {
	total := 0
	for _, n := range sold {
		total := total + n
	}
	if total == 0 {
		return 0
	}
	return sold[sku] * 100 / total
}
