// Package poll waits until a parcel has arrived.
package poll

import (
	"context"
	"time"
)

// Arrived asks the carrier every second until the parcel is there.
func Arrived(parent context.Context, ask func(context.Context) (bool, error)) error {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	for {
		there, err := ask(ctx)
		if err != nil {
			return err
		}
		if there {
			cancel()
			return nil
		}
		time.Sleep(time.Second)
	}
}
