package javascript

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// vitest reads Vitest's report: a list of files, then " FAIL  file > suite > test" with
// the error, then the totals.
type vitest struct {
	out      *format.Sink
	tests    []*block
	heads    []*block // headings of one error: tests that fail alike share it
	heading  bool     // the last line was a heading
	open     bool
	files    int
	uncaught int
	cases    []format.Case
	file     string // whose tests are listed without its name
	seen     map[[2]string]bool
	retries  map[[2]string]int // of failed tests
}

func newVitest(out *format.Sink) *vitest {
	return &vitest{out: out, seen: map[[2]string]bool{}, retries: map[[2]string]int{}}
}

func (v *vitest) Line(l format.Line) bool {
	switch {
	case v.head(l):
	case strings.HasPrefix(l.Trim, "⎯⎯"):
		v.rule(l)
	case strings.HasPrefix(l.Trim, "Test Files  "):
		v.files = numberedBar(l.Trim, "failed")
		v.heads = nil
	case strings.HasPrefix(l.Trim, "Tests  ") && l.Indent > 0:
		v.totals(l)
		return false
	case len(v.heads) > 0:
		v.heading = false
		for _, b := range v.heads {
			b.text.Add(l.Text)
		}
	default:
		v.listed(l)
	}
	return len(v.heads) > 0 || v.open
}

// rule takes a line across, which ends an error and may have the title of what follows.
func (v *vitest) rule(l format.Line) {
	title := strings.TrimSpace(strings.Trim(l.Trim, "⎯"))
	switch {
	case title == "Uncaught Exception" || title == "Unhandled Rejection" || title == "Unhandled Error":
		b := &block{uncaught: true, no: l.No}
		v.heads, v.heading, v.open = []*block{b}, false, true
		v.tests = append(v.tests, b)
		v.uncaught++
	case title == "" && len(v.heads) == 1 && v.heads[0].uncaught, strings.HasPrefix(title, "["), strings.HasPrefix(title, "Failed "), title == "Unhandled Errors":
		v.heads = nil
	}
}

// head takes " FAIL  test/a.test.ts > suite > name" and " FAIL  |project| test/a.test.ts".
func (v *vitest) head(l format.Line) bool {
	rest, ok := strings.CutPrefix(l.Trim, "FAIL  ")
	if !ok || l.Indent > 2 {
		return false
	}
	rest = withoutProject(strings.TrimSpace(rest))
	file, name, isTest := strings.Cut(rest, " > ")
	if file, _, _ = strings.Cut(file, " ["); !IsScript(file) {
		return false
	}
	if !isTest && v.files == 0 && !strings.Contains(rest, "[ ") { // Jest's heading
		return false
	}
	v.out.See(l.No)
	if !v.heading {
		v.heads = nil
	}
	v.heading, v.open = true, true
	b := &block{file: file, name: name, no: l.No}
	v.heads = append(v.heads, b)
	if key := [2]string{file, name}; !v.seen[key] && len(v.tests) < format.MaxFindings {
		v.seen[key] = true
		v.tests = append(v.tests, b)
	}
	return true
}

// withoutProject cuts the name of a workspace's project: "|unit| test/a.test.ts".
func withoutProject(s string) string {
	if bare, ok := strings.CutPrefix(s, "|"); ok {
		if _, after, found := strings.Cut(bare, "| "); found {
			return after
		}
	}
	return s
}

var vitestMarks = map[string]format.Status{"✓": format.Passed, "√": format.Passed, "↓": format.Skipped, "×": format.Failed}

