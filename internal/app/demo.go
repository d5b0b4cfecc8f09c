package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	_ "embed" // for the sample project

	"github.com/spf13/cobra"
	"golang.org/x/tools/txtar"

	"github.com/regreen/regreen/internal/app/answer"
	"github.com/regreen/regreen/internal/app/checkout"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/pipeline"
)

//go:embed sample/demo.txtar
var sampleProject []byte

func newDemo(e cli.Env) *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:   "demo",
		Short: "Show the main job on a sample project, with no key and no server",
		Long: `Makes a git repository from a sample project in a temporary folder, learns the fix
that a person made in it, brings the same fault back on a branch where the code
around it has moved, and runs the whole job there. It needs Go and git.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return demoMain(cmd.Context(), e, dir) },
	}
	c.Flags().StringVar(&dir, "dir", "", "where to leave everything; default: a new temporary folder")
	return c
}

func demoMain(ctx context.Context, e cli.Env, dir string) error {
	for _, tool := range []string{"go", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			return cli.Usagef("the demo runs the tests of a Go project in a git repository: %s is not installed", tool)
		}
	}
	dir, err := demoDir(dir)
	if err != nil {
		return err
	}
	d := &demo{env: e, dir: dir, repo: filepath.Join(dir, "tab"), p: console.NewProgress(e.Stderr, e.Now)}
	res, err := d.play(ctx)
	d.p.Close()
	if err != nil {
		return fmt.Errorf("demo in %q: %w", dir, err)
	}
	fmt.Fprintf(e.Stdout, "\nEverything was left in %s:\n  tab      the repository, on branch release\n  memory   the memory with the record\n  state    the run folders with reports, proofs and the patch\n", dir)
	if err := answer.Print(e.Stdout, res); err != nil {
		return err
	}
	if res.Res.Outcome != outcome.FixedFromMemory {
		return fmt.Errorf("the demo ended with %s: %s", res.Res.Outcome, res.Res.Reason)
	}
	return nil
}

func demoDir(dir string) (string, error) {
	if dir == "" {
		return os.MkdirTemp("", "regreen-demo-")
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return "", cli.Usagef("--dir %q is not empty: name another folder", dir)
	}
	return filepath.Abs(dir)
}

// demo plays the story in one folder.
type demo struct {
	env  cli.Env
	dir  string
	repo string
	p    *console.Progress
	red  string
	good string

	keepModel bool // the user's key is passed on, for bench sessions
}

func (d *demo) play(ctx context.Context) (answer.Run, error) {
	if err := d.build(ctx); err != nil {
		return answer.Run{}, err
	}
	d.p.Line("demo", "a person mended the fault in "+d.good+": learning from it")
	e := d.sealed()
	lf := learnFlags{Project: d.project(), Place: d.place(), Red: d.red, Green: d.good}
	learnt, err := learn(ctx, e, lf, d.p.Line)
	if err != nil {
		return answer.Run{}, err
	}
	if learnt.Res.Outcome != outcome.Fixed {
		return answer.Run{}, fmt.Errorf("learning ended with %s: %s", learnt.Res.Outcome, learnt.Res.Reason)
	}
	d.p.Line("demo", "the same fault on branch release, where the code has moved: running the main job")
	return d.run(ctx, e)
}

func (d *demo) run(ctx context.Context, e cli.Env) (answer.Run, error) {
	f := runFlags{Project: d.project(), Place: d.place(), Limits: options.Limits{TestEdits: "forbid"}, Ladder: options.DefaultLadder(),
		GitHub: options.GitHub{Draft: true}, MemoryWrite: true}
	s, err := openSession(ctx, e, f, pipeline.Progress(d.p.Line))
	if err != nil {
		return answer.Run{}, err
	}
	res, err := s.run(ctx)
	return res, errors.Join(err, s.close())
}

func (d *demo) project() options.Project {
	return options.Project{Repo: d.repo, Test: "go test ./...", Sandbox: options.AutoSandbox}
}

func (d *demo) place() options.Place {
	return options.Place{Memory: "dir:" + filepath.Join(d.dir, "memory"), Tenant: "demo", Visibility: "tenant"}
}

// sealed is the environment of the demo: run folders below its own, and no key,
// so that nothing of the user's is read or spent.
func (d *demo) sealed() cli.Env {
	e := d.env
	e.Getenv = func(name string) string {
		switch {
		case name == "RUNNER_TEMP":
			return ""
		case name == "XDG_STATE_HOME":
			return filepath.Join(d.dir, "state")
		case strings.HasPrefix(name, "OPENAI_") && !d.keepModel, strings.HasPrefix(name, "GITHUB_"):
			return ""
		}
		return d.env.Getenv(name)
	}
	e.Environ = append(slices.Clone(e.Environ), "XDG_STATE_HOME="+filepath.Join(d.dir, "state"))
	return e
}

// build makes the repository: main with the fault and its fix, and release, which
// left main before the fix and got only its test.
func (d *demo) build(ctx context.Context) error {
	for _, step := range []struct {
		states  []string
		git     [][]string
		message string
		id      *string
	}{
		{[]string{"base/"}, [][]string{{"init", "-q", "-b", "main"}}, "Split a bill evenly", &d.red},
		{[]string{"fix/"}, nil, "Split: share out the cents that are left over", &d.good},
		{[]string{"branch/", "fix/split_test.go"}, [][]string{{"checkout", "-q", "-b", "release", "HEAD~1"}}, "Add tips; take over the test from main", nil},
	} {
		if err := os.MkdirAll(d.repo, 0o755); err != nil {
			return err
		}
		for _, args := range step.git {
			if _, err := d.git(ctx, args...); err != nil {
				return err
			}
		}
		if err := d.lay(step.states); err != nil {
			return err
		}
		id, err := d.commit(ctx, step.message)
		if err != nil {
			return err
		}
		if step.id != nil {
			*step.id = id
		}
	}
	return nil
}

// lay writes the files of the named states of the sample.
func (d *demo) lay(states []string) error {
	for _, f := range txtar.Parse(sampleProject).Files {
		for _, state := range states {
			_, name, _ := strings.Cut(f.Name, "/")
			if strings.HasPrefix(f.Name, state) {
				if err := os.WriteFile(filepath.Join(d.repo, name), f.Data, 0o644); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (d *demo) commit(ctx context.Context, message string) (string, error) {
	if _, err := d.git(ctx, "add", "-A"); err != nil {
		return "", err
	}
	if _, err := d.git(ctx, "commit", "-q", "-m", message); err != nil {
		return "", err
	}
	return d.git(ctx, "rev-parse", "--short", "HEAD")
}

func (d *demo) git(ctx context.Context, args ...string) (string, error) {
	return checkout.OwnGit{Env: d.env, Dir: d.repo, Author: "demo"}.Run(ctx, args...)
}
