// Package pay2 has the forms of money.
package pay2

import "fmt"

// Format is an amount in words.
func Format(cents int, currency string) string {
	return fmt.Sprintf("%d.%02d %s", cents/100, cents%100, currency)
}
