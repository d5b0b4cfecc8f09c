// Package native reads the output of test runners for C and C++: CTest, GoogleTest
// and Catch2.
package native

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// Names of the frameworks in reports.
const (
	CTest      = "ctest"
	GoogleTest = "googletest"
	Catch2     = "catch2"
)

// Formats returns the formats of this package.
func Formats() []format.Format {
	return []format.Format{
		{
			Name: CTest, Language: "c",
			Triggers: []string{"Test  #", "Test   #", "Test #", "% tests passed", "^The following tests FAILED", "^Start "},
			New:      func(out *format.Sink) format.Scanner { return newCTest(out) },
		},
		{
			Name: GoogleTest, Language: "c",
			Triggers: []string{"[ RUN      ]", "[       OK ]", "[  FAILED  ]", "[  PASSED  ]", "[  SKIPPED ]", "[==========]"},
			New:      func(out *format.Sink) format.Scanner { return newGoogleTest(out) },
		},
		{
			Name: Catch2, Language: "c",
			Triggers: []string{": FAILED:", ": FAILED", "^test cases: ", "^All tests passed (", "^-------------------------------------------------------------------------------"},
			New:      func(out *format.Sink) format.Scanner { return newCatch(out) },
		},
		{
			Name: Doctest, Language: "c",
			Triggers: []string{"^[doctest] doctest version", "^TEST CASE:  ", "^[doctest] test cases: ", "^==============================================================================="},
			New:      func(out *format.Sink) format.Scanner { return &doctest{out: out} },
		},
		{
			Name: Boost, Language: "c",
			Triggers: []string{"^Running ", "): error: in \"", "): fatal error: in \"", "^*** "},
			New:      func(out *format.Sink) format.Scanner { return newBoost(out) },
		},
		{
			Name: Sanitizer, Language: "c",
			Triggers: []string{"ERROR: AddressSanitizer: ", "ERROR: LeakSanitizer: ", "WARNING: ThreadSanitizer: ", "WARNING: MemorySanitizer: ", ": runtime error: ", "== Invalid ", "== Conditional jump ", "== Use of uninitialised ", "== Syscall param ", "== Mismatched free", "== Process terminating ", "ly lost in "},
			New:      func(out *format.Sink) format.Scanner { return &sanitizer{out: out} },
		},
	}
}

// ctest reads the output of CTest, with --output-on-failure or without, or with -V, which
// prints what a test says before its result, each line behind the number of the test.
type ctest struct {
	out     *format.Sink
	tests   []*ctestCase
	byName  map[string]*ctestCase
	current *ctestCase
	said    map[string]*ctestCase // by number, what tests that have no result yet have said
	listing bool
}

type ctestCase struct {
	name, outcome string
	text          format.Block
	covered       bool // the output is of a framework that names its own tests
	no            int
}

func newCTest(out *format.Sink) *ctest {
	return &ctest{out: out, byName: map[string]*ctestCase{}, said: map[string]*ctestCase{}}
}

var (
	ctestLine = regexp.MustCompile(`^\s*\d+/\d+ (?:MemCheck|Test)\s+#(\d+): (.+?) \.*\s*(Passed|\*\*\*Not Run.*?|\*\*\*Skipped|\*\*\*Timeout|\*\*\*Failed.*?|\*\*\*Exception: ?\S*|\*\*\*\w+|Subprocess \w+\*\*\*Exception:?|Bus error\*\*\*Exception:?|Child \w+\*\*\*Exception:?|\S*\*\*\*Exception: ?\S*)\s+[\d.]+ sec`)
	ctestList = regexp.MustCompile(`^\s*\d+ - (.+?) \(([^()]+)\)(?:\s+.*)?$`)
	dots      = regexp.MustCompile(` ?\.+$`)
)

func (c *ctest) Line(l format.Line) bool {
	switch {
	case c.result(l):
	case strings.Contains(l.Text, "% tests passed"):
		c.totals(l)
	case strings.HasPrefix(l.Trim, "The following tests FAILED"):
		c.listing, c.current = true, nil
	case c.listing:
		c.list(l)
	case strings.HasPrefix(l.Trim, "Start ") && strings.Contains(l.Trim, ": "):
		c.start(l.Trim)
	case c.verbose(l):
	case c.current != nil:
		c.current.say(l.Text)
	}
	return c.current != nil || c.listing || len(c.said) > 0
}

func (t *ctestCase) say(line string) {
	t.text.Add(line)
	if strings.Contains(line, "[  FAILED  ]") || strings.HasPrefix(line, "test cases: ") {
		t.covered = true
	}
}

// maxStarted bounds the tests that run at once.
const maxStarted = 256

// start takes "Start  2: sum.wrap".
func (c *ctest) start(t string) {
	c.current = nil
	numbered := strings.TrimSpace(strings.TrimPrefix(t, "Start "))
	if n := format.Numbered(numbered); n > 0 && len(c.said) < maxStarted {
		c.said[numbered[:n-len(": ")]] = &ctestCase{}
	}
}

// verbose takes "2: Assertion failed", "test 2", and CTest's own "2: Test command: ".
func (c *ctest) verbose(l format.Line) bool {
	n := format.Numbered(l.Text)
	if n == 0 {
		number, ok := strings.CutPrefix(l.Text, "test ")
		at, rest := format.Number(number)
		return ok && at >= 0 && rest == ""
	}
	t := c.said[l.Text[:n-len(": ")]]
	if t == nil {
		return false
	}
	said := l.Text[n:]
	if !strings.HasPrefix(said, "Test command: ") && !strings.HasPrefix(said, "Working Directory: ") && !strings.HasPrefix(said, "Test timeout computed to be: ") {
		t.say(said)
	}
	return true
}

