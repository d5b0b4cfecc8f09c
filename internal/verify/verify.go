// Package verify decides whether a patch cures a failure, and whether the failure
// is there at all. It takes a patch and a report and knows nothing of who made
// them. Only this package makes a Proof.
package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/workspace"
)

// Verdict is the answer of verify about a failure or a patch.
type Verdict string

// The verdicts.
const (
	Reproduced    Verdict = "reproduced"     // the failure is there, every time
	Verified      Verdict = "verified"       // the patch cures all of it and harms nothing
	Partial       Verdict = "partial"        // the patch cures some of it and harms nothing
	StillFailing  Verdict = "still-failing"  // the patch does not cure it
	Regressed     Verdict = "regressed"      // the patch breaks something else, or tests no longer run
	Flaky         Verdict = "flaky"          // the failure comes and goes
	NotReproduced Verdict = "not-reproduced" // the failure does not come here
	RedAtBase     Verdict = "red-at-base"    // the failure is older than the change
	Tampered      Verdict = "tampered"       // the patch breaks the policy, or the alarm no longer rings
	Green         Verdict = "green"          // nothing fails
)

// Baseline is what the runs without any patch showed.
type Baseline struct {
	Verdict Verdict           `json:"verdict"`
	Reason  string            `json:"reason"`
	Targets []failure.Failure `json:"targets"` // what has to be cured
	Full    *check.Run        `json:"full"`    // a full run without the patch; nil if none was needed yet
	Runs    int               `json:"runs"`    // runs without the patch
	Failed  int               `json:"failed"`  // how many of them failed
	Select  bool              `json:"select"`  // the failing tests can be run alone
	One     time.Duration     `json:"one_ns"`  // how long one run of the failing tests takes
	Plan    Plan              `json:"plan"`
	Report  failure.Report    `json:"report"` // of the last failing run, or of CI

	other string // what failed instead of the targets, in a run without the patch
	none  string // says that a run without the patch had no test to run
	came  []int  // in how many of the runs each target failed
}

// Policy says what is wrong with a patch, before anything is run; patch.Policy is
// the real one.
type Policy interface {
	Check(p patch.Patch, before func(path string) ([]byte, bool)) []patch.Violation
}

// Verifier proves patches in one workspace.
type Verifier struct {
	Check     *check.Runner
	Workspace *workspace.Workspace
	Policy    Policy
	Budget    time.Duration // for all runs of one call; 0 means an hour
	Now       func() time.Time
	// Reruns is the number of runs without the patch that must all fail; 0 leaves it
	// to the plan.
	Reruns int
	// System names the machine that the tests run on, such as linux or ubuntu24; ""
	// where nobody is to be told that a failure is from another.
	System string
	// Isolation says in the proof which checkout the workspace is; "" for the one that
	// failed.
	Isolation string
	// Base is the commit that the change under test started from; "" is not asked.
	Base string
	left []string // files of the checkout that the last run, or the patch, had changed
	// Tell hears what is done next, in words. Nil is allowed.
	Tell func(text string)
	// Clean takes the secrets out of what a tool says, before it is cut and quoted in a
	// reason. Nil takes none.
	Clean func(text string) string
	// Known hears which failures are to be cured, before they are run again: others
	// may use that time. Nil is allowed.
	Known func(failure.Report)
}

// Reproduce runs the tests without any change and says whether the failures of
// ci are there. A report without failures makes it run the full command and take
// that run's failures as the target. The workspace is restored after each run.
func (v *Verifier) Reproduce(ctx context.Context, ci failure.Report) (Baseline, error) {
	b := Baseline{Report: ci, Targets: targets(ci)}
	v.tell("without any change")
	if len(b.Targets) == 0 || !hasTests(ci) {
		if done, err := v.firstFull(ctx, &b); done || err != nil {
			return b, err
		}
	}
	if v.Known != nil {
		v.Known(b.Report)
	}
	if err := v.reruns(ctx, &b); err != nil {
		return b, err
	}
	v.judge(&b)
	if b.Verdict == Reproduced {
		red, err := v.redAtBase(ctx, &b)
		if err != nil {
			return b, err
		}
		if red {
			b.Verdict, b.Reason = RedAtBase, fmt.Sprintf("fails in the same way at the base %s", v.Base)
		}
	}
	return b, nil
}

func (v *Verifier) tell(text string) {
	if v.Tell != nil {
		v.Tell(text)
	}
}

