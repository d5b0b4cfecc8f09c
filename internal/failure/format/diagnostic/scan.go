package diagnostic

import (
	"regexp"
	"slices"
	"strings"

	"github.com/reviewdog/errorformat"

	"github.com/regreen/regreen/internal/failure/format"
)

// Formats returns the formats of this package.
func Formats() []format.Format {
	var list []format.Format
	for _, t := range tools() {
		list = append(list, format.Format{
			Name: t.name, Language: t.language,
			Triggers: append(append([]string{}, t.triggers...), t.sure...),
			New:      func(out *format.Sink) format.Scanner { return newScanner(t, out) },
		})
	}
	// What reads flake8 reads pylint too, and names it.
	pylint := format.Format{Name: "pylint", Language: "python", New: func(out *format.Sink) format.Scanner { return newScanner(tool{}, out) }}
	return append(list, eslintFormat(), rustFormat(), ruffFormat(), layoutFormat(), pylint)
}

// evidence says how sure it is that messages made something fail.
type evidence int

const (
	sure evidence = iota // the tool said that it failed
	weak                 // it only printed them
)

// scanner reads the messages of one tool. A pattern of errorformat is applied to
// one line at a time: the scanner of that library stops at lines above 64 KiB.
type scanner struct {
	tool     tool
	out      *format.Sink
	patterns []*errorformat.Efm
	pending  []format.Finding
	warnings []format.Finding // that count if the tool failed without an error
	errors   bool             // a message was an error
	open     bool             // the last message may go on
	lines    int              // that were added to it
	unit     string           // what ninja was building
	used     string           // where the template is used that the next message is about
}

func newScanner(t tool, out *format.Sink) *scanner {
	s := &scanner{tool: t, out: out}
	for _, p := range t.patterns {
		if e, err := errorformat.NewEfm(p); err == nil {
			s.patterns = append(s.patterns, e)
		}
	}
	return s
}

// maxMessageLine is the longest line that is taken for a message; command lines of
// compilers are longer, and patterns are slow on them.
const maxMessageLine = 4000

func (s *scanner) Line(l format.Line) bool {
	if s.open && (s.wrapped(l) || s.tool.more && s.goesOn(l)) {
		return true
	}
	s.open = false
	if unit, ok := strings.CutPrefix(l.Trim, "FAILED: "); ok {
		s.unit = unit
	}
	if len(l.Text) > maxMessageLine {
		return false
	}
	if at, ok := strings.CutSuffix(l.Trim, ":   required from here"); ok {
		s.used = at
		return false
	}
	if f, ok := s.match(l); ok {
		s.instantiated(&f)
		before := len(s.pending)
		s.add(f)
		s.open = s.tool.more || s.tool.unfinished != nil && len(s.pending) > before
		return s.open
	}
	if says(l, s.tool.strict) {
		s.pending = append(s.pending, s.warnings...)
		s.warnings = nil
	}
	if s.confirms(l) {
		s.flush(sure)
	}
	return false
}

// wrapped takes the rest of a message that the tool broke to fit a terminal.
func (s *scanner) wrapped(l format.Line) bool {
	if s.tool.unfinished == nil {
		return false
	}
	f := &s.pending[len(s.pending)-1]
	if !s.tool.unfinished(*f) || l.Indent > 0 || l.Trim == "" || hasLine(l.Trim) || says(l, s.tool.sure) || s.lines >= maxMore {
		return false
	}
	s.lines++
	f.Message += " " + l.Trim
	f.Output += "\n" + l.Text
	s.tool.refine(f)
	return true
}

// instantiated moves a message about a template of a library to where the project uses that.
func (s *scanner) instantiated(f *format.Finding) {
	file, line, _, ok := format.SplitPlace(s.used)
	if ok && f.File != "" && !format.Own(f.File) && format.Own(file) {
		f.File, f.Line = file, line
	}
	s.used = ""
}

// maxMore is how many lines may follow a message.
const maxMore = 12

func (s *scanner) goesOn(l format.Line) bool {
	f := &s.pending[len(s.pending)-1]
	for _, level := range []string{"[error] ", "[ERROR] "} { // sbt puts it before every line, Maven does in its summary
		if bare, ok := strings.CutPrefix(l.Text, level); ok {
			l = format.NewLine(bare)
		}
	}
	if s.tool.rest != nil && l.Indent > 0 {
		if _, next := s.match(l); next {
			return false
		}
	}
	if l.Indent == 0 && l.Trim != "" || l.Trim == "" && f.Message != "" || s.lines >= maxMore {
		return false
	}
	s.lines++
	f.Output += "\n" + l.Text
	switch first, _, _ := strings.Cut(f.Message, "\n"); {
	case s.tool.rest != nil:
		s.tool.rest(f, l.Trim)
	case f.Message == "":
		f.Message = l.Trim
	case strings.HasSuffix(first, ";") && isDetail(l.Trim): // scalac
		f.Message += "\n" + l.Trim
	case isUnexplained(first) && below(f.Output): // javac
		f.Message += "\n" + strings.Join(strings.Fields(l.Trim), " ")
	case strings.HasPrefix(l.Trim, "attempting to ") && strings.Contains(first, " cannot "): // javac
		f.Message += "\n" + l.Trim
	case first == "cannot find symbol" && strings.HasPrefix(l.Trim, "symbol:"): // javac
		f.Message += "\n" + strings.Join(strings.Fields(l.Trim), " ")
	}
	return true
}

