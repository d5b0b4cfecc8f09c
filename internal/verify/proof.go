package verify

import (
	"slices"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
)

// Proof says that a patch was verified. It has no exported field and is made by
// Prove and Open alone, so that nothing unproved can be stored as proved.
type Proof struct {
	patch    patch.Patch
	targets  []failure.Failure
	evidence memory.Evidence
	outcome  string
	notes    []string
}

// Patch is the patch that was proved.
func (p *Proof) Patch() patch.Patch { return p.patch }

// Targets are the failures that it cures.
func (p *Proof) Targets() []failure.Failure { return slices.Clone(p.targets) }

// Evidence is what was run and what came of it.
func (p *Proof) Evidence() memory.Evidence { return p.evidence }

// Outcome is the outcome that the last full run confirmed, in words.
func (p *Proof) Outcome() string { return p.outcome }

// Notes name what the proof does not show; empty if nothing is missing.
func (p *Proof) Notes() []string { return slices.Clone(p.notes) }

func (t *trial) proof() *Proof {
	full := t.wholeRun()
	before := t.baseline()
	p := &Proof{patch: t.p, targets: slices.Clone(t.b.Targets), outcome: full.Confirmed()}
	p.evidence = memory.Evidence{
		Command: full.Command, Commit: t.v.Workspace.Head(),
		ExitBefore: exitBefore(t.b), ExitAfter: full.ExitCode,
		CountsBefore: before.Counts, CountsAfter: full.Report.Counts,
		Reproduced: t.b.Failed, Passes: t.passes, ControlRun: t.b.Plan.Control > 0,
		Unenforced: full.Unenforced, Isolation: t.v.Isolation,
	}
	if !t.proven {
		p.notes = append(p.notes, "the output names no passing test: exit status and totals were compared")
	} else if !t.out.Comparison.PerTest {
		p.notes = append(p.notes, "other tests were compared by exit status and totals only")
	}
	if t.unordered != "" {
		p.notes = append(p.notes, "the tests were not proved in another order: "+t.unordered)
	}
	if t.silent != "" {
		p.notes = append(p.notes, "not tested whether the patch silences the test runner: "+t.silent)
	}
	return p
}

func (t *trial) wholeRun() check.Run {
	for _, r := range t.out.Runs {
		if !r.Targeted {
			return r
		}
	}
	return check.Run{} // not reached: whole ran
}

func exitBefore(b Baseline) int {
	switch {
	case b.Full != nil && b.Full.ExitCode != 0:
		return b.Full.ExitCode
	case b.Report.ExitCode != nil:
		return *b.Report.ExitCode
	}
	return 1
}
