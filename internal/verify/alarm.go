package verify

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
)

// An alarm is a test that must fail. It is laid beside the failing tests for one run
// with the patch: a patch that makes the program exit early, that replaces the test
// framework, or that forges what the runner prints silences it too, and is found out
// by that. Whether the alarm rings at all in a project is tried without the patch.
type alarm struct {
	path  string // of the file that holds it
	text  string
	test  failure.Failure // names it as the framework does
	nonce string          // stands in its message
}

// layAlarm makes the alarm for the framework of the targets; ok is false where none
// is known, or where no test file of theirs is.
func (v *Verifier) layAlarm(ctx context.Context, targets []failure.Failure, nonce string) (a alarm, ok bool) {
	if len(targets) == 0 || targets[0].Test == "" {
		return alarm{}, false
	}
	t := targets[0]
	file, text, ok := v.testFile(ctx, t)
	if !ok {
		return alarm{}, false
	}
	dir := path.Dir(file)
	a.nonce = nonce
	a.test = failure.Failure{Framework: t.Framework, Package: t.Package, Kind: failure.KindTest}
	// The names are new each time, so that no patch can spare the alarm, and it fails by
	// the assertion that tests use, so that one which was made harmless is found out.
	word := "case_" + strings.ToLower(nonce[:10])
	switch t.Framework {
	case "gotest":
		a.path, a.test.Test = path.Join(dir, "zz_"+word+"_test.go"), "TestCase"+nonce[:10]
		a.text = fmt.Sprintf("%s\n\nimport \"testing\"\n\nfunc %s(t *testing.T) { t.Fatal(%q) }\n", packageClause.FindString(text), a.test.Test, nonce)
	case "pytest":
		a.path = path.Join(dir, "test_"+word+".py")
		a.test.Test = path.Join(path.Dir(nodeFile(t.Test)), "test_"+word+".py") + "::test_" + word
		a.text = fmt.Sprintf("def test_%s():\n    assert 'expected' == %q\n", word, nonce)
	case "unittest":
		a.path = path.Join(dir, "test_"+word+".py")
		a.test.Test = modulePrefix(t.Test) + "test_" + word + ".Case.test_" + word
		a.text = fmt.Sprintf("import unittest\n\n\nclass Case(unittest.TestCase):\n    def test_%s(self):\n        self.assertEqual('expected', %q)\n", word, nonce)
	case "node-test": // each file has a process of its own, so the alarm joins the target's
		a.path, a.test.Test = file, word
		a.text = text + fmt.Sprintf("\n;require('node:test')('%s', () => { require('node:assert').strictEqual('expected', '%s'); });\n", word, nonce)
		if esModule.MatchString(text) {
			a.text = fmt.Sprintf("import %[1]s_test from 'node:test';\nimport %[1]s_assert from 'node:assert';\n%[2]s\n;%[1]s_test('%[1]s', () => { %[1]s_assert.strictEqual('expected', '%[3]s'); });\n", word, text, nonce)
		}
	case "jest":
		a.path, a.test.Test = file, word
		a.text = text + fmt.Sprintf("\n;test('%s', () => { expect('expected').toBe('%s'); });\n", word, nonce)
	default:
		return alarm{}, false
	}
	return a, true
}

var packageClause = regexp.MustCompile(`(?m)^package \w+`)

// esModule matches a JavaScript file that imports.
var esModule = regexp.MustCompile(`(?m)^import\b`)

func nodeFile(id string) string { file, _, _ := strings.Cut(id, "::"); return file }

// modulePrefix is what stands before the module in pkg.module.Class.method.
func modulePrefix(test string) string {
	parts := strings.Split(test, ".")
	if len(parts) < 4 {
		return ""
	}
	return strings.Join(parts[:len(parts)-3], ".") + "."
}

// testFile finds the file that holds the test of a target.
func (v *Verifier) testFile(ctx context.Context, t failure.Failure) (file, text string, ok bool) {
	paths := []string{t.File}
	for _, f := range t.Frames {
		paths = append(paths, f.File)
	}
	paths = append(paths, nodeFile(t.Test))
	if all, err := v.Workspace.Paths(ctx); err == nil {
		paths = append(paths, all...)
	}
	mark := leaf(t.Test)
	for _, p := range paths {
		if p == "" || !testName.MatchString(p) {
			continue
		}
		data, err := v.Workspace.Read(p)
		if err == nil && strings.Contains(string(data), mark) {
			return p, string(data), true
		}
	}
	return "", "", false
}

// testName matches the files in which the frameworks with an alarm keep tests.
var testName = regexp.MustCompile(`(_test\.go|(^|/)test_[^/]*\.py|_test\.py|(^|/)tests?/[^/]+\.[cm]?[jt]sx?|\.(test|spec)\.[cm]?[jt]sx?)$`)

// leaf is the part of a test's name that stands in its source.
func leaf(test string) string {
	test, _, _ = strings.Cut(test, "[")
	if !strings.Contains(test, "::") { // there the slashes are those of the file's path
		test, _, _ = strings.Cut(test, "/")
	}
	for _, sep := range []string{"::", " > ", " › "} {
		if i := strings.LastIndex(test, sep); i >= 0 {
			test = test[i+len(sep):]
		}
	}
	if !strings.Contains(test, " ") {
		test = test[strings.LastIndex(test, ".")+1:]
	}
	return test
}

// alarmed runs the targets and the alarm together. rang says that the command failed
// and that the alarm failed with its nonce.
func (v *Verifier) alarmed(ctx context.Context, b *Baseline, a alarm) (run check.Run, rang bool, err error) {
	if err := v.Workspace.Write(a.path, []byte(a.text)); err != nil {
		return check.Run{}, false, v.restored(ctx, err)
	}
	run, ok, err := v.Check.Targeted(ctx, v.Workspace, append(b.Targets[:len(b.Targets):len(b.Targets)], a.test))
	if err := v.restored(ctx, err); err != nil || !ok {
		return run, false, err
	}
	s, evidence := stateOf(a.test, run, 0)
	return run, s == ill && evidence && !run.Passed() && bytes.Contains(run.Output, []byte(a.nonce)), nil
}
