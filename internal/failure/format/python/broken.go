package python

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// broken follows what ends a run of pytest beside its tests: an error inside pytest or a
// plugin, a wrong command line or configuration, pytest.exit, a crash of the interpreter,
// and pytest-timeout where it ends the process.
type broken struct {
	endings []*ending
	open    *ending // gets the lines that follow
	empty   bool    // the session before this line ran no tests
}

// ending is what one of these printed.
type ending struct {
	kind    format.Kind
	typ     string // of the error; "" if the text has it
	message string // "" if the text has it
	test    string // node id, as far as it was printed
	text    format.Block
	no      int
	stack   func(l format.Line) bool // whether a line goes on; nil if there are no more
	fatal   bool                     // counts only if the process ended there
}

const (
	internalMark = "INTERNALERROR>"
	usageMark    = "ERROR: "
	fatalMark    = "Fatal Python error: "
	timeoutTitle = "Timeout"
	exitMark     = " _pytest.outcomes.Exit: "
)

// crashed takes a line of a crash of the interpreter.
func (b *broken) crashed(l format.Line) bool {
	return (b.open != nil || strings.Contains(l.Text, fatalMark)) && b.line(l)
}

// line takes a line, and reports whether it is one of those that broken follows.
func (b *broken) line(l format.Line) bool {
	if b.open != nil {
		if b.open.stack(l) {
			if _, title, ok := plused(l.Text); !ok || title != timeoutTitle {
				b.open.text.Add(unmarked(l.Text))
			}
			return true
		}
		b.open = nil
	}
	e := begun(l, b.empty)
	if e == nil {
		return false
	}
	e.no = l.No
	b.endings = format.Keep(&format.Sink{}, b.endings, e)
	if e.stack != nil {
		b.open = e
	}
	return true
}

// begun returns the ending that a line begins; nil if it begins none. empty says that
// the line follows a session without tests.
func begun(l format.Line, empty bool) *ending {
	if isInternal(l) {
		e := &ending{kind: format.Build, stack: isInternal}
		e.text.Add(unmarked(l.Text))
		return e
	}
	if _, message, ok := strings.Cut(l.Text, exitMark); ok && strings.HasPrefix(l.Text, "!!!!!") {
		e := &ending{kind: format.Build, typ: "Exit", message: strings.TrimSpace(strings.TrimRight(message, "!"))}
		e.text.Add(l.Text)
		return e
	}
	if before, name, ok := strings.Cut(l.Text, fatalMark); ok {
		return &ending{kind: format.Panic, typ: strings.TrimSuffix(fatalMark, ": "), message: name, test: started(before), stack: isStack, fatal: true}
	}
	if isWrongUsage(l.Text, empty) {
		return wrongUsage(strings.TrimPrefix(l.Text, usageMark))
	}
	return nil
}

func isInternal(l format.Line) bool { return strings.HasPrefix(l.Text, internalMark) }

// unmarked returns a line without the mark of an internal error.
func unmarked(t string) string {
	if rest, ok := strings.CutPrefix(t, internalMark); ok {
		return strings.TrimPrefix(rest, " ")
	}
	return t
}

// isStack reports whether a line is one of those that faulthandler prints.
func isStack(l format.Line) bool {
	return l.Trim == "" || l.Indent == 2 || strings.HasPrefix(l.Text, "Thread 0x") || strings.HasPrefix(l.Text, "Current thread") ||
		strings.HasPrefix(l.Text, "Python runtime state: ") || strings.HasPrefix(l.Text, "Extension modules: ")
}

// misuse matches what pytest says of its command line and of its configuration.
var misuse = regexp.MustCompile(`^(?:usage: |file (?:or directory )?not found: |not found: \S*::|found no collectors for |Missing required plugins: |Error importing plugin "` +
	`|Unknown marker\(s\) in '-m' expression|Wrong expression passed to '|\S*(?:pytest\.ini|pytest\.toml|pyproject\.toml|setup\.cfg|tox\.ini)(?::\d+)?: )`)

func isWrongUsage(t string, empty bool) bool {
	rest, ok := strings.CutPrefix(t, usageMark)
	return ok && (empty || misuse.MatchString(rest))
}

// wrongUsage returns the ending of a run that could not begin. Behind "usage: " comes
// "pytest: error: unrecognized arguments: --x", then what the configuration is.
func wrongUsage(text string) *ending {
	e := &ending{kind: format.Build, typ: "UsageError", message: text}
	e.text.Add(text)
	if strings.HasPrefix(text, "usage: ") {
		e.message = ""
	}
	e.stack = func(l format.Line) bool {
		if _, reason, ok := strings.Cut(l.Text, ": error: "); ok && e.message == "" {
			e.message = reason
			return true
		}
		return l.Indent == 2 || e.message == "" && l.Trim != ""
	}
	return e
}

