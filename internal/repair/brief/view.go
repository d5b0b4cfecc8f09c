package brief

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"sort"
	"strings"

	"github.com/regreen/regreen/internal/patch"
)

// view is the checkout as the blocks look at it.
type view struct {
	in     Input
	paths  []string
	has    map[string]bool
	groups []group
	cache  map[string][]string
	tests  map[string]bool   // what isTest said
	code   map[string]string // what the message shows of files, by path
	shown  map[string][]span // the lines of them
	defs   *definitions
}

func look(ctx context.Context, in Input) (*view, error) {
	paths, err := in.Files.Paths(ctx)
	if err != nil {
		return nil, fmt.Errorf("list files: %w", err)
	}
	v := &view{in: in, paths: paths, has: map[string]bool{}, groups: groups(in.Report.Failures), cache: map[string][]string{}, code: map[string]string{}, shown: map[string][]span{}, tests: map[string]bool{}}
	for _, p := range paths {
		v.has[p] = true
	}
	return v, nil
}

func (v *view) clean(s string) string { return v.in.Clean(s) }

// isTest is patch.IsTestPath, which takes long enough to be remembered.
func (v *view) isTest(p string) bool {
	is, ok := v.tests[p]
	if !ok {
		is = patch.IsTestPath(p)
		v.tests[p] = is
	}
	return is
}

// maxFile bounds the files that are looked into.
const maxFile = 256 << 10

// lines returns a text file's lines as they are on disk; nil if there is none.
func (v *view) lines(p string) []string {
	if l, ok := v.cache[p]; ok {
		return l
	}
	var l []string
	if v.has[p] {
		data, err := v.in.Files.Read(p)
		if err == nil && len(data) <= maxFile && bytes.IndexByte(data, 0) < 0 {
			l = strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		}
	}
	v.cache[p] = l
	return l
}

// span is lines first..last of a file, counted from 1.
type span struct{ first, last int }

// merge sorts spans and joins those that touch or nearly do.
func merge(spans []span) []span {
	const near = 4
	sort.Slice(spans, func(i, j int) bool { return spans[i].first < spans[j].first })
	var out []span
	for _, s := range spans {
		if n := len(out); n > 0 && s.first <= out[n-1].last+near {
			out[n-1].last = max(out[n-1].last, s.last)
			continue
		}
		out = append(out, s)
	}
	return out
}

// wholeFile is the most lines of a file that is shown whole instead of in parts.
const wholeFile = 160

// file shows spans of a file with line numbers, cleaned, in at most limit bytes.
func (v *view) file(p string, spans []span, limit int) (string, string) {
	all := v.lines(p)
	if len(all) == 0 || len(spans) == 0 {
		return "", ""
	}
	if len(all) <= wholeFile {
		spans = []span{{1, len(all)}}
	}
	var sb strings.Builder
	spans = merge(clamp(spans, len(all)))
	for i, s := range spans {
		if i > 0 {
			sb.WriteString("...\n")
		}
		number(&sb, v.clean(strings.Join(all[s.first-1:s.last], "\n")), s.first)
	}
	attrs := fmt.Sprintf("path=%q lines=\"%d\"", oneLine(v.clean(p), 200), len(all))
	text, cut := part{name: p, tag: "file", attrs: attrs, text: sb.String()}.render(limit)
	if text != "" {
		v.code[p] += text
		v.shown[p] = append(v.shown[p], spans...)
	}
	return text, v.clean(oneLine(cut, 200))
}

func clamp(spans []span, n int) []span {
	var out []span
	for _, s := range spans {
		s.first, s.last = max(s.first, 1), min(s.last, n)
		if s.first <= s.last {
			out = append(out, s)
		}
	}
	return out
}

func number(sb *strings.Builder, text string, first int) {
	for i, l := range strings.Split(text, "\n") {
		fmt.Fprintf(sb, "%d\t%s\n", first+i, strings.TrimSuffix(l, "\r"))
	}
}

// files shows several files one after the other.
func (v *view) files(at map[string][]span, order []string, limit int) (string, string) {
	var sb strings.Builder
	var cuts []string
	for _, p := range order {
		text, cut := v.file(p, at[p], limit-sb.Len())
		sb.WriteString(text)
		if cut != "" {
			cuts = append(cuts, cut)
		}
	}
	return sb.String(), strings.Join(cuts, "; ")
}

