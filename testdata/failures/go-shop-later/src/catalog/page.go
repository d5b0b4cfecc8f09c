// Package catalog lists what is for sale.
package catalog

import "strings"

// Pager shows a list in pages, the first of which is 1.
type Pager[T any] struct {
	All  []T
	Size int
}

// Page returns what is on the n-th page.
func (p Pager[T]) Page(n int) []T {
	from := min(n*p.Size, len(p.All))
	to := min(from+p.Size, len(p.All))
	return p.All[from:to]
}

// Top returns the first n articles and a hint that there are more.
func Top(all []string, n int) []string {
	if len(all) <= n {
		return all
	}
	return append(all[:n], "more")
}

// Teaser is the beginning of a description, at most n letters of it.
func Teaser(text string, n int) string {
	letters := []rune(text)
	if len(letters) <= n {
		return text
	}
	return strings.TrimSpace(string(letters[:n])) + "…"
}
