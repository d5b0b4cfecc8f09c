package document

import (
	"encoding/json"
	"io"

	"github.com/regreen/regreen/internal/failure/format"
)

// maxJSON bounds a JSON report: the decoder holds one element of a list at a time,
// and nothing says how large that may be.
const maxJSON = 16 << 20

// list reads the elements of one list of a JSON report.
type list func(d *json.Decoder, w *jsonReader) error

// lists are the lists of the reports that are known, by their key. What else stands
// in a report is skipped.
var lists = map[string]list{
	"testResults": jestResult,
	"tests":       mochaTest,
	"failures":    mochaFailure,
	"examples":    rspecExample,
	"suites":      playwrightSuite,
	"Issues":      golangciIssue,
	"files":       rubocopFile,
	"messages":    pylintEntry,
	"runs":        readSARIF,
	"":            topLevel,
}

// writers are the tools that write a report with a list of that key.
var writers = map[string]string{
	"testResults": "jest", "tests": "mocha", "failures": "mocha", "examples": "rspec", "suites": "playwright", "Issues": "golangci-lint", "files": "rubocop", "messages": "pylint", "runs": "sarif", "": "eslint",
}

type jsonReader struct {
	out  *format.Sink
	no   int
	keys map[string]bool
	seen map[string]bool
}

// readJSON reads a report. cut says that it ends early or is no JSON from some
// point on.
func readJSON(r io.Reader, out *format.Sink) (cut bool) {
	limited := &io.LimitedReader{R: r, N: maxJSON}
	d := json.NewDecoder(limited)
	w := &jsonReader{out: out, keys: map[string]bool{}, seen: map[string]bool{}}
	out.See(1)
	err := w.read(d)
	return err != nil && err != io.EOF || limited.N <= 0
}

func (w *jsonReader) read(d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	if token == json.Delim('[') {
		w.out.Framework = writers[""]
		return w.elements(d, lists[""])
	}
	if token != json.Delim('{') {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if err := w.value(d, name); err != nil {
			return err
		}
	}
	return nil
}

// value reads the value of a key of the report.
func (w *jsonReader) value(d *json.Decoder, key string) error {
	w.keys[key] = true
	read, known := lists[key]
	if !known {
		var skip json.RawMessage
		return d.Decode(&skip)
	}
	token, err := d.Token()
	if err != nil {
		return err
	}
	if token == json.Delim('[') {
		w.out.Framework = writers[key]
		return w.elements(d, read)
	}
	if token == json.Delim('{') {
		return skipObject(d)
	}
	return nil
}

func (w *jsonReader) elements(d *json.Decoder, read list) error {
	for d.More() {
		w.no++
		if err := read(d, w); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// skipObject skips an object that was begun.
func skipObject(d *json.Decoder) error {
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
	return nil
}
