// Package pipeline runs the stages in order: report, reproduce, recall, attempts
// with their proofs, remember. What ends a run early is an outcome with a reason;
// an error means that regreen or something it stands on broke.
package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/publish"
	"github.com/regreen/regreen/internal/recall"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/spend"
	"github.com/regreen/regreen/internal/verify"
	"github.com/regreen/regreen/internal/workspace"
)

// maxReplays is the most remembered patches that one run tries: each costs a run
// of the failing tests, and the right one is nearly always the first.
const maxReplays = 3

// Agent makes one attempt with a model.
type Agent interface {
	// Ready says why the model cannot be asked, as far as that is known without paying.
	Ready(ctx context.Context) error
	Attempt(ctx context.Context, t repair.Task, b *spend.Budget) (repair.Attempt, error)
}

// Progress hears what happens, a line at a time. Stage is one of the words that
// the tour in internal/app uses.
type Progress func(stage, line string)

// Stages are the parts that a run is put together from.
type Stages struct {
	Workspace *workspace.Workspace
	Check     *check.Runner
	Verifier  *verify.Verifier
	Recall    *recall.Recaller
	Remember  *remember.Memory // nil: nothing is written
	Agents    []Agent          // the ladder; empty: memory alone
	NoAgent   string           // why there is none, for the reason
	Policy    patch.Policy
	Budget    *spend.Budget
	Progress  Progress
	Save      func(name string, v any) error // writes a stage's result to the run folder
	RunDir    string
	// Wanted says, before anything is spent, whether this failure is to be repaired
	// now; nil means yes.
	Wanted func(ctx context.Context, r failure.Report) (publish.Standing, error)
	Clean  func(string) string // strips and redacts what goes to a model
	// Option names an option such as pass-env as the reader sets it; nil: as a flag.
	Option func(name string) string
}

// Job is what a run is asked to do.
type Job struct {
	ID      string // of the run; it is the session of what is remembered
	Event   event.Event
	Report  *failure.Report // from CI's logs; nil: the test command is run to get it
	Tenant  string
	Filter  memory.Filter
	Partial bool // remember partial fixes too
}

// Run does the main job. The workspace is as it was when it returns.
func Run(ctx context.Context, s Stages, j Job) (Result, error) {
	r := &run{Stages: s, job: j}
	err := r.do(ctx)
	if err != nil {
		r.res.Outcome, r.res.Reason = outcome.Error, err.Error()
	}
	// What ended the run is said once.
	r.res.Notes = slices.DeleteFunc(r.res.Notes, func(note string) bool { return strings.Contains(r.res.Reason, note) })
	return r.res, errors.Join(err, s.Save("result.json", r.res))
}

type run struct {
	Stages
	job  Job
	res  Result
	base verify.Baseline
	seen recall.Result
	deaf bool // the memory could not be searched
}

func (r *run) do(ctx context.Context) error {
	if r.job.Report != nil {
		r.res.Report = *r.job.Report
		if done := r.triage(); done {
			return nil
		}
	}
	wait := r.recallAhead(ctx)
	err := r.reproduce(ctx)
	seen, recallErr := wait()
	if err != nil || r.res.Outcome != "" {
		return err
	}
	if done, err := r.unwanted(ctx); done || err != nil {
		return err
	}
	r.recalled(ctx, seen, recallErr)
	if done, err := r.replay(ctx); done || err != nil {
		return err
	}
	return r.repair(ctx)
}

func (r *run) say(stage, format string, args ...any) {
	if r.Progress != nil {
		r.Progress(stage, fmt.Sprintf(format, args...))
	}
}

func (r *run) end(o outcome.Outcome, format string, args ...any) {
	r.res.Outcome, r.res.Reason = o, fmt.Sprintf(format, args...)
}

// triage ends the run where the log shows that no patch can help.
func (r *run) triage() bool {
	rep := r.res.Report
	switch {
	case rep.InfraOnly():
		r.end(outcome.Infra, "%s", rep.Infra[0].Message)
	case len(rep.Failures) == 0 && rep.Framework != "" && (rep.ExitCode == nil || *rep.ExitCode == 0),
		len(rep.Failures) == 0 && rep.ExitCode != nil && *rep.ExitCode == 0:
		r.end(outcome.Green, "the log shows no failure")
	default:
		if len(rep.Failures) > 0 {
			r.say("report", "%s", summary(rep))
		}
		return false
	}
	return true
}

