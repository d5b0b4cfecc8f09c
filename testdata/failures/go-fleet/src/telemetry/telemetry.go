package telemetry

import "github.com/fleetworks/canbus"

// Decode reads a frame.
func Decode(b []byte) (string, error) { return canbus.Decode(b) }
