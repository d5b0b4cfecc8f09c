package app

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/app/answer"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/publish"
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

Nothing is opened or pushed without --publish: the text of the pull request is printed,
and in the end the outcome and the path of the patch. The checkout is left as it was.`,
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
	var done answer.Run
	if err == nil {
		done, err = s.run(ctx)
		err = errors.Join(err, s.close())
	}
	p.Close()
	err = unrunnable(err, publish.Flag)
	if err != nil && ctx.Err() != nil {
		err = cli.ErrInterrupted
	}
	if err != nil {
		if f.JSON {
			err = errors.Join(err, console.JSON(e.Stdout, answer.Broken(err)))
		}
		return err
	}
	if f.JSON {
		err = console.JSON(e.Stdout, done.Answer())
	} else {
		err = answer.Print(out, done)
	}
	switch {
	case err == nil && ctx.Err() != nil: // after the proof: there was something to print
		return cli.ErrInterrupted
	case err == nil && f.ExitCode && done.Unfixed():
		return cli.ErrNegative
	}
	return err
}

// unrunnable is err, where the test command was not found as the mistake that it is: a
// machine without what the tests need is the first thing that people meet. option names
// an option as the reader sets it.
func unrunnable(err error, option func(name string) string) error {
	if errors.Is(err, check.ErrNotRunnable) {
		return cli.Usagef("%w; %s installs what it needs, such as npm ci", err, option("setup-command"))
	}
	return err
}

// stamp names a run by its time, so that folders sort.
func stamp(t time.Time) string { return t.UTC().Format("20060102T150405.000Z") }
