package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/patch/relocate"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/verify"
	"github.com/regreen/regreen/internal/workspace"
)

// part is a remembered patch that cures some of the failures.
type part struct {
	repair.Candidate
	trial verify.Trial
	tried int // index of the attempt
}

// replay tries the remembered patches, best match first; the first that verify
// proves ends the run. Those that each cure a part are tried together.
func (r *run) replay(ctx context.Context) (done bool, err error) {
	if len(r.seen.Replayable) == 0 {
		return false, nil
	}
	t, err := newTree(ctx, r.Workspace)
	if err != nil {
		return false, fmt.Errorf("replay: %w", err)
	}
	var parts []part
	for _, c := range repair.Candidates(r.seen.Replayable, t, r.Policy, maxReplays) {
		if c.Err != nil {
			r.note("replay", "%s (score %.4f) does not apply here: %v", c.Match.Record.ID, c.Match.Score, c.Err)
			continue
		}
		r.say("replay", "%s: %s", c.Match.Record.ID, c.How())
		trial, err := r.tryCandidate(ctx, c)
		switch {
		case err != nil:
			return false, err
		case trial.Verdict == verify.Verified:
			return true, r.replayed(trial, c)
		case trial.Verdict == verify.Partial:
			parts = append(parts, part{c, trial, len(r.res.Attempts) - 1})
		}
	}
	done, err = r.together(ctx, t, parts)
	if !done && len(parts) > 0 {
		r.partial(parts)
	}
	return done, err
}

func (r *run) tryCandidate(ctx context.Context, c repair.Candidate) (verify.Trial, error) {
	trial, err := r.prove(ctx, c.Attempt())
	if err != nil {
		return trial, fmt.Errorf("replay: %w", err)
	}
	if r.Remember != nil {
		r.degrade("remember", r.Remember.Replayed(ctx, r.job.ID, c.Match.Record.ID, trial.Verdict))
	}
	return trial, nil
}

// together tries the patches that each cured their part as one. A patch that cures
// nothing beyond the others, or is in their way, is left out.
func (r *run) together(ctx context.Context, t relocate.Tree, parts []part) (bool, error) {
	sum, used := r.addUp(t, parts)
	if len(used) < 2 {
		return false, nil
	}
	r.say("replay", "%d partial fixes are tried as one", len(used))
	a := used[0].Attempt()
	a.Patch = sum
	for _, c := range used[1:] {
		a.Cited = append(a.Cited, c.Attempt().Cited...)
	}
	trial, err := r.prove(ctx, a)
	if err != nil || trial.Verdict != verify.Verified {
		return false, err
	}
	if r.Remember != nil {
		for _, c := range used {
			r.degrade("remember", r.Remember.Held(ctx, r.job.ID, c.Match.Record.ID))
		}
	}
	return true, r.replayed(trial, used...)
}

// partial shows the part that cures most, unless a model does better.
func (r *run) partial(parts []part) {
	best := slices.MaxFunc(parts, func(a, b part) int { return cmp.Compare(len(a.trial.Cured), len(b.trial.Cured)) })
	r.res.Final = &r.res.Attempts[best.tried].Attempt
	r.res.Patch, r.res.Reused = r.res.Final.Patch, []Reuse{reuse(best.Candidate)}
	r.unfixed(outcome.Partial, "replayed %s: %s", best.Match.Record.ID, reasons(best.trial))
}

func (r *run) addUp(t relocate.Tree, parts []part) (sum patch.Patch, used []repair.Candidate) {
	cured := map[string]bool{}
	for _, p := range parts {
		if !slices.ContainsFunc(p.trial.Cured, func(name string) bool { return !cured[name] }) {
			continue
		}
		next := p.Relocated.Patch
		if len(used) > 0 {
			var err error
			if next, err = repair.Combine(sum, next, t); err != nil {
				r.say("replay", "%s does not go with the other partial fixes: %v", p.Match.Record.ID, err)
				continue
			}
		}
		sum, used = next, append(used, p.Candidate)
		for _, name := range p.trial.Cured {
			cured[name] = true
		}
	}
	return sum, used
}

// replayed ends the run with a fix from memory. It is not stored again: the
// counters of its record say that it held.
func (r *run) replayed(trial verify.Trial, cs ...repair.Candidate) error {
	var how []string
	for _, c := range cs {
		how = append(how, c.Match.Record.ID)
		r.res.Reused = append(r.res.Reused, reuse(c))
	}
	a := &r.res.Attempts[len(r.res.Attempts)-1].Attempt
	r.proved(trial, a)
	r.end(outcome.FixedFromMemory, "replayed %s: proved here", strings.Join(how, " and "))
	return nil
}

