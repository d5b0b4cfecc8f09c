package document

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

func (w *jsonReader) lint(f format.Finding) {
	f.Kind, f.No = format.Lint, w.no
	if f.Output == "" {
		f.Output = f.Message
	}
	w.out.Fail(f)
}

// golangciIssue reads an issue of golangci-lint.
func golangciIssue(d *json.Decoder, w *jsonReader) error {
	var i struct {
		FromLinter, Text string
		Pos              struct {
			Filename string
			Line     int
		}
	}
	if err := d.Decode(&i); err != nil {
		return err
	}
	w.lint(format.Finding{Framework: "golangci-lint", File: i.Pos.Filename, Line: i.Pos.Line, ErrorType: i.FromLinter, Message: i.Text})
	return nil
}

// rubocopFile reads a file of RuboCop's report.
func rubocopFile(d *json.Decoder, w *jsonReader) error {
	var file struct {
		Path     string
		Offenses []struct {
			Severity, Message string
			CopName           string `json:"cop_name"`
			Location          struct{ Line int }
		}
	}
	if err := d.Decode(&file); err != nil {
		return err
	}
	for _, o := range file.Offenses {
		w.lint(format.Finding{Framework: "rubocop", File: file.Path, Line: o.Location.Line, ErrorType: o.CopName, Message: o.Message})
	}
	return nil
}

// element is an element of a report that is a list, by ESLint, ruff or pylint, or of
// GitLab's code quality report.
type element struct {
	FilePath string // ESLint
	Messages []struct {
		RuleID         *string
		Severity, Line int
		Message        string
	}

	Code, Filename, Message string // ruff
	Location                struct {
		Row       int
		Path      string // GitLab
		Lines     struct{ Begin int }
		Positions struct{ Begin struct{ Line int } }
	}

	CheckName   string `json:"check_name"` // GitLab
	Description string

	pylintMessage
}

// pylintMessage is a message of pylint, in the words of its json and its json2 form.
type pylintMessage struct {
	Path, Symbol, Type string
	Line               int
	MessageID          string `json:"messageId"`
	OldMessageID       string `json:"message-id"`
}

// topLevel reads an element of a report that is a list.
func topLevel(d *json.Decoder, w *jsonReader) error {
	var e element
	if err := d.Decode(&e); err != nil {
		return err
	}
	for _, m := range e.Messages {
		if m.Severity < errorSeverity {
			continue
		}
		rule := "error"
		if m.RuleID != nil {
			rule = *m.RuleID
		}
		w.lint(format.Finding{Framework: "eslint", File: e.FilePath, Line: m.Line, ErrorType: rule, Message: m.Message})
	}
	switch {
	case e.Filename != "" && e.Code != "":
		w.lint(format.Finding{Framework: ruff, File: e.Filename, Line: e.Location.Row, ErrorType: e.Code, Message: e.Message})
	case e.Symbol != "":
		w.pylint(e.pylintMessage, e.Message)
	case e.CheckName != "" && e.Description != "":
		w.gitlab(e)
	}
	return nil
}

const ruff = "ruff"

// pylintEntry reads an element of the list in pylint's json2 form.
func pylintEntry(d *json.Decoder, w *jsonReader) error {
	var e struct {
		pylintMessage
		Message string
	}
	if err := d.Decode(&e); err != nil {
		return err
	}
	w.pylint(e.pylintMessage, e.Message)
	return nil
}

func (w *jsonReader) pylint(m pylintMessage, text string) {
	w.lint(format.Finding{Framework: "pylint", File: m.Path, Line: m.Line, ErrorType: cmp.Or(m.MessageID, m.OldMessageID, m.Symbol), Message: text})
}

// gitlab takes an entry of a code quality report. ruff and golangci-lint write the rule, or
// the linter, before the text.
func (w *jsonReader) gitlab(e element) {
	f := format.Finding{Framework: "code-quality", File: e.Location.Path, Line: max(e.Location.Lines.Begin, e.Location.Positions.Begin.Line), ErrorType: e.CheckName}
	message, prefixed := strings.CutPrefix(e.Description, e.CheckName+": ")
	switch f.Message = message; {
	case prefixed && strings.HasSuffix(f.File, ".go"):
		f.Framework = "golangci-lint"
	case prefixed && strings.Contains(f.File, ".py"):
		f.Framework = ruff
	}
	w.lint(f)
}

// readLine reads a message that stands on a line of its own, by mypy or by ruff. ok is
// false if the line is no such.
func readLine(text string) (f format.Finding, ok bool) {
	var m struct {
		File, Filename, Code, Message, Severity string
		Line                                    int
		Location                                struct{ Row int }
	}
	if json.Unmarshal([]byte(text), &m) != nil || m.Message == "" {
		return f, false
	}
	f = format.Finding{Kind: format.Lint, ErrorType: m.Code, Message: m.Message, Output: text}
	switch {
	case m.Filename != "" && m.Location.Row > 0:
		f.Framework, f.File, f.Line = ruff, m.Filename, m.Location.Row
	case m.File != "" && m.Line > 0 && m.Severity == "error":
		f.Framework, f.File, f.Line = "mypy", m.File, m.Line
	default:
		return f, false
	}
	f.ErrorType = cmp.Or(f.ErrorType, "error")
	return f, true
}

// errorSeverity is ESLint's number for what fails a run.
const errorSeverity = 2
