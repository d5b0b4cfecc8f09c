// Package visits counts who looks at what.
package visits

// Pages counts the visits of each page.
type Pages struct {
	seen map[string]int
}

// New returns Pages that nobody has seen.
func New() *Pages { return &Pages{seen: map[string]int{}} }

// Seen counts one more visit.
func (p *Pages) Seen(path string) {
	p.seen[path]++
}