// result takes "2/4 Test #2: sum.wrap ....***Failed    0.00 sec".
func (c *ctest) result(l format.Line) bool {
	if !strings.Contains(l.Text, "#") { // most lines; the pattern is slow
		return false
	}
	m := ctestLine.FindStringSubmatch(l.Text)
	if m == nil {
		return false
	}
	c.out.See(l.No)
	c.current, c.listing = nil, false
	name := dots.ReplaceAllString(m[2], "")
	said := c.said[m[1]]
	delete(c.said, m[1])
	switch {
	case m[3] == "Passed":
		c.out.Case(format.Case{Test: name, Status: format.Passed})
		return true
	case strings.HasPrefix(m[3], "***Skipped"):
		c.out.Case(format.Case{Test: name, Status: format.Skipped})
		return true
	}
	c.out.Case(format.Case{Test: name, Status: format.Failed})
	c.current = c.add(name, l)
	c.current.outcome = outcome(m[3])
	if said != nil && len(said.text.Lines()) > 0 {
		c.current.text, c.current.covered, c.current = said.text, said.covered, nil
	}
	return true
}

func (c *ctest) add(name string, l format.Line) *ctestCase {
	t := c.byName[name]
	if t == nil {
		t = &ctestCase{name: name, no: l.No}
		c.byName[name] = t
		c.tests = format.Keep(c.out, c.tests, t)
	}
	return t
}

// outcome returns the word of CTest's own list for that of its progress lines.
func outcome(word string) string {
	switch word = strings.TrimSpace(word); {
	case strings.HasPrefix(word, "***Failed"):
		return "Failed"
	case strings.HasPrefix(word, "***Timeout"):
		return "Timeout"
	case strings.Contains(word, "SegFault"):
		return "SEGFAULT"
	case strings.HasPrefix(word, "***Not Run"):
		return "Not Run"
	}
	if i := strings.Index(word, "***"); i > 0 {
		return word[:i]
	}
	_, after, _ := strings.Cut(word, "Exception:")
	return strings.TrimSpace(after)
}

// list takes "	  2 - sum.wrap (Failed)".
func (c *ctest) list(l format.Line) {
	m := ctestList.FindStringSubmatch(l.Text)
	if m == nil {
		c.listing = l.Trim == ""
		if !c.listing {
			c.flush()
		}
		return
	}
	t := c.add(m[1], l)
	t.outcome = m[2]
}

// totals takes "50% tests passed, 2 tests failed out of 4".
func (c *ctest) totals(l format.Line) {
	c.current = nil
	c.out.See(l.No)
	_, rest, _ := strings.Cut(l.Text, "passed, ")
	failed, rest := format.Number(rest)
	_, rest, _ = strings.Cut(rest, "out of ")
	all, _ := format.Number(rest)
	if failed >= 0 && all >= failed {
		c.out.Add(format.Totals{Passed: all - failed, Failed: failed, Skipped: -1})
	}
	if failed == 0 {
		c.out.Green++
		c.tests = nil
	}
}

func (c *ctest) flush() {
	for _, t := range c.tests {
		c.out.Red++
		if !t.covered {
			c.fail(t)
		}
	}
	c.tests, c.current, c.byName, c.listing = nil, nil, map[string]*ctestCase{}, false
	clear(c.said)
}

func (c *ctest) fail(t *ctestCase) {
	f := format.Finding{Kind: format.Test, Test: t.name, No: t.no, ErrorType: t.outcome, Output: t.text.Text()}
	f.Message, f.Assert = assertion(t.text.Lines())
	switch t.outcome {
	case "Timeout":
		f.Kind = format.Timeout
	case "SEGFAULT", "Subprocess aborted", "ILLEGAL", "NUMERICAL", "Bus error":
		f.Kind = format.Panic
	}
	describeSanitizer(&f, t.text.Lines())
	if f.Message == "" {
		f.Message = t.outcome
	}
	if f.ErrorType == "" {
		f.ErrorType = "Failed"
	}
	c.out.Fail(f)
}

// assertion finds the line that says what failed, and its place.
func assertion(lines []string) (string, format.Frame) {
	message, at := "", format.Frame{}
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if t == "" {
			continue
		}
		if i := strings.Index(t, "Assertion `"); i >= 0 {
			return t[i:], place(t)
		}
		if p := place(t); p.File != "" && at.File == "" {
			at = p
			_, _, rest, _ := format.SplitPlace(t)
			message = strings.TrimSpace(strings.TrimLeft(rest, ":"))
		}
	}
	if message == "" {
		message = lastLine(lines)
	}
	return message, at
}

func lastLine(lines []string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		if t := strings.TrimSpace(lines[i]); t != "" {
			return t
		}
	}
	return ""
}

// place finds "x.c:12" in a line, also behind the program's name: "prog: x.c:12: f:".
func place(t string) format.Frame {
	for {
		file, line, _, ok := format.SplitPlace(t)
		if !ok {
			return format.Frame{}
		}
		if i := strings.LastIndex(file, ": "); i >= 0 {
			file = file[i+2:]
		}
		if !strings.ContainsAny(file, " \t") && strings.Contains(file, ".") {
			return format.Frame{File: file, Line: line}
		}
		_, t, _ = strings.Cut(t, " ")
	}
}

func (c *ctest) End() { c.flush() }
