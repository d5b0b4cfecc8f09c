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
	bell
	make func(b bell) (file, text, test string)
	test failure.Failure // names it as the framework does
}

// layAlarm makes the alarm for the framework of the targets; ok is false where none
// is known, or where no test file of theirs is.
func (v *Verifier) layAlarm(ctx context.Context, targets []failure.Failure, nonce string) (a alarm, ok bool) {
	if len(targets) == 0 || targets[0].Test == "" {
		return alarm{}, false
	}
	t := targets[0]
	r, ok := ringers[t.Framework]
	if !ok {
		return alarm{}, false
	}
	file, text, ok := v.testFile(ctx, t, r)
	if !ok {
		return alarm{}, false
	}
	b := bell{target: t, file: file, text: text, nonce: nonce, word: "case_" + strings.ToLower(nonce[:10])}
	a = alarm{bell: b, make: r.make, test: failure.Failure{Framework: t.Framework, Package: t.Package, Kind: failure.KindTest}}
	_, _, a.test.Test = r.make(b)
	return a, a.test.Test != ""
}

// bell is what an alarm is made from.
type bell struct {
	target     failure.Failure
	file, text string // of the target
	nonce      string
	word       string // a name that is new each time, so that no patch can spare the alarm
}

// beside is the path of a file in the folder of the target's.
func (b bell) beside(name string) string { return path.Join(path.Dir(b.file), name) }

// ringer makes the alarm of a framework.
type ringer struct {
	files *regexp.Regexp           // where tests are
	mark  func(leaf string) string // what stands in the file of a test; nil for nothing
	// make returns the alarm's file, its text, and the name by which the framework calls
	// the test. It fails by the assertion that tests use, so that one which was made
	// harmless is found out.
	make func(b bell) (file, text, test string)
}

var scriptTests = regexp.MustCompile(`((^|/)(tests?|specs?)/.+\.[cm]?[jt]sx?|[._-](test|spec)\.[cm]?[jt]sx?)$`)

var ringers = map[string]ringer{
	"gotest":         {regexp.MustCompile(`_test\.go$`), itself, goAlarm},
	"pytest":         {regexp.MustCompile(`((^|/)test_[^/]*|_test)\.py$`), itself, pytestAlarm},
	"unittest":       {regexp.MustCompile(`((^|/)test_[^/]*|_test)\.py$`), itself, unittestAlarm},
	"node-test":      {scriptTests, itself, nodeAlarm},
	"jest":           {scriptTests, itself, jestAlarm},
	"vitest":         {scriptTests, itself, vitestAlarm},
	"mocha":          {scriptTests, nil, mochaAlarm}, // a title is joined from several strings
	"bun":            {scriptTests, itself, bunAlarm},
	"deno":           {scriptTests, itself, denoAlarm},
	"jasmine":        {scriptTests, nil, jasmineAlarm},
	"ginkgo":         {regexp.MustCompile(`_test\.go$`), nil, ginkgoAlarm},
	"behave":         {regexp.MustCompile(`\.feature$`), nil, behaveAlarm}, // the row of an outline has a name of its own
	"robot":          {regexp.MustCompile(`\.robot$`), func(leaf string) string { return strings.TrimSuffix(leaf, "...") }, robotAlarm},
	"rspec":          {regexp.MustCompile(`_spec\.rb$`), nil, rspecAlarm},
	"phpunit":        {regexp.MustCompile(`Test\.php$`), itself, phpunitAlarm},
	"maven-surefire": {regexp.MustCompile(`Tests?\.java$`), itself, javaAlarm},
	"gradle":         {regexp.MustCompile(`Tests?\.java$`), itself, gradleAlarm},
	"ctest":          {regexp.MustCompile(`(^|/)CMakeLists\.txt$`), itself, ctestAlarm},
	"cargo":          {regexp.MustCompile(`\.rs$`), func(leaf string) string { return "fn " + leaf + "(" }, rustAlarm},
}

func itself(leaf string) string { return leaf }

func goAlarm(b bell) (file, text, test string) {
	test = "TestCase" + b.nonce[:10]
	return b.beside("zz_" + b.word + "_test.go"),
		fmt.Sprintf("%s\n\nimport \"testing\"\n\nfunc %s(t *testing.T) { t.Fatal(%q) }\n", packageClause.FindString(b.text), test, b.nonce), test
}

