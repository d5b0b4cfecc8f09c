package python

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// unittest reads the reports of unittest and nose, and those of doctest run by them:
// a ruled heading, a traceback, and a last line with the totals.
type unittest struct {
	out     *format.Sink
	reports []*report
	current *report
	ruled   bool // the last line was "====="
	body    bool // the line of dashes under the heading was seen
	total   int
	wait    bool // "Ran n tests" was seen
	verbose verbose
	nose    bool
}

func newUnittest(out *format.Sink) *unittest { return &unittest{out: out} }

func (u *unittest) Line(l format.Line) bool {
	switch {
	case isRule(l.Text, '='):
		u.ruled, u.current = true, nil
		return true
	case u.ruled:
		u.ruled = false
		return u.heading(l)
	case strings.HasPrefix(l.Text, "Ran ") && strings.Contains(l.Text, " test"):
		return u.ran(l)
	case u.wait:
		return u.verdict(l)
	case u.current != nil:
		return u.within(l)
	case strings.HasPrefix(l.Text, "nose version"):
		u.nose = true
	}
	return u.verbose.line(l.Text, u.out.Before)
}

// isRule reports whether a line is nothing but a rule.
func isRule(t string, c byte) bool {
	const width = 70
	return len(t) == width && strings.Trim(t, string(c)) == ""
}

// unexpected begins the heading of a test that passed and was expected to fail.
const unexpected = "UNEXPECTED SUCCESS: "

// timed is a heading with the time that a test took, as unittest-xml-reporting prints it.
var timed = regexp.MustCompile(`^(FAIL|ERROR) \[[\d.]+s\]: `)

// heading takes "FAIL: test_x (pkg.TestC.test_x)" and "ERROR: pkg.TestC.test_x".
func (u *unittest) heading(l format.Line) bool {
	text := timed.ReplaceAllString(l.Text, "$1: ")
	for _, word := range []string{"FAIL: ", "ERROR: ", "Fail: ", "Error: ", unexpected} {
		if name, ok := strings.CutPrefix(text, word); ok {
			u.out.See(l.No)
			u.current = &report{title: strings.TrimSpace(name), phase: strings.TrimSuffix(word, ": "), no: l.No}
			u.body = false
			u.reports = format.Keep(u.out, u.reports, u.current)
			return true
		}
	}
	return false
}

func (u *unittest) within(l format.Line) bool {
	if isRule(l.Text, '-') {
		if u.body { // the rule before the totals
			u.current = nil
			return false
		}
		u.body = true
		return true
	}
	u.current.text.Add(l.Text)
	return true
}

func (u *unittest) ran(l format.Line) bool {
	n, rest := format.Number(l.Text[len("Ran "):])
	if n < 0 || !strings.HasPrefix(rest, " test") || strings.Contains(rest, " across ") { // bun's
		return false
	}
	u.out.See(l.No)
	u.total, u.wait, u.current = n, true, nil
	return true
}

// verdict takes "OK (skipped=1)" or "FAILED (failures=1, errors=2)".
func (u *unittest) verdict(l format.Line) bool {
	word, rest, _ := strings.Cut(l.Trim, " ")
	if word != "OK" && word != "FAILED" {
		return l.Trim == "" || isRule(l.Text, '-')
	}
	t := format.Totals{}
	for part := range strings.SplitSeq(strings.Trim(rest, "()"), ", ") {
		name, value, _ := strings.Cut(part, "=")
		n, _ := format.Number(value)
		switch strings.ToLower(name) {
		case "failures", "errors", "unexpected successes":
			t.Failed += max(n, 0)
		case "skipped", "skip":
			t.Skipped += max(n, 0)
		}
	}
	t.Passed = max(0, u.total-t.Failed-t.Skipped)
	if word == "OK" {
		u.reports = nil
	}
	u.close(t)
	return false
}

// close hands over a run.
func (u *unittest) close(t format.Totals) {
	u.out.Add(t)
	u.verbose.end()
	for _, c := range u.verbose.cases {
		u.out.Case(c)
	}
	if len(u.reports) == 0 {
		u.out.Green++
	} else {
		u.out.Red++
	}
	for _, r := range u.reports {
		u.fail(r)
	}
	*u = unittest{out: u.out, nose: u.nose}
}

