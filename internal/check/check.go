// Package check runs a project's own test command in a workspace and reads the
// result. The agent's run_tests and the proof of a patch both go through it, so
// that the model is shown the same truth that decides.
package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/regreen/regreen/internal/check/bytecode"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/proc"
	"github.com/regreen/regreen/internal/scrub"
	"github.com/regreen/regreen/internal/workspace"
	"github.com/regreen/regreen/internal/workspace/tempdir"
)

// ErrNoCommand says that no test command was given and none could be guessed.
var ErrNoCommand = errors.New("no test command: name it with --test; no go.mod, package.json, Makefile or the like says it, here or further up")

// ErrNotRunnable says that the shell found no such program, or may not run it: the
// tests were never started.
var ErrNotRunnable = errors.New("the test command cannot be run")

// OutputCap bounds what is kept of one run's output, in bytes: enough for the
// largest per-test listing seen, far below the memory limit.
const OutputCap = 32 << 20

// Suite says how the project's tests are run.
type Suite struct {
	Command  string        // the full test command, for the shell
	Targeted string        // template of a targeted run; "{tests}" stands for the names; "" derives it
	JUnit    []string      // globs of JUnit files that a run writes, relative to Dir
	Dir      string        // working directory, relative to the root of the checkout; "" is the root
	Timeout  time.Duration // of one run; 0 means DefaultTimeout
	Environ  []string      // the environment that the allow-list is applied to
	PassEnv  []string      // names that pass the allow-list beside the usual ones
	Sandbox  proc.Mode
	Writable []string // absolute folders beside the usual ones that tests may write
}

// DefaultTimeout is the time limit of one test run: long enough for a large
// suite, short enough that a hung one does not eat a six-hour job.
const DefaultTimeout = 20 * time.Minute

// Run is the result of one run of a test command.
type Run struct {
	Command    string         `json:"command"`
	Targeted   bool           `json:"targeted"`
	Order      string         `json:"order,omitempty"` // of the tests, where it is not the usual one
	ExitCode   int            `json:"exit_code"`
	TimedOut   bool           `json:"timed_out,omitempty"`
	Duration   time.Duration  `json:"duration_ns"`
	Report     failure.Report `json:"report"`
	Unenforced []string       `json:"unenforced,omitempty"`
	Withheld   []string       `json:"withheld,omitempty"` // names of variables that the tests did not see
	Denied     []string       `json:"denied,omitempty"`   // paths that a confined run says it was refused; a hint
	Output     []byte         `json:"-"`
}

// Passed reports whether the command itself said that all is well.
func (r Run) Passed() bool { return r.ExitCode == 0 && !r.TimedOut }

// Confirmed is the outcome of a passing run in words; "" if it did not pass. The
// gate on storing compares it letter by letter.
func (r Run) Confirmed() string {
	if !r.Passed() {
		return ""
	}
	if n := r.Report.Counts.Passed; n != nil && *n > 0 {
		return fmt.Sprintf("%s: exit 0, %d passed", r.Command, *n)
	}
	return fmt.Sprintf("%s: exit 0", r.Command)
}

// Runner runs one project's suite. It is not safe for concurrent use: runs share
// the checkout.
type Runner struct {
	suite Suite
	runs  int
	spent time.Duration
	seed  bytecode.Seed // what Python compiled of installed code in the first run
}

// New returns a runner of s; ErrNoCommand if it names no command.
func New(s Suite) (*Runner, error) {
	if s.Command == "" {
		return nil, ErrNoCommand
	}
	if s.Timeout == 0 {
		s.Timeout = DefaultTimeout
	}
	return &Runner{suite: s}, nil
}

// Suite returns what the runner was made from.
func (r *Runner) Suite() Suite { return r.suite }

// Spent is how many runs there were so far and how long they took in all.
func (r *Runner) Spent() (runs int, total time.Duration) { return r.runs, r.spent }

// Full runs the whole test command.
func (r *Runner) Full(ctx context.Context, w *workspace.Workspace) (Run, error) {
	return r.run(ctx, w, invocation{Command: r.suite.Command})
}

// Targeted runs the tests of fs alone. ok is false, and nothing was run, if their
// framework has no way to select tests; the caller then runs the full command.
func (r *Runner) Targeted(ctx context.Context, w *workspace.Workspace, fs []failure.Failure) (run Run, ok bool, err error) {
	inv, ok := r.selection(fs, func(name string) string { return r.script(w, name) })
	if !ok {
		return Run{}, false, nil
	}
	run, err = r.run(ctx, w, inv)
	return run, true, err
}

