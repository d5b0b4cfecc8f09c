// Package deno reads the output of deno test and of its type check.
package deno

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/javascript"
)

// Framework is the name in reports.
const Framework = "deno"

// Formats returns the format of this package.
func Formats() []format.Format {
	return []format.Format{{
		Name: Framework, Language: "javascript",
		Triggers: []string{"^running ", "^ERRORS ", " [ERROR]: "},
		New:      func(out *format.Sink) format.Scanner { return newScanner(out) },
	}}
}

// scanner reads a run: results by file, the errors of all of them, a line of totals.
type scanner struct {
	out     *format.Sink
	file    string
	steps   []string  // titles of the test and the steps that run
	red     []*failed // results alone, for a run whose errors were cut off
	beyond  int       // those that are not kept
	failed  []*failed
	current *failed // nil outside of the errors
	section section
	check   *failed // an error of the type check whose place is awaited
}

type section int

const (
	outside section = iota
	results
	errors
	listing // failures once more
)

type failed struct {
	name  string
	place format.Frame
	text  format.Block
	no    int
}

func newScanner(out *format.Sink) *scanner { return &scanner{out: out} }

var (
	begin   = regexp.MustCompile(`^running \d+ tests? from (.+)$`)
	running = regexp.MustCompile(`^( *)(\S.*) \.\.\.$`)
	result  = regexp.MustCompile(`^( *)(\S.*) \.\.\. (ok|FAILED|ignored)(?: \(.*\))?$`)
	heading = regexp.MustCompile(`^(\S.*) => (\S+:\d+:\d+)$`)
	whole   = regexp.MustCompile(`^(\S+) \(uncaught error\)$`)
	totals  = regexp.MustCompile(`^(ok|FAILED) \| (\d+) passed(?: \(.*?\))? \| (\d+) failed(?: \(.*?\))?(?: \| (\d+) ignored)?`)
	typed   = regexp.MustCompile(`^(TS\d+) \[ERROR\]: (.+)$`)
)

const errorsHeading = " ERRORS "

var statuses = map[string]format.Status{"ok": format.Passed, "FAILED": format.Failed, "ignored": format.Skipped}

func (s *scanner) Line(l format.Line) bool {
	switch {
	case begin.MatchString(l.Text):
		s.out.See(l.No)
		s.file, s.section, s.steps = strings.TrimPrefix(begin.FindStringSubmatch(l.Text)[1], "./"), results, nil
	case s.section == outside && l.Text == errorsHeading: // all that --reporter=dot prints
		s.section = errors
	case s.section == outside:
		return s.checked(l)
	case totals.MatchString(l.Text):
		s.total(l)
	case l.Text == errorsHeading:
		s.section = errors
	case l.Text == " FAILURES ":
		s.section, s.current = listing, nil
	case s.section == errors:
		s.described(l)
	case s.section == results:
		s.listed(l)
	}
	return s.section != outside
}

// listed takes "name ... ok (2ms)", and "name ..." above the steps of a test.
func (s *scanner) listed(l format.Line) {
	if m := running.FindStringSubmatch(l.Text); m != nil {
		s.steps = append(s.steps[:min(len(m[1])/2, len(s.steps))], m[2])
		return
	}
	m := result.FindStringSubmatch(l.Text)
	if m == nil {
		return
	}
	name := strings.Join(append(append([]string{}, s.steps[:min(len(m[1])/2, len(s.steps))]...), m[2]), " ... ")
	s.out.Case(format.Case{Package: s.file, Test: name, Status: statuses[m[3]]})
	switch {
	case m[3] != "FAILED":
	case len(s.red) >= format.MaxFindings:
		s.beyond++
	default:
		f := &failed{name: name, place: format.Frame{File: s.file}, no: l.No}
		f.text.Add("failed without a message")
		s.red = append(s.red, f)
	}
}

// described takes a line of the errors: "name => ./file:3:6" or "./file (uncaught
// error)", then the error.
func (s *scanner) described(l format.Line) {
	switch {
	case heading.MatchString(l.Text):
		m := heading.FindStringSubmatch(l.Text)
		s.current = &failed{name: m[1], no: l.No}
		if file, line, _, ok := format.SplitPlace(strings.TrimPrefix(m[2], "./")); ok {
			s.current.place = format.Frame{File: file, Line: line}
		}
	case whole.MatchString(l.Text):
		s.current = &failed{place: format.Frame{File: strings.TrimPrefix(whole.FindStringSubmatch(l.Text)[1], "./")}, no: l.No}
	default:
		if s.current != nil {
			s.current.text.Add(l.Text)
		}
		return
	}
	s.failed = format.Keep(s.out, s.failed, s.current)
}

// total takes "FAILED | 2 passed (1 step) | 3 failed | 1 ignored (12ms)".
func (s *scanner) total(l format.Line) {
	m := totals.FindStringSubmatch(l.Text)
	t := format.Totals{}
	t.Passed, _ = format.Number(m[2])
	t.Failed, _ = format.Number(m[3])
	t.Skipped, _ = format.Number(cmp.Or(m[4], "0"))
	s.out.Add(t)
	if m[1] == "ok" {
		s.out.Green++
	} else {
		s.out.Red++
	}
	s.flush()
}

func (s *scanner) flush() {
	if s.section == results {
		s.failed = append(s.failed, s.red...)
		s.out.Dropped += s.beyond
	}
	for _, f := range s.failed {
		s.out.Fail(f.finding())
	}
	*s = *newScanner(s.out)
}

func (s *scanner) End() { s.flush() }

func (f *failed) finding() format.Finding {
	found := format.Finding{Kind: format.Test, Package: f.place.File, Test: f.name, Assert: f.place, No: f.no}
	if f.name == "" {
		found.Kind, found.Package, found.File = format.Build, "", f.place.File
	}
	lines := f.text.Lines()
	javascript.Describe(&found, unquoted(lines))
	found.Output = format.Join(lines)
	return found
}

// unquoted returns an error without "error: " before it and without the line of source
// and its mark that stand below the message.
func unquoted(lines []string) []string {
	var out []string
	for _, l := range lines {
		switch t := strings.TrimSpace(l); {
		case t != "" && strings.Trim(t, "^~") == "" && len(out) > 1:
			out = out[:len(out)-1]
		case len(out) == 0:
			out = append(out, strings.TrimPrefix(t, "error: "))
		default:
			out = append(out, l)
		}
	}
	return out
}

// checked takes an error of the type check, and then its place, some lines below.
func (s *scanner) checked(l format.Line) bool {
	if m := typed.FindStringSubmatch(l.Text); m != nil {
		s.check = &failed{name: m[1], no: l.No}
		s.check.text.Add(m[2])
		return true
	}
	if s.check == nil {
		return false
	}
	at, ok := strings.CutPrefix(l.Trim, "at ")
	if !ok || l.Indent == 0 {
		if s.check.text.Len() > maxCheck {
			s.check = nil
		} else {
			s.check.text.Add(l.Text)
		}
		return s.check != nil
	}
	if file, line, _, ok := format.SplitPlace(strings.TrimPrefix(at, "file://")); ok {
		message := s.check.text.Lines()
		f := format.Finding{Kind: format.Build, File: file, Line: line, ErrorType: s.check.name, Output: format.Join(message), No: s.check.no}
		f.Message = format.Join(unquoted(message))
		s.out.Fail(f)
	}
	s.check = nil
	return false
}

// maxCheck is how many lines may stand between an error of the type check and its place.
const maxCheck = 40
