// Package inspect is for those who inspect tickets.
package inspect

import "fmt"

// Offence is why a rider pays a fine.
type Offence struct {
	Code int
}

func (o *Offence) Error() string { return fmt.Sprintf("offence %d", o.Code) }

// Check looks at a ticket of a zone.
func Check(ticket, zone string) error {
	var offence *Offence
	if ticket != zone {
		offence = &Offence{Code: 12}
	}
	return offence
}
