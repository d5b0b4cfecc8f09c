// Package inspect is for those who inspect tickets.
package inspect

import "fmt"

// Offence is why a rider pays a fine.
type Offence struct {
	Code int
	Zone string
}

func (o *Offence) Error() string { return fmt.Sprintf("offence %d in zone %s", o.Code, o.Zone) }

func offence(ticket, zone string) *Offence {
	switch {
	case ticket == "":
		return &Offence{Code: 10, Zone: zone}
	case ticket != zone:
		return &Offence{Code: 12, Zone: zone}
	}
	return nil
}

// Check looks at a ticket of a zone.
func Check(ticket, zone string) error {
	return offence(ticket, zone)
}

// Fines lists what was wrong on a ride through some zones.
func Fines(ticket string, zones []string) (fines []string) {
	for _, zone := range zones {
		if err := Check(ticket, zone); err != nil {
			fines = append(fines, err.Error())
		}
	}
	return fines
}
