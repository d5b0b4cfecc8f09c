package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/app/answer"
	"github.com/regreen/regreen/internal/app/backend"
	"github.com/regreen/regreen/internal/app/checkout"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/pipeline"
	"github.com/regreen/regreen/internal/publish"
	"github.com/regreen/regreen/internal/workspace"
	"github.com/regreen/regreen/internal/workspace/tempdir"
)

// learnFlags are the flags of "regreen learn".
type learnFlags struct {
	options.Project
	options.Place
	Red, Green  string
	FromHistory int
	MaxMinutes  float64
	JSON        bool
}

// walkMinutes is how long a walk through the history goes on unless it is told: about
// what people let run beside their work.
const walkMinutes = 30

func newLearn(e cli.Env) *cobra.Command {
	var f learnFlags
	c := &cobra.Command{
		Use:   "learn --red REV --green REV | --from-history N",
		Short: "Prove and remember fixes that people made",
		Long: `Takes the change between a failing commit and the one that mended it. The tests of
the green commit go on both sides; only the rest of the change counts as the fix,
without the examples in the docstrings of Python functions that it adds. It is proved
like any other: the tests fail without it and pass with it.

With --from-history, does so for each of the last N commits that says it mends
something, or that changes sources and tests, the likeliest first, until --max-minutes
are over. What was tried is written down: the same command goes on where it stopped.

The work is done in a copy in a temporary folder; the checkout is not touched.`,
		Example: `  regreen learn --repo . --red v1.2.0 --green v1.2.1 --test 'go test ./...'
  regreen learn --from-history 500 --max-minutes 60 --test 'pytest -q'`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return learnMain(cmd.Context(), e, f) },
	}
	f.Project.Bind(c.Flags())
	f.Place.Bind(c.Flags())
	fl := c.Flags()
	fl.StringVar(&f.Red, "red", "", "the failing commit")
	fl.StringVar(&f.Green, "green", "", "the commit that mended it")
	fl.IntVar(&f.FromHistory, "from-history", 0, "try the fixes among the last so many commits")
	fl.Float64Var(&f.MaxMinutes, "max-minutes", walkMinutes, "most minutes for --from-history; 0: no limit")
	fl.BoolVar(&f.JSON, "json", false, "print one JSON object to standard output, everything else to standard error")
	options.ShortForms(c)
	return c
}

func learnMain(ctx context.Context, e cli.Env, f learnFlags) error {
	if err := f.check(e); err != nil {
		return err
	}
	if doubt := checkout.Doubt(e.Getenv); doubt != "" {
		return cli.Negative(e, "learn: nothing is written to the memory: %s", doubt)
	}
	if f.FromHistory > 0 {
		err := learnHistory(ctx, e, f)
		if err != nil && f.JSON && !errors.Is(err, cli.ErrInterrupted) { // which has an answer
			err = errors.Join(err, console.JSON(e.Stdout, answer.Broken(err)))
		}
		return err
	}
	p := console.NewProgress(e.Stderr, e.Now)
	res, err := learn(ctx, e, f, p.Line)
	p.Close()
	if err = unrunnable(err, publish.Flag); err != nil {
		if f.JSON {
			err = errors.Join(err, console.JSON(e.Stdout, answer.Broken(err)))
		}
		return err
	}
	if f.JSON {
		return console.JSON(e.Stdout, res.Answer())
	}
	return answer.Print(e.Stdout, res)
}

// check finds the mistakes that need no checkout.
func (f learnFlags) check(e cli.Env) error {
	switch {
	case f.FromHistory < 0 || f.MaxMinutes < 0:
		return cli.Usagef("--from-history and --max-minutes must not be negative")
	case f.FromHistory > 0 && (f.Red != "" || f.Green != ""):
		return cli.Usagef("--from-history finds the commits itself: leave out --red and --green")
	case f.FromHistory == 0 && (f.Red == "" || f.Green == ""):
		return cli.Usagef("name both commits with --red and --green, or --from-history N")
	}
	_, err := f.Suite(e)
	return err
}

// learn makes the copy, then proves and remembers the fix in it.
func learn(ctx context.Context, e cli.Env, f learnFlags, say pipeline.Progress) (done answer.Run, err error) {
	from, err := checkout.Open(ctx, e, f.Project, say)
	if err != nil {
		return done, err
	}
	defer from.Close() // nothing was changed in it
	c, err := between(ctx, from, f.Red, f.Green)
	if err != nil {
		return done, checkout.Lacking(from, err)
	}
	tmp, remove, err := tempdir.Make("learn")
	if err != nil {
		return done, fmt.Errorf("make a copy: %w", err)
	}
	defer remove() // a leftover in the temp folder harms nobody
	dir := filepath.Join(tmp, filepath.Base(from.Root()))
	if err := c.lay(ctx, e, from, dir); err != nil {
		return done, checkout.Lacking(from, err)
	}
	shared, err := lend(ctx, e, f.Place, from)
	if err != nil {
		return done, err
	}
	done, err = learnIn(ctx, e, f, lesson{change: c, dir: dir, maker: "human", lent: shared, say: say})
	return done, errors.Join(err, shared.close())
}

