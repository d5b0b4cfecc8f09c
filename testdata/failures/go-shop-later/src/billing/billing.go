// Package billing sends the bills.
package billing

import "time"

// Interval is how often a customer gets a bill.
type Interval int

// The intervals in months.
const (
	Monthly   Interval = 1
	Quarterly Interval = 3
)

// Next is when the next bill is due.
func Next(last time.Time, every Interval) time.Time {
	return last.AddDate(0, int(every), 0)
}

// Due tells whether a bill is due on a day.
func Due(next, day time.Time) bool {
	return next.Truncate(24*time.Hour) == day.Truncate(24*time.Hour)
}
