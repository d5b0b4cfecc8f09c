package tyre

import "fleet/axle"

// Pressure is what a tyre should have.
func Pressure() int { return axle.Load() / 2 }

// Base is the least pressure.
const Base = 3
