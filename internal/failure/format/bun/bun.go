// Package bun reads the output of bun test.
package bun

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/javascript"
)

// Framework is the name in reports.
const Framework = "bun"

// Formats returns the format of this package.
func Formats() []format.Format {
	return []format.Format{{
		Name: Framework, Language: "javascript",
		Triggers: []string{"^bun test v"},
		New:      func(out *format.Sink) format.Scanner { return newScanner(out) },
	}}
}

// scanner reads a run: what a test prints and how it failed stands before its result.
type scanner struct {
	out    *format.Sink
	open   bool
	file   string
	text   format.Block
	dashes int // lines of dashes around an error between tests
	closed bool
	failed []*failed
	totals format.Totals
}

// failed is a test, or a file where name is empty, and what was printed before its
// result.
type failed struct {
	file, name string
	text       format.Block
	no         int
}

func newScanner(out *format.Sink) *scanner {
	return &scanner{out: out, totals: format.NoTotals()}
}

var (
	heading = regexp.MustCompile(`^(\S.*\.\w+):$`)
	result  = regexp.MustCompile(`^(\(pass\)|\(fail\)|\(skip\)|\(todo\)|✓|✗|»|✎) (.+?)(?: \[[\d.]+m?s\])?$`)
	count   = regexp.MustCompile(`^ *(\d+) (pass|fail|skip|todo|error)s?$`)
	again   = regexp.MustCompile(`^\d+ tests? (?:failed|skipped|todo):$`)
)

var statuses = map[string]format.Status{
	"(pass)": format.Passed, "✓": format.Passed, "(fail)": format.Failed, "✗": format.Failed,
	"(skip)": format.Skipped, "»": format.Skipped, "(todo)": format.Skipped, "✎": format.Skipped,
}

func (s *scanner) Line(l format.Line) bool {
	switch {
	case strings.HasPrefix(l.Text, "bun test v"):
		s.flush()
		s.open = true
		s.out.See(l.No)
	case !s.open:
	case strings.HasPrefix(l.Text, "Ran ") && strings.Contains(l.Text, " across ") && s.totals != format.NoTotals(): // else a test printed it
		s.flush()
	case l.Error: // what follows it says the same
	case again.MatchString(l.Text):
		s.closed = true
	case s.dashes > 0:
		s.between(l)
	case s.counted(l), s.closed, s.listed(l):
	default:
		s.other(l)
	}
	return s.open
}

// other takes a line that is no result.
func (s *scanner) other(l format.Line) {
	if m := heading.FindStringSubmatch(l.Text); m != nil && javascript.IsScript(m[1]) {
		s.file = m[1]
		s.text.Reset()
		return
	}
	if l.Text == "# Unhandled error between tests" {
		s.add(&failed{file: s.file, no: l.No})
		s.dashes = 1
		return
	}
	if last := s.last(); last != nil && last.name != "" && s.text.Empty() && strings.HasPrefix(l.Text, "  ^ ") {
		last.text.Add(strings.TrimPrefix(l.Trim, "^ "))
		return
	}
	s.text.Add(l.Text)
}

// between takes a line of an error outside of any test, which stands between two lines
// of dashes.
func (s *scanner) between(l format.Line) {
	if strings.HasPrefix(l.Text, "-----") {
		s.dashes++
		if s.dashes > 2 {
			s.dashes = 0
		}
		return
	}
	s.last().text.Add(l.Text)
}

func (s *scanner) last() *failed {
	if len(s.failed) == 0 {
		return nil
	}
	return s.failed[len(s.failed)-1]
}

func (s *scanner) add(f *failed) {
	if len(s.failed) >= format.MaxFindings {
		s.out.Dropped++
		s.failed = s.failed[:len(s.failed)-1]
	}
	s.failed = append(s.failed, f)
}

func (s *scanner) listed(l format.Line) bool {
	m := result.FindStringSubmatch(l.Text)
	if m == nil {
		return false
	}
	status := statuses[m[1]]
	s.out.Case(format.Case{Package: s.file, Test: m[2], Status: status})
	if status == format.Failed {
		s.add(&failed{file: s.file, name: m[2], text: s.text, no: l.No})
	}
	s.text.Reset()
	return true
}

func (s *scanner) counted(l format.Line) bool {
	m := count.FindStringSubmatch(l.Text)
	if m == nil {
		return false
	}
	n, _ := format.Number(m[1])
	switch m[2] {
	case "pass":
		s.totals.Passed = n
	case "fail":
		s.totals.Failed = n
	case "skip", "todo":
		s.totals.Skipped = max(s.totals.Skipped, 0) + n
	}
	return true
}

func (s *scanner) flush() {
	if !s.open {
		return
	}
	s.out.Add(s.totals)
	if len(s.failed) == 0 && s.totals.Passed >= 0 {
		s.out.Green++
	}
	for _, f := range s.failed {
		s.out.Red++
		s.out.Fail(f.finding())
	}
	*s = *newScanner(s.out)
}

func (s *scanner) End() { s.flush() }

func (f *failed) finding() format.Finding {
	found := format.Finding{Kind: format.Test, Package: f.file, Test: f.name, No: f.no}
	if f.name == "" {
		found.Kind, found.Package, found.File = format.Build, "", f.file
	}
	lines := f.text.Lines()
	javascript.Describe(&found, errorOf(lines))
	found.Output = format.Join(lines)
	if found.Message == "" {
		found.Message = "failed without a message"
	}
	found.Assert.File = f.file
	return found
}

// errorOf returns the error at the end of what a test printed, without the source that
// is quoted above it.
func errorOf(lines []string) []string {
	for i, l := range lines {
		word, rest, ok := strings.Cut(l, ": ")
		if !ok || strings.ContainsAny(word, " \t") {
			continue
		}
		if word == "error" {
			return append([]string{rest}, lines[i+1:]...)
		}
		if strings.HasSuffix(word, "Error") || i > 0 && strings.TrimSpace(lines[i-1]) == "^" {
			return lines[i:]
		}
	}
	return lines
}