// Afresh runs the tests of fs alone, or the full command where that cannot be done, with
// an empty folder for temporary files: what an earlier run left in the usual one is not
// there. A tool that is known is run without the variables of CI, too; another might
// wait for changes of files then.
func (r *Runner) Afresh(ctx context.Context, w *workspace.Workspace, fs []failure.Failure) (Run, error) {
	inv, ok := r.selection(fs, func(name string) string { return r.script(w, name) })
	if !ok {
		inv = invocation{Command: r.suite.Command}
	}
	inv.emptyTemp, inv.outsideCI = true, ok
	inv.maven = isMaven(r.suite.Command) && (!ok || r.suite.Targeted == "")
	return r.run(ctx, w, inv)
}

// invocation is one concrete command line.
type invocation struct {
	Command   string
	Targeted  bool
	order     *arrangement // nil for the usual order
	emptyTemp bool         // temporary files have a folder of their own
	maven     bool         // which is told where that is as a word of the command
	outsideCI bool         // no variable says that this is CI
}

// environ is what a run sees of the environment; scratch is the run's own folder.
func (inv invocation) environ(env []string, scratch string) ([]string, error) {
	env = freshEnv(env, scratch)
	if inv.outsideCI {
		env = slices.DeleteFunc(env, saysCI)
	}
	if !inv.emptyTemp {
		return env, nil
	}
	temp := filepath.Join(scratch, emptyTemp)
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		env = set(env, name, temp)
	}
	return env, os.Mkdir(temp, 0o700)
}

// command is the command line of a run whose own folder is scratch. Java asks no variable
// where temporary files go; Surefire hands a property of the command line on to the tests
// that it forks. That comes too late for java.nio, which JAVA_TOOL_OPTIONS would reach; but
// each Java prints a line then, and tests that read what a child prints would fail.
func (inv invocation) command(scratch string) string {
	if inv.emptyTemp && inv.maven {
		return inv.Command + " -Djava.io.tmpdir=" + quote(filepath.Join(scratch, emptyTemp))
	}
	return inv.Command
}

// isMaven reports whether a command is Maven's alone, so that words can be added to it.
func isMaven(command string) bool {
	l, ok := parse(command)
	return ok && (tool(l.argv, "mvn", "-Djava.io.tmpdir") || tool(l.argv, "mvnw", "-Djava.io.tmpdir"))
}

// emptyTemp is the folder for temporary files in the run's own: short, since the path of
// a socket in it has about a hundred bytes.
const emptyTemp = "t"

func (r *Runner) run(ctx context.Context, w *workspace.Workspace, inv invocation) (Run, error) {
	scratch, remove, err := tempdir.Make("run")
	if err != nil {
		return Run{}, fmt.Errorf("make a scratch folder: %w", err)
	}
	defer remove() // best effort: a leftover in the temp folder harms nobody
	kept, withheld := proc.Environ(r.suite.Environ, r.suite.PassEnv)
	dir := filepath.Join(w.Root(), filepath.FromSlash(r.dir(w)))
	before := resultFiles(dir, r.suite.JUnit)
	env, command, err := r.prepare(inv, kept, scratch)
	if err != nil {
		return Run{}, err
	}
	seeds := r.runs == 0 && unedited(ctx, w)
	res, err := w.Run(ctx, proc.Command{
		Shell:     rerun(command),
		Dir:       dir,
		Env:       env,
		Timeout:   r.suite.Timeout,
		OutputCap: OutputCap,
		Sandbox:   proc.Sandbox{Mode: r.suite.Sandbox, Writable: append([]string{scratch}, r.suite.Writable...)},
	})
	if err != nil {
		return Run{}, fmt.Errorf("run %q: %w", inv.Command, err)
	}
	if seeds {
		r.seed, _ = bytecode.Harvest(pycache(scratch)) // without one, later runs take longer
	}
	r.runs++
	r.spent += res.Duration
	run := Run{Command: inv.Command, Targeted: inv.Targeted, ExitCode: res.ExitCode, TimedOut: res.TimedOut,
		Duration: res.Duration, Unenforced: res.Unenforced, Withheld: withheld, Output: res.Output}
	if r.suite.Sandbox != proc.Off && !run.Passed() {
		run.Denied = denied(run.Output, w.Root())
	}
	if inv.order != nil && inv.order.taken(scratch, run.Output) {
		run.Order = inv.order.says
	}
	run.Report, err = r.read(run, w.Root(), newResults(dir, scratch, r.suite.JUnit, before))
	if err == nil && neverStarted(run) {
		return run, fmt.Errorf("%w: %q: %s", ErrNotRunnable, inv.Command, scrub.Line(lastLine(run.Output), lineLength))
	}
	return run, err
}

