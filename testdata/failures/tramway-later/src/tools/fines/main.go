// The command fines prints the fines of a day.
package main

import (
	"fmt"
	"os"

	"example.org/tramway/internal/inspect"
)

func main() {
	for _, zone := range os.Args[1:] {
		if err := inspect.Check("A", zone); err != nil {
			note := "zone " + zone + ": " + err.Error()
			fmt.Fprint(os.Stderr, note)
		}
	}
}
