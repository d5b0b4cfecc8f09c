package native

import (
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// catch reads the console output of Catch2: a ruled title, then each failed assertion
// with its place.
type catch struct {
	out     *format.Sink
	ruled   bool
	title   []string
	name    string
	current *format.Finding
	text    format.Block
	tests   []format.Finding
	seen    map[string]bool
}

func newCatch(out *format.Sink) *catch { return &catch{out: out, seen: map[string]bool{}} }

func (c *catch) Line(l format.Line) bool {
	switch {
	case isRule(l.Text, '-'):
		c.rule()
	case isRule(l.Text, '=') || isRule(l.Text, '.'):
		c.end()
	case strings.HasPrefix(l.Text, "test cases: "):
		c.totals(l)
		return false
	case strings.HasPrefix(l.Text, "All tests passed ("):
		c.tests, c.current = nil, nil
		c.out.Green++
		c.out.See(l.No)
		return false
	case c.ruled:
		if len(c.title) < 8 && l.Trim != "" {
			c.title = append(c.title, l.Text)
		}
	case strings.HasSuffix(l.Trim, ": FAILED:"):
		c.assertion(l)
	case c.current != nil:
		c.text.Add(l.Text)
	}
	return c.name != "" || c.ruled || c.current != nil
}

func isRule(t string, c byte) bool {
	return len(t) == 79 && strings.Trim(t, string(c)) == ""
}

// rule takes a line of dashes, one above and one below the title of a test.
func (c *catch) rule() {
	c.end()
	if !c.ruled {
		c.ruled, c.title = true, nil
		return
	}
	c.ruled = false
	c.name = ""
	if len(c.title) > 0 {
		c.name = strings.TrimSpace(c.title[0])
	}
}

// assertion takes "x.cpp:12: FAILED:".
func (c *catch) assertion(l format.Line) {
	c.end()
	at := place(l.Trim)
	if at.File == "" {
		return
	}
	c.out.See(l.No)
	c.current = &format.Finding{Kind: format.Test, Test: c.name, No: l.No, File: at.File, Line: at.Line, ErrorType: "FAILED"}
	c.text.Reset()
}

// end keeps the finding that was read. Of several assertions of one test the first
// counts.
func (c *catch) end() {
	if c.current == nil {
		return
	}
	f := *c.current
	c.current = nil
	f.Output = c.text.Text()
	f.Message = f.Output
	if _, signal, ok := strings.Cut(f.Output, "due to a fatal error condition:"); ok {
		f.Kind, f.ErrorType = format.Panic, "SIGSEGV"
		f.Message = strings.TrimSpace(signal)
		if word, _, _ := strings.Cut(f.Message, " "); word != "" {
			f.ErrorType = word
		}
	}
	if !c.seen[f.Test] && len(c.tests) < format.MaxFindings {
		c.seen[f.Test] = true
		c.tests = append(c.tests, f)
	}
}

// totals takes "test cases: 2 | 1 passed | 1 failed".
func (c *catch) totals(l format.Line) {
	c.end()
	t := format.Totals{Skipped: -1}
	for part := range strings.SplitSeq(l.Text, "|") {
		n, word := format.Number(strings.TrimSpace(part))
		switch strings.TrimSpace(word) {
		case "passed":
			t.Passed = max(n, 0)
		case "failed":
			t.Failed = max(n, 0)
		}
	}
	c.out.Add(t)
	c.flush()
}

func (c *catch) flush() {
	for _, f := range c.tests {
		c.out.Red++
		c.out.Case(format.Case{Test: f.Test, Status: format.Failed})
		c.out.Fail(f)
	}
	*c = catch{out: c.out, seen: map[string]bool{}}
}

func (c *catch) End() {
	c.end()
	c.flush()
}
