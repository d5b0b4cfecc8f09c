// Package power switches the overhead line.
package power

// Grid is the supplier of the overhead line.
type Grid interface {
	Voltage(section int) (float64, error)
	Isolate(section int) error
	Restore(section int) error
}

// Low lists the sections with less than 500 volts.
func Low(g Grid, sections []int) (low []int, err error) {
	for _, s := range sections {
		v, err := g.Voltage(s)
		if err != nil {
			return nil, err
		}
		if v < 500 {
			low = append(low, s)
		}
	}
	return low, nil
}

// Reset isolates the sections and restores them.
func Reset(g Grid, sections []int) error {
	for _, s := range sections {
		if err := g.Isolate(s); err != nil {
			return err
		}
		if err := g.Restore(s); err != nil {
			return err
		}
	}
	return nil
}
