// Package mail writes to the customers.
package mail

import "example.com/shop/pay2"

// Confirm is the text of a confirmation.
func Confirm(cents int) string {
	return "You paid " + pay2.Format(cents, "EUR")
}

// MaxSMS is how many letters a text message has at most.
const MaxSMS = 160

// Short tells whether a text goes into one text message.
func Short(text string) bool { return len(text) <= MaxSMS }
