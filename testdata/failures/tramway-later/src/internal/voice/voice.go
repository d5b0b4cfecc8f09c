// Package voice writes what is announced.
package voice

import "golang.org/x/text/unicode/norm"

// Next announces a stop.
func Next(stop string) string {
	return "Next stop: " + norm.NFC.String(stop)
}
