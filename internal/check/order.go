package check

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/workspace"
)

// Order is an order of tests that is not the usual one. The same Order gives the same
// order again.
type Order struct {
	Framework string
	Seed      int64             // where the framework shuffles
	Near      []failure.Failure // run only the packages or files of these; none for all tests
}

// Chance reports whether the framework draws the order, so that it may leave two tests
// as they usually are.
func (o Order) Chance() bool {
	return slices.Contains([]string{"jest", "vitest", "ctest", "maven-surefire", "bun", "deno", "jasmine", "robot"}, o.Framework)
}

// arrangement makes a run go through the tests in another order.
type arrangement struct {
	command string            // "" for the usual one; {scratch} stands for the run's own folder
	env     map[string]string // words to add to variables, {scratch} as in command
	path    map[string]string // folders to put before those of variables that hold a path
	files   map[string]string // to be written to the run's own folder
	says    string            // names the order
	// sign is what the output has in it where the tests took the order; "" where the
	// files leave orderedMark in the run's own folder then, or where the command has it.
	sign string
}

// orderedMark is the file by which a plug-in says that it turned the tests round: what
// starts the tests may keep the variables that load it from them.
const orderedMark = "ordered"

// taken reports whether the tests took the order.
func (a *arrangement) taken(scratch string, out []byte) bool {
	if a.sign != "" {
		return bytes.Contains(out, []byte(a.sign))
	}
	if len(a.files) == 0 {
		return true
	}
	_, err := os.Stat(filepath.Join(scratch, orderedMark))
	return err == nil
}

// Reordered runs the tests in another order. ok is false, and nothing was run, if that
// cannot be done with this framework and command.
func (r *Runner) Reordered(ctx context.Context, w *workspace.Workspace, o Order) (run Run, ok bool, err error) {
	a, ok := r.arrange(o, func(name string) string { return r.script(w, name) })
	if !ok {
		return Run{}, false, nil
	}
	inv := invocation{Command: r.suite.Command, Targeted: len(o.Near) > 0, order: &a}
	if a.command != "" {
		inv.Command = a.command
	}
	run, err = r.run(ctx, w, inv)
	return run, true, err
}

// arrange is how the framework is told.
func (r *Runner) arrange(o Order, script func(string) string) (arrangement, bool) {
	a, ok := byVariable(o)
	l, plain := parse(r.suite.Command)
	if len(o.Near) > 0 {
		near, narrowed := neighbours(l.argv, o)
		if !ok || !plain || !narrowed {
			return arrangement{}, false
		}
		a.command = l.with(near)
		return a, true
	}
	if ok || !plain {
		return a, ok
	}
	if argv, a, ok := byArgument(l.argv, o); ok {
		a.command = l.with(argv)
		return a, true
	}
	return throughOrderedScript(l, o, script)
}

// throughOrderedScript passes the options on to what "npm test" and the like run.
func throughOrderedScript(l line, o Order, script func(string) string) (arrangement, bool) {
	c, ok := npmScript(l.argv)
	if !ok {
		return arrangement{}, false
	}
	body, ok := parse(script(c.name))
	if !ok || body.before != "" || isUnittest(body.argv) {
		return arrangement{}, false
	}
	argv, a, ok := byArgument(slices.Concat(body.argv, c.args), o)
	if !ok {
		return arrangement{}, false
	}
	a.command = l.with(append(c.words, argv[len(body.argv):]...))
	return a, true
}

// reversePytest is a plugin that runs the collected tests from the last to the first.
const reversePytest = `import pathlib

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    items.reverse()
    pathlib.Path(__file__).with_name('` + orderedMark + `').touch()
`

// reverseRSpec is an order of RSpec's.
const reverseRSpec = `RSpec.configure do |c|
  c.register_ordering(:global) do |items|
    File.write(File.join(__dir__, '` + orderedMark + `'), '')
    items.reverse
  end
end
`

