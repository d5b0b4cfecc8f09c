package diagnostic

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// eslintFormat is ESLint's default output: a file as a heading, then a line each
// message.
func eslintFormat() format.Format {
	return format.Format{
		Name: "eslint", Language: "javascript",
		Triggers: []string{"  error  ", ".js", ".ts", ".vue", ".jsx", ".mjs", ".cjs", ".svelte", ".yml", ".yaml", ".css", ".scss", ".less", "  ✖  ", " problems (", " problem (", "  Error: ", "^" + tooManyWarnings, " [Error"},
		New:      func(out *format.Sink) format.Scanner { return &eslint{out: out} },
	}
}

type eslint struct {
	out     *format.Sink
	file    string
	pending []format.Finding

	warnings []format.Finding // of the last run: they count if there are too many
}

var (
	eslintLine = regexp.MustCompile(`^(\d+):\d+\s+(error|warning|[✖×])\s+(.+?)(?:\s{2,}(\S+))?$`)
	eslintUnix = regexp.MustCompile(`^(\S+?):(\d+):\d+: (.+) \[Error(?:/([\w@/-]+))?\]$`)
	nextLint   = regexp.MustCompile(`^(\d+):\d+\s+(Error): (.+?)  (\S+)$`)
)

func (e *eslint) Line(l format.Line) bool {
	switch {
	case strings.HasPrefix(l.Text, tooManyWarnings):
		e.pending, e.warnings = e.warnings, nil
		e.flush(sure)
		return false
	case strings.Contains(l.Trim, " problem"):
		return e.summary(l)
	case l.Indent == 0 && isHeading(l.Trim):
		e.file = l.Trim
		return true
	case l.Indent == 0 && strings.Contains(l.Text, " [Error"):
		if m := eslintUnix.FindStringSubmatch(l.Trim); m != nil {
			e.add(issue{m[1], m[2], m[3], m[4]}, l)
		}
		return false
	case e.file == "" || l.Trim == "":
		e.file = ""
		return false
	}
	e.message(l)
	return e.file != ""
}

// tooManyWarnings is what ESLint says where --max-warnings makes them a failure.
const tooManyWarnings = "ESLint found too many warnings"

// isHeading reports whether a line is nothing but the path of a source file.
func isHeading(t string) bool {
	rest := t
	if len(t) > 2 && t[1] == ':' { // a drive
		rest = t[2:]
	}
	if strings.ContainsAny(rest, " \t:'\"()") {
		return false
	}
	for _, ext := range []string{".js", ".ts", ".jsx", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".json", ".md", ".yml", ".yaml", ".css", ".scss", ".less"} {
		if strings.HasSuffix(t, ext) {
			return true
		}
	}
	return false
}

func (e *eslint) message(l format.Line) {
	m := eslintLine.FindStringSubmatch(l.Trim)
	if m == nil {
		m = nextLint.FindStringSubmatch(l.Trim)
	}
	switch {
	case m == nil:
		e.file = ""
	case m[2] == "warning":
		before := e.pending
		e.pending = e.warnings
		e.add(issue{e.file, m[1], m[3], m[4]}, l)
		e.pending, e.warnings = before, e.pending
	default:
		e.add(issue{e.file, m[1], m[3], m[4]}, l)
		if n := len(e.pending); n > 0 && m[2] != "error" && m[2] != "Error" { // stylelint looks alike
			e.pending[n-1].Framework = "stylelint"
		}
	}
}

// issue is a message, as it was printed.
type issue struct{ file, line, message, rule string }

func (e *eslint) add(i issue, l format.Line) {
	if len(e.pending) >= format.MaxFindings {
		e.out.Dropped++
		return
	}
	n, _ := format.Number(i.line)
	if i.rule == "" {
		i.rule = "error"
	}
	f := format.Finding{
		Kind: format.Lint, File: i.file, Line: max(n, 0), ErrorType: i.rule, Message: i.message, Output: l.Text, No: l.No, Step: l.Step, Weak: true,
	}
	if strings.HasPrefix(i.rule, "(") { // yamllint looks alike
		f.Framework, f.ErrorType = "yamllint", strings.Trim(i.rule, "()")
	}
	e.pending = append(e.pending, f)
}

// summary takes "✖ 7 problems (6 errors, 1 warning)".
func (e *eslint) summary(l format.Line) bool {
	if strings.Contains(l.Trim, "✖ ") || strings.Contains(l.Trim, "× ") {
		e.flush(sure)
	}
	e.file = ""
	return false
}

func (e *eslint) flush(how evidence) {
	for _, f := range e.pending {
		f.Weak = how == weak
		e.out.Fail(f)
	}
	e.pending = nil
}

func (e *eslint) End() { e.flush(weak) }