// timeout takes the stacks that pytest-timeout prints between two rules of plus signs.
func (b *broken) timeout(l format.Line) bool {
	before, title, ok := plused(l.Text)
	if !ok || title != timeoutTitle {
		return false
	}
	e := &ending{kind: format.Timeout, typ: "timeout", message: title, test: started(before), no: l.No, fatal: true}
	over := false
	e.stack = func(l format.Line) bool {
		goesOn := !over
		_, title, ok := plused(l.Text)
		over = ok && title == timeoutTitle
		return goesOn
	}
	b.endings, b.open = append(b.endings, e), e
	return true
}

// plused returns the title between plus signs, and what stands before them.
func plused(t string) (before, title string, ok bool) {
	i := strings.Index(t, "+++++")
	if i < 0 {
		return "", "", false
	}
	title, ok = ruled(t[i:], '+')
	return t[:i], title, ok
}

// started returns the node id that -v printed before a test ran, if it did.
func started(text string) string {
	if id := strings.TrimSpace(text); strings.Contains(id, "::") && !strings.Contains(id, " ") {
		return id
	}
	return ""
}

// finding returns the failure that an ending is.
func (e *ending) finding() format.Finding {
	lines := e.text.Lines()
	f := format.Finding{Kind: e.kind, Test: e.test, No: e.no}
	switch {
	case e.fatal:
		f.Frames = e.frames(lines)
		f.Test = cmp.Or(f.Test, testIn(f.Frames))
		f.Output = format.Join(lines)
	case e.typ == "":
		Describe(&f, lines)
	default:
		f.Output = format.Join(lines)
		if file, line, _, ok := format.SplitPlace(e.message); ok {
			f.File, f.Line = file, line
		}
	}
	f.ErrorType = cmp.Or(e.typ, f.ErrorType, "InternalError")
	f.Message = cmp.Or(e.message, f.Message, format.FirstLine(f.Output))
	return f
}

// frames returns the stack of the thread that failed, innermost first. faulthandler prints
// the innermost frame of the current thread first, pytest-timeout that of the main thread
// last.
func (e *ending) frames(lines []string) []format.Frame {
	if i := indexOf(lines, "Stack of MainThread"); i >= 0 {
		return frames(lines[i:])
	}
	i := indexOf(lines, "Current thread 0x")
	if i < 0 {
		return frames(lines)
	}
	var list []format.Frame
	for _, l := range lines[i:] {
		if at, ok := filePlace(l); ok && len(list) < maxFrames {
			list = append(list, at)
		}
	}
	return list
}

// testIn returns the node id of the test that stands in a stack; "" if none does.
func testIn(stack []format.Frame) string {
	for _, at := range stack {
		if strings.HasPrefix(at.Func, "test") && format.Own(at.File) {
			return format.Slash(at.File) + "::" + at.Func
		}
	}
	return ""
}

// ofPytest reports whether a stack is of a process that runs pytest.
func ofPytest(stack []format.Frame) bool {
	for _, at := range stack {
		if strings.Contains(format.Slash(at.File), "/_pytest/") {
			return true
		}
	}
	return false
}

// crashOf returns the ending of a worker of xdist that died while it ran a test; nil if
// it left none.
func (b *broken) crashOf(id string) *ending {
	base, _, _ := strings.Cut(id, "[")
	for _, e := range b.endings {
		if !e.fatal {
			continue
		}
		test := e.finding().Test
		file, name, ok := strings.Cut(test, "::")
		if ok && strings.HasSuffix(base, "::"+name) && strings.HasSuffix(file, base[:strings.Index(base, "::")]) {
			return e
		}
	}
	return nil
}

// flush hands over what ended the run. died says that the process printed no totals.
func (b *broken) flush(out *format.Sink, died bool) {
	for _, e := range b.endings {
		f := e.finding()
		if e.fatal && !died || e.kind == format.Panic && !ofPytest(f.Frames) {
			continue
		}
		out.Red++
		out.Fail(f)
	}
	*b = broken{empty: b.empty}
}

// any reports whether something ended the run that its totals do not count.
func (b *broken) any() bool {
	for _, e := range b.endings {
		if !e.fatal {
			return true
		}
	}
	return false
}
