package relocate

import (
	"maps"
	"regexp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/regreen/regreen/internal/patch"
)

// maxRenames is how many identifiers may have other names: a renamed receiver and a
// few variables, not another function of the same shape.
const maxRenames = 4

// token matches a string, an identifier, a number, or one other character.
var token = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`[^`]*`|[\\pL_$][\\pL\\pN_$]*|\\pN+|\\S")

// rename replaces identifiers outside strings.
func rename(text string, renaming map[string]string) string {
	if len(renaming) == 0 {
		return text
	}
	return token.ReplaceAllStringFunc(text, func(t string) string {
		if to, ok := renaming[t]; ok {
			return to
		}
		return t
	})
}

// findRenamed places whole blocks in a text that calls some things by other names.
func (c change) findRenamed(blocks []block, target []string) ([]spot, error) {
	fixed := reservedIn(c.file.Path())
	lines := tokenized(target)
	var spots []spot
	for _, b := range blocks {
		old := tokenized(b.Old())
		if countTelling(b.Old()) < minTelling {
			return nil, ErrNoPlace
		}
		var found []spot
		for at := range lines {
			renaming, ok := sameButNames(b.Hunk, fixed, old, lines[at:])
			if ok && areGone(renaming, lines, at) {
				found = append(found, spot{b, at, renaming})
			}
		}
		switch len(found) {
		case 0:
			return nil, ErrNoPlace
		case 1:
			spots = append(spots, found[0])
		default:
			return nil, ErrAmbiguous
		}
	}
	return apart(spots)
}

// scope is how many lines before and after a place belong, at most, to the same
// function, for names of one letter.
const scope = 20

// areGone reports whether the old names are not used any more. Where they are, the
// lines are those of another thing, not of a renamed one. One-letter names count
// only near the place at which they would have been renamed.
func areGone(renaming map[string]string, lines [][]string, at int) bool {
	for was := range renaming {
		in := lines
		if len(was) == 1 {
			in = lines[max(0, at-scope):min(len(lines), at+scope)]
		}
		if slices.ContainsFunc(in, func(l []string) bool { return slices.Contains(l, was) }) {
			return false
		}
	}
	return true
}

func tokenized(lines []string) [][]string {
	out := make([][]string, len(lines))
	for i, l := range lines {
		out[i] = token.FindAllString(l, -1)
	}
	return out
}

// minTelling is how many lines must be recognised where not all is the same.
const minTelling = 3

// sameButNames reports whether the hunk's old lines, in tokens, stand at the start of lines with
// each identifier kept or renamed throughout, and no two made one. Most identifiers
// must be kept, and no added line may use a name that a renamed thing took.
func sameButNames(h patch.Hunk, fixed map[string]bool, old, lines [][]string) (map[string]string, bool) {
	if len(old) > len(lines) {
		return nil, false
	}
	for i := range old {
		if len(old[i]) != len(lines[i]) {
			return nil, false
		}
	}
	n := naming{fixed, map[string]string{}, map[string]string{}}
	for i, want := range old {
		if !n.unify(want, lines[i]) {
			return nil, false
		}
	}
	names, all := n.names, len(n.names)
	maps.DeleteFunc(names, func(was, is string) bool { return was == is })
	if len(names) > maxRenames || 2*len(names) > all || captures(h, names, n.taken) {
		return nil, false
	}
	return names, true
}

// naming is which names stand for which, both ways.
type naming struct {
	fixed        map[string]bool // words that no project can rename
	names, taken map[string]string
}

// isName reports whether a token is a name that a project chose.
func (n naming) isName(t string) bool {
	r, _ := utf8.DecodeRuneInString(t)
	return (r == '_' || r == '$' || unicode.IsLetter(r)) && !n.fixed[t]
}

// unify extends the renaming so that want becomes line, of as many tokens.
func (n naming) unify(want, line []string) bool {
	for i, w := range want {
		l := line[i]
		if !n.isName(w) || !n.isName(l) {
			if w != l {
				return false
			}
			continue
		}
		if is, ok := n.names[w]; ok && is != l {
			return false
		}
		if was, ok := n.taken[l]; ok && was != w {
			return false
		}
		n.names[w], n.taken[l] = l, w
	}
	return true
}

// captures reports whether an added line uses, for something of its own, a name that
// a renamed thing has now.
func captures(h patch.Hunk, renamed, taken map[string]string) bool {
	for _, l := range h.Lines {
		if l.Op != patch.Add {
			continue
		}
		for _, t := range token.FindAllString(l.Text, -1) {
			if was, ok := taken[t]; ok && was != t && renamed[was] == t {
				return true
			}
		}
	}
	return false
}
