// Package behave reads the output of Behave.
package behave

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/trace"
)

// Framework is the name in reports.
const Framework = "behave"

// Formats returns the format of this package.
func Formats() []format.Format {
	return []format.Format{{
		Name: Framework, Language: "python",
		Triggers: []string{"^Feature: ", "^Failing scenarios:", "^Errored scenarios:", "scenarios passed, ", "scenario passed, "},
		New:      func(out *format.Sink) format.Scanner { return newScanner(out) },
	}}
}

// scanner reads the scenarios with their steps, and the list at the end of those that
// failed, which decides.
type scanner struct {
	out     *format.Sink
	current *scenario
	told    map[string]*scenario // by place; those that seem to have failed
	failed  []*scenario
	cases   []format.Case
	list    bool
}

type scenario struct {
	name  string
	place format.Frame
	text  format.Block
	no    int
}

func newScanner(out *format.Sink) *scanner { return &scanner{out: out, told: map[string]*scenario{}} }

var (
	heading = regexp.MustCompile(`^\s*Scenario(?: Outline| Template)?: (.*?)\s+# (\S+:\d+)$`)
	listed  = regexp.MustCompile(`^  (\S+:\d+)  (.+?)\s*$`)
	totals  = regexp.MustCompile(`^(\d+) scenarios? passed, (\d+) failed(?:, (\d+) error)?, (\d+) skipped`)
)

func (s *scanner) Line(l format.Line) bool {
	switch {
	case strings.HasPrefix(l.Text, "Feature: "):
		s.over()
		return true
	case l.Text == "Failing scenarios:" || l.Text == "Errored scenarios:":
		s.over()
		s.list = true
		return true
	case totals.MatchString(l.Text):
		s.total(l)
		return false
	case s.list:
		s.blame(l)
	case heading.MatchString(l.Text):
		s.over()
		m := heading.FindStringSubmatch(l.Text)
		s.current = &scenario{name: m[1], place: placeOf(m[2]), no: l.No}
	case s.current != nil:
		s.current.text.Add(l.Text)
	}
	return true
}

func placeOf(at string) format.Frame {
	file, line, _, _ := format.SplitPlace(at)
	return format.Frame{File: file, Line: line}
}

// over ends a scenario: what was said of one that passed is not needed.
func (s *scanner) over() {
	c := s.current
	s.current = nil
	if c == nil {
		return
	}
	status := format.Passed
	if text := c.text.Text(); strings.Contains(text, asserted) || strings.Contains(text, "Traceback (most recent call last)") || strings.Contains(text, "# None") {
		status = format.Failed
		if len(s.told) < format.MaxFindings {
			s.told[key(c.place)] = c
		}
	}
	if len(s.cases) < format.MaxCases {
		s.cases = append(s.cases, format.Case{Package: c.place.File, Test: c.name, Status: status})
	}
}

func key(at format.Frame) string { return at.File + ":" + format.Itoa(at.Line) }

// blame takes "  features/cart.feature:2  sums".
func (s *scanner) blame(l format.Line) {
	m := listed.FindStringSubmatch(l.Text)
	if m == nil {
		return
	}
	f := s.told[m[1]]
	if f == nil {
		f = &scenario{name: m[2], place: placeOf(m[1]), no: l.No}
	}
	s.failed = format.Keep(s.out, s.failed, f)
}

// total takes "2 scenarios passed, 2 failed, 2 error, 0 skipped".
func (s *scanner) total(l format.Line) {
	s.over() // a green run has no list that would end the last scenario
	m := totals.FindStringSubmatch(l.Text)
	n := func(i int) int { return format.Count(m[i]) }
	s.out.See(l.No)
	s.out.Add(format.Totals{Passed: n(1), Failed: n(2) + n(3), Skipped: n(4)})
	if len(s.failed) == 0 {
		s.out.Green++
	}
	for _, c := range s.cases {
		s.out.Case(c)
	}
	for _, f := range s.failed {
		s.out.Red++
		s.out.Fail(f.finding())
	}
	*s = *newScanner(s.out)
}

// End implements format.Scanner. Without totals it was no run of Behave, or one that
// was cut off: of that, what is told in Behave's own words counts.
func (s *scanner) End() {
	s.over()
	for _, f := range slices.SortedFunc(maps.Values(s.told), func(a, b *scenario) int { return a.no - b.no }) {
		if strings.Contains(f.text.Text(), asserted) {
			s.out.See(f.no)
			s.out.Red++
			s.out.Fail(f.finding())
		}
	}
	*s = *newScanner(s.out)
}

// asserted stands before what an assertion says.
const asserted = "ASSERT FAILED: "

func (f *scenario) finding() format.Finding {
	lines := format.Dedent(f.text.Lines())
	found := format.Finding{Kind: format.Test, Package: f.place.File, Test: f.name, Assert: f.place, ErrorType: "test", Output: format.Join(lines), No: f.no}
	step := ""
	for i, l := range lines {
		t := strings.TrimSpace(l)
		switch {
		case strings.HasPrefix(t, asserted):
			found.ErrorType, found.Message = "AssertionError", strings.TrimPrefix(t, asserted)
			return found
		case strings.HasPrefix(t, "Traceback "):
			found.Frames = trace.Frames(lines[i:])
			raised(&found, lines[i+1:])
			return found
		case strings.HasSuffix(t, "# None"):
			found.ErrorType, found.Message = "undefined", "undefined step: "+strings.TrimSpace(strings.TrimSuffix(t, "# None"))
			return found
		case t != "":
			step = t
		}
	}
	found.Message, _, _ = strings.Cut(step, "  #")
	return found
}

// raised takes the line that ends a traceback: "KeyError: 'x'".
func raised(f *format.Finding, lines []string) {
	for _, l := range lines {
		name, message, ok := strings.Cut(strings.TrimSpace(l), ": ")
		if ok && format.IsExceptionName(name) && !strings.HasPrefix(name, "File ") {
			f.ErrorType, f.Message = name, message
		}
	}
}
