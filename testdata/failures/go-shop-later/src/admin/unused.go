// Package admin has the tools of the staff.
package admin

import (
	"strings"
)

// Shout is a title in capitals.
func Shout(s string) string { return strings.ToUpper(s) }
