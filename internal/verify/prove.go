package verify

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/proc"
	"github.com/regreen/regreen/internal/scrub"
)

// ErrNoBaseline refuses to prove anything about a failure that was not reproduced.
var ErrNoBaseline = errors.New("the failure was not reproduced")

// Trial is what became of one patch. Proof is nil unless Verdict is Verified.
type Trial struct {
	Verdict    Verdict           `json:"verdict"`
	Reasons    []string          `json:"reasons,omitempty"`
	Violations []patch.Violation `json:"violations,omitempty"`
	Cured      []string          `json:"cured,omitempty"`
	Comparison Comparison        `json:"comparison"`
	Runs       []check.Run       `json:"runs,omitempty"`
	Notes      []string          `json:"notes,omitempty"` // what a proof does not show
	Proof      *Proof            `json:"-"`
}

func refuse(v Verdict, reason string, args ...any) Trial {
	return Trial{Verdict: v, Reasons: []string{fmt.Sprintf(reason, args...)}}
}

// Prove applies p to the clean workspace and decides. The workspace is as before
// when it returns. Errors mean that it could not be decided: the disk, git, or
// ctx; a patch that does not hold is a Trial, not an error.
func (v *Verifier) Prove(ctx context.Context, b Baseline, p patch.Patch) (Trial, error) {
	if b.Verdict != Reproduced {
		return Trial{}, ErrNoBaseline
	}
	if t, refused := v.Refuse(ctx, p); refused {
		return t, nil
	}
	if b.Full == nil && !hasTests(b.Report) {
		run, err := v.full(ctx)
		if err != nil {
			return Trial{}, err
		}
		b.Full = &run
	}
	ctx, cancel := context.WithTimeout(ctx, b.Plan.Budget)
	defer cancel()
	t := &trial{v: v, b: b, p: p}
	err := t.prove(ctx)
	if errors.Is(err, proc.ErrNoDir) {
		t.fail(Regressed, "removes the folder that the tests run in")
		err = nil
	}
	if err == nil && t.out.Verdict == StillFailing && v.Isolation != "" {
		err = t.unnoticed(ctx)
	}
	if err := v.restored(ctx, err); err != nil {
		return Trial{}, fmt.Errorf("prove the patch: %w", err)
	}
	return t.out, nil
}

// Refuse says what is wrong with a patch before anything is run; refused is false for
// one that deserves a trial.
func (v *Verifier) Refuse(ctx context.Context, p patch.Patch) (t Trial, refused bool) {
	if p.Empty() {
		return refuse(StillFailing, "the patch is empty"), true
	}
	bad := append(v.Policy.Check(p, v.before), v.forTests(ctx, p)...)
	if len(bad) == 0 {
		return Trial{}, false
	}
	t = Trial{Verdict: Tampered, Violations: bad}
	for _, x := range bad {
		t.Reasons = append(t.Reasons, fmt.Sprintf("%s: %s: %s", x.Rule, x.Path, x.Detail))
	}
	return t, true
}

func (v *Verifier) before(path string) ([]byte, bool) {
	data, there, err := v.Workspace.Original(path)
	return data, there && err == nil
}

// trial is the work on one patch.
type trial struct {
	v         *Verifier
	b         Baseline
	p         patch.Patch
	out       Trial
	passes    int
	rewritten []string // test files that differ after a run with the patch
	silent    string   // why no alarm was heard; "" if one was
	unordered string   // why no other order of the tests speaks for the patch; "" if one does
	proven    bool     // a run named every target among the tests that passed
	ended     int      // exit status of the first run of the targets alone, if it was such a run
}

// prove goes from the cheap refusals to the dear ones.
func (t *trial) prove(ctx context.Context) error {
	for _, step := range []struct {
		says string
		run  func(context.Context) (bool, error)
	}{
		{"the failing tests with the patch", t.targeted},
		{"everything with the patch", t.whole},
		{"the failing tests again", t.repeats},
		{"with an empty temp folder", t.afresh},
		{"in another order", t.reordered},
		{"without the patch", t.control},
		{"with a test that must fail", t.tripwire},
	} {
		t.v.tell(step.says)
		if on, err := step.run(ctx); err != nil || !on {
			return err
		}
	}
	t.out.Verdict = Verified
	t.out.Proof = t.proof()
	t.out.Notes = t.out.Proof.Notes()
	return nil
}

// patched puts the patch, and nothing else, on the clean sources and runs.
func (t *trial) patched(ctx context.Context, run func(context.Context) (check.Run, error)) (check.Run, error) {
	if err := t.v.Workspace.Apply(ctx, t.p); err != nil {
		return check.Run{}, errors.Join(err, t.v.restored(ctx, nil))
	}
	r, err := run(ctx)
	t.out.Runs = append(t.out.Runs, r)
	for _, name := range t.v.left {
		if t.holdsTests(name) && !slices.Contains(t.rewritten, name) {
			t.rewritten = append(t.rewritten, name)
		}
	}
	return r, err
}

