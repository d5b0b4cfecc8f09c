package python

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// fail hands over one failure, from its line in the summary and its report; either
// may be poor.
func (p *pytest) fail(s *summary, r *report) {
	f := format.Finding{Kind: format.Test, Test: s.id, No: s.no, Attempts: p.attempts[s.id]}
	if s.message != "" {
		f.ErrorType, f.Message = splitError(s.message)
	}
	if r != nil {
		Describe(&f, r.text.Lines())
		f.No = r.no
	}
	file, _, inFile := strings.Cut(s.id, "::")
	if !inFile && r != nil && r.phase != "collecting" && !strings.Contains(s.id, "/") && !isSource(s.id) { // only the name of its function is known
		file, inFile = "", true
	}
	if !inFile { // the file could not be collected
		f.Test, f.Kind = "", format.Build
		if f.File == "" && len(f.Frames) == 0 {
			f.File = file
		}
	}
	if f.Assert.File == "" {
		f.Assert.File = file
	}
	f.Message = s.whole(f.Message)
	if f.ErrorType == "" {
		f.ErrorType = string(f.Kind)
	}
	if f.Output == "" {
		f.Output = s.message
	}
	if strings.HasPrefix(f.ErrorType, "Failed") && strings.Contains(f.Message, "Timeout") {
		f.Kind = format.Timeout
	}
	p.out.Fail(f)
}

// whole returns the message of a failure, which the summary has too, and some styles of
// traceback only the first line of.
func (s *summary) whole(message string) string {
	_, said := splitError(s.message)
	if rest, ok := strings.CutPrefix(said, message); message == "" || ok && strings.HasPrefix(rest, "\n") {
		message = said
	}
	return cmp.Or(strings.TrimSpace(message), "failed")
}

// reportOf finds the report of a line of the summary.
func (p *pytest) reportOf(s *summary, used map[*report]bool) *report {
	name := tight(titleOf(s.id) + s.sub)
	var untitled *report
	for _, r := range p.reports {
		switch {
		case used[r]:
		case r.title == s.id || r.title != "" && tight(r.title) == name:
			return r
		case r.title == "" && untitled == nil && strings.Contains(r.text.Text(), strings.TrimSuffix(format.FirstLine(s.message), "...")): // --tb=line
			untitled = r
		}
	}
	return untitled
}

// tight returns a title without blanks: those around a subtest's text differ.
func tight(title string) string { return strings.ReplaceAll(title, " ", "") }

func indexOf(lines []string, part string) int {
	for i, l := range lines {
		if strings.Contains(l, part) {
			return i
		}
	}
	return -1
}

// titleOf returns the title under which pytest prints the report of a node id:
// "TestClass.test_x[a]" for "tests/test_x.py::TestClass::test_x[a]".
func titleOf(id string) string {
	_, name, ok := strings.Cut(id, "::")
	if !ok {
		return id
	}
	base, params, has := strings.Cut(name, "[")
	base = strings.ReplaceAll(base, "::", ".")
	if has {
		base += "[" + params
	}
	return base
}

// idOf makes the node id of a report that no summary line names: older pytest
// prints none. The file is that of the report's frames.
func (p *pytest) idOf(r *report) string {
	for _, id := range p.order {
		if p.results[id] == format.Failed && titleOf(id) == r.title {
			return id
		}
	}
	if r.phase == "collecting" {
		return r.title
	}
	title := r.title
	if m := subtestTitle.FindStringSubmatch(title); m != nil {
		title = m[1]
	}
	for _, l := range r.text.Lines() {
		if at, ok := entryPlace(l); ok && format.Own(at.File) {
			base, params, has := strings.Cut(title, "[")
			name := strings.ReplaceAll(base, ".", "::")
			if has {
				name += "[" + params
			}
			return format.Slash(at.File) + "::" + name
		}
	}
	return r.title
}

// subtestTitle is "TestU.test_x [text] (i=0)".
var subtestTitle = regexp.MustCompile(`^([\w.]+)(?: \[.*\])?(?: \(.*\))?$`)