func reuse(c repair.Candidate) Reuse {
	return Reuse{Record: c.Match.Record, Counters: c.Match.Counters, Score: c.Match.Score, MatchedBy: c.Match.MatchedBy, How: c.How()}
}

func (r *run) proved(trial verify.Trial, a *repair.Attempt) {
	r.res.Proof, r.res.Patch, r.res.Final = trial.Proof, trial.Proof.Patch(), a
	r.res.Notes = append(r.res.Notes, trial.Proof.Notes()...)
}

// ofMemory says what the memory was good for, where nothing of it was proved.
func (r *run) ofMemory() string {
	switch {
	case r.Recall == nil:
		return "no memory is searched"
	case r.deaf:
		return "the memory could not be searched"
	case len(r.seen.Matches) == 0:
		return "the memory has no fix for this"
	case len(r.seen.Replayable) == 0:
		return "no remembered fix for this may be replayed"
	default:
		return "no remembered fix holds"
	}
}

// repair lets each model of the ladder try, within one budget. The last one tries once
// more if verify refused what it left: it is told why.
func (r *run) repair(ctx context.Context) error {
	if len(r.Agents) == 0 {
		r.unfixed(outcome.NoFix, "%s, and there is no model to ask: %s", r.ofMemory(), r.NoAgent)
		return nil
	}
	ladder, err := r.ready(ctx)
	if err != nil {
		return err
	}
	for i, agent := range ladder {
		end, err := r.try(ctx, agent)
		if end == refused && i+1 == len(ladder) {
			r.say("repair", "asking the same model again, with what verify said")
			_, err = r.try(ctx, agent)
		} else if end != over && i+1 < len(ladder) {
			r.say("repair", "asking the next model")
		}
		if end == over || err != nil {
			return err
		}
	}
	return nil
}

// ready is the ladder without the models that cannot be asked, found out before
// anything is paid. If none can, the run ends with the reason.
func (r *run) ready(ctx context.Context) ([]Agent, error) {
	var ladder []Agent
	for _, agent := range r.Agents {
		err := agent.Ready(ctx)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			r.say("preflight", "it cannot be asked")
			r.res.Notes = append(r.res.Notes, err.Error())
			r.unfixed(outcome.AgentError, "nothing was spent: %v", err)
			continue
		}
		ladder = append(ladder, agent)
	}
	return ladder, nil
}

// ending is how an attempt left the run.
type ending int

const (
	over    ending = iota // fixed, or nothing is left to spend
	gaveUp                // no patch, or the model broke down
	refused               // verify refused the patch
)

// try lets one model make an attempt, and judges it.
func (r *run) try(ctx context.Context, agent Agent) (ending, error) {
	task := r.task()
	task.Earlier = r.earlier()
	a, err := agent.Attempt(ctx, task, r.Budget)
	if rerr := r.clean(ctx); rerr != nil {
		return over, rerr
	}
	r.res.Usage = r.Budget.Spent()
	if ctx.Err() != nil {
		return over, ctx.Err() // a run that was stopped is no fault of the model's
	}
	if err != nil {
		r.unfixed(outcome.AgentError, "%v", err)
		return gaveUp, nil
	}
	return r.judge(ctx, a)
}

// judge proves what an agent left and says how the run stands.
func (r *run) judge(ctx context.Context, a repair.Attempt) (ending, error) {
	spent := a.StopReason == repair.StopLimit
	if a.Patch.Empty() {
		r.res.Attempts = append(r.res.Attempts, Tried{Attempt: a})
		r.gaveUp(a, spent)
		return unless(spent, gaveUp), nil
	}
	trial, err := r.prove(ctx, a)
	if err != nil {
		return over, fmt.Errorf("repair: %w", err)
	}
	last := &r.res.Attempts[len(r.res.Attempts)-1].Attempt
	switch trial.Verdict {
	case verify.Verified:
		r.proved(trial, last)
		r.fixed(ctx, last)
		return over, nil
	case verify.Partial:
		if r.unfixed(outcome.Partial, "%s", reasons(trial)) {
			r.res.Patch, r.res.Final, r.res.Reused = a.Patch, last, nil
		}
	case verify.Tampered:
		if proposable(r.Policy, trial) {
			if r.unfixed(outcome.Diagnosed, "the model proposes to change tests, which a person must judge: %s", reasons(trial)) {
				r.res.Patch, r.res.Final = a.Patch, last
			}
			return unless(spent, gaveUp), nil // it said what it thinks
		}
		if r.unfixed(outcome.RejectedByGuard, "%s", reasons(trial)) {
			r.res.Final = last
		}
	default:
		if spent {
			r.unfixed(outcome.BudgetExhausted, "%s; the last patch is %s: %s", a.Stop, trial.Verdict, reasons(trial))
		} else {
			r.unfixed(outcome.NoFix, "%s: %s", trial.Verdict, reasons(trial))
		}
	}
	return unless(spent, refused), nil
}

