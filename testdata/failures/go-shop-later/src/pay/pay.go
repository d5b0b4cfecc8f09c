// Package pay takes the money.
package pay

import "context"

// Gateway is a payment service.
type Gateway interface {
	Charge(ctx context.Context, cents int) error
	Refund(ctx context.Context, cents int) error
}

type fake struct{ taken int }

func (f *fake) Charge(_ context.Context, cents int) error {
	f.taken += cents
	return nil
}

func (f *fake) Refund(_ context.Context, cents int) error {
	f.taken -= cents
	return nil
}

// Fake is a Gateway that only counts.
func Fake() Gateway { return fake{} }
