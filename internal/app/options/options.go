// Package options has the flags that several commands share, in groups. Each group binds
// itself to a command, says what is wrong with it, makes what it stands for, and can be
// written down again as a command line.
package options

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/proc"
)

// Project are the flags that say which checkout is tested, and how.
type Project struct {
	Repo     string
	Test     string
	Targeted string
	JUnit    []string
	Dir      string
	Timeout  time.Duration
	PassEnv  []string
	Writable []string
	Sandbox  string
	Setup    string
	Reruns   int

	Isolation string // InPlace or Worktree; "" is InPlace
}

// AutoSandbox confines the tests where the machine can.
const AutoSandbox = "auto"

// The ways to isolate a run from the checkout that failed.
const (
	InPlace  = "in-place" // in the checkout itself, which is put back after each run
	Worktree = "worktree" // in a fresh checkout of its commit
)

// Bind adds the flags to a command.
func (p *Project) Bind(f *pflag.FlagSet) {
	f.StringVar(&p.Repo, "repo", ".", "the checkout to repair")
	f.StringVar(&p.Test, "test-command", "", `the command that fails, such as "go test ./..." (short: --test); guessed from the project when absent`)
	f.StringVar(&p.Targeted, "targeted-test", "", `how to run some tests alone: "{tests}" stands for their names; derived when absent`)
	f.StringSliceVar(&p.JUnit, "junit-files", nil, "globs of the JUnit XML files that the test command writes")
	f.StringVar(&p.Dir, "working-directory", "", "folder to run the command in, from the top of the checkout; default: the folder that --repo names")
	f.StringVar(&p.Setup, "setup-command", "", "prepares a fresh checkout before the tests, such as npm ci")
	f.IntVar(&p.Reruns, "flake-reruns", 0, "run the failing tests this often without a change, to see whether the failure stays; 0: by how long they take")
	f.DurationVar(&p.Timeout, "timeout", check.DefaultTimeout, "time limit of one run of the tests")
	f.StringSliceVar(&p.PassEnv, "pass-env", nil, "environment variables that the tests may see beside the usual ones")
	f.StringSliceVar(&p.Writable, "writable-paths", nil, "folders outside of the checkout that the tests may write, in a sandbox; ~ is the home")
	f.StringVar(&p.Sandbox, "sandbox", AutoSandbox, "confine the tests: require, auto or off")
}

// BindIsolation adds the flag for the commands that work in the checkout itself.
func (p *Project) BindIsolation(f *pflag.FlagSet) {
	f.StringVar(&p.Isolation, "isolation", InPlace, "where the tests run: in-place, or worktree for a fresh checkout of the commit that --setup-command prepares")
}

// Place are the flags that say which memory is used, and in whose name.
type Place struct {
	Memory     string
	Tenant     string
	Visibility string
	ModelDir   string
	QdrantKey  string
	QdrantCA   string
	GitToken   string // for git: remotes, in place of GITHUB_TOKEN; the action sets it
}

// Bind adds the flags to a command.
func (p *Place) Bind(f *pflag.FlagSet) {
	f.StringVar(&p.Memory, "memory", "", "the memory: dir:PATH, git:[REMOTE#]BRANCH or qdrants://HOST[:6334]/COLLECTION; default: dir:$XDG_DATA_HOME/regreen/memory, else dir:~/.local/share/regreen/memory")
	f.StringVar(&p.Tenant, "tenant", "", "whose memory it is; default: the owner of the repository, else local")
	f.StringVar(&p.Visibility, "visibility", "tenant", "who may see what is remembered: repo, tenant or public")
	f.StringVar(&p.QdrantKey, "qdrant-api-key", "", "key of the Qdrant server; better in the environment as QDRANT_API_KEY")
	f.StringVar(&p.QdrantCA, "qdrant-ca", "", "PEM file of the authority that signed the Qdrant server's certificate")
	f.StringVar(&p.ModelDir, "embedding-model", "", "folder of the embedding model; default: where model pull puts it; off turns similarity off")
}

// Limits are the flags that bound what a fix may touch.
type Limits struct {
	TestEdits string
	Allowed   []string
	Protected []string
}