func pytestAlarm(b bell) (file, text, test string) {
	name := "test_" + b.word + ".py"
	return b.beside(name), fmt.Sprintf("def test_%s():\n    assert 'expected' == %q\n", b.word, b.nonce),
		path.Join(path.Dir(nodeFile(b.target.Test)), name) + "::test_" + b.word
}

func unittestAlarm(b bell) (file, text, test string) {
	return b.beside("test_" + b.word + ".py"),
		fmt.Sprintf("import unittest\n\n\nclass Case(unittest.TestCase):\n    def test_%s(self):\n        self.assertEqual('expected', %q)\n", b.word, b.nonce),
		modulePrefix(b.target.Test) + "test_" + b.word + ".Case.test_" + b.word
}

// nodeAlarm joins the target's file, since each file has a process of its own; so do
// the others of JavaScript.
func nodeAlarm(b bell) (file, text, test string) {
	if esModule.MatchString(b.text) {
		return b.file, fmt.Sprintf("import %[1]s_test from 'node:test';\nimport %[1]s_assert from 'node:assert';\n%[2]s\n;%[1]s_test('%[1]s', () => { %[1]s_assert.strictEqual('expected', '%[3]s'); });\n", b.word, b.text, b.nonce), b.word
	}
	return b.file, b.text + fmt.Sprintf("\n;require('node:test')('%s', () => { require('node:assert').strictEqual('expected', '%s'); });\n", b.word, b.nonce), b.word
}

func jestAlarm(b bell) (file, text, test string) {
	return b.file, b.text + fmt.Sprintf("\n;test('%s', () => { expect('expected').toBe('%s'); });\n", b.word, b.nonce), b.word
}

func vitestAlarm(b bell) (file, text, test string) { return importingAlarm(b, "vitest") }

func bunAlarm(b bell) (file, text, test string) { return importingAlarm(b, "bun:test") }

// importingAlarm takes the framework from its module, since a file may name other things
// test and expect.
func importingAlarm(b bell, module string) (file, text, test string) {
	return b.file, fmt.Sprintf("import { test as %[1]s_test, expect as %[1]s_expect } from '%[4]s';\n%[2]s\n;%[1]s_test('%[1]s', () => { %[1]s_expect('expected').toBe('%[3]s'); });\n", b.word, b.text, b.nonce, module), b.word
}

// denoAlarm has no assertion of the runner's to fail by: there is none.
func denoAlarm(b bell) (file, text, test string) {
	return b.file, b.text + fmt.Sprintf("\n;Deno.test('%s', () => { throw new Error('%s'); });\n", b.word, b.nonce), b.word
}

// jasmineAlarm comes last, which Jasmine leaves to chance: what the code replaces as it is
// called has to be found too.
func jasmineAlarm(b bell) (file, text, test string) {
	return b.file, b.text + fmt.Sprintf("\n;jasmine.getEnv().configure({ random: false });\nit('%s', () => { expect('expected').toBe('%s'); });\n", b.word, b.nonce), b.word
}

// ginkgoAlarm comes after all specs, whose order is left to chance. It fails by Gomega
// where the tests do: its handler can be replaced.
func ginkgoAlarm(b bell) (file, text, test string) {
	module := ginkgoModule.FindString(b.text)
	if module == "" {
		return "", "", ""
	}
	imports, fails := "import ringing "+module, fmt.Sprintf("ringing.Fail(%q)", b.nonce)
	if strings.Contains(b.text, gomega) {
		imports += "\nimport matching " + gomega
		fails = fmt.Sprintf("matching.Expect(%q).To(matching.Equal(%q))", "expected", b.nonce)
	}
	node, takes := "ReportAfterSuite", "ringing.Report"
	if !strings.Contains(module, "/v2") {
		node, takes = "It", "" // which is all that the first version has
	}
	return b.beside("zz_" + b.word + "_test.go"),
		fmt.Sprintf("%s\n\n%s\n\nvar _ = ringing.%s(%q, func(%s) { %s })\n", packageClause.FindString(b.text), imports, node, b.word, takes, fails), b.word
}

const gomega = `"github.com/onsi/gomega"`

