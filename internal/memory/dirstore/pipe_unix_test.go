//go:build unix

package dirstore_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

// A pipe in the place of a record is not waited for.
func TestPipeInPlaceOfARecord(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	r := memorytest.New("acme", "Alpha")
	if err := syscall.Mkfifo(filepath.Join(dir, r.ID+".json"), 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
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

// On a full disk nothing is written, and what is deleted makes room.
func TestFullAuditLog(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	dir := t.TempDir()
	s := open(t, dir)
	r := memorytest.New("acme", "Alpha")
	put(t, s, r)
	log := filepath.Join(dir, "audit.log")
	if err := errors.Join(os.Remove(log), os.Symlink("/dev/full", log)); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), memorytest.New("acme", "Beta")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("put: %v", err)
	}
	if n, err := s.SetStatus(t.Context(), memory.Selector{Tenant: "acme"}, memory.Rejected, "x"); n != 0 || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("status: %d, %v", n, err)
	}
	if n, err := s.Delete(t.Context(), memory.Selector{Tenant: "acme"}); n != 1 || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("delete: %d, %v", n, err)
	}
	if n := count(t, s); n != 0 {
		t.Errorf("%d records are left", n)
	}
}
