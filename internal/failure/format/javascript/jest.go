package javascript

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// jest reads runs of Jest. Findings are held back until the totals.
type jest struct {
	out     *format.Sink
	file    string
	failing bool // the current file failed
	blocks  []*block
	index   map[[2]string]*block
	current *block
	again   bool // inside the summary, which repeats the failures
	titles  []title
	cases   []format.Case
	totals  format.Totals
	suites  int
	no      int
}

// block is the report of one test.
type block struct {
	file, name string
	text       format.Block
	parts      int
	no         int
	uncaught   bool // of no test
}

// title is a heading of the verbose list, with its indentation.
type title struct {
	indent int
	text   string
}

func newJest(out *format.Sink) *jest {
	j := &jest{out: out}
	j.reset()
	return j
}

func (j *jest) reset() {
	*j = jest{out: j.out, index: map[[2]string]*block{}, totals: format.NoTotals()}
}

func (j *jest) Line(l format.Line) bool {
	switch {
	case j.heading(l), j.total(l):
	case strings.HasPrefix(l.Trim, "● ") && l.Indent <= 4:
		j.bullet(l)
	case l.Text == "Summary of all failing tests":
		j.again, j.current = true, nil
	case l.Error: // an annotation of what was printed before, whose further lines are not marked
		j.current = nil
	case j.current != nil:
		j.current.text.Add(l.Text)
	case j.file != "":
		j.listed(l)
	}
	return j.file != "" || j.current != nil
}

// ErrorsIn begins the title of a group in which Jest's reporter for GitHub prints what
// failed in a file.
const ErrorsIn = "Errors thrown in "

// heading takes "FAIL test/price.test.js (5.2 s)".
func (j *jest) heading(l format.Line) bool {
	if l.Indent > 1 {
		return false
	}
	rest, failed := strings.CutPrefix(l.Trim, "FAIL ")
	if !failed {
		rest, failed = strings.CutPrefix(l.Trim, ErrorsIn)
	}
	if !failed {
		var ok bool
		if rest, ok = strings.CutPrefix(l.Trim, "PASS "); !ok {
			return false
		}
	}
	file := fileOf(rest)
	if file == "" {
		return false
	}
	j.out.See(l.No)
	if j.no == 0 {
		j.no = l.No
	}
	j.file, j.failing, j.current, j.titles = file, failed, nil, nil
	return true
}

// fileOf returns the file of a heading, which a project's name may precede and a
// duration follow.
func fileOf(rest string) string {
	if strings.Contains(rest, " > ") || strings.Contains(rest, " [ ") { // Vitest
		return ""
	}
	for word := range strings.FieldsSeq(rest) {
		if IsScript(word) {
			return word
		}
	}
	return ""
}

// IsScript reports whether a word ends like the name of a JavaScript or TypeScript file.
func IsScript(word string) bool {
	for _, ext := range []string{".js", ".ts", ".jsx", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".snap"} {
		if strings.HasSuffix(word, ext) {
			return true
		}
	}
	return false
}

// bullet takes "● suite › test", which begins a report, or one of Jest's remarks.
func (j *jest) bullet(l format.Line) {
	name := strings.TrimSpace(strings.TrimPrefix(l.Trim, "● "))
	if name == "Console" || strings.HasSuffix(name, "Warning") || !j.failing && !j.again && j.file != "" {
		j.current = nil
		return
	}
	j.out.See(l.No)
	key := [2]string{j.file, name}
	b := j.index[key]
	switch {
	case b != nil && j.again:
		j.current = &block{} // repeated; not kept
		return
	case b == nil:
		b = &block{file: j.file, name: name, no: l.No}
		j.index[key] = b
		j.blocks = format.Keep(j.out, j.blocks, b)
	default:
		b.parts++
	}
	j.current = b
}

var ticks = []struct {
	mark   string
	status format.Status
}{
	{"✓ ", format.Passed}, {"√ ", format.Passed}, {"✕ ", format.Failed}, {"× ", format.Failed}, {"○ ", format.Skipped}, {"✎ ", format.Skipped},
}

