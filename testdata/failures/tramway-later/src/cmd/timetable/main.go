// The command timetable prints the stops of some lines.
package main

import (
	"fmt"
	"log"
	"os"

	"example.org/tramway/internal/lines"
)

func main() {
	for _, line := range os.Args[1:] {
		stops, err := lines.Stops(line)
		if err != nil {
			log.Print(line)
			continue
		}
		for i, s := range stops {
			fmt.Println(s)
		}
	}
}
