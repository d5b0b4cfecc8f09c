package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/actions"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/publish"
	"github.com/regreen/regreen/internal/repair/spend"
)

// runFlags are the flags of "regreen run".
type runFlags struct {
	options.Project
	options.Place
	options.Limits
	options.Ladder
	options.GitHub
	Logs        []string
	Run         string
	BaseRev     string
	JSON        bool
	ExitCode    bool
	MemoryWrite bool
	lent        *lent // of the command that runs many sessions; nil: the session's own
}

func newRun(e cli.Env) *cobra.Command { return newRunWith(e, &runFlags{}) }

// newRunWith makes the command with its flags in f.
func newRunWith(e cli.Env, f *runFlags) *cobra.Command {
	c := &cobra.Command{
		Use:   "run",
		Short: "Repair a failing checkout and prove the fix",
		Long: `Repairs the checkout in --repo. The failure comes from --log, else from the logs of
the failed run on GitHub that --run names, else from running the test command. The
test command is --test, else what the failed step ran, as its log shows it, else what
the project's manifest says. A remembered fix is replayed where one matches; otherwise a model
is asked, if OPENAI_API_KEY is set. A patch counts only if the failing tests pass
with it, nothing else breaks, and they fail again without it.

Nothing is opened or pushed without --publish: the outcome, the text of the pull
request and the path of the patch are printed. The checkout is left as it was.`,
		Example: `  regreen run --repo . --test 'go test ./...'
  regreen run --test 'pytest -q' --log failed-job.log --json
  regreen run --run https://github.com/acme/shop/actions/runs/42`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runMain(cmd.Context(), e, *f) },
	}
	f.Project.Bind(c.Flags())
	f.Project.BindIsolation(c.Flags())
	f.Place.Bind(c.Flags())
	f.Limits.Bind(c.Flags())
	f.Ladder.Bind(c.Flags())
	f.GitHub.Bind(c.Flags())
	fl := c.Flags()
	fl.StringSliceVar(&f.Logs, "log-file", nil, "the output of the failed run, - for standard input (short: --log); default: run the tests")
	fl.StringVar(&f.Run, "run", "", "the failed run on GitHub to repair, by number or address; its logs are read with GITHUB_TOKEN, and the checkout must be at its commit")
	fl.StringVar(&f.BaseRev, "base", "", "commit or branch that the change started from: a failure that is there too is red-at-base; with --run, the checkout may then be at another commit than the run's")
	fl.BoolVar(&f.JSON, "json", false, "print one JSON object to standard output, everything else to standard error")
	fl.BoolVar(&f.ExitCode, "exit-code", false, "exit with 1 if there was a failure and it was not fixed")
	fl.BoolVar(&f.MemoryWrite, "memory-write", true, "remember what is proved")
	options.ShortForms(c)
	return c
}

// runMain does the job and prints what came of it; with --json also when it broke.
func runMain(ctx context.Context, e cli.Env, f runFlags) error {
	out := e.Stdout
	if f.JSON {
		out = e.Stderr
	}
	p := console.NewProgress(e.Stderr, e.Now)
	s, err := openSession(ctx, e, f, p.Line)
	var done finished
	if err == nil {
		done, err = s.run(ctx)
		err = errors.Join(err, s.close())
	}
	p.Close()
	if errors.Is(err, check.ErrNotRunnable) {
		err = cli.Usage(err)
	}
	if err != nil && ctx.Err() != nil {
		err = cli.ErrInterrupted
	}
	if err != nil {
		if f.JSON {
			err = errors.Join(err, console.JSON(e.Stdout, brokenAnswer(err)))
		}
		return err
	}
	if f.JSON {
		err = console.JSON(e.Stdout, done.answer())
	} else {
		err = printRun(out, done)
	}
	switch {
	case err == nil && ctx.Err() != nil: // after the proof: there was something to print
		return cli.ErrInterrupted
	case err == nil && f.ExitCode && done.unfixed():
		return cli.ErrNegative
	}
	return err
}

// unfixed reports whether there was a failure and it is still there.
func (d finished) unfixed() bool {
	switch d.res.Outcome {
	case outcome.Fixed, outcome.FixedFromMemory, outcome.Green, outcome.SkippedLoop, outcome.SkippedDup, outcome.SkippedStopped:
		return false
	}
	return true
}

// printRun prints a run for a person, with nothing in it that a runner would obey.
func printRun(out io.Writer, d finished) error {
	w := actions.NewLog(out)
	_, err := fmt.Fprintf(w, "\noutcome         %s\nreason          %s\nmodel requests  %s\n", d.res.Outcome, d.res.Reason, spent(d.res.Usage))
	if err != nil {
		return err
	}
	for _, r := range d.res.Reused {
		fmt.Fprintf(w, "reused          %s (%s, score %.4f): %s\n", r.Record.ID, r.MatchedBy, r.Score, r.How)
	}
	if d.res.Record != nil {
		fmt.Fprintf(w, "remembered      %s\n", d.res.Record.ID)
	}
	if next := publish.Next(d.res.Outcome, publish.Flag); next != "" && !d.lesson {
		fmt.Fprintf(w, "what next       %s\n", next)
	}
	for _, n := range d.res.Notes {
		fmt.Fprintf(w, "note            %s\n", n)
	}
	if d.patchFile != "" {
		fmt.Fprintf(w, "patch           %s\n", d.patchFile)
	}
	if d.repeat != "" {
		fmt.Fprintf(w, "prove it again  %s\n", d.repeat)
	}
	fmt.Fprintf(w, "run folder      %s\n", d.runDir)
	if d.pr.Title != "" {
		fmt.Fprintf(w, "\n--- the pull request%s ---\n%s\nbranch %s\n\n%s\n", opened(d), d.pr.Title, d.pr.Branch, d.pr.Body)
	}
	return w.Close()
}

// spent says what was asked of models, and what that cost.
func spent(u spend.Usage) string {
	switch {
	case u.Requests == 0:
		return "0"
	case !u.PriceKnown:
		return fmt.Sprintf("%d (%d tokens; no price is known)", u.Requests, u.Tokens())
	}
	return fmt.Sprintf("%d (%d tokens, $%.4f)", u.Requests, u.Tokens(), u.CostUSD)
}

func opened(d finished) string {
	if d.delivery == outcome.PullRequest {
		return " " + d.url
	}
	return " that it would open"
}

// stamp names a run by its time, so that folders sort.
func stamp(t time.Time) string { return t.UTC().Format("20060102T150405.000Z") }