// behaveAlarm has a step that nothing defines: a definition would be a second file.
func behaveAlarm(b bell) (file, text, test string) {
	return b.file, b.text + fmt.Sprintf("\n\n  Scenario: %s\n    Given %s\n", b.word, b.nonce), b.word
}

func robotAlarm(b bell) (file, text, test string) {
	return b.file, b.text + fmt.Sprintf("\n*** Test Cases ***\n%s\n    Should Be Equal    expected    %s\n", b.word, b.nonce), b.word
}

func mochaAlarm(b bell) (file, text, test string) {
	if esModule.MatchString(b.text) {
		return b.file, fmt.Sprintf("import %[1]s_assert from 'node:assert';\n%[2]s\n;(globalThis.it || globalThis.test)('%[1]s', () => { %[1]s_assert.strictEqual('expected', '%[3]s'); });\n", b.word, b.text, b.nonce), b.word
	}
	return b.file, b.text + fmt.Sprintf("\n;(globalThis.it || globalThis.test)('%s', () => { require('node:assert').strictEqual('expected', '%s'); });\n", b.word, b.nonce), b.word
}

func rspecAlarm(b bell) (file, text, test string) {
	return b.file, b.text + fmt.Sprintf("\nRSpec.describe('%[1]s') { it('rings') { expect('expected').to eq '%[2]s' } }\n", b.word, b.nonce), b.word + " rings"
}

func phpunitAlarm(b bell) (file, text, test string) {
	class := "Case" + b.nonce[:10] + "Test"
	space := phpNamespace.FindStringSubmatch(b.text)
	if space == nil {
		space = []string{"", ""}
	} else {
		test = space[1] + "\\"
	}
	return b.beside(class + ".php"),
		fmt.Sprintf("<?php\n%s\nfinal class %s extends \\PHPUnit\\Framework\\TestCase\n{\n    public function testRings(): void\n    {\n        $this->assertSame('expected', '%s');\n    }\n}\n", space[0], class, b.nonce),
		test + class + "::testRings"
}

func javaAlarm(b bell) (file, text, test string) { return javaClass(b, "Case"+b.nonce[:10]+"Test") }

// gradleAlarm has the nonce in its name, since Gradle prints no messages unasked.
func gradleAlarm(b bell) (file, text, test string) { return javaClass(b, "Case"+b.nonce+"Test") }

// javaClass speaks the JUnit of the target's file.
func javaClass(b bell, class string) (file, text, test string) {
	annotation, assertions := "org.junit.Test", "org.junit.Assert"
	switch {
	case strings.Contains(b.text, "org.junit.jupiter"):
		annotation, assertions = "org.junit.jupiter.api.Test", "org.junit.jupiter.api.Assertions"
	case !strings.Contains(b.text, "org.junit.") || path.Ext(b.file) != ".java":
		return "", "", ""
	}
	space := javaPackage.FindStringSubmatch(b.text)
	if space == nil {
		space = []string{"", ""}
	} else {
		test = space[1] + "."
	}
	return b.beside(class + ".java"),
		fmt.Sprintf("%s\npublic class %s {\n    @%s\n    public void rings() {\n        %s.assertEquals(\"expected\", %q);\n    }\n}\n", space[0], class, annotation, assertions, b.nonce),
		test + class + ".rings"
}

// ctestAlarm runs the target's own program once more, and fails after it came to the end
// of main: a test of ctest is a process, and one that exits early never gets there. The
// linker puts the alarm round main, and only what starts the alarm sets its variable.
func ctestAlarm(b bell) (file, text, test string) {
	program := leaf(b.target.Test)
	if m := regexp.MustCompile(`(?i)add_test\s*\(\s*(?:NAME\s+)?"?` + regexp.QuoteMeta(b.target.Test) + `"?\s+(?:COMMAND\s+)?"?(?:\$<TARGET_FILE:)?([\w.+-]+)`).FindStringSubmatch(b.text); m != nil {
		program = m[1]
	}
	test = "case_" + b.nonce
	return b.file, b.text + fmt.Sprintf(`
if(TARGET %[1]s)
  get_property(%[2]s_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  list(FIND %[2]s_languages C %[2]s_c)
  if(%[2]s_c GREATER -1)
    set(%[2]s_source "${CMAKE_CURRENT_BINARY_DIR}/%[2]s.c")
  else()
    set(%[2]s_source "${CMAKE_CURRENT_BINARY_DIR}/%[2]s.cpp")
  endif()
  file(WRITE "${%[2]s_source}" [==[
#include <stdlib.h>
#ifdef __cplusplus
extern "C" {
#endif
int __real_main(int, char **);
int __wrap_main(int c, char **v);
int __wrap_main(int c, char **v) {
  int r = __real_main(c, v);
  return getenv("%[2]s") ? 1 : r;
}
#ifdef __cplusplus
}
#endif
]==])
  set_property(TARGET %[1]s APPEND PROPERTY SOURCES "${%[2]s_source}")
  set_property(TARGET %[1]s APPEND_STRING PROPERTY LINK_FLAGS " -Wl,--wrap=main")
  add_test(NAME %[3]s COMMAND "${CMAKE_COMMAND}" -E env %[2]s=1 "$<TARGET_FILE:%[1]s>")
endif()
`, program, b.word, test), test
}

