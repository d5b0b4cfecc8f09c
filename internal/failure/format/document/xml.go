package document

import (
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/golang"
	"github.com/regreen/regreen/internal/failure/format/javascript"
	"github.com/regreen/regreen/internal/failure/format/jvm"
)

// maxProblems is how many failures of one test case are looked at.
const maxProblems = 20

// reader walks over the tokens of an XML report. go-junit reads JUnit too, but it
// builds the whole tree in memory, keeps one failure of each test case, does not
// know reruns, and gives nothing for a file that is cut short.
type reader struct {
	out     *format.Sink
	suite   suite
	above   []string // names of the suites around
	test    *testcase
	problem *problem
	into    *strings.Builder // where character data goes
	file    string           // Checkstyle: the current file
	open    int              // elements that are not closed
	no      int              // stands for a line number: keeps the order
}

// suite is what is known of the enclosing suite.
type suite struct {
	name, file, dialect string
}

// maxNesting bounds how deep suites are followed.
const maxNesting = 32

type testcase struct {
	name, class, file string
	line              int
	status            string // of TRX
	problems          []*problem
	reruns            int
	flaky             bool
	skipped           bool
	output            strings.Builder
}

type problem struct {
	class, message string
	text           strings.Builder
}

// readXML reads a report; cut says that it ends early or is no XML from some point on.
// The decoder knows no external entities and expands none that a document declares.
func readXML(r io.Reader, out *format.Sink) (cut bool) {
	d := xml.NewDecoder(newShortener(r))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	w := &reader{out: out}
	for {
		token, err := d.RawToken()
		if err != nil {
			w.caseEnd()
			w.foldParents()
			if w.suite.dialect != "" {
				out.Framework = w.suite.dialect
			}
			return err != io.EOF || w.open > 0
		}
		switch t := token.(type) {
		case xml.StartElement:
			w.open++
			w.start(t)
		case xml.EndElement:
			w.open--
			w.finish(t.Name.Local)
		case xml.CharData:
			if w.into != nil && w.into.Len() < maxText {
				w.into.Write(t)
			}
		}
	}
}

func attr(t xml.StartElement, names ...string) string {
	for _, name := range names {
		for _, a := range t.Attr {
			if a.Name.Local == name {
				return strings.ToValidUTF8(a.Value, "\uFFFD")
			}
		}
	}
	return ""
}

func (w *reader) start(t xml.StartElement) {
	switch t.Name.Local {
	case "testsuites", "testsuite":
		w.suiteStart(t)
	case "property":
		w.property(t)
	case "testcase":
		w.caseEnd()
		line, _ := format.Number(attr(t, "line"))
		w.test = &testcase{name: attr(t, "name"), class: attr(t, "class", "classname"), file: attr(t, "file", "filepath"), line: max(line, 0)}
	case "UnitTestResult":
		w.caseEnd()
		w.test = &testcase{name: attr(t, "testName"), status: attr(t, "outcome")}
	case "test-case": // NUnit
		w.caseEnd()
		w.test = &testcase{name: attr(t, "fullname", "name"), status: orElse(attr(t, "result"), "Passed")}
	case "file":
		w.file = attr(t, "name")
	default:
		w.inCase(t)
	}
}

// inCase takes an element inside of a test case, or an error of Checkstyle.
func (w *reader) inCase(t xml.StartElement) {
	switch name := t.Name.Local; {
	case w.test == nil:
		if name == "error" && w.file != "" {
			w.checkstyle(t)
		}
	case name == "failure" || name == "error" || name == "ErrorInfo":
		w.problemStart(t)
	case name == "rerunFailure" || name == "rerunError":
		w.test.reruns++
	case name == "flakyFailure" || name == "flakyError":
		w.test.reruns++
		w.test.flaky = true
	case name == "skipped":
		w.test.skipped = true
	case name == "system-out" || name == "system-err" || name == "StdOut":
		w.into = &w.test.output
	case isText(name) && w.problem != nil:
		w.into = &w.problem.text
		if w.problem.text.Len() > 0 {
			w.into.WriteByte('\n')
		}
	}
}

// isText reports whether an element holds what a failure says.
func isText(name string) bool {
	switch name {
	case "Message", "StackTrace", "stackTrace", "message", "stack-trace":
		return true
	}
	return false
}

