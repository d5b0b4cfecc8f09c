package workspace

import (
	"os"
	"path/filepath"
	"testing"
)

// What is kept of a checkout in a temporary folder goes with it; that of a person's stays
// also where the checkout is gone, and so does what a living process works in.
func TestSweepTakesTheStateAlong(t *testing.T) {
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
	Sweep(environ)
	for name, dir := range states {
		if _, err := os.Stat(dir); (err == nil) != (name != "dead") {
			t.Errorf("state of %s is there: %v", name, err == nil)
		}
	}
}
