package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInputEndsWithItsContext: a pipe that nobody writes must not keep a command that
// was stopped.
func TestInputEndsWithItsContext(t *testing.T) {
	silent, writer := io.Pipe()
	defer writer.Close()
	ctx, cancel := context.WithCancel(t.Context())
	in, err := OpenInput(ctx, Env{Stdin: silent}, "-")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := in.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("read: %v", err)
	}
}

func TestInputReadsAll(t *testing.T) {
	text := strings.Repeat("a line of a log\n", 100_000)
	name := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{name, "-"} {
		in, err := OpenInput(t.Context(), Env{Stdin: strings.NewReader(text)}, name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(in); err != nil || string(got) != text {
			t.Errorf("%s: %d bytes, want %d, %v", name, len(got), len(text), err)
		}
	}
}

func TestInputMistakes(t *testing.T) {
	var usage UsageError
	for _, name := range []string{t.TempDir(), "no-such-file"} {
		if _, err := OpenInput(t.Context(), Env{}, name); !errors.As(err, &usage) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
