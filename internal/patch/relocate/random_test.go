package relocate_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/patch/relocate"
)

// program makes a text of functions that are much alike, so that only few lines tell
// where one is.
func program(r *rand.Rand) []string {
	var text []string
	for f := range 3 + r.IntN(6) {
		text = append(text, fmt.Sprintf("func f%d(x int) int {", f))
		for range 2 + r.IntN(9) {
			text = append(text, statement(r)...)
		}
		text = append(text, "	return x", "}", "")
	}
	return text
}

func statement(r *rand.Rand) []string {
	switch r.IntN(4) {
	case 0:
		n := r.IntN(1000)
		return []string{fmt.Sprintf("	if x > limit%d {", n), "		x = cut(x)", "	}"}
	case 1:
		return []string{fmt.Sprintf("	x += step%d", r.IntN(4))}
	case 2:
		return []string{fmt.Sprintf("	x = check(x, %d)", r.IntN(9))}
	}
	return []string{fmt.Sprintf("	log(%q, x)", fmt.Sprint("event ", r.IntN(1000)))}
}

// repaired replaces, adds or removes a few lines at one place.
func repaired(r *rand.Rand, text []string) (after []string, from, to int) {
	from = r.IntN(len(text) - 4)
	to = from + r.IntN(4)
	var added []string
	for range r.IntN(4) {
		added = append(added, fmt.Sprintf("	repair(x, %d)", r.IntN(1000)))
	}
	if len(added) == 0 && to == from {
		to++
	}
	return slices.Replace(slices.Clone(text), from, to, added...), from, to
}

// drift changes lines outside [from-1, to+1), where the repair is, and returns the
// new position of its first line.
func drift(r *rand.Rand, text []string, from, to int) ([]string, int) {
	text = slices.Clone(text)
	for range 1 + r.IntN(6) {
		at := r.IntN(len(text))
		if at >= from-1 && at < to+1 {
			continue
		}
		var with []string
		end := at
		switch r.IntN(4) {
		case 0: // a new line
			with = statement(r)
		case 1: // another line
			with, end = []string{fmt.Sprintf("	other(%d)", r.IntN(1000))}, at+1
		case 2: // a line less
			end = at + 1
		case 3: // a copy of some lines, but not of those to repair: either would be right
			a := r.IntN(len(text) - 8)
			if a < to+3 && from-3 < a+8 {
				continue
			}
			with = slices.Clone(text[a : a+8])
		}
		text = slices.Replace(text, at, end, with...)
		if at < from {
			n := len(with) - (end - at)
			from, to = from+n, to+n
		}
	}
	return text, from
}

// Whatever happened around it, the repair comes out where it belongs, or is refused.
func TestDriftNeverMisleads(t *testing.T) {
	rounds := 1000
	if testing.Short() {
		rounds = 300
	}
	for _, blind := range []bool{false, true} {
		t.Run(fmt.Sprintf("blind=%v", blind), func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, 11))
			placed, wrong := map[relocate.How]int{}, 0
			for round := range rounds {
				base := program(r)
				after, from, to := repaired(r, base)
				now, at := drift(r, base, from, to)
				delta := len(after) - len(base)
				want := slices.Replace(slices.Clone(now), at, at+to-from, after[from:to+delta]...)
				text := func(lines []string) tree { return tree{"x.go": strings.Join(lines, "\n") + "\n"} }
				known := text(base)
				if blind {
					known = nil
				}
				got, err := relocate.Onto(text(now), fix(text(base), text(after)), known)
				switch {
				case errors.Is(err, relocate.ErrAmbiguous), errors.Is(err, relocate.ErrNoPlace), errors.Is(err, relocate.ErrAlreadyApplied):
					placed[relocate.How(err.Error())]++
				case err != nil:
					t.Fatal(err)
				case text(now).with(t, got.Patch)["x.go"] != text(want)["x.go"]:
					if wrong++; wrong <= 2 {
						t.Logf("round %d, %s:\n%s\nwanted\n%s", round, got.How, got.Patch, fix(text(now), text(want)))
						t.Logf("learned\n%s", fix(text(base), text(after)))
						t.Logf("drift\n%s", fix(text(base), text(now)))
					}
				default:
					placed[got.How]++
				}
			}
			t.Logf("of %d: %v", rounds, placed)
			if wrong > 0 {
				t.Errorf("%d of %d in the wrong place", wrong, rounds)
			}
		})
	}
}

// FuzzOnto looks for a result that does not apply, and for a crash.
func FuzzOnto(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nx\nc\n", "0\na\nb\nc\n")
	f.Add("", "a", "b")
	f.Add("a\r\n\tb\r\n", "a\r\n\tb\r\n\tc", "a\n  b\n")
	f.Add(backoff, fixed, replaceWord(backoff, "p", "q"))
	f.Fuzz(func(t *testing.T, before, after, now string) {
		change := fix(tree{"x.go": before}, tree{"x.go": after})
		for _, texts := range []map[string]string{nil, {"x.go": before}} {
			for _, path := range []string{"x.go", "y.go"} {
				got, err := relocate.Onto(tree{path: now}, change, texts)
				if err == nil {
					tree{path: now}.with(t, got.Patch)
				}
			}
		}
	})
}
