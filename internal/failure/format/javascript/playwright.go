package javascript

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// playwright reads Playwright's list, line and dot reporters.
type playwright struct {
	out     *format.Sink
	tests   []*pwTest
	byName  map[string]*pwTest
	current *pwTest
	list    format.Status // which list of the summary is read
	totals  format.Totals
	open    bool
}

type pwTest struct {
	project, file, name string
	line, attempts      int
	text                format.Block
	flaky               bool
	cut                 bool // a further attempt began: the first says enough
	no                  int
}

func newPlaywright(out *format.Sink) *playwright {
	return &playwright{out: out, byName: map[string]*pwTest{}, totals: format.NoTotals()}
}

var (
	pwTitle = regexp.MustCompile(`^(?:(\d+)\) )?(?:\[([^\]]+)\] › )?(\S+?):(\d+):\d+ › (.+?)(?: ─+)?$`)
	pwCount = regexp.MustCompile(`^(\d+) (passed|failed|flaky|skipped|did not run|interrupted)(?: \(.+\))?$`)
	pwRun   = regexp.MustCompile(`^Running \d+ tests? using \d+ workers?`)
)

func (p *playwright) Line(l format.Line) bool {
	switch {
	case pwRun.MatchString(l.Text):
		p.flush()
		p.open = true
		p.out.See(l.No)
	case pwCount.MatchString(l.Trim) && l.Indent <= 4:
		p.count(l)
	case p.list != "" && pwTitle.MatchString(l.Trim):
		p.listed(l)
	case l.Indent <= 2 && p.title(l):
	case strings.HasPrefix(l.Trim, "Retry #"):
		p.retry()
	case p.current != nil && !p.current.cut:
		p.current.text.Add(l.Text)
	}
	return p.open || p.current != nil
}

// title takes "  1) [chromium] › tests/example.spec.ts:5:1 › has title ────".
func (p *playwright) title(l format.Line) bool {
	m := pwTitle.FindStringSubmatch(l.Trim)
	if m == nil || m[1] == "" || strings.Contains(m[5], "%0A") { // the last is an annotation that no runner has read
		return false
	}
	p.open = true
	p.out.See(l.No)
	p.current = p.test(m)
	p.current.no = l.No
	p.current.attempts = max(p.current.attempts, 1)
	return true
}

func (p *playwright) test(m []string) *pwTest {
	key := m[2] + " " + m[3] + " " + m[5]
	if t := p.byName[key]; t != nil {
		return t
	}
	line, _ := format.Number(m[4])
	t := &pwTest{project: m[2], file: m[3], line: line, name: strings.TrimSpace(m[5])}
	p.byName[key] = t
	p.tests = format.Keep(p.out, p.tests, t)
	return t
}

func (p *playwright) retry() {
	if p.current != nil {
		p.current.attempts++
		p.current.cut = true
	}
}

// count takes "1 failed" and "1 flaky", above the tests that were.
func (p *playwright) count(l format.Line) {
	m := pwCount.FindStringSubmatch(l.Trim)
	n, _ := format.Number(m[1])
	p.current, p.list = nil, ""
	switch m[2] {
	case "passed":
		p.totals.Passed = n
		p.flush()
	case "failed", "interrupted":
		p.totals.Failed = max(p.totals.Failed, 0) + n
		p.list = format.Failed
	case "flaky":
		p.list = format.Passed
	case "skipped":
		p.totals.Skipped = n
	}
}

// listed takes a line of the summary's lists.
func (p *playwright) listed(l format.Line) {
	t := p.test(pwTitle.FindStringSubmatch(l.Trim))
	if p.list == format.Passed {
		t.flaky = true
	}
}

func (p *playwright) flush() {
	if !p.open {
		return
	}
	if p.totals != format.NoTotals() {
		p.totals.Failed = max(p.totals.Failed, 0)
		p.out.Add(p.totals)
	}
	red := 0
	for _, t := range p.tests {
		status := format.Passed
		if !t.flaky {
			status = format.Failed
			red++
			p.fail(t)
		}
		p.out.Case(format.Case{Package: t.file, Test: t.name, Status: status, Flaky: t.flaky})
	}
	if red == 0 {
		p.out.Green++
	}
	p.out.Red += red
	*p = *newPlaywright(p.out)
}

func (p *playwright) fail(t *pwTest) {
	f := format.Finding{Kind: format.Test, Package: t.file, Test: t.name, No: t.no, Attempts: t.attempts}
	Describe(&f, WithoutContext(t.text.Lines()))
	f.Output = t.text.Text()
	if class, rest := splitError(f.Message); class != "" {
		f.ErrorType, f.Message = class, rest
	}
	if f.Message == "" {
		f.Message = "failed"
	}
	f.Assert = format.Frame{File: t.file, Line: t.line}
	p.out.Fail(f)
}

// WithoutContext returns the lines before those that name the files that a failure left.
func WithoutContext(lines []string) []string {
	for i, l := range lines {
		if strings.HasPrefix(strings.TrimSpace(l), "Error Context: ") {
			return lines[:i]
		}
	}
	return lines
}

func (p *playwright) End() { p.flush() }