// holdsTests reports whether a file holds tests, in whole or, where the patch has
// nothing to do with it, in part.
func (t *trial) holdsTests(name string) bool {
	if patch.IsTestPath(name) || slices.Contains(t.p.Paths(), name) {
		return patch.IsTestPath(name)
	}
	text, there := t.v.before(name)
	return there && patch.HoldsTests(name, text)
}

func (t *trial) targetRun(ctx context.Context) (check.Run, error) { return t.v.some(ctx, &t.b) }

// targeted is one run of the failing tests, which refuses most bad patches.
func (t *trial) targeted(ctx context.Context) (bool, error) {
	if !t.b.Select {
		return true, nil
	}
	run, err := t.patched(ctx, t.targetRun)
	if err != nil {
		return false, err
	}
	if n := t.count(run); n == 0 {
		t.fail(StillFailing, "none of the %d failing tests passes with the patch%s", len(t.b.Targets), t.remains(run))
		return false, nil
	}
	if t.proven {
		t.ended = run.ExitCode
	}
	return true, nil
}

// count says how many targets run cured, and notes whether it had evidence.
func (t *trial) count(run check.Run) int {
	names, proven := t.curedIn(run)
	t.out.Cured, t.proven = names, t.proven || proven
	return len(names)
}

// curedIn names the targets that run cured. proven says that it has all of them among
// the tests that passed.
func (t *trial) curedIn(run check.Run) (names []string, proven bool) {
	before := len(t.b.Targets)
	if !run.Targeted {
		before = ranBefore(t.baseline())
	}
	proven = true
	for _, f := range t.b.Targets {
		s, evidence := stateOf(f, run, before)
		if s == cured {
			names = append(names, name(f))
		}
		proven = proven && s == cured && evidence
	}
	return names, proven
}

func (t *trial) fail(v Verdict, reason string, args ...any) {
	t.out.Verdict = v
	t.out.Reasons = append(t.out.Reasons, fmt.Sprintf(reason, args...))
}

// whole is the full command with the patch, held against the baseline.
func (t *trial) whole(ctx context.Context) (bool, error) {
	run, err := t.patched(ctx, t.v.full)
	if err != nil {
		return false, err
	}
	n := t.count(run)
	t.out.Comparison = compare(t.baseline(), run.Report)
	switch c := t.out.Comparison; {
	case run.TimedOut:
		t.fail(StillFailing, "%q ran out of time after %s", run.Command, run.Duration.Round(time.Second))
	case n == 0 && run.Passed():
		t.fail(StillFailing, "%q exits 0, but its output does not show that the failing tests ran", run.Command)
	case n == 0:
		t.fail(StillFailing, "%q still exits %d%s", run.Command, run.ExitCode, t.remains(run))
	case len(c.Regressed) > 0:
		t.fail(Regressed, "breaks %s", strings.Join(c.Regressed, ", "))
	case len(c.Lost) > 0:
		t.fail(Regressed, "tests no longer run: %s", strings.Join(c.Lost, ", "))
	case len(c.Skipped) > 0:
		t.fail(Regressed, "tests are skipped now: %s", strings.Join(c.Skipped, ", "))
	case c.Fewer != "":
		t.fail(Regressed, "%s", c.Fewer)
	case n < len(t.b.Targets):
		t.fail(Partial, "cures %d of %d failures", n, len(t.b.Targets))
	case !run.Passed():
		t.fail(StillFailing, "every failing test passes, but %q still exits %d%s", run.Command, run.ExitCode, t.remains(run))
	default:
		t.passes++
		return true, nil
	}
	return false, nil
}

// remainsLength is how much of a message stands in a reason, in characters.
const remainsLength = 160

// remains says how the first failure of a run fails; "" if it names none.
func (t *trial) remains(run check.Run) string {
	for _, f := range run.Report.Failures {
		line, _, _ := strings.Cut(strings.TrimSpace(f.Message), "\n")
		// Kinds that tools have for whatever fails ("test", "compile") are in lower case.
		if f.ErrorType != strings.ToLower(f.ErrorType) && !strings.Contains(line, f.ErrorType) {
			line = strings.TrimSuffix(f.ErrorType+": "+line, ": ")
		}
		if line != "" {
			return ": " + scrub.Line(t.v.said(line), remainsLength)
		}
	}
	return ""
}

// baseline is the report that the full run with the patch is compared with.
func (t *trial) baseline() failure.Report {
	if t.b.Full != nil && len(t.b.Full.Report.Tests) >= len(t.b.Report.Tests) {
		return t.b.Full.Report
	}
	return t.b.Report
}

// repeats runs the failing tests again, so that a lucky pass does not count.
func (t *trial) repeats(ctx context.Context) (bool, error) {
	for range t.b.Plan.Repeat - 1 { // afresh is one
		run, err := t.patched(ctx, t.targetRun)
		if err != nil {
			return false, err
		}
		if !t.again(run, "passed with the patch, then failed: cured %d of %d in a repeat%s") {
			return false, nil
		}
	}
	return true, nil
}

