package brief

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
)

// What makes a source file likely to hold the cause, and how much.
const (
	weightRemembered = 6 // a remembered fix changed it
	weightSibling    = 5 // it has the failing test's name
	weightImported   = 4 // the failing test imports it
	weightDefines    = 3 // it defines a name that the failure or the test uses
	weightFolder     = 2 // it lies beside the failing test
	maxDefines       = 3 // names that count
	minScore         = 3
	maxCandidates    = 3_000 // files that are read
	maxShown         = 4
)

// candidate is a source file with the places that speak for it.
type candidate struct {
	path  string
	score int
	spans []span
}

// related shows the files that names, imports and memories point at, and then
// those that the code shown so far points at: the cause is often one call further.
func (v *view) related(limit int) (string, string) {
	first, cut := v.pointedAt(v.clues(), limit)
	second, cut2 := v.pointedAt(v.callees(), limit-len(first))
	return first + second, join(cut, cut2)
}

func (v *view) pointedAt(c *clues, limit int) (string, string) {
	at := map[string][]span{}
	var order []string
	cands := v.rank(c)
	for _, c := range cands[:min(len(cands), maxShown)] {
		order = append(order, c.path)
		at[c.path] = c.spans
	}
	return v.files(at, order, limit)
}

// callees are the names that the source shown so far uses.
func (v *view) callees() *clues {
	c := newClues()
	for p, text := range v.code {
		if !v.isTest(p) {
			c.addWords(text)
			c.addImports(v.lines(p))
		}
	}
	return c
}

func (v *view) rank(c *clues) []candidate {
	var out []candidate
	read := 0
	for _, p := range v.paths {
		if v.code[p] != "" || !isCode(p) || read == maxCandidates {
			continue
		}
		read++
		if cand := c.judge(p, v.lines(p)); cand.score >= minScore && !v.isTest(p) {
			out = append(out, cand)
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.path, b.path))
	})
	return out
}

// clues are what the failures say about where the cause may be.
type clues struct {
	words      map[string]bool // identifiers in messages, test names and test code
	imports    map[string]bool // words of the import lines of the failing tests
	stems      map[string]bool
	folders    map[string]bool
	remembered map[string]bool
}

func newClues() *clues {
	return &clues{words: map[string]bool{}, imports: map[string]bool{}, stems: map[string]bool{}, folders: map[string]bool{}, remembered: map[string]bool{}}
}

func (v *view) clues() *clues {
	c := newClues()
	for _, g := range v.groups[:min(len(v.groups), maxGroups)] {
		f := g.first
		c.addWords(f.Message + " " + f.Test)
		p, s := v.testOf(f.File, f.Line, f.Test)
		if p == "" {
			continue
		}
		all := v.lines(p)
		c.addWords(strings.Join(all[s.first-1:min(s.last, len(all))], "\n"))
		c.addImports(all)
		c.stems[stem(p)] = true
		c.folders[path.Dir(p)] = true
	}
	for _, m := range v.in.Matches {
		for _, p := range m.Record.Fix.Paths {
			c.remembered[p] = true
		}
	}
	return c
}

var identifier = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]{2,}`)

func (c *clues) addWords(s string) {
	for _, w := range identifier.FindAllString(s, -1) {
		c.words[w] = true
		if rest, ok := strings.CutPrefix(w, "Test"); ok && rest != "" {
			c.words[rest] = true
		}
		if rest, ok := strings.CutPrefix(w, "test_"); ok {
			c.words[rest] = true
		}
	}
}

// addImports takes in the words of a file's import lines: modules, folders, files.
func (c *clues) addImports(all []string) {
	for _, l := range all {
		if !isImport(l) {
			continue
		}
		for _, w := range identifier.FindAllString(strings.ToLower(l), -1) {
			c.imports[w] = true
		}
	}
}

// stem is a file's name without its extension and without what marks it as a test.
func stem(p string) string {
	s := path.Base(p)
	s, _, _ = strings.Cut(s, ".")
	low := strings.ToLower(s)
	for _, affix := range []string{"_test", "_spec", "tests", "test", "spec"} {
		low = strings.TrimSuffix(low, affix)
	}
	low = strings.TrimPrefix(low, "test_")
	return strings.Trim(low, "_-")
}

// judge scores one file.
func (c *clues) judge(p string, all []string) candidate {
	out := candidate{path: p}
	if len(all) == 0 {
		return out
	}
	if c.remembered[p] {
		out.score += weightRemembered
	}
	s := stem(p)
	if c.stems[s] {
		out.score += weightSibling
	}
	if c.folders[path.Dir(p)] {
		out.score += weightFolder
	}
	if c.imports[s] {
		out.score += weightImported
	}
	defines := c.defined(all)
	out.score += weightDefines * min(len(defines), maxDefines)
	out.spans = defines
	if len(defines) == 0 {
		out.spans = []span{{1, 2 * around}}
	}
	return out
}

// defined lists the places that define a name from the clues.
func (c *clues) defined(all []string) []span {
	var out []span
	for i, l := range all {
		if c.words[definedName(l)] {
			out = append(out, span{i, enclosing(all, i+1).last})
		}
	}
	return out
}

// isCode reports whether a file is source text worth looking into, by its extension.
func isCode(p string) bool {
	switch path.Ext(p) {
	case ".go", ".py", ".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".vue", ".svelte", ".rs", ".java", ".kt", ".kts", ".scala", ".rb", ".php",
		".cs", ".c", ".h", ".cc", ".cpp", ".hpp", ".swift", ".ex", ".exs", ".sql", ".json", ".toml", ".yaml", ".yml", ".proto", ".tmpl", ".html":
		return true
	}
	return false
}
