package python

import (
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// pytest reads sessions of pytest. What a session says is held back until its last
// line, which says whether anything failed.
type pytest struct {
	out      *format.Sink
	section  string // title of the current "=== title ===" section
	open     bool   // a session began
	reports  []*report
	current  *report
	short    []*summary
	last     *summary
	attempts map[string]int
	results  map[string]format.Status
	order    []string
	no       int
	loose    format.Block // text of the FAILURES section before any title: --tb=line
	broken   broken
}

// report is a block of the FAILURES or ERRORS section.
type report struct {
	title string // as printed between underscores
	phase string // setup, teardown, collecting or ""
	text  format.Block
	no    int
}

// summary is a line of the short test summary.
type summary struct {
	id, message string
	sub         string // which of the subtests, as "(i=0)"
	isError     bool
	no          int
}

func newPytest(out *format.Sink) *pytest {
	p := &pytest{out: out}
	p.reset()
	return p
}

func (p *pytest) reset() {
	*p = pytest{out: p.out, attempts: map[string]int{}, results: map[string]format.Status{}, broken: broken{empty: p.broken.empty}}
}

func (p *pytest) Line(l format.Line) bool {
	if title, ok := ruled(l.Trim, '='); ok {
		return p.rule(title, l)
	}
	if totals, ok := parseTotals(narrow(l.Text)); ok {
		p.close(totals, l)
		return false
	}
	if !p.inReport() && (p.broken.line(l) || p.broken.timeout(l)) || p.conftest(l) {
		return true
	}
	switch p.section {
	case "FAILURES", "ERRORS", "RERUNS":
		if l.Indent == 0 && isQuietTotals(l.Text) {
			totals, _ := parseTotals(l.Text)
			p.close(totals, l)
			return false
		}
		p.reported(l)
		return true
	case summaryInfo:
		return p.summarised(l)
	}
	p.progress(l)
	return p.section != ""
}

// inReport reports whether what is read belongs to a test, which pytest goes on after.
func (p *pytest) inReport() bool {
	return p.section != "" && p.section != summaryInfo && p.section != conftestSection
}

// narrow returns the text of "= 1 failed, 2 passed in 0.05s =", which has one sign at
// either end where the text is nearly as long as the line; "" if t is none.
func narrow(t string) string {
	if !strings.HasPrefix(t, "= ") || !strings.HasSuffix(t, " =") || len(t) < 4 {
		return ""
	}
	return t[2 : len(t)-2]
}

// summaryInfo is the section that names the failures; plugins have their own titles
// for it.
const summaryInfo = "short test summary info"

// conftest takes the error of a conftest.py, after which pytest gives up before its
// session begins.
func (p *pytest) conftest(l format.Line) bool {
	if rest, ok := strings.CutPrefix(l.Text, "ImportError while loading conftest '"); ok {
		p.open, p.section = true, conftestSection
		p.current = &report{title: strings.TrimRight(rest, "'."), phase: "collecting", no: l.No}
		p.reports = append(p.reports, p.current)
		return true
	}
	if p.section != conftestSection {
		return false
	}
	if l.Error || l.Trim == "" {
		p.flush(true)
		return false
	}
	p.current.text.Add(l.Text)
	return true
}

// conftestSection stands for a section of its own, which pytest does not print.
const conftestSection = "conftest"

// ruled returns the text of a line like "==== text ====".
func ruled(t string, c byte) (string, bool) {
	if len(t) < 10 || t[0] != c || t[1] != c || t[len(t)-1] != c || t[len(t)-2] != c {
		return "", false
	}
	inner := strings.Trim(t, string(c))
	if len(inner) < 3 || inner[0] != ' ' || inner[len(inner)-1] != ' ' {
		return "", false
	}
	return strings.TrimSpace(inner), true
}

// rule takes a heading of pytest: the beginning of a section, or the last line.
func (p *pytest) rule(title string, l format.Line) bool {
	if totals, ok := parseTotals(title); ok {
		p.close(totals, l)
		return false
	}
	switch {
	case title == "test session starts":
		if p.open && len(p.reports)+len(p.short)+len(p.broken.endings) > 0 {
			p.flush(true)
		}
		p.reset()
		p.broken.empty = false
		p.open, p.no = true, l.No
		p.out.See(l.No)
		p.section = ""
	case title == "FAILURES" || title == "ERRORS" || title == "RERUNS":
		p.open, p.section = true, title
		p.current, p.last = nil, nil
		p.loose.Reset()
	case strings.HasSuffix(title, "test summary info"):
		p.open, p.section = true, summaryInfo
		p.current, p.last = nil, nil
	case title == "warnings summary" || title == "PASSES" || title == "XFAILURES" || strings.HasPrefix(title, "slowest "):
		p.section, p.current = title, nil
	default:
		if p.current != nil {
			p.current.text.Add(l.Text)
		}
	}
	return p.section != ""
}

// reported takes a line of the FAILURES, ERRORS or RERUNS section.
func (p *pytest) reported(l format.Line) {
	if title, ok := ruled(l.Text, '_'); ok && title != "" && !strings.HasPrefix(title, "_ ") && !strings.Contains(title, " _ ") {
		p.current = newReport(title, l)
		if p.section != "RERUNS" && len(p.reports) < format.MaxFindings {
			p.reports = append(p.reports, p.current)
		}
		return
	}
	if written(l.Text) {
		return
	}
	if p.current == nil {
		p.lineStyle(l)
		return
	}
	if _, rest, ok := strings.Cut(l.Text, crashed); ok { // a worker of xdist
		p.current.title = strings.TrimSuffix(rest, "'")
	}
	p.current.text.Add(l.Text)
}

// written reports whether a heading only says where results were written to, which
// follows the last report and is no part of it. Beside a long path there is room for
// one dash.
func written(text string) bool {
	title, headed := strings.CutPrefix(strings.TrimLeft(text, "-"), " ")
	return headed && strings.HasPrefix(text, "-") && strings.HasSuffix(text, "-") &&
		(strings.HasPrefix(title, "generated xml file: ") || strings.HasPrefix(title, "Generated html report: "))
}

// lineStyle takes the reports of --tb=line, which have no titles: the error, then
// "/src/test_x.py:12: AssertionError: text".
func (p *pytest) lineStyle(l format.Line) {
	if strings.HasPrefix(l.Text, "[XPASS(strict)]") { // has no place
		return
	}
	file, _, rest, ok := format.SplitPlace(l.Text)
	if !ok || !isSource(file) || strings.ContainsAny(file, " \t") || !strings.HasPrefix(rest, ": ") || len(p.reports) >= format.MaxFindings {
		p.loose.Add(l.Text)
		return
	}
	r := &report{no: l.No}
	r.text.Add(l.Text)
	for _, line := range p.loose.Lines() {
		r.text.Add(line)
	}
	p.reports = append(p.reports, r)
	p.loose = format.Block{}
}

func newReport(title string, l format.Line) *report {
	r := &report{title: strings.TrimPrefix(title, "[doctest] "), no: l.No}
	for heading, phase := range map[string]string{"ERROR at setup of ": "setup", "ERROR at teardown of ": "teardown", "ERROR collecting ": "collecting"} {
		if rest, ok := strings.CutPrefix(title, heading); ok {
			r.title, r.phase = rest, phase
		}
	}
	return r
}

// summarised takes a line of the short test summary; a message may go on over
// several lines.
func (p *pytest) summarised(l format.Line) bool {
	s, ok := parseSummary(l.Text)
	switch {
	case ok && s.id != "":
		s.no = l.No
		p.last = s
		p.short = format.Keep(p.out, p.short, s)
	case ok || isOtherSummary(l.Text):
		p.last = nil
	case strings.HasPrefix(l.Text, "!!!!!") || strings.HasPrefix(l.Text, "Results ("): // pytest-sugar's totals
		p.last = nil
	case isQuietTotals(l.Trim):
		totals, _ := parseTotals(l.Trim)
		p.close(totals, l)
		return false
	case p.last != nil && len(p.last.message) < maxSummary:
		p.last.message += "\n" + l.Text
	}
	return true
}

// maxSummary bounds a message that goes on over several lines.
const maxSummary = 4000

func isOtherSummary(t string) bool {
	for _, word := range []string{"SKIPPED", "XFAIL", "XPASS", "PASSED", "RERUN", "SUBPASS", "SUBPASSED", "SUBSKIP", "SUBSKIPPED"} {
		if strings.HasPrefix(t, word+" ") {
			return true
		}
	}
	return false
}

// parseSummary parses "FAILED tests/test_x.py::test_y[a b] - AssertionError: text".
func parseSummary(t string) (*summary, bool) {
	s := &summary{}
	rest, ok := strings.CutPrefix(t, "FAILED ")
	if !ok {
		rest, ok = s.subtest(t)
	}
	if !ok {
		if rest, ok = strings.CutPrefix(t, "SUBFAIL "); !ok {
			if rest, ok = strings.CutPrefix(t, "ERROR "); !ok {
				return nil, false
			}
			s.isError = true
		}
	}
	if strings.HasPrefix(rest, "[") { // a plugin prints the duration
		if _, after, found := strings.Cut(rest, "] "); found {
			rest = after
		}
	}
	s.id, s.message = splitNodeID(rest)
	return s, s.id != ""
}

// subtest takes "SUBFAILED[text] (i=0) " off a line.
func (s *summary) subtest(t string) (rest string, ok bool) {
	t, ok = strings.CutPrefix(t, "SUBFAILED")
	if !ok {
		return t, false
	}
	for i := 0; i < len(t) && i < maxSummary; i++ {
		if next := t[i+1:]; t[i] == ' ' && (i == 0 || t[i-1] == ')' || t[i-1] == ']') && next != "" && next[0] != '(' && next[0] != '[' {
			s.sub = t[:i]
			return next, true
		}
	}
	return t, false
}

// splitNodeID splits "tests/test_x.py::test_y[a - b] - text" into the node id and
// the text. Blanks and dashes may stand inside of brackets.
func splitNodeID(t string) (id, message string) {
	from := 0
	if i := strings.IndexByte(t, '['); i >= 0 {
		if dash := strings.Index(t, " - "); dash < 0 || i < dash {
			if end := strings.Index(t[i:], "] - "); end >= 0 {
				from = i + end
			} else if strings.HasSuffix(t, "]") {
				return t, ""
			}
		}
	}
	if i := strings.Index(t[from:], " - "); i >= 0 {
		return t[:from+i], t[from+i+3:]
	}
	if !strings.Contains(t, ".py") && !strings.Contains(t, "::") {
		return "", ""
	}
	return strings.TrimSpace(t), ""
}

// progress takes the lines outside of sections: results of single tests with -v,
// and the last line of -q.
func (p *pytest) progress(l format.Line) {
	if isQuietTotals(l.Trim) {
		totals, _ := parseTotals(l.Trim)
		p.close(totals, l)
		return
	}
	id, status, ok := parseProgress(l.Text)
	if !ok {
		return
	}
	p.open = true
	p.out.See(l.No)
	if !strings.Contains(l.Text, " ERROR") || p.results[id] == "" { // else its teardown failed: no further attempt
		p.attempts[id]++
	}
	if status == "" { // a rerun
		return
	}
	if _, known := p.results[id]; !known {
		if len(p.order) >= format.MaxCases {
			p.out.Lost++
			return
		}
		p.order = append(p.order, id)
	}
	p.results[id] = status
}

var words = map[string]format.Status{
	"PASSED": format.Passed, "FAILED": format.Failed, "ERROR": format.Failed, "SKIPPED": format.Skipped,
	"XFAIL": format.Skipped, "XPASS": format.Passed, "RERUN": "", "('RERUN',": "",
}

// parseProgress parses "tests/test_x.py::test_y PASSED [ 10%]" and the form of
// xdist, "[gw0] [ 10%] PASSED tests/test_x.py::test_y".
func parseProgress(t string) (id string, s format.Status, ok bool) {
	if rest, found := strings.CutPrefix(t, "[gw"); found {
		_, rest, _ = strings.Cut(rest, "] ")
		if strings.HasPrefix(rest, "[") {
			_, rest, _ = strings.Cut(rest, "] ")
		}
		word, id, _ := strings.Cut(rest, " ")
		s, ok = words[word]
		return strings.TrimSpace(id), s, ok && strings.Contains(id, "::")
	}
	at := strings.Index(t, "::")
	if at < 0 || !strings.HasSuffix(t[:at], ".py") && !strings.HasSuffix(t[:at], ".txt") && !strings.HasSuffix(t[:at], ".rst") && !strings.HasSuffix(t[:at], ".md") || strings.ContainsAny(t[:at], " \t") {
		return "", "", false
	}
	for word, status := range words {
		if i := strings.LastIndex(t, " "+word); i > at {
			if rest := t[i+1+len(word):]; rest == "" || rest[0] == ' ' {
				id, _, _ := strings.Cut(t[:i], " <- ")
				return strings.TrimSpace(id), status, true
			}
		}
	}
	return "", "", false
}

// isQuietTotals reports whether a line is the last one of pytest -q, which has no
// rule around it: "1 failed, 2 passed in 0.05s".
func isQuietTotals(t string) bool {
	if t == "" || t[0] < '0' || t[0] > '9' || !strings.Contains(t, " in ") {
		return false
	}
	_, ok := parseTotals(t)
	return ok
}

// parseTotals parses "1 failed, 2 passed, 1 rerun in 0.05s".
func parseTotals(t string) (format.Totals, bool) {
	list, took, timed := strings.Cut(t, " in ")
	totals := format.Totals{}
	if !timed || took == "" || took[0] < '0' || took[0] > '9' {
		if timed {
			return totals, false
		}
		list = t
	}
	if strings.HasPrefix(list, "no tests ran") || strings.HasPrefix(list, "no tests collected") {
		return totals, timed
	}
	known := false
	for part := range strings.SplitSeq(list, ", ") {
		n, rest := format.Number(part)
		word := strings.TrimSpace(rest)
		if n < 0 || word == "" {
			return totals, false
		}
		switch word {
		case "failed", "error", "errors":
			totals.Failed += n
			known = true
		case "passed", "xpassed":
			totals.Passed += n
			known = true
		case "skipped", "xfailed":
			totals.Skipped += n
			known = true
		case "deselected", "rerun", "warnings", "warning", "subtests passed", "tests collected", "subtests failed":
			known = true
		default:
			return totals, false
		}
	}
	return totals, known && timed
}

// close ends a session with its totals.
func (p *pytest) close(totals format.Totals, l format.Line) {
	p.out.See(l.No)
	p.out.Add(totals)
	empty := totals == format.Totals{}
	switch {
	case totals.Failed > 0:
		p.out.Red++
		p.flush(false)
	case p.broken.any():
		p.flush(false)
	default:
		p.out.Green++
		p.tell()
		p.reset()
	}
	p.broken.empty = empty
}

func (p *pytest) tell() {
	for _, id := range p.order {
		status := p.results[id]
		p.out.Case(format.Case{Test: id, Status: status, Flaky: status == format.Passed && p.attempts[id] > 1})
	}
}

// flush hands over the failures of a session. died says that it printed no totals.
func (p *pytest) flush(died bool) {
	p.tell()
	used := map[*report]bool{}
	for _, s := range p.short {
		r := p.reportOf(s, used)
		if r != nil {
			used[r] = true
		}
		if e := p.crash(s); e != nil {
			f := e.finding()
			f.Test = s.id
			p.out.Fail(f)
			continue
		}
		p.fail(s, r)
	}
	for _, r := range p.reports {
		if !used[r] {
			p.fail(&summary{id: p.idOf(r), isError: r.phase != "", no: r.no}, r)
		}
	}
	if len(p.short)+len(p.reports) == 0 {
		p.failListed()
	}
	p.broken.flush(p.out, died)
	p.reset()
}

// crash returns what a worker of xdist printed when it died in a test; nil if nothing.
func (p *pytest) crash(s *summary) *ending {
	if !strings.Contains(s.message, crashed) {
		return nil
	}
	return p.broken.crashOf(s.id)
}

// crashed is what xdist says of the test that a worker died in, before its node id.
const crashed = "' crashed while running '"

// failListed hands over what -v listed as failed, where pytest was told to say no more.
func (p *pytest) failListed() {
	for _, id := range p.order {
		if p.results[id] == format.Failed {
			p.fail(&summary{id: id, message: "failed"}, nil)
		}
	}
}

func (p *pytest) End() {
	if p.open || len(p.broken.endings) > 0 {
		p.flush(true)
	}
}
