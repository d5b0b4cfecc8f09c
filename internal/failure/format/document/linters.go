package document

import (
	"encoding/json"

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

// topLevel reads an element of a report that is a list: ESLint or Ruff.
func topLevel(d *json.Decoder, w *jsonReader) error {
	var e struct {
		FilePath string
		Messages []struct {
			RuleID         *string
			Severity, Line int
			Message        string
		}
		Code, Filename, Message string
		Location                struct{ Row int }
	}
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
	if e.Filename != "" && e.Code != "" {
		w.lint(format.Finding{Framework: "ruff", File: e.Filename, Line: e.Location.Row, ErrorType: e.Code, Message: e.Message})
	}
	return nil
}

// errorSeverity is ESLint's number for what fails a run.
const errorSeverity = 2
