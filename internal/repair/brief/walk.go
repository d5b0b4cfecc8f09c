package brief

import (
	"slices"
	"strings"
)

const (
	// maxCalls is how many steps the code is followed from what is shown: further away
	// nearly everything of a project is reached.
	maxCalls = 4
	// maxHomonyms is the most places that may define a name for it to say where to look.
	maxHomonyms = 4
	// maxNamesakes is the most names that may have a word in them for it to be a subject.
	maxNamesakes = 30
)

// definition is a place that defines a name; line is counted from 1.
type definition struct {
	name     string
	path     string
	line     int
	callable bool // a function or a method
}

// callable reports whether a line that defines something defines a function.
func callable(l string) bool {
	for _, word := range []string{"func ", "def ", "fn ", "function", "=>", ") {"} {
		if strings.Contains(l, word) {
			return true
		}
	}
	return false
}

// definitions are those of the code that is no test.
type definitions struct {
	in map[string][]definition // by path
	of map[string][]definition // by name
}

// telling reports whether a name says where to look.
func (d *definitions) telling(name string) bool {
	n := len(d.of[name])
	return n > 0 && n <= maxHomonyms
}

// named counts the names that have a word in them, which is in lower case.
func (d *definitions) named(word string) int {
	n := 0
	for name := range d.of {
		if strings.Contains(strings.ToLower(name), word) {
			n++
		}
	}
	return n
}

func (v *view) definitions() *definitions {
	if v.defs != nil {
		return v.defs
	}
	v.defs = &definitions{in: map[string][]definition{}, of: map[string][]definition{}}
	for _, p := range v.sources() {
		for i, l := range v.lines(p) {
			if name := definedName(l); name != "" && !local(l) {
				d := definition{name, p, i + 1, callable(l)}
				v.defs.in[p], v.defs.of[name] = append(v.defs.in[p], d), append(v.defs.of[name], d)
			}
		}
	}
	return v.defs
}

// local reports whether a line defines a variable inside of something: nobody else
// uses that.
func local(l string) bool {
	if indent(l) == 0 {
		return false
	}
	word, _ := cutWord(strings.TrimSpace(l))
	return slices.Contains([]string{"var", "let", "const", "type"}, word)
}

// body is a definition with the line before it, which says what it is for.
func (v *view) body(p string, line int) span {
	return span{max(line-1, 1), enclosing(v.lines(p), line).last}
}

// walk collects places to show, from what is shown on, while there is room.
type walk struct {
	v     *view
	at    map[string][]span
	order []string
	left  int
	out   []string // files of which something did not fit
}

func newWalk(v *view, limit int) *walk { return &walk{v: v, at: map[string][]span{}, left: limit} }

// text is the source shown so far; that of tests has given its clues already.
func (w *walk) text() string {
	var sb strings.Builder
	for _, p := range w.v.paths {
		if !w.v.isTest(p) {
			sb.WriteString(w.v.code[p])
		}
	}
	return sb.String()
}

// take adds a place, unless it is shown already, and returns its text; "" if there is
// no room for it.
func (w *walk) take(p string, s span) string {
	all := w.v.lines(p)
	if len(all) <= wholeFile {
		s = span{1, len(all)}
	}
	text := strings.Join(all[s.first-1:min(s.last, len(all))], "\n")
	if covered(w.v.shown[p], s) || covered(w.at[p], s) {
		return text + "\n"
	}
	const number = 6 // bytes of a line's number
	size := len(text) + number*(s.last-s.first+1)
	if len(w.at[p]) == 0 {
		size += markRoom + len(p)
	}
	if size > w.left {
		w.out = append(w.out, p)
		return ""
	}
	if len(w.at[p]) == 0 {
		w.order = append(w.order, p)
	}
	w.left -= size
	w.at[p] = append(w.at[p], s)
	return text + "\n"
}

// covered reports whether spans hold nearly all of s.
func covered(spans []span, s span) bool {
	n := 0
	for _, t := range spans {
		n += max(0, min(t.last, s.last)-max(t.first, s.first)+1)
	}
	return n*10 >= (s.last-s.first+1)*9
}

// takeFiles takes the candidates of which no definition is known, but which are named
// like the failing test or were mended before.
func (w *walk) takeFiles(cands []candidate) string {
	var sb strings.Builder
	for _, c := range cands {
		if c.sure && (c.hits[0].name == "" || len(w.v.lines(c.path)) <= wholeFile) {
			sb.WriteString(w.take(c.path, c.hits[0].at))
		}
	}
	return sb.String()
}

// takeHits takes the places of the candidates.
func (w *walk) takeHits(cands []candidate) {
	for _, c := range cands {
		for _, h := range c.hits {
			w.take(c.path, h.at)
		}
	}
}

// siblings takes the wanted definitions of candidates that are named like the failing
// test, or were mended before.
func (w *walk) siblings(cands []candidate, wanted func(definition) bool) {
	for _, c := range cands {
		if !c.sure {
			continue
		}
		for _, d := range w.v.definitions().in[c.path] {
			if wanted(d) {
				w.take(d.path, w.v.body(d.path, d.line))
			}
		}
	}
}

// smallFile is the most lines of a file named like the failing test of which every
// function is shown: the names of methods are often too common to be found by.
const smallFile = 300

func (v *view) small(d definition) bool { return d.callable && len(v.lines(d.path)) <= smallFile }

// trail is what a walk follows: the definitions that are wanted, each once.
type trail struct {
	wanted func(definition) bool
	been   map[definition]bool
}

func along(wanted func(definition) bool) trail {
	return trail{wanted, map[definition]bool{}}
}

// deep follows the names in text, and those in what that leads to.
func (w *walk) deep(text string, t trail) {
	for range maxCalls {
		text = w.follow(text, t)
	}
}

// follow takes the definitions of the names that text uses, in the order in which it
// does, and returns their text.
func (w *walk) follow(text string, t trail) string {
	defs := w.v.definitions()
	var sb strings.Builder
	for _, name := range identifier.FindAllString(text, -1) {
		if !defs.telling(name) {
			continue
		}
		for _, d := range defs.of[name] {
			if !t.been[d] && t.wanted(d) {
				t.been[d] = true
				sb.WriteString(w.take(d.path, w.v.body(d.path, d.line)))
			}
		}
	}
	return sb.String()
}

func (w *walk) render(limit int) (string, string) {
	text, cut := w.v.files(w.at, w.order, limit)
	slices.Sort(w.out)
	for _, p := range slices.Compact(w.out) {
		if !slices.Contains(w.order, p) {
			cut = join(cut, w.v.clean(oneLine(p, 200)))
		}
	}
	return text, cut
}
