package javascript

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// nodeSpec reads the spec reporter of node --test: a tree of results, totals, and then
// each failure with its error.
type nodeSpec struct {
	out     *format.Sink
	titles  []title
	failed  []string // full titles of the tests that failed, in the tree's order
	suites  []string // full titles of the suites that failed, in that order
	cases   []format.Case
	section bool // "failing tests:" was seen
	at      format.Frame
	tests   []*block
	around  []*block // the suites that failed
	places  map[*block]format.Frame
	said    map[string][]string // what files printed that failed as a whole
	current *block
	totals  format.Totals
	open    bool
}

func newNodeSpec(out *format.Sink) *nodeSpec {
	return &nodeSpec{out: out, totals: format.NoTotals(), places: map[*block]format.Frame{}, said: map[string][]string{}}
}

var (
	specTook  = regexp.MustCompile(`^(.*) \(\d+\.\d+ms\)(?: # (?:SKIP|TODO).*)?$`)
	specTotal = regexp.MustCompile(`^ℹ (tests|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$`)
)

func (n *nodeSpec) Line(l format.Line) bool {
	switch {
	case strings.HasPrefix(l.Text, "✖ failing tests:"), l.Text == dotFailures:
		n.section = true
	case strings.HasPrefix(l.Text, "ℹ "):
		n.total(l)
	case n.section:
		n.report(l)
	default:
		n.tree(l)
	}
	return n.open || n.section
}

// dotFailures is the heading of the dot reporter, which prints no tree before it.
const dotFailures = "Failed tests:"

// tree takes a line of the tree: "▶ suite", "  ✔ name (0.4ms)", "✖ name (2ms)".
func (n *nodeSpec) tree(l format.Line) {
	mark, rest, ok := strings.Cut(l.Trim, " ")
	if !ok {
		return
	}
	for len(n.titles) > 0 && n.titles[len(n.titles)-1].indent >= l.Indent && mark == "▶" {
		n.titles = n.titles[:len(n.titles)-1]
	}
	name, timed := specName(rest)
	switch mark {
	case "▶":
		if !timed && len(n.titles) < maxNesting {
			n.titles = append(n.titles, title{l.Indent, name})
			n.open = true
		}
	case "✔", "✖", "﹣":
		if timed || mark == "﹣" || mark == "✖" && l.Indent > 0 { // what was cancelled has no time
			n.listed(mark, name, l)
		}
	}
}

func specName(rest string) (string, bool) {
	if m := specTook.FindStringSubmatch(rest); m != nil {
		return m[1], true
	}
	return strings.TrimSpace(rest), false
}

func (n *nodeSpec) listed(mark, name string, l format.Line) {
	isSuite := false
	for len(n.titles) > 0 && n.titles[len(n.titles)-1].indent >= l.Indent {
		isSuite = isSuite || n.titles[len(n.titles)-1].text == name && n.titles[len(n.titles)-1].indent == l.Indent
		n.titles = n.titles[:len(n.titles)-1]
	}
	if len(n.cases) >= format.MaxCases || l.Indent > 0 && len(n.titles) == 0 {
		return // the last is Mocha's: Node prints a suite's title with a mark
	}
	parts := make([]string, 0, len(n.titles)+1)
	for _, t := range n.titles {
		parts = append(parts, t.text)
	}
	full := strings.Join(append(parts, name), " > ")
	if isSuite {
		if mark == "✖" {
			n.suites = append(n.suites, full)
		}
		return
	}
	status := map[string]format.Status{"✔": format.Passed, "✖": format.Failed, "﹣": format.Skipped}[mark]
	if strings.Contains(l.Trim, "ms) # TODO") || strings.Contains(l.Trim, "ms) # SKIP") {
		status = format.Skipped
	}
	n.cases = append(n.cases, format.Case{Test: full, Status: status})
	n.open = true
	n.out.See(l.No)
	if status == format.Failed {
		n.failed = append(n.failed, full)
		if IsScript(name) {
			n.said[full] = n.out.Before()
		}
	}
}

// total takes "ℹ fail 3".
func (n *nodeSpec) total(l format.Line) {
	m := specTotal.FindStringSubmatch(l.Trim)
	if m == nil {
		return
	}
	n.open = true
	n.out.See(l.No)
	k, _ := format.Number(m[2])
	switch m[1] {
	case "pass":
		n.totals.Passed = k
	case "fail", "cancelled":
		n.totals.Failed = max(n.totals.Failed, 0) + k
	case "skipped", "todo":
		n.totals.Skipped = max(n.totals.Skipped, 0) + k
	case "duration_ms":
		if n.totals.Failed == 0 {
			n.flush()
		}
	}
}

