package rewrite

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/workspace/scan"
)

func TestStamps(t *testing.T) {
	s := Stamps{}
	now := time.Unix(100, 600)
	s.Saw("p", time.Unix(100, 1))
	for i, want := range []time.Time{time.Unix(101, 0), time.Unix(102, 0)} {
		if got := s.Next("p", now); !got.Equal(want) {
			t.Errorf("write %d: %v, want %v", i, got, want)
		}
	}
	if got := s.Next("q", now); !got.Equal(now) {
		t.Errorf("another path: %v", got)
	}
	if got := s.Next("p", time.Unix(200, 5)); !got.Equal(time.Unix(200, 5)) {
		t.Errorf("later: %v", got)
	}
	s.Saw("r", time.Unix(4_000_000_000, 0)) // a child may set any time
	if got := s.Next("r", now); !got.Equal(now) {
		t.Errorf("after a time far ahead: %v", got)
	}
}

// The new file takes the name, not the place: what a link shares with it stays.
func TestReplace(t *testing.T) {
	base := t.TempDir()
	old, linked := filepath.Join(base, "old"), filepath.Join(base, "linked")
	if err := os.WriteFile(old, []byte("one"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(old, linked); err != nil {
		t.Skip(err)
	}
	dir, err := os.OpenRoot(base)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	at := time.Unix(1_700_000_000, 0)
	if err := Replace(dir, "old", File{Data: []byte("two"), Mode: 0o755, Owner: scan.Stat{Uid: -1, Gid: -1}, At: at}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{old: "two", linked: "one"} {
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s has %q, %v, want %q", filepath.Base(path), got, err, want)
		}
	}
	info, err := os.Stat(old)
	if err != nil || info.Mode().Perm() != 0o755 || !info.ModTime().Equal(at) {
		t.Errorf("got %v, %v", info, err)
	}
	if _, err := os.Stat(filepath.Join(base, TempName)); err == nil {
		t.Error("the new file is still there under its first name")
	}
}