// said is what a tool says, as it may be quoted.
func (v *Verifier) said(text string) string {
	if v.Clean != nil {
		text = v.Clean(text)
	}
	return text
}

// targets are the failures that a patch can mend.
func targets(r failure.Report) []failure.Failure {
	var out []failure.Failure
	for _, f := range r.Failures {
		if f.Kind != failure.KindInfra {
			out = append(out, f)
		}
	}
	return out
}

func hasTests(r failure.Report) bool { return passedCount(byTest(r)) > 0 }

// firstFull runs the whole command once: for its failures, where CI's are not
// known, and for a result per test to compare with later.
func (v *Verifier) firstFull(ctx context.Context, b *Baseline) (done bool, err error) {
	run, err := v.full(ctx)
	if err != nil {
		return true, err
	}
	known := len(b.Targets) > 0
	b.Full, b.One, b.Runs = &run, run.Duration, 1
	if !known && v.inconclusive(b, run) {
		return true, nil
	}
	for limit := v.Now().Add(greenWindow); run.Passed() && !known && v.Now().Add(run.Duration).Before(limit) && b.Runs < maxGreen; b.Runs++ {
		if run, err = v.full(ctx); err != nil {
			return true, err
		}
		b.Full = &run
	}
	if run.Passed() && !known {
		b.Verdict, b.Reason = Green, fmt.Sprintf("%q passes", run.Command)
		return true, nil
	}
	if run.Passed() {
		return false, nil // the reruns will tell
	}
	if !known {
		b.Report, b.Targets = run.Report, targets(run.Report)
		b.failed(run)
		return false, nil
	}
	if failing(run, b.Targets) {
		b.failed(run)
	} else {
		b.otherwise(run)
	}
	return false, nil
}

// inconclusive ends the search for a failure with a run that shows nothing either way.
func (v *Verifier) inconclusive(b *Baseline, run check.Run) bool {
	switch {
	case run.TimedOut && !named(run.Report):
		b.Verdict = NotReproduced
		b.Reason = fmt.Sprintf("%q ran out of time after %s: a longer --timeout tells a slow command from one that hangs", run.Command, v.Check.Suite().Timeout)
	case run.Report.NoTests && run.Passed():
		b.Verdict, b.Reason = Green, fmt.Sprintf("%q exits 0, but no test was run: is it the right command, in the right folder?", run.Command)
	case run.Report.NoTests:
		b.Verdict, b.Reason = NotReproduced, noTest(run)
	default:
		return false
	}
	return true
}

// noTest says that a run had no test to run.
func noTest(run check.Run) string {
	return fmt.Sprintf("%q exits %d, and no test was run here", run.Command, run.ExitCode)
}

// named reports whether a tool named a test or a place that failed.
func named(r failure.Report) bool {
	for _, f := range r.Failures {
		if f.Test != "" || f.File != "" {
			return true
		}
	}
	return false
}

// reruns runs the failing tests alone, as often as the plan says; a run that can
// not be narrowed, or that passes alone and fails in the whole, is run in full.
func (v *Verifier) reruns(ctx context.Context, b *Baseline) error {
	start := v.Now()
	b.Select = true
	more := 0
	for {
		run, err := v.some(ctx, b)
		if err != nil {
			return err
		}
		b.Runs++
		b.One = run.Duration
		if failing(run, b.Targets) {
			b.failed(run)
			if len(run.Report.Failures) > 0 && b.Full == nil {
				b.Report.ExitCode = run.Report.ExitCode
			}
		} else if b.Select {
			b.Select = false // passes alone, or cannot be run alone: the whole decides
			b.Runs--
			more = 1 // it may come and go, too: one run of the whole does not tell
			continue
		} else {
			b.otherwise(run)
		}
		b.Plan = PlanFor(b.One, v.Budget)
		if v.Reruns > 0 {
			b.Plan.Reproduce = v.Reruns
		}
		if b.Runs >= b.Plan.Reproduce+more || v.Now().Sub(start) > b.Plan.Budget/3 {
			return nil
		}
	}
}

// failing reports whether a run shows one of the failures. A run that fails in some
// other way, such as for want of a tool, does not, where the failures have names.
func failing(run check.Run, ts []failure.Failure) bool {
	if run.Report.NoTests {
		return false
	}
	named := false
	for _, t := range ts {
		named = named || t.Test != ""
		if s, _ := stateOf(t, run, 0); s == ill {
			return true
		}
	}
	return !run.Passed() && !named
}

