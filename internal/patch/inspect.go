package patch

import (
	"slices"
	"sort"
	"strings"

	"github.com/regreen/regreen/internal/patch/convention"
)

// step is a line of a file on its way from before to after, with its numbers from 0
// on both sides; -1 where it is not.
type step struct {
	op       Op
	old, now int
	hunk     int // its hunk's index, -1 outside of all
}

// steps goes through the whole file, which has as many lines before the change.
func (f File) steps(lines int) []step {
	var all []step
	old, now := 0, 0
	keep := func(until int) {
		for ; old < until; old, now = old+1, now+1 {
			all = append(all, step{Keep, old, now, -1})
		}
	}
	for i, h := range f.Hunks {
		keep(h.first())
		for _, l := range h.Lines {
			switch l.Op {
			case Keep:
				all = append(all, step{Keep, old, now, i})
				old, now = old+1, now+1
			case Remove:
				all = append(all, step{Remove, old, -1, i})
				old++
			case Add:
				all = append(all, step{Add, -1, now, i})
				now++
			}
		}
	}
	keep(lines)
	return all
}

// inspection judges the change of one file line by line.
type inspection struct {
	policy   Policy
	file     File
	steps    []step
	old, now string
	moved    map[string]bool // lines that the patch takes out somewhere, trimmed
}

// newInspection works on the whole file. Where the text before is not to be had or
// does not fit, the hunks are all there is to see.
func newInspection(p Policy, f File, before func(string) ([]byte, bool)) inspection {
	old := []byte{}
	if f.Old != "" {
		old, _ = before(f.Old)
	}
	now, err := f.applyLines(old)
	if err != nil {
		f = f.alone()
		old, now = []byte(f.text(Hunk.Old)), []byte(f.text(Hunk.New))
	}
	return inspection{policy: p, file: f, old: string(old), now: string(now), steps: f.steps(len(Lines(string(old))))}
}

// alone returns the file as if its hunks were all that it holds.
func (f File) alone() File {
	at := 0
	hunks := slices.Clone(f.Hunks)
	for i := range hunks {
		n := len(hunks[i].Old())
		hunks[i].OldStart = at
		if n > 0 {
			hunks[i].OldStart++
		}
		at += n
	}
	f.Hunks = hunks
	return f
}

// text joins one side of the hunks.
func (f File) text(side func(Hunk) []string) string {
	var b strings.Builder
	for _, h := range f.Hunks {
		for _, l := range side(h) {
			b.WriteString(strings.TrimSuffix(l, "\n") + "\n")
		}
	}
	return b.String()
}

func (i inspection) violations() []Violation {
	if i.isTest() {
		if i.policy.allows(convention.Test) {
			return nil
		}
		return []Violation{{Rule: string(convention.Test), Path: i.file.Path(), Detail: explain[string(convention.Test)]}}
	}
	found := slices.Concat(i.whole(), i.regions(), i.marks())
	sort.SliceStable(found, func(i, j int) bool { return found[i].Line < found[j].Line })
	return found
}

// isTest reports whether the file holds tests, or serves them, whatever its name is. A
// source file of Go that begins to import "testing" does not become a test by that.
func (i inspection) isTest() bool {
	path := i.file.Path()
	if convention.LanguageOf(path) == convention.Go && i.file.Old != "" {
		return convention.IsTestText(path, i.old)
	}
	return convention.IsTestText(path, i.old) || convention.IsTestText(path, i.now)
}

// lfsPointer starts the stand-in that git has for a large file.
const lfsPointer = "version https://git-lfs.github.com/spec/"

// whole judges the texts before and after.
func (i inspection) whole() []Violation {
	var found []Violation
	add := func(rule string) {
		found = append(found, Violation{Rule: rule, Path: i.file.Path(), Detail: explain[rule]})
	}
	if strings.HasPrefix(i.old, lfsPointer) {
		add(RuleLFS)
	}
	if i.file.Old != "" && !keepsEndings(i.old, i.now) {
		add(RuleLineEndings)
	}
	return found
}