// unwanted ends a run that a person or another run makes needless.
func (r *run) unwanted(ctx context.Context) (bool, error) {
	if r.Wanted == nil {
		return false, nil
	}
	stand, err := r.Wanted(ctx, r.res.Report)
	if err != nil {
		return false, err
	}
	if stand.Stop == "" {
		return false, nil
	}
	r.end(stand.Stop, "%s", stand.Reason)
	return true, nil
}

func summary(rep failure.Report) string {
	f := rep.Failures[0]
	what := cmp.Or(f.Test, f.File, firstLine(f.Message))
	line := fmt.Sprintf("%d failing (%s)", len(rep.Failures), cmp.Or(rep.Framework, "of no known framework"))
	if what != "" {
		line += ": " + what
	}
	if len(rep.Failures) > 1 {
		line += fmt.Sprintf(" and %d more", len(rep.Failures)-1)
	}
	return line
}

func (r *run) reproduce(ctx context.Context) error {
	r.say("reproduce", "running %s", r.Check.Suite().Command)
	b, err := r.Verifier.Reproduce(ctx, r.res.Report)
	if err != nil {
		return fmt.Errorf("reproduce: %w", err)
	}
	r.base, r.res.Baseline = b, &b
	if r.job.Report != nil && len(r.res.Report.Failures) == 0 {
		r.note("report", "no failure was recognised in the log: what the test command shows is used")
	}
	if len(r.res.Report.Failures) == 0 {
		r.res.Report = b.Report
		if r.triage() {
			return r.Save("report.json", b.Report)
		}
	}
	r.say("reproduce", "%s: %s", b.Verdict, b.Reason)
	if b.Full != nil && len(b.Full.Denied) > 0 {
		r.note("reproduce", "the tests say that they were refused %s (%s allows a folder)", strings.Join(b.Full.Denied, ", "), r.option("writable-paths"))
	}
	if name := missing(b.Targets); name != "" && r.job.Report == nil && b.Verdict == verify.Reproduced {
		r.note("reproduce", "%q is not installed here: if it is elsewhere, %s is what installs it", name, r.option("setup-command"))
	}
	switch b.Verdict {
	case verify.Green:
		r.end(outcome.Green, "%s", b.Reason)
	case verify.Flaky:
		r.end(outcome.Flaky, "%s%s", b.Reason, r.flakyBefore(ctx))
	case verify.NotReproduced:
		r.end(outcome.NotReproduced, "%s%s", b.Reason, r.withheld(b))
	case verify.RedAtBase:
		r.end(outcome.RedAtBase, "%s", b.Reason)
	}
	return errors.Join(r.Save("report.json", r.res.Report), r.Save("baseline.json", b))
}

// absent matches what interpreters say of a module that they do not find, by a name that
// is no path.
var absent = regexp.MustCompile(`(?:No module named|Cannot find (?:module|package)|cannot load such file --) ['"]?([\w@][\w@/.-]*)`)

// missing names a module that the failures are for want of; "" for none.
func missing(list []failure.Failure) string {
	for _, f := range list {
		if m := absent.FindStringSubmatch(f.Message); m != nil {
			return m[1]
		}
	}
	return ""
}

// flakyOften is on how many days a failure has to come and go to be called lasting: two
// may be one bad night.
const flakyOften = 3

// flakyBefore counts a flaky failure and says on how many days there was one like it:
// what comes back is not a passing fault.
func (r *run) flakyBefore(ctx context.Context) string {
	if r.Remember == nil || len(r.res.Report.Failures) == 0 {
		return ""
	}
	days, err := r.Remember.Flaked(ctx, r.job.ID, r.res.Report.Failures[0].Signature.Exact)
	if err != nil {
		r.note("remember", "%v", err)
		return ""
	}
	switch {
	case days >= flakyOften:
		return fmt.Sprintf("; it was flaky on %d of the last 30 days: this does not pass by itself, mend or quarantine the test", days)
	case days > 1:
		return fmt.Sprintf("; it was flaky on %d of the last 30 days", days)
	}
	return ""
}

