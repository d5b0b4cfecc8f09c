// Package licence guards the data that only members may read.
package licence

import (
	"errors"
	"time"
)

// ErrExpired is returned for a licence that has run out.
var ErrExpired = errors.New("licence: expired")

// License lets a member read restricted waveforms.
type License struct {
	Member   string
	NotAfter time.Time
}

// Check returns ErrExpired when the licence has run out.
func (l License) Check() error {
	if time.Since(l.NotAfter) > 0 {
		return ErrExpired
	}
	return nil
}
