package patch

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/regreen/regreen/internal/patch/convention"
)

// splitDocstrings returns a module of Python before the change with the examples of after,
// and the one after it without those of what is new. A docstring can't be taken apart line
// by line: where the examples of a function change, it gets its new one whole. Of a
// function that goes the examples are taken out, as a person takes tests out. What moved
// keeps its examples on both sides, where the policy finds them: without them nobody would
// see that the move broke one.
func splitDocstrings(old, now []string, gone map[string]bool) (middle, after string) {
	were, are := definitions(old), definitions(now)
	var mid, end edits
	for name, d := range are {
		was, there := were[name]
		switch {
		case !there:
			end = append(end, withoutExamples(now, d.doc, gone)...)
		case examplesIn(now, d.doc) == examplesIn(old, was.doc):
		case d.doc.End == 0:
			mid = append(mid, withoutExamples(old, was.doc, nil)...)
		case was.inner == indent(now[d.doc.Start]):
			mid = append(mid, cutout{was.doc, now[d.doc.Start:d.doc.End]})
		}
	}
	for name, was := range were {
		if _, there := are[name]; !there {
			mid = append(mid, withoutExamples(old, was.doc, nil)...)
		}
	}
	return mid.apply(old), end.apply(now)
}

// definition is a module, class or function of Python.
type definition struct {
	doc   convention.Region // its docstring; of no lines, where it would stand, if it has none
	inner int               // how deep its first line is indented; -1 for what has no line of its own
}

var (
	defines   = regexp.MustCompile(`^\s*(?:async\s+)?(?:def|class)\s+(\w+)`)
	docstring = regexp.MustCompile(`^\s*[rRuU]?("""|''')`)
)

// definitions are those of a module, by their names: "" is the module, "C.f" a method, and
// "f#2" the second f.
func definitions(lines []string) map[string]definition {
	spans, _ := convention.Strings(lines)
	inside := make([]bool, len(lines))
	starts := map[int]convention.Region{}
	for _, r := range spans {
		starts[r.Start] = r
		for n := r.Start; n < r.End; n++ {
			inside[n] = n > r.Start || docstring.MatchString(lines[n])
		}
	}
	all := map[string]definition{"": define(lines, 0, starts)}
	var outer []scope
	for n, l := range lines {
		m := defines.FindStringSubmatch(l)
		if m == nil || inside[n] {
			continue
		}
		for len(outer) > 0 && outer[len(outer)-1].indent >= indent(l) {
			outer = outer[:len(outer)-1]
		}
		name := m[1]
		if len(outer) > 0 {
			name = outer[len(outer)-1].name + "." + name
		}
		for i, plain := 2, name; ; i++ {
			if _, taken := all[name]; !taken {
				break
			}
			name = fmt.Sprintf("%s#%d", plain, i)
		}
		outer = append(outer, scope{name, indent(l)})
		all[name] = define(lines, headEnd(lines, n), starts)
	}
	return all
}

// scope is what a line is defined in.
type scope struct {
	name   string
	indent int
}

// longestHead is how many lines the head of a function, with its parameters, may have.
const longestHead = 40

// headEnd is the line after the head that begins at n; -1 where the body is on it too.
func headEnd(lines []string, n int) int {
	depth := 0
	for i := n; i < min(len(lines), n+longestHead); i++ {
		code, _, _ := strings.Cut(lines[i], "#")
		depth += strings.Count(code, "(") + strings.Count(code, "[") - strings.Count(code, ")") - strings.Count(code, "]")
		if depth <= 0 {
			if strings.HasSuffix(strings.TrimSpace(code), ":") {
				return i + 1
			}
			return -1
		}
	}
	return -1
}

// define reads what a body that begins at line n begins with.
func define(lines []string, n int, starts map[int]convention.Region) definition {
	if n < 0 {
		return definition{inner: -1}
	}
	for i := n; i < len(lines); i++ {
		if text := strings.TrimSpace(lines[i]); text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if r, ok := starts[i]; ok && docstring.MatchString(lines[i]) {
			return definition{r, indent(lines[i])}
		}
		return definition{convention.Region{Start: n, End: 0}, indent(lines[i])}
	}
	return definition{inner: -1}
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// examplesIn is the text of the examples in a docstring.
func examplesIn(lines []string, doc convention.Region) string {
	var b strings.Builder
	for _, r := range examples(lines, doc) {
		b.WriteString(strings.Join(lines[r.Start:r.End], "") + "\n") // to the last blank
	}
	return b.String()
}

// examples are the regions of the examples in a docstring.
func examples(lines []string, doc convention.Region) (in []convention.Region) {
	if doc.End == 0 {
		return nil
	}
	for _, r := range pythonExamples(lines[doc.Start:doc.End]) {
		in = append(in, convention.Region{Start: r.Start + doc.Start, End: r.End + doc.Start})
	}
	return in
}

func pythonExamples(lines []string) []convention.Region {
	return slices.DeleteFunc(convention.Regions("x.py", strings.Join(lines, "")), func(r convention.Region) bool { return r.Kind != convention.Doctest })
}

// example is the text of an example wherever it stands.
func example(lines []string, r convention.Region) string {
	var b strings.Builder
	for _, l := range lines[r.Start:r.End] {
		b.WriteString(strings.TrimSpace(l) + "\n")
	}
	return b.String()
}

// withoutExamples takes the examples out of a docstring, unless one of them is gone from
// elsewhere.
func withoutExamples(lines []string, doc convention.Region, gone map[string]bool) edits {
	var out edits
	for _, r := range examples(lines, doc) {
		if gone[example(lines, r)] {
			return nil
		}
		out = append(out, cutout{r, closing(lines[r.End-1])})
	}
	return out
}

var quotes = regexp.MustCompile(`("""|''')[^"']*$`)

// closing is what stays of the last line of an example: the quotes that end the docstring.
func closing(line string) []string {
	end := quotes.FindString(line)
	if end == "" || strings.HasPrefix(strings.TrimSpace(line), ">>>") {
		return nil
	}
	return []string{line[:indent(line)] + end}
}

// cutout is a run of lines that others replace.
type cutout struct {
	lines convention.Region
	by    []string
}

type edits []cutout

// apply makes the changes, none of which touches another's lines.
func (e edits) apply(lines []string) string {
	sort.Slice(e, func(i, j int) bool { return e[i].lines.Start < e[j].lines.Start })
	var out []string
	at := 0
	for _, c := range e {
		out = append(out, lines[at:c.lines.Start]...)
		for _, l := range c.by {
			out = append(out, strings.TrimSuffix(l, "\n")+"\n") // the last one of a file may have no end
		}
		at = max(c.lines.Start, c.lines.End)
	}
	return strings.Join(append(out, lines[at:]...), "")
}

// examplesGone are the texts of the examples of Python that a patch takes out somewhere.
func examplesGone(p Patch) map[string]bool {
	gone := map[string]bool{}
	for _, f := range p.files {
		if convention.LanguageOf(f.Old) != convention.Python {
			continue
		}
		for _, h := range f.Hunks {
			old, removed := h.Old(), h.removed()
			for _, r := range pythonExamples(old) {
				if !slices.Contains(removed[r.Start:r.End], false) {
					gone[example(old, r)] = true
				}
			}
		}
	}
	return gone
}

// removed says of each line before whether the hunk takes it out.
func (h Hunk) removed() []bool {
	var all []bool
	for _, l := range h.Lines {
		if l.Op != Add {
			all = append(all, l.Op == Remove)
		}
	}
	return all
}
