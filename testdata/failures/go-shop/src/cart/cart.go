// Package cart holds what a customer wants to buy.
package cart

// Cart counts articles by their number.
type Cart struct{ lines map[string]int }

// New returns an empty Cart.
func New() *Cart {
	return &Cart{}
}

// Add puts n more of an article into the cart.
func (c *Cart) Add(sku string, n int) { c.lines[sku] += n }
