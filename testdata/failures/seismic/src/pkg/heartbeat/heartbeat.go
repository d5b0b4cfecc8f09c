// Package heartbeat looks whether a station is alive.
package heartbeat

import (
	"context"
	"time"
)

// Options of a Ping.
type Options struct {
	TimeoutMillis int
}

// Ping waits for a beat of the station, at most for the timeout.
func Ping(ctx context.Context, beat <-chan struct{}, o Options) error {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(o.TimeoutMillis))
	defer cancel()
	select {
	case <-beat:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
