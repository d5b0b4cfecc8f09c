package failure

import (
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure/frame"
)

const (
	// maxScript bounds how much of a step's script is kept, in lines.
	maxScript = 50
	// maxEnv bounds how many of its variables are.
	maxEnv = 100
)

// shown is what the runner shows of a step before it runs it: the script in a colour
// of its own, then its shell and its variables. A client may have taken the colours
// out: then what stands before the shell is the script.
type shown struct {
	echo, plain []string
	cut         bool
	shell       string
	env         []string
	inEnv       bool
}

func (s *shown) line(l frame.Line) {
	text := string(l.Text)
	shell, isShell := strings.CutPrefix(text, "shell: ")
	switch {
	case l.Echo:
		s.keep(&s.echo, text)
	case isShell && s.shell == "":
		s.shell = shell
	case text == "env:" && s.shell != "":
		s.inEnv = true
	case s.inEnv:
		s.variable(text)
	case s.shell == "":
		s.keep(&s.plain, text)
	}
}

func (s *shown) keep(to *[]string, text string) {
	if len(*to) == maxScript {
		s.cut = true
		return
	}
	*to = append(*to, text)
}

// variable takes "  NAME: value"; other lines are the rest of a value.
func (s *shown) variable(text string) {
	name, _, ok := strings.Cut(strings.TrimPrefix(text, "  "), ": ")
	if ok && strings.HasPrefix(text, "  ") && !strings.ContainsAny(name, " \t\"'") && len(s.env) < maxEnv && !slices.Contains(s.env, name) {
		s.env = append(s.env, name)
	}
}

// step is the step as it was shown; without a shell it ran an action and no script.
func (s *shown) step() Step {
	script := s.echo
	if len(script) == 0 && s.shell != "" {
		script = s.plain
	}
	return Step{Script: strings.TrimSpace(strings.Join(script, "\n")), Cut: s.cut, Shell: s.shell, Env: s.env}
}
