package relocate

import (
	"errors"
	"slices"

	"github.com/regreen/regreen/internal/patch"
)

// fuzzy brings the change in where blanks, names or the lines around it differ.
func (c change) fuzzy(target []string) (string, error) {
	whole := blocks(c.file.Hunks)
	ways := []func() ([]spot, error){
		func() ([]spot, error) { return find(whole, target, looseKeys) },
		func() ([]spot, error) { return c.findRenamed(whole, target) },
		func() ([]spot, error) { return findGroups(whole, target) },
	}
	for _, way := range ways {
		spots, err := way()
		if err == nil {
			return c.replace(target, spots), nil
		}
		if errors.Is(err, ErrAmbiguous) {
			return "", err
		}
	}
	return "", ErrNoPlace
}

// findGroups places each group of changed lines by itself, with as much of its
// context as can be found.
func findGroups(whole []block, target []string) ([]spot, error) {
	var shrunk []block
	lines := looseKeys(target)
	for _, b := range whole {
		for _, g := range groups(b) {
			small, err := g.shrink(lines)
			if err != nil {
				return nil, err
			}
			shrunk = append(shrunk, small)
		}
	}
	return find(shrunk, target, looseKeys)
}

// group is a run of changed lines with the unchanged ones before and after it.
type group struct {
	before, core, after []patch.Line
	top, bottom         bool
}

// groups splits a block. The context between two groups goes half to each, so that
// they never overlap.
func groups(b block) []group {
	var gs []group
	lines := b.Lines
	for len(lines) > 0 {
		from := run(lines, true)
		to := from + run(lines[from:], false)
		if to == from {
			break
		}
		end := to + run(lines[to:], true)
		share := end
		if end < len(lines) {
			share = to + (end-to)/2
		}
		gs = append(gs, group{
			before: lines[:from], core: lines[from:to], after: lines[to:share],
			top: b.top && len(gs) == 0, bottom: b.bottom && share == len(lines),
		})
		lines = lines[share:]
	}
	return gs
}

// run counts the leading lines that are, or are not, kept.
func run(lines []patch.Line, kept bool) int {
	n := 0
	for n < len(lines) && (lines[n].Op == patch.Keep) == kept {
		n++
	}
	return n
}

// shrink drops context down to what still says where the group belongs, which must
// then have one place only. Dropping no more than needed would find a place sooner,
// and the wrong one where the right one's surroundings were edited.
func (g group) shrink(lines []string) (block, error) {
	b := block{top: g.top, bottom: g.bottom}
	b.Lines = g.core
	if !slices.ContainsFunc(g.core, func(l patch.Line) bool { return isRemoved(l) && telling(l.Text) }) {
		var ok bool
		if b.Lines, ok = g.toTelling(); !ok {
			return b, ErrNoPlace
		}
	}
	switch n := len(placesOf(b, lines, looseKeys)); {
	case n == 0:
		return b, ErrNoPlace
	case n > 1:
		return b, ErrAmbiguous
	}
	return b, nil
}

// toTelling returns the group with the context up to the nearest telling line on
// both sides; false if a side has none.
func (g group) toTelling() ([]patch.Line, bool) {
	isTelling := func(l patch.Line) bool { return telling(l.Text) }
	to := slices.IndexFunc(g.after, isTelling)
	from := len(g.before) - 1
	for from >= 0 && !isTelling(g.before[from]) {
		from--
	}
	if from < 0 || to < 0 {
		return nil, false
	}
	return slices.Concat(g.before[from:], g.core, g.after[:to+1]), true
}
