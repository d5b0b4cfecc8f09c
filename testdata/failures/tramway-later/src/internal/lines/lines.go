// Package lines knows the network.
package lines

import (
	"bufio"
	"embed"
	"strings"
)

//go:embed data
var data embed.FS

// Stops reads the stops of a line.
func Stops(line string) ([]string, error) {
	f, err := data.Open("data/" + strings.ToLower(line) + ".txt")
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
