// Package ava reads the output of AVA's default reporter.
package ava

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/javascript"
	"github.com/regreen/regreen/internal/failure/format/trace"
)

// Framework is the name of AVA in reports.
const Framework = "ava"

// Formats returns the one format of this package.
func Formats() []format.Format {
	return []format.Format{{
		Name: Framework, Language: "javascript",
		Triggers: []string{"^✘ ", "^✔ ", "^─", "^Uncaught exception in ", "^Unhandled rejection in "},
		New:      func(out *format.Sink) format.Scanner { return &scanner{out: out} },
	}}
}

// scanner reads a run: the list of results, with what was not caught between them; a line
// of its own; each failure below its title; that line again; and the totals.
type scanner struct {
	out     *format.Sink
	passed  []string
	failed  []string // "price › adds two one and one": the name, then what it said
	reports []*report
	current *report
	part    part
	blank   int // empty lines before this one
	totals  format.Totals
	counted bool

	timedOut bool   // tests did not end in time; they are listed
	pending  string // the file of those
}

type part int

const (
	listing part = iota
	reporting
	counting
)

// report is what was printed of a failure.
type report struct {
	test     string // "" outside of tests
	file     string // of what was not caught
	text     format.Block
	no       int
	uncaught bool
	late     bool // it did not end in time
}

var (
	result   = regexp.MustCompile(`^  ✘ \[(?:fail|unexpected pass)\]: (.+)$`)
	passed   = regexp.MustCompile(`^  ✔ (?:\[expected fail\] )?(.+?)(?: \(\d[\d.]*m?s\))?$`)
	uncaught = regexp.MustCompile(`^  (?:Uncaught exception in|Unhandled rejection in|✘ Exiting due to process\.exit\(\) when running) (\S.*)$`)
	pending  = regexp.MustCompile(`^  \d+ tests? (?:was|were) pending in (\S.*)$`)
	count    = regexp.MustCompile(`^  (\d+) (?:tests? (failed|passed|skipped|todo)|(?:known|unhandled|uncaught) \w+|tests? \w+.*)$`)
	place    = regexp.MustCompile(`^  (\S+\.[cm]?[jt]sx?):(\d+)$`)
)

func (s *scanner) Line(l format.Line) bool {
	blank := s.blank
	if s.blank++; l.Trim != "" {
		s.blank = 0
	}
	switch {
	case l.Text == "  ─":
		return s.rule()
	case s.part == counting:
		return s.count(l)
	case s.part == reporting && (s.current == nil || blank > 1) && s.names(l):
		s.begin(&report{test: l.Trim, no: l.No})
	case s.part == listing && s.listed(l):
	case s.current != nil && (l.Indent >= 2 || l.Trim == ""):
		s.current.text.Add(l.Text)
	}
	return s.part != listing || s.current != nil || len(s.failed) > 0 || s.timedOut
}

// rule takes the line between the parts of a run.
func (s *scanner) rule() bool {
	s.current = nil
	switch {
	case s.part == listing && len(s.failed) > 0:
		s.part = reporting
	default:
		s.part, s.totals = counting, format.NoTotals()
	}
	return true
}

// listed takes a line of the list, and what was not caught.
func (s *scanner) listed(l format.Line) bool {
	if m := result.FindStringSubmatch(l.Text); m != nil {
		s.failed, s.current = format.Keep(s.out, s.failed, m[1]), nil
		return true
	}
	if m := uncaught.FindStringSubmatch(l.Text); m != nil {
		s.begin(&report{file: m[1], uncaught: true, no: l.No})
		s.counted = s.counted || strings.HasPrefix(l.Trim, "✘") // has no totals
		return true
	}
	if m := pending.FindStringSubmatch(l.Text); m != nil {
		s.pending = m[1]
		return true
	}
	if test, ok := strings.CutPrefix(l.Text, "  ◌ "); ok && s.pending != "" {
		s.begin(&report{test: test, file: s.pending, late: true, no: l.No})
		return true
	}
	if m := passed.FindStringSubmatch(l.Text); m != nil && len(s.passed) < format.MaxCases {
		s.passed, s.current = append(s.passed, m[1]), nil
		return true
	}
	s.timedOut = s.timedOut || l.Trim == "✘ Timed out while running tests"
	return strings.HasPrefix(l.Text, "  ✘ ") // how a file ended
}

