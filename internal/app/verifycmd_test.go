package app

import (
	"errors"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/patch"
)

func TestPatchWithoutEnd(t *testing.T) {
	_, err := readPatch(t.Context(), cli.Env{Stdin: strings.NewReader(strings.Repeat("x", patch.MaxBytes+1))}, "-")
	if !errors.Is(err, patch.ErrTooLarge) {
		t.Errorf("a patch without end: %v", err)
	}
}
