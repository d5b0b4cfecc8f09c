package javascript

import (
	"regexp"
	"slices"
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
	tree    tree
	idle    int // lines since the last one of the tree
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
	default:
		m.listed(l)
	}
	return m.section || len(m.cases) > 0 && m.idle < maxIdle
}

// maxIdle is how many lines a test may print before the tree of results is taken for over.
const maxIdle = 500

// listed takes a line of the tree of results: a title, "✔ name (5ms)" or "- name".
func (m *mocha) listed(l format.Line) {
	m.idle++
	mark, name, _ := strings.Cut(l.Trim, " ")
	status, known := mochaMarks[mark]
	if !known || name == "" || l.Indent < 2 || status == format.Skipped && len(m.cases) == 0 {
		m.tree.line(l)
		return
	}
	m.idle = 0
	if len(m.cases) == 0 {
		for _, before := range m.out.Before() {
			m.tree.line(format.NewLine(before))
		}
	}
	if i := strings.LastIndex(name, " ("); i > 0 && strings.HasSuffix(name, "ms)") {
		name = name[:i]
	}
	if len(m.cases) >= format.MaxCases {
		m.out.Lost++
		return
	}
	m.tree.line(l)
	m.cases = append(m.cases, format.Case{Package: m.file, Test: m.tree.full(name, l.Indent), Status: status})
}

var mochaMarks = map[string]format.Status{"✓": format.Passed, "✔": format.Passed, "√": format.Passed, "-": format.Skipped}

// tree is the titles that stand above a line of Mocha's tree, by their indentation: two
// blanks a level. Tests may print between them.
type tree struct {
	titles [maxNesting]string
	ready  bool // the last line was empty, a result or a title: only then a title may follow
}

func (t *tree) line(l format.Line) {
	depth := l.Indent/2 - 1
	switch {
	case l.Trim == "" || isResult(l):
		t.ready = true
	case !t.ready || l.Indent < 2 || l.Indent%2 != 0 || depth >= maxNesting || depth > 0 && t.titles[depth-1] == "":
		t.ready = false
	default:
		t.titles[depth] = l.Trim
		clear(t.titles[depth+1:])
	}
}

// failedItem is how a failed test stands in the tree: "2) groups".
var failedItem = regexp.MustCompile(`^\d+\) `)

// isResult reports whether a line of the tree is that of a test.
func isResult(l format.Line) bool {
	mark, _, _ := strings.Cut(l.Trim, " ")
	_, known := mochaMarks[mark]
	return known || failedItem.MatchString(l.Trim)
}

// full returns the title by which Mocha selects a test.
func (t *tree) full(name string, indent int) string {
	above := t.titles[:min(max(indent/2-1, 0), maxNesting)]
	return strings.TrimSpace(strings.Join(append(slices.Clone(above), name), " "))
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
	m.tests = format.Keep(m.out, m.tests, m.current)
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
