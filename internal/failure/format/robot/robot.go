// Package robot reads the console output of Robot Framework.
package robot

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// Framework is the name in reports.
const Framework = "robot"

// Formats returns the format of this package.
func Formats() []format.Format {
	return []format.Format{{
		Name:     Framework,
		Triggers: []string{"| FAIL |", "| PASS |", "| SKIP |"},
		New:      func(out *format.Sink) format.Scanner { return &scanner{out: out} },
	}}
}

// scanner reads results: a line with the name and the result of a test or a suite, below
// it what it says, then a rule.
type scanner struct {
	out     *format.Sink
	suite   string
	current *entry
	count   format.Totals
}

type entry struct {
	name   string
	status format.Status
	text   format.Block
	no     int
}

var (
	result = regexp.MustCompile(`^(\S.*?) +\| (PASS|FAIL|SKIP) \|$`)
	totals = regexp.MustCompile(`^\d+ tests?, \d+ passed, \d+ failed`)
)

var statuses = map[string]format.Status{"PASS": format.Passed, "FAIL": format.Failed, "SKIP": format.Skipped}

func (s *scanner) Line(l format.Line) bool {
	switch m := result.FindStringSubmatch(l.Text); {
	case m != nil:
		if s.suite == "" {
			s.suite = s.heading()
		}
		s.current = &entry{name: m[1], status: statuses[m[2]], no: l.No}
	case isRule(l.Text, '=') || isRule(l.Text, '-'):
		s.end()
	case s.current != nil:
		s.current.text.Add(l.Text)
	case l.Indent == 0 && l.Trim != "":
		s.suite = l.Trim // stands between two rules
	}
	return true
}

// heading is the name of the suite above the first result, which is read before anything
// tells that this is a run.
func (s *scanner) heading() string {
	before := s.out.Before()
	for i := len(before) - 2; i > 0; i-- {
		if isRule(before[i+1], '=') && isRule(before[i-1], '=') {
			return strings.TrimSpace(before[i])
		}
	}
	return ""
}

func isRule(t string, c byte) bool {
	const least = 40 // 78 where no width of the console is given
	return len(t) >= least && strings.Trim(t, string(c)) == ""
}

// end hands over a test, which a rule ends: what only looks like a result has none. A
// suite says how many tests it had.
func (s *scanner) end() {
	e := s.current
	s.current = nil
	if e == nil {
		return
	}
	lines := e.text.Lines()
	if len(lines) > 0 && totals.MatchString(lines[0]) {
		return
	}
	s.out.See(e.no)
	s.out.Case(format.Case{Package: s.suite, Test: e.name, Status: e.status})
	switch e.status {
	case format.Passed:
		s.count.Passed++
	case format.Skipped:
		s.count.Skipped++
	case format.Failed:
		s.count.Failed++
		s.out.Red++
		s.out.Fail(format.Finding{
			Kind: format.Test, Package: s.suite, Test: e.name, ErrorType: "test",
			Message: format.Join(lines), Output: format.Join(lines), No: e.no,
		})
	}
}

// End implements format.Scanner.
func (s *scanner) End() {
	if s.count == (format.Totals{}) {
		return
	}
	s.out.Add(s.count)
	if s.count.Failed == 0 {
		s.out.Green++
	}
}
