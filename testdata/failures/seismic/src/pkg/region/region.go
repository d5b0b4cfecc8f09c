// Package region names the places of quakes.
package region

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
)

const table = "pkg/region/flinn-engdahl.csv"

// Name is the name of a region.
func Name(number string) (string, error) {
	f, err := os.Open(filepath.FromSlash(table))
	if err != nil {
		return "", fmt.Errorf("region table: %w", err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return "", err
	}
	for _, row := range rows {
		if row[0] == number {
			return row[1], nil
		}
	}
	return "", fmt.Errorf("no region %s", number)
}
