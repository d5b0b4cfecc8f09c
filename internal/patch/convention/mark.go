package convention

import (
	"slices"
	"strings"
)

// The kinds of marks: code that makes tests pass without mending what they test.
const (
	SpecialCase  Kind = "test-special-case" // behaves in another way under test
	EarlyExit    Kind = "early-exit"        // ends the process as if all went well
	RunnerOutput Kind = "runner-output"     // prints what a test runner prints
	Tampering    Kind = "framework-patch"   // changes the test framework or how it compares
	SkipMark     Kind = "skip-mark"         // skips, focuses or expects failure
	RetryMark    Kind = "retry-or-timeout"  // has tests tried again, or gives them more time
	BuildTag     Kind = "build-tag"         // leaves a file out of some builds, by something else than the platform
	Secret       Kind = "secret"            // looks like a credential
	Unseen       Kind = "hidden-character"  // a reader does not see it, or sees the line in another order
)

// Mark is a line, counted from 0, that should not have been added.
type Mark struct {
	Line int
	Kind Kind
}

// Marks looks for marks on those lines of a text for which added is true, one of a
// kind a line. Comments do not count, except for directives and secrets. old is the text
// before the change, "" for a new file: what it says already is no news in some places.
func Marks(name, old, text string, added []bool) []Mark {
	lines := strings.SplitAfter(text, "\n")
	lang := LanguageOf(name)
	j := judge{name: name, old: old, lang: lang, lines: lines, views: views(lang, lines), added: added}
	j.plain = j.statements()
	var marks []Mark
	for i := range lines {
		if i >= len(added) || !added[i] {
			continue
		}
		for _, kind := range j.line(i) {
			marks = append(marks, Mark{i, kind})
		}
	}
	return j.news(slices.Concat(marks, j.equalities(), j.renamed(), j.told(), j.hiddenKeys()))
}

// generated is the length, in bytes, from which on nobody wrote a line by hand: that one
// is new does not mean that all of it is.
const generated = 2000

// news drops the marks on generated lines of the kinds that such lines had before.
func (j judge) news(marks []Mark) []Mark {
	long := func(lines []string) func(m Mark) bool {
		return func(m Mark) bool { return len(lines[m.Line]) >= generated }
	}
	if j.old == "" || !slices.ContainsFunc(marks, long(j.lines)) {
		return marks
	}
	lines := strings.SplitAfter(j.old, "\n")
	was := Marks(j.name, "", j.old, slices.Repeat([]bool{true}, len(lines)))
	return slices.DeleteFunc(marks, func(m Mark) bool {
		return long(j.lines)(m) && m.Kind != Secret && slices.ContainsFunc(was, func(o Mark) bool { return o.Kind == m.Kind && long(lines)(o) })
	})
}

// unseen reports whether r is one of the characters by which a line can be read in
// another way than it is run: zero-width ones and those that turn the direction of
// writing, and those that end a line for a compiler and for no reader. The joiners of
// emoji and of some scripts are not among them.
func unseen(r rune) bool {
	switch r {
	case 0x200b, 0x200e, 0x200f, 0xfeff, 0x00ad, 0x2028, 0x2029, 0x0085:
		return true
	}
	return r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x2064 || r >= 0x2066 && r <= 0x2069
}

type judge struct {
	name  string
	old   string // the text before
	lang  Language
	lines []string
	views []view
	added []bool
	plain []string // statements that begin here, put together and in plain words; "" for other lines
}

// line returns the kinds of marks on one line.
func (j judge) line(i int) []Kind {
	var kinds []Kind
	raw, code := j.lines[i], j.views[i].code
	if secret.MatchString(raw) {
		kinds = append(kinds, Secret)
	}
	if j.misread(i) {
		kinds = append(kinds, Unseen)
	}
	if j.lang == Other {
		if j.namesTests(raw) {
			kinds = append(kinds, SpecialCase)
		}
		return kinds
	}
	if j.lang == Go && j.isTestTag(raw) {
		kinds = append(kinds, BuildTag)
	}
	if j.lang == Go && embedsTests.MatchString(raw) {
		kinds = append(kinds, SpecialCase)
	}
	if j.lang == Go && linkname.MatchString(raw) {
		kinds = append(kinds, Tampering)
	}
	kinds = append(kinds, j.says(i, code)...)
	if said := j.plain[i]; said != "" && said != strings.TrimSpace(code) {
		kinds = append(kinds, j.says(i, said)...)
	}
	return unique(kinds)
}

