package verify

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
)

// wholeAgain is the longest full run that is made once more for the sake of another
// order. Beyond it only the packages or files of the failing tests are run again: who
// shares state with them is mostly there.
const wholeAgain = 30 * time.Second

// manyDraws is how often a cheap run is made in orders that the framework draws: a
// pair of tests stays in its usual order in all of them once in eight times.
const manyDraws = 3

// reordered runs the tests in another order, where the framework has one. A test that
// then fails with the patch, and did not without it, was harmed by the patch; targets
// must pass in this order too. Tests that fail without the patch as well depend on
// their order themselves.
func (t *trial) reordered(ctx context.Context) (bool, error) {
	o := t.order()
	draws := 1
	if o.Chance() && t.wholeRun().Duration < quick {
		draws = manyDraws
	}
	for range draws {
		if on, err := t.oneOrder(ctx, o); err != nil || !on || t.unordered != "" {
			return on, err
		}
		o.Seed++
	}
	return true, nil
}

func (t *trial) oneOrder(ctx context.Context, o check.Order) (bool, error) {
	run, ok, err := t.inOrder(ctx, o)
	switch {
	case err != nil:
		return false, err
	case !ok:
		t.unordered = "there is no way for this framework, or not with this command"
		return true, nil
	}
	if run.Order == "" {
		return t.unmoved(run), nil
	}
	if cured, _ := t.curedIn(run); run.Passed() && len(cured) == len(t.b.Targets) {
		t.passes++
		return true, nil
	}
	before, err := t.withoutPatch(ctx, o)
	if err != nil {
		return false, err
	}
	return t.judgeOrder(before, run), nil
}

// unmoved judges a run that shows no sign of the other order: it is one more in the usual
// order, or what should have turned the tests round kept them from running.
func (t *trial) unmoved(run check.Run) bool {
	t.unordered = "nothing shows that the tests took another order from this command"
	for _, f := range t.b.Targets {
		if s, _ := stateOf(f, run, 0); s == ill {
			t.fail(Flaky, "passed with the patch, then failed: %s", name(f))
			return false
		}
	}
	return true
}

// order is one in which as many tests as possible run after one that they usually
// run before.
func (t *trial) order() check.Order {
	whole := t.wholeRun()
	first := t.b.Targets[0]
	o := check.Order{Framework: first.Framework, Seed: check.Seed(siblings(whole.Report, first), rand.Int64N(1<<31))}
	if whole.Duration > wholeAgain {
		o.Near = t.b.Targets
	}
	return o
}

// siblings is how many top-level tests the package of a test has.
func siblings(r failure.Report, f failure.Failure) int {
	n := 0
	for k := range byTest(r) {
		if k[0] == f.Package && !strings.Contains(k[1], "/") {
			n++
		}
	}
	return n
}

func (t *trial) inOrder(ctx context.Context, o check.Order) (run check.Run, ok bool, err error) {
	if err := t.v.Workspace.Apply(ctx, t.p); err != nil {
		return run, false, t.v.restored(ctx, err)
	}
	run, ok, err = t.v.Check.Reordered(ctx, t.v.Workspace, o)
	if ok {
		t.out.Runs = append(t.out.Runs, run)
	}
	return run, ok, t.v.restored(ctx, err)
}

func (t *trial) withoutPatch(ctx context.Context, o check.Order) (check.Run, error) {
	run, _, err := t.v.Check.Reordered(ctx, t.v.Workspace, o)
	t.out.Runs = append(t.out.Runs, run)
	return run, t.v.restored(ctx, err)
}

// judgeOrder holds two runs in the same order against each other, and reports whether
// the patch may still hold.
func (t *trial) judgeOrder(before, with check.Run) bool {
	if !tested(with) && !tested(before) {
		t.unordered = "no test runs with " + with.Order // an option that this version does not know
		return true
	}
	for _, f := range t.b.Targets {
		if !curedInOrder(f, with) {
			t.fail(Flaky, "passes in the usual order of the tests only: %s does not pass with %s", name(f), with.Order)
			return false
		}
	}
	if worse := harmed(before.Report, with.Report); len(worse) > 0 || before.Passed() {
		t.fail(Regressed, "breaks other tests when they run in another order, with %s: %s", with.Order, strings.Join(worse, ", "))
		return false
	}
	t.unordered = "other tests fail with " + with.Order + ", and without the patch they do not pass with it either"
	return true
}

// curedInOrder reports whether target is gone in a run in another order, in which other
// tests may fail. An error of a compiler or of loading has no order: it is gone where
// tests run and it is not named.
func curedInOrder(target failure.Failure, run check.Run) bool {
	s, _ := stateOf(target, run, 0)
	return s == cured || s == unknown && target.Test == "" && tested(run)
}

// harmed names the tests that are worse off with the patch. Where the run without it
// ended early, in a build or a crash, it has no word on the tests that it did not reach.
func harmed(before, with failure.Report) []string {
	old := byTest(before)
	reachedAll := true
	for k, s := range byTest(with) {
		_, ran := old[k]
		reachedAll = reachedAll && (ran || s != failure.Passed)
	}
	if !reachedAll {
		with.Failures = slices.DeleteFunc(slices.Clone(with.Failures), func(f failure.Failure) bool {
			_, ran := old[[2]string{f.Package, f.Test}]
			return !ran
		})
	}
	c := compare(before, with)
	return append(c.Regressed, c.Lost...)
}

// tested reports whether a run shows that tests ran.
func tested(run check.Run) bool {
	c := run.Report.Counts
	return len(run.Report.Tests) > 0 || c.Passed != nil && *c.Passed > 0 || c.Failed != nil && *c.Failed > 0
}
