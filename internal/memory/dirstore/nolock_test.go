package dirstore

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

// lockless is the lock of a file system that has none.
type lockless struct{ err error }

func (l lockless) TryLockContext(context.Context, time.Duration) (bool, error) { return false, l.err }
func (l lockless) Unlock() error                                               { return nil }

// A folder on a file system without locks says so when it is opened, serves what it has,
// and takes no write that another could undo.
func TestFileSystemWithoutLocks(t *testing.T) {
	for _, err := range []error{syscall.ENOLCK, syscall.ENOSYS, syscall.EOPNOTSUPP} {
		dir := t.TempDir()
		r := memorytest.New("acme", "Alpha")
		before, openErr := Open(t.Context(), Options{Path: dir})
		if openErr != nil || before.Put(t.Context(), r) != nil || len(before.Warnings()) > 0 {
			t.Fatal(openErr, before.Warnings())
		}
		s, openErr := Open(t.Context(), Options{Path: dir, newLock: func(string) locker { return lockless{err} }})
		if openErr != nil {
			t.Fatal(openErr)
		}
		if w := s.Warnings(); len(w) != 1 || !strings.Contains(w[0], "can be read and not written: file system has no file locks") {
			t.Errorf("%v: warnings %q", err, w)
		}
		_, statusErr := s.SetStatus(t.Context(), memory.Selector{Tenant: "acme"}, memory.Rejected, "")
		for _, got := range []error{s.Put(t.Context(), memorytest.New("acme", "Beta")), statusErr, s.Add(t.Context(), memory.Use{Tenant: "acme", ID: r.ID})} {
			if !errors.Is(got, ErrNoLocks) || !errors.Is(got, err) {
				t.Errorf("%v: a write says %v", err, got)
			}
		}
		if got, err := s.Get(t.Context(), "acme", r.ID); err != nil || got.Status != memory.Active {
			t.Errorf("get: %v, %s", err, got.Status)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A lock that another holds is no file system without locks, and is not waited for here.
func TestHeldLockIsNoWarning(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), Options{Path: dir})
	if err != nil {
		t.Fatal(err)
	}
	err = s.exclusively(t.Context(), func() error {
		other, err := Open(t.Context(), Options{Path: dir})
		if err == nil && len(other.Warnings()) > 0 {
			t.Errorf("%q", other.Warnings())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
