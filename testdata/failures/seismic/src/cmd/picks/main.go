// The command picks counts how often each phase was picked.
package main

import "fmt"

type pick struct {
	phase string
	times []float64
}

func count[T comparable](all []T) map[T]int {
	n := map[T]int{}
	for _, one := range all {
		n[one]++
	}
	return n
}

func main() {
	fmt.Println(len(count([]pick{{phase: "P"}, {phase: "S"}})))
}
