// Package julday reads days of the year.
package julday

import (
	"fmt"
	"strconv"
)

// Parse reads a day such as "047".
func Parse(s string) (int, error) {
	n, err := strconv.ParseInt(s, 0, 16)
	if err != nil {
		return 0, fmt.Errorf("day of the year: %w", err)
	}
	return int(n), nil
}
