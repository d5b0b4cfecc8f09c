// Package board writes the boards at the stops.
package board

import (
	"fmt"
	"sync"
)

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

// All renders the boards of all stops at once.
func All(stops []string, rows func(stop string) []Row) map[string]string {
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		boards = map[string]string{}
	)
	for _, stop := range stops {
		go func() {
			text := Render(rows(stop))
			wg.Add(1)
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			boards[stop] = text
		}()
	}
	wg.Wait()
	mu.Lock()
	defer mu.Unlock()
	return boards
}
