package main

import (
	"os"
	"testing"

	"github.com/regreen/regreen/internal/app"
	"github.com/regreen/regreen/internal/proc"
)

func TestMain(m *testing.M) {
	if ran, code := app.Hidden(os.Args[1:]); ran {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// BenchmarkLauncher is what the launcher adds to a command: this program is started
// again, confines itself and starts the command.
func BenchmarkLauncher(b *testing.B) {
	kept, _ := proc.Environ([]string{"PATH=/usr/bin:/bin"}, nil)
	c := proc.Command{Argv: []string{"true"}, Dir: b.TempDir(), Env: kept}
	for b.Loop() {
		if r, err := proc.Run(b.Context(), c); err != nil || r.ExitCode != 0 {
			b.Fatal(r, err)
		}
	}
}