// keepsEndings reports whether a text whose lines all end alike still has those ends,
// or has nothing but other ones (P14).
func keepsEndings(old, now string) bool {
	wasCRLF, was := endings(old)
	isCRLF, is := endings(now)
	switch {
	case !was || now == "":
		return true
	case is && wasCRLF == isCRLF:
		return true
	}
	return is && strings.ReplaceAll(old, "\r\n", "\n") == strings.ReplaceAll(now, "\r\n", "\n")
}

// endings returns whether the lines end in "\r\n", and whether they all end alike.
func endings(text string) (crlf, alike bool) {
	n, r := strings.Count(text, "\n"), strings.Count(text, "\r\n")
	return r > 0, r == 0 || r == n
}

// regions finds changed lines within tests, and lines that belonged to tests and do
// not any more, though they are still there.
func (i inspection) regions() []Violation {
	before := cover(convention.Regions(i.file.Path(), i.old), len(Lines(i.old))+1)
	after := cover(convention.Regions(i.file.Path(), i.now), len(Lines(i.now))+1)
	r := report{inspection: i}
	for _, s := range i.steps {
		switch {
		case s.op == Remove && before[s.old] != "":
			r.add(before[s.old], s)
		case s.op == Add && after[s.now] != "":
			r.add(after[s.now], s)
		case s.op == Keep && before[s.old] != "" && after[s.now] == "":
			r.add(before[s.old], s)
		}
	}
	return r.found
}

// cover spreads regions over lines.
func cover(regions []convention.Region, lines int) []convention.Kind {
	kinds := make([]convention.Kind, lines)
	for _, r := range regions {
		for n := r.Start; n < min(r.End, lines); n++ {
			kinds[n] = r.Kind
		}
	}
	return kinds
}

func (i inspection) marks() []Violation {
	lines := Lines(i.now)
	added := make([]bool, len(lines)+1)
	at := map[int]step{}
	for _, s := range i.steps {
		if s.op == Add && !i.moved[strings.TrimSpace(lines[s.now])] {
			added[s.now] = true
		}
		at[s.now] = s
	}
	if !slices.Contains(added, true) {
		return nil
	}
	r := report{inspection: i}
	for _, m := range convention.Marks(i.file.Path(), i.old, i.now, added) {
		r.add(m.Kind, at[m.Line])
	}
	return r.found
}

// report collects violations, each rule once a hunk.
type report struct {
	inspection
	found []Violation
	last  map[convention.Kind]int
}

// maxQuoted is how much of a line a violation quotes, in bytes.
const maxQuoted = 120

func (r *report) add(kind convention.Kind, s step) {
	if r.policy.allows(kind) {
		return
	}
	if hunk, ok := r.last[kind]; ok && hunk == s.hunk {
		return
	}
	if r.last == nil {
		r.last = map[convention.Kind]int{}
	}
	r.last[kind] = s.hunk
	text, n := r.now, s.now
	if s.op == Remove {
		text, n = r.old, s.old
	}
	line := strings.TrimSpace(Lines(text)[n])
	line = strings.ToValidUTF8(line[:min(len(line), maxQuoted)], "")
	if kind == convention.Secret {
		line = "" // must not be repeated
	}
	r.found = append(r.found, Violation{
		Rule: string(kind), Path: r.file.Path(), Line: n + 1,
		Detail: strings.TrimSuffix(explain[string(kind)]+": "+line, ": "),
	})
}

// removedLines returns the lines that a patch takes out: one that it puts in at
// another place is no news.
func removedLines(p Patch) map[string]bool {
	lines := map[string]bool{}
	for _, f := range p.files {
		for _, h := range f.Hunks {
			for _, l := range h.Lines {
				if l.Op == Remove {
					lines[strings.TrimSpace(l.Text)] = true
				}
			}
		}
	}
	return lines
}
