package wrapper

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// maxLines is how many lines a program may use to say why it failed.
const maxLines = 40

// maven reads the goal that a build of Maven failed in, with the reason below it.
type maven struct {
	out     *format.Sink
	current *format.Finding
	text    format.Block
	reason  []string
	stack   bool // the reason is over
}

var (
	mavenLevel = regexp.MustCompile(`^\[ERROR\] ?`)
	mavenGoal  = regexp.MustCompile(`Failed to execute goal (?:on project \S+: )?(.*?)(?: -> \[Help \d+\])?$`)
	onProject  = regexp.MustCompile(`^\S+:[\w.-]+:\S+ (?:\(.+?\) )?on project [^:]+:(?: |$)`)
	mavenError = regexp.MustCompile(`^(.+?) -> \[Help \d+\]$`) // before any goal: a plugin or a parent that is not to be had
	mavenHelp  = regexp.MustCompile(`^\[Help 1\] https?://\S+/(\w+)$`)
)

func (m *maven) Line(l format.Line) bool {
	text := mavenLevel.ReplaceAllString(l.Trim, "")
	goal := mavenGoal.FindStringSubmatch(text)
	if goal == nil && m.current == nil {
		goal = mavenError.FindStringSubmatch(text)
	}
	switch {
	case goal != nil:
		m.End()
		m.current = &format.Finding{Framework: "maven", Kind: format.Build, ErrorType: string(format.Build), No: l.No, Step: l.Step, Fallback: true}
		m.reason, m.stack = []string{onProject.ReplaceAllString(goal[1], "")}, false
		m.text.Reset()
	case m.current == nil:
		return false
	case mavenHelp.MatchString(text):
		m.current.ErrorType = mavenHelp.FindStringSubmatch(text)[1]
		m.End()
		return false
	default:
		m.add(text)
	}
	m.text.Add(text)
	if m.text.Len() > maxLines+maxStack {
		m.End()
	}
	return m.current != nil
}

// maxStack is how long a stack may be that Maven prints below the reason.
const maxStack = 100

func (m *maven) add(text string) {
	t := strings.TrimSpace(text)
	m.stack = m.stack || strings.HasPrefix(t, "at ") || strings.HasPrefix(t, "-> [Help") || strings.HasPrefix(t, "To see the full stack trace") || strings.HasPrefix(t, "Re-run Maven using ") || m.repeats(t)
	if m.stack || t == "" || strings.HasPrefix(t, "Please refer to ") || len(m.reason) >= maxLines {
		return
	}
	m.reason = append(m.reason, t)
}

// repeats reports whether a line says once more what one before it said: Maven goes on
// with the exceptions that passed the reason on.
func (m *maven) repeats(t string) bool {
	for _, said := range m.reason {
		if said != "" && strings.HasSuffix(t, said) {
			return true
		}
	}
	return false
}

// exception returns the class of the exception that is the reason, if it is one.
func exception(reason []string) string {
	for _, line := range reason {
		name, _, _ := strings.Cut(line, ":")
		if strings.Contains(name, ".") && format.IsExceptionName(name) {
			return name
		}
	}
	return ""
}

func (m *maven) End() {
	if m.current == nil {
		return
	}
	if class := exception(m.reason); class != "" {
		m.current.ErrorType = class
	}
	m.current.Message, m.current.Output = format.Join(m.reason), m.text.Text()
	m.out.Fail(*m.current)
	m.current = nil
}

// gradle reads what went wrong in a build of Gradle, and where in its scripts.
type gradle struct {
	out    *format.Sink
	where  format.Frame
	placed bool // the next line says where
	text   []string
	open   bool
	no     int
	step   int
}

var gradleWhere = regexp.MustCompile(`^(?:Build file|Settings file|Script|Initialization script|Precompiled script plugin) '(.+)' line: (\d+)$`)

func (g *gradle) Line(l format.Line) bool {
	switch {
	case l.Trim == "* Where:":
		g.placed = true
	case g.placed:
		g.placed = false
		if m := gradleWhere.FindStringSubmatch(l.Trim); m != nil {
			line, _ := format.Number(m[2])
			g.where = format.Frame{File: m[1], Line: max(line, 0)}
		}
	case l.Trim == "* What went wrong:":
		g.open, g.text, g.no, g.step = true, nil, l.No, l.Step
	case !g.open:
	case strings.HasPrefix(l.Text, "* ") || l.Trim == "" || len(g.text) >= maxLines:
		g.End()
	default:
		g.text = append(g.text, l.Text)
	}
	return g.open || g.placed
}

func (g *gradle) End() {
	if !g.open {
		return
	}
	text := format.Join(g.text)
	f := format.Finding{Framework: "gradle", Kind: format.Build, File: g.where.File, Line: g.where.Line, ErrorType: string(format.Build), Message: text, Output: text, No: g.no, Step: g.step}
	f.Weak = f.File != ""
	f.Fallback = !f.Weak
	g.out.Fail(f)
	*g = gradle{out: g.out}
}

// npm reads the code with which npm ends, and the reason below it.
type npm struct {
	out     *format.Sink
	current *format.Finding
	lines   []string
}

// npmScript is the code of a script that failed, which says nothing of why.
const npmScript = "ELIFECYCLE"

func (n *npm) Line(l format.Line) bool {
	text, ok := strings.CutPrefix(l.Trim, "npm ERR! ")
	if !ok {
		text, ok = strings.CutPrefix(l.Trim, "npm error ")
	}
	switch code, found := strings.CutPrefix(text, "code "); {
	case ok && found:
		n.End()
		if code != npmScript && !strings.Contains(code, " ") && !isNumber(code) {
			n.current = &format.Finding{Framework: "npm", Kind: format.Build, ErrorType: code, No: l.No, Step: l.Step, Fallback: true}
		}
	case n.current == nil:
	case !ok && l.Trim != "npm ERR!" && l.Trim != "npm error" || len(n.lines) >= maxLines:
		n.End()
	default:
		n.lines = append(n.lines, text)
	}
	return n.current != nil
}

func isNumber(s string) bool {
	n, rest := format.Number(s)
	return n >= 0 && rest == ""
}

func (n *npm) End() {
	if n.current == nil {
		return
	}
	n.current.Output = format.Join(n.lines)
	n.current.Message = strings.TrimSpace(strings.TrimPrefix(format.FirstLine(n.current.Output), n.current.ErrorType))
	n.out.Fail(*n.current)
	n.current, n.lines = nil, nil
}
