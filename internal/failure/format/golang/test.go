// Package golang reads the output of go test (plain, -v and -json), go build, go
// vet and gotestsum.
package golang

import (
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/ginkgo"
)

// Framework is the name of go test in reports.
const Framework = "gotest"

// Formats returns the formats of this package.
func Formats() []format.Format {
	return []format.Format{
		{
			Name: Framework, Language: "go",
			Triggers: []string{
				"^=== RUN", "^=== CONT", "^=== NAME", "^=== PAUSE", "^=== FAIL", "^--- FAIL", "--- FAIL: ", "^--- PASS", "^--- SKIP", "^--- BENCH", "^ok  \t", "^ok      ",
				"^FAIL\t", "^FAIL    ", "^panic: ", "^fatal error: ", "^WARNING: DATA RACE", "^# ", "^goroutine ", "^exit status ", "^?   \t", "^PASS", "^DONE ",
				"^" + ginkgo.Suite, ".go:", "^runtime: goroutine stack exceeds", "^SIGQUIT: quit", "^no required module", "^package ",
			},
			New: func(out *format.Sink) format.Scanner { return newScanner(out) },
		},
		{
			Name: Framework, Language: "go", Exclusive: true,
			Triggers: []string{`^{"Time":`, `^{"Action":`, `^{"ImportPath":`},
			New:      func(out *format.Sink) format.Scanner { return newEvents(out) },
		},
	}
}

// pkg gathers the results of one package until its verdict is known.
type pkg struct {
	name    string
	order   []*test
	tests   map[string]*test
	current *test // that the next line of output belongs to; nil: the package
	loose   format.Block
	failed  int // tests that failed so far
	no      int
	ginkgo  bool // its specs say what failed, and the test that runs them says nothing
}

// test is one test of a package.
type test struct {
	name     string
	status   format.Status
	attempts int
	output   format.Block
	rerun    bool // it failed in an earlier run
	no       int
}

func newPkg(name string) *pkg {
	return &pkg{name: name, tests: map[string]*test{}}
}

// maxTests bounds how many tests of one package are tracked.
const maxTests = 50_000

func (p *pkg) test(name string, no int) *test {
	if t := p.tests[name]; t != nil {
		return t
	}
	t := &test{name: name, no: no}
	if len(p.order) < maxTests {
		p.tests[name] = t
		p.order = append(p.order, t)
	}
	return t
}

// above returns the test that another one is a part of; nil if there is none.
func (p *pkg) above(name string) *test {
	for strings.Contains(name, "/") {
		name = name[:strings.LastIndexByte(name, '/')]
		if t := p.tests[name]; t != nil {
			return t
		}
	}
	return nil
}

// result records the result of a test.
func (p *pkg) result(name string, s format.Status, no int) *test {
	t := p.test(name, no)
	t.status = s
	t.attempts++
	if s != format.Failed {
		t.output.Reset()
		return t
	}
	t.no = no
	if p.failed++; p.failed > format.MaxFindings { // it will not be listed
		t.output.Reset()
	}
	return t
}

// output records a line of output of the current test, else of the package.
func (p *pkg) output(text string) {
	if p.current != nil {
		p.current.output.Add(text)
		return
	}
	p.loose.Add(text)
}

// parents returns the names above the tests that do holds for.
func (p *pkg) parents(do func(t *test) bool) map[string]bool {
	above := map[string]bool{}
	for _, t := range p.order {
		if !do(t) {
			continue
		}
		for name := t.name; strings.Contains(name, "/"); {
			name = name[:strings.LastIndexByte(name, '/')]
			above[name] = true
		}
	}
	return above
}

func isFailed(t *test) bool { return t.status == format.Failed }

// report hands over the package. red says that the package failed as a whole.
func (p *pkg) report(out *format.Sink, v verdict) {
	out.See(p.no)
	p.count(out)
	failures := 0
	parents := p.parents(isFailed)
	for _, t := range p.order {
		p.tell(out, t)
		if isFailed(t) && v != green && !parents[t.name] {
			p.fail(out, t)
			failures++
		}
	}
	if v == red && (failures == 0 || p.died(parents)) {
		p.failWhole(out)
	}
}

// died reports whether the package ended in a crash or a timeout that none of its failed
// tests, with those above them, has.
func (p *pkg) died(parents map[string]bool) bool {
	for _, t := range p.order {
		if t.status == "" && !parents[t.name] && hasPanic(t.output.Lines()) {
			return true
		}
	}
	return indexPrefix(p.loose.Lines(), timedOut) >= 0
}

// count adds up the results, where those of tests that passed are known too. A test
// with subtests is not counted beside them.
func (p *pkg) count(out *format.Sink) {
	t := format.Totals{}
	parents := p.parents(func(*test) bool { return true })
	for _, test := range p.order {
		switch {
		case parents[test.name]:
		case test.status == format.Passed:
			t.Passed++
		case test.status == format.Failed:
			t.Failed++
		case test.status == format.Skipped:
			t.Skipped++
		}
	}
	if t.Passed+t.Skipped > 0 {
		out.Add(t)
	}
}

