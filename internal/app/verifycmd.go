package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/app/checkout"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/logreport"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/publish"
	"github.com/regreen/regreen/internal/scrub"
	"github.com/regreen/regreen/internal/verify"
)

// verifyAnswer is the object that "regreen verify" prints.
type verifyAnswer struct {
	Schema   int              `json:"schema"`
	Verdict  verify.Verdict   `json:"verdict"`
	Reasons  []string         `json:"reasons"`
	Baseline verify.Baseline  `json:"baseline"`
	Trial    *verify.Trial    `json:"trial"`
	Evidence *memory.Evidence `json:"evidence"` // null unless verified
	Repeat   string           `json:"repeat"`   // command that judges the patch again; "" if it was not run
}

func newVerify(e cli.Env) *cobra.Command { return newVerifyWith(e, &runFlags{}, &ask{}) }

// newVerifyWith makes the command with its flags in f and q.
func newVerifyWith(e cli.Env, f *runFlags, q *ask) *cobra.Command {
	c := &cobra.Command{
		Use:   "verify --patch FILE",
		Short: "Prove or refuse a patch, as a run would",
		Long: `Reproduces the failure in the checkout, applies the patch to clean sources, reruns
the tests, also in another order and with an empty temp folder, and runs them again
without the patch. Prints the verdict: as text on a terminal, as JSON to anything else.
A patch that the policy refuses is not run at all.

Exit status: 0 if the patch is verified, 1 if not.`,
		Example: `  regreen verify --repo . --test 'go test ./...' --patch fix.patch`,
		Args:    cli.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return verifyMain(cmd.Context(), e, *f, *q) },
	}
	f.Project.Bind(c.Flags())
	f.Project.BindIsolation(c.Flags())
	f.Limits.Bind(c.Flags())
	c.Flags().StringSliceVar(&f.Logs, "log-file", nil, "the output of the failed run (short: --log); default: run the tests")
	c.Flags().StringVar(&q.file, "patch", "", "the patch to judge, - for standard input")
	c.Flags().StringVar(&q.commit, "commit", "", "the commit that the patch is for: the checkout must be at it; default: whatever it is at")
	c.Flags().StringVar(&q.format, "format", "", "text or json; default: text on a terminal, else json")
	options.ShortForms(c)
	return c
}

// ask is what is to be judged, at which commit, and how the answer is printed.
type ask struct{ file, commit, format string }

func verifyMain(ctx context.Context, e cli.Env, f runFlags, q ask) error {
	if q.file == "" {
		return cli.Usagef("name the patch with --patch")
	}
	if q.format == "" {
		q.format = console.Format(e.Stdout)
	}
	if q.format != "json" && q.format != "text" {
		return cli.Usagef("--format %q: json or text", q.format)
	}
	p, err := readPatch(ctx, e, q.file)
	if err != nil {
		return err
	}
	progress := console.NewProgress(e.Stderr, e.Now)
	defer progress.Close()
	s := newSession(e, f, progress.Line)
	if err := s.steps(ctx, s.openPolicy, s.openWorkspace, func(ctx context.Context) error { return s.at(ctx, q.commit) }, s.openReport, s.prepare, s.openSuite); err != nil {
		return err
	}
	a, err := s.verify(ctx, p)
	if err = errors.Join(err, s.close()); err != nil {
		return unrunnable(err, publish.Flag)
	}
	if a, err = s.cleanAnswer(a); err != nil {
		return err
	}
	if a.ran() {
		a.Repeat = s.cleanText(s.repetition().Verify(absolute(q.file)))
	}
	if err := a.print(e.Stdout, q.format); err != nil {
		return err
	}
	if a.Verdict != verify.Verified {
		return cli.ErrNegative
	}
	return nil
}

// cleanAnswer is a without secrets in what tools said.
func (s *session) cleanAnswer(a verifyAnswer) (clean verifyAnswer, err error) {
	data, err := s.cleanJSON(a)
	if err == nil {
		err = json.Unmarshal(data, &clean)
	}
	return clean, err
}

// print prints a as JSON, or for a person.
func (a verifyAnswer) print(w io.Writer, format string) error {
	if format == "json" {
		return console.JSON(w, a)
	}
	return printVerify(w, a)
}

