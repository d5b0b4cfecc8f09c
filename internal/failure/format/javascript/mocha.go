package javascript

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/trace"
)

// mocha reads Mocha's reports on the console, and those of Cypress, which uses Mocha.
type mocha struct {
	out     *format.Sink
	file    string // of Cypress
	section bool   // "n failing" was seen
	tests   []*block
	current *block
	naming  bool // the current title goes on
	stack   bool // a frame of the current error was seen
	totals  format.Totals
	cases   []format.Case
	cypress bool
}

func newMocha(out *format.Sink) *mocha { return &mocha{out: out, totals: format.NoTotals()} }

var (
	mochaCount  = regexp.MustCompile(`^(\d+) (passing|failing|pending)(?: \(.+\))?$`)
	mochaNumber = regexp.MustCompile(`^ {1,4}\d+\) (.+)$`)
	cypressFile = regexp.MustCompile(`^\s*Running:\s+(\S+)\s+\(\d+ of \d+\)`)
)

func (m *mocha) Line(l format.Line) bool {
	switch {
	case cypressFile.MatchString(l.Text):
		m.flush()
		m.cypress, m.file = true, cypressFile.FindStringSubmatch(l.Text)[1]
	case mochaCount.MatchString(l.Trim) && l.Indent <= 4:
		m.count(l)
	case m.section && l.Indent <= 4 && mochaNumber.MatchString(l.Text):
		m.begin(l)
	case m.section && m.current != nil:
		m.within(l)
	case strings.HasPrefix(l.Trim, "✓ ") || strings.HasPrefix(l.Trim, "✔ "):
		m.listed(l)
	}
	return m.section
}

func (m *mocha) listed(l format.Line) {
	if len(m.cases) >= format.MaxCases {
		m.out.Lost++
		return
	}
	_, name, _ := strings.Cut(l.Trim, " ")
	if i := strings.LastIndex(name, " ("); i > 0 && strings.HasSuffix(name, "ms)") {
		name = name[:i]
	}
	m.cases = append(m.cases, format.Case{Package: m.file, Test: name, Status: format.Passed})
}

// count takes "2 failing".
func (m *mocha) count(l format.Line) {
	n := mochaCount.FindStringSubmatch(l.Trim)
	k, _ := format.Number(n[1])
	if n[2] != "passing" && m.totals.Passed < 0 { // a program's own words
		return
	}
	m.out.See(l.No)
	switch n[2] {
	case "passing":
		m.flush()
		m.totals.Passed, m.totals.Failed = k, 0
	case "pending":
		m.totals.Skipped = k
	case "failing":
		m.totals.Failed = k
		m.section = true
	}
}

// begin takes "  1) Suite", the first line of a title.
func (m *mocha) begin(l format.Line) {
	name := mochaNumber.FindStringSubmatch(l.Text)[1]
	m.current = &block{file: m.file, name: strings.TrimSpace(name), no: l.No}
	m.naming, m.stack = !strings.HasSuffix(name, ":"), false
	m.current.name = strings.TrimSuffix(m.current.name, ":")
	if len(m.tests) < format.MaxFindings {
		m.tests = append(m.tests, m.current)
	} else {
		m.out.Dropped++
	}
}

func (m *mocha) within(l format.Line) {
	if m.cypress && strings.HasPrefix(l.Trim, "(Results)") {
		m.flush()
		return
	}
	if !m.naming {
		m.stack = m.stack || trace.IsFrame(l.Text)
		if l.Error || l.Indent == 0 && l.Trim != "" && m.stack {
			m.flush()
			return
		}
		m.current.text.Add(l.Text)
		return
	}
	if l.Trim == "" {
		m.naming = false
		return
	}
	name, last := strings.CutSuffix(l.Trim, ":")
	m.current.name += " " + name
	m.naming = !last
}

func (m *mocha) flush() {
	if m.totals.Passed < 0 && len(m.tests) == 0 {
		return
	}
	m.out.Add(m.totals)
	for _, c := range m.cases {
		m.out.Case(c)
	}
	if len(m.tests) == 0 {
		m.out.Green++
	}
	for _, b := range m.tests {
		m.out.Red++
		m.fail(b)
	}
	*m = mocha{out: m.out, totals: format.NoTotals(), cypress: m.cypress, file: m.file}
}

func (m *mocha) fail(b *block) {
	f := format.Finding{Kind: format.Test, Package: b.file, Test: b.name, No: b.no}
	m.out.Case(format.Case{Package: b.file, Test: b.name, Status: format.Failed})
	if m.cypress {
		f.Framework = Cypress
	}
	Describe(&f, b.text.Lines())
	f.Message = beforeDiff(f.Message)
	f.Assert.File = b.file
	if n := timeoutFile.FindStringSubmatch(f.Message); n != nil && f.Assert.File == "" {
		f.Assert.File = n[1]
	}
	m.out.Fail(f)
}

// timeoutFile is the file that Mocha names behind the message of a timeout.
var timeoutFile = regexp.MustCompile(`\((\S+\.\w+)\)$`)

// beforeDiff cuts the "+ expected - actual" that Mocha prints behind a message, if
// the message says something without it.
func beforeDiff(message string) string {
	head, _, ok := strings.Cut(message, "+ expected - actual")
	if head = strings.TrimSpace(head); ok && head != "" {
		return head
	}
	return message
}

func (m *mocha) End() { m.flush() }
