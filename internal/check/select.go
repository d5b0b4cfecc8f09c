package check

import (
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure"
)

// maxSelected bounds how many tests a targeted run names: beyond that the full
// command is about as fast, and the command line stays far under 128 KiB.
const maxSelected = 200

// selection derives the command line that runs the tests of fs alone. script returns
// what a script of the project's package.json runs, "" for none.
func (r *Runner) selection(fs []failure.Failure, script func(name string) string) (invocation, bool) {
	if len(fs) == 0 || len(fs) > maxSelected {
		return invocation{}, false
	}
	names := testNames(fs)
	if r.suite.Targeted != "" {
		if len(names) == 0 {
			return invocation{}, false
		}
		return invocation{Command: strings.ReplaceAll(r.suite.Targeted, "{tests}", quoteAll(names)), Targeted: true}, true
	}
	fw := fs[0].Framework
	for _, f := range fs {
		if f.Framework != fw || f.Test == "" {
			return invocation{}, false // several tools, or a failure that no test name selects
		}
	}
	cmd, ok := derive(fw, r.suite.Command, fs, script)
	return invocation{Command: cmd, Targeted: true}, ok
}

func testNames(fs []failure.Failure) []string {
	var names []string
	for _, f := range fs {
		if f.Test != "" && !slices.Contains(names, f.Test) {
			names = append(names, f.Test)
		}
	}
	return names
}

// derive rewrites the full command so that it runs only the tests of fs, keeping its
// other flags. Only the last of several plain commands is rewritten: in a pipeline or a
// script nobody can tell what a changed argument would do.
func derive(framework, command string, fs []failure.Failure, script func(string) string) (string, bool) {
	l, ok := parse(command)
	if !ok {
		return "", false
	}
	s, ok := selectors[framework]
	if !ok {
		return "", false
	}
	if out, ok := s.rewrite(l.argv, fs); ok {
		return l.with(out), true
	}
	return throughScript(l, s, fs, script)
}

// selector is a framework's own way to run some tests alone.
type selector struct {
	rewrite func(argv []string, fs []failure.Failure) ([]string, bool)
	// appended: what rewrite adds to the end of the command is all that it changes, so
	// that a package manager can pass it on to a script.
	appended bool
}

var selectors = map[string]selector{
	"gotest":         {goTest, false},
	"pytest":         {pytest, false},
	"unittest":       {unittest, false},
	"cargo":          {cargoTest, true},
	"cargo-test":     {cargoTest, true},
	"nextest":        {nextest, true},
	"node":           {nodeTest, false},
	"node-test":      {nodeTest, false},
	"jest":           {jest, true},
	"vitest":         {vitest, true},
	"mocha":          {mocha, true},
	"bun":            {bun, true},
	"deno":           {deno, true},
	"jasmine":        {jasmine, true},
	"ginkgo":         {ginkgo, false},
	"behave":         {behave, false},
	"robot":          {robot, false},
	"rspec":          {rspec, true},
	"phpunit":        {phpunit, true},
	"maven-surefire": {maven, true},
	"gradle":         {gradle, false},
	"dotnet":         {dotnet, true},
	"ctest":          {ctest, true},
	"junit":          {jvm, false},
}

// throughScript looks into the script that "npm test" and the like run.
func throughScript(l line, s selector, fs []failure.Failure, script func(string) string) (string, bool) {
	c, ok := npmScript(l.argv)
	if !ok {
		return "", false
	}
	body, ok := parse(script(c.name))
	if !ok || body.before != "" {
		return "", false
	}
	out, ok := s.rewrite(slices.Concat(body.argv, c.args), fs)
	if !ok {
		return "", false
	}
	if s.appended {
		return l.with(append(c.words, out[len(body.argv):]...)), true
	}
	if script("pre"+c.name) != "" || script("post"+c.name) != "" {
		return "", false // what they do would be left out
	}
	body.env = append([]string{`PATH="$PWD/node_modules/.bin:$PATH"`}, append(l.env, body.env...)...)
	body.before = l.before
	return body.with(out), true
}

// scriptCall is a package manager's command that runs a script.
type scriptCall struct {
	name  string
	words []string // the command up to where further arguments reach the script
	args  []string // those that it has already
}

func npmScript(argv []string) (c scriptCall, ok bool) {
	c.words = slices.Clone(argv)
	if i := slices.Index(argv, "--"); i >= 0 {
		c.words, c.args = slices.Clone(argv[:i+1]), argv[i+1:]
		argv = argv[:i]
	} else if argv[0] == "npm" {
		c.words = append(c.words, "--")
	}
	if len(argv) < 2 || argv[0] != "npm" && argv[0] != "yarn" && argv[0] != "pnpm" {
		return c, false
	}
	rest := argv[1:]
	if rest[0] == "run" || rest[0] == "run-script" {
		rest = rest[1:]
	}
	if len(rest) != 1 || strings.HasPrefix(rest[0], "-") {
		return c, false
	}
	if c.name = rest[0]; c.name == "t" {
		c.name = "test"
	}
	return c, true
}
