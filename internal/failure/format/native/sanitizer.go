package native

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// Sanitizer is the name under which the reports of sanitizers and of Valgrind stand that
// no test framework wrote around.
const Sanitizer = "sanitizer"

// Heads of reports. Address, leak and memory sanitizers write their process before them,
// and Valgrind does so on each line.
var (
	sanitized = regexp.MustCompile(`^(?:==\d+==\s?)?(?:ERROR|WARNING): (\w+Sanitizer): (.+?)(?: on (?:unknown )?address .*| \(pid=\d+\)|: .*)?$`)
	undefined = regexp.MustCompile(`^(\S+?):(\d+):\d+: runtime error: (.+)$`)
	memcheck  = regexp.MustCompile(`^==\d+== ((?:Invalid (?:read|write|free)|Conditional jump|Use of uninitialised|Syscall param|Mismatched free|Source and destination overlap|Jump to the invalid|Process terminating with).*|.* (?:definitely|indirectly) lost in .*)$`)
)

// Lines below a head: what was accessed or lost, and frames.
var (
	detail         = regexp.MustCompile(`^(?:READ|WRITE) of size \d+|^(?:Direct|Indirect) leak of .* in \d+ object\(s\)`)
	sanitizerFrame = regexp.MustCompile(`^\s+#\d+ (?:0x[0-9a-f]+ in )?(.+?) (\S+?):(\d+)(?::\d+)?(?: \(\S+\))?$`)
	memcheckFrame  = regexp.MustCompile(`^==\d+==\s+(?:at|by) 0x[0-9A-F]+: (.+) \((\S+):(\d+)\)$`)
)

// describeSanitizer fills a finding from the first report of a sanitizer or of Valgrind
// in what a program printed; it reports whether there is one.
func describeSanitizer(f *format.Finding, lines []string) bool {
	for i, l := range lines {
		l = strings.TrimSpace(l)
		switch m := sanitized.FindStringSubmatch(l); {
		case m != nil:
			f.ErrorType, f.Message = m[1], m[2]
		default:
			if !describeOther(f, l) {
				continue
			}
		}
		f.File, f.Line = "", 0
		if f.Kind = format.Panic; strings.Contains(f.Message, "data race") {
			f.Kind = format.Race
		}
		below(f, lines[i+1:])
		return true
	}
	return false
}

// describeOther reads a head of the sanitizer for undefined behaviour, or of Valgrind.
func describeOther(f *format.Finding, l string) bool {
	if m := undefined.FindStringSubmatch(l); m != nil {
		f.ErrorType, f.Message = "UndefinedBehaviorSanitizer", m[3]
		f.Assert = format.Frame{File: m[1], Line: format.Count(m[2])}
		return true
	}
	if m := memcheck.FindStringSubmatch(l); m != nil {
		f.ErrorType, f.Message = "Valgrind", m[1]
		return true
	}
	return false
}

// below reads what stands below a head: details, and the first stack, up to an empty line.
func below(f *format.Finding, lines []string) {
	f.Frames = nil
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if _, rest, ok := strings.Cut(t, "== "); (t == "" || ok && rest == "" || strings.HasSuffix(t, "==")) && len(f.Frames) > 0 {
			return
		}
		if d := detail.FindString(t); d != "" && len(f.Frames) == 0 {
			f.Message += "\n" + d
		}
		m := sanitizerFrame.FindStringSubmatch(l)
		if m == nil {
			m = memcheckFrame.FindStringSubmatch(l)
		}
		if m != nil {
			f.Frames = append(f.Frames, format.Frame{File: m[2], Line: format.Count(m[3]), Func: m[1]})
		} else if len(f.Frames) > 0 {
			return
		}
		if _, other := findHead(t); other {
			return
		}
	}
}

// findHead reports whether a line begins a report, and whether more lines belong to it.
func findHead(t string) (stack, ok bool) {
	if undefined.MatchString(t) {
		return false, true
	}
	return true, sanitized.MatchString(t) || memcheck.MatchString(t)
}

// sanitizer reads reports outside of tests. A program may survive what it reports, and a
// test framework says more: they explain a failure only where nothing else does.
type sanitizer struct {
	out  *format.Sink
	text format.Block
	no   int
}

func (s *sanitizer) Line(l format.Line) bool {
	if stack, ok := findHead(l.Trim); ok {
		s.End()
		s.no = l.No
		s.text.Add(l.Text)
		if !stack {
			s.End()
		}
		return stack
	}
	if s.text.Empty() {
		return false
	}
	s.text.Add(l.Text)
	if strings.HasPrefix(l.Trim, "SUMMARY: ") || s.text.Len() > maxReport || strings.HasPrefix(l.Trim, "==") && strings.HasSuffix(l.Trim, "==") {
		s.End()
		return false
	}
	return true
}

// maxReport is the most lines of a report that are read.
const maxReport = 120

// End hands over the report that is read.
func (s *sanitizer) End() {
	if s.text.Empty() {
		return
	}
	f := format.Finding{No: s.no, Weak: true}
	if describeSanitizer(&f, s.text.Lines()) {
		f.Output = s.text.Text()
		s.out.Fail(f)
	}
	s.text.Reset()
}
