package relocate

import (
	"slices"
	"sort"

	"github.com/regreen/regreen/internal/patch"
)

// block is a part of a change that is placed as a whole: a hunk, or a part of one.
type block struct {
	patch.Hunk
	top, bottom bool // belongs to the very start or end of the file
}

// blocks makes blocks of whole hunks. A hunk that has context on one side only lies
// at that end of the file; git holds by the same rule.
func blocks(hunks []patch.Hunk) []block {
	bs := make([]block, len(hunks))
	for i, h := range hunks {
		first, last := isChanged(h.Lines[0]), isChanged(h.Lines[len(h.Lines)-1])
		bs[i] = block{h, first && !last, last && !first}
	}
	return bs
}

func isChanged(l patch.Line) bool { return l.Op != patch.Keep }

func isRemoved(l patch.Line) bool { return l.Op == patch.Remove }

// spot is a block and the index of the line where its old lines were found.
type spot struct {
	block
	at       int
	renaming map[string]string
}

func (s spot) end() int { return s.at + len(s.Old()) }

// maxPositions is how many places of one block are looked at; one that fits in more
// is taken for ambiguous.
const maxPositions = 200

// find returns the only way to place all blocks in the text, whose lines are compared
// in the given form. A block that has just one place may be out of order, since
// functions move; the others keep to their order.
func find(blocks []block, target []string, form func([]string) []string) ([]spot, error) {
	lines := form(target)
	places := make([][]int, len(blocks))
	single := true
	for i, b := range blocks {
		places[i] = placesOf(b, lines, form)
		switch n := len(places[i]); {
		case n == 0:
			return nil, ErrNoPlace
		case n > maxPositions:
			return nil, ErrAmbiguous
		case n > 1:
			single = false
		}
	}
	if single {
		return atSingle(blocks, places)
	}
	return inOrder(blocks, places)
}

// placesOf returns where the block fits and has not been applied yet.
func placesOf(b block, lines []string, form func([]string) []string) []int {
	old, after := form(b.Old()), form(b.New())
	if len(old) == 0 {
		return nil
	}
	var done []int
	if !slices.ContainsFunc(b.Lines, isRemoved) {
		done = positions(after, lines)
	}
	return slices.DeleteFunc(positions(old, lines), func(at int) bool {
		end := at + len(old)
		covered := slices.ContainsFunc(done, func(d int) bool { return d <= at && end <= d+len(after) })
		return covered || b.top && at > 0 || b.bottom && end < len(lines)
	})
}

// positions returns the indices at which the lines of want stand in lines.
func positions(want, lines []string) []int {
	var at []int
	for i := 0; i+len(want) <= len(lines); i++ {
		if slices.Equal(lines[i:i+len(want)], want) {
			at = append(at, i)
		}
	}
	return at
}

func atSingle(blocks []block, places [][]int) ([]spot, error) {
	spots := make([]spot, len(blocks))
	for i, b := range blocks {
		spots[i] = spot{block: b, at: places[i][0]}
	}
	return apart(spots)
}

// apart sorts the spots, which must not overlap.
func apart(spots []spot) ([]spot, error) {
	sort.SliceStable(spots, func(i, j int) bool { return spots[i].at < spots[j].at })
	for i := 1; i < len(spots); i++ {
		if spots[i].at < spots[i-1].end() {
			return nil, ErrNoPlace
		}
	}
	return spots, nil
}

// inOrder counts the ways to place the blocks one after the other, and returns the
// only one.
func inOrder(blocks []block, places [][]int) ([]spot, error) {
	n := len(blocks)
	ways := make([][]int, n) // of placing this block here and all later ones; 2 stands for more
	for i := n - 1; i >= 0; i-- {
		ways[i] = make([]int, len(places[i]))
		for j, at := range places[i] {
			ways[i][j] = 1
			if i+1 < n {
				ways[i][j] = waysAfter(at+len(blocks[i].Old()), places[i+1], ways[i+1])
			}
		}
	}
	spots := make([]spot, 0, n)
	end := 0
	for i, b := range blocks {
		switch waysAfter(end, places[i], ways[i]) {
		case 0:
			return nil, ErrNoPlace
		case 1:
		default:
			return nil, ErrAmbiguous
		}
		for j, at := range places[i] {
			if at >= end && ways[i][j] == 1 {
				spots = append(spots, spot{block: b, at: at})
				break
			}
		}
		end = spots[i].end()
	}
	return spots, nil
}

func waysAfter(end int, places, ways []int) int {
	sum := 0
	for j, at := range places {
		if at >= end {
			sum += ways[j]
		}
	}
	return min(sum, 2)
}

// replace makes the change at the given spots, which are in order. Lines that the
// change keeps stay as they are in the text.
func (c change) replace(target []string, spots []spot) string {
	var out []string
	at := 0
	for _, s := range spots {
		out = append(out, target[at:s.at]...)
		at = s.at
		for i, l := range s.Lines {
			switch l.Op {
			case patch.Keep:
				out = append(out, target[at])
				at++
			case patch.Remove:
				at++
			case patch.Add:
				out = append(out, c.fitterAt(target, s, i).fit(l.Text))
			}
		}
	}
	return c.finish(append(out, target[at:]...), target)
}

// fitterAt looks at the block's own lines, those nearest to line i first.
func (c change) fitterAt(target []string, s spot, i int) fitter {
	f := c.fitter(target)
	f.renaming = s.renaming
	found := make([]int, len(s.Lines)) // the line of the text, -1 for an added one
	at := s.at
	for j, l := range s.Lines {
		found[j] = -1
		if l.Op != patch.Add {
			found[j] = at
			at++
		}
	}
	for d := 1; d < len(found); d++ {
		for _, j := range []int{i - d, i + d} {
			if j >= 0 && j < len(found) && found[j] >= 0 {
				f.pairs = append(f.pairs, pair{s.Lines[j].Text, target[found[j]]})
			}
		}
	}
	return f
}