// lesson is a change that is laid out in dir, and in whose name it is learnt.
type lesson struct {
	change
	dir   string
	maker string
	lent  *lent
	say   pipeline.Progress
}

// learnIn runs the stages in the copy, in the name of the real checkout.
func learnIn(ctx context.Context, e cli.Env, f learnFlags, l lesson) (answer.Run, error) {
	rf := runFlags{Project: f.Project, Place: f.Place, lent: l.lent}
	rf.MemoryWrite = true
	rf.Isolation = "" // it is a copy already
	rf.Repo, rf.TestEdits = filepath.Join(l.dir, filepath.FromSlash(l.sub)), "forbid"
	s, err := openSession(ctx, e, rf, l.say)
	if err != nil {
		return answer.Run{}, err
	}
	s.copied = true
	s.tenant = backend.TenantOf(e, f.Place, l.owner)
	s.event.Repo, s.event.HeadSHA = l.repo, l.greenSHA
	res, err := s.learn(ctx, l)
	res.Reason = s.cleanText(res.Reason)
	state := s.work.StateDir()
	err = errors.Join(err, s.close())
	done := answer.Run{Res: res, Delivery: outcome.None, RunDir: s.runDir}
	done.Change.Report = s.cleanReport(done)
	if res.Proof != nil {
		again := options.Repetition{Repo: l.home, Test: s.command.Command, Project: s.flags.Project}
		done.Repeat = s.cleanText(again.Learn(l.redSHA, l.greenSHA, f.Place))
	}
	return done, errors.Join(err, os.RemoveAll(state)) // the copy goes, so does its state
}

func (s *session) learn(ctx context.Context, l lesson) (pipeline.Result, error) {
	st, err := s.stages()
	if err != nil {
		return pipeline.Result{}, err
	}
	st.Remember.Origin.Maker, st.Remember.Origin.Actor, st.Remember.Origin.Model = l.maker, l.author, ""
	st.Remember.Commit = l.greenSHA
	st.Verifier.Isolation = options.Worktree
	return pipeline.Learn(ctx, st, pipeline.Lesson{Source: l.source, Description: l.message, Look: l.maker == "human"})
}

// change is what a person changed between two commits.
type change struct {
	redSHA, greenSHA string
	source, tests    patch.Patch
	message, author  string
	repo, owner, sub string
	home             string // folder of the checkout that has the commits
}

// between reads the change between two commits and splits it.
func between(ctx context.Context, w *workspace.Workspace, red, green string) (change, error) {
	c := change{repo: w.RemoteRepo(), owner: w.RemoteOwner(), sub: w.Sub(), home: w.Dir()}
	if c.repo == "" {
		c.repo = filepath.Base(w.Root())
	}
	var err error
	if c.redSHA, err = checkout.Resolve(ctx, w, red); err != nil {
		return c, err
	}
	if c.greenSHA, err = checkout.Resolve(ctx, w, green); err != nil {
		return c, err
	}
	if c.redSHA == c.greenSHA {
		return c, cli.Usagef("%q and %q are the same commit: --red is the failing one, --green the one that mended it", red, green)
	}
	if err := c.split(ctx, w); err != nil {
		return c, fmt.Errorf("read the change from %q to %q: %w", red, green, err)
	}
	if c.source.Empty() && c.tests.Empty() {
		return c, cli.Usagef("no file differs between %q and %q", red, green)
	}
	log, err := w.Git(ctx, "log", "-1", "--format=%an%n%B", c.greenSHA)
	if err != nil {
		return c, fmt.Errorf("read the message of %q: %w", green, err)
	}
	c.author, c.message, _ = strings.Cut(strings.TrimSpace(string(log)), "\n")
	return c, nil
}

// split reads the change, the source part apart from the tests.
func (c *change) split(ctx context.Context, w *workspace.Workspace) error {
	out, err := w.Git(ctx, "diff", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index", "--binary",
		"--src-prefix=a/", "--dst-prefix=b/", "--no-renames", c.redSHA, c.greenSHA)
	if err != nil {
		return err
	}
	whole, err := patch.Parse(string(out))
	if err != nil {
		return err
	}
	c.source, c.tests = patch.SourceOnly(whole, func(path string) ([]byte, bool) {
		data, err := w.Git(ctx, "cat-file", "blob", c.redSHA+":"+path)
		return data, err == nil
	})
	return nil
}