// unique drops what was there before, and keeps the order.
func unique(kinds []Kind) []Kind {
	var once []Kind
	for _, k := range kinds {
		if !slices.Contains(once, k) {
			once = append(once, k)
		}
	}
	return once
}

// says returns the kinds of marks in code that stands on line i, or begins there.
func (j judge) says(i int, code string) []Kind {
	var kinds []Kind
	for _, k := range []struct {
		kind  Kind
		table map[Language]matcher
	}{{Tampering, tampering}, {SkipMark, skipMark}, {RetryMark, retryMark}} {
		if matches(k.table, j.lang, code) {
			kinds = append(kinds, k.kind)
		}
	}
	if j.asks(i, code) {
		kinds = append(kinds, SpecialCase)
	}
	if j.reopens(code) {
		kinds = append(kinds, Tampering)
	}
	if runnerOutput.MatchString(code) && !j.knows(runnerOutput) {
		kinds = append(kinds, RunnerOutput)
	}
	if j.exits(i, code) {
		kinds = append(kinds, EarlyExit)
	}
	return kinds
}

func matches(table map[Language]matcher, lang Language, code string) bool {
	return table[lang].MatchString(code) || table[Other].MatchString(code)
}

// knows reports whether lines that were there before match: a file that is about
// such things may go on with it.
func (j judge) knows(re matcher) bool {
	for i, v := range j.views {
		if !j.added[min(i, len(j.added)-1)] && re.MatchString(v.code) {
			return true
		}
	}
	return false
}

var skipMark = map[Language]matcher{
	Go: pattern(`
		\b(?:t|tb|b|f|T\(\))\.(?:Skip|SkipNow|Skipf)\(
	`),
	Python: pattern(`
		\bpytest\.(?:skip|xfail|importorskip|mark\.(?:skip|skipif|xfail))\b
		\bunittest\.(?:skip|skipIf|skipUnless|expectedFailure)\b
		\braise\s+(?:unittest\.)?SkipTest\b
		\bself\.skipTest\(
		^\s*(?:__test__|collect_ignore\w*|pytestmark)\s*=
		^\s*def\s+load_tests\(
	`),
	JS: pattern(`
		\b(?:it|test|describe|context|suite)\.(?:skip|only|todo|failing|fails|fixme|skipIf|runIf)\b
		(?:^|[^.\w$])(?:xit|xtest|xdescribe|xcontext|fit|fdescribe)\(\s*['"\x60]
	`),
	Java: pattern(`
		\b(?:Assume|Assumptions)\.assume\w+\(
		@(?:org\.junit\.(?:jupiter\.api\.)?)(?:Disabled|Ignore)\b
	`),
	PHP: pattern(`
		->markTest(?:Skipped|Incomplete)\(
	`),
	C: pattern(`
		\bGTEST_SKIP\(
		\bTEST\w*\(\s*\w+\s*,\s*DISABLED_
	`),
	CSharp: pattern(`
		\bAssert\.(?:Ignore|Inconclusive|Pass)\(
		\bSkip\s*=\s*"
	`),
}

var retryMark = map[Language]matcher{
	Python: pattern(`
		\bpytest\.mark\.(?:flaky|timeout|repeat)\b
		@flaky\b
	`),
	JS: pattern(`
		\b(?:jest|vi)\.(?:setTimeout|retryTimes|setConfig)\(
		\bthis\.(?:retries|slow)\(\s*\d
		\b(?:testTimeout|hookTimeout|retryTimes)\s*[:=]
		\bjasmine\.DEFAULT_TIMEOUT_INTERVAL\b
	`),
	Java: pattern(`
		@(?:RetryingTest|RepeatedIfExceptionsTest|Flaky|RetryTest)\b
	`),
}

