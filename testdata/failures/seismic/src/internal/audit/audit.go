// Package audit writes down who read what.
package audit

import (
	"fmt"
	"log"
)

// Denied notes a request that was refused.
func Denied(member, path string) {
	line := fmt.Sprintf("denied %s: %s", member, path)
	log.Printf(line)
}
