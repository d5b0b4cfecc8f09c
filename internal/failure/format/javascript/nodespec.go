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
	cases   []format.Case
	section bool // "failing tests:" was seen
	at      format.Frame
	tests   []*block
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
	case strings.HasPrefix(l.Text, "✖ failing tests:"):
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
		if timed || mark == "﹣" {
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
	if isSuite || len(n.cases) >= format.MaxCases || l.Indent > 0 && len(n.titles) == 0 {
		return // the last is Mocha's: Node prints a suite's title with a mark
	}
	parts := make([]string, 0, len(n.titles)+1)
	for _, t := range n.titles {
		parts = append(parts, t.text)
	}
	full := strings.Join(append(parts, name), " > ")
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
		name, _ := specName(rest)
		full, failed := n.fullName(name)
		if !failed { // marked as to be done
			n.current = &block{}
			return
		}
		n.current = &block{name: full, no: l.No}
		n.places[n.current] = n.at
		n.tests = format.Keep(n.out, n.tests, n.current)
		return
	}
	if n.current != nil && (l.Indent > 0 || l.Trim == "") {
		n.current.text.Add(l.Text)
	} else if n.current != nil && l.Trim != "" {
		n.flush()
	}
}

// fullName finds the title in the tree; failures are listed in its order. failed is
// false if the tree has no such failure.
func (n *nodeSpec) fullName(name string) (full string, failed bool) {
	for i, full := range n.failed {
		if full == name || strings.HasSuffix(full, " > "+name) {
			n.failed = append(n.failed[:i:i], n.failed[i+1:]...)
			return full, true
		}
	}
	return name, len(n.cases) == 0
}

func (n *nodeSpec) flush() {
	n.out.Add(n.totals)
	for _, c := range n.cases {
		n.out.Case(c)
	}
	if len(n.tests) == 0 {
		n.out.Green++
	}
	for _, b := range n.tests {
		n.out.Red++
		f := format.Finding{Kind: format.Test, Test: b.name, No: b.no, Assert: n.places[b]}
		Describe(&f, b.text.Lines())
		f.Message = unquote(f.Message)
		if IsScript(b.name) {
			wholeFile(&f, n.said[b.name])
		}
		n.out.Fail(f)
	}
	*n = *newNodeSpec(n.out)
}

func (n *nodeSpec) End() {
	if len(n.tests) > 0 || n.open {
		n.flush()
	}
}