// ungrouped returns the traceback of an exception group, without the drawing around it
// and without those of the exceptions in it.
func ungrouped(lines []string) []string {
	i := indexOf(lines, "+ Exception Group Traceback (most recent call last):")
	if i < 0 {
		return lines
	}
	var out []string
	for _, l := range lines[i+1:] {
		rest, ok := strings.CutPrefix(strings.TrimLeft(l, " "), "| ")
		if !ok {
			break
		}
		out = append(out, rest)
	}
	return out
}

// Describe fills a finding from a report of pytest or a traceback of Python, in any of
// their styles.
func Describe(f *format.Finding, lines []string) {
	f.Output = format.Join(lines)
	lines = ungrouped(lastOfChain(lines[:captured(lines)]))
	f.Frames = frames(lines)
	typ, message, at := errorOf(lines)
	if typ != "" || f.Message == "" {
		if f.ErrorType == "" || !strings.HasSuffix(f.ErrorType, typ) {
			f.ErrorType = typ
		}
		f.Message = message
	}
	if f.ErrorType == "" {
		describeDoctest(f, lines)
	}
	if at.File == "" && strings.HasPrefix(f.Message, "fixture '") {
		at = askedFor(lines)
	}
	if at.File != "" {
		f.File, f.Line = at.File, at.Line
	}
}

// askedFor parses "file /src/test_x.py, line 9", the place of a test or fixture that asks
// for a fixture that there is not; the last of several is that which asks for it itself.
func askedFor(lines []string) (at format.Frame) {
	for _, l := range lines {
		rest, ok := strings.CutPrefix(l, "file ")
		if file, no, found := strings.Cut(rest, ", line "); ok && found {
			at = format.Frame{File: file, Line: format.Count(no)}
		}
	}
	return at
}

// captured returns the number of lines before the output that pytest captured.
func captured(lines []string) int {
	for i, l := range lines {
		if title, ok := ruled(strings.TrimSpace(l), '-'); ok && strings.HasPrefix(title, "Captured ") {
			return i
		}
	}
	return len(lines)
}

// lastOfChain returns the lines of the last exception of a chain, which is the one
// that was not handled.
func lastOfChain(lines []string) []string {
	for i := len(lines) - 1; i > 0; i-- {
		if strings.Contains(lines[i], "The above exception was the direct cause of the following exception") || strings.Contains(lines[i], "During handling of the above exception, another exception occurred") {
			if len(frames(lines[i:])) > 0 {
				return lines[i:]
			}
		}
	}
	return lines
}

// describeDoctest reads an example of documentation whose output differs.
func describeDoctest(f *format.Finding, lines []string) {
	i := indexOf(lines, "Expected:")
	if i < 0 {
		return
	}
	f.ErrorType = "DocTestFailure"
	var kept []string
	for _, l := range lines[i:] {
		if _, ok := entryPlace(l); ok {
			break
		}
		kept = append(kept, l)
	}
	f.Message = format.Join(kept)
}

