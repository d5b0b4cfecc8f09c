// Package rust reads the output of cargo test and cargo nextest.
package rust

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/trace"
)

// Names of the frameworks in reports.
const (
	Cargo   = "cargo"
	Nextest = "nextest"
)

// Formats returns the formats of this package.
func Formats() []format.Format {
	return []format.Format{
		{
			Name: Cargo, Language: "rust",
			Triggers: []string{"^Running ", "^Doc-tests ", "^running ", "^test ", "^---- ", "^failures:", "^test result: ", "^thread '"},
			New:      func(out *format.Sink) format.Scanner { return newScanner(out) },
		},
		{
			Name: Nextest, Language: "rust",
			Triggers: []string{"^FAIL [", "^PASS [", "^TIMEOUT [", "^SIG", "^TRY ", "^FLAKY ", "^LEAK [", "^--- STD", "^Summary [", "^stdout ─", "^stderr ─", "^ABORT [", "^Nextest run ID"},
			New:      func(out *format.Sink) format.Scanner { return newNextest(out) },
		},
	}
}

// scanner reads the output of libtest.
type scanner struct {
	out     *format.Sink
	crate   string
	tests   []*result
	current *result
	cases   []format.Case
	open    *result            // of a test whose output is not captured
	loose   map[string]*result // what was printed so, by test
}

type result struct {
	crate, name string
	shown       string // name, without what an edit above it changes; "" if it is that
	text        format.Block
	attempts    int
	timeout     bool
	aborted     bool
	no          int
}

func newScanner(out *format.Sink) *scanner { return &scanner{out: out} }

var crateName = regexp.MustCompile(`\((?:.*[/\\])?([\w-]+?)(?:-[0-9a-f]{8,})?(?:\.exe)?\)$`)

func (s *scanner) Line(l format.Line) bool {
	switch {
	case strings.HasPrefix(l.Trim, "Running "):
		if m := crateName.FindStringSubmatch(l.Trim); m != nil {
			s.crate = m[1]
		}
	case strings.HasPrefix(l.Trim, "Doc-tests "):
		s.crate = strings.TrimPrefix(l.Trim, "Doc-tests ")
	case strings.HasPrefix(l.Text, "---- ") && s.report(l):
	case strings.HasPrefix(l.Text, "failures:"):
		s.current, s.open = nil, nil
	case strings.HasPrefix(l.Text, "test result: "):
		s.close(l)
	case s.current != nil:
		s.current.text.Add(l.Text)
	case strings.HasPrefix(l.Text, "test "):
		s.listed(l)
	default:
		s.uncaptured(l)
	}
	return s.current != nil || s.open != nil
}

var threadName = regexp.MustCompile(`^thread '(.+?)'(?: \(\d+\))? panicked at `)

// uncaptured takes what a test prints with --nocapture: behind its name where one runs
// after the other, with its result on a line of its own, else after the name of its thread.
func (s *scanner) uncaptured(l format.Line) {
	if m := threadName.FindStringSubmatch(l.Text); m != nil && (s.open == nil || s.open.name != m[1]) {
		s.openTest(m[1], l)
	}
	if s.open == nil {
		return
	}
	status, ended := libtest[l.Text]
	if !ended {
		s.open.text.Add(l.Text)
		return
	}
	s.cases = append(s.cases, format.Case{Package: s.crate, Test: s.open.name, Status: status})
	s.open = nil
}

// maxLoose is how many tests are kept what they printed.
const maxLoose = 1000

func (s *scanner) openTest(name string, l format.Line) {
	if s.loose == nil {
		s.loose = map[string]*result{}
	}
	if s.open = nil; len(s.loose) < maxLoose {
		s.open = &result{crate: s.crate, name: name, no: l.No}
		s.loose[name] = s.open
	}
}

// report takes "---- tests::bad stdout ----".
func (s *scanner) report(l format.Line) bool {
	name, ok := strings.CutSuffix(strings.TrimPrefix(l.Text, "---- "), " ----")
	if !ok {
		return false
	}
	name = strings.TrimSuffix(strings.TrimSuffix(name, " stdout"), " stderr")
	s.out.See(l.No)
	for _, r := range s.tests {
		if r.name == name {
			s.current = r
			return true
		}
	}
	s.current = &result{crate: s.crate, name: name, no: l.No}
	s.tests = format.Keep(s.out, s.tests, s.current)
	return true
}

var libtest = map[string]format.Status{"ok": format.Passed, "FAILED": format.Failed, "ignored": format.Skipped}

