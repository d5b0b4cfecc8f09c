// Package uvu reads the output of uvu.
package uvu

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/javascript"
)

// Framework is the name of uvu in reports.
const Framework = "uvu"

// Formats returns the one format of this package.
func Formats() []format.Format {
	return []format.Format{{
		Name: Framework, Language: "javascript",
		Triggers: []string{"^FAIL  ", "^Total:  "},
		New:      func(out *format.Sink) format.Scanner { return &scanner{out: out} },
	}}
}

// scanner reads the failures, each below its title, and the totals of a run.
type scanner struct {
	out     *format.Sink
	failed  []*test
	current *test
	all     int // tests that ran, as "Total:" says; -1 before that
	passed  int
	totals  bool
}

// test is a test that failed.
type test struct {
	suite, name string
	text        format.Block
	no          int
}

var (
	title    = regexp.MustCompile(`^   FAIL  (?:(\S.*?)  )?"(.*)"$`)
	total    = regexp.MustCompile(`^  (Total|Passed|Skipped|Duration): +(\d+)`)
	operator = regexp.MustCompile(`  \(\w+(?:\.\w+)*\)$`)
)

func (s *scanner) Line(l format.Line) bool {
	if m := title.FindStringSubmatch(l.Text); m != nil {
		s.current = &test{suite: m[1], name: m[2], no: l.No}
		s.failed = format.Keep(s.out, s.failed, s.current)
		return true
	}
	if m := total.FindStringSubmatch(l.Text); m != nil && (s.totals || m[1] == "Total") {
		s.total(m[1], format.Count(m[2]), l)
		return s.totals
	}
	if s.current != nil && (l.Indent >= 4 || l.Trim == "") {
		s.current.text.Add(l.Text)
	} else {
		s.current = nil
	}
	return s.current != nil || s.totals && l.Trim == ""
}

// total takes a line of the totals, the last of which is the time that the run took.
func (s *scanner) total(word string, n int, l format.Line) {
	s.current = nil
	switch word {
	case "Total":
		s.totals, s.all = true, n
	case "Passed":
		s.passed = n
	case "Skipped":
		s.out.See(l.No)
		s.out.Add(format.Totals{Passed: s.passed, Failed: max(0, s.all-s.passed), Skipped: n})
	case "Duration":
		s.flush()
	}
}

func (s *scanner) flush() {
	if len(s.failed) == 0 && s.all == s.passed {
		s.out.Green++
	}
	for _, t := range s.failed {
		s.out.Red++
		f := t.finding()
		s.out.Case(format.Case{Package: f.Package, Test: f.Test, Status: format.Failed})
		s.out.Fail(f)
	}
	*s = scanner{out: s.out}
}

// End hands over what a run found that printed no totals, where it can only be uvu's.
func (s *scanner) End() {
	for _, t := range s.failed {
		if len(t.text.Lines()) < 2 {
			return
		}
	}
	if len(s.failed) > 0 {
		s.flush()
	}
}

// finding reads "Expected values to be strictly equal:  (is)", a comparison perhaps, and
// a stack. What is no assertion shows its message alone.
func (t *test) finding() format.Finding {
	f := format.Finding{Kind: format.Test, Test: strings.TrimSpace(t.suite + " " + t.name), No: t.no}
	lines := t.text.Lines()
	asserted := len(lines) > 0 && operator.MatchString(lines[0])
	if asserted {
		lines[0] = operator.ReplaceAllString(lines[0], "")
	}
	javascript.Describe(&f, lines)
	f.Output = t.text.Text()
	if asserted {
		f.ErrorType = "Assertion"
	}
	return f
}
