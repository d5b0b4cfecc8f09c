package document

import (
	"encoding/json"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/javascript"
	"github.com/regreen/regreen/internal/failure/format/trace"
	"github.com/regreen/regreen/internal/failure/frame"
)

// jestFile is a file in a report of Jest or Vitest.
type jestFile struct {
	Name, Status, Message string
	AssertionResults      []jestTest
}

type jestTest struct {
	AncestorTitles  []string
	Title, Status   string
	FailureMessages []string
	Location        *struct{ Line int }
	Invocations     int
	Meta            json.RawMessage // only Vitest has it
}

// name returns who wrote the report, and the full title as that joins it.
func (t jestTest) name() (runner, full string) {
	runner, joint := javascript.Jest, " › "
	if t.Meta != nil {
		runner, joint = javascript.Vitest, " > "
	}
	return runner, strings.Join(append(append([]string{}, t.AncestorTitles...), t.Title), joint)
}

func jestResult(d *json.Decoder, w *jsonReader) error {
	var file jestFile
	if err := d.Decode(&file); err != nil {
		return err
	}
	failed := false
	for _, t := range file.AssertionResults {
		runner, name := t.name()
		status := statusOf(t.Status)
		tell(w.out, format.Case{Package: file.Name, Test: name, Status: status})
		if status != format.Failed {
			continue
		}
		failed = true
		f := format.Finding{Framework: runner, Kind: format.Test, Package: file.Name, Test: name, Attempts: t.Invocations, No: w.no}
		f.Assert.File = file.Name
		if t.Location != nil {
			f.Assert.Line = t.Location.Line
		}
		w.jsError(&f, strings.Join(t.FailureMessages, "\n"), "", "")
	}
	if file.Status == "failed" && !failed {
		w.jestSuite(file)
	}
	return nil
}

// jestSuite hands over a file that failed as a whole. Jest says so before the reason, and
// Vitest does not.
func (w *jsonReader) jestSuite(file jestFile) {
	f := format.Finding{Framework: javascript.Vitest, Kind: format.Build, Package: file.Name, No: w.no}
	f.Assert.File = file.Name
	message, isJest := strings.CutPrefix(strings.TrimSpace(plain(file.Message)), "● Test suite failed to run")
	if isJest {
		f.Framework = javascript.Jest
	}
	w.jsError(&f, message, "", "")
}

func statusOf(s string) format.Status {
	switch s {
	case "passed", "expected", "flaky":
		return format.Passed
	case "failed", "unexpected", "timedOut":
		return format.Failed
	}
	return format.Skipped
}

// jsError hands over a failure of a JavaScript runner from its stack, which begins
// with class and message; class and message override those if they are known.
func (w *jsonReader) jsError(f *format.Finding, stack, class, message string) {
	kind := f.Kind
	javascript.Describe(f, strings.Split(plain(stack), "\n"))
	if message = strings.TrimSpace(plain(message)); message != "" {
		f.Message = message
	}
	if class != "" {
		f.ErrorType, f.Kind = class, kind
	}
	if f.ErrorType == string(format.Build) {
		f.ErrorType = "suite"
	}
	if f.Message == "STACK_TRACE_ERROR" { // all that Vitest's JSON has of a timeout
		f.Kind, f.ErrorType, f.Message = format.Timeout, string(format.Timeout), "Test timed out"
	}
	w.out.Fail(*f)
}

// plain returns a text without colours.
func plain(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = string(frame.Strip([]byte(l)))
	}
	return strings.ToValidUTF8(strings.Join(lines, "\n"), "\uFFFD")
}

// mochaCase is a test in a report of Mocha.
type mochaCase struct {
	Title, FullTitle, File string
	CurrentRetry           int
	Duration               *float64
	Err                    struct{ Stack, Message, Name, Code string }
}

func mochaTest(d *json.Decoder, w *jsonReader) error {
	var t mochaCase
	if err := d.Decode(&t); err != nil {
		return err
	}
	status := format.Passed
	switch {
	case t.Err.Stack != "" || t.Err.Message != "":
		status = format.Failed
	case t.Duration == nil:
		status = format.Skipped
	}
	tell(w.out, format.Case{Test: t.FullTitle, Status: status})
	if status == format.Failed {
		w.mocha(t)
	}
	return nil
}

