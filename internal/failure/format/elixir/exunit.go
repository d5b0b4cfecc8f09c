// Package elixir reads the output of ExUnit and of mix where it compiles.
package elixir

import (
	"regexp"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// Framework is the name in reports.
const Framework = "exunit"

// Formats returns the format of this package.
func Formats() []format.Format {
	return []format.Format{{
		Name: Framework, Language: "elixir",
		Triggers: []string{") test ", ") doctest ", ") property ", " tests, ", " test, ", "^== Compilation error in file ", "^Generated ", "^* test ", "^* doctest "},
		New:      func(out *format.Sink) format.Scanner { return &scanner{out: out} },
	}}
}

// scanner reads the failures of a run, each indented below its number and name, and the
// totals. With --trace it reads the results of the others too.
type scanner struct {
	out     *format.Sink
	app     string // of the project
	module  string // whose tests are traced
	current *failed
	failed  []*failed
	traced  []format.Case
	source  string // file that did not compile
}

type failed struct {
	module, name string
	text         format.Block
	no           int
}

var (
	numbered = regexp.MustCompile(`^ {2,4}\d+\) ((?:test|doctest|property) .+) \(([\w.]+)\)$`)
	totals   = regexp.MustCompile(`^(?:\d+ (?:doctests?|propert(?:y|ies)), )*(\d+) tests?, (\d+) failures?(?:, \d+ excluded)?(?:, \d+ invalid)?(?:, (\d+) skipped)?$`)
	heading  = regexp.MustCompile(`^([A-Z][\w.]*) \[\S+\.exs\]$`)
	traced   = regexp.MustCompile(`^  \* ((?:test|doctest|property) .+?) (?:\((skipped|excluded|[\d.]+m?s)\) )?\[L#\d+\]$`)
	compiled = regexp.MustCompile(`^== Compilation error in file (\S+) ==$`)
	raised   = regexp.MustCompile(`^\*\* \(([\w.]+)\) (.*)$`)
	frame    = regexp.MustCompile(`^(?:\((\w+) [\w.-]+\) )?(\S+\.(?:exs?|erl)):(\d+): (.+)$`)
)

func (s *scanner) Line(l format.Line) bool {
	switch {
	case s.source != "":
		return s.broken(l)
	case compiled.MatchString(l.Text):
		s.source = compiled.FindStringSubmatch(l.Text)[1]
		s.current = &failed{no: l.No}
		return true
	case strings.HasPrefix(l.Text, "Generated ") && strings.HasSuffix(l.Text, " app"):
		s.app = strings.TrimSuffix(strings.TrimPrefix(l.Text, "Generated "), " app")
	case numbered.MatchString(l.Text):
		s.begin(l)
	case totals.MatchString(l.Text):
		s.total(l)
	case s.current != nil && (l.Indent >= 5 || l.Trim == ""):
		s.current.text.Add(l.Text)
	default:
		s.current = nil
		s.trace(l)
	}
	return s.current != nil || len(s.traced) > 0
}

func (s *scanner) begin(l format.Line) {
	m := numbered.FindStringSubmatch(l.Text)
	s.current = &failed{module: m[2], name: m[1], no: l.No}
	s.failed = format.Keep(s.out, s.failed, s.current)
}

// trace takes "  * test sums (0.1ms) [L#5]", which does not say whether it passed: that
// none of the failures is of it does.
func (s *scanner) trace(l format.Line) {
	if m := heading.FindStringSubmatch(l.Text); m != nil {
		s.module = m[1]
		return
	}
	m := traced.FindStringSubmatch(l.Text)
	if m == nil || len(s.traced) >= format.MaxCases {
		return
	}
	status := format.Passed
	if m[2] == "skipped" || m[2] == "excluded" {
		status = format.Skipped
	}
	s.traced = append(s.traced, format.Case{Package: s.module, Test: m[1], Status: status})
}

func (s *scanner) total(l format.Line) {
	m := totals.FindStringSubmatch(l.Text)
	n := func(i int) int { return format.Count(m[i]) }
	if n(2) > 0 && len(s.failed) == 0 {
		return // of another tool, which counts with the same words
	}
	s.out.See(l.No)
	s.out.Add(format.Totals{Passed: max(0, n(1)-n(2)-n(3)), Failed: n(2), Skipped: n(3)})
	if n(2) == 0 {
		s.out.Green++
	}
	for _, c := range s.traced {
		if slices.ContainsFunc(s.failed, func(f *failed) bool { return f.module == c.Package && f.name == c.Test }) {
			c.Status = format.Failed
		}
		s.out.Case(c)
	}
	for _, f := range s.failed {
		s.out.Red++
		s.out.Fail(s.finding(f))
	}
	*s = scanner{out: s.out, app: s.app}
}

// broken takes the error below the name of a file that did not compile.
func (s *scanner) broken(l format.Line) bool {
	if s.current.text.Empty() || l.Indent > 0 {
		s.current.text.Add(l.Text)
		return true
	}
	s.compiled()
	return false
}

func (s *scanner) compiled() {
	f := s.finding(s.current)
	f.Kind, f.Test, f.Package = format.Build, "", ""
	if file, line, rest, ok := format.SplitPlace(f.Message); ok && file == s.source {
		f.Line, f.Message = line, strings.TrimSpace(strings.TrimPrefix(rest, ":"))
	}
	if f.Line == 0 {
		for _, at := range f.Frames {
			if at.File == s.source {
				f.Line = at.Line
				break
			}
		}
	}
	f.File = s.source
	s.out.Red++
	s.out.Fail(f)
	s.source, s.current = "", nil
}

// End implements format.Scanner.
func (s *scanner) End() {
	if s.source != "" {
		s.compiled()
	}
}

// finding reads a failure: the test's place, what happened, the code, the values, the
// stack.
func (s *scanner) finding(f *failed) format.Finding {
	lines := format.Dedent(f.text.Lines())
	found := format.Finding{Kind: format.Test, Package: f.module, Test: f.name, ErrorType: "ExUnit.AssertionError", Output: format.Join(lines), No: f.no}
	var said []string
	var own []format.Frame
	stack := false
	for i, l := range lines {
		t := strings.TrimSpace(l)
		if file, line, _, ok := format.SplitPlace(t); i == 0 && ok && f.name != "" {
			found.Assert = format.Frame{File: file, Line: line}
			continue
		}
		if m := frame.FindStringSubmatch(t); m != nil && (stack || f.name == "") {
			at := format.Frame{File: m[2], Func: m[4]}
			at.Line, _ = format.Number(m[3])
			found.Frames = append(found.Frames, at)
			if s.owns(m[1]) {
				own = append(own, at)
			}
			continue
		}
		if t == "stacktrace:" {
			stack = true
		}
		if m := raised.FindStringSubmatch(t); m != nil && len(said) == 0 {
			found.ErrorType, t = m[1], m[2]
		}
		if !stack && t != "" && (f.name != "" || l == strings.TrimLeft(l, " ")) {
			said = append(said, t)
		}
	}
	if found.ErrorType == "ExUnit.TimeoutError" {
		found.Kind, said = format.Timeout, said[:min(len(said), 1)]
	}
	found.Message = strings.Join(said, "\n")
	found.Expect = found.ErrorType == "ExUnit.AssertionError"
	place := found
	place.Frames = own
	place.Locate()
	found.File, found.Line = place.File, place.Line
	return found
}

// runtimes are the applications of the language itself, which stand in every stack.
var runtimes = []string{"elixir", "ex_unit", "stdlib", "kernel", "erts", "compiler", "mix", "logger", "iex", "eex"}

// owns reports whether a line of the stack, by its application, is the project's: a
// dependency's files look like its own. "" is a file of its tests.
func (s *scanner) owns(app string) bool {
	return app == "" || !slices.Contains(runtimes, app) && (s.app == "" || app == s.app)
}