// unexplained begins the messages of javac whose reason stands below them.
var unexplained = regexp.MustCompile(`^(?:incompatible types: )?(?:invalid (?:method|constructor) reference|bad return type in |inference variable |cannot infer type)|^no suitable (?:method|constructor) found`)

func isUnexplained(message string) bool { return unexplained.MatchString(message) }

// below reports whether the last line of an output is one of the reason, which stands
// below the quoted source, and where Maven prints it below the message. What javac explains
// of its type variables comes behind it.
func below(output string) bool {
	lines := strings.Split(output, "\n")
	if strings.Contains(output, "\n  where ") {
		return false
	}
	return strings.HasPrefix(output, "[ERROR] ") || slices.ContainsFunc(lines[:len(lines)-1], func(l string) bool { return strings.TrimSpace(l) == "^" })
}

// isDetail reports whether a line says what scalac found, and what it wants.
func isDetail(t string) bool {
	return strings.HasPrefix(t, "found   : ") || strings.HasPrefix(t, "required: ")
}

func (s *scanner) match(l format.Line) (format.Finding, bool) {
	text := strings.TrimSpace(l.Text)
	if s.tool.trim != nil {
		text = s.tool.trim(text)
	}
	if !s.tool.anywhere && !hasLine(text) && !strings.HasSuffix(text, strictWarnings) {
		return format.Finding{}, false
	}
	for _, p := range s.patterns {
		m := p.Match(text)
		if m == nil || m.F == "" && !s.tool.placeless || len(m.F) > 500 {
			continue
		}
		f := format.Finding{Kind: s.tool.kind, File: m.F, Line: m.L, Message: m.M, Output: l.Text, No: l.No, Step: l.Step, Weak: true, Unit: s.unit}
		if s.tool.refine(&f) {
			return f, true
		}
	}
	return format.Finding{}, false
}

// strictWarnings is javac's error where a file has nothing but warnings; it has no line.
const strictWarnings = "warnings found and -Werror specified"

// hasLine reports whether a text has what may be a line number: digits after a colon,
// a bracket, or the word line.
func hasLine(t string) bool {
	for i := 0; i+1 < len(t); i++ {
		if c := t[i+1]; c < '0' || c > '9' {
			continue
		}
		switch t[i] {
		case ':', '(', '[':
			return true
		case ' ':
			if strings.HasSuffix(t[:i], "line") || strings.HasSuffix(t[:i], "(") {
				return true
			}
		}
	}
	return false
}

func (s *scanner) add(f format.Finding) {
	if slices.ContainsFunc(s.recent(), func(old format.Finding) bool { return twins(old, f) }) {
		return
	}
	warning := slices.ContainsFunc(s.tool.warnings, func(mark string) bool { return strings.Contains(f.Output, mark) })
	switch {
	case len(s.pending)+len(s.warnings) >= format.MaxFindings:
		s.out.Dropped++
	case !warning:
		s.lines = 0
		s.errors, s.warnings = true, nil
		s.pending = append(s.pending, f)
	case !s.errors:
		s.warnings = append(s.warnings, f)
	}
}

// maxRecent is how far back a message is looked for that stands twice: Checkstyle and the
// plugin of Maven that runs it both list all of them.
const maxRecent = 200

func (s *scanner) recent() []format.Finding {
	all := append(slices.Clone(s.warnings), s.pending...)
	return all[max(0, len(all)-maxRecent):]
}

// twins reports whether two messages are one, with the path once from the root of the
// disk and once from that of the project.
func twins(a, b format.Finding) bool {
	return a.Line == b.Line && a.ErrorType == b.ErrorType && a.Message == b.Message && a.File != b.File &&
		(strings.HasSuffix(a.File, "/"+b.File) || strings.HasSuffix(b.File, "/"+a.File))
}

// confirms reports whether a line says that the tool failed.
func (s *scanner) confirms(l format.Line) bool {
	if len(s.pending) == 0 {
		return false
	}
	return says(l, s.tool.sure)
}

// says reports whether a line has one of the texts.
func says(l format.Line, texts []string) bool {
	for _, t := range texts {
		if bare, ok := strings.CutPrefix(t, "^"); ok && strings.HasPrefix(l.Trim, bare) || !ok && strings.Contains(l.Text, t) {
			return !strings.HasPrefix(t, "> Task") || strings.HasSuffix(l.Trim, " FAILED")
		}
	}
	return false
}

func (s *scanner) flush(e evidence) {
	alike := slices.ContainsFunc(s.pending, func(f format.Finding) bool { return s.tool.alike != "" && f.Framework == s.tool.alike })
	for _, f := range s.pending {
		if alike && f.Framework == "" { // some of its messages show whose they all are
			f.Framework = s.tool.alike
		}
		f.Weak = e == weak
		s.out.Fail(f)
	}
	s.pending = s.pending[:0]
}

func (s *scanner) End() { s.flush(weak) }
