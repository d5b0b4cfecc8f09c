package relocate

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/patch/convention"
)

const (
	// maxSearched is how many files of one language a tree may have to be searched: in
	// a larger one it would take minutes, and a part of it can't tell that a place is
	// the only one.
	maxSearched = 50_000
	// maxFile is the size of the largest file that is searched, in bytes. Larger ones
	// are data or generated.
	maxFile = 1 << 20
	// alike is from which share of common lines on a file counts as another one
	// renamed; git's own threshold.
	alike = 0.5
	// unlike is below which share a file of the same name is taken for another one.
	unlike = 0.2
	// ahead is by how much the most similar file must lead.
	ahead = 0.1
)

// found is a file with the change in it.
type found struct {
	path, text string
	how        How
}

// search looks for the change's place in other files of the tree.
func (r *relocation) search(c change, applied bool) (found, error) {
	home, there := r.read(c.file.Old)
	gone := !there || c.known && c.likeness(home) < unlike
	candidates := r.candidates(c, gone)
	if gone {
		f, err := c.renamed(candidates)
		if err == nil || !errors.Is(err, ErrNoPlace) {
			return f, err
		}
	}
	if !c.isTelling() {
		return found{}, ErrNoPlace
	}
	for n, form := range elsewhereForms {
		if applied && n > 0 {
			break
		}
		f, err := c.elsewhere(candidates, form)
		if err == nil || errors.Is(err, ErrAmbiguous) {
			return f, err
		}
	}
	return found{}, ErrNoPlace
}

// form is a way to place blocks in a text, and a quick look that rules most texts out.
type form struct {
	may  func(old []string, text string) bool // old are the telling lines, trimmed
	find func(change, []block, []string) ([]spot, error)
}

// elsewhereForms are the ways to find lines in another file, the surest first.
var elsewhereForms = []form{
	{hasMost, func(_ change, b []block, t []string) ([]spot, error) { return find(b, t, keys) }},
	{hasMost, func(_ change, b []block, t []string) ([]spot, error) { return find(b, t, looseKeys) }},
	{hasSome, func(_ change, b []block, t []string) ([]spot, error) { return find(paragraphs(b), t, looseKeys) }},
	{hasSome, change.findRenamed},
	{hasSome, func(c change, b []block, t []string) ([]spot, error) { return c.findRenamed(paragraphs(b), t) }},
}

// hasMost reports whether the longest line is in the text.
func hasMost(old []string, text string) bool {
	longest := slices.MaxFunc(old, func(a, b string) int { return len(a) - len(b) })
	return strings.Contains(text, longest)
}

// hasSome reports whether two of the lines are in the text. Where names differ, they
// do not so in every line, most names being kept.
func hasSome(old []string, text string) bool {
	seen := map[string]bool{}
	for _, l := range old {
		if strings.Contains(text, l) {
			seen[l] = true
		}
	}
	return len(seen) > 1
}

// paragraphs cuts the context at the blank lines next to the change: what lies
// beyond is most often another function, which another file does not have.
func paragraphs(blocks []block) []block {
	cut := make([]block, len(blocks))
	for i, b := range blocks {
		from := slices.IndexFunc(b.Lines, isChanged)
		to := len(b.Lines)
		for to > from && !isChanged(b.Lines[to-1]) {
			to--
		}
		for from > 0 && strings.TrimSpace(b.Lines[from-1].Text) != "" {
			from--
		}
		for to < len(b.Lines) && strings.TrimSpace(b.Lines[to].Text) != "" {
			to++
		}
		cut[i] = b
		cut[i].Lines = b.Lines[from:to]
	}
	return cut
}

// candidate is a file that is searched.
type candidate struct{ path, text string }

// candidates reads the files in the language of the change's own one, and keeps those
// that have a line of it, or if that is gone, may be the same renamed.
func (r *relocation) candidates(c change, gone bool) []candidate {
	var all []candidate
	old, own := c.tellingLines(), c.file.Old
	searched := 0
	for _, name := range slices.Sorted(slices.Values(r.tree.Paths())) {
		if name == own || path.Ext(name) != path.Ext(own) {
			continue
		}
		if searched++; searched > maxSearched {
			return nil
		}
		text, ok := r.read(name)
		if !ok || len(text) > maxFile {
			continue
		}
		like := gone && (c.known && c.likeness(text) >= alike || path.Base(name) == path.Base(own))
		if like || slices.ContainsFunc(old, func(l string) bool { return strings.Contains(text, l) }) {
			all = append(all, candidate{name, text})
		}
	}
	return all
}