// verdict is how a package ended.
type verdict int

const (
	unsaid verdict = iota // the log ends before it is said
	green
	red
)

func (p *pkg) tell(out *format.Sink, t *test) {
	if t.status != "" {
		out.Case(format.Case{Package: p.name, Test: t.name, Status: t.status})
	}
}

// fail hands over the failure of one test.
func (p *pkg) fail(out *format.Sink, t *test) {
	own := t.output.Lines()
	specs := indexPrefix(own, ginkgo.Suite) >= 0
	if specs && !p.ginkgo && p.specs(out, own, t.no) { // events: no line of the log is Ginkgo's own
		return
	}
	f := format.Finding{Kind: format.Test, Package: p.name, Test: t.name, Attempts: t.attempts, Rerun: t.rerun, No: t.no}
	Describe(&f, p.outputOf(t))
	f.Weak = p.ginkgo && (specs || blank(own)) // the specs say more
	out.Fail(f)
}

// specs hands over what the output of a test, in line no, says of its specs, if any failed.
func (p *pkg) specs(out *format.Sink, output []string, no int) bool {
	found := ginkgo.Specs(output)
	for _, c := range found.Cases {
		c.Package = p.name
		out.Case(c)
	}
	for _, f := range found.Findings {
		f.Package, f.No = p.name, no
		out.Fail(f)
	}
	return len(found.Findings) > 0
}

// outputOf returns what a test printed. A panic of a subtest is attributed to its
// parent, and a race stands before the result of the test.
func (p *pkg) outputOf(t *test) []string {
	lines := t.output.Lines()
	loose := p.loose.Lines()
	if indexContains(lines, "race detected") >= 0 && indexPrefix(lines, raceWarning) < 0 && indexPrefix(loose, raceWarning) >= 0 {
		return append(loose, lines...)
	}
	if !blank(lines) && hasPlace(lines) {
		return lines
	}
	for name := t.name; strings.Contains(name, "/"); {
		name = name[:strings.LastIndexByte(name, '/')]
		if parent := p.tests[name]; parent != nil && hasPanic(parent.output.Lines()) {
			lines = append(lines, parent.output.Lines()...)
		}
	}
	return append(lines, loose...)
}

const raceWarning = "WARNING: DATA RACE"

func hasPlace(lines []string) bool {
	for _, l := range lines {
		if strings.Contains(l, ".go:") || strings.Contains(l, "panic: ") {
			return true
		}
	}
	return false
}

// failWhole hands over a package that failed without a failing test: a panic
// outside of any test, a timeout, a call of os.Exit.
func (p *pkg) failWhole(out *format.Sink) {
	f := format.Finding{Kind: format.Test, Package: p.name, No: p.no}
	lines := p.loose.Lines()
	if t := p.suspect(); t != nil {
		f.Test = t.name
		lines = append(lines, t.output.Lines()...)
	}
	if blank(lines) {
		p.failSilently(out, f)
		return
	}
	Describe(&f, lines)
	if f.Kind == format.Test && f.Assert.File == "" { // what a program says last is why it left
		f.Message = format.BestLine(f.Output)
	}
	if f.Test == "" {
		f.Test = testInStack(f.Frames)
	}
	out.Fail(f)
}

// failSilently hands over a package of whose output nothing was recognised: the lines
// before its verdict may say why, the last one first.
func (p *pkg) failSilently(out *format.Sink, f format.Finding) {
	lines := out.Before()
	status := "FAIL"
	for i := len(lines) - 1; i >= 0 && f.Message == ""; i-- {
		t := strings.TrimSpace(lines[i])
		if _, _, ok := parseVerdict(lines[i]); ok || strings.HasPrefix(t, `{"`) {
			break // of another package
		}
		switch {
		case strings.HasPrefix(t, "exit status "):
			status = t
		case t != "FAIL":
			f.Message = t
		}
	}
	if f.Message == "" {
		f.Message = status
	}
	f.ErrorType, f.Output = string(f.Kind), format.Join(lines)
	out.Fail(f)
}

// suspect returns the test that ran when the package died: one that started and
// did not end, else one that panicked though it had passed.
func (p *pkg) suspect() *test {
	for i := len(p.order) - 1; i >= 0; i-- {
		if t := p.order[i]; t.status == "" && !t.output.Empty() && hasPanic(t.output.Lines()) {
			return t
		}
	}
	for i := len(p.order) - 1; i >= 0; i-- {
		if t := p.order[i]; hasPanic(t.output.Lines()) {
			return t
		}
	}
	for i := len(p.order) - 1; i >= 0; i-- {
		if t := p.order[i]; t.status == "" {
			return t
		}
	}
	return nil
}

func blank(lines []string) bool {
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			return false
		}
	}
	return true
}

func hasPanic(lines []string) bool {
	for _, l := range lines {
		if t := strings.TrimSpace(l); strings.HasPrefix(t, "panic: ") || strings.HasPrefix(t, "fatal error: ") || strings.HasPrefix(t, raceWarning) {
			return true
		}
	}
	return false
}
