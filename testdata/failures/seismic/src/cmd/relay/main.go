// The command relay hands the samples of a station on.
package main

import "os"

type stationCode string

func subscribe(code stationCode) string { return "SUB " + string(code) + "\n" }

func main() {
	for _, arg := range os.Args[1:] {
		os.Stdout.WriteString(subscribe(arg))
	}
}