// renamed brings the change into the file that its own one has become. Where the text
// before is not known, a file of the same name is taken for that.
func (c change) renamed(candidates []candidate) (found, error) {
	var best, second float64
	var fits []found
	for _, k := range candidates {
		likeness := c.likeness(k.text)
		if !c.known && path.Base(k.path) == path.Base(c.file.Old) {
			likeness = 1
		}
		if likeness < alike || !c.suits(k.path) {
			continue
		}
		text, _, err := c.into(k.text)
		switch {
		case errors.Is(err, ErrAmbiguous), errors.Is(err, ErrAlreadyApplied):
			return found{}, err
		case err != nil:
			continue
		}
		fit := found{k.path, text, Renamed}
		if likeness > best {
			best, second = likeness, best
			fits = slices.Insert(fits, 0, fit)
		} else {
			second = max(second, likeness)
			fits = append(fits, fit)
		}
	}
	switch {
	case len(fits) == 0:
		return found{}, ErrNoPlace
	case best < second+ahead:
		return found{}, fmt.Errorf("%w: in %q and %q", ErrAmbiguous, fits[0].path, fits[1].path)
	}
	return fits[0], nil
}

// suits reports whether a file is of the kind that the change was made in: no fix of
// code goes to a test.
func (c change) suits(name string) bool {
	return convention.Classify(name) == convention.Classify(c.file.Old)
}

// likeness is the share of telling lines that the text before and another text have
// in common; 0 where the former is not known.
func (c change) likeness(text string) float64 {
	total, common := 0, 0
	seen := map[string]int{}
	for line := range strings.Lines(text) {
		l := strings.TrimSpace(line)
		if !telling(l) {
			continue
		}
		total++
		if seen[l] < c.counts[l] {
			seen[l]++
			common += 2
		}
	}
	for _, n := range c.counts {
		total += n
	}
	if total == 0 {
		return 0
	}
	return float64(common) / float64(total)
}

// countLines counts the telling lines of a text, each without the blanks around it.
func countLines(lines []string) map[string]int {
	counts := map[string]int{}
	for _, l := range lines {
		if telling(l) {
			counts[strings.TrimSpace(l)]++
		}
	}
	return counts
}

// elsewhere brings the change into the only file that has all its lines.
func (c change) elsewhere(candidates []candidate, by form) (found, error) {
	old := c.tellingLines()
	whole := blocks(c.file.Hunks)
	var hit *found
	for _, k := range candidates {
		if !by.may(old, k.text) || !c.suits(k.path) {
			continue
		}
		lines := patch.Lines(k.text)
		spots, err := by.find(c, whole, lines)
		switch {
		case errors.Is(err, ErrAmbiguous):
			return found{}, fmt.Errorf("%w: in %q", ErrAmbiguous, k.path)
		case err == nil && hit != nil:
			return found{}, fmt.Errorf("%w: in %q and %q", ErrAmbiguous, hit.path, k.path)
		case err == nil:
			hit = &found{k.path, c.replace(lines, spots), Elsewhere}
		}
	}
	if hit == nil {
		return found{}, ErrNoPlace
	}
	return *hit, nil
}

// isTelling reports whether the old lines say enough to be looked for in other files.
func (c change) isTelling() bool {
	for _, h := range c.file.Hunks {
		if countTelling(h.Old()) == 0 {
			return false
		}
	}
	return len(c.tellingLines()) >= minTelling
}

// tellingLines returns those of the old lines that tell, trimmed.
func (c change) tellingLines() []string {
	var old []string
	for _, h := range c.file.Hunks {
		for _, l := range h.Old() {
			if telling(l) {
				old = append(old, strings.TrimSpace(l))
			}
		}
	}
	return old
}