func (u *unittest) fail(r *report) {
	f := format.Finding{Kind: format.Test, Test: testName(r.title), No: r.no}
	lines := r.text.Lines()
	if i := docstring(lines); i > 0 {
		lines = lines[i:]
	}
	Describe(&f, lines)
	f.Message = format.Join(append([]string{f.Message}, belowError(lines, f.Message)...))
	if f.ErrorType == "" && strings.Contains(f.Output, "Failed doctest test for") {
		f.ErrorType, f.Message = "doctest", doctestMessage(lines)
		f.File, f.Line = doctestPlace(lines)
	}
	f.Assert = moduleFrame(f)
	if r.phase == strings.TrimSuffix(unexpected, ": ") {
		f.ErrorType, f.Message = "unexpected success", "unexpected success"
	}
	if strings.Contains(r.title, "unittest.loader._FailedTest") || strings.HasPrefix(r.title, "Failure: ") {
		f.Kind = format.Build
		loadError(&f, lines)
	}
	f.Framework = u.framework()
	u.out.Fail(f)
}

func (u *unittest) framework() string {
	if u.nose {
		return Nose
	}
	return ""
}

// docstring returns the number of lines that the test's description takes up before
// the traceback.
func docstring(lines []string) int {
	for i, l := range lines {
		if strings.HasPrefix(l, "Traceback (most recent call last)") {
			return i
		}
	}
	return 0
}

// testName returns the dotted name of a test: "pkg.TestC.test_x" for
// "test_x (pkg.TestC)" and "test_x (pkg.TestC.test_x)". Parameters of a subtest stay.
func testName(title string) string {
	name, rest, ok := strings.Cut(title, " (")
	if !ok {
		return title
	}
	class, params, _ := strings.Cut(rest, ")")
	if strings.HasSuffix(class, "."+name) {
		name = class
	} else if class != "" {
		name = class + "." + name
	}
	if params = strings.TrimSpace(params); params != "" {
		return name + " " + params
	}
	return name
}

// moduleFrame returns the frame in the file of the test's module, for tests that run
// from where they are installed.
func moduleFrame(f format.Finding) format.Frame {
	for _, at := range f.Frames {
		module := strings.TrimSuffix(format.Slash(at.File), ".py")
		for name := f.Test; strings.Contains(name, "."); name = name[:strings.LastIndexByte(name, '.')] {
			if strings.HasSuffix(module, strings.ReplaceAll(name, ".", "/")) {
				return at
			}
		}
	}
	if len(f.Frames) > 0 {
		return f.Frames[len(f.Frames)-1]
	}
	return format.Frame{}
}

// loadError takes the error of a module that could not be imported: unittest prints
// the traceback within its own.
func loadError(f *format.Finding, lines []string) {
	for i := len(lines) - 1; i >= 0; i-- {
		if typ, message := splitError(strings.TrimSpace(lines[i])); typ != "" {
			f.ErrorType, f.Message = typ, message
			break
		}
	}
	f.Test = ""
}

// doctestPlace parses `File "x.py", line 12, in x.f` of a failed example.
func doctestPlace(lines []string) (string, int) {
	for _, l := range lines {
		if at, ok := filePlace(l); ok && strings.Contains(l, ", in ") && !strings.HasPrefix(l, "  ") {
			return at.File, at.Line
		}
	}
	return "", 0
}

func doctestMessage(lines []string) string {
	for i, l := range lines {
		if strings.HasPrefix(l, "Failed example:") {
			return format.Join(lines[i:min(len(lines), i+maxExample)])
		}
	}
	return ""
}

// maxExample is how many lines of a failed example make the message.
const maxExample = 12

func (u *unittest) End() {
	if len(u.reports) > 0 {
		u.close(format.NoTotals())
	}
}

// belowError returns what follows the first line of an error, such as how two values
// differ, up to the output that -b or nose held back. Of a chain it is the last error's.
func belowError(lines []string, message string) []string {
	at := -1
	for i, l := range lines {
		if l != "" && l[0] != ' ' && message != "" && strings.HasSuffix(l, message) {
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	for i, l := range lines[at+1:] {
		if l == "Stdout:" || l == "Stderr:" || strings.Contains(l, ">> begin captured ") {
			return lines[at+1 : at+1+i]
		}
	}
	return lines[at+1:]
}
