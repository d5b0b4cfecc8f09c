//go:build unix

package dirstore_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/regreen/regreen/internal/memory/memorytest"
)

// A pipe in the place of a record is not waited for.
func TestPipeInPlaceOfARecord(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	r := memorytest.New("acme", "Alpha")
	if err := syscall.Mkfifo(filepath.Join(dir, r.ID+".json"), 0o600); err != nil {
		t.Skip(err)
	}
	put(t, s, r)
	if got, err := s.Get(t.Context(), "acme", r.ID); err != nil || got.ID != r.ID {
		t.Error(err)
	}
	aside, err := filepath.Glob(filepath.Join(dir, "*.unreadable-*"))
	if len(aside) != 1 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, %v", aside, err)
	}
}
