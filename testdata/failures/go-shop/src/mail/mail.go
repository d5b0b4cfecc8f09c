// Package mail writes to the customers.
package mail

import "example.com/shop/pay2"

// Confirm is the text of a confirmation.
func Confirm(cents int) string {
	return "You paid " + pay2.Format(cents)
}
