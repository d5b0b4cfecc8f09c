// The command simulate plays a day with a grid that is not there.
package main

import (
	"fmt"
	"os"

	"example.org/tramway/internal/power"
)

type paperGrid struct{ log []string }

func (g *paperGrid) Voltage(section int) (float64, error) { return 600, nil }

func (g *paperGrid) Isolate(section int) error {
	g.log = append(g.log, fmt.Sprint("off ", section))
	return nil
}

func main() {
	g := &paperGrid{}
	if err := power.Reset(g, []int{4, 5}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(g.log)
}
