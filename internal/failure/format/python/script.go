package python

import (
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// script reads the tracebacks of Python programs: a test file that could not be
// imported, a script of the build. Programs print tracebacks that they survive, so
// they explain a failure only where nothing else does.
type script struct {
	out   *format.Sink
	text  format.Block
	open  bool
	no    int
	first bool // a traceback was reported: what follows is its wrapper's
	crash broken
}

func newScript(out *format.Sink) *script { return &script{out: out} }

func (s *script) Line(l format.Line) bool {
	if s.crash.crashed(l) {
		return true
	}
	if strings.HasPrefix(l.Trim, "Traceback (most recent call last)") {
		s.open, s.no = true, l.No
		s.text.Reset()
		s.text.Add(l.Text)
		return true
	}
	if !s.open {
		return s.bare(l)
	}
	s.text.Add(l.Text)
	if s.text.Len() > maxTraceback || l.Indent > 0 && !isErrorLine(l) {
		s.open = s.text.Len() <= maxTraceback
		return s.open
	}
	if isErrorLine(l) {
		s.close(l)
	} else if l.Trim == "" || l.Indent == 0 {
		s.open = l.Trim == "" && s.text.Len() < 2
	}
	return s.open
}

const maxTraceback = 150

// isErrorLine reports whether a line names the error that ended a traceback.
func isErrorLine(l format.Line) bool {
	typ, _ := splitError(l.Trim)
	return typ != "" && l.Indent == 0
}

// bare takes a syntax error without a traceback: `File "x.py", line 4`.
func (s *script) bare(l format.Line) bool {
	at, ok := filePlace(l.Text)
	if !ok || at.Func != "" || l.Indent != 2 {
		return false
	}
	s.open, s.no = true, l.No
	s.text.Reset()
	s.text.Add(l.Text)
	return true
}

func (s *script) close(l format.Line) {
	s.open = false
	f := format.Finding{Kind: format.Build, No: s.no, Step: l.Step, Weak: true}
	Describe(&f, s.text.Lines())
	f.Output = s.text.Text()
	if f.ErrorType == "KeyboardInterrupt" || f.ErrorType == "" || s.first && isWrapper(f) {
		return
	}
	if isInterpreter(f) {
		return
	}
	s.first = true
	s.out.Fail(f)
}

// isWrapper reports whether a traceback is that of a script that ran another one and
// says that it failed.
func isWrapper(f format.Finding) bool {
	low := strings.ToLower(f.Message)
	for _, part := range []string{"failed", "exit status", "exit code", "returned non-zero"} {
		if strings.Contains(low, part) {
			return true
		}
	}
	return f.ErrorType == "SystemExit"
}

// isInterpreter reports whether a traceback comes from no code of the project.
func isInterpreter(f format.Finding) bool {
	if f.File != "" {
		return false
	}
	for _, at := range f.Frames {
		if format.Own(at.File) {
			return false
		}
	}
	return len(f.Frames) > 0
}

// End hands over how the interpreter crashed, where that was not under pytest.
func (s *script) End() {
	for _, e := range s.crash.endings {
		f := e.finding()
		if f.Weak = true; !ofPytest(f.Frames) {
			s.out.Fail(f)
		}
	}
}