// report takes a line below "failing tests:": "test at x.mjs:7:1", then the test's
// title, then its error.
func (n *nodeSpec) report(l format.Line) {
	if at, ok := strings.CutPrefix(l.Text, "test at "); ok {
		n.current = nil
		if file, line, _, found := format.SplitPlace(at); found {
			n.at = format.Frame{File: strings.TrimPrefix(file, "file://"), Line: line}
		}
		return
	}
	if rest, ok := strings.CutPrefix(l.Text, "✖ "); ok {
		n.failure(rest, l)
		return
	}
	if n.current != nil && (l.Indent > 0 || l.Trim == "") {
		n.current.text.Add(l.Text)
	} else if n.current != nil && l.Trim != "" {
		n.flush()
	}
}

// failure begins the report of a test or of a suite.
func (n *nodeSpec) failure(rest string, l format.Line) {
	name, _ := specName(rest)
	n.current = &block{name: name, no: l.No}
	n.places[n.current], n.at = n.at, format.Frame{}
	if len(n.cases) == 0 { // the dot reporter
		if !strings.HasSuffix(rest, " # TODO") {
			n.tests = format.Keep(n.out, n.tests, n.current)
		}
		return
	}
	if full, ok := take(&n.failed, name); ok {
		n.current.name = full
		n.tests = format.Keep(n.out, n.tests, n.current)
	} else if full, ok := take(&n.suites, name); ok {
		n.current.name = full
		n.around = format.Keep(n.out, n.around, n.current)
	} // else it is marked as to be done
}

// take finds a title in the list of full ones, and takes it off that; failures are
// listed in the tree's order.
func take(list *[]string, name string) (full string, ok bool) {
	for i, full := range *list {
		if full == name || strings.HasSuffix(full, " > "+name) {
			*list = append((*list)[:i:i], (*list)[i+1:]...)
			return full, true
		}
	}
	return "", false
}

const cancelled = "test did not finish before its parent and was cancelled"

// subtestsFailed is what Node says of a suite that failed through its tests.
var subtestsFailed = regexp.MustCompile(`^\s*'\d+ subtests? failed'\s*$`)

// causes finds for each test that was cancelled the suite that failed beside its tests, as
// in a hook. The suites of which no test was cancelled are failures themselves.
func (n *nodeSpec) causes() (of map[*block]*block, rest []*block) {
	of = map[*block]*block{}
	used := map[*block]bool{}
	for _, t := range n.tests {
		if !strings.Contains(t.text.Text(), cancelled) {
			continue
		}
		for _, s := range n.around {
			if strings.HasPrefix(t.name, s.name+" > ") && !subtestsFailed.MatchString(s.text.Text()) {
				of[t], used[s] = s, true
			}
		}
	}
	for _, s := range n.around {
		if !used[s] && !subtestsFailed.MatchString(s.text.Text()) {
			rest = append(rest, s)
		}
	}
	return of, rest
}

func (n *nodeSpec) flush() {
	n.out.Add(n.totals)
	for _, c := range n.cases {
		n.out.Case(c)
	}
	causes, suites := n.causes()
	if len(n.tests)+len(suites) == 0 {
		n.out.Green++
	}
	for _, b := range append(n.tests, suites...) {
		if subtestsFailed.MatchString(b.text.Text()) { // the dot reporter does not tell suites from tests
			continue
		}
		n.out.Red++
		n.out.Fail(n.finding(b, causes[b]))
	}
	*n = *newNodeSpec(n.out)
}

// finding reads the report of a test, or of what cancelled it.
func (n *nodeSpec) finding(b, cause *block) format.Finding {
	from := b
	if cause != nil {
		from = cause
	}
	f := format.Finding{Kind: format.Test, Test: b.name, No: b.no, Assert: n.places[from]}
	Describe(&f, from.text.Lines())
	f.Message = unquote(f.Message)
	if IsScript(b.name) {
		wholeFile(&f, n.said[b.name])
	}
	return f
}

func (n *nodeSpec) End() {
	if len(n.tests) > 0 || n.open {
		n.flush()
	}
}