// maxWithheld is how many variables are named: a reason is one line, and baseline.json has
// the others.
const maxWithheld = 10

// withheld names the variables that the tests did not see, since one of them may
// be what makes the failure.
func (r *run) withheld(b verify.Baseline) string {
	if b.Full == nil || len(b.Full.Withheld) == 0 || b.Full.Report.NoTests {
		return ""
	}
	names, more := b.Full.Withheld, ""
	if n := len(names) - maxWithheld; n > 0 {
		names, more = names[:maxWithheld], fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("; the tests did not see the variables %s%s (%s lets them through)", strings.Join(names, ", "), more, r.option("pass-env"))
}

// option is how the reader sets an option.
func (s Stages) option(name string) string {
	if s.Option == nil {
		return publish.Flag(name)
	}
	return s.Option(name)
}

// recallAhead has the memory searched while the failing tests are run again: both
// need only the report, and loading the embedding model then costs no time of its
// own. wait returns what was found; nothing if the report never came.
func (r *run) recallAhead(ctx context.Context) (wait func() (recall.Result, error)) {
	if r.Recall == nil {
		return func() (recall.Result, error) { return recall.Result{}, nil }
	}
	type answer struct {
		seen recall.Result
		err  error
	}
	var answers chan answer
	r.Verifier.Known = func(rep failure.Report) {
		answers = make(chan answer, 1)
		go func() {
			seen, err := r.Recall.Recall(ctx, recall.Request{Tenant: r.job.Tenant, Report: rep, Filter: r.job.Filter})
			answers <- answer{seen, err}
		}()
	}
	return func() (recall.Result, error) {
		if answers == nil {
			return recall.Result{}, nil
		}
		a := <-answers
		return a.seen, a.err
	}
}

// recalled takes in what the memory answered. A memory that cannot be asked is a
// note, not the end.
func (r *run) recalled(ctx context.Context, seen recall.Result, err error) {
	if r.Recall == nil {
		return
	}
	if err != nil {
		r.deaf = true
		r.note("recall", "memory could not be searched: %v", err)
		return
	}
	r.seen, r.res.Recall = seen, seen
	if seen.SimilarityOff != "" {
		r.note("recall", "similarity was off: %s", seen.SimilarityOff)
	}
	if len(seen.Matches) == 0 {
		r.say("recall", "no fix in the memory is like this")
	}
	for _, m := range seen.Matches {
		r.say("recall", "%s by %s, score %.4f%s: %s", m.Record.ID, m.MatchedBy, m.Score, setAside(m), m.Record.Fix.Description)
	}
	if r.Remember != nil {
		r.degrade("remember", r.Remember.Recalled(ctx, r.job.ID, seen.Matches))
	}
	r.degrade("recall", r.Save("recall.json", seen))
}

// setAside says why a match is shown and not replayed, "" if it may be.
func setAside(m memory.Match) string {
	switch {
	case m.Record.Status != memory.Active:
		return fmt.Sprintf(", %s, not tried", m.Record.Standing())
	case !recall.Replayable(m):
		return ", not to be replayed"
	default:
		return ""
	}
}

func (r *run) note(stage, format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	r.res.Notes = append(r.res.Notes, line)
	r.say(stage, "%s", line)
}

func (r *run) degrade(stage string, err error) {
	if err != nil {
		r.note(stage, "%v", err)
	}
}

// prove tries one attempt and keeps what verify said.
func (r *run) prove(ctx context.Context, a repair.Attempt) (verify.Trial, error) {
	start := r.Verifier.Now()
	r.Verifier.Tell = func(text string) { r.say("verify", "%s", text) }
	t, err := r.Verifier.Prove(ctx, r.base, a.Patch)
	if err != nil {
		return t, err
	}
	r.res.Attempts = append(r.res.Attempts, Tried{Attempt: a, Trial: t})
	r.say("verify", "%s in %s%s", t.Verdict, r.Verifier.Now().Sub(start).Round(10*time.Millisecond), because(t))
	return t, r.Save(fmt.Sprintf("attempt-%d.json", len(r.res.Attempts)), r.res.Attempts[len(r.res.Attempts)-1])
}

func because(t verify.Trial) string {
	if len(t.Reasons) == 0 {
		return ""
	}
	return ": " + t.Reasons[0]
}
