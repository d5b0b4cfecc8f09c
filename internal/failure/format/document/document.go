// Package document reads result files: JUnit XML in its dialects, TRX, Checkstyle
// XML, and the JSON reports of test runners and linters. It reads them as a stream
// and keeps what went wrong.
package document

import (
	"bytes"
	"io"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// JUnit is the name of JUnit XML whose writer is not known.
const JUnit = "junit"

// Read reads a document if head, its beginning, looks like one. handled is false if
// it does not; nothing was read from r then. A document that is cut short gives
// what stood before the cut, and cut says so.
func Read(head []byte, r io.Reader, out *format.Sink) (handled, cut bool) {
	t := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case looksXML(t):
		out.Document = true
		return true, readXML(r, out)
	case looksJSON(t):
		out.Document = true
		return true, readJSON(r, out)
	}
	return false, false
}

// tell hands over the result of a test. The totals that reports bear differ in what
// they count, so the results are counted.
func tell(out *format.Sink, c format.Case) {
	out.Case(c)
	one := format.Totals{}
	switch c.Status {
	case format.Passed:
		one.Passed = 1
	case format.Failed:
		one.Failed = 1
	default:
		one.Skipped = 1
	}
	out.Add(one)
}

var roots = []string{"<testsuite", "<TestRun", "<checkstyle", "<test-run", "<test-results"}

// looksXML reports whether a text begins with one of the roots that are known.
func looksXML(t []byte) bool {
	if len(t) == 0 || t[0] != '<' {
		return false
	}
	for _, root := range roots {
		if bytes.Contains(t, []byte(root)) {
			return true
		}
	}
	return bytes.HasPrefix(t, []byte("<?xml")) && bytes.Contains(t, []byte("<!DOCTYPE"))
}

// keys stand near the beginning of the JSON reports that are known.
var keys = []string{
	`"numFailedTestSuites"`, `"testResults"`, `"stats"`, `"examples"`, `"summary_line"`, `"Issues"`, `"filePath"`, `"suites"`, `"assertionResults"`, `"cop_count"`,
	`"messageId"`, `"message-id"`, `"check_name"`,
}

func looksJSON(t []byte) bool {
	if len(t) == 0 || t[0] != '{' && t[0] != '[' {
		return false
	}
	for _, key := range keys {
		if bytes.Contains(t, []byte(key)) {
			return true
		}
	}
	if bytes.Contains(t, []byte(`"runs"`)) && bytes.Contains(t, []byte("sarif")) || bytes.Contains(t, []byte(`"tool"`)) && bytes.Contains(t, []byte(`"driver"`)) {
		return true
	}
	return t[0] == '[' && bytes.Contains(t, []byte(`"code"`)) && bytes.Contains(t, []byte(`"filename"`))
}

// Formats returns the formats that find documents within logs.
func Formats() []format.Format {
	return []format.Format{{
		Name: JUnit, Large: true,
		Triggers: []string{"^<?xml", "^<testsuite", "^<TestRun", "^<checkstyle", "^{", "^[{", "^["},
		New:      func(out *format.Sink) format.Scanner { return &embedded{out: out} },
	}}
}

// maxEmbedded bounds a document within a log, which is held in memory until its end.
const maxEmbedded = 8 << 20

// embedded finds documents that were printed into a log.
type embedded struct {
	out  *format.Sink
	text strings.Builder
	end  string // the line that ends the document
	no   int
}

func (e *embedded) Line(l format.Line) bool {
	if e.end == "" && e.line(l) {
		return false
	}
	if e.end == "" && !e.begin(l) {
		return false
	}
	if e.text.Len() < maxEmbedded {
		e.text.WriteString(l.Text)
		e.text.WriteByte('\n')
	}
	if e.over(l) {
		e.End()
		return false
	}
	return true
}

// line takes a document of one line that has one message.
func (e *embedded) line(l format.Line) bool {
	t := l.Trim
	if t == "" || t[0] != '{' || !strings.HasSuffix(t, "}") || !strings.Contains(t, `"message":`) || len(t) > maxLine {
		return false
	}
	f, ok := readLine(t)
	if ok {
		f.No = l.No
		e.out.Fail(f)
	}
	return ok
}

// maxLine is the longest line that is taken for a message of a linter.
const maxLine = 16 << 10

// begin recognises the first line of a document.
func (e *embedded) begin(l format.Line) bool {
	t := l.Trim
	switch {
	case strings.HasPrefix(t, "{\"Time\"") || strings.HasPrefix(t, "{\"Action\"") || strings.HasPrefix(t, "{\"ImportPath\""):
		return false // go test -json
	case t == "{":
		e.end = "}"
	case t == "[" || t == "[{":
		e.end = "]"
	case (t[0] == '{' || strings.HasPrefix(t, "[{")) && looksJSON([]byte(t[:min(len(t), sniff)])):
		e.end = t // one line
	case t[0] == '<':
		e.end = closing(t)
	}
	e.no = l.No
	return e.end != ""
}

// sniff is how much of a document shows what it is.
const sniff = 4096

func closing(t string) string {
	for _, name := range []string{"testsuites", "testsuite", "TestRun", "checkstyle"} {
		if strings.HasPrefix(t, "<"+name) {
			return "</" + name + ">"
		}
	}
	if strings.HasPrefix(t, "<?xml") {
		return "?"
	}
	return ""
}

// over reports whether a line ends the document.
func (e *embedded) over(l format.Line) bool {
	if e.end == "?" { // only the declaration was seen
		rest := l.Trim
		if strings.HasPrefix(rest, "<?xml") {
			_, rest, _ = strings.Cut(rest, "?>")
		}
		if rest = strings.TrimSpace(rest); rest == "" || strings.HasPrefix(rest, "<!--") {
			return false
		}
		if e.end = closing(rest); e.end == "" {
			e.text.Reset()
			return true
		}
	}
	if e.end[0] == '<' {
		return strings.HasSuffix(l.Trim, e.end)
	}
	return l.Text == e.end || l.Trim == e.end && e.end != "}" && e.end != "]"
}

// End reads what was gathered.
func (e *embedded) End() {
	text := e.text.String()
	e.text.Reset()
	e.end = ""
	if text == "" {
		return
	}
	before := len(e.out.Findings)
	if handled, _ := Read([]byte(text[:min(len(text), sniff)]), strings.NewReader(text), e.out); handled {
		e.out.See(e.no)
	}
	for i := before; i < len(e.out.Findings); i++ {
		e.out.Findings[i].No = e.no
	}
}
