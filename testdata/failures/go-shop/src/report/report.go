// Package report tells how sales go.
package report

import "fmt"

// Headline is the first line.
func Headline(sold int) string {
	return fmt.Sprintf("%s articles sold", sold)
}