// listed takes "test tests::bad ... FAILED".
func (s *scanner) listed(l format.Line) {
	name, word, ok := strings.Cut(strings.TrimPrefix(l.Text, "test "), " ... ")
	word, _, _ = strings.Cut(word, ",")
	word, _, _ = strings.Cut(word, " <")
	status, known := libtest[strings.TrimSpace(word)]
	name = strings.TrimSuffix(name, " - should panic")
	s.open = nil
	if ok && !known && !strings.Contains(name, " ") {
		s.openTest(name, l)
		if _, printed, _ := strings.Cut(l.Text, " ... "); s.open != nil {
			s.open.text.Add(printed)
		}
	}
	if !ok || !known || len(s.cases) >= format.MaxCases || strings.Contains(name, " ") && !strings.Contains(name, " - ") { // an example of documentation is "src/lib.rs - add (line 3)"
		return
	}
	s.out.See(l.No)
	s.cases = append(s.cases, format.Case{Package: s.crate, Test: name, Status: status})
}

// close takes "test result: FAILED. 1 passed; 1 failed; 0 ignored; ...".
func (s *scanner) close(l format.Line) {
	s.out.See(l.No)
	s.current = nil
	t := format.Totals{}
	rest := strings.TrimPrefix(l.Text, "test result: ")
	_, list, _ := strings.Cut(rest, ". ")
	for part := range strings.SplitSeq(list, "; ") {
		n, word := format.Number(part)
		switch strings.TrimSpace(word) {
		case "passed":
			t.Passed = max(n, 0)
		case "failed":
			t.Failed = max(n, 0)
		case "ignored":
			t.Skipped = max(n, 0)
		}
	}
	s.out.Add(t)
	if strings.HasPrefix(rest, "ok") {
		s.out.Green++
		s.tests, s.loose = nil, nil
	}
	s.flush()
}

func (s *scanner) flush() {
	reported := map[string]bool{}
	var names []string
	for _, c := range s.cases {
		names = append(names, c.Test)
	}
	bare := unplaced(names)
	for _, r := range s.tests {
		reported[r.name] = true
		r.shown = bare(r.name)
		fail(s.out, r)
	}
	for _, c := range s.cases {
		if c.Status == format.Failed && !reported[c.Test] && len(s.tests)+len(s.loose) > 0 {
			r := &result{crate: c.Package, name: c.Test}
			if printed := s.loose[c.Test]; printed != nil {
				r = printed
			}
			r.shown = bare(c.Test)
			fail(s.out, r)
		}
		c.Test = bare(c.Test)
		s.out.Case(c)
	}
	if len(s.tests)+len(s.loose) > 0 {
		s.out.Red++
	}
	s.tests, s.cases, s.current, s.open, s.loose = nil, nil, nil, nil, nil
}

func (s *scanner) End() {
	s.flush()
}

// fail hands over a failed test.
func fail(out *format.Sink, r *result) {
	f := format.Finding{Kind: format.Test, Package: r.crate, Test: r.name, No: r.no, Attempts: r.attempts}
	Describe(&f, r.text.Lines())
	switch {
	case r.timeout:
		TimedOut(&f)
	case r.aborted:
		Aborted(&f)
	}
	f.Test = cmp.Or(r.shown, f.Test)
	out.Fail(f)
}

// TimedOut makes a finding that of a test that nextest ended.
func TimedOut(f *format.Finding) {
	f.Kind, f.ErrorType, f.Message = format.Timeout, "timeout", "timed out"
}

var signal = regexp.MustCompile(`(?:test|process) aborted with signal \d+:? \(?(SIG[A-Z]+)\)?`)

// Aborted makes a finding that of a test whose process a signal ended, unless it said
// more.
func Aborted(f *format.Finding) {
	m := signal.FindStringSubmatch(f.Output)
	if m == nil || f.Kind == format.Panic {
		return
	}
	f.Kind, f.ErrorType, f.Message = format.Panic, m[1], "aborted by signal "+m[1]
}

var (
	panicked    = regexp.MustCompile(`^thread '.*?'(?: \(\d+\))? panicked at (?:'(.*)', )?([^\s':,]+):(\d+):\d+:?$`)
	panicOpen   = regexp.MustCompile(`^thread '.*?'(?: \(\d+\))? panicked at '(.*)$`)
	panicClosed = regexp.MustCompile(`^(.*)', ([^\s':,]+):(\d+):\d+$`)
)

