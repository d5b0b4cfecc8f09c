package tempdir

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSweep: what a killed process left goes, what a living one has stays, and so
// does what only has a name like it.
func TestSweep(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("TMP", os.Getenv("TMPDIR")) // Windows
	alive, remove, err := Make("run")
	must(t, err)
	dead, _, err := Make("learn")
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dead, "copy.txt"), nil, 0o600))
	left := filepath.Join(os.TempDir(), "regreen-run-1") // as dead is when its process is
	must(t, os.Mkdir(left, 0o700))
	must(t, os.WriteFile(filepath.Join(left, lockName), nil, 0o600))
	must(t, os.WriteFile(filepath.Join(left, "copy.txt"), nil, 0o600))
	other := filepath.Join(os.TempDir(), "regreen-run-2")
	must(t, os.Mkdir(other, 0o700))
	linked := filepath.Join(os.TempDir(), "regreen-run-3")
	must(t, os.Mkdir(linked, 0o700))
	target := filepath.Join(t.TempDir(), "target")
	must(t, os.Symlink(target, filepath.Join(linked, lockName)))
	Sweep()
	for dir, want := range map[string]bool{alive: true, dead: true, left: false, other: true, linked: true} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", filepath.Base(dir), err == nil, want)
		}
	}
	if _, err := os.Stat(target); err == nil {
		t.Error("a link was followed")
	}
	must(t, remove())
	if _, err := os.Stat(alive); err == nil {
		t.Error("the folder outlives its end")
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
