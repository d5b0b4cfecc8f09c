package iban2

import "strings"

// Mask hides all but the last n characters.
func Mask(s string, n int) string {
	return strings.Repeat("*", max(0, len(s)-n)) + s[max(0, len(s)-n):]
}
