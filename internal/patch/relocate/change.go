package relocate

import (
	"errors"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/patch/linediff"
)

// change is the change of one file, and what is known about the text that it was
// made for.
type change struct {
	file  patch.File
	known bool     // base and after are there
	base  []string // before the change
	after []string // with it
	unit  string   // one step of indentation

	counts map[string]int // of the telling lines of base, for likeness
}

func newChange(f patch.File, before map[string]string) change {
	c := change{file: f}
	for _, h := range f.Hunks {
		c.unit = indentUnit(append([]string{c.unit + "x"}, h.Old()...))
		if c.unit != "" {
			break
		}
	}
	text, ok := before[f.Old]
	if !ok {
		return c
	}
	after, err := apply(f, text)
	if err != nil {
		return c // the text belongs to another state of the file
	}
	c.known, c.base, c.after = true, patch.Lines(text), patch.Lines(after)
	c.unit, c.counts = indentUnit(c.base), countLines(c.base)
	return c
}

// apply is the strict application to one text.
func apply(f patch.File, text string) (string, error) {
	changed, err := patch.New(f).Apply(func(path string) ([]byte, bool) { return []byte(text), path == f.Old })
	if err != nil {
		return "", err
	}
	return string(changed[f.New].Data), nil
}

// into brings the change into a text that is, or may be, the file's own.
func (c change) into(text string) (string, How, error) {
	target := patch.Lines(text)
	strict, strictErr := apply(c.file, text)
	if strictErr == nil && (c.file.MadeFor([]byte(text)) || c.known && slices.Equal(c.base, target)) {
		return strict, Exact, nil
	}
	placement, err := find(blocks(c.file.Hunks), target, keys)
	if err == nil {
		merged := c.replace(target, placement)
		if other, err := c.threeWay(target); err == nil && other != merged {
			return "", "", ErrAmbiguous // the copy that has all its lines is not the one that grew from the text before
		}
		if strictErr == nil && merged == strict || atOwnLines(placement) {
			return merged, Exact, nil
		}
		return merged, Shifted, nil
	}
	merged, mergeErr := c.threeWay(target)
	if mergeErr == nil || errors.Is(mergeErr, ErrAlreadyApplied) {
		return merged, ThreeWay, mergeErr
	}
	if errors.Is(err, ErrAmbiguous) || errors.Is(mergeErr, ErrAmbiguous) {
		return "", "", ErrAmbiguous
	}
	if c.isIn(target) {
		return "", "", ErrAlreadyApplied
	}
	merged, err = c.fuzzy(target)
	return merged, Fuzzy, err
}

// atOwnLines reports whether every block is where its hunk says; the line ends may differ.
func atOwnLines(spots []spot) bool {
	return !slices.ContainsFunc(spots, func(s spot) bool { return s.at != s.OldStart-1 })
}

// isIn reports whether every hunk's outcome is in the text.
func (c change) isIn(target []string) bool {
	for _, h := range c.file.Hunks {
		after := h.New()
		if countTelling(after) == 0 || len(positions(looseKeys(after), looseKeys(target))) == 0 {
			return false
		}
	}
	return true
}

// threeWay merges by means of the text before, first line by line, then without
// regard to blanks.
func (c change) threeWay(target []string) (string, error) {
	if !c.known {
		return "", ErrNoPlace
	}
	ambiguous := false
	for _, form := range []func([]string) []string{keys, looseKeys} {
		base, ours, theirs := form(c.base), form(target), form(c.after)
		if slices.Equal(base, theirs) {
			continue // a change of blanks alone
		}
		chunks, err := linediff.Merge(base, ours, theirs)
		if err != nil {
			ambiguous = ambiguous || errors.Is(err, linediff.ErrAmbiguous)
			continue
		}
		if !slices.ContainsFunc(chunks, func(k linediff.Chunk) bool { return k.Theirs }) {
			return "", ErrAlreadyApplied
		}
		at := aligned(base, ours)
		if !slices.ContainsFunc(chunks, func(k linediff.Chunk) bool { return doubtful(k, base, ours, at) }) {
			return c.assemble(target, chunks, at), nil
		}
		ambiguous = true
	}
	if ambiguous {
		return "", ErrAmbiguous
	}
	return "", ErrNoPlace
}