// Bind adds the flags to a command.
func (l *Limits) Bind(f *pflag.FlagSet) {
	f.StringVar(&l.TestEdits, "test-edits", "forbid", "edits of tests: forbid, or propose to show them without proof")
	f.StringSliceVar(&l.Allowed, "allowed-paths", nil, "globs of the only paths that a fix may touch")
	f.StringSliceVar(&l.Protected, "protected-paths", nil, "globs of paths that no fix may touch, beside tests, CI and lock files")
}

// Policy makes the patch policy, or names the flag that is wrong.
func (l Limits) Policy() (patch.Policy, error) {
	p := patch.DefaultPolicy()
	p.AllowedPaths, p.ProtectedPaths = l.Allowed, l.Protected
	switch l.TestEdits {
	case "forbid":
	case "propose":
		p.TestEdits = patch.ProposeTests // for the model alone: verify judges by Strict
	default:
		return p, cli.Usagef("--test-edits %q: forbid or propose", l.TestEdits)
	}
	return p, nil
}

// Suite makes what runs the tests, or names the flag that is wrong.
func (p Project) Suite(e cli.Env) (check.Suite, error) {
	mode := map[string]proc.Mode{AutoSandbox: proc.Auto, "require": proc.Require, "off": proc.Off}
	m, ok := mode[p.Sandbox]
	if !ok {
		return check.Suite{}, cli.Usagef("--sandbox %q: require, auto or off", p.Sandbox)
	}
	if p.Dir != "" && !filepath.IsLocal(p.Dir) {
		return check.Suite{}, cli.Usagef("--working-directory %q lies outside the checkout", p.Dir)
	}
	if p.Targeted != "" && !strings.Contains(p.Targeted, "{tests}") {
		return check.Suite{}, cli.Usagef(`--targeted-test %q has no "{tests}" for the names to stand in`, p.Targeted)
	}
	if p.Isolation != "" && p.Isolation != InPlace && p.Isolation != Worktree {
		return check.Suite{}, cli.Usagef("--isolation %q: in-place or worktree", p.Isolation)
	}
	if p.Reruns < 0 || p.Timeout < 0 {
		return check.Suite{}, cli.Usagef("--flake-reruns and --timeout must not be negative")
	}
	for _, g := range p.JUnit {
		if _, err := filepath.Match(g, ""); err != nil {
			return check.Suite{}, cli.Usagef("--junit-files %q: %v", g, err)
		}
	}
	writable, err := writablePaths(e, p.Writable)
	if err != nil {
		return check.Suite{}, err
	}
	return check.Suite{Command: p.Test, Targeted: p.Targeted, JUnit: p.JUnit, Dir: filepath.ToSlash(p.Dir),
		Timeout: p.Timeout, Environ: slices.Clone(e.Environ), PassEnv: p.PassEnv, Sandbox: m, Writable: writable}, nil
}

// writablePaths makes the folders of --writable-paths absolute. The whole disk or
// the whole home would leave nothing to confine.
func writablePaths(e cli.Env, paths []string) ([]string, error) {
	home := filepath.Clean(e.Getenv("HOME"))
	var all []string
	for _, path := range paths {
		abs := path
		if rest, ok := strings.CutPrefix(path, "~/"); ok {
			abs = filepath.Join(home, rest)
		}
		abs = filepath.Clean(abs)
		if !filepath.IsAbs(abs) || abs == home || abs == "/" || strings.HasPrefix(home, abs+string(filepath.Separator)) {
			return nil, cli.Usagef("--writable-paths %q: name an absolute folder, or one below ~/", path)
		}
		all = append(all, abs)
	}
	return all, nil
}

// Audience reads who may see what is remembered.
func (p Place) Audience() (memory.Visibility, error) {
	switch v := memory.Visibility(p.Visibility); v {
	case memory.VisibleRepo, memory.VisibleTenant, memory.VisiblePublic:
		return v, nil
	}
	return "", cli.Usagef("--visibility %q: repo, tenant or public", p.Visibility)
}

// ShortForms maps the short names of flags to those of the action's inputs.
func ShortForms(c *cobra.Command) {
	short := map[string]string{"test": "test-command", "log": "log-file"}
	c.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if long, ok := short[name]; ok {
			name = long
		}
		return pflag.NormalizedName(name)
	})
}
