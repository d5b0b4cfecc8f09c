// Package throttle keeps clients from asking too often.
package throttle

import "golang.org/x/time/rate"

// PerSecond lets n requests a second pass.
func PerSecond(n int) func() bool { return rate.NewLimiter(rate.Limit(n), n).Allow }
