// Package power switches the overhead line.
package power

// Grid is the supplier of the overhead line.
type Grid interface {
	Voltage(section int) (float64, error)
	Isolate(section int) error
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
