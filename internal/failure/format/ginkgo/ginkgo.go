// Package ginkgo reads the output of Ginkgo, which runs inside a Go test.
package ginkgo

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// Framework is the name in reports.
const Framework = "ginkgo"

// Suite begins what the test prints that runs a suite.
const Suite = "Running Suite: "

// Formats returns the format of this package.
func Formats() []format.Format {
	return []format.Format{{
		Name: Framework, Language: "go",
		Triggers: []string{"^" + Suite},
		New:      func(out *format.Sink) format.Scanner { return &scanner{out: out} },
	}}
}

// scanner reads the specs of a suite, each between two lines of dashes, up to its
// totals.
type scanner struct {
	out     *format.Sink
	open    bool
	summary bool
	failed  []*spec
	current *spec
	title   string // the first line below a rule, which -v prints before a spec runs
	fresh   bool   // the line before was a rule
	verbose bool   // specs that passed are named
	waited  int
	pkg     string
	over    bool // the totals were read; what go test says of the package is awaited
}

// spec is a spec that failed.
type spec struct {
	verdict string // FAILED, PANICKED, TIMEDOUT, …
	name    string
	first   bool // as the first version of Ginkgo prints it
	named   bool // all of its name was read, in the first version
	suite   bool // a node around all specs, such as BeforeSuite
	place   format.Frame
	text    format.Block
	no      int
}

var (
	verdict = regexp.MustCompile(`^(?:\[\w+\] )?•? ?(?:!|\[)?\[?(FAILED|PANICKED|TIMEDOUT|INTERRUPTED|ABORTED)!?\] \[[\d.]+ seconds\]$`)
	first   = regexp.MustCompile(`^•(?:|!|\.\.\.) (Failure|Panic|Timeout)(?: in [^\[]+)? \[[\d.]+ seconds\]$`)
	passed  = regexp.MustCompile(`^• \[[\d.]+ seconds\]$`)
	leaf    = regexp.MustCompile(` ?\[(?:It|BeforeEach|JustBeforeEach|AfterEach|JustAfterEach|BeforeAll|AfterAll|BeforeSuite|AfterSuite|SynchronizedBeforeSuite|SynchronizedAfterSuite|DeferCleanup[^\]]*|ReportAfterSuite)\]`)
	totals  = regexp.MustCompile(`^(FAIL|SUCCESS)! -- (\d+) Passed \| (\d+) Failed (?:\| \d+ Flaked )?(?:\| \d+ Repeated )?\| (\d+) Pending \| (\d+) Skipped`)
	at      = regexp.MustCompile(`^In \[[^\]]+\] at: (\S+:\d+)`)
	colour  = regexp.MustCompile(`\x1b\[[0-9;]*m`)          // events hold a test's output as it was printed
	whole   = regexp.MustCompile(`^(?:FAIL|ok  )\t(\S+)\t`) // go test's result of a package
	stamped = regexp.MustCompile(` @ \d\d/\d\d/\d\d \d\d:\d\d:\d\d[.\d]*$`)
)

func (s *scanner) Line(l format.Line) bool {
	switch {
	case strings.HasPrefix(l.Text, Suite):
		s.end()
		s.open = true
		s.out.See(l.No)
	case !s.open:
	case s.over, s.summary && whole.MatchString(l.Text): // a suite that was not set up has no totals
		s.closing(l)
	case totals.MatchString(l.Text):
		s.total(l)
	case strings.HasPrefix(l.Text, "Summarizing "):
		s.current, s.summary = nil, true
	case s.summary:
	case isRule(l.Text):
		s.current, s.title, s.fresh = nil, "", true
	case passed.MatchString(l.Text) && s.title != "":
		s.out.Case(format.Case{Test: s.title, Status: format.Passed})
		s.title, s.verbose = "", true
	case verdict.MatchString(l.Text):
		s.begin(&spec{verdict: verdict.FindStringSubmatch(l.Text)[1], no: l.No})
	case first.MatchString(l.Text):
		s.begin(&spec{verdict: firstVerdicts[first.FindStringSubmatch(l.Text)[1]], first: true, no: l.No})
	case s.current != nil:
		s.current.line(l)
	case s.fresh:
		s.title, s.fresh = l.Trim, false
	}
	return s.open
}

// firstVerdicts are the words of the first version of Ginkgo in those of the second.
var firstVerdicts = map[string]string{"Failure": "FAILED", "Panic": "PANICKED", "Timeout": "TIMEDOUT"}

func (s *scanner) begin(f *spec) {
	s.current = f
	s.failed = format.Keep(s.out, s.failed, f)
}

func isRule(t string) bool {
	return len(t) >= 20 && strings.Trim(t, "-") == ""
}

// line takes a line of a spec: its name, its place, then what happened.
func (f *spec) line(l format.Line) {
	switch {
	case f.first && !f.named:
		f.outline(l)
	case f.name == "":
		if f.name = strings.TrimSpace(leaf.ReplaceAllString(l.Trim, "")); f.name == "" {
			f.name, f.suite = l.Trim, true
		}
	case f.place.File == "" && l.Indent == 0:
		if file, line, _, ok := format.SplitPlace(l.Trim); ok {
			f.place = format.Frame{File: file, Line: line}
		}
	default:
		f.text.Add(l.Text)
	}
}

