package relocate

import (
	"slices"
	"strings"
	"unicode"
)

// key is a line without its terminator, so that the kind of line end does not count.
func key(line string) string {
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
}

func keys(lines []string) []string { return each(lines, key) }

// loose is a line without regard to blanks: indentation, alignment, trailing ones.
func loose(line string) string { return strings.Join(strings.Fields(line), " ") }

func looseKeys(lines []string) []string { return each(lines, loose) }

func each(lines []string, f func(string) string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = f(l)
	}
	return out
}

func join(lines []string) string { return strings.Join(lines, "") }

// telling reports whether a line says enough to be recognised by: a brace or a
// blank line is everywhere.
func telling(line string) bool {
	const enough = 4
	n := 0
	for _, r := range line {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if n++; n == enough {
				return true
			}
		}
	}
	return false
}

func countTelling(lines []string) int {
	n := 0
	for _, l := range lines {
		if telling(l) {
			n++
		}
	}
	return n
}

// indent is the blanks that a line starts with.
func indent(line string) string {
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// lineEnd returns the line terminator that most lines have.
func lineEnd(lines []string) string {
	crlf := 0
	for _, l := range lines {
		if strings.HasSuffix(l, "\r\n") {
			crlf++
		}
	}
	if 2*crlf > len(lines) {
		return "\r\n"
	}
	return "\n"
}

// indentUnit guesses one step of indentation: a tab where most indented lines start
// with one, else the step by which lines are most often deeper than the line before;
// "" where nothing is indented.
func indentUnit(lines []string) string {
	steps := map[int]int{}
	last, tabs, blanks := 0, 0, 0
	for _, l := range lines {
		in := indent(l)
		switch {
		case strings.TrimSpace(l) == "":
			continue
		case strings.HasPrefix(in, "\t"):
			tabs++
			continue
		case in != "":
			blanks++
		}
		if step := len(in) - last; step > 1 {
			steps[step]++
		}
		last = len(in)
	}
	if tabs > blanks {
		return "\t"
	}
	best := 0
	for step, n := range steps {
		if best == 0 || n > steps[best] || n == steps[best] && step < best {
			best = step
		}
	}
	return strings.Repeat(" ", best)
}

// pair is a line of the patch and the line that it was found as.
type pair struct{ was, is string }

// fitter makes the lines that a patch adds fit the text that they go to.
type fitter struct {
	pairs    []pair // the lines around, those nearest first
	unitWas  string
	unitIs   string
	end      string
	renaming map[string]string // identifiers
}

func (f fitter) fit(line string) string {
	body := key(line)
	in := indent(body)
	switch {
	case f.sameIndent():
		return in + rename(body[len(in):], f.renaming) + f.end
	case in == body:
		return f.end
	}
	return f.indent(in) + rename(body[len(in):], f.renaming) + f.end
}

// sameIndent reports whether the lines around have kept their indentation.
func (f fitter) sameIndent() bool {
	return !slices.ContainsFunc(f.pairs, func(p pair) bool {
		return strings.TrimSpace(p.was) != "" && indent(p.was) != indent(p.is)
	})
}

// indent translates an indentation by the nearest line of the same depth, else by
// the deepest line that is less deep, else by the nearest one that is deeper.
func (f fitter) indent(in string) string {
	var outer, inner *pair
	for i := range f.pairs {
		p := &f.pairs[i]
		was := indent(p.was)
		switch {
		case strings.TrimSpace(p.was) == "":
		case was == in:
			return indent(p.is)
		case strings.HasPrefix(in, was):
			if outer == nil || len(was) > len(indent(outer.was)) {
				outer = p
			}
		case strings.HasPrefix(was, in) && inner == nil:
			inner = p
		}
	}
	if outer != nil {
		return indent(outer.is) + f.steps(in[len(indent(outer.was)):])
	}
	if inner != nil {
		extra := f.steps(indent(inner.was)[len(in):])
		if rest, ok := strings.CutSuffix(indent(inner.is), extra); ok {
			return rest
		}
	}
	return in
}

// steps translates a further indentation.
func (f fitter) steps(extra string) string {
	if f.unitWas == "" || f.unitIs == "" || f.unitWas == f.unitIs {
		return extra
	}
	n := strings.Count(extra, f.unitWas)
	if n*len(f.unitWas) != len(extra) {
		return extra
	}
	return strings.Repeat(f.unitIs, n)
}
