// Package event has the quakes that were located.
package event

import "encoding/json"

// Quake is an event of the bulletin.
type Quake struct {
	ID       string   `json:"id"`
	Felt     bool     `json:"felt,omitempty"`
	Stations []string `json:"stations"`
}

// Bulletin encodes the quakes for subscribers.
func Bulletin(qs ...Quake) ([]byte, error) { return json.Marshal(qs) }
