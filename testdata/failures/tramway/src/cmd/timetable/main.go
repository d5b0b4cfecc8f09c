// The command timetable prints the stops of a line.
package main

import (
	"fmt"

	"example.org/tramway/internal/lines"
)

func main() {
	stops := lines.Stops("7")
	for _, s := range stops {
		fmt.Println(s)
	}
}