// prepare lays out a run's own folder, and returns what the run sees of env and its command
// line.
func (r *Runner) prepare(inv invocation, env []string, scratch string) ([]string, string, error) {
	env, err := inv.environ(env, scratch)
	if err != nil {
		return nil, "", fmt.Errorf("make an empty folder for temporary files: %w", err)
	}
	if err := r.seed.Lay(pycache(scratch)); err != nil {
		return nil, "", fmt.Errorf("lay out compiled Python: %w", err)
	}
	return inv.order.apply(env, inv.command(scratch), scratch)
}

// unedited reports whether nothing was written to the checkout since its snapshot. A run
// with a patch could plant something for those after it.
func unedited(ctx context.Context, w *workspace.Workspace) bool {
	p, err := w.Diff(ctx)
	return err == nil && p.Empty()
}

// pycache is where a run whose own folder is scratch has Python put what it compiles.
func pycache(scratch string) string { return filepath.Join(scratch, "pycache") }

// neverStarted reports whether the shell itself gave up: 127 for a program that is
// not there, 126 for one that may not be run, and no tool said anything.
func neverStarted(run Run) bool {
	return (run.ExitCode == 127 || run.ExitCode == 126) && onlyUnknown(run.Report) && len(run.Report.Tests) == 0
}

// lineLength is how much of a line of output stands in an error, in characters.
const lineLength = 200

func lastLine(out []byte) string {
	out = bytes.TrimSpace(out)
	return string(out[bytes.LastIndexByte(out, '\n')+1:])
}

// script is what a script of the project's package.json runs; "" for none.
func (r *Runner) script(w *workspace.Workspace, name string) string {
	data, err := w.Read(path.Join(r.dir(w), "package.json"))
	if err != nil {
		return ""
	}
	return scripts(data)[name]
}

func (r *Runner) dir(w *workspace.Workspace) string {
	if r.suite.Dir != "" {
		return r.suite.Dir
	}
	return w.Sub()
}

// read makes the report of a run from its result files, else from its output.
func (r *Runner) read(run Run, root string, files []string) (failure.Report, error) {
	code := run.ExitCode
	o := failure.Options{Root: root, Command: run.Command, ExitCode: &code, KeepTests: true}
	text, err := failure.Parse([]failure.Input{{Name: "output", R: bytes.NewReader(run.Output)}}, o)
	if err != nil {
		return failure.Report{}, fmt.Errorf("read the test output: %w", err)
	}
	if len(files) == 0 {
		return text, nil
	}
	inputs, closeAll := openAll(files)
	defer closeAll()
	xml, err := failure.Parse(inputs, o)
	if err != nil || len(xml.Tests) == 0 {
		return text, nil // the files are an aid; the output and the exit code stand
	}
	return merge(text, xml), nil
}

// merge takes the results per test from files, which print every test, and the
// failures from the text, which the CI log has too, so that signatures agree.
func merge(text, xml failure.Report) failure.Report {
	if len(text.Failures) == 0 || onlyUnknown(text) {
		text.Failures = xml.Failures
		text.Framework, text.Frameworks = xml.Framework, xml.Frameworks
	}
	text.NoTests = false // xml has some
	if named(text.Tests) < named(xml.Tests) {
		text.Tests = xml.Tests
		text.Counts = count(xml.Tests)
	}
	return text
}

// named is how many results are those of tests, and not of packages.
func named(tests []failure.TestResult) int {
	n := 0
	for _, t := range tests {
		if t.Test != "" {
			n++
		}
	}
	return n
}

// count adds up the results of tests.
func count(tests []failure.TestResult) failure.Counts {
	var passed, failed, skipped int
	for _, t := range tests {
		switch t.Status {
		case failure.Passed:
			passed++
		case failure.Failed:
			failed++
		case failure.Skipped:
			skipped++
		}
	}
	return failure.Counts{Passed: &passed, Failed: &failed, Skipped: &skipped}
}

func onlyUnknown(r failure.Report) bool {
	for _, f := range r.Failures {
		if f.Kind != failure.KindUnknown {
			return false
		}
	}
	return true
}
