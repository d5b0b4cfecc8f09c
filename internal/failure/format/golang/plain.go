package golang

import (
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/ginkgo"
)

// scanner reads plain output of go test, with and without -v. The name of a
// package is printed after its tests, so they are held back until then.
type scanner struct {
	out   *format.Sink
	p     *pkg
	build builder
	dirs  folders
	quiet bool // the current failing test's output follows its result (no -v)
	depth int  // indentation of the current result line
	busy  bool
	sum   *summary // gotestsum's summary, while it is read
	last  string   // the line before, without blanks
	begun int      // findings before this run
	held  *ended   // a package whose end a test may have printed
}

// ended is a package with the line that says how it ended.
type ended struct {
	p    *pkg
	name string
	line format.Line
}

func newScanner(out *format.Sink) *scanner {
	return &scanner{out: out, p: newPkg(""), build: builder{out: out}}
}

func (s *scanner) Line(l format.Line) bool {
	before := s.last
	s.last = l.Trim
	if s.build.line(l) {
		return true
	}
	if s.sum != nil {
		return s.summarised(l)
	}
	if i := strings.Index(l.Text, "--- FAIL: "); i > 0 && l.Indent == 0 && behindText(l.Text[i:]) {
		s.text(format.NewLine(l.Text[:i]))
		no, step := l.No, l.Step
		l = format.NewLine(l.Text[i:])
		l.No, l.Step = no, step
	}
	switch {
	case strings.HasPrefix(l.Trim, "=== "):
		s.event(l)
	case strings.HasPrefix(l.Trim, "--- "):
		if !s.result(l) {
			s.text(l)
		}
	case l.Indent == 0 && s.verdict(l, before):
	default:
		s.text(l)
	}
	return s.busy || s.build.active()
}

// behindText reports whether a result stands behind what a test printed without a line
// end, and is not printed by one.
func behindText(t string) bool {
	_, _, ok := parseResult(t)
	return ok && strings.HasSuffix(t, "s)")
}

// event takes "=== RUN   TestX" and its like.
func (s *scanner) event(l format.Line) {
	word, rest, _ := strings.Cut(strings.TrimPrefix(l.Trim, "=== "), " ")
	name := strings.TrimSpace(rest)
	switch word {
	case "RUN", "CONT", "NAME":
		s.start(l)
		s.quiet = false
		if name == "" {
			s.p.current = nil
			return
		}
		s.p.current = s.p.test(name, l.No)
	case "PAUSE":
		s.p.current = nil
	case "FAIL:", "Failed", "Skipped", "Errors":
		s.sum = newSummary()
		s.summarised(l)
	default:
		s.text(l)
	}
}

func (s *scanner) start(l format.Line) {
	s.busy = true
	if s.p.no == 0 {
		s.p.no = l.No
	}
	s.out.See(l.No)
}

// result takes "--- FAIL: TestX (0.00s)"; ok is false if the line only looks like it.
func (s *scanner) result(l format.Line) bool {
	name, status, ok := parseResult(l.Trim)
	if !ok || l.Indent%4 != 0 || strings.ContainsRune(l.Text[:l.Indent], '\t') {
		return false
	}
	if l.Indent > 0 && !strings.Contains(name, "/") && !strings.HasPrefix(name, "Fuzz") {
		return false
	}
	s.resume(name)
	s.start(l)
	t := s.p.result(name, status, l.No)
	if l.Indent > 0 && !strings.Contains(name, "/") { // a fuzz target once more, for its input
		t.attempts--
	}
	s.quiet, s.depth = true, l.Indent
	s.p.current = t
	return true
}

// parseResult parses "--- FAIL: TestX (0.00s)".
func parseResult(t string) (name string, status format.Status, ok bool) {
	word, rest, found := strings.Cut(strings.TrimPrefix(t, "--- "), ": ")
	if !found {
		return "", "", false
	}
	switch word {
	case "FAIL":
		status = format.Failed
	case "PASS":
		status = format.Passed
	case "SKIP":
		status = format.Skipped
	default:
		return "", "", false
	}
	name, took, found := strings.Cut(rest, " (")
	timed := found && (strings.Contains(took, "s)") || strings.Contains(took, "seconds)"))
	if !timed && (found || !strings.HasPrefix(name, "Benchmark") || strings.Contains(name, " ")) {
		return "", "", false
	}
	for _, kind := range []string{"Test", "Example", "Fuzz", "Benchmark"} {
		if strings.HasPrefix(name, kind) {
			return name, status, true
		}
	}
	return "", "", false
}