// byVariable is for frameworks that read a variable, whatever starts them.
func byVariable(o Order) (arrangement, bool) {
	switch o.Framework {
	case "gotest":
		return arrangement{env: map[string]string{"GOFLAGS": fmt.Sprintf("-shuffle=%d", o.Seed)}, says: fmt.Sprintf("go test -shuffle=%d", o.Seed), sign: fmt.Sprintf("-test.shuffle %d", o.Seed)}, true
	case "pytest":
		return arrangement{env: map[string]string{"PYTEST_ADDOPTS": "-p regreen_reverse"}, path: map[string]string{"PYTHONPATH": "{scratch}"},
			files: map[string]string{"regreen_reverse.py": reversePytest}, says: "pytest, from the last test to the first"}, true
	case "rspec":
		return arrangement{env: map[string]string{"SPEC_OPTS": "--require {scratch}/regreen_reverse.rb"},
			files: map[string]string{"regreen_reverse.rb": reverseRSpec}, says: "rspec, from the last example to the first"}, true
	}
	return arrangement{}, false
}

// reverseUnittest stands for the module unittest on the command line.
const reverseUnittest = `import pathlib
import unittest


class Reversed(unittest.TestSuite):
    def __iter__(self):
        pathlib.Path(__file__).with_name('` + orderedMark + `').touch()
        return iter(list(super().__iter__())[::-1])


class Loader(unittest.TestLoader):
    suiteClass = Reversed


unittest.main(module=None, testLoader=Loader())
`

// reverseMocha is a hook that turns the order of tests and suites round before the
// first of them.
const reverseMocha = `const turn = (s) => { s.tests.reverse(); s.suites.reverse(); s.suites.forEach(turn); };
exports.mochaHooks = { beforeAll() { turn(this.test.parent); require('fs').writeFileSync(require('path').join(__dirname, '` + orderedMark + `'), ''); } };
`

// byArgument is for those that want an option.
func byArgument(argv []string, o Order) ([]string, arrangement, bool) {
	add := func(says string, words ...string) ([]string, arrangement, bool) {
		return append(slices.Clone(argv), words...), arrangement{says: says}, true
	}
	seed := fmt.Sprint(o.Seed)
	switch {
	case o.Framework == "unittest" && isUnittest(argv):
		out := slices.Clone(argv)
		out[2] = "regreen_unittest"
		return out, arrangement{path: map[string]string{"PYTHONPATH": "{scratch}"}, files: map[string]string{"regreen_unittest.py": reverseUnittest},
			says: "unittest, from the last test to the first"}, true
	case o.Framework == "jest" && tool(argv, "jest"):
		return add("jest --randomize --seed="+seed, "--randomize", "--seed="+seed)
	case o.Framework == "vitest" && tool(argv, "vitest"):
		return add("vitest --sequence.shuffle --sequence.seed="+seed, "--sequence.shuffle", "--sequence.seed="+seed)
	case o.Framework == "mocha" && tool(argv, "mocha"):
		out, a, ok := add("mocha, from the last test to the first", "--require", "{scratch}/reverse.cjs")
		a.files = map[string]string{"reverse.cjs": reverseMocha}
		return out, a, ok
	case o.Framework == "bun" && hasPrefix(argv, "bun", "test"):
		return add("bun test --randomize --seed="+seed, "--randomize", "--seed="+seed)
	case o.Framework == "deno" && hasPrefix(argv, "deno", "test"):
		return add("deno test --shuffle="+seed, "--shuffle="+seed)
	case o.Framework == "jasmine" && tool(argv, "jasmine"):
		return add("jasmine --seed="+seed, "--random=true", "--seed="+seed)
	case o.Framework == "robot" && tool(argv, "robot"):
		says := "robot --randomize tests:" + seed
		return slices.Concat(argv[:1], []string{"--randomize", "tests:" + seed}, argv[1:]), arrangement{says: says}, true
	case o.Framework == "phpunit" && tool(argv, "phpunit", "--order-by"):
		return add("phpunit --order-by=reverse", "--order-by=reverse")
	case o.Framework == "ctest" && tool(argv, "ctest"):
		return add("ctest --schedule-random", "--schedule-random")
	case o.Framework == "maven-surefire" && (tool(argv, "mvn") || tool(argv, "mvnw")):
		return add("surefire, classes from the last to the first, methods at random with seed "+seed, "-Dsurefire.runOrder=reversealphabetical",
			"-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random", "-Djunit.jupiter.execution.order.random.seed="+seed)
	}
	return nil, arrangement{}, false
}

