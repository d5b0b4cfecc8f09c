// Package receipt prints what was bought.
package receipt

import (
	"fmt"
	"strings"
	"time"
)

// Item is what was bought of an article.
type Item struct{ Count, Cents int }

// Print is the whole receipt.
func Print(bought map[string]Item, at time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", Date(at))
	for sku, item := range bought {
		fmt.Fprintf(&b, "%s x%d %d\n", sku, item.Count, item.Count*item.Cents)
	}
	return b.String()
}

// Date is the day that stands on the receipt, in UTC.
func Date(at time.Time) string {
	return at.UTC().Format(time.DateOnly)
}

// Stamp is the day and the minute, for the cashier.
func Stamp(at time.Time) string {
	return at.UTC().Format("2006-02-01 15:04")
}
