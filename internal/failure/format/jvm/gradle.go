package jvm

import (
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// gradle reads the results that Gradle prints of tests: "Class > method() FAILED",
// then the exception, indented.
type gradle struct {
	out     *format.Sink
	tests   []*mavenTest
	current *mavenTest
}

func newGradle(out *format.Sink) *gradle { return &gradle{out: out} }

func (g *gradle) Line(l format.Line) bool {
	if g.current != nil && (l.Indent > 0 || l.Trim == "") {
		g.current.text.Add(l.Text)
		return true
	}
	g.current = nil
	switch {
	case l.Indent > 0 || strings.HasPrefix(l.Text, "> Task "):
	case strings.HasPrefix(l.Text, "BUILD SUCCESSFUL"):
		if strings.HasPrefix(l.Text, "BUILD SUCCESSFUL in ") { // Ant has no time there
			g.out.See(l.No)
		}
		g.tests = nil
	case strings.HasPrefix(l.Text, "BUILD FAILED"):
		g.flush()
		g.out.Red++
	case strings.Contains(l.Text, " completed"):
		g.totals(l)
	default:
		g.result(l)
	}
	return g.current != nil
}

var gradleWords = map[string]format.Status{"FAILED": format.Failed, "PASSED": format.Passed, "SKIPPED": format.Skipped}

// result takes "com.x.CalcTest > adds() FAILED".
func (g *gradle) result(l format.Line) {
	i := strings.LastIndexByte(l.Trim, ' ')
	if i < 0 {
		return
	}
	status, ok := gradleWords[l.Trim[i+1:]]
	head := l.Trim[:i]
	if !ok || !strings.Contains(head, " > ") || strings.HasPrefix(head, "Gradle Test Executor") || strings.HasPrefix(head, "Gradle Test Run") {
		return
	}
	g.out.See(l.No)
	name := gradleName(head)
	g.out.Case(format.Case{Test: name, Status: status})
	if status != format.Failed {
		return
	}
	g.current = &mavenTest{name: name, no: l.No}
	g.tests = format.Keep(g.out, g.tests, g.current)
}

// gradleName returns "com.x.CalcTest.adds" of "com.x.CalcTest > adds()". Titles with
// blanks in them stay as they are.
func gradleName(head string) string {
	parts := strings.Split(head, " > ")
	for i, p := range parts {
		parts[i] = strings.TrimSuffix(p, "()")
		if strings.Contains(parts[i], " ") {
			return strings.Join(parts, " > ")
		}
	}
	return strings.Join(parts, ".")
}

// totals takes "12 tests completed, 1 failed, 2 skipped".
func (g *gradle) totals(l format.Line) {
	n, rest := format.Number(l.Text)
	if n < 0 || !strings.HasPrefix(rest, " test") {
		return
	}
	t := format.Totals{}
	for part := range strings.SplitSeq(rest, ", ") {
		k, word := format.Number(part)
		switch strings.TrimSpace(word) {
		case "failed":
			t.Failed = max(k, 0)
		case "skipped":
			t.Skipped = max(k, 0)
		}
	}
	t.Passed = max(0, n-t.Failed-t.Skipped)
	g.out.Add(t)
	g.flush()
}

func (g *gradle) flush() {
	if len(g.tests) > 0 {
		g.out.Red++
	}
	for _, t := range g.tests {
		f := format.Finding{Kind: format.Test, Test: t.name, No: t.no}
		describe(&f, t.text.Lines())
		g.out.Fail(f)
	}
	g.tests, g.current = nil, nil
}

func (g *gradle) End() { g.flush() }