// names reports whether a line is the title of a failure that was listed.
func (s *scanner) names(l format.Line) bool {
	if l.Indent != 2 || l.Trim == "" {
		return false
	}
	for _, f := range s.failed {
		if rest, ok := strings.CutPrefix(f, l.Trim); ok && (rest == "" || rest[0] == ' ') {
			return true
		}
	}
	return false
}

func (s *scanner) begin(r *report) {
	s.current = r
	s.reports = format.Keep(s.out, s.reports, r)
}

// count takes a line of the totals: "11 tests failed". Another line ends them.
func (s *scanner) count(l format.Line) bool {
	if l.Trim == "" {
		return !s.counted || s.blank < 2
	}
	m := count.FindStringSubmatch(l.Text)
	if m == nil {
		s.flush(l.No)
		return false
	}
	s.counted = true
	n := format.Count(m[1])
	switch m[2] {
	case "failed":
		s.totals.Failed = n
	case "passed":
		s.totals.Passed = n
	case "skipped", "todo":
		s.totals.Skipped = max(0, s.totals.Skipped) + n
	}
	return true
}

// flush hands over a run whose totals were seen; without them it was none of AVA's.
func (s *scanner) flush(no int) {
	defer func() { *s = scanner{out: s.out} }()
	if !s.counted {
		return
	}
	s.out.See(no)
	s.out.Add(s.totals)
	for _, test := range s.passed {
		s.out.Case(format.Case{Test: test, Status: format.Passed})
	}
	if len(s.reports)+len(s.failed) == 0 {
		s.out.Green++
	}
	for _, r := range s.reports {
		s.out.Red++
		if r.test != "" {
			s.out.Case(format.Case{Test: r.test, Status: format.Failed})
		}
		s.out.Fail(r.finding())
	}
}

// End implements format.Scanner.
func (s *scanner) End() { s.flush(0) }

// finding reads a report: "test.js:5" and the lines around it; what was compared, or the
// error with its stack; and "› file://test.js:5:25".
func (r *report) finding() format.Finding {
	f := format.Finding{Kind: format.Test, Test: r.test, Assert: format.Frame{File: r.file}, No: r.no}
	lines := r.text.Lines()
	if r.late {
		f.Kind, f.Message = format.Timeout, "Timed out while running tests"
		return f
	}
	if r.uncaught {
		f.Kind = format.Build
	}
	at, said := split(lines)
	if at.File != "" {
		f.Assert = at
	}
	stack := stackOf(said)
	if len(stack) > 0 && trace.IsFrame(stack[0]) {
		javascript.Describe(&f, append(paragraph(said[:len(said)-len(stack)]), stack...))
	} else {
		javascript.Describe(&f, said[:len(said)-len(stack)])
		if f.ErrorType == string(f.Kind) {
			f.ErrorType = "AssertionError"
		}
		f.Frames = marked(stack)
	}
	f.Output = format.Join(lines)
	if strings.HasSuffix(f.Message, "Test timeout exceeded") {
		f.Kind, f.ErrorType = format.Timeout, string(format.Timeout)
	}
	return f
}

// split takes the place and the quoted source off the beginning of a report.
func split(lines []string) (at format.Frame, rest []string) {
	for i, l := range lines {
		if m := place.FindStringSubmatch(l); m != nil {
			at = format.Frame{File: m[1], Line: format.Count(m[2])}
			continue
		}
		if t := strings.TrimSpace(l); t != "" && !isSource(t) {
			return at, lines[i:]
		}
	}
	return at, nil
}

// isSource reports whether a line is quoted source: "5: test('adds two', …".
func isSource(t string) bool {
	n, rest := format.Number(t)
	return n > 0 && (strings.HasPrefix(rest, ": ") || rest == ":")
}

// stackOf returns the lines from the first frame on.
func stackOf(lines []string) []string {
	for i, l := range lines {
		if t := strings.TrimSpace(l); strings.HasPrefix(t, "at ") && trace.IsFrame(l) || strings.HasPrefix(t, "› ") {
			return lines[i:]
		}
	}
	return nil
}

// paragraph returns the last lines without a blank one between them.
func paragraph(lines []string) []string {
	for i := len(lines) - 1; i >= 0; i-- {
		if strings.TrimSpace(lines[i]) == "" {
			return append([]string{}, lines[i+1:]...)
		}
	}
	return append([]string{}, lines...)
}

// marked returns the frames that AVA shortened to "› name (file://src/a.js:5:25)".
func marked(lines []string) []format.Frame {
	var out []string
	for _, l := range lines {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(l), "› "); ok {
			out = append(out, "    at "+rest)
		}
	}
	return trace.Frames(out)
}
