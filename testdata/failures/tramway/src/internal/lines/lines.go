// Package lines knows the network.
package lines

import (
	"bufio"
	"os"
)

// Stops reads the stops of a line.
func Stops(line string) ([]string, error) {
	f, err := os.Open("internal/lines/data/" + line + ".txt")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var stops []string
	for s := bufio.NewScanner(f); s.Scan(); {
		stops = append(stops, s.Text())
	}
	return stops, nil
}
