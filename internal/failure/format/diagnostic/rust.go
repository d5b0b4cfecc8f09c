package diagnostic

import (
	"cmp"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// rustFormat is what rustc and clippy say: a message, its place, and quoted source.
func rustFormat() format.Format {
	return format.Format{
		Name: "cargo", Language: "rust",
		Triggers: []string{"^error[", "^error: ", "could not compile ", ": error[E", ".rs:", `^{"reason":"`},
		New:      func(out *format.Sink) format.Scanner { return &rust{out: out} },
	}
}

type rust struct {
	out      *format.Sink
	current  *format.Finding
	labelled bool // the first mark was read, or a note began
	lines    format.Block
	pending  []format.Finding
}

func (r *rust) Line(l format.Line) bool {
	if r.current != nil && r.within(l) {
		return true
	}
	r.close()
	switch {
	case strings.Contains(l.Text, "could not compile "):
		r.flush(sure)
	case strings.HasPrefix(l.Trim, "error[") || strings.HasPrefix(l.Trim, "error: "):
		return r.begin(l)
	case strings.HasPrefix(l.Trim, `{"reason":"`):
		r.message(l)
	default:
		r.short(l)
	}
	return false
}

var shortError = regexp.MustCompile(`^([^\s:]\S*\.rs):(\d+):\d+: error(?:\[(\w+)\])?: (.+)$`)

// short takes "src/lib.rs:3:5: error[E0308]: mismatched types: expected `u64`, found `u32`",
// which --message-format short prints: the message, then what the long form has beside its
// first mark.
func (r *rust) short(l format.Line) {
	m := shortError.FindStringSubmatch(l.Trim)
	if m == nil {
		return
	}
	text := m[4]
	if i := labelAt(text); i > 0 {
		text = text[:i] + "\n" + text[i+len(": "):]
	}
	r.pending = format.Keep(r.out, r.pending, format.Finding{
		Kind: format.Build, File: m[1], Line: format.Count(m[2]), ErrorType: cmp.Or(m[3], "error"), Message: text, Output: l.Text, No: l.No, Step: l.Step, Weak: true,
	})
}

// labelAt returns where a message ends and ": " with its label begins, which is not within
// code; 0 if it has none.
func labelAt(text string) int {
	quoted := false
	for i := range len(text) {
		if text[i] == '`' {
			quoted = !quoted
		}
		if !quoted && strings.HasPrefix(text[i:], ": ") {
			return i
		}
	}
	return 0
}

// message takes a line of --message-format json, which has the text of a message too.
func (r *rust) message(l format.Line) {
	var v struct {
		Success *bool
		Message struct{ Level, Rendered string }
	}
	if json.Unmarshal([]byte(l.Trim), &v) != nil {
		return
	}
	if v.Success != nil && !*v.Success {
		r.flush(sure)
	}
	if v.Message.Level != "error" {
		return
	}
	for text := range strings.SplitSeq(v.Message.Rendered, "\n") {
		line := format.NewLine(text)
		line.No, line.Step = l.No, l.Step
		r.Line(line)
	}
	r.close()
}

// begin takes "error[E0308]: mismatched types" and "error: text".
func (r *rust) begin(l format.Line) bool {
	head, message, ok := strings.Cut(l.Trim, ": ")
	if !ok || strings.HasPrefix(message, "aborting due to ") || strings.HasPrefix(message, "could not compile") || strings.HasPrefix(message, "test failed, to rerun") || strings.HasPrefix(message, "process didn't exit") {
		return false
	}
	code := strings.TrimSuffix(strings.TrimPrefix(head, "error["), "]")
	if head == "error" {
		code = "error"
	}
	r.current = &format.Finding{Kind: format.Build, ErrorType: code, Message: message, No: l.No, Step: l.Step, Weak: true}
	r.labelled = false
	r.lines.Reset()
	r.lines.Add(l.Text)
	return true
}

// within takes the lines that belong to a message.
func (r *rust) within(l format.Line) bool {
	if l.Trim == "" || strings.HasPrefix(l.Trim, "error") || strings.HasPrefix(l.Trim, "warning: ") || strings.HasPrefix(l.Trim, "warning[") {
		return false
	}
	r.lines.Add(l.Text)
	if at, ok := strings.CutPrefix(l.Trim, "--> "); ok && r.current.File == "" {
		if file, line, _, found := format.SplitPlace(at); found {
			r.current.File, r.current.Line = file, line
		}
	}
	r.label(l)
	r.lint(l.Trim)
	return true
}

// label takes what rustc says beside the first mark below the source, where its message
// has the types and names: "   |     ^^^^ expected `u32`, found `String`". Help and notes
// have marks of their own.
func (r *rust) label(l format.Line) {
	marks, gutter := strings.CutPrefix(l.Trim, "|")
	note := !gutter && l.Indent == 0 && l.Trim[0] > '9'
	if r.labelled || !note && (!gutter || !strings.Contains(marks, "^")) {
		return
	}
	r.labelled = true
	text := strings.TrimLeft(marks, " |^-_")
	if before := strings.TrimSuffix(marks, text); gutter && text != "" && strings.HasSuffix(before, "^ ") {
		r.current.Message += "\n" + text
	}
}

// lint takes the name of a lint, from the note with it or from the link to its page.
func (r *rust) lint(t string) {
	if strings.HasPrefix(t, "= note: ") {
		for _, level := range []string{"#[deny(", "-D "} {
			if _, name, ok := strings.Cut(t, level); ok {
				name, _, _ = strings.Cut(name, ")")
				name, _, _ = strings.Cut(name, "`")
				name = strings.ReplaceAll(name, "-", "_")
				if strings.HasPrefix(name, "clippy::") {
					r.current.Kind = format.Lint
				}
				if name != "warnings" {
					r.current.ErrorType = name
				}
			}
		}
		if _, name, ok := strings.Cut(t, "`-D clippy::"); ok {
			name, _, _ = strings.Cut(name, "`")
			r.current.ErrorType, r.current.Kind = "clippy::"+strings.ReplaceAll(name, "-", "_"), format.Lint
		}
	}
	if _, name, ok := strings.Cut(t, "rust-clippy/"); ok && r.current.ErrorType == "error" {
		if _, name, ok = strings.Cut(name, "#"); ok {
			name = name[strings.LastIndexByte(name, '/')+1:]
			r.current.ErrorType, r.current.Kind = "clippy::"+name, format.Lint
		}
	}
}

func (r *rust) close() {
	if r.current == nil {
		return
	}
	f := *r.current
	r.current = nil
	f.Output = r.lines.Text()
	if f.File == "" && f.ErrorType == "error" && !strings.Contains(f.Message, "linking with") {
		return
	}
	r.pending = format.Keep(r.out, r.pending, f)
}

func (r *rust) flush(e evidence) {
	for _, f := range r.pending {
		f.Weak = e == weak
		r.out.Fail(f)
	}
	r.pending = nil
}

func (r *rust) End() {
	r.close()
	r.flush(weak)
}
