package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/patch"
)

// broken is no source of any language.
const broken = ")((\n"

// Unnoticed runs the tests with the files that a patch changes broken, and says of a run
// that passes all the same that it tests something else: a copy of the checkout may be
// used with a package that was installed from the original. "" where they notice.
func (v *Verifier) Unnoticed(ctx context.Context, p patch.Patch) (string, error) {
	names, err := v.spoil(ctx, p)
	if err != nil || len(names) == 0 {
		return "", err
	}
	run, err := v.full(ctx)
	if err != nil || !run.Passed() {
		return "", err
	}
	return blind(names), nil
}

// unnoticed is Unnoticed for a patch that does not cure: the tests fail in the same way.
func (t *trial) unnoticed(ctx context.Context) error {
	names, err := t.v.spoil(ctx, t.p)
	if err != nil || len(names) == 0 {
		return err
	}
	run, err := t.targetRun(ctx)
	if err != nil {
		return err
	}
	t.out.Runs = append(t.out.Runs, run)
	if t.alike(run) {
		t.out.Reasons = append(t.out.Reasons, blind(names))
	}
	return nil
}

// alike reports whether every target fails in a run as it did at first.
func (t *trial) alike(run check.Run) bool {
	is := map[string]string{}
	for _, f := range run.Report.Failures {
		is[identity(f)] = f.Signature.Exact
	}
	for _, f := range t.b.Targets {
		if sig, there := is[identity(f)]; !there || sig != f.Signature.Exact {
			return false
		}
	}
	return true
}

// spoil breaks the files that a patch changes, and names them.
func (v *Verifier) spoil(ctx context.Context, p patch.Patch) (names []string, err error) {
	for _, name := range p.Paths() {
		if _, there := v.before(name); !there {
			continue
		}
		if err := v.Workspace.Write(name, []byte(broken)); err != nil {
			return nil, errors.Join(err, v.restored(ctx, nil))
		}
		names = append(names, name)
	}
	return names, nil
}

func blind(names []string) string {
	if len(names) > maxFlaky {
		names = append(names[:maxFlaky:maxFlaky], "others")
	}
	return fmt.Sprintf("the tests do the same when %s cannot be read as code: they do not test this copy of it, but perhaps what was installed from another folder (pip install -e, npm link)",
		strings.Join(names, ", "))
}
