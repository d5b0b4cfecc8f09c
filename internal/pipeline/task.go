package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/recall"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/brief"
	"github.com/regreen/regreen/internal/repair/tool"
	"github.com/regreen/regreen/internal/verify"
	"github.com/regreen/regreen/internal/workspace"
)

// maxPassing bounds the passing tests that a task names.
const maxPassing = 200

// task is what every model of the ladder is given.
func (r *run) task() repair.Task {
	t := repair.Task{
		Report: r.res.Report, Description: r.place(), Files: r.Workspace, Policy: r.Policy,
		Tests:    suite{r.Check, r.Workspace, r.res.Report},
		Recalled: r.Recall != nil, Matches: r.seen.Matches, Replayable: r.seen.Replayable, RecallNote: r.seen.SimilarityOff,
		Passing: r.passing(), RunDir: r.RunDir, Clean: r.Clean,
	}
	if r.Recall != nil {
		t.Memories = memories{*r.Recall, r.job.Tenant, r.job.Filter}
	}
	return t
}

// place says in words where the failure is from.
func (r *run) place() string {
	e := r.job.Event
	var parts []string
	for _, p := range []struct{ name, value string }{{"repository", e.Repo}, {"branch", e.HeadRef}, {"job", e.Job}} {
		if p.value != "" {
			parts = append(parts, p.name+" "+p.value)
		}
	}
	return strings.Join(parts, ", ")
}

// passing names tests that pass, those beside a failing one first: a fix breaks its
// neighbours before it breaks others.
func (r *run) passing() []string {
	rep := r.res.Report
	if r.base.Full != nil {
		rep = r.base.Full.Report
	}
	failing := map[string]bool{}
	for _, f := range r.res.Report.Failures {
		failing[f.Package] = true
	}
	var near, far []string
	for _, t := range rep.Tests {
		name := strings.TrimSpace(t.Package + " " + t.Test)
		switch {
		case t.Status != failure.Passed || t.Test == "":
		case failing[t.Package]:
			near = append(near, name)
		default:
			far = append(far, name)
		}
	}
	names := append(near, far...)
	return names[:min(len(names), maxPassing)]
}

// earlier tells the next attempt what became of those before it.
func (r *run) earlier() []brief.Earlier {
	var out []brief.Earlier
	for _, t := range r.res.Attempts {
		verdict := fmt.Sprintf("%s: %s", t.Trial.Verdict, reasons(t.Trial))
		if t.Trial.Verdict == "" {
			verdict = "it left no patch"
		}
		e := t.Attempt.Learnt(verdict)
		e.Failures = failuresOf(t.Trial)
		out = append(out, e)
	}
	return out
}

// failuresOf are those of the last run with a patch that verify refused.
func failuresOf(t verify.Trial) []failure.Failure {
	switch t.Verdict {
	case verify.StillFailing, verify.Regressed, verify.Partial:
		if n := len(t.Runs); n > 0 {
			return t.Runs[n-1].Report.Failures
		}
	}
	return nil
}

// clean takes the agent's edits out of the workspace: what it is to be judged by
// is its patch.
func (r *run) clean(ctx context.Context) error {
	if _, err := r.Workspace.Restore(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("restore after the attempt: %w", err)
	}
	return nil
}

// suite lets the agent run tests by name.
type suite struct {
	runner *check.Runner
	w      *workspace.Workspace
	report failure.Report
}

// Run runs the named tests, or everything where they cannot be selected.
func (s suite) Run(ctx context.Context, selection []string) (tool.TestResult, error) {
	run, ok, err := s.selected(ctx, selection)
	if err == nil && !ok {
		run, err = s.runner.Full(ctx, s.w)
	}
	if err != nil {
		return tool.TestResult{}, err
	}
	return tool.TestResult{Command: run.Command, ExitCode: run.ExitCode, TimedOut: run.TimedOut, Report: run.Report}, nil
}

func (s suite) selected(ctx context.Context, names []string) (check.Run, bool, error) {
	var fs []failure.Failure
	for _, n := range names {
		i := slices.IndexFunc(s.report.Failures, func(f failure.Failure) bool { return f.Test == n })
		if i < 0 {
			return check.Run{}, false, nil
		}
		fs = append(fs, s.report.Failures[i])
	}
	return s.runner.Targeted(ctx, s.w, fs)
}

// memories lets the agent search within the tenant and the filter of the run.
type memories struct {
	recaller recall.Recaller
	tenant   string
	filter   memory.Filter
}

// Search answers with at most k matches.
func (m memories) Search(ctx context.Context, query, errorType string, k int) ([]memory.Match, error) {
	f := m.filter
	f.ErrorType = errorType
	found, _, err := m.recaller.Search(ctx, recall.Request{Tenant: m.tenant, Filter: f}, query, k)
	return found, err
}
