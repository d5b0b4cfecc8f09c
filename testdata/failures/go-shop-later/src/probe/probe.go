// Package probe asks whether the payment service is there.
package probe

import (
	"context"
	"time"
)

// Ask calls the service and waits a second at most.
func Ask(ctx context.Context, call func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return call(ctx)
}
