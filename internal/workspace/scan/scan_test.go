package scan

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestWalk(t *testing.T) {
	base, elsewhere := t.TempDir(), t.TempDir()
	for _, name := range []string{"a/b/c.txt", "a/d.txt", "e.txt"} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(base, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(base, name), []byte(name), 0o644))
	}
	must(t, os.WriteFile(filepath.Join(elsewhere, "x.txt"), nil, 0o644))
	must(t, os.Symlink(elsewhere, filepath.Join(base, "link")))
	for name, c := range map[string]struct {
		only []string
		want []string
	}{
		"all":                 {want: []string{"a", "a/b", "a/b/c.txt", "a/d.txt", "e.txt", "link"}},
		"a folder and a file": {only: []string{"a/b", "e.txt", "gone"}, want: []string{"a/b", "a/b/c.txt", "e.txt"}},
		"nothing":             {only: []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := Walk(t.Context(), Tree{Base: base, Only: c.only})
			must(t, err)
			if diff := cmp.Diff(c.want, slices.Sorted(maps.Keys(found))); diff != "" {
				t.Error(diff)
			}
			if s, ok := found["e.txt"]; ok && (s.Size != 5 || !s.Mode.IsRegular()) {
				t.Errorf("stat of e.txt: %+v", s)
			}
		})
	}
}

// A file that was just written may change again within one tick of the clock.
func TestYoung(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	must(t, os.WriteFile(path, nil, 0o644))
	old := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(path, old, old))
	info, err := os.Lstat(path)
	must(t, err)
	s := StatOf(info)
	if s.Ctime != 0 && !s.Young(time.Unix(0, s.Ctime)) {
		t.Error("a file that changed now is not young, by its change time")
	}
	if s.Young(time.Now().Add(time.Hour)) {
		t.Error("a file that changed an hour ago is young")
	}
}
