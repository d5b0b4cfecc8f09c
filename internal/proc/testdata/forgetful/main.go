// Command forgetful runs a child and never calls proc.LauncherMain.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/regreen/regreen/internal/proc"
)

func main() {
	flag.Parse()
	_, err := proc.Run(context.Background(), proc.Command{Argv: []string{"/bin/true"}, Dir: "/"})
	if errors.Is(err, proc.ErrNoLauncher) {
		fmt.Println(proc.ErrNoLauncher)
		return
	}
	fmt.Println(err)
}
