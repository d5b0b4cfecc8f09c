package brief

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"sort"
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
	sure  bool // it is named like the failing test, or a remembered fix changed it
	hits  []hit
}

// hit is a place in a candidate: what defines name, or its beginning, where name is "".
type hit struct {
	name string
	at   span
}

// related shows where the cause may be, as far as there is room. The code that the
// failing test calls nearest to where it failed comes first, with what that calls in
// turn: the cause is often some calls further. Of two names, the one that has a word of
// the test's own name in it is the better. Then come the files that names, imports and
// memories point at, and what these use.
func (v *view) related(limit int) (string, string) {
	c := v.clues()
	cands := v.rank(c)
	cands = cands[:min(len(cands), maxShown)]
	w := newWalk(v, limit)
	c.subjects = slices.DeleteFunc(c.subjects, func(s string) bool { return v.definitions().named(s) > maxNamesakes })
	about := func(d definition) bool { return d.callable && c.about(d.name) }
	w.deep(w.text()+w.takeFiles(cands), along(about))
	for _, t := range []trail{along(about), along(func(d definition) bool { return d.callable })} {
		for _, name := range c.near {
			w.deep(name, t)
		}
		w.siblings(cands, about)
		w.siblings(cands, v.small)
	}
	w.takeHits(cands)
	w.deep(w.text(), along(func(definition) bool { return true }))
	return w.render(limit)
}

// sources are the files of code that are looked into, but for tests.
func (v *view) sources() []string {
	var out []string
	seen := 0
	for _, p := range v.paths {
		if !isCode(p) || seen == maxCandidates {
			continue
		}
		seen++
		if !v.isTest(p) {
			out = append(out, p)
		}
	}
	return out
}

func (v *view) rank(c *clues) []candidate {
	var out []candidate
	for _, p := range v.sources() {
		if cand := c.judge(v, p); cand.score >= minScore {
			out = append(out, cand)
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		return cmp.Or(cmp.Compare(out[j].score, out[i].score), strings.Compare(out[i].path, out[j].path)) < 0
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
	subjects   []string // words of the failing tests' names, in lower case
	near       []string // identifiers of the failing tests' code, those nearest to the failure first
}

// addNear takes in a test's code, from the line that failed up, then from there down.
func (c *clues) addNear(all []string, s span, line int) {
	last := min(s.last, len(all))
	if line < s.first || line > last {
		line = last
	}
	for i := line; i >= s.first; i-- {
		c.near = append(c.near, identifier.FindAllString(all[i-1], -1)...)
	}
	for i := line + 1; i <= last; i++ {
		c.near = append(c.near, identifier.FindAllString(all[i-1], -1)...)
	}
}

// about reports whether a name is about what a failing test tests, as its name says.
func (c *clues) about(name string) bool {
	low := strings.ToLower(name)
	return slices.ContainsFunc(c.subjects, func(s string) bool { return strings.Contains(low, s) })
}

// nameWord is a word of an identifier, such as Retry in TestRetryStops and test_retry_stops.
var nameWord = regexp.MustCompile(`[A-Z]+[a-z]*|[a-z]+`)

// addSubjects takes in the words of a test's name that say something.
func (c *clues) addSubjects(test string) {
	const short = 4 // letters; words below are in too many names
	for _, w := range nameWord.FindAllString(test, -1) {
		w = strings.ToLower(w)
		if len(w) >= short && !slices.Contains([]string{"test", "tests", "should", "with", "when", "that", "returns", "does", "works", "error", "value"}, w) {
			c.subjects = append(c.subjects, w)
		}
	}
}

func newClues() *clues {
	return &clues{words: map[string]bool{}, imports: map[string]bool{}, stems: map[string]bool{}, folders: map[string]bool{}, remembered: map[string]bool{}}
}

func (v *view) clues() *clues {
	c := newClues()
	for _, g := range v.groups[:min(len(v.groups), maxGroups)] {
		f := g.first
		c.addWords(f.Message + " " + f.Test)
		c.addSubjects(leafName(f.Test))
		p, s := v.testOf(f.File, f.Line, f.Test)
		if p == "" {
			continue
		}
		all := v.lines(p)
		c.addWords(strings.Join(all[s.first-1:min(s.last, len(all))], "\n"))
		c.addNear(all, s, f.Line)
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
func (c *clues) judge(v *view, p string) candidate {
	out := candidate{path: p}
	all := v.lines(p)
	if len(all) == 0 {
		return out
	}
	out.sure = c.remembered[p] || c.stems[stem(p)]
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
	defines := c.defined(v, p)
	out.score += weightDefines * min(len(defines), maxDefines)
	out.hits = defines
	if len(defines) == 0 {
		out.hits = []hit{{"", span{1, 2 * around}}}
	}
	return out
}

// defined lists the places in a file that define a name from the clues, but for names
// that many places define.
func (c *clues) defined(v *view, p string) []hit {
	var out []hit
	for _, d := range v.definitions().in[p] {
		if c.words[d.name] && v.definitions().telling(d.name) {
			out = append(out, hit{d.name, v.body(p, d.line)})
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
