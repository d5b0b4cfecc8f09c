// Package feed is what the apps of the riders read.
package feed

import "encoding/json"

// Departure is a tram that leaves a stop.
type Departure struct {
	Line     string `json:"line"`
	Delay    int    `json:"delay"`
	platform string `json:"platform"`
}

// At is the departure from a platform.
func (d Departure) At(platform string) Departure {
	d.platform = platform
	return d
}

// Encode is the departure as the apps read it.
func Encode(d Departure) (string, error) {
	out, err := json.Marshal(d)
	return string(out), err
}
