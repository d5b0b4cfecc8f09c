package jvm

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// scalaTest reads the output of ScalaTest, from sbt ("[info] - adds *** FAILED ***")
// and from Maven or the runner, which print no level.
type scalaTest struct {
	out     *format.Sink
	suite   string
	tests   []*mavenTest
	current *mavenTest
	depth   int
	heads   []string // headings of the nested scopes
}

func newScalaTest(out *format.Sink) *scalaTest { return &scalaTest{out: out} }

var (
	scalaLevel = regexp.MustCompile(`^\[(?:info|error)\] ?`)
	scalaSuite = regexp.MustCompile(`^([\w.$]*(?:Spec|Test|Suite|Tests|Specs)):$`)
	scalaPlace = regexp.MustCompile(`\(([\w$-]+\.(?:scala|java)):(\d+)\)`)
)

func (s *scalaTest) Line(l format.Line) bool {
	text := scalaLevel.ReplaceAllString(l.Text, "")
	trim := strings.TrimSpace(text)
	indent := len(text) - len(strings.TrimLeft(text, " "))
	switch {
	case scalaSuite.MatchString(trim) && indent == 0:
		s.suite, s.current, s.heads = strings.TrimSuffix(trim, ":"), nil, nil
		return true
	case strings.HasPrefix(trim, "- "):
		s.result(trim, indent, l)
	case strings.HasPrefix(trim, "Tests: succeeded "):
		s.totals(trim, l)
		return false
	case trim == "All tests passed.":
		s.out.Green++
		s.tests, s.current = nil, nil
		return false
	case s.current != nil && indent > s.depth && trim != "":
		s.current.text.Add(text)
	default:
		s.current = nil
		s.heading(trim, indent)
	}
	return s.suite != "" || s.current != nil
}

// heading keeps the scope's title, which stands before that of a test.
func (s *scalaTest) heading(trim string, indent int) {
	if trim == "" || strings.HasPrefix(trim, "Run ") || indent > 8 {
		return
	}
	depth := indent / 2
	s.heads = append(s.heads[:min(depth, len(s.heads))], trim)
}

func (s *scalaTest) result(trim string, indent int, l format.Line) {
	name, failed := strings.CutSuffix(strings.TrimPrefix(trim, "- "), " *** FAILED ***")
	s.current = nil
	if s.suite == "" && !failed {
		return
	}
	s.out.See(l.No)
	name, status := scalaStatus(name)
	full := strings.Join(append(append([]string{}, s.heads[:min(len(s.heads), indent/2+1)]...), name), " ")
	if failed {
		status = format.Failed
		s.current, s.depth = &mavenTest{suite: s.suite, name: full, no: l.No}, indent
		s.tests = format.Keep(s.out, s.tests, s.current)
	}
	s.out.Case(format.Case{Package: s.suite, Test: full, Status: status})
}

// scalaStatus takes the remark off the name of a test that did not run to its end.
func scalaStatus(name string) (string, format.Status) {
	for _, remark := range []string{" !!! IGNORED !!!", " !!! CANCELED !!!", " (pending)"} {
		if bare, ok := strings.CutSuffix(name, remark); ok {
			return bare, format.Skipped
		}
	}
	return name, format.Passed
}

// totals takes "Tests: succeeded 3, failed 1, canceled 0, ignored 0, pending 0".
func (s *scalaTest) totals(trim string, l format.Line) {
	t := format.Totals{}
	for part := range strings.SplitSeq(strings.TrimPrefix(trim, "Tests: "), ", ") {
		word, n, _ := strings.Cut(part, " ")
		k, _ := format.Number(n)
		switch word {
		case "succeeded":
			t.Passed = max(k, 0)
		case "failed":
			t.Failed = max(k, 0)
		case "ignored", "pending", "canceled":
			t.Skipped += max(k, 0)
		}
	}
	s.out.See(l.No)
	s.out.Add(t)
	if t.Failed == 0 {
		s.tests = nil
	}
	s.flush()
}

func (s *scalaTest) flush() {
	for _, t := range s.tests {
		s.out.Red++
		f := format.Finding{Kind: format.Test, Package: t.suite, Test: t.name, No: t.no}
		describe(&f, t.text.Lines())
		if m := scalaPlace.FindStringSubmatch(f.Message); m != nil {
			n, _ := format.Number(m[2])
			f.Assert = format.Frame{File: m[1], Line: n}
			f.Message = strings.TrimSpace(strings.Replace(f.Message, m[0], "", 1))
		}
		s.out.Fail(f)
	}
	s.suite, s.tests, s.current = "", nil, nil
}

func (s *scalaTest) End() { s.flush() }
