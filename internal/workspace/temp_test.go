package workspace

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSweepTemp: what a killed process left goes, what a living one has stays, and so
// does what only has a name like it.
func TestSweepTemp(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("TMP", os.Getenv("TMPDIR")) // Windows
	alive, remove, err := Temp("run")
	must(t, err)
	dead, _, err := Temp("learn")
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dead, "copy.txt"), nil, 0o600))
	left := filepath.Join(os.TempDir(), "regreen-run-1") // as dead is when its process is
	must(t, os.Mkdir(left, 0o700))
	must(t, os.WriteFile(filepath.Join(left, tempLock), nil, 0o600))
	must(t, os.WriteFile(filepath.Join(left, "copy.txt"), nil, 0o600))
	other := filepath.Join(os.TempDir(), "regreen-run-2")
	must(t, os.Mkdir(other, 0o700))
	linked := filepath.Join(os.TempDir(), "regreen-run-3")
	must(t, os.Mkdir(linked, 0o700))
	target := filepath.Join(t.TempDir(), "target")
	must(t, os.Symlink(target, filepath.Join(linked, tempLock)))
	SweepTemp(nil)
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

// What is kept of a checkout in a temporary folder goes with it; that of a person's stays
// also where the checkout is gone, and so does what a living process works in.
func TestSweepTempTakesTheStateAlong(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("TMP", os.Getenv("TMPDIR")) // Windows
	environ := append(os.Environ(), "XDG_STATE_HOME="+t.TempDir(), "LOCALAPPDATA=")
	dirs := map[string]string{"dead": "regreen-learn-1", "alive": "regreen-learn-2", "there": "regreen-learn-3", "person": "mine"}
	states := map[string]string{}
	for name, folder := range dirs {
		root := filepath.Join(os.TempDir(), folder, name)
		must(t, os.MkdirAll(filepath.Dir(root), 0o755))
		must(t, os.Rename(repository(t, map[string]string{"a.txt": ""}), root))
		w, err := Open(t.Context(), root, Options{Environ: environ})
		must(t, err)
		states[name] = w.StateDir()
		if name == "alive" {
			t.Cleanup(func() { w.Close() })
		} else {
			must(t, w.Close())
		}
		if name != "there" {
			must(t, os.RemoveAll(filepath.Dir(root)))
		}
	}
	SweepTemp(environ)
	for name, dir := range states {
		if _, err := os.Stat(dir); (err == nil) != (name != "dead") {
			t.Errorf("state of %s is there: %v", name, err == nil)
		}
	}
}