// afresh is the last of the repeats. A pass that needs what an earlier run left in the
// folder for temporary files, or that is one in CI alone, is none.
func (t *trial) afresh(ctx context.Context) (bool, error) {
	run, err := t.patched(ctx, func(ctx context.Context) (check.Run, error) {
		var selected []failure.Failure
		if t.b.Select {
			selected = t.b.Targets
		}
		run, err := t.v.Check.Afresh(ctx, t.v.Workspace, selected)
		return run, t.v.restored(ctx, err)
	})
	if err != nil {
		return false, err
	}
	return t.again(run, "passed with the patch, then failed with an empty temp folder and without the variables of CI: cured %d of %d%s"), nil
}

// again reports whether one more run with the patch passes, and counts it. reason says
// how many it cured, of how many, and which not.
func (t *trial) again(run check.Run, reason string) bool {
	if n := t.count(run); n < len(t.b.Targets) || !run.Passed() && !t.alone(run) {
		t.fail(Flaky, reason, n, len(t.b.Targets), t.notCured())
		return false
	}
	t.passes++
	return true
}

// alone reports whether a run of the targets alone shows each of them pass, and ends as the
// first such run did: with a threshold for coverage, say, a few tests cannot end well. That
// all is well the whole command says, which has exited with 0.
func (t *trial) alone(run check.Run) bool {
	_, proven := t.curedIn(run)
	return run.Targeted && !run.TimedOut && run.ExitCode == t.ended && proven &&
		!slices.ContainsFunc(run.Report.Failures, func(f failure.Failure) bool { return f.Test != "" })
}

// notCured names the targets that the last run did not cure.
func (t *trial) notCured() string {
	var left []failure.Failure
	for _, f := range t.b.Targets {
		if !slices.Contains(t.out.Cured, name(f)) {
			left = append(left, f)
		}
	}
	if len(left) == 0 {
		return ""
	}
	return ", not " + few(left)
}

// few names the first of many failures.
func few(fs []failure.Failure) string {
	var names []string
	for _, f := range fs[:min(len(fs), maxFlaky)] {
		names = append(names, name(f))
	}
	if more := len(fs) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// control runs without the patch again: a failure that went away by itself was
// not cured by the patch.
func (t *trial) control(ctx context.Context) (bool, error) {
	for range t.b.Plan.Control {
		run, err := t.targetRun(ctx)
		if err != nil {
			return false, err
		}
		t.out.Runs = append(t.out.Runs, run)
		t.rewritten = slices.DeleteFunc(t.rewritten, func(name string) bool { return slices.Contains(t.v.left, name) })
		if !failing(run, t.b.Targets) {
			t.fail(Flaky, "passes without the patch too, in the control run: %s", few(t.b.Targets))
			return false, nil
		}
	}
	if len(t.rewritten) > 0 {
		t.fail(Tampered, "with the patch, a run changes the tests: %s", strings.Join(t.rewritten, ", "))
		return false, nil
	}
	return true, nil
}

// tripwire lays the alarm: it must ring without the patch, else it proves nothing in
// this project, and then it must ring with the patch as well.
func (t *trial) tripwire(ctx context.Context) (bool, error) {
	a, ok := t.v.layAlarm(ctx, t.b.Targets, rand.Text())
	switch {
	case !t.b.Select && t.wholeRun().Duration > wholeAgain:
		t.silent = "the failing tests cannot be run alone with this command, and all of them take long"
		return true, nil
	case !ok:
		t.silent = "there is no alarm for this framework, or no file of the failing tests was found"
		return true, nil
	}
	run, rang, err := t.v.alarmed(ctx, &t.b, a)
	if err != nil {
		return false, err
	}
	t.out.Runs = append(t.out.Runs, run)
	if !rang && t.b.Select { // what fails may end the program before the alarm, as a panic of Go does
		alone := t.b
		alone.Targets = nil
		if run, rang, err = t.v.alarmed(ctx, &alone, a); err != nil {
			return false, err
		}
		t.out.Runs = append(t.out.Runs, run)
	}
	if !rang {
		t.silent = "a test that must fail, laid beside the others, is not seen to fail here"
		return true, nil
	}
	run, err = t.patched(ctx, func(ctx context.Context) (check.Run, error) {
		run, with, err := t.v.alarmed(ctx, &t.b, a)
		rang = with
		return run, err
	})
	if err != nil {
		return false, err
	}
	if !rang || !t.spared(run) {
		t.fail(Tampered, "a test that must fail does not fail with the patch: what the runner says cannot be trusted")
		return false, nil
	}
	return true, nil
}

// spared reports whether nothing but the alarm failed in its run with the patch. Some
// tools name no test that passes; their totals then have to account for the targets.
func (t *trial) spared(run check.Run) bool {
	cured, _ := t.curedIn(run)
	if len(cured) == len(t.b.Targets) {
		return true
	}
	for _, f := range t.b.Targets {
		if s, _ := stateOf(f, run, 0); s == ill {
			return false
		}
	}
	n := run.Report.Counts.Passed
	return passedCount(byTest(run.Report)) == 0 && n != nil && *n >= len(t.b.Targets)
}
