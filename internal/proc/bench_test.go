package proc

import (
	"os/exec"
	"testing"
)

// BenchmarkRun is a command under the launcher, BenchmarkExec the same without:
// the difference is what the launcher costs. It is to stay under 20 ms.
func BenchmarkRun(b *testing.B) {
	kept, _ := Environ([]string{"PATH=/usr/bin:/bin", "HOME=/root"}, nil)
	c := Command{Argv: []string{"true"}, Dir: b.TempDir(), Env: kept}
	for b.Loop() {
		if r, err := Run(b.Context(), c); err != nil || r.ExitCode != 0 {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkExec(b *testing.B) {
	for b.Loop() {
		if err := exec.Command("true").Run(); err != nil {
			b.Fatal(err)
		}
	}
}
