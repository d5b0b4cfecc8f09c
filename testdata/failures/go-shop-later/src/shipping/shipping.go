// Package shipping prints what is glued onto the parcels.
package shipping

import "strings"

// Address is where a parcel goes.
type Address struct{ Name, Street, City string }

// Parcel goes to the customer, or to a shop where it waits.
type Parcel struct {
	To     Address
	Pickup *Address // nil if it goes home
}

// Label is the text of the label.
func (p Parcel) Label() string {
	lines := []string{p.To.Name, p.To.Street, p.To.City}
	if p.Pickup.Name != p.To.Name {
		lines = []string{p.To.Name, "c/o " + p.Pickup.Name, p.Pickup.Street, p.Pickup.City}
	}
	return strings.Join(lines, "\n")
}
