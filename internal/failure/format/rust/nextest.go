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
	status  = regexp.MustCompile(`^(?:TRY \d+ )?([A-Z][A-Z-]+)(?: \d+/\d+)?\s+\[\s*>?\s*[\d.]+s\](?: \([^()]+\))? (\S+) (.+)$`)
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
	case strings.HasPrefix(l.Trim, "────") || strings.HasPrefix(l.Trim, "Cancelling due to ") || strings.HasPrefix(l.Trim, "Canceling due to "):
		n.current = nil
	case n.current != nil:
		n.current.text.Add(l.Text)
	}
	return n.current != nil
}

// words are those of nextest for a test that did not fail, or is not over.
var words = map[string]format.Status{"PASS": format.Passed, "LEAK": format.Passed, "FLAKY": format.Passed, "SKIP": format.Skipped,
	"START": "", "SLOW": "", "TERMINATING": "", "TRMNTG": "", "TERMINATE": "", "RETRY": "", "DELAY": "", "KILLING": ""}

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
	word, crate, name := m[1], m[2], m[3]
	key := crate + " " + name
	if s, known := words[word]; known {
		n.passed(format.Case{Package: crate, Test: name, Status: s}, key)
		return true
	}
	r := n.tests[key]
	if r == nil {
		r = &result{crate: crate, name: name, no: l.No}
		n.tests[key] = r
		n.order = format.Keep(n.out, n.order, r)
	}
	r.attempts++
	r.timeout, r.aborted = word == "TIMEOUT" || word == "TMT", word == "ABORT" || word == "ABRT" || strings.HasPrefix(word, "SIG")
	n.last = r
	return true
}

// passed takes a test that did not fail in its last attempt.
func (n *nextest) passed(c format.Case, key string) {
	if c.Status == "" {
		return
	}
	c.Flaky = n.tests[key] != nil
	n.out.Case(c)
	if c.Flaky {
		n.flaky[key] = true
	}
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
		case "failed", "timed", "exec":
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