// listed takes a line of the list of tests: "✓ test/a.test.ts > suite > name 3ms", or the
// file once, and below it "✓ suite > name 3ms (retry x1)".
func (v *vitest) listed(l format.Line) {
	mark, rest, _ := strings.Cut(l.Trim, " ")
	rest = withoutProject(rest)
	if file, _, ok := strings.Cut(rest, " ("); ok && IsScript(file) && l.Indent <= 2 {
		v.file = file
		return
	}
	status, ok := vitestMarks[mark]
	file, name, isTest := strings.Cut(rest, " > ")
	if (!isTest || !IsScript(file)) && v.file != "" && l.Indent > 2 {
		file, name, isTest = v.file, rest, true
	}
	if !ok || !isTest || !IsScript(file) || len(v.cases) >= format.MaxCases {
		return
	}
	v.out.See(l.No)
	name, retries := vitestName(name)
	switch {
	case status == format.Failed: // its report follows
		v.retries[[2]string{file, leaf(name)}] = retries
		return
	case l.Indent > topLevel && file == v.file && !strings.Contains(name, " > "):
		return // Vitest 4 lists tests of suites without them: the full title is not known
	}
	v.cases = append(v.cases, format.Case{Package: file, Test: name, Status: status, Flaky: retries > 0})
}

// topLevel is the indentation of a file's tests that are in no suite.
const topLevel = 3

// leaf returns the last part of a full title.
func leaf(name string) string {
	parts := strings.Split(name, " > ")
	return parts[len(parts)-1]
}

var vitestRetry = regexp.MustCompile(` \(retry x(\d+)\)$`)

// vitestName takes the duration and the number of retries off a listed name.
func vitestName(name string) (bare string, retries int) {
	if m := vitestRetry.FindStringSubmatch(name); m != nil {
		retries, _ = format.Number(m[1])
		name = strings.TrimSuffix(name, m[0])
	}
	if i := strings.LastIndexByte(name, ' '); i > 0 && strings.HasSuffix(name, "ms") {
		name = name[:i]
	}
	return name, max(retries, 0)
}

// numberedBar returns the number before a word in "1 failed | 2 passed (3)".
func numberedBar(list, word string) int {
	fields := strings.Fields(list)
	for i := 1; i < len(fields); i++ {
		if fields[i] == word {
			n, _ := format.Number(fields[i-1])
			return max(n, 0)
		}
	}
	return 0
}

// totals takes "     Tests  1 failed | 2 passed (3)".
func (v *vitest) totals(l format.Line) {
	t := format.Totals{Passed: numberedBar(l.Trim, "passed"), Failed: numberedBar(l.Trim, "failed"), Skipped: numberedBar(l.Trim, "skipped") + numberedBar(l.Trim, "todo")}
	v.out.See(l.No)
	v.out.Add(t)
	if t.Failed == 0 && v.files == 0 && v.uncaught == 0 {
		v.out.Green++
		v.tests = nil
	}
	v.flush()
}

func (v *vitest) flush() {
	for _, c := range v.cases {
		v.out.Case(c)
	}
	for _, b := range v.tests {
		v.out.Red++
		v.fail(b)
	}
	*v = *newVitest(v.out)
}

// fail hands over a failure. An error that no test caught fails the run.
func (v *vitest) fail(b *block) {
	if b.uncaught {
		f := format.Finding{Kind: format.Panic, No: b.no}
		Describe(&f, b.text.Lines())
		v.out.Fail(f)
		return
	}
	f := format.Finding{Kind: format.Test, Package: b.file, Test: b.name, No: b.no}
	if n := v.retries[[2]string{b.file, leaf(b.name)}]; n > 0 {
		f.Attempts = n + 1
	}
	if b.name == "" {
		f.Kind = format.Build
	} else {
		v.out.Case(format.Case{Package: b.file, Test: b.name, Status: format.Failed})
	}
	Describe(&f, b.text.Lines())
	f.Message, _, _ = strings.Cut(f.Message, "\n\n- Expected\n+ Received")
	if b.name == "" && f.ErrorType == string(format.Build) {
		f.ErrorType = "suite"
	}
	f.Assert.File = b.file
	v.out.Fail(f)
}

func (v *vitest) End() {
	if len(v.tests) > 0 {
		v.flush()
	}
}