// verdict takes the line that ends a package. before is the line above it.
func (s *scanner) verdict(l format.Line, before string) bool {
	v, name, ok := parseVerdict(l.Text)
	if !ok {
		return s.ending(l)
	}
	if s.running() && before != "FAIL" && before != "PASS" && !strings.HasPrefix(before, "exit status ") {
		return s.hold(v, name, l)
	}
	s.out.See(l.No)
	switch {
	case name == "":
	case v == red && isBuildFailure(l.Text):
		s.build.failed(name, l)
	default:
		s.close(v, name, l)
	}
	return true
}

// hold keeps a package apart that ends while a test runs: either the test left the process,
// or it printed that line, and its result is still to come.
func (s *scanner) hold(v verdict, name string, l format.Line) bool {
	if v != red || name == "" || isBuildFailure(l.Text) {
		return false
	}
	s.settle()
	s.held = &ended{s.p, name, l}
	s.p, s.quiet = newPkg(""), false
	return true
}

// resume goes on with the package that is held, if the test that ran has its result now.
func (s *scanner) resume(test string) {
	if s.held == nil || s.held.p.current.name != test || s.p.tests[test] != nil {
		return
	}
	between := s.p.loose.Lines()
	s.p = s.held.p
	s.p.output(s.held.line.Text)
	for _, l := range between {
		s.p.output(l)
	}
	s.held = nil
}

// settle closes the package that is held.
func (s *scanner) settle() {
	if s.held == nil {
		return
	}
	h, p, busy := s.held, s.p, s.busy
	s.held, s.p = nil, h.p
	s.close(red, h.name, h.line)
	s.p, s.busy = p, busy
}

// running reports whether a test began that has no result yet and did not crash.
func (s *scanner) running() bool {
	t := s.p.current
	return t != nil && t.status == "" && !hasPanic(t.output.Lines()) && !hasPanic(s.p.loose.Lines())
}

func (s *scanner) close(v verdict, name string, l format.Line) {
	s.settle()
	s.p.name = name
	if s.p.no == 0 {
		s.p.no = l.No
	}
	if v == green {
		s.out.Green++
		if strings.HasSuffix(l.Text, noTests) {
			s.out.Idle, s.out.Hollow = s.out.Idle+1, s.out.Hollow+1
		}
	} else {
		s.out.Red++
	}
	s.dirs.add(name)
	s.p.report(s.out, v)
	status := format.Passed
	if v == red {
		status = format.Failed
	}
	s.out.Case(format.Case{Package: name, Status: status, Cached: strings.Contains(l.Text, "(cached)")})
	s.p, s.busy, s.quiet = newPkg(""), false, false
}

// parseVerdict parses "ok  \tpkg\t0.1s" and "FAIL\tpkg\t0.1s", and their form with
// blanks of earlier releases.
func parseVerdict(t string) (v verdict, name string, ok bool) {
	switch {
	case strings.HasPrefix(t, "ok  \t") || strings.HasPrefix(t, "ok      "):
		v = green
	case strings.HasPrefix(t, "FAIL\t") || strings.HasPrefix(t, "FAIL    "):
		v = red
	default:
		return unsaid, "", false
	}
	fields := strings.Fields(t)
	if len(fields) < 3 {
		return unsaid, "", false
	}
	switch last := fields[2]; {
	case last == "[build" || last == "[setup" || last == "(cached)" || last[0] >= '0' && last[0] <= '9' && strings.HasSuffix(last, "s"):
		return v, fields[1], true
	}
	return unsaid, "", false
}

// noTests ends the verdict of a package of whose tests none was selected.
const noTests = "[no tests to run]"

func isBuildFailure(t string) bool {
	return strings.HasSuffix(t, "[build failed]") || strings.HasSuffix(t, "[setup failed]")
}