// Describe fills a finding from what a test printed.
func Describe(f *format.Finding, lines []string) {
	f.Output = format.Join(lines)
	lines = format.Dedent(lines)
	f.Frames = backtrace(lines)
	f.ErrorType = string(f.Kind)
	for i, l := range lines {
		t := strings.TrimSpace(l)
		if m := panicked.FindStringSubmatch(t); m != nil {
			f.Kind, f.ErrorType = format.Panic, "panic"
			f.Message = m[1]
			f.Assert = at(m[2], m[3])
			if f.Message == "" {
				f.Message = panicMessage(lines[i+1:])
			}
			if strings.HasPrefix(f.Message, "assertion ") {
				f.Kind = format.Test
			}
			expected(f, lines[i+1:])
			return
		}
		if m := panicOpen.FindStringSubmatch(t); m != nil && oldPanic(f, m[1], lines[i+1:]) {
			return
		}
		if rest, ok := strings.CutPrefix(t, "Error: "); ok {
			f.ErrorType, f.Message = "Error", rest
			return
		}
	}
	if i := strings.Index(f.Output, "test did not panic as expected"); i >= 0 {
		f.Message = format.FirstLine(f.Output[i:])
		if _, place, ok := strings.Cut(f.Message, " at "); ok {
			f.Assert.File, f.Assert.Line, _, _ = format.SplitPlace(place)
		}
		return
	}
	f.Message = format.FirstLine(f.Output)
	documented(f, lines)
}

// expected adds what a panic should have said, of a test that should panic.
func expected(f *format.Finding, lines []string) {
	for _, l := range lines {
		if t := strings.TrimSpace(l); strings.HasPrefix(t, "expected substring: ") {
			f.Kind, f.ErrorType, f.Message = format.Test, "should_panic", f.Message+"\n"+t
		}
	}
}

var (
	docName  = regexp.MustCompile(`^(\S+\.(?:rs|md)) - (?:.+ )?\(line (\d+)\)$`)
	docError = regexp.MustCompile(`^error\[(E\d+)\]: (.+)$`)
	docPlace = regexp.MustCompile(`^\s*--> (\S+?):(\d+):\d+$`)
)

// documented completes the finding of an example in the documentation: its name says
// where it is, and the compiler where its error is.
func documented(f *format.Finding, lines []string) {
	m := docName.FindStringSubmatch(f.Test)
	if m == nil {
		return
	}
	f.Assert = at(m[1], m[2])
	if e := docError.FindStringSubmatch(f.Message); e != nil {
		f.ErrorType, f.Message = e[1], e[2]
	}
	for _, l := range lines {
		if p := docPlace.FindStringSubmatch(l); p != nil {
			f.Assert = at(p[1], p[2])
			return
		}
	}
}

// unplaced takes the line number off the names of examples, which any edit above them
// changes, where the name alone tells them apart.
func unplaced(names []string) func(string) string {
	times := map[string]int{}
	for _, n := range names {
		if docName.MatchString(n) {
			times[withoutLine(n)]++
		}
	}
	return func(name string) string {
		if len(times) > 0 && docName.MatchString(name) && times[withoutLine(name)] == 1 {
			return withoutLine(name)
		}
		return name
	}
}

// withoutLine is the name of an example without " (line 12)".
func withoutLine(name string) string { return name[:strings.LastIndex(name, " (line ")] }

// oldPanic reads a message of several lines in quotes, as it was printed up to 1.72.
func oldPanic(f *format.Finding, first string, lines []string) bool {
	message := []string{first}
	for _, l := range lines {
		if m := panicClosed.FindStringSubmatch(l); m != nil {
			f.Kind, f.ErrorType = format.Panic, "panic"
			f.Message = format.Join(append(message, m[1]))
			f.Assert = at(m[2], m[3])
			if strings.HasPrefix(f.Message, "assertion ") {
				f.Kind = format.Test
			}
			return true
		}
		message = append(message, l)
	}
	return false
}

func at(file, line string) format.Frame {
	return format.Frame{File: file, Line: format.Count(line)}
}

// panicMessage returns the lines up to the note about backtraces.
func panicMessage(lines []string) string {
	for i, l := range lines {
		if t := strings.TrimSpace(l); strings.HasPrefix(t, "note: ") || strings.HasPrefix(t, "stack backtrace:") {
			return format.Join(lines[:i])
		}
	}
	return format.Join(lines)
}

// backtrace reads the frames of a backtrace: a number with the function, then its
// place on a line of its own.
func backtrace(lines []string) []format.Frame {
	var frames []format.Frame
	name := ""
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if n, rest := format.Number(t); n >= 0 && strings.HasPrefix(rest, ": ") {
			name = strings.TrimSpace(rest[2:])
			continue
		}
		if !strings.HasPrefix(t, "at ") {
			continue
		}
		if f, _, ok := trace.Frame(t); ok && len(frames) < 64 {
			f.Func = name
			f.File = strings.TrimPrefix(f.File, "./")
			frames = append(frames, f)
		}
	}
	return frames
}
