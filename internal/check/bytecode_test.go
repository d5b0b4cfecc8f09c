package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/proc"
	"github.com/regreen/regreen/internal/workspace"
)

func TestMain(m *testing.M) {
	if ran, code := proc.LauncherMain(os.Args[1:]); ran {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// What Python compiled of its own library in the first run is there in the next, and of
// the project nothing is; a run on edited sources leaves nothing to later ones, though it
// puts them back.
func TestCompiledLibraryIsKept(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	const program = `import importlib.util as u, os
for name in "decimal", "own":
    print(name, os.path.exists(u.cache_from_source(u.find_spec(name).origin)))
import decimal, own
open("own.py", "w").write("VALUE = 1\n")
`
	for name, c := range map[string]struct {
		edited bool
		second string
	}{
		"on the sources as they are": {false, "decimal True\nown False\n"},
		"on edited sources":          {true, "decimal False\nown False\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range map[string]string{"main.py": program, "own.py": "VALUE = 1\n"} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for _, args := range []string{"init -q", "add -A", "-c user.name=a -c user.email=a@example.org commit -q -m x"} {
				cmd := exec.Command("git", strings.Fields(args)...)
				cmd.Dir = dir
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("git %s: %v\n%s", args, err, out)
				}
			}
			environ := append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
			w, err := workspace.Open(t.Context(), dir, workspace.Options{StateDir: t.TempDir(), Environ: environ})
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			r, err := New(Suite{Command: quote(python) + " main.py", Environ: environ, Sandbox: proc.Auto})
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Snapshot(t.Context()); err != nil {
				t.Fatal(err)
			}
			if c.edited {
				if err := w.Write("own.py", []byte("VALUE = 2\n")); err != nil {
					t.Fatal(err)
				}
			}
			for i, want := range []string{"decimal False\nown False\n", c.second} {
				run, err := r.Full(t.Context(), w)
				if err != nil || string(run.Output) != want {
					t.Errorf("run %d: %q, %v, want %q", i+1, run.Output, err, want)
				}
			}
		})
	}
}