func (w *reader) problemStart(t xml.StartElement) {
	p := &problem{class: attr(t, "type"), message: attr(t, "message")}
	if strings.HasPrefix(p.class, "test") && w.test.class == "test" {
		w.suite.dialect = javascript.Node
	}
	if len(w.test.problems) < maxProblems {
		w.test.problems = append(w.test.problems, p)
	}
	w.problem, w.into = p, &p.text
}

func (w *reader) finish(name string) {
	switch name {
	case "testcase", "UnitTestResult", "test-case":
		w.caseEnd()
	case "testsuite":
		w.above = w.above[:max(0, len(w.above)-1)]
	case "failure", "error", "ErrorInfo":
		w.problem, w.into = nil, nil
	case "system-out", "system-err", "StdOut":
		w.into = nil
	case "file":
		w.file = ""
	default:
		if isText(name) {
			w.into = nil
		}
	}
}

func (w *reader) suiteStart(t xml.StartElement) {
	w.out.See(1)
	name := attr(t, "name")
	if t.Name.Local == "testsuite" && len(w.above) < maxNesting {
		w.above = append(w.above, name)
	}
	w.suite.name, w.suite.file = name, attr(t, "file", "filepath")
	switch {
	case name == "nextest-run":
		w.suite.dialect = "nextest"
	case name == "pytest" || strings.HasPrefix(name, "pytest"):
		w.suite.dialect = "pytest"
	case strings.Contains(attr(t, "noNamespaceSchemaLocation"), "surefire"):
		w.suite.dialect = "maven-surefire"
	case name == "jest tests":
		w.suite.dialect = "jest"
	case name == "vitest tests":
		w.suite.dialect = "vitest"
	case name == "Mocha Tests":
		w.suite.dialect = "mocha"
	}
}

func (w *reader) property(t xml.StartElement) {
	switch name := attr(t, "name"); {
	case name == "go.version":
		w.suite.dialect = golang.Framework
	case name == "sun.java.command" && strings.HasPrefix(attr(t, "value"), "org.scalatest."):
		w.suite.dialect = jvm.ScalaTest
	}
}

// caseEnd hands over a test case.
func (w *reader) caseEnd() {
	c := w.test
	w.test, w.problem, w.into = nil, nil, nil
	if c == nil {
		return
	}
	w.no++
	pkg, name := w.names(c)
	failed := isBad(c.status)
	if c.status == "" {
		failed = len(c.problems) > 0 && !c.skipped
	}
	status := format.Passed
	switch {
	case failed:
		status = format.Failed
	case c.skipped || c.status == "NotExecuted" || c.status == "Inconclusive" || c.status == "Skipped" || c.status == "Ignored":
		status = format.Skipped
	}
	tell(w.out, format.Case{Package: pkg, Test: name, Status: status, Flaky: c.flaky})
	if failed {
		w.fail(c, pkg, name)
	}
}

// foldParents drops the Go tests that failed only through their subtests.
func (w *reader) foldParents() {
	if w.suite.dialect != golang.Framework {
		return
	}
	parents := map[[2]string]bool{}
	for _, f := range w.out.Findings {
		for name := f.Test; strings.Contains(name, "/"); {
			name = name[:strings.LastIndexByte(name, '/')]
			parents[[2]string{f.Package, name}] = true
		}
	}
	w.out.Findings = slices.DeleteFunc(w.out.Findings, func(f format.Finding) bool { return parents[[2]string{f.Package, f.Test}] })
}

func isBad(outcome string) bool {
	return outcome == "Failed" || outcome == "Failure" || outcome == "Error" || outcome == "Timeout" || outcome == "Aborted"
}

func (w *reader) checkstyle(t xml.StartElement) {
	if s := attr(t, "severity"); s != "" && s != "error" {
		return
	}
	w.no++
	line, _ := format.Number(attr(t, "line"))
	rule := attr(t, "source")
	if i := strings.LastIndexByte(rule, '.'); i >= 0 {
		rule = strings.TrimSuffix(rule[i+1:], "Check")
	}
	w.out.Fail(format.Finding{
		Framework: "checkstyle", Kind: format.Lint, File: w.file, Line: max(line, 0), ErrorType: rule,
		Message: attr(t, "message"), Output: attr(t, "message"), No: w.no,
	})
}