// aligned returns, for each line of the base, the line of ours that is the same, or -1.
func aligned(base, ours []string) []int {
	at := make([]int, len(base))
	for i := range at {
		at[i] = -1
	}
	b, o := 0, 0
	for _, e := range append(linediff.Diff(base, ours), linediff.Edit{Start: len(base)}) {
		for ; b < e.Start; b, o = b+1, o+1 {
			at[b] = o
		}
		b, o = e.End, e.NewEnd
	}
	return at
}

const (
	// maxGap is how many lines may have come between an insertion and the next telling
	// line on either side. Beyond that it is in doubt to which side it belongs.
	maxGap = 3
	// maxWider is how often the lines around a change are extended to tell copies apart.
	maxWider = 4
)

// doubtful reports whether a chunk may belong somewhere else: it replaces nothing
// that tells, and has lost touch with the lines around it, or those were copied.
func doubtful(k linediff.Chunk, base, ours []string, at []int) bool {
	if !k.Theirs {
		return false
	}
	up, down := tellingAbove(base, k.BaseStart), tellingBelow(base, k.BaseEnd)
	if countTelling(base[k.BaseStart:k.BaseEnd]) == 0 {
		lostAbove := up >= 0 && (at[up] < 0 || k.At-at[up] > k.BaseStart-up+maxGap)
		lostBelow := down < len(base) && (at[down] < 0 || at[down]-k.At > down-k.BaseStart+maxGap)
		if lostAbove || lostBelow {
			return true
		}
	}
	for wider := range maxWider {
		around := base[max(up, 0):min(down+1, len(base))]
		now := len(positions(around, ours))
		if now == 0 {
			return wider > 0
		}
		if now <= len(positions(around, base)) {
			return false
		}
		up, down = tellingAbove(base, up), tellingBelow(base, down+1)
	}
	return true
}

// tellingAbove returns the index of the last telling line before i, or -1.
func tellingAbove(lines []string, i int) int {
	for i--; i >= 0 && !telling(lines[i]); i-- {
	}
	return max(i, -1)
}

// tellingBelow returns the index of the first telling line from i on, or the end.
func tellingBelow(lines []string, i int) int {
	for ; i < len(lines) && !telling(lines[i]); i++ {
	}
	return min(i, len(lines))
}

// nearby is how many lines up and down are looked at for how a line is indented.
const nearby = 40

// assemble puts the merged text together.
func (c change) assemble(target []string, chunks []linediff.Chunk, at []int) string {
	var out []string
	for _, k := range chunks {
		if !k.Theirs {
			out = append(out, target[k.Start:k.End]...)
			continue
		}
		f := c.fitter(target)
		for d := range nearby {
			for _, i := range []int{k.BaseStart - 1 - d, k.BaseStart + d} {
				if i >= 0 && i < len(at) && at[i] >= 0 {
					f.pairs = append(f.pairs, pair{c.base[i], target[at[i]]})
				}
			}
		}
		for _, l := range c.after[k.Start:k.End] {
			out = append(out, f.fit(l))
		}
	}
	return c.finish(out, target)
}

func (c change) fitter(target []string) fitter {
	return fitter{unitWas: c.unit, unitIs: indentUnit(target), end: lineEnd(target)}
}

// finish joins the lines. The text ends in a newline if it did before, or if the
// change is about that.
func (c change) finish(lines, target []string) string {
	end := lineEnd(target)
	for i, l := range lines {
		if !strings.HasSuffix(l, "\n") {
			lines[i] = l + end
		}
	}
	text := join(lines)
	was, is := c.finalNewline()
	has := len(target) == 0 || strings.HasSuffix(target[len(target)-1], "\n")
	if has == was {
		has = is
	}
	if !has {
		text = strings.TrimSuffix(text, end)
	}
	return text
}

// finalNewline returns whether the text ends in a newline before and after the
// change; both are true where it does not say.
func (c change) finalNewline() (was, is bool) {
	was, is = true, true
	for _, h := range c.file.Hunks {
		for _, l := range h.Lines {
			if strings.HasSuffix(l.Text, "\n") {
				continue
			}
			was = was && l.Op == patch.Add
			is = is && l.Op == patch.Remove
		}
	}
	return was, is
}
