// Package pass knows the season passes.
package pass

import "time"

// Season is a pass that holds until a day.
type Season struct {
	Holder string
	Until  time.Time
}

// Valid says whether the pass holds now.
func (s Season) Valid() bool { return time.Now().Before(s.Until) }
