// Package depart remembers when trams left.
package depart

import "time"

// Record is when a tram left a stop.
type Record struct {
	Tram int
	At   time.Time
}

// Same says whether two records are of the same departure.
func (r Record) Same(o Record) bool { return r.Tram == o.Tram && r.At.Equal(o.At) }

// Day is the beginning of the day of a departure, where it was.
func (r Record) Day() time.Time { return r.At.Truncate(24 * time.Hour) }
