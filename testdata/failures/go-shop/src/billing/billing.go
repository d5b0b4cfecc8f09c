// Package billing sends the monthly bills.
package billing

import "time"

// Next is when the next bill is due: a month later, at most its last day.
func Next(last time.Time) time.Time {
	return last.AddDate(0, 1, 0)
}