// otherwise notes what a run showed instead of the failures.
func (b *Baseline) otherwise(run check.Run) {
	switch {
	case run.Report.NoTests:
		b.none = noTest(run)
	case !run.Passed() && len(run.Report.Failures) > 0:
		b.other = run.Report.Failures[0].Message
	}
}

// failed counts a run that shows one of the failures, and for each whether it was there.
func (b *Baseline) failed(run check.Run) {
	b.Failed++
	if len(b.came) < len(b.Targets) {
		b.came = make([]int, len(b.Targets))
	}
	for i, t := range b.Targets {
		if s, _ := stateOf(t, run, 0); s == ill || t.Test == "" {
			b.came[i]++
		}
	}
}

// often says of the failures that came in some of the runs, but not in all, in how many.
// steady reports whether another came in all of them.
func (b *Baseline) often() (text string, steady bool) {
	var some []string
	for i, n := range b.came {
		switch {
		case n == b.Runs:
			steady = true
		case n > 0 && len(some) == maxFlaky:
			return strings.Join(some, ", ") + " and others too", steady || slices.Contains(b.came, b.Runs)
		case n > 0:
			some = append(some, fmt.Sprintf("%s failed in %d of %d runs", name(b.Targets[i]), n, b.Runs))
		}
	}
	return strings.Join(some, ", "), steady
}

// maxFlaky is how many failures that come and go are named: a reason is one line.
const maxFlaky = 3

func (v *Verifier) judge(b *Baseline) {
	command := v.Check.Suite().Command
	some, steady := b.often()
	switch {
	case b.Failed == b.Runs && steady:
		b.Verdict, b.Reason = Reproduced, fmt.Sprintf("failed in %d of %d runs without any change", b.Failed, b.Runs)
		if some != "" {
			b.Reason += "; " + some
		}
	case b.Failed > 0:
		b.Verdict, b.Reason = Flaky, cmp.Or(some, fmt.Sprintf("failed in %d of %d runs", b.Failed, b.Runs))+" without any change"
	case b.none != "":
		b.Verdict, b.Reason = NotReproduced, b.none
	case b.other != "":
		b.Verdict, b.Reason = NotReproduced, fmt.Sprintf("%q fails here in another way: %s", command, v.said(b.other))
	default:
		b.Verdict, b.Reason = NotReproduced, fmt.Sprintf("%q passed in all of %d runs here", command, b.Runs)
	}
	if elsewhere := v.elsewhere(b.Report.Systems); b.Verdict == NotReproduced && elsewhere != "" {
		b.Reason += fmt.Sprintf("; it failed on %s, and this is %s", elsewhere, v.System)
	}
}

// elsewhere names the machines that the failure is from, where none of them runs the
// operating system that this one does.
func (v *Verifier) elsewhere(systems []string) string {
	here := family(v.System)
	for _, s := range systems {
		if f := family(s); f == "" || f == here {
			return ""
		}
	}
	if here == "" {
		return ""
	}
	return strings.Join(systems, " and ")
}

// family is the operating system in the name of a machine or image; "" if it is none
// of the three that runners have.
func family(system string) string {
	system = strings.ToLower(system)
	for _, f := range []struct{ name, family string }{
		{"ubuntu", "linux"}, {"linux", "linux"}, {"debian", "linux"}, {"windows", "windows"}, {"win", "windows"}, {"macos", "macos"}, {"darwin", "macos"},
	} {
		if strings.HasPrefix(system, f.name) {
			return f.family
		}
	}
	return ""
}

// full and some leave the workspace as it was before the run.
func (v *Verifier) full(ctx context.Context) (check.Run, error) {
	run, err := v.Check.Full(ctx, v.Workspace)
	return run, v.restored(ctx, err)
}

func (v *Verifier) some(ctx context.Context, b *Baseline) (check.Run, error) {
	if b.Select {
		run, ok, err := v.Check.Targeted(ctx, v.Workspace, b.Targets)
		if ok || err != nil {
			return run, v.restored(ctx, err)
		}
		b.Select = false
	}
	return v.full(ctx)
}

// restored puts the workspace back, also after a run that broke or was stopped.
func (v *Verifier) restored(ctx context.Context, runErr error) error {
	c, err := v.Workspace.Restore(context.WithoutCancel(ctx))
	v.left = append(c.Modified, c.Deleted...)
	return errors.Join(runErr, err)
}
