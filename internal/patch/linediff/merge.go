package linediff

import (
	"errors"
	"slices"
)

var (
	// ErrConflict says that both sides changed the same lines, each in its own way.
	ErrConflict = errors.New("both sides changed the same lines")
	// ErrAmbiguous says that the base can be aligned with ours in more than one way,
	// and that it matters.
	ErrAmbiguous = errors.New("more than one place fits")
)

// Chunk is a part of a merged text: the lines ours[Start:End], or theirs[Start:End]
// when Theirs is set. At is where a part of theirs stands in ours, and BaseStart
// and BaseEnd are the lines of the base that it replaces.
type Chunk struct {
	Theirs             bool
	Start, End         int
	At                 int
	BaseStart, BaseEnd int
}

// Merge brings the change from base to theirs into ours. A change that ours has
// already is taken once. Changes may touch when their order is plain: one of them
// replaces lines. The error is ErrConflict or ErrAmbiguous; the latter is found by
// aligning base and ours once from the top and once from the bottom.
func Merge(base, ours, theirs []string) ([]Chunk, error) {
	change := Diff(base, theirs)
	down, err := combine(len(base), ours, theirs, [2][]Edit{Diff(base, ours), change})
	if err != nil {
		return nil, err
	}
	up, err := combine(len(base), ours, theirs, [2][]Edit{diffUp(base, ours), change})
	if err != nil || !slices.Equal(compose(down, ours, theirs), compose(up, ours, theirs)) {
		return nil, ErrAmbiguous
	}
	return down, nil
}

// diffUp is Diff from the bottom up.
func diffUp(a, b []string) []Edit {
	edits := Diff(reversed(a), reversed(b))
	slices.Reverse(edits)
	for i, e := range edits {
		edits[i] = Edit{len(a) - e.End, len(a) - e.Start, len(b) - e.NewEnd, len(b) - e.NewStart}
	}
	return edits
}

func reversed(lines []string) []string {
	r := slices.Clone(lines)
	slices.Reverse(r)
	return r
}

func compose(chunks []Chunk, ours, theirs []string) []string {
	var lines []string
	for _, c := range chunks {
		side := ours
		if c.Theirs {
			side = theirs
		}
		lines = append(lines, side[c.Start:c.End]...)
	}
	return lines
}

// merger walks both lists of edits along the base.
type merger struct {
	chunks []Chunk
	base   int // all before this line of the base is done
	ours   int // the line of ours that belongs to it
}

// combine goes through both sides' edits of a base of so many lines, ours first.
func combine(base int, ours, theirs []string, edits [2][]Edit) ([]Chunk, error) {
	own, change := edits[0], edits[1]
	m := merger{}
	for len(own) > 0 && len(change) > 0 {
		o, t := own[0], change[0]
		switch {
		case o.Start == t.Start && o.End == t.End && slices.Equal(ours[o.NewStart:o.NewEnd], theirs[t.NewStart:t.NewEnd]):
			m.takeOurs(o)
			own, change = own[1:], change[1:]
		case clash(o, t):
			return nil, ErrConflict
		case o.Start < t.Start || o.Start == t.Start && o.End == o.Start:
			m.takeOurs(o)
			own = own[1:]
		default:
			m.takeTheirs(t)
			change = change[1:]
		}
	}
	for _, o := range own {
		m.takeOurs(o)
	}
	for _, t := range change {
		m.takeTheirs(t)
	}
	m.keep(base)
	return m.chunks, nil
}

// clash reports whether the order of two edits, or what they leave, is in doubt.
func clash(o, t Edit) bool {
	if o.Start < t.End && t.Start < o.End {
		return true
	}
	touch := o.End == t.Start || t.End == o.Start
	inserts := t.Start == t.End
	sameLength := o.End-o.Start == o.NewEnd-o.NewStart
	return touch && inserts && !sameLength
}

// keep takes the unchanged lines up to a line of the base.
func (m *merger) keep(base int) {
	n := base - m.base
	m.add(Chunk{Start: m.ours, End: m.ours + n})
	m.base, m.ours = base, m.ours+n
}

func (m *merger) takeOurs(o Edit) {
	m.keep(o.Start)
	m.add(Chunk{Start: o.NewStart, End: o.NewEnd})
	m.base, m.ours = o.End, o.NewEnd
}

func (m *merger) takeTheirs(t Edit) {
	m.keep(t.Start)
	m.chunks = append(m.chunks, Chunk{
		Theirs: true, Start: t.NewStart, End: t.NewEnd,
		At: m.ours, BaseStart: t.Start, BaseEnd: t.End,
	})
	m.base, m.ours = t.End, m.ours+t.End-t.Start
}

// add takes lines of ours, and joins them to those just before.
func (m *merger) add(c Chunk) {
	if c.Start == c.End {
		return
	}
	if n := len(m.chunks); n > 0 && !m.chunks[n-1].Theirs && m.chunks[n-1].End == c.Start {
		m.chunks[n-1].End = c.End
		return
	}
	m.chunks = append(m.chunks, c)
}
