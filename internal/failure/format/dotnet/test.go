// Package dotnet reads the output of dotnet test.
package dotnet

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/trace"
)

// Framework is the name of dotnet test in reports.
const Framework = "dotnet"

// Formats returns the formats of this package.
func Formats() []format.Format {
	return []format.Format{{
		Name: Framework, Language: "csharp",
		Triggers: []string{"^Failed ", "^Passed ", "^Skipped ", "^Failed!", "^Passed!", "^X ", "error TESTERROR: ", "^Total tests: ", "^Test summary: ", "^failed "},
		New:      func(out *format.Sink) format.Scanner { return newScanner(out) },
	}}
}

type scanner struct {
	out     *format.Sink
	tests   []*result
	current *result
	part    string // which part of the current result is read
	depth   int
}

type result struct {
	name           string
	message, stack format.Block
	all            format.Block
	at             format.Frame
	no             int
}

func newScanner(out *format.Sink) *scanner { return &scanner{out: out} }

var (
	took      = regexp.MustCompile(`^(.*?) \[(?:<? ?[\d.,:]+ ?(?:ms|s|m|h)(?: [\d.,:]+ ?(?:ms|s|m))?)\]$`)
	testError = regexp.MustCompile(`^(.+?)\((\d+)(?:,\d+)?\): error TESTERROR:\s*(.*)$`)
	terminal  = regexp.MustCompile(`^(.+?) \([\d.,]+(?:ms|s)[^)]*\): Error Message: (.*)$`)
)

func (s *scanner) Line(l format.Line) bool {
	switch {
	case strings.HasPrefix(l.Trim, "Failed!") || strings.HasPrefix(l.Trim, "Passed!"):
		s.totals(l)
	case s.header(l), s.terminal(l):
	case strings.HasPrefix(l.Trim, "Total tests: ") || strings.HasPrefix(l.Trim, "Test Run "):
		s.current = nil
	case s.current != nil:
		s.within(l)
	}
	return s.current != nil
}

// header takes "  Failed Ns.Class.Method [12 ms]".
func (s *scanner) header(l format.Line) bool {
	for word, status := range map[string]format.Status{"Failed ": format.Failed, "Passed ": format.Passed, "Skipped ": format.Skipped, "X ": format.Failed} {
		rest, ok := strings.CutPrefix(l.Trim, word)
		if !ok || l.Indent == 0 || l.Indent > 4 {
			continue
		}
		m := took.FindStringSubmatch(rest)
		if m == nil {
			continue
		}
		s.out.See(l.No)
		s.current = nil
		s.out.Case(format.Case{Test: m[1], Status: status})
		if status == format.Failed {
			s.begin(m[1], l)
		}
		return true
	}
	return false
}

func (s *scanner) begin(name string, l format.Line) {
	s.current, s.part, s.depth = &result{name: name, no: l.No}, "", l.Indent
	s.tests = format.Keep(s.out, s.tests, s.current)
}

// terminal takes the form of the terminal logger: "x.cs(27): error TESTERROR:".
func (s *scanner) terminal(l format.Line) bool {
	m := testError.FindStringSubmatch(l.Trim)
	text := l.Trim
	if m != nil {
		s.begin("", l)
		n, _ := format.Number(m[2])
		s.current.at = format.Frame{File: m[1], Line: n}
		text = m[3]
	}
	if s.current == nil || s.current.name != "" {
		return m != nil
	}
	if t := terminal.FindStringSubmatch(strings.TrimSpace(text)); t != nil {
		s.current.name, s.part = t[1], "Error Message:"
		s.current.message.Add(t[2])
		return true
	}
	return m != nil
}

var parts = []string{"Error Message:", "Stack Trace:", "Standard Output Messages:", "Standard Error Messages:"}

func (s *scanner) within(l format.Line) {
	for _, p := range parts {
		if l.Trim == p {
			s.part = p
			return
		}
	}
	if l.Indent == 0 && l.Trim != "" && s.part != "Error Message:" {
		s.current = nil
		return
	}
	s.current.all.Add(l.Text)
	switch s.part {
	case "Error Message:":
		s.current.message.Add(l.Text)
	case "Stack Trace:":
		s.current.stack.Add(l.Text)
	}
}

// totals takes "Failed!  - Failed:     1, Passed:     3, Skipped:     0, Total:     4".
func (s *scanner) totals(l format.Line) {
	t := format.NoTotals()
	for part := range strings.SplitSeq(l.Trim, ",") {
		i := strings.LastIndexByte(part, ':')
		if i < 0 {
			continue
		}
		n, _ := format.Number(strings.TrimSpace(part[i+1:]))
		switch {
		case strings.HasSuffix(part[:i], "Failed"):
			t.Failed = max(n, 0)
		case strings.HasSuffix(part[:i], "Passed"):
			t.Passed = max(n, 0)
		case strings.HasSuffix(part[:i], "Skipped"):
			t.Skipped = max(n, 0)
		}
	}
	if t.Failed < 0 && t.Passed < 0 {
		return
	}
	s.out.See(l.No)
	s.out.Add(t)
	if strings.HasPrefix(l.Trim, "Passed!") {
		s.out.Green++
		s.tests = nil
	}
	s.flush()
}

func (s *scanner) flush() {
	for _, r := range s.tests {
		s.out.Red++
		s.fail(r)
	}
	s.tests, s.current = nil, nil
}

func (s *scanner) fail(r *result) {
	f := format.Finding{Kind: format.Test, Test: r.name, No: r.no, Output: r.all.Text(), Assert: r.at}
	f.Frames = trace.Frames(r.stack.Lines())
	f.ErrorType, f.Message = splitError(r.message.Text())
	if f.ErrorType == "" {
		f.ErrorType = string(format.Test)
	}
	s.out.Fail(f)
}

// splitError splits "System.Exception : text" and keeps "Assert.Equal() Failure".
func splitError(t string) (class, message string) {
	first := format.FirstLine(t)
	if i := strings.Index(first, "() Failure"); i >= 0 && strings.HasPrefix(first, "Assert.") {
		return first[:i+len("() Failure")], t
	}
	name, rest, ok := strings.Cut(t, ":")
	if bare := strings.TrimSpace(name); ok && format.IsExceptionName(bare) && strings.Contains(bare, ".") {
		return bare, strings.TrimSpace(rest)
	}
	return "", t
}

func (s *scanner) End() { s.flush() }
