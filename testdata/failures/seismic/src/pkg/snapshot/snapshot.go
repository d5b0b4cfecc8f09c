// Package snapshot keeps the state over a restart.
package snapshot

import (
	"bytes"
	"encoding/gob"
)

// Gauge is something that is measured.
type Gauge interface{ Read() float64 }

// Fixed is a gauge for stations without instruments.
type Fixed struct{ Value float64 }

// Read is always the same.
func (f Fixed) Read() float64 { return f.Value }

// State is what is kept.
type State struct {
	Gauges map[string]Gauge
}

// Save encodes a state.
func Save(s State) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(s)
	return b.Bytes(), err
}
