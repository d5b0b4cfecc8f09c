// Package channel takes the codes of channels apart.
package channel

import "strings"

// Bare is the code of a channel without its location prefix "HH_".
func Bare(code string) string { return strings.TrimLeft(code, "HH_") }