// mochaFailure reads a failure of Mocha, which stands in the list of tests too.
func mochaFailure(d *json.Decoder, w *jsonReader) error {
	var t mochaCase
	if err := d.Decode(&t); err != nil {
		return err
	}
	if t.FullTitle != "" && !w.seen[t.FullTitle+t.File] {
		w.mocha(t)
	}
	return nil
}

func (w *jsonReader) mocha(t mochaCase) {
	w.seen[t.FullTitle+t.File] = true
	f := format.Finding{Framework: "mocha", Kind: format.Test, Test: t.FullTitle, No: w.no}
	f.Assert.File = t.File
	if t.CurrentRetry > 0 {
		f.Attempts = t.CurrentRetry + 1
	}
	class := t.Err.Name
	if t.Err.Code == "ERR_MOCHA_TIMEOUT" {
		f.Kind, class = format.Timeout, t.Err.Code
	}
	w.jsError(&f, t.Err.Stack, class, t.Err.Message)
}

// rspecExample reads an example of RSpec.
func rspecExample(d *json.Decoder, w *jsonReader) error {
	var e struct {
		ID              string `json:"id"`
		FullDescription string `json:"full_description"`
		Status          string
		FilePath        string `json:"file_path"`
		LineNumber      int    `json:"line_number"`
		Exception       *struct {
			Class, Message string
			Backtrace      []string
		}
	}
	if err := d.Decode(&e); err != nil {
		return err
	}
	tell(w.out, format.Case{Test: e.FullDescription, Status: statusOf(e.Status)})
	if e.Status != "failed" {
		return nil
	}
	f := format.Finding{Framework: "rspec", Kind: format.Test, Test: e.FullDescription, No: w.no, ErrorType: string(format.Test)}
	f.Assert = format.Frame{File: e.FilePath, Line: e.LineNumber}
	if x := e.Exception; x != nil {
		f.ErrorType, f.Message = x.Class, strings.TrimSpace(x.Message)
		f.Output = strings.TrimSpace(x.Message + "\n" + strings.Join(x.Backtrace, "\n"))
		f.Frames = trace.Frames(x.Backtrace)
		f.Expect = strings.HasPrefix(x.Class, "RSpec::")
	}
	w.out.Fail(f)
	return nil
}

// playwrightCase is a suite of Playwright's report; suites are nested.
type playwrightCase struct {
	Title, File string
	Suites      []playwrightCase
	Specs       []struct {
		Title, File string
		Line        int
		Tests       []struct {
			ProjectName, Status string
			Results             []struct {
				Status string
				Error  *struct {
					Message, Stack string
					Location       *struct {
						File string
						Line int
					}
				}
			}
		}
	}
}

func playwrightSuite(d *json.Decoder, w *jsonReader) error {
	var s playwrightCase
	if err := d.Decode(&s); err != nil {
		return err
	}
	w.playwright(s, nil)
	return nil
}

func (w *jsonReader) playwright(s playwrightCase, titles []string) {
	if s.Title != s.File {
		titles = append(append([]string{}, titles...), s.Title)
	}
	for _, sub := range s.Suites {
		w.playwright(sub, titles)
	}
	for _, spec := range s.Specs {
		name := strings.Join(append(append([]string{}, titles...), spec.Title), " › ")
		for _, t := range spec.Tests {
			tell(w.out, format.Case{Package: spec.File, Test: name, Status: statusOf(t.Status)})
			if t.Status != "unexpected" || len(t.Results) == 0 {
				continue
			}
			f := format.Finding{Framework: "playwright", Kind: format.Test, Package: spec.File, Test: name, Attempts: len(t.Results), No: w.no}
			f.Assert = format.Frame{File: spec.File, Line: spec.Line}
			stack := ""
			if e := t.Results[len(t.Results)-1].Error; e != nil {
				stack = orElse(e.Stack, e.Message)
			}
			w.jsError(&f, stack, "", "")
		}
	}
}
