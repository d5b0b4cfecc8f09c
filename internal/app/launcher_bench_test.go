package app

import (
	"testing"

	"github.com/regreen/regreen/internal/proc"
)

// BenchmarkLauncher is a command under the launcher in a program as large as regreen
// itself: the launcher is this same binary, so what the binary does at its start counts.
// It is to stay under 20 ms.
func BenchmarkLauncher(b *testing.B) {
	kept, _ := proc.Environ([]string{"PATH=/usr/bin:/bin"}, nil)
	c := proc.Command{Argv: []string{"true"}, Dir: b.TempDir(), Env: kept}
	for b.Loop() {
		if r, err := proc.Run(b.Context(), c); err != nil || r.ExitCode != 0 {
			b.Fatal(r, err)
		}
	}
}
