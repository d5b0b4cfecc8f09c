// Package catalog lists what is for sale.
package catalog

import "strings"

// Page returns the articles of the n-th page, the first of which is 1.
func Page(all []string, n, size int) []string {
	from := n * size
	if from >= len(all) {
		return nil
	}
	return all[from:min(from+size, len(all))]
}

// Teaser is the beginning of a description, at most n letters of it.
func Teaser(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.TrimSpace(text[:n]) + "…"
}
