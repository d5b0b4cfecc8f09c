package javascript

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// script reads the error that ended a program of Node, which says its version below it:
// a script of the build, a test file that could not be loaded. A tool may go on after
// that, so it explains a failure only where nothing else does.
type script struct{ out *format.Sink }

var (
	nodeVersion  = regexp.MustCompile(`^Node\.js v\d+\.\d+\.\d+$`)
	carets       = regexp.MustCompile(`^\s*\^+\s*$`)
	importedFrom = regexp.MustCompile(`(?: imported from |\nRequire stack:\n- )'?([^\s']+)`)
)

func (s *script) Line(l format.Line) bool {
	if !nodeVersion.MatchString(l.Text) {
		return false
	}
	at, lines := thrown(s.out.Before())
	if len(lines) == 0 {
		return false
	}
	f := format.Finding{Kind: format.Build, No: l.No, Weak: true}
	Describe(&f, lines)
	if m := importedFrom.FindStringSubmatch(f.Message); m != nil {
		at = format.Frame{File: strings.TrimPrefix(m[1], "file://")}
	}
	if format.Own(at.File) {
		f.Assert = at
	}
	s.out.Fail(f)
	return false
}

// thrown returns the place that Node names first, and the error with its stack: what
// stands behind the marks below the source, up to the version.
func thrown(lines []string) (at format.Frame, rest []string) {
	for i := len(lines) - 1; i >= 0; i-- {
		if !carets.MatchString(lines[i]) {
			continue
		}
		for j := i - 1; j >= 0 && j >= i-maxSource; j-- {
			if file, line, after, ok := format.SplitPlace(lines[j]); ok && after == "" {
				return format.Frame{File: strings.TrimPrefix(file, "file://"), Line: line}, lines[i+1:]
			}
		}
	}
	return at, nil
}

// maxSource is how many lines of source may stand between a place and the marks.
const maxSource = 3

// End implements format.Scanner.
func (*script) End() {}
