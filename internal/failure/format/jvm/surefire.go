package jvm

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// surefire reads the plain output of Maven's Surefire and Failsafe.
type surefire struct {
	out     *format.Sink
	class   string // of the last class whose tests failed
	tests   []*mavenTest
	current *mavenTest
	section string // of the results: Failures, Errors, Flakes
	listed  string // test that the following "Run n:" lines are of
	flakes  map[string]int
	runs    map[string]int
}

type mavenTest struct {
	suite, name string // suite where it is no part of the name
	text        format.Block
	unnamed     bool // the name is that of its class, which other tests may have too
	no          int
}

func newSurefire(out *format.Sink) *surefire {
	s := &surefire{out: out}
	s.reset()
	return s
}

func (s *surefire) reset() {
	*s = surefire{out: s.out, flakes: map[string]int{}, runs: map[string]int{}}
}

var (
	level    = regexp.MustCompile(`^(?:\d+ )?\[(INFO|ERROR|WARNING|WARN)\] ?`)
	classRun = regexp.MustCompile(`^Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: \d+)?(?:, Time elapsed: [^<]*?)?(<<< (?:FAILURE|ERROR)!)?(?: --? in (\S+))?\s*$`)
	testRun  = regexp.MustCompile(`^(.+?)\s+(?:-- )?Time elapsed: [\d.,]+ s(?:ec)?\s+<<< (FAILURE|ERROR)!$`)
)

func (s *surefire) Line(l format.Line) bool {
	text := l.Trim
	bare := true
	if m := level.FindString(text); m != "" {
		text, bare = text[len(m):], false
	}
	switch {
	case strings.Contains(text, "Tests run: ") && s.classLine(strings.TrimSpace(text), l):
	case strings.Contains(text, "<<< ") && s.testLine(strings.TrimSpace(text), l):
	case s.resultLine(text, bare):
	case s.current != nil && bare:
		s.current.text.Add(l.Text)
	case strings.HasPrefix(text, "BUILD SUCCESS"):
		if !bare { // Maven's own; a build without tests is green too
			s.out.See(l.No)
		}
		s.reset()
	case strings.HasPrefix(text, "BUILD FAILURE"):
		s.out.Red++
	case s.current != nil:
		s.current = nil
	}
	return s.current != nil || s.section != ""
}

// classLine takes the totals of a class, and those of the module, which have no class.
func (s *surefire) classLine(text string, l format.Line) bool {
	m := classRun.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	s.out.See(l.No)
	s.current = nil
	var n [4]int
	for i := range n {
		n[i], _ = format.Number(m[i+1])
	}
	if m[6] == "" && !strings.Contains(text, "Time elapsed") {
		s.close(format.Totals{Passed: max(0, n[0]-n[1]-n[2]-n[3]), Failed: n[1] + n[2], Skipped: n[3]})
		return true
	}
	s.class = m[6]
	if s.class != "" {
		s.out.Case(format.Case{Package: s.class, Status: statusOf(n)})
	}
	return true
}

func statusOf(n [4]int) format.Status {
	switch {
	case n[1]+n[2] > 0:
		return format.Failed
	case n[3] == n[0]:
		return format.Skipped
	}
	return format.Passed
}

// testLine takes "ensureX  Time elapsed: 0.068 s  <<< FAILURE!".
func (s *surefire) testLine(text string, l format.Line) bool {
	m := testRun.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	s.out.See(l.No)
	s.current = &mavenTest{name: s.fullName(strings.TrimSpace(m[1])), no: l.No}
	s.current.unnamed = s.current.name == s.class
	s.tests = format.Keep(s.out, s.tests, s.current)
	return true
}

// fullName returns "pkg.Class.method" of what Surefire prints: the method alone, with
// the class before it, or with the class in brackets.
func (s *surefire) fullName(name string) string {
	if method, class, ok := strings.Cut(name, "("); ok && strings.HasSuffix(class, ")") && strings.Contains(class, ".") && method != "" {
		return strings.TrimSuffix(class, ")") + "." + method
	}
	pkg := s.class[:strings.LastIndexByte(s.class, '.')+1]
	if s.class == "" || name == s.class || pkg != "" && strings.HasPrefix(name, pkg) {
		return name
	}
	return s.class + "." + name
}

// resultLine takes the results at the end, of which only the flakes tell something
// new: tests that failed first and passed then.
func (s *surefire) resultLine(text string, bare bool) bool {
	t := strings.TrimSpace(text)
	switch t {
	case "Failures:", "Errors:", "Flakes:":
		s.section, s.current, s.listed = t, nil, ""
		return true
	case "Results:", "Results :":
		s.current = nil
		return false
	}
	if s.section == "" {
		return false
	}
	switch {
	case t == "" || bare:
	case strings.HasPrefix(t, "Run ") && strings.Contains(t, ": "):
		s.runs[s.listed]++
	case strings.HasPrefix(t, "Failed to execute goal") || strings.HasPrefix(t, "-----"):
		s.section = ""
	case s.section == "Flakes:":
		s.listed = t
		s.flakes[t]++
	default:
		s.listed = t
	}
	return true
}

func (s *surefire) close(t format.Totals) {
	s.out.Add(t)
	if t.Failed == 0 && len(s.flakes) == 0 {
		s.out.Green++
		s.reset()
		return
	}
	if t.Failed > 0 {
		s.out.Red++
	}
	seen := map[string]bool{}
	for _, test := range s.tests {
		if s.isFlake(test.name) {
			s.out.Case(format.Case{Test: test.name, Status: format.Passed, Flaky: true})
			continue
		}
		if seen[test.name] && !test.unnamed {
			continue
		}
		seen[test.name] = true
		s.fail(test)
	}
	s.reset()
}

// isFlake reports whether a test passed in a later attempt.
func (s *surefire) isFlake(name string) bool {
	_, ok := s.flakes[name]
	return ok
}

func (s *surefire) fail(t *mavenTest) {
	f := format.Finding{Kind: format.Test, Test: t.name, No: t.no, Attempts: s.runs[t.name]}
	describe(&f, t.text.Lines())
	s.out.Case(format.Case{Test: t.name, Status: format.Failed})
	s.out.Fail(f)
}

func (s *surefire) End() {
	if len(s.tests) > 0 {
		for _, t := range s.tests {
			s.fail(t)
		}
		s.reset()
	}
}
