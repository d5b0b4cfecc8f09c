package diagnostic

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// ruffFormat is ruff's full output: a code with its message, then the place.
func ruffFormat() format.Format {
	return format.Format{
		Name: "ruff", Language: "python",
		Triggers: []string{
			"^Found ", "^F4", "^F5", "^F6", "^F7", "^F8", "^F9", "^E1", "^E2", "^E3", "^E4", "^E5", "^E7", "^E9", "^W1", "^W2", "^W6", "^I00", "^B0", "^B9", "^UP0", "^N8",
			"^S1", "^S3", "^S5", "^S6", "^PL", "^SIM", "^RUF", "^D1", "^D2", "^D3", "^D4", "^C4", "^C9", "^ANN", "^ARG", "^PT", "^RET", "^TRY", "^PERF", "^invalid-syntax", "^unformatted: ", ".py:", ".pyi:",
		},
		New: func(out *format.Sink) format.Scanner { return &ruff{out: out} },
	}
}

type ruff struct {
	out     *format.Sink
	pending []format.Finding
	before  string
	file    string // the heading of the grouped form
}

var ruffHead = regexp.MustCompile(`^([A-Z]{1,4}\d{2,4}|invalid-syntax|SyntaxError|unformatted)(?: \[\*\])?:? (.+)$`)

// Line takes a code with its message, and then the place below it.
func (r *ruff) Line(l format.Line) bool {
	before := r.before
	r.before = ""
	if r.file != "" && r.grouped(l) {
		return true
	}
	switch {
	case ruffFile.MatchString(l.Text):
		r.file = strings.TrimSuffix(l.Text, ":")
		return true
	case before != "" && strings.HasPrefix(l.Trim, "--> "):
		r.place(before, l)
	case strings.HasPrefix(l.Text, "Found ") && strings.Contains(l.Text, " error"):
		r.flush(sure)
	case l.Indent == 0 && ruffHead.MatchString(l.Trim):
		r.before = l.Trim
	}
	return r.before != ""
}

var (
	ruffFile  = regexp.MustCompile(`^\S+\.(?:pyi?|ipynb):$`)
	ruffEntry = regexp.MustCompile(`^ +(\d+):\d+ +([A-Z]{1,4}\d{2,4}|invalid-syntax):?(?: \[\*\])? (.+)$`)
)

// grouped takes "  1:8  F401 [*] text", below the name of a file.
func (r *ruff) grouped(l format.Line) bool {
	m := ruffEntry.FindStringSubmatch(l.Text)
	if m == nil {
		r.file = ""
		return false
	}
	r.pending = format.Keep(r.out, r.pending, format.Finding{
		Kind: format.Lint, File: r.file, Line: format.Count(m[1]), ErrorType: m[2], Message: m[3], Output: l.Text, No: l.No, Step: l.Step, Weak: true,
	})
	return true
}

func (r *ruff) place(before string, l format.Line) {
	m := ruffHead.FindStringSubmatch(before)
	file, line, _, ok := format.SplitPlace(strings.TrimPrefix(l.Trim, "--> "))
	if m == nil || !ok || len(r.pending) >= format.MaxFindings {
		return
	}
	r.pending = append(r.pending, format.Finding{
		Kind: format.Lint, File: file, Line: line, ErrorType: m[1], Message: m[2], Output: before + "\n" + l.Text, No: l.No, Step: l.Step, Weak: true,
	})
}

func (r *ruff) flush(e evidence) {
	for _, f := range r.pending {
		f.Weak = e == weak
		r.out.Fail(f)
	}
	r.pending = nil
}

func (r *ruff) End() { r.flush(weak) }
