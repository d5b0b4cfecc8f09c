// The command warm fills the caches of the boards.
package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"example.org/tramway/internal/board"
)

func main() {
	ctx, _ := context.WithTimeout(context.Background(), time.Minute)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { board.Render(nil) })
	}
	wg.Wait()
	if ctx.Err() != nil {
		fmt.Println("that took more than a minute")
	}
}