// around is how many lines are shown on each side of a place.
const around = 25

// source shows the project's own code at the failures and their frames, innermost
// frames first.
func (v *view) source(limit int) (string, string) {
	at := map[string][]span{}
	var order []string
	add := func(p string, line int) {
		if !v.has[p] || line <= 0 || v.isTest(p) {
			return
		}
		if _, ok := at[p]; !ok {
			order = append(order, p)
		}
		at[p] = append(at[p], span{line - around, line + around})
	}
	for _, g := range v.groups[:min(len(v.groups), maxGroups)] {
		add(g.first.File, g.first.Line)
		for _, fr := range g.first.Frames {
			add(fr.File, fr.Line)
		}
	}
	return v.files(at, order, limit)
}

// test shows the code of the failing tests.
func (v *view) test(limit int) (string, string) {
	at := map[string][]span{}
	var order []string
	for _, g := range v.groups[:min(len(v.groups), maxGroups)] {
		p, s := v.testOf(g.first.File, g.first.Line, g.first.Test)
		if p == "" {
			continue
		}
		if _, ok := at[p]; !ok {
			order = append(order, p)
		}
		at[p] = append(at[p], excerpts(s, g.first.Line)...)
	}
	return v.files(at, order, limit)
}

// What is shown of a test that is longer than longTest lines: how it begins, and what
// is around the line that failed.
const (
	longTest  = 70
	testHead  = 25
	testAbove = 30
	testBelow = 10
)

// excerpts are the telling parts of a test.
func excerpts(s span, line int) []span {
	if s.last-s.first < longTest || line < s.first || line > s.last {
		return []span{s}
	}
	return []span{{s.first, s.first + testHead}, {max(line-testAbove, s.first), min(line+testBelow, s.last)}}
}

// testOf finds a test: at the place that the failure names, else by its name.
func (v *view) testOf(file string, line int, test string) (string, span) {
	if v.isTest(file) && line > 0 && line <= len(v.lines(file)) {
		return file, enclosing(v.lines(file), line)
	}
	leaf := leafName(test)
	if leaf == "" {
		return "", span{}
	}
	dir := path.Dir(file)
	for _, near := range []bool{true, false} {
		for _, p := range v.paths {
			if !isCode(p) || (path.Dir(p) == dir) != near {
				continue
			}
			for i, l := range v.lines(p) {
				if strings.Contains(l, leaf) && starts(l) && v.isTest(p) {
					return p, enclosing(v.lines(p), i+2)
				}
			}
		}
	}
	return "", span{}
}

// leafName is the last part of a test's name, without parameters.
func leafName(test string) string {
	for _, sep := range []string{"::", " > ", " › ", "/", "#"} {
		if i := strings.LastIndex(test, sep); i >= 0 {
			test = test[i+len(sep):]
		}
	}
	test, _, _ = strings.Cut(test, "[")
	if !strings.Contains(test, " ") {
		test = test[strings.LastIndexByte(test, '.')+1:]
	}
	return strings.TrimSpace(test)
}

// starts reports whether a line opens a function, class or test case.
func starts(l string) bool {
	l = strings.TrimSpace(l)
	for _, p := range []string{"func ", "def ", "async def ", "class ", "it(", "it.", "test(", "test.", "describe(", "fn ", "pub fn ", "async fn ", "public ", "void ", "@Test", "export ", "function ", "static "} {
		if strings.HasPrefix(l, p) {
			return true
		}
	}
	return false
}

// maxBody bounds how far the end of a function is looked for, and maxBack how far its
// opening: tests with a table of cases are long.
const (
	maxBody = 60
	maxBack = 400
)

// enclosing is the function around a line, by indentation.
func enclosing(all []string, line int) span {
	at := min(max(line, 1), len(all)) - 1
	first := at
	for i := at; i >= 0 && at-i < maxBack; i-- {
		if starts(all[i]) && (i == at || indent(all[i]) < max(indent(all[at]), 1)) {
			first = i
			break
		}
	}
	last := at
	for i := max(at, first+1); i < len(all) && i-at < maxBody; i++ {
		blank := strings.TrimSpace(all[i]) == ""
		if !blank && indent(all[i]) <= indent(all[first]) && starts(all[i]) {
			break
		}
		if !blank {
			last = i
		}
	}
	return span{first + 1, last + 1}
}

func indent(l string) int { return len(l) - len(strings.TrimLeft(l, " \t")) }