// rustAlarm joins the target's file: a module of its own would have to be declared.
func rustAlarm(b bell) (file, text, test string) {
	return b.file, b.text + fmt.Sprintf("\n#[cfg(test)]\nmod %s {\n    #[test]\n    fn rings() {\n        assert_eq!(\"expected\", %q);\n    }\n}\n", b.word, b.nonce),
		rustModule(b.file) + b.word + "::rings"
}

// rustModule is the path of the module in a file, with the colons after it.
func rustModule(file string) string {
	_, in, ok := strings.Cut("/"+file, "/src/")
	in = strings.TrimSuffix(strings.TrimSuffix(in, ".rs"), "/mod")
	if !ok || in == "lib" || in == "main" || strings.HasPrefix(in, "bin/") {
		return "" // a file of tests/ is a crate of its own, as those are
	}
	return strings.ReplaceAll(in, "/", "::") + "::"
}

var (
	ginkgoModule  = regexp.MustCompile(`"github\.com/onsi/ginkgo(?:/v2)?"`)
	packageClause = regexp.MustCompile(`(?m)^package \w+`)
	phpNamespace  = regexp.MustCompile(`(?m)^namespace ([\w\\]+);`)
	javaPackage   = regexp.MustCompile(`(?m)^package ([\w.]+);`)
)

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
func (v *Verifier) testFile(ctx context.Context, t failure.Failure, r ringer) (file, text string, ok bool) {
	paths := []string{t.File}
	for _, f := range t.Frames {
		paths = append(paths, f.File)
	}
	paths = append(paths, nodeFile(t.Test))
	if all, err := v.Workspace.Paths(ctx); err == nil {
		paths = append(paths, all...)
	}
	mark := ""
	if r.mark != nil {
		mark = r.mark(leaf(t.Test))
	}
	for _, p := range paths {
		if p == "" || !r.files.MatchString(p) {
			continue
		}
		// What git ignores, such as the output of a compiler, is made anew or not to be changed.
		if data, there := v.before(p); there && strings.Contains(string(data), mark) {
			return p, string(data), true
		}
	}
	return "", "", false
}

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

// alarmed runs the targets and the alarm together, among all tests where they cannot be
// run alone. rang says that the command failed
// and that the alarm failed with its nonce.
func (v *Verifier) alarmed(ctx context.Context, b *Baseline, a alarm) (run check.Run, rang bool, err error) {
	if now, err := v.Workspace.Read(a.file); err == nil {
		a.bell.text = string(now) // with the patch, where tests and code share a file
	}
	file, text, _ := a.make(a.bell)
	if err := v.Workspace.Write(file, []byte(text)); err != nil {
		return check.Run{}, false, v.restored(ctx, err)
	}
	ok := b.Select
	if ok {
		run, ok, err = v.Check.Targeted(ctx, v.Workspace, append(b.Targets[:len(b.Targets):len(b.Targets)], a.test))
	}
	if !ok && err == nil { // by make, or in some other way that shows no tests' names
		run, err = v.Check.Full(ctx, v.Workspace)
	}
	if err := v.restored(ctx, err); err != nil {
		return run, false, err
	}
	s, evidence := stateOf(a.test, run, 0)
	return run, s == ill && evidence && !run.Passed() && bytes.Contains(run.Output, []byte(a.nonce)), nil
}
