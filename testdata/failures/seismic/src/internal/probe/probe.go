// Package probe has what a probe in the ground measures.
package probe

import "encoding/json"

type reading struct {
	Sensor string  `json:"sensor"`
	depth  float64 `json:"depth"`
}

// Encode is a reading as the archive keeps it.
func Encode(sensor string, depth float64) ([]byte, error) {
	return json.Marshal(reading{sensor, depth})
}
