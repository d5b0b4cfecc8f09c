// The command boardctl shows what is on a board.
package main

import (
	"fmt"

	"example.org/tramway/internal/board"
)

func main() {
	fmt.Println(usage())
	fmt.Print(board.Render(nil))
}
