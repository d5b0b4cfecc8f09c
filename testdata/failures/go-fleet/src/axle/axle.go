package axle

import "fleet/tyre"

// Load is what an axle bears.
func Load() int { return tyre.Base * 4 }
