package lock

import (
	"errors"
	"path/filepath"
	"testing"
)

func TestTake(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	held, err := Take(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Take(path); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v, want ErrBusy", err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	held, err = Take(path)
	if err != nil {
		t.Fatalf("after Close: %v", err)
	}
	held.Close()
	if _, err := Take(filepath.Join(path, "below")); err == nil || errors.Is(err, ErrBusy) {
		t.Errorf("below a file: got %v, want another error", err)
	}
}
