package native

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// googleTest reads the output of GoogleTest.
type googleTest struct {
	out     *format.Sink
	current string
	no      int
	text    format.Block
	failed  map[string]bool
	skipped int
	summary bool
}

func newGoogleTest(out *format.Sink) *googleTest {
	return &googleTest{out: out, failed: map[string]bool{}}
}

func (g *googleTest) Line(l format.Line) bool {
	if l.Error { // the step that ran the program failed
		g.died()
		g.current = ""
		return false
	}
	tag, rest, ok := tagged(l.Text)
	if !ok {
		if g.current != "" {
			g.text.Add(l.Text)
		}
		return g.current != ""
	}
	g.out.See(l.No)
	switch tag {
	case "RUN":
		g.died()
		g.current, g.no, g.summary = rest, l.No, false
		g.text.Reset()
	case "OK", "SKIPPED":
		g.out.Case(format.Case{Test: testName(rest), Status: map[string]format.Status{"OK": format.Passed, "SKIPPED": format.Skipped}[tag]})
		if tag == "SKIPPED" && g.current != "" {
			g.skipped++
		}
		g.current = ""
	case "FAILED":
		g.fail(rest)
	case "PASSED":
		g.summary = true
		g.totals(rest)
	case "==========":
		g.current = ""
	}
	return g.current != ""
}

// tagged splits "[  FAILED  ] Suite.Name (0 ms)". Output without a line end may
// stand before the tag.
func tagged(t string) (tag, rest string, ok bool) {
	i := strings.Index(t, "[")
	for ; i >= 0 && i+12 <= len(t); i++ {
		if t[i] == '[' && t[i+11] == ']' {
			switch tag = strings.TrimSpace(t[i+1 : i+11]); tag {
			case "RUN", "OK", "FAILED", "PASSED", "SKIPPED", "==========":
				return tag, strings.TrimSpace(t[i+12:]), true
			}
		}
	}
	return "", "", false
}

// testName drops the duration and the parameter from "Suite.Name/0, where GetParam() = 4 (0 ms)".
func testName(rest string) string {
	name, _, _ := strings.Cut(rest, ", where ")
	if i := strings.LastIndex(name, " ("); i > 0 {
		name = name[:i]
	}
	return strings.TrimSpace(name)
}

func (g *googleTest) fail(rest string) {
	name := testName(rest)
	if g.summary || g.failed[name] || !strings.Contains(name, ".") {
		return
	}
	f := format.Finding{Kind: format.Test, Test: name, No: g.no, ErrorType: "Failure"}
	g.describe(&f)
	g.add(f)
}

func (g *googleTest) add(f format.Finding) {
	g.failed[f.Test] = true
	g.current = ""
	g.out.Red++
	g.out.Case(format.Case{Test: f.Test, Status: format.Failed})
	g.out.Fail(f)
}

func (g *googleTest) describe(f *format.Finding) {
	lines := g.text.Lines()
	f.Output = format.Join(lines)
	for i, l := range lines {
		if !strings.HasSuffix(strings.TrimSpace(l), ": Failure") && !strings.Contains(l, ": error: ") {
			continue
		}
		f.Assert = place(l)
		if m := windowsPlace.FindStringSubmatch(l); m != nil {
			n, _ := format.Number(m[2])
			f.Assert = format.Frame{File: m[1], Line: max(n, 0)}
		}
		f.Message = format.Join(untilBlank(lines[i+1:]))
		if _, after, ok := strings.Cut(l, ": error: "); ok {
			f.Message = strings.TrimSpace(after + "\n" + f.Message)
		}
		return
	}
	f.Message = lastLine(lines)
}

// windowsPlace is the place of an assertion as it is printed on Windows.
var windowsPlace = regexp.MustCompile(`^(.+)\((\d+)\): error: `)

// untilBlank returns the lines up to a blank one or the next failure.
func untilBlank(lines []string) []string {
	for i, l := range lines {
		if i > 0 && (strings.TrimSpace(l) == "" || strings.HasSuffix(l, ": Failure")) {
			return lines[:i]
		}
	}
	return lines
}

// died hands over the test that ran when the program ended without a result.
func (g *googleTest) died() {
	if g.current == "" || g.text.Empty() && g.summary {
		return
	}
	f := format.Finding{Kind: format.Panic, Test: testName(g.current), No: g.no, ErrorType: "crash"}
	if g.describe(&f); f.Assert.File == "" {
		describeSanitizer(&f, g.text.Lines())
	}
	if f.Message == "" {
		f.Message = "the test program ended within the test"
	}
	g.add(f)
}

// totals takes "[  PASSED  ] 3 tests."
func (g *googleTest) totals(rest string) {
	if n, _ := format.Number(rest); n >= 0 {
		g.out.Add(format.Totals{Passed: n, Failed: len(g.failed), Skipped: g.skipped})
	}
	if len(g.failed) == 0 {
		g.out.Green++
	}
	g.failed, g.skipped = map[string]bool{}, 0
	g.current = ""
}

func (g *googleTest) End() { g.died() }