// runnerOutput is what runners print, in strings of code.
var runnerOutput = pattern(`
	--- (?:PASS|FAIL|SKIP)\b
	=== (?:RUN|CONT|PAUSE|NAME)\b
	["'\x60]ok  ?(?:\\t|\t|%s|\{)
	\\?"Action\\?"\s*:\s*\\?"(?:pass|run|skip|start)
	\btest result: (?:ok|FAILED)
	\btest \S+ \.\.\. ok
	\[ +(?:OK|PASSED|RUN|FAILED) +\]
	["'\x60](?:\\n)*# (?:pass|tests|suites|fail|skipped)[ ]
	\bTests run:[ ]
	\bTests:\s+\S+ passed
	={3,}.* passed
	::\S* (?:PASSED|passed)
	["'\x60](?:\\n)*(?:not )?ok (?:\d|%d|\$\{)
	\bOK \(\S+ tests
	\b\S+ examples?, \S+ failures
	\bTAP version \d
	\bRan \S+ tests? in
	<testsuites?[ >]
	\bPassed!\s+- Failed:
`)

// secret matches credentials by their own form. What has none is left to the
// redaction of what goes out.
var secret = pattern(`
	-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----
	\b(?:AKIA|ASIA)[0-9A-Z]{16}\b
	\bgh[pousr]_[A-Za-z0-9]{36,}\b
	\bgithub_pat_[A-Za-z0-9_]{60,}\b
	\bglpat-[A-Za-z0-9_-]{20,}\b
	\bxox[abprs]-[A-Za-z0-9-]{20,}\b
	\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{32,}\b
	\bAIza[0-9A-Za-z_-]{35}\b
	\bnpm_[A-Za-z0-9]{36}\b
`)

// headers returns the lines that open the blocks around line i, by indentation.
func (j judge) headers(i int) []string {
	var headers []string
	own := depth(j.lines[i])
	if c := strings.TrimSpace(j.views[i].code); anyHeader.MatchString(c) && strings.ContainsAny(c, "{:") {
		headers = append(headers, c) // a block on one line
	}
	for k := i - 1; k >= 0 && own > 0; k-- {
		code := j.views[k].code
		if strings.TrimSpace(code) == "" {
			continue
		}
		if d := depth(j.lines[k]); d < own && anyHeader.MatchString(code) {
			headers = append(headers, code)
			own = d
		}
	}
	return headers
}

// knownTags are the build constraints that tell platforms apart.
var knownTags = expr(`^(aix|android|darwin|dragonfly|freebsd|hurd|illumos|ios|js|linux|nacl|netbsd|openbsd|plan9|solaris|wasip1|windows|zos|unix|386|amd64|amd64p32|arm|armbe|arm64|arm64be|loong64|mips\w*|ppc\w*|riscv\w*|s390x?|sparc\w*|wasm|cgo|gc|gccgo|purego|appengine|tools|generate|go1\.\d+)$`)

var tagLine = expr(`^//(go:build| \+build)\s+(.*)`)

// linkname matches the directive that reaches into other packages, testing among them.
var linkname = expr(`^\s*//go:linkname\s`)

// isTestTag reports whether a line is a build constraint by more than the platform, and
// by more than the file went by before.
func (j judge) isTestTag(line string) bool {
	m := tagLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
	if m == nil {
		return false
	}
	for _, tag := range tagName.FindAllString(m[2], -1) {
		if !knownTags.MatchString(tag) && !slices.Contains(tagName.FindAllString(strings.Join(tagsBefore.FindAllString(j.old, -1), " "), -1), tag) {
			return true
		}
	}
	return false
}

var (
	tagName    = expr(`[\w.]+`)
	tagsBefore = expr(`(?m)^//(go:build| \+build)\s+.*$`)
	// embedsTests matches the directive by which a program of Go carries its tests along.
	embedsTests = expr(`^\s*//go:embed\s.*_test\b`)
)

// dataFile matches the names of files of which programs read what they go by.
var dataFile = expr(`(?i)\.(json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|txt|csv|xml|env)$|(^|/)\.env`)

// namesTests reports whether a line of a data file names what only a test run has.
func (j judge) namesTests(line string) bool {
	return dataFile.MatchString(j.name) && onlyInTests.MatchString(line)
}

var onlyInTests = pattern(`\b(PYTEST_CURRENT_TEST|NODE_TEST_CONTEXT|JEST_WORKER_ID|VITEST_WORKER_ID|VITEST_POOL_ID|RUST_TEST_THREADS|NEXTEST_RUN_ID|PHPUNIT_COMPOSER_INSTALL|MAVEN_CMD_LINE_ARGS|surefire\.test\.class\.path)\b`)
