package rust

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// nextest reads the output of cargo nextest.
type nextest struct {
	out     *format.Sink
	tests   map[string]*result
	order   []*result
	last    *result // what the next captured output belongs to
	current *result
	flaky   map[string]bool
	summary bool
}

func newNextest(out *format.Sink) *nextest {
	return &nextest{out: out, tests: map[string]*result{}, flaky: map[string]bool{}}
}

var (
	status  = regexp.MustCompile(`^(?:TRY (\d+) )?(PASS|FAIL|TIMEOUT|TMT|ABORT|LEAK|SIG[A-Z]+|FLAKY (\d+)/\d+|FLKY-FL \d+/\d+)\s+\[\s*>?\s*[\d.]+s\](?: \([\s\d/]+\))? (\S+) (.+)$`)
	capture = regexp.MustCompile(`^(?:--- (?:TRY \d+ )?STD(?:OUT|ERR):\s+(\S+) (.+?) ---|(?:stdout|stderr) ─+)$`)
)

func (n *nextest) Line(l format.Line) bool {
	switch {
	case strings.HasPrefix(l.Trim, "Summary ["):
		n.totals(l)
	case n.result(l):
	case capture.MatchString(l.Trim):
		m := capture.FindStringSubmatch(l.Trim)
		if m[1] != "" {
			n.last = n.tests[m[1]+" "+m[2]]
		}
		n.current = n.last
	case n.current != nil:
		n.current.text.Add(l.Text)
	}
	return n.current != nil
}

func (n *nextest) result(l format.Line) bool {
	m := status.FindStringSubmatch(l.Trim)
	if m == nil {
		return false
	}
	n.out.See(l.No)
	n.current, n.last = nil, nil
	if n.summary {
		return true
	}
	key := m[4] + " " + m[5]
	switch {
	case m[2] == "PASS" || m[2] == "LEAK" || strings.HasPrefix(m[2], "FLAKY"):
		n.out.Case(format.Case{Package: m[4], Test: m[5], Status: format.Passed, Flaky: n.tests[key] != nil})
		if n.tests[key] != nil {
			n.flaky[key] = true
		}
		return true
	}
	r := n.tests[key]
	if r == nil {
		r = &result{crate: m[4], name: m[5], no: l.No}
		n.tests[key] = r
		if len(n.order) < format.MaxFindings {
			n.order = append(n.order, r)
		} else {
			n.out.Dropped++
		}
	}
	r.attempts++
	r.timeout = m[2] == "TIMEOUT" || m[2] == "TMT"
	n.last = r
	return true
}

// totals takes "Summary [ 0.01s] 2 tests run: 1 passed, 1 failed, 0 skipped"; the list
// of failures that follows it repeats them.
func (n *nextest) totals(l format.Line) {
	n.current = nil
	t := format.Totals{}
	_, list, _ := strings.Cut(l.Trim, "run: ")
	for part := range strings.SplitSeq(list, ", ") {
		k, word := format.Number(strings.TrimSpace(part))
		word, _, _ = strings.Cut(strings.TrimSpace(word), " ")
		switch word {
		case "passed":
			t.Passed = max(k, 0)
		case "failed", "timed":
			t.Failed += max(k, 0)
		case "skipped":
			t.Skipped = max(k, 0)
		}
	}
	n.out.Add(t)
	n.flush()
	n.summary = true
}

func (n *nextest) flush() {
	for _, r := range n.order {
		if n.flaky[r.crate+" "+r.name] {
			continue
		}
		n.out.Red++
		n.out.Case(format.Case{Package: r.crate, Test: r.name, Status: format.Failed})
		fail(n.out, r)
	}
	if len(n.order) == 0 {
		n.out.Green++
	}
	n.tests, n.order = map[string]*result{}, nil
}

func (n *nextest) End() {
	if len(n.order) > 0 {
		n.flush()
	}
}
