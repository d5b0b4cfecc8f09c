// Package linediff compares and merges texts line by line. What a line is, and
// when two are the same, is the caller's: lines are any strings.
package linediff

import (
	"slices"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// Edit replaces the lines a[Start:End] by b[NewStart:NewEnd].
type Edit struct {
	Start, End       int
	NewStart, NewEnd int
}

// Diff returns the edits that make b of a, in order; between two edits there is
// at least one line that both have. Lines that occur once in each text anchor the
// comparison, so that blank lines and braces do not pull it apart.
func Diff(a, b []string) []Edit {
	var edits []Edit
	from, to := 0, 0
	for _, anchor := range append(anchors(a, b), Pair{len(a), len(b)}) {
		edits = appendGap(edits, a, b, Edit{from, anchor.A, to, anchor.B})
		from, to = anchor.A, anchor.B
	}
	return edits
}

// Pair is a line of a and the line of b that is the same.
type Pair struct{ A, B int }

// anchors returns the longest run of pairs, rising on both sides, of lines that
// occur exactly once in a and once in b.
func anchors(a, b []string) []Pair {
	return longestRising(uniquePairs(a, b))
}

func uniquePairs(a, b []string) []Pair {
	inA, inB := positions(a), positions(b)
	var pairs []Pair
	for i, line := range a {
		if j, ok := inB[line]; ok && j != repeated && inA[line] == i {
			pairs = append(pairs, Pair{i, j})
		}
	}
	return pairs
}

// repeated marks a line that occurs more than once.
const repeated = -1

func positions(lines []string) map[string]int {
	at := make(map[string]int, len(lines))
	for i, line := range lines {
		if _, ok := at[line]; ok {
			at[line] = repeated
		} else {
			at[line] = i
		}
	}
	return at
}

// longestRising returns the longest subsequence of pairs, sorted by A, that rises
// in B: patience sorting, with a link from each card to the top of the pile
// before it.
func longestRising(pairs []Pair) []Pair {
	var tops []int // index of the pair on top of each pile
	before := make([]int, len(pairs))
	for i, p := range pairs {
		pile, _ := slices.BinarySearchFunc(tops, p.B, func(top, b int) int { return pairs[top].B - b })
		before[i] = -1
		if pile > 0 {
			before[i] = tops[pile-1]
		}
		if pile == len(tops) {
			tops = append(tops, i)
		}
		tops[pile] = i
	}
	run := make([]Pair, len(tops))
	for i, n := 0, len(tops)-1; n >= 0; n-- {
		if n == len(tops)-1 {
			i = tops[n]
		} else {
			i = before[i]
		}
		run[n] = pairs[i]
	}
	return run
}

// appendGap compares what lies between two anchors.
func appendGap(edits []Edit, a, b []string, gap Edit) []Edit {
	for _, d := range lcs.DiffLines(a[gap.Start:gap.End], b[gap.NewStart:gap.NewEnd]) {
		e := Edit{gap.Start + d.Start, gap.Start + d.End, gap.NewStart + d.ReplStart, gap.NewStart + d.ReplEnd}
		if n := len(edits); n > 0 && edits[n-1].End == e.Start && edits[n-1].NewEnd == e.NewStart {
			edits[n-1].End, edits[n-1].NewEnd = e.End, e.NewEnd
			continue
		}
		edits = append(edits, e)
	}
	return edits
}
