package diagnostic

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// layoutFormat is what formatters say when they only check: the files that they would
// write anew. Each is a failure, without a line, since nothing but the formatter mends it.
// What ShellCheck and RuboCop say below the name of a file is read here too.
func layoutFormat() format.Format {
	return format.Format{
		Name: "formatter",
		Triggers: []string{
			"^would reformat ", "^Would reformat: ", " would be reformatted", "^error: cannot format ", "^error: cannot parse: ", " Imports are incorrectly sorted", "^[warn] ", "^[error] ",
			"^Diff in ", "^In ", "^== ", " offenses detected", " offense detected", "^- SC", "--^ SC", "^^-- SC", "^For more information:", "^Error occurred when checking", " ━━━",
		},
		New: func(out *format.Sink) format.Scanner { return &layout{out: out} },
	}
}

// layout reads the output of formatters.
type layout struct {
	out     *format.Sink
	pending []format.Finding
	file    string // that shellcheck quotes
	line    int
	rule    string // of a heading of Biome, whose message follows
}

// formatterLines are their lines, with the file, and the line and the message where they
// have one.
var formatterLines = []struct {
	name string
	line *regexp.Regexp
}{
	{"black", regexp.MustCompile(`^would reformat (?P<file>.+)$`)},
	{"black", regexp.MustCompile(`^error: cannot format (?P<file>\S+): (?P<text>Cannot parse.*?: (?P<line>\d+):\d+: .*)$`)},
	{"black", regexp.MustCompile(`^error: (?P<text>cannot parse): (?P<file>[^:]+):(?P<line>\d+):\d+$`)},
	{"ruff", regexp.MustCompile(`^Would reformat: (?P<file>.+)$`)},
	{"isort", regexp.MustCompile(`^ERROR: (?P<file>.+?) (?P<text>Imports are incorrectly sorted.*)$`)},
	{"prettier", regexp.MustCompile(`^\[warn\] (?P<file>\S+\.\w+)$`)},
	{"prettier", regexp.MustCompile(`^\[error\] (?P<file>\S+): (?P<text>SyntaxError: .+) \((?P<line>\d+):\d+\)$`)},
	{"rustfmt", regexp.MustCompile(`^Diff in (?P<file>.+?\.rs)(?: at line |:)\d+:$`)},
}

var (
	quoted     = regexp.MustCompile(`^In (\S+) line (\d+):$|^== (\S+\.\w+) ==$`)
	offense    = regexp.MustCompile(`^[CWEF]: +(\d+): +\d+: (?:\[Correctable\] )?(\w+/[\w/]+): (.+)$`)
	shellcheck = regexp.MustCompile(`^\^-+\^? (SC\d{4}) \((?:error|warning|info|style)\): (.+)$`)
)

// biome is a heading of Biome: "src/a.js:2:20 lint/suspicious/noDebugger  FIXABLE  ━━━━".
var biome = regexp.MustCompile(`^(\S+?)(?::(\d+):\d+)? (\S+).* ━━━`)

// biomeLine takes a heading, and the message below it if that is an error.
func (y *layout) biomeLine(l format.Line) {
	if m := biome.FindStringSubmatch(l.Text); m != nil {
		y.file, y.line, y.rule = m[1], format.Count(m[2]), m[3]
		return
	}
	if text, ok := strings.CutPrefix(l.Trim, "× "); ok && y.file != "" {
		y.add(format.Finding{Framework: "biome", File: y.file, Line: y.line, ErrorType: y.rule, Message: text}, l)
	}
	if l.Trim != "" {
		y.file, y.rule = "", ""
	}
}

func (y *layout) Line(l format.Line) bool {
	if y.rule != "" || strings.Contains(l.Text, " ━━━") {
		y.biomeLine(l)
		return y.rule != ""
	}
	switch m := quoted.FindStringSubmatch(l.Text); {
	case m != nil && m[3] != "":
		y.file = m[3]
		return true
	case m != nil:
		y.file, y.line = m[1], format.Count(m[2])
		return true
	case strings.Contains(l.Text, " would be reformatted") || strings.HasPrefix(l.Text, "[warn] Code style issues") || strings.HasPrefix(l.Text, "Error occurred when checking code style") || strings.HasPrefix(l.Text, "For more information:") || strings.Contains(l.Text, " offenses detected") || strings.Contains(l.Text, " offense detected"):
		y.flush(sure)
		y.file = ""
	case y.file != "" && l.Trim != "":
		y.below(l)
		return true
	case y.file != "":
		y.file = ""
	default:
		y.unformatted(l)
	}
	return false
}

// below takes the lines below the name of a file: ShellCheck's, and those of RuboCop's
// simple form.
func (y *layout) below(l format.Line) {
	if m := shellcheck.FindStringSubmatch(l.Trim); m != nil {
		y.add(format.Finding{Framework: "shellcheck", File: y.file, Line: y.line, ErrorType: m[1], Message: m[2]}, l)
	}
	if m := offense.FindStringSubmatch(l.Text); m != nil {
		y.add(format.Finding{Framework: "rubocop", File: y.file, Line: format.Count(m[1]), ErrorType: m[2], Message: m[3]}, l)
	}
}

func (y *layout) unformatted(l format.Line) {
	for _, f := range formatterLines {
		m := f.line.FindStringSubmatch(l.Text)
		if m == nil {
			continue
		}
		part := func(name string) string {
			if i := f.line.SubexpIndex(name); i > 0 {
				return m[i]
			}
			return ""
		}
		y.add(format.Finding{Framework: f.name, File: part("file"), Line: format.Count(part("line")), ErrorType: "format", Message: cmp.Or(part("text"), "not formatted as "+f.name+" would")}, l)
		return
	}
}

// add keeps what was said of a place; that a file is not formatted is kept once.
func (y *layout) add(f format.Finding, l format.Line) {
	for _, o := range y.pending {
		if o.File == f.File && o.Line == f.Line && o.Message == f.Message {
			return
		}
	}
	f.Kind, f.Output, f.No, f.Step, f.Weak = format.Lint, l.Text, l.No, l.Step, true
	y.pending = format.Keep(y.out, y.pending, f)
}

func (y *layout) flush(how evidence) {
	for _, f := range y.pending {
		f.Weak = how == weak
		y.out.Fail(f)
	}
	y.pending = nil
}

func (y *layout) End() { y.flush(weak) }
