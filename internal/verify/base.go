package verify

import (
	"context"
	"errors"
	"fmt"

	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/proc"
)

// redAtBase reports whether the failing tests fail at the commit that the change
// started from, too. The files of that commit are laid over the checkout as a patch,
// so that it runs in the same place with the same caches. A test that the change
// brought with it is not there, and so is not red.
func (v *Verifier) redAtBase(ctx context.Context, b *Baseline) (bool, error) {
	if v.Base == "" || v.Base == v.Workspace.Head() {
		return false, nil
	}
	out, err := v.Workspace.Git(ctx, "diff", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index", "--binary",
		"--src-prefix=a/", "--dst-prefix=b/", "--no-renames", v.Workspace.Head(), v.Base)
	if err != nil {
		return false, fmt.Errorf("compare with the base %q: %w", v.Base, err)
	}
	back, err := patch.Parse(string(out))
	if errors.Is(err, patch.ErrTooLarge) || errors.Is(err, patch.ErrMalformed) {
		return false, nil // so large a change says nothing about the base; it is not asked
	}
	if err != nil || back.Empty() {
		return false, err
	}
	if err := v.Workspace.Apply(ctx, back); err != nil {
		return false, v.restored(ctx, nil) // a submodule or a binary file: not asked either
	}
	run, err := v.some(ctx, b)
	if errors.Is(err, proc.ErrNoDir) {
		return false, v.restored(ctx, nil) // the change brought the whole folder
	}
	if err != nil {
		return false, err
	}
	for _, t := range b.Targets {
		if s, _ := stateOf(t, run, 0); s != ill {
			return false, nil
		}
	}
	return true, nil
}