// unless is e, or over where nothing is left to spend.
func unless(spent bool, e ending) ending {
	if spent {
		return over
	}
	return e
}

// proposable reports whether the owner lets the model propose edits of tests, and a
// refused patch breaks no other rule.
func proposable(p patch.Policy, t verify.Trial) bool {
	for _, v := range t.Violations {
		if !v.Proposable() {
			return false
		}
	}
	return p.TestEdits == patch.ProposeTests && len(t.Violations) > 0
}

func reasons(t verify.Trial) string { return strings.Join(t.Reasons, "; ") }

// gaveUp ends an attempt that left no patch.
func (r *run) gaveUp(a repair.Attempt, spent bool) {
	var shown bool
	switch {
	case spent:
		r.unfixed(outcome.BudgetExhausted, "%s", a.Stop)
	case a.Description != "": // in the model's words
		shown = r.unfixed(outcome.Diagnosed, "%s", firstLine(a.Diagnosis))
	default:
		shown = r.unfixed(outcome.NoFix, "the model left no patch: %s", cmp.Or(a.Stop, string(a.StopReason)))
	}
	if shown {
		r.res.Final = &r.res.Attempts[len(r.res.Attempts)-1].Attempt
	}
}

// rank orders the endings without a fix, so that a later attempt does not hide a
// better one.
var rank = map[outcome.Outcome]int{outcome.AgentError: 1, outcome.NoFix: 2, outcome.BudgetExhausted: 3,
	outcome.RejectedByGuard: 4, outcome.Diagnosed: 5, outcome.Partial: 6}

// unfixed ends the run so unless it has a better ending; it reports whether it did, so
// that the attempt which is shown is that of the ending.
func (r *run) unfixed(o outcome.Outcome, format string, args ...any) bool {
	better := rank[o] >= rank[r.res.Outcome]
	if better {
		r.end(o, format, args...)
	}
	return better
}

// fixed remembers the agent's proved fix. A memory that cannot be written to
// degrades the run.
func (r *run) fixed(ctx context.Context, a *repair.Attempt) {
	r.end(outcome.Fixed, "the patch of %s is proved", cmp.Or(a.Model, "the model"))
	r.res.Reused = nil // a partial replay was not what fixed it
	for _, c := range a.Cited {
		r.res.Reused = append(r.res.Reused, r.cited(c))
	}
	if r.Remember == nil {
		return
	}
	rec, err := r.Remember.Fix(ctx, r.res.Proof, r.story(a))
	switch {
	case ctx.Err() != nil: // the proof stands, and what was paid for is not thrown away
		r.note("remember", "the fix is proved, and not sure to be remembered: the run was interrupted while it was written down")
		return
	case err != nil:
		r.note("remember", "the fix was not remembered: %v", err)
		return
	}
	r.res.Record = &rec
	r.say("remember", "stored %s", rec.ID)
}

func (r *run) story(a *repair.Attempt) remember.Story {
	return remember.Story{Description: a.Description, RootCause: a.RootCause, Before: func(path string) ([]byte, bool) {
		data, err := r.Workspace.Read(path)
		return data, err == nil
	}}
}

func (r *run) cited(c repair.Citation) Reuse {
	for _, m := range r.seen.Matches {
		if m.Record.ID == c.ID {
			return Reuse{Record: m.Record, Counters: m.Counters, Score: m.Score, MatchedBy: m.MatchedBy, How: Shown}
		}
	}
	return Reuse{Score: c.Score, MatchedBy: c.MatchedBy, How: Shown}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// tree is the workspace as what a patch is relocated to.
type tree struct {
	w     *workspace.Workspace
	paths []string
}

func newTree(ctx context.Context, w *workspace.Workspace) (relocate.Tree, error) {
	paths, err := w.Paths(ctx)
	if err != nil {
		return nil, err
	}
	return tree{w: w, paths: paths}, nil
}

func (t tree) Paths() []string { return t.paths }

func (t tree) Read(path string) ([]byte, bool) {
	data, err := t.w.Read(path)
	return data, err == nil
}
