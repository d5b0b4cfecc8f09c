// The command warm fills the caches of the boards.
package main

import (
	"sync"

	"example.org/tramway/internal/board"
)

func main() {
	var wg sync.WaitGroup
	for range 4 {
		go func() {
			wg.Add(1)
			defer wg.Done()
			board.Render(nil)
		}()
	}
	wg.Wait()
}
