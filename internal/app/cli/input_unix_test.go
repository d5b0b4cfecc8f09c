//go:build unix

package cli

import (
	"context"
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

func TestNamedPipeEndsWithItsContext(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := OpenInput(ctx, Env{}, name); !errors.Is(err, context.Canceled) {
		t.Errorf("open: %v", err)
	}
}
