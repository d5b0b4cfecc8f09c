package ruby

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/trace"
)

// minitest reads the output of minitest and of Rails, which prints the same without
// numbers.
type minitest struct {
	out     *format.Sink
	tests   []*example
	current *example
	blank   bool
}

func newMinitest(out *format.Sink) *minitest { return &minitest{out: out} }

var (
	miniHead = regexp.MustCompile(`^(?: *\d+\) )?(Failure|Error):$`)
	miniSkip = regexp.MustCompile(`^ *\d+\) Skipped:$`)
	miniName = regexp.MustCompile(`^(.+?)(?: \[(.+?):(\d+)\])?:$`)
	miniRuns = regexp.MustCompile(`^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors(?:, (\d+) (?:skips|pendings))?`)
)

func (m *minitest) Line(l format.Line) bool {
	switch {
	case miniRuns.MatchString(l.Text):
		m.totals(l)
		return false
	case miniSkip.MatchString(l.Text):
		m.current = nil
	case miniHead.MatchString(l.Text):
		m.begin(l)
	case m.current != nil:
		m.within(l)
	}
	return m.current != nil
}

func (m *minitest) begin(l format.Line) {
	m.current = &example{no: l.No, error: strings.Contains(l.Text, "Error:")}
	m.blank = false
	m.tests = format.Keep(m.out, m.tests, m.current)
}

func (m *minitest) within(l format.Line) {
	if m.current.name == "" {
		if m.current.name = l.Trim; !strings.Contains(l.Trim, "#") {
			m.tests, m.current = m.tests[:max(0, len(m.tests)-1)], nil
		}
		return
	}
	if strings.HasPrefix(l.Trim, "bin/rails test ") || strings.HasPrefix(l.Trim, "rails test ") {
		m.current = nil
		return
	}
	m.current.text.Add(l.Text)
}

// totals takes "5 runs, 5 assertions, 1 failures, 1 errors, 0 skips".
func (m *minitest) totals(l format.Line) {
	n := miniRuns.FindStringSubmatch(l.Text)
	all, _ := format.Number(n[1])
	failures, _ := format.Number(n[2])
	errors, _ := format.Number(n[3])
	skips, _ := format.Number(n[4])
	t := format.Totals{Failed: max(failures, 0) + max(errors, 0), Skipped: max(skips, 0)}
	t.Passed = max(0, all-t.Failed-t.Skipped)
	m.out.See(l.No)
	m.out.Add(t)
	if t.Failed == 0 {
		m.out.Green++
		m.tests = nil
	}
	m.flush()
}

func (m *minitest) flush() {
	for _, e := range m.tests {
		if e.name != "" {
			m.out.Red++
			m.fail(e)
		}
	}
	m.tests, m.current = nil, nil
}

func (m *minitest) fail(e *example) {
	f := format.Finding{Kind: format.Test, Test: strings.TrimSuffix(e.name, ":"), No: e.no}
	if n := miniName.FindStringSubmatch(e.name); n != nil {
		line, _ := format.Number(n[3])
		f.Test, f.Assert = n[1], format.Frame{File: n[2], Line: max(line, 0)}
	}
	m.out.Case(format.Case{Test: f.Test, Status: format.Failed})
	lines := e.text.Lines()
	f.Output = format.Join(lines)
	lines = format.Dedent(lines)
	f.Frames = trace.Frames(lines)
	f.Message = format.Join(beforeTrace(lines))
	f.ErrorType = "Minitest::Assertion"
	if name, rest, ok := strings.Cut(f.Message, ": "); ok && e.error && isClass(name) {
		f.ErrorType = name
		f.Message, _, _ = strings.Cut(rest, "\n\n") // Ruby quotes the source below the message
	}
	m.out.Fail(f)
}

func beforeTrace(lines []string) []string {
	for i, l := range lines {
		if trace.IsFrame(l) {
			return lines[:i]
		}
	}
	return lines
}

func (m *minitest) End() {
	if len(m.tests) > 0 && m.tests[0].name != "" {
		m.flush()
	}
}
