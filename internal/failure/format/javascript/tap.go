package javascript

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/trace"
	"github.com/regreen/regreen/internal/failure/frame"
)

// tap reads TAP as node --test prints it: results of subtests are indented and come
// before that of their parent, and a block of YAML says why a test failed. TAP without
// node's headings is that of bats, prove, tape and others, and named so.
type tap struct {
	out     *format.Sink
	open    bool
	results []*point
	names   []subtest // "# Subtest:" headings that are open
	current *point
	yaml    int // indentation of the YAML block that is read; -1: none
	totals  format.Totals
	node    bool
	vitest  bool
	said    []string // comment lines since the last result: what a file printed
	noted   *point   // the last result, if it failed: what comments below it are about
}

// point is a result.
type point struct {
	path   []string
	status format.Status
	yaml   []string
	no     int
	depth  int
	parent bool
	said   []string
	notes  []string // comment lines below it, where there is no YAML
	stack  []string // what Mocha prints below it: message and error, indented
}

type subtest struct {
	depth int
	name  string
}

func newTAP(out *format.Sink) *tap { return &tap{out: out, yaml: -1, totals: format.NoTotals()} }

func (t *tap) Line(l format.Line) bool {
	switch {
	case strings.HasPrefix(l.Trim, "TAP version "):
		t.flush()
		t.open = true
		t.out.See(l.No)
	case t.yaml >= 0:
		t.block(l)
	case strings.HasPrefix(l.Trim, "# Subtest: "):
		t.heading(l)
	case l.Trim == "---" && t.current != nil && l.Indent > t.current.depth:
		t.yaml = l.Indent
	case t.result(l):
	case t.noted != nil && l.Indent >= 2 && !t.node && len(t.noted.stack) < maxYAML:
		t.noted.stack = append(t.noted.stack, l.Text)
	case strings.HasPrefix(l.Text, "# "):
		if t.open && len(t.said) < maxYAML {
			t.said = append(t.said, unescape(l.Text[2:]))
		}
		if t.total(l) {
			return true
		}
		if t.noted != nil && len(t.noted.notes) < maxYAML {
			t.noted.notes = append(t.noted.notes, l.Text[2:])
		}
	}
	return t.open
}

func (t *tap) heading(l format.Line) {
	t.open, t.node = true, true
	t.out.See(l.No)
	t.unwind(l.Indent)
	if len(t.names) < maxNesting {
		t.names = append(t.names, subtest{l.Indent, unescape(strings.TrimPrefix(l.Trim, "# Subtest: "))})
	}
}

// unwind closes the headings that are not above an indentation.
func (t *tap) unwind(depth int) {
	for len(t.names) > 0 && t.names[len(t.names)-1].depth >= depth {
		t.names = t.names[:len(t.names)-1]
	}
}

