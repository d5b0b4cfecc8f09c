// Package checkout works out what is to be paid.
package checkout

// Voucher takes a share off the price.
type Voucher struct{ Percent int }

// Order is what is to be paid.
type Order struct {
	Cents   int
	Voucher *Voucher // nil without
}

// Total is the price less the voucher.
func (o Order) Total() int {
	if o.Voucher == nil {
		return o.Cents
	}
	return o.Cents - o.Cents/100*o.Voucher.Percent
}