// neighbours are the words that run the packages or files of the tests in o.Near.
func neighbours(argv []string, o Order) ([]string, bool) {
	if len(argv) == 0 {
		return nil, false
	}
	switch o.Framework {
	case "gotest":
		out, pkgs, ok := goParts(argv, o.Near)
		return append(out, pkgs...), ok
	case "pytest":
		var files []failure.Failure
		for _, f := range o.Near {
			file, _, _ := strings.Cut(f.Test, "::")
			files = append(files, failure.Failure{Test: file})
		}
		out, ok := pytestOptions(argv)
		return append(out, testNames(files)...), ok
	}
	return nil, false
}

// apply writes the files of an arrangement to the run's own folder and returns the
// environment and command that use them.
func (a *arrangement) apply(env []string, command, scratch string) ([]string, string, error) {
	if a == nil {
		return env, command, nil
	}
	place := func(s string) string { return strings.ReplaceAll(s, "{scratch}", filepath.ToSlash(scratch)) }
	for name, text := range a.files {
		if err := os.WriteFile(filepath.Join(scratch, name), []byte(text), 0o644); err != nil {
			return nil, "", fmt.Errorf("write %s: %w", name, err)
		}
	}
	for name, words := range a.env {
		env = appendWords(env, name, place(words))
	}
	if a.command != "" {
		command = strings.ReplaceAll(a.command, "'{scratch}/reverse.cjs'", quote(place("{scratch}/reverse.cjs")))
	}
	for name, dir := range a.path {
		if _, old := lookup(env, name); old != "" {
			dir += string(os.PathListSeparator) + old
		}
		env = set(env, name, place(dir))
		command = prefixed(command, name, place("{scratch}"))
	}
	if len(a.path) > 0 {
		env = appendOverride(env, "testenv.pass_env+=PYTHONPATH,PYTEST_ADDOPTS")
	}
	return env, command, nil
}

// prefixed puts a folder before what the command itself gives a variable that holds a
// path: PYTHONPATH=src pytest would hide it otherwise.
func prefixed(command, name, dir string) string {
	if strings.IndexFunc(dir, func(r rune) bool { return !plainRune(r) }) >= 0 {
		return command
	}
	assigned := regexp.MustCompile(`((?:^|[\s;&|("'])` + regexp.QuoteMeta(name) + `=)(.|$)`)
	return assigned.ReplaceAllStringFunc(command, func(m string) string {
		at, first, _ := strings.Cut(m, "=")
		sep := string(os.PathListSeparator)
		if strings.Trim(first, " \t\n;&|)") == "" {
			sep = "" // nothing is in it, and after a colon that would mean the working directory
		}
		return at + "=" + dir + sep + first
	})
}

// appendOverride asks tox to let variables through to the tests. It knows this variable
// since version 4; where it does not, nothing shows the other order.
func appendOverride(env []string, override string) []string {
	if _, old := lookup(env, "TOX_OVERRIDE"); old != "" {
		override = old + ";" + override
	}
	return set(env, "TOX_OVERRIDE", override)
}

// isUnittest reports whether argv is python -m unittest.
func isUnittest(argv []string) bool {
	return len(argv) >= 3 && strings.HasPrefix(path.Base(argv[0]), "python") && argv[1] == "-m" && argv[2] == "unittest"
}

const (
	// seeds is how many seeds are tried for a good one.
	seeds = 64
	// maxShuffled is the most tests for which that is worth it: the time goes by their
	// square, and of many tests any seed turns about half of the pairs round.
	maxShuffled = 200
)

// Seed returns the seed, of those from start on, with which go test puts most of n
// tests after one that they usually run before: with few tests a seed may well leave
// them as they are.
func Seed(n int, start int64) int64 {
	if n > maxShuffled {
		return start
	}
	best, most := start, -1
	for s := start; s < start+seeds; s++ {
		if k := inversions(n, s); k > most {
			best, most = s, k
		}
	}
	return best
}

// inversions shuffles as package testing does.
func inversions(n int, seed int64) int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	rand.New(rand.NewSource(seed)).Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	k := 0
	for i := range order {
		for j := i + 1; j < n; j++ {
			if order[i] > order[j] {
				k++
			}
		}
	}
	return k
}
