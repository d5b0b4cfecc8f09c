package attic

import (
	"fmt"
	"os"
	"path/filepath"
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

func TestForRunCopies(t *testing.T) {
	below, work := t.TempDir(), t.TempDir()
	a, err := ForRun(below, time.Unix(1, 0), func(name, _ string) bool { return name == "ours.txt" })
	must(t, err)
	if dir, names := a.Kept(); dir != "" || names != nil {
		t.Errorf("of nothing: %q, %q", dir, names)
	}
	put := func(name, text string) {
		path := filepath.Join(work, name)
		must(t, os.WriteFile(path, []byte(text), 0o644))
		a.Keep(path, name)
	}
	put("a.txt", "one")
	put("a.txt", "two")
	put("a.txt", "one")
	put("ours.txt", "written by a patch")
	put("large.txt", string(make([]byte, maxReplacedFile+1)))
	dir, names := a.Kept()
	if diff := cmp.Diff([]string{"a.txt"}, names); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]string{"a.txt": "one", "a.txt.1": "two"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s has %q, %v", name, got, err)
		}
	}
	if _, err := os.Stat(filepath.Join(work, "a.txt")); err != nil {
		t.Error("a run's file was moved away, not copied")
	}
}

func TestForRecoveryMoves(t *testing.T) {
	work := t.TempDir()
	path := filepath.Join(work, "a.txt")
	must(t, os.WriteFile(path, []byte("one"), 0o644))
	a := ForRecovery(t.TempDir(), time.Unix(1, 0))
	a.Keep(path, "a.txt")
	dir, _ := a.Kept()
	if got, err := os.ReadFile(filepath.Join(dir, "a.txt")); err != nil || string(got) != "one" {
		t.Errorf("kept %q, %v", got, err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is still in its place")
	}
}

func TestOldOnesGo(t *testing.T) {
	below := t.TempDir()
	for i := range keptReplaced + 3 {
		must(t, os.Mkdir(place(below, time.Unix(int64(i), 0)), 0o700))
	}
	_, err := ForRun(below, time.Unix(100, 0), nil)
	must(t, err)
	left, err := os.ReadDir(below)
	must(t, err)
	if len(left) != keptReplaced || left[0].Name() != filepath.Base(place(below, time.Unix(3, 0))) {
		t.Errorf("left: %s", fmt.Sprint(left))
	}
}
