package convention

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
)

// matcher is a list of regular expressions of which any may match. Each is tried only
// on texts with one of the literals that it can't do without: a path or line is looked
// at by hundreds of them, and most are ruled out by that. They are compiled at the
// first use: the sandbox launcher is this same program, and starts with every command.
type matcher func() []alternative

type alternative struct {
	literals []string // none where there are none
	re       *regexp.Regexp
}

// pattern makes a matcher of expressions that stand one a line.
func pattern(lines string) matcher {
	return sync.OnceValue(func() []alternative {
		var all []alternative
		for line := range strings.Lines(lines) {
			if line = strings.TrimSpace(line); line != "" {
				all = append(all, alternative{literalsOf(line), regexp.MustCompile(line)})
			}
		}
		return all
	})
}

// MatchString reports whether any of the expressions matches; those of a nil
// matcher do not.
func (m matcher) MatchString(s string) bool {
	if m == nil {
		return false
	}
	for _, a := range m() {
		if a.may(s) && a.re.MatchString(s) {
			return true
		}
	}
	return false
}

func (a alternative) may(s string) bool {
	for _, l := range a.literals {
		if strings.Contains(s, l) {
			return true
		}
	}
	return len(a.literals) == 0
}

// literalsOf returns strings of which every match of the expression holds at least
// one, the longest that it can find.
func literalsOf(expr string) []string {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil // compiling it says what is wrong
	}
	return required(parsed.Simplify())
}

func required(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return []string{string(re.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if l := required(sub); shortest(l) > shortest(best) {
				best = l
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			l := required(sub)
			if len(l) == 0 {
				return nil
			}
			all = append(all, l...)
		}
		return all
	}
	return nil
}

// shortest returns the length of the shortest string, 0 where there is none.
func shortest(list []string) int {
	if len(list) == 0 {
		return 0
	}
	n := len(list[0])
	for _, l := range list {
		n = min(n, len(l))
	}
	return n
}
