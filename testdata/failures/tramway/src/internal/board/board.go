// Package board writes the boards at the stops.
package board

import "fmt"

// Row is a line of a board.
type Row struct {
	Line, To string
	Minutes  int
}

// Render is the text of a board.
func Render(rows []Row) string {
	out := ""
	for _, r := range rows {
		out += fmt.Sprintf("%-3s %-14s %2d min\n", r.Line, r.To, r.Minutes)
	}
	return out
}