// unescape takes back TAP's escapes of "#" and backslash.
func unescape(s string) string {
	return strings.NewReplacer(`\#`, "#", `\\`, `\`).Replace(s)
}

// result takes "not ok 2 - median of two # TODO".
func (t *tap) result(l format.Line) bool {
	rest, ok := strings.CutPrefix(l.Trim, "not ok ")
	status := format.Failed
	if !ok {
		if rest, ok = strings.CutPrefix(l.Trim, "ok "); !ok {
			return false
		}
		status = format.Passed
	}
	n, rest := format.Number(rest)
	if n < 0 {
		return false
	}
	name := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "-"))
	if i := strings.LastIndex(name, " # "); i >= 0 {
		if word := strings.ToUpper(name[i+3:]); strings.HasPrefix(word, "SKIP") || strings.HasPrefix(word, "TODO") {
			name, status = name[:i], format.Skipped
		}
	}
	if m := timed.FindStringSubmatch(name); m != nil && !t.node {
		name = m[1]
	}
	t.unwind(l.Indent)
	name, suite := t.withoutTime(name)
	p := &point{path: t.path(unescape(name)), status: status, no: l.No, depth: l.Indent, parent: suite}
	if suite && len(t.names) < maxNesting {
		t.names = append(t.names, subtest{l.Indent, unescape(name)})
	}
	if status == format.Failed {
		p.said = t.said
	}
	t.current, t.said, t.noted = p, nil, nil
	if status == format.Failed {
		t.noted = p
	}
	if len(t.results) < format.MaxCases {
		t.results = append(t.results, p)
	} else {
		t.out.Lost++
	}
	t.open = true
	t.out.See(l.No)
	return true
}

// timed is a name to which bats adds how long the test took.
var timed = regexp.MustCompile(`^(.+) in \d+(?:ms|sec)$`)

// took is what Vitest adds to a name, with a brace where the tests of a suite follow.
var took = regexp.MustCompile(` # time=[\d.]+ms( \{)?$`)

// withoutTime takes what Vitest adds off a name; it reports whether that is a suite's.
func (t *tap) withoutTime(name string) (bare string, suite bool) {
	m := took.FindStringSubmatch(name)
	if m == nil {
		return name, false
	}
	t.vitest = true
	return strings.TrimSuffix(name, m[0]), m[1] != ""
}

// path returns the titles of the suites around a test, and its own.
func (t *tap) path(name string) []string {
	path := make([]string, 0, len(t.names)+1)
	for _, s := range t.names {
		path = append(path, s.name)
	}
	return append(path, name)
}

// block takes a line of the YAML block.
func (t *tap) block(l format.Line) {
	if l.Trim == "..." && l.Indent == t.yaml {
		t.yaml = -1
		if t.current.status == format.Failed {
			t.current.parent = strings.Contains(strings.Join(t.current.yaml, "\n"), "failureType: 'subtestsFailed'")
		}
		t.current = nil
		return
	}
	if t.current.status == format.Failed && len(t.current.yaml) < maxYAML {
		t.current.yaml = append(t.current.yaml, format.Shorten(l.Text[min(t.yaml, l.Indent):], 2000))
	}
}

// maxYAML is the most lines of a block that are kept.
const maxYAML = 300

// total takes node's totals, "# fail 3". It returns false for any other comment.
func (t *tap) total(l format.Line) bool {
	word, n, _ := strings.Cut(strings.TrimPrefix(l.Text, "# "), " ")
	k, rest := format.Number(n)
	if k < 0 || rest != "" || !t.open {
		return false
	}
	switch word {
	case "pass":
		t.totals.Passed = k
	case "fail", "cancelled":
		t.totals.Failed = max(t.totals.Failed, 0) + k
	case "skipped", "todo":
		t.totals.Skipped = max(t.totals.Skipped, 0) + k
	}
	return true
}

func (t *tap) flush() {
	if !t.open {
		return
	}
	if !t.node && t.out.Framework == Node {
		t.out.Framework = TAP
		if t.vitest {
			t.out.Framework = Vitest
		}
		t.count()
	}
	t.out.Add(t.totals)
	green := t.totals.Failed == 0
	for _, p := range t.results {
		name := strings.Join(p.path, " > ")
		pkg, test := t.split(name)
		t.out.Case(format.Case{Package: pkg, Test: test, Status: p.status})
		if p.status == format.Failed && !t.isParent(p) && !green {
			t.out.Red++
			t.fail(p, name)
		}
	}
	if green {
		t.out.Green++
	}
	*t = *newTAP(t.out)
}

// count makes totals of the results: TAP itself has none.
func (t *tap) count() {
	if t.totals != format.NoTotals() || len(t.results) == 0 || len(t.results) == format.MaxCases {
		return
	}
	t.totals = format.Totals{}
	for _, p := range t.results {
		switch p.status {
		case format.Failed:
			t.totals.Failed++
		case format.Skipped:
			t.totals.Skipped++
		default:
			t.totals.Passed++
		}
	}
}

// isParent reports whether a result is that of a suite, which failed only through its
// tests, or of a file with tests.
func (t *tap) isParent(p *point) bool {
	if p.parent {
		return true
	}
	for _, o := range t.results {
		if o.status == format.Failed && len(o.path) > len(p.path) && o.no < p.no && o.path[len(p.path)-1] == p.path[len(p.path)-1] && o.depth > p.depth {
			return true
		}
	}
	return false
}

func (t *tap) fail(p *point, name string) {
	f := format.Finding{Kind: format.Test, No: p.no}
	f.Package, f.Test = t.split(name)
	if len(p.yaml) == 1 && strings.HasPrefix(p.yaml[0], "{") {
		t.deno(&f, p.yaml[0])
		return
	}
	if !t.node && len(p.yaml) == 0 {
		if noted(&f, p.notes); len(p.stack) > 0 {
			Describe(&f, p.stack)
		}
		t.out.Fail(f)
		return
	}
	yaml := t.cause(p).yaml
	y := parseYAML(format.Dedent(yaml))
	f.Output = format.Join(yaml)
	f.Frames = trace.Frames(strings.Split("at "+strings.ReplaceAll(y["stack"], "\n", "\nat "), "\n"))
	f.Message = strings.TrimSpace(cmp.Or(y["error"], y["message"]))
	f.ErrorType = y["name"]
	nested(&f, y)
	if f.ErrorType == "" {
		f.ErrorType = orWord(y["code"], "Error")
	}
	if y["operator"] != "" && f.Message == "" { // tape
		f.Message = "expected: " + y["expected"] + "\nactual: " + y["actual"]
		f.Assert, _, _ = trace.Frame("at " + y["at"])
	}
	if strings.Contains(y["failureType"], "Timeout") {
		f.Kind, f.ErrorType = format.Timeout, "timeout"
	}
	if file, line, _, ok := format.SplitPlace(y["location"]); ok {
		f.Assert = format.Frame{File: strings.TrimPrefix(file, "file://"), Line: line}
	}
	if IsScript(name) && len(p.path) == 1 {
		wholeFile(&f, p.said)
	}
	t.out.Fail(f)
}

// split returns the file and the title of a test, where Vitest wrote the file before it.
func (t *tap) split(name string) (file, title string) {
	if file, title, ok := strings.Cut(name, " > "); ok && t.vitest {
		return file, title
	}
	return "", name
}

// deno hands over a failure of Deno, whose block is an object on one line.
func (t *tap) deno(f *format.Finding, object string) {
	var block struct {
		Message string
		At      format.Frame
	}
	if json.Unmarshal([]byte(object), &block) != nil {
		t.out.Fail(*f)
		return
	}
	lines := strings.Split(block.Message, "\n")
	for i, l := range lines {
		lines[i] = string(frame.Strip([]byte(l)))
	}
	f.Framework, f.Assert = denoTest, block.At
	Describe(f, lines)
	t.out.Framework = denoTest
	t.out.Fail(*f)
}

// denoTest is the name of Deno's runner, whose own reporter package deno reads.
const denoTest = "deno"

// cause returns the suite that failed beside its tests, as in a hook, and so cancelled
// this one; else the test itself.
func (t *tap) cause(p *point) *point {
	if !strings.Contains(strings.Join(p.yaml, "\n"), "failureType: 'cancelledByParent'") {
		return p
	}
	for _, o := range t.results {
		if o.status == format.Failed && !o.parent && slices.Equal(o.path, p.path[:len(p.path)-1]) {
			return o
		}
	}
	return p
}

// nested takes the error as Vitest and AVA write it: with keys of its own, or in details.
func nested(f *format.Finding, y map[string]string) {
	inner := parseYAML(format.Dedent(strings.Split(y["error:"], "\n")))
	if text, err := strconv.Unquote(`"` + strings.Trim(inner["message"], `"`) + `"`); err == nil && text != "" {
		f.ErrorType, f.Message = inner["name"], text
		if strings.Contains(text, "timed out in ") {
			f.Kind, f.ErrorType = format.Timeout, "timeout"
		}
		if file, line, _, ok := format.SplitPlace(y["at"]); ok {
			f.Assert = format.Frame{File: file, Line: line}
		}
	}
	if f.Message == "" && y["details:"] != "" {
		f.Message = format.Join(format.Dedent(strings.Split(y["details:"], "\n")))
	}
}

// notedPlace is where bats and Perl's Test::More say that a test failed: "in test file
// test/a.bats, line 12" and "at t/a.t line 7.".
var notedPlace = regexp.MustCompile(`^\(?(?:from function .* )?in (?:test )?file (\S+), line (\d+)[,)]$|^at (\S+) line (\d+)\.$`)

// noted describes a failure by the comments below its result.
func noted(f *format.Finding, notes []string) {
	f.ErrorType, f.Message, f.Output = "not ok", "not ok", "not ok - "+f.Test
	var message []string
	for _, l := range notes {
		l = strings.TrimSpace(l)
		if m := notedPlace.FindStringSubmatch(l); m != nil {
			n, _ := format.Number(m[2] + m[4])
			f.Frames = append(f.Frames, format.Frame{File: m[1] + m[3], Line: n})
		} else if !strings.HasPrefix(l, "Failed test ") {
			message = append(message, l)
		}
	}
	if text := format.Join(message); text != "" {
		f.Message = text
		f.Output += "\n" + format.Join(notes)
	}
}

// wholeFile makes a finding of a file that failed as a whole, from what it printed.
func wholeFile(f *format.Finding, said []string) {
	f.Kind, f.File, f.Test = format.Build, f.Test, ""
	for i, l := range said {
		if class, _ := splitError(l); class != "" {
			var e format.Finding
			Describe(&e, said[i:])
			f.ErrorType, f.Message, f.Frames, f.Output = e.ErrorType, e.Message, e.Frames, format.Join(said)
			return
		}
	}
}

// parseYAML reads the keys of a block as node writes it: plain or quoted values, and
// texts of several lines. It is no YAML parser and need not be one.
func parseYAML(lines []string) map[string]string {
	values := map[string]string{}
	key := ""
	var text []string
	for _, l := range lines {
		if l != "" && l[0] != ' ' {
			if key != "" {
				values[key] = format.Join(text)
				key = ""
			}
			name, value, ok := strings.Cut(l, ":")
			if !ok {
				continue
			}
			value = strings.TrimSpace(value)
			if strings.HasPrefix(value, "|") || strings.HasPrefix(value, ">") {
				key, text = name, nil
				continue
			}
			if value == "" { // keys of its own, kept as they stand
				key, text = name+":", nil
				continue
			}
			values[name] = unquote(value)
			continue
		}
		if key != "" {
			text = append(text, l)
		}
	}
	if key != "" {
		values[key] = format.Join(text)
	}
	return values
}

func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0] {
		return strings.ReplaceAll(s[1:len(s)-1], "''", "'")
	}
	return s
}

func (t *tap) End() { t.flush() }