// frames reads the places of a traceback, in pytest's own style and in Python's,
// innermost first.
func frames(lines []string) []format.Frame {
	var list []format.Frame
	for _, l := range lines {
		at, ok := entryPlace(l)
		if !ok {
			at, ok = filePlace(l)
		}
		if ok && len(list) < maxFrames {
			list = append(list, at)
		}
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

const maxFrames = 100

// entryPlace parses "tests/test_x.py:12: AssertionError" and "x.py:12: in name".
func entryPlace(l string) (format.Frame, bool) {
	if l == "" || l[0] == ' ' || l[0] == '\t' {
		return format.Frame{}, false
	}
	file, line, rest, ok := format.SplitPlace(l)
	if !ok || !strings.HasPrefix(rest, ":") || !isSource(file) || len(rest) > 1 && rest[1] != ' ' {
		return format.Frame{}, false
	}
	at := format.Frame{File: file, Line: line}
	if name, isFunc := strings.CutPrefix(strings.TrimSpace(rest[1:]), "in "); isFunc {
		at.Func = name
	}
	return at, true
}

func isSource(file string) bool {
	return strings.HasSuffix(file, ".py") || strings.HasSuffix(file, ".pyx") || strings.HasSuffix(file, ">") || strings.HasSuffix(file, ".pyi")
}

// filePlace parses `  File "x.py", line 12, in name`, also behind pytest's "E".
func filePlace(l string) (format.Frame, bool) {
	t := strings.TrimSpace(strings.TrimPrefix(l, "E "))
	rest, ok := strings.CutPrefix(t, `File "`)
	if !ok {
		return format.Frame{}, false
	}
	file, rest, ok := strings.Cut(rest, `", line `)
	if !ok {
		return format.Frame{}, false
	}
	line, rest := format.Number(rest)
	if line < 0 {
		return format.Frame{}, false
	}
	at := format.Frame{File: file, Line: line}
	if name, isFunc := strings.CutPrefix(strings.TrimPrefix(rest, ","), " in "); isFunc { // faulthandler has no comma
		at.Func = name
	}
	return at, true
}

// errorOf returns the class and the text of the error that ended a traceback. Of a
// chain it is the last one. A syntax error stands in the file that it names.
func errorOf(lines []string) (typ, message string, at format.Frame) {
	group := errorLines(lines)
	if len(group) == 0 {
		return plainError(lines)
	}
	for i, l := range group {
		if strings.HasPrefix(strings.TrimSpace(l), `File "`) {
			if place, ok := filePlace(l); ok && place.Func == "" {
				at = place
			}
		}
		if t, m := splitError(strings.TrimSpace(l)); t != "" {
			rest := append([]string{m}, group[i+1:]...)
			return t, format.Join(rest), at
		}
	}
	return assertionOf(lines), format.Join(group), at
}

// errorLines returns the last group of lines that pytest marks with E.
func errorLines(lines []string) []string {
	end := -1
	for i := len(lines) - 1; i >= 0 && end < 0; i-- {
		if lines[i] == "E" || strings.HasPrefix(lines[i], "E  ") {
			end = i
		}
	}
	if end < 0 {
		return nil
	}
	start := end
	for start > 0 && (lines[start-1] == "E" || strings.HasPrefix(lines[start-1], "E  ")) {
		start--
	}
	group := make([]string, 0, end-start+1)
	for _, l := range lines[start : end+1] {
		group = append(group, strings.TrimPrefix(l, "E"))
	}
	return format.Dedent(group)
}

// assertionOf returns the class that stands at the end of the place line.
func assertionOf(lines []string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		if _, ok := entryPlace(lines[i]); ok {
			t := lines[i][strings.LastIndex(lines[i], ": ")+2:]
			if format.IsExceptionName(t) {
				return t
			}
		}
	}
	return "AssertionError"
}

// plainError reads the error of a traceback in Python's own style: the line after
// the last indented one.
func plainError(lines []string) (typ, message string, at format.Frame) {
	last := -1
	for i, l := range lines {
		if strings.HasPrefix(strings.TrimSpace(l), `File "`) {
			last = i
		}
	}
	for i := last + 1; i < len(lines) && last >= 0; i++ {
		if l := lines[i]; l == "" || l[0] == ' ' {
			continue
		}
		if t, m := splitError(lines[i]); t != "" {
			if place, ok := filePlace(lines[last]); ok && place.Func == "" && strings.HasSuffix(t, "SyntaxError") {
				at = place
			}
			return t, m, at
		}
	}
	return "", "", at
}

// splitError splits "pkg.ValueError: text" into class and text. The text of a bare
// assertion stands for itself.
func splitError(t string) (typ, message string) {
	first, _, _ := strings.Cut(t, "\n")
	name, _, ok := strings.Cut(first, ": ")
	if !ok {
		name = strings.TrimSuffix(first, ":")
	}
	if format.IsExceptionName(name) && !strings.Contains(name, "::") && (ok || strings.ContainsAny(name, ".") || isErrorWord(name)) {
		return name, strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(t, name), ":"))
	}
	if strings.HasPrefix(t, "assert ") {
		return "AssertionError", t
	}
	return "", t
}

// isErrorWord tells the name of a bare exception from a word.
func isErrorWord(name string) bool {
	for _, end := range []string{"Error", "Exception", "Warning", "Interrupt", "Exit", "Iteration", "Failed", "Timeout", "NotFound", "DoesNotExist"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