// listed takes a line of the verbose list of tests.
func (j *jest) listed(l format.Line) {
	if l.Trim == "" {
		return
	}
	for len(j.titles) > 0 && j.titles[len(j.titles)-1].indent >= l.Indent {
		j.titles = j.titles[:len(j.titles)-1]
	}
	for _, t := range ticks {
		if name, ok := strings.CutPrefix(l.Trim, t.mark); ok {
			j.cases = append(j.cases, format.Case{Package: j.file, Test: j.full(name), Status: t.status})
			return
		}
	}
	if len(j.titles) < maxNesting {
		j.titles = append(j.titles, title{l.Indent, l.Trim})
	}
}

// maxNesting bounds how deep describe blocks are followed.
const maxNesting = 32

// full returns the full title of a listed test, without its duration.
func (j *jest) full(name string) string {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "skipped "), "todo ")
	if i := strings.LastIndex(name, " ("); i > 0 && strings.HasSuffix(name, "s)") {
		name = name[:i]
	}
	parts := make([]string, 0, len(j.titles)+1)
	for _, t := range j.titles {
		parts = append(parts, t.text)
	}
	return strings.Join(append(parts, name), " › ")
}

// total takes the totals, which end a run.
func (j *jest) total(l format.Line) bool {
	if rest, ok := strings.CutPrefix(l.Text, "Test Suites: "); ok {
		j.suites = numbered(rest, "failed")
		j.current, j.file = nil, ""
		return true
	}
	rest, ok := strings.CutPrefix(l.Text, "Tests: ")
	if !ok || !strings.HasSuffix(rest, " total") {
		return false
	}
	j.totals = format.Totals{Passed: numbered(rest, "passed"), Failed: numbered(rest, "failed"), Skipped: numbered(rest, "skipped") + numbered(rest, "todo")}
	if j.suites == 0 && j.totals.Failed == 0 {
		j.blocks = nil
	}
	j.close()
	return true
}

// numbered returns the number that stands before a word in "4 failed, 3 passed".
func numbered(list, word string) int {
	for part := range strings.SplitSeq(list, ",") {
		if n, rest := format.Number(strings.TrimSpace(part)); n >= 0 && strings.TrimSpace(rest) == word {
			return n
		}
	}
	return 0
}

// close hands over a run.
func (j *jest) close() {
	j.out.Add(j.totals)
	for _, c := range j.cases {
		j.out.Case(c)
	}
	if len(j.blocks) == 0 {
		j.out.Green++
	} else {
		j.out.Red++
	}
	for _, b := range j.blocks {
		j.fail(b)
	}
	j.reset()
}

func (j *jest) fail(b *block) {
	f := format.Finding{Kind: format.Test, Package: b.file, Test: b.name, No: b.no}
	Describe(&f, b.text.Lines())
	if b.name == "Test suite failed to run" {
		f.Test = ""
		f.Kind = format.Build
		unparsed(&f)
		if f.ErrorType == string(format.Test) || f.ErrorType == "" {
			f.ErrorType = "suite"
		}
	}
	if f.Assert.File == "" {
		f.Assert.File = b.file
	}
	j.out.Fail(f)
}

// details is what Jest says of a file that it could not parse, below its advice.
var details = regexp.MustCompile(`(?s)Details:\s+(\S+?):(\d+)\n.*?\n\s*(SyntaxError): ([^\n]+)`)

var parseError = regexp.MustCompile(`(?m)^\s*(SyntaxError): (\S+?): (.+?)(?: \((\d+):\d+\))?$`)

// unparsed finds the error of a file that could not be parsed, below Jest's advice.
func unparsed(f *format.Finding) {
	if m := details.FindStringSubmatch(f.Output); m != nil {
		f.ErrorType, f.Message, f.File = m[3], m[4], m[1]
		f.Line, _ = format.Number(m[2])
		return
	}
	m := parseError.FindStringSubmatch(f.Output)
	if m == nil {
		return
	}
	f.ErrorType, f.Message = m[1], m[3]
	line, _ := format.Number(m[4])
	f.File, f.Line = m[2], max(line, 0)
}

func (j *jest) End() {
	if len(j.blocks)+len(j.cases) > 0 {
		j.close()
	}
}
