// Package cart holds what a customer wants to buy.
package cart

// Cart counts articles by their number.
type Cart struct{ lines map[string]int }

// New returns an empty Cart.
func New() *Cart {
	return &Cart{lines: map[string]int{}}
}

// Add puts n more of an article into the cart.
func (c *Cart) Add(sku string, n int) { c.lines[sku] += n }

// Again is a new cart with what was bought last time.
func Again(last *Cart) *Cart {
	c := new(Cart)
	for sku, n := range last.lines {
		c.Add(sku, n)
	}
	return c
}
