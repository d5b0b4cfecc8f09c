package snapshot

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/workspace/rewrite"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, name)
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

// taken is a folder with a file of each class, and its snapshot.
func taken(t *testing.T) (root, state string, s *State) {
	t.Helper()
	root, state = t.TempDir(), t.TempDir()
	write(t, root, "src/a.go", "package a\n")
	write(t, root, "node_modules/x/index.js", "installed\n")
	write(t, root, "cache/out", "cached\n")
	write(t, root, ".git/config", "[core]\n")
	s, err := Take(t.Context(), Place{State: state, Root: root, Listed: func(p string) bool { return p == "src/a.go" }, Now: time.Unix(1, 0)})
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return root, state, s
}

func how() Restoration { return Restoration{Marks: rewrite.Stamps{}, Now: time.Now} }

func TestRestore(t *testing.T) {
	root, _, s := taken(t)
	for name, text := range map[string]string{"src/a.go": "package b\n", "src/new.go": "new\n", "node_modules/x/index.js": "other\n", "cache/out": "warm\n", ".git/config": "[evil]\n"} {
		write(t, root, name, text)
	}
	git := how()
	git.GitOnly = true
	c, err := s.Restore(t.Context(), git)
	must(t, err)
	if diff := cmp.Diff(Changes{Git: []string{".git/config"}}, c); diff != "" {
		t.Errorf("git alone: %s", diff)
	}
	c, err = s.Restore(t.Context(), how())
	must(t, err)
	c.Sort()
	want := Changes{Modified: []string{"src/a.go"}, Created: []string{"src/new.go"}, Installed: []string{"node_modules/x/index.js"}, Caches: []string{"cache/out"}}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]string{"src/a.go": "package a\n", "node_modules/x/index.js": "installed\n", "cache/out": "warm\n", ".git/config": "[core]\n"} {
		if got, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(got) != want {
			t.Errorf("%s has %q, %v", name, got, err)
		}
	}
	if c, err = s.Restore(t.Context(), how()); err != nil || !c.Empty() {
		t.Errorf("once more: %+v, %v", c, err)
	}
}

// Another process has the snapshot back until it is forgotten, for its own checkout only.
func TestLoad(t *testing.T) {
	root, state, s := taken(t)
	must(t, s.Close())
	write(t, root, "src/a.go", "package b\n")
	if _, err := Load(state, filepath.Join(root, "other")); err == nil {
		t.Error("it was loaded for another checkout")
	}
	if !Left(state) {
		t.Fatal("there is no journal")
	}
	loaded, err := Load(state, root)
	must(t, err)
	defer loaded.Close()
	if e := loaded.Find("src/a.go"); e == nil || !e.Kept() || e.Ignored() || !e.Copied() {
		t.Errorf("src/a.go is %+v", e)
	}
	c, err := loaded.Restore(t.Context(), how())
	must(t, err)
	if diff := cmp.Diff(Changes{Modified: []string{"src/a.go"}}, c); diff != "" {
		t.Error(diff)
	}
	must(t, Forget(state))
	if Left(state) {
		t.Error("there still is a journal")
	}
}

func TestTamperedCopies(t *testing.T) {
	root, state, s := taken(t)
	f, err := os.OpenFile(filepath.Join(state, CopiesName), os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteAt([]byte("evil evil evil evil evil evil"), 0)
	must(t, errors.Join(err, f.Close()))
	write(t, root, "src/a.go", "package b\n")
	if _, err := s.Restore(t.Context(), how()); !errors.Is(err, ErrTampered) {
		t.Errorf("got %v, want ErrTampered", err)
	}
	if got, err := os.ReadFile(filepath.Join(root, "src/a.go")); err != nil || string(got) != "package b\n" {
		t.Errorf("the file has %q, %v", got, err)
	}
}
