package workspace

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// large makes a checkout of n small files, a hundred in a folder, as old as if
// it had been cloned a while ago.
func large(b *testing.B, n int) *Workspace {
	b.Helper()
	dir := b.TempDir()
	for i := range n {
		name := filepath.Join(dir, fmt.Sprintf("d%d/e%d/f%d.go", i/1000, i/100%10, i%100))
		if i%100 == 0 {
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				b.Fatal(err)
			}
		}
		if err := os.WriteFile(name, fmt.Appendf(nil, "package d%d\n\n// F%d is %01024d.\n", i/1000, i, i), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"config", "gc.auto", "0"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "x"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	w, err := Open(b.Context(), dir, Options{StateDir: b.TempDir(), Environ: os.Environ()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = w.Close() })
	if err := w.Snapshot(b.Context()); err != nil {
		b.Fatal(err)
	}
	return w
}

// BenchmarkRestore is a restore with compare after a run that changed three
// files and left one. It is to stay under 250 ms at 10,000 files and under 2 s at 100,000.
func BenchmarkRestore(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := large(b, n)
			for b.Loop() {
				b.StopTimer()
				for _, name := range []string{"d0/e0/f0.go", "d1/e1/f1.go", "d2/e2/f2.go", "new.go"} {
					if err := os.WriteFile(filepath.Join(w.root, name), []byte("changed"), 0o644); err != nil {
						b.Fatal(err)
					}
				}
				b.StartTimer()
				if c, err := w.Restore(b.Context()); err != nil || len(c.Modified) != 3 {
					b.Fatal(c, err)
				}
			}
		})
	}
}

// BenchmarkRestoreAll is the worst case: every file was written anew, with the
// bytes that it had.
func BenchmarkRestoreAll(b *testing.B) {
	w := large(b, 10_000)
	for b.Loop() {
		b.StopTimer()
		for _, t := range w.snap.Trees {
			for _, e := range t.Entries {
				e.Young = true
			}
		}
		b.StartTimer()
		if _, err := w.Restore(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSnapshot(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := large(b, n)
			for b.Loop() {
				if err := w.Snapshot(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRun is a command in a checkout of 10,000 files: launcher,
// credentials and the comparison of .git.
func BenchmarkRun(b *testing.B) {
	w := large(b, 10_000)
	c := command("true")
	for b.Loop() {
		if _, err := w.Run(b.Context(), c); err != nil {
			b.Fatal(err)
		}
	}
}