// outline takes a line of the name of a spec, which the first version prints a node a
// line, with the place of each below it.
func (f *spec) outline(l format.Line) {
	file, line, _, isPlace := format.SplitPlace(l.Trim)
	switch {
	case l.Trim == "":
		f.named = true
	case isPlace:
		f.place = format.Frame{File: file, Line: line}
	default:
		f.name = strings.TrimSpace(f.name + " " + leaf.ReplaceAllString(l.Trim, ""))
	}
}

func (s *scanner) total(l format.Line) {
	m := totals.FindStringSubmatch(l.Text)
	n := func(i int) int { v, _ := format.Number(m[i]); return v }
	s.out.Add(format.Totals{Passed: n(2), Failed: n(3), Skipped: n(4) + n(5)})
	if m[1] == "SUCCESS" {
		s.out.Green++
	}
	s.over = true
}

// maxClosing is how many lines may stand between the totals of a suite and the result
// of its package.
const maxClosing = 50

// closing awaits the name of the package, by which the specs can be run alone.
func (s *scanner) closing(l format.Line) {
	if s.waited++; s.waited > maxClosing {
		s.end()
	} else if m := whole.FindStringSubmatch(l.Text); m != nil {
		s.pkg = m[1]
		s.end()
	}
}

func (s *scanner) end() {
	for _, f := range s.failed {
		s.out.Red++
		if s.verbose && !f.suite { // else no later run could show that it passes
			s.out.Case(format.Case{Test: f.name, Status: format.Failed})
		}
		found := f.finding()
		found.Package = s.pkg
		s.out.Fail(found)
	}
	*s = scanner{out: s.out}
}

// End implements format.Scanner.
func (s *scanner) End() { s.end() }

// Specs returns what the output of the test that runs a suite says.
func Specs(output []string) *format.Sink {
	s := scanner{out: format.NewSink(Framework)}
	s.out.KeepCases = true
	for _, l := range output {
		s.Line(format.NewLine(colour.ReplaceAllString(l, "")))
	}
	s.End()
	return s.out
}

// A stack has the name of a function with its arguments, and below it the place.
var (
	function = regexp.MustCompile(`^(?:> )?([\w/@-]+(?:\.[\w/@-]+)*(?:\.\(\*?\w+\))?[\w.]*)\(.*\)$`)
	called   = regexp.MustCompile(`^(\S+\.go):(\d+)(?: \+0x[0-9a-f]+)?$`)
)

// frames reads a stack of Go's, innermost first, without the modules around the project.
func frames(lines []string) []format.Frame {
	var out []format.Frame
	above := ""
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if m, name := called.FindStringSubmatch(t), function.FindStringSubmatch(above); m != nil && name != nil && !strings.Contains(m[1], "/pkg/mod/") && !strings.HasPrefix(name[1], "testing.") {
			n, _ := format.Number(m[2])
			out = append(out, format.Frame{File: m[1], Line: n, Func: name[1]})
		}
		above = t
	}
	return out
}

func (f *spec) finding() format.Finding {
	lines := format.Dedent(f.text.Lines())
	found := format.Finding{Kind: format.Test, Test: f.name, Assert: f.place, ErrorType: strings.ToLower(f.verdict), Output: format.Join(lines), No: f.no}
	if f.suite {
		found.Test = "" // nothing runs it alone
	}
	switch f.verdict {
	case "PANICKED":
		found.Kind, found.ErrorType = format.Panic, "panic"
	case "TIMEDOUT":
		found.Kind, found.ErrorType = format.Timeout, "timeout"
	case "FAILED":
		found.ErrorType = "test"
	}
	var said []string
	for i, l := range lines {
		t := strings.TrimSpace(l)
		if strings.HasPrefix(t, "["+f.verdict+"] ") {
			said = nil // above it stand the nodes around the spec
		}
		if m := at.FindStringSubmatch(t); m != nil {
			if file, line, _, ok := format.SplitPlace(m[1]); ok && f.verdict != "PANICKED" {
				found.Assert = format.Frame{File: file, Line: line}
			}
			continue
		}
		if file, line, _, ok := format.SplitPlace(t); f.first && ok && !strings.Contains(t, " ") {
			if f.verdict != "PANICKED" {
				found.Assert = format.Frame{File: file, Line: line}
			}
			continue
		}
		if t == "Full Stack Trace" || strings.HasPrefix(t, "This is the Progress Report ") {
			found.Frames = frames(lines[i+1:])
			break
		}
		said = append(said, stamped.ReplaceAllString(strings.TrimPrefix(l, "["+f.verdict+"] "), ""))
	}
	found.Message = strings.TrimPrefix(format.Join(said), "Test Panicked\n")
	found.Message = strings.TrimSpace(found.Message)
	return found
}