// ending takes the other lines that a package ends with.
func (s *scanner) ending(l format.Line) bool {
	switch {
	case l.Text == "FAIL" || l.Text == "PASS":
		s.quiet = false
		s.p.current = nil
		return true
	case strings.HasPrefix(l.Text, "?   \t"):
		if fields := strings.Fields(l.Text); len(fields) > 1 {
			s.dirs.add(fields[1])
		}
		return true
	case strings.HasPrefix(l.Text, "exit status "), strings.HasPrefix(l.Text, "coverage: "):
		return true
	case strings.HasPrefix(l.Text, "DONE ") && strings.Contains(l.Text, " tests"):
		s.done(l)
		return true
	}
	return false
}

// text takes any other line: output of the current test or of the package.
func (s *scanner) text(l format.Line) {
	s.p.ginkgo = s.p.ginkgo || strings.HasPrefix(l.Text, ginkgo.Suite)
	switch {
	case isCrash(l.Trim) && l.Indent == 0:
		s.start(l)
		s.crash(l)
	case !s.busy:
		return
	case s.quiet && l.Indent <= s.depth && l.Trim != "" && !s.exampleOutput():
		s.outdent(l)
	}
	s.p.output(l.Text)
}

// outdent takes a line that is indented less than the output of the current test: it is of
// a test above that, or of none.
func (s *scanner) outdent(l format.Line) {
	t := s.p.current
	for ; t != nil && s.depth > 0 && l.Indent <= s.depth; s.depth -= 4 {
		t = s.p.above(t.name)
	}
	if s.quiet = t != nil && l.Indent > s.depth; !s.quiet {
		t = nil
	}
	s.p.current = t
}

// exampleOutput reports whether the current test is an example, whose output is
// not indented.
func (s *scanner) exampleOutput() bool {
	t := s.p.current
	return t != nil && (strings.HasPrefix(t.name, "Example") || hasPanic(t.output.Lines()))
}

// crash takes the first line of a panic. Without -v it follows the result of the
// test that it belongs to; otherwise no result may ever come. A timeout never belongs to
// a test that has its result.
func (s *scanner) crash(l format.Line) {
	if t := s.p.current; t != nil && (t.status == format.Passed || t.status != "" && strings.HasPrefix(l.Trim, timedOut)) {
		s.p.current = nil
	}
	s.quiet = false
}

func isCrash(t string) bool {
	return strings.HasPrefix(t, "panic: ") || strings.HasPrefix(t, "fatal error: ") || strings.HasPrefix(t, "WARNING: DATA RACE") || strings.HasPrefix(t, "SIGQUIT: quit")
}

// summarised takes a line of gotestsum's summary.
func (s *scanner) summarised(l format.Line) bool {
	if strings.HasPrefix(l.Text, "DONE ") {
		s.done(l)
		return false
	}
	s.sum.line(l)
	s.build.listed = s.build.listed || l.Text == "=== Errors"
	return true
}

// done takes gotestsum's totals: "DONE 2 runs, 12 tests, 1 skipped, 2 failures in 0.5s".
// Its summary has all that the lines before it say of failures.
func (s *scanner) done(l format.Line) {
	s.out.See(l.No)
	s.summed(runs(l.Text), l.Step)
}

// summed hands the summary over instead of what the lines before it said of the same tests.
func (s *scanner) summed(runs, step int) {
	if s.sum != nil {
		s.build.flush()
		kept := slices.DeleteFunc(s.out.Findings[s.begun:], func(f format.Finding) bool { return s.sum.says(f) && f.Step == step })
		s.out.Findings = s.out.Findings[:s.begun+len(kept)]
		s.sum.report(s.out, runs, &s.dirs)
		s.p, s.busy = newPkg(""), false
	}
	s.sum, s.build.listed, s.begun = nil, false, len(s.out.Findings)
}

func (s *scanner) End() {
	s.settle()
	s.build.flush()
	s.summed(1, s.out.Step)
	if s.busy && len(s.p.order)+s.p.loose.Len() > 0 {
		s.p.report(s.out, unsaid)
		if s.crashed() {
			s.p.failWhole(s.out)
		}
	}
	s.p, s.busy = newPkg(""), false
	s.dirs.place(s.out.Findings)
}

// crashed reports whether the pending package panicked outside of a failed test.
func (s *scanner) crashed() bool {
	for _, t := range s.p.order {
		if t.status == format.Failed {
			return false
		}
	}
	return hasPanic(s.p.loose.Lines()) || s.p.suspect() != nil && hasPanic(s.p.suspect().output.Lines())
}