// printVerify prints a verdict for a person.
func printVerify(w io.Writer, a verifyAnswer) error {
	var b strings.Builder
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-16s%s\n", name, scrub.Line(fmt.Sprintf(format, args...), console.MaxRow))
	}
	row("verdict", "%s", a.Verdict)
	for _, r := range a.Reasons {
		row("reason", "%s", r)
	}
	if base := a.Baseline; base.Runs > 0 {
		row("without it", "failed in %d of %d runs", base.Failed, base.Runs)
	}
	if e := a.Evidence; e != nil {
		row("with it", "%s", publish.Passed(*e))
		ended := func(c failure.Counts, exit int) string {
			return strings.Join(append(logreport.Counts(c), fmt.Sprintf("exit %d", exit)), ", ")
		}
		row("before → after", "%s → %s", ended(e.CountsBefore, e.ExitBefore), ended(e.CountsAfter, e.ExitAfter))
		if e.Isolation != "" {
			row("isolation", "%s", e.Isolation)
		}
		for _, u := range e.Unenforced {
			row("not enforced", "%s", u)
		}
	}
	if a.Trial != nil {
		for _, n := range a.Trial.Notes {
			row("note", "%s", n)
		}
	}
	if a.Repeat != "" { // as it is: it has to work
		name := "judge it again"
		if a.Verdict == verify.Verified {
			name = "prove it again"
		}
		fmt.Fprintf(&b, "%-16s%s\n", name, a.Repeat)
	}
	_, err := io.WriteString(w, scrub.WorkflowCommands(b.String()))
	return err
}

// ran reports whether the patch was run: there is nothing to repeat where it was not.
func (a verifyAnswer) ran() bool {
	return a.Verdict == verify.Verified || a.Trial != nil && len(a.Trial.Runs) > 0
}

// at checks that the checkout is at the commit that the patch is for; "" is any.
func (s *session) at(ctx context.Context, rev string) error {
	if rev == "" {
		return nil
	}
	id, err := checkout.Resolve(ctx, s.work, rev)
	if err != nil {
		return err
	}
	if head := s.work.Head(); id != head {
		return cli.Usagef("the checkout is at %.12s, the patch is for %.12s. Check that out: git -C %s switch --detach %s", head, id, options.ShellWord(s.home.dir), id)
	}
	return nil
}

// absolute names a file from anywhere; - stays standard input.
func absolute(file string) string {
	abs, err := filepath.Abs(file)
	if file == "-" || err != nil {
		return file
	}
	return abs
}

func readPatch(ctx context.Context, e cli.Env, file string) (patch.Patch, error) {
	in, err := cli.OpenInput(ctx, e, file)
	if err != nil {
		return patch.Patch{}, fmt.Errorf("read the patch: %w", err)
	}
	defer in.Close() // read only
	data, err := io.ReadAll(io.LimitReader(in, patch.MaxBytes+1))
	if err != nil {
		return patch.Patch{}, fmt.Errorf("read the patch: %w", err)
	}
	p, err := patch.Parse(string(data))
	if err != nil {
		return patch.Patch{}, cli.Usage(fmt.Errorf("read the patch %q: %w", file, err))
	}
	if p.Empty() {
		return p, cli.Usagef("%q holds no patch", file)
	}
	return p, nil
}

func (s *session) verify(ctx context.Context, p patch.Patch) (verifyAnswer, error) {
	v := s.verifier()
	v.Tell = func(text string) { s.say("verify", text) }
	if t, refused := v.Refuse(ctx, p); refused {
		return verifyAnswer{Schema: console.Schema, Verdict: t.Verdict, Reasons: t.Reasons, Trial: &t}, nil
	}
	a := verifyAnswer{Schema: console.Schema, Reasons: []string{}}
	report := s.report
	if report == nil {
		report = &a.Baseline.Report
	}
	var err error
	if a.Baseline, err = v.Reproduce(ctx, *report); err != nil {
		return a, err
	}
	a.Verdict, a.Reasons = a.Baseline.Verdict, append(a.Reasons, a.Baseline.Reason)
	if a.Verdict != verify.Reproduced {
		return a, nil
	}
	t, err := v.Prove(ctx, a.Baseline, p)
	if err != nil {
		return a, err
	}
	a.Trial, a.Verdict, a.Reasons = &t, t.Verdict, append([]string{}, t.Reasons...)
	if t.Proof != nil {
		evidence := t.Proof.Evidence()
		a.Evidence = &evidence
	}
	return a, nil
}
