package linediff_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/patch/linediff"
)

// lines makes a text of one-word lines.
func lines(words string) []string { return strings.Fields(words) }

// rebuilt applies the edits to a.
func rebuilt(a, b []string, edits []linediff.Edit) []string {
	var out []string
	at := 0
	for _, e := range edits {
		out = append(out, a[at:e.Start]...)
		out = append(out, b[e.NewStart:e.NewEnd]...)
		at = e.End
	}
	return append(out, a[at:]...)
}

func TestDiff(t *testing.T) {
	tests := []struct {
		a, b string
		want []linediff.Edit
	}{
		{"", "", nil},
		{"a", "a", nil},
		{"", "a b", []linediff.Edit{{0, 0, 0, 2}}},
		{"a b", "", []linediff.Edit{{0, 2, 0, 0}}},
		{"a b c", "a c", []linediff.Edit{{1, 2, 1, 1}}},
		{"a b c", "a x c", []linediff.Edit{{1, 2, 1, 2}}},
		{"a b c d e", "x b c d y", []linediff.Edit{{0, 1, 0, 1}, {4, 5, 4, 5}}},
		{"{ f }", "{ g } { f }", []linediff.Edit{{0, 0, 0, 3}}},
	}
	for _, tc := range tests {
		if diff := cmp.Diff(tc.want, linediff.Diff(lines(tc.a), lines(tc.b))); diff != "" {
			t.Errorf("%q to %q: -want +got:\n%s", tc.a, tc.b, diff)
		}
	}
}

// A plain longest common subsequence pairs the braces and blank lines of two
// functions that traded places.
func TestDiffKeepsToUniqueLines(t *testing.T) {
	a := lines("func-one { x } . func-two { y } . end")
	b := lines("func-zero { x } . func-two { y2 y3 } . end")
	for _, e := range linediff.Diff(a, b) {
		if e.Start <= 5 && e.End > 5 {
			t.Errorf("edit %v takes func-two away, which both have", e)
		}
	}
}

func TestDiffLeadsFromOneToTheOther(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		a, b := randomText(r), randomText(r)
		if r.IntN(2) == 0 {
			b = edited(r, a, 0, len(a))
		}
		edits := linediff.Diff(a, b)
		if got := rebuilt(a, b, edits); !slices.Equal(got, b) {
			t.Fatalf("%v to %v: got %v by %v", a, b, got, edits)
		}
		for i := 1; i < len(edits); i++ {
			if edits[i].Start <= edits[i-1].End {
				t.Fatalf("edits %v and %v touch", edits[i-1], edits[i])
			}
		}
	}
}

func TestMerge(t *testing.T) {
	tests := map[string]struct {
		base, ours, theirs string
		want               string
		err                error
	}{
		"apart":                             {"a b c d e", "A b c d e", "a b c d E", "A b c d E", nil},
		"only theirs":                       {"a b c", "a b c", "a x c", "a x c", nil},
		"only ours":                         {"a b c", "a x c", "a b c", "a x c", nil},
		"the same change":                   {"a b c", "a x c", "a x c", "a x c", nil},
		"the same insertion":                {"a b", "a x b", "a x b", "a x b", nil},
		"half of it is there":               {"a b c d e", "a x c d e", "a x c y e", "a x c y e", nil},
		"one line, two ways":                {"a b c", "a x c", "a y c", "", linediff.ErrConflict},
		"two insertions at one place":       {"a b", "a x b", "a y b", "", linediff.ErrConflict},
		"ours deleted what theirs edits":    {"a b c", "a c", "a y c", "", linediff.ErrConflict},
		"ours moved it down":                {"a b c", "n n2 a b c", "a x c", "n n2 a x c", nil},
		"ours adds just before":             {"a b c", "a n b c", "a x c", "a n x c", nil},
		"ours adds just after":              {"a b c", "a b n c", "a x c", "a x n c", nil},
		"theirs adds after a line reworded": {"a b c", "a B c", "a b x c", "a B x c", nil},
		"theirs adds where ours deleted":    {"a b c d", "a c d", "a b x c d", "", linediff.ErrConflict},
		"a line between two changes":        {"a b c d e", "a b C d e", "a x b c d y e", "a x b C d y e", nil},
		"two copies, no telling":            {"{ f }", "{ f } { f }", "{ g }", "", linediff.ErrAmbiguous},
		"two copies, one named":             {"one { f }", "two { f } one { f }", "one { g }", "two { f } one { g }", nil},
		"empty":                             {"", "", "", "", nil},
		"theirs empties":                    {"a b", "a b", "", "", nil},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			base, ours, theirs := lines(tc.base), lines(tc.ours), lines(tc.theirs)
			chunks, err := linediff.Merge(base, ours, theirs)
			if !errors.Is(err, tc.err) {
				t.Fatalf("error %v, want %v", err, tc.err)
			}
			if got := strings.Join(merged(chunks, ours, theirs), " "); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func merged(chunks []linediff.Chunk, ours, theirs []string) []string {
	var out []string
	for _, c := range chunks {
		if c.Theirs {
			out = append(out, theirs[c.Start:c.End]...)
		} else {
			out = append(out, ours[c.Start:c.End]...)
		}
	}
	return out
}

// Edits to two halves of a text that a unique line keeps apart never conflict, and
// merging them is making both.
func TestMergeMakesBothChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	refused := 0
	const rounds = 2000
	for range rounds {
		base := append(append(randomText(r), "middle"), randomText(r)...)
		half := slices.Index(base, "middle")
		top, bottom := edited(r, base[:half], 0, half), edited(r, base[half+1:], 0, len(base)-half-1)
		join := func(a, b []string) []string { return append(append(slices.Clone(a), "middle"), b...) }
		ours, theirs := join(top, base[half+1:]), join(base[:half], bottom)
		chunks, err := linediff.Merge(base, ours, theirs)
		if err != nil {
			refused++
			continue
		}
		if got, want := merged(chunks, ours, theirs), join(top, bottom); !slices.Equal(got, want) {
			t.Fatalf("base %v\nours %v\ntheirs %v\ngot  %v\nwant %v", base, ours, theirs, got, want)
		}
	}
	if refused > 0 {
		t.Errorf("%d of %d merges refused", refused, rounds)
	}
}

func randomText(r *rand.Rand) []string {
	text := make([]string, r.IntN(12))
	for i := range text {
		text[i] = fmt.Sprint("w", r.IntN(8))
	}
	return text
}

// edited changes some lines between from and to.
func edited(r *rand.Rand, text []string, from, to int) []string {
	text = slices.Clone(text)
	for range 1 + r.IntN(3) {
		if to <= from {
			return append(text, "new")
		}
		at := from + r.IntN(to-from)
		switch r.IntN(3) {
		case 0:
			text[at] = fmt.Sprint("new", r.IntN(100))
		case 1:
			text = slices.Insert(text, at, fmt.Sprint("new", r.IntN(100)))
			to++
		case 2:
			text = slices.Delete(text, at, at+1)
			to--
		}
	}
	return text
}

func BenchmarkDiff(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	text := make([]string, 5000)
	for i := range text {
		text[i] = fmt.Sprint("line ", r.IntN(3000))
	}
	changed := edited(r, text, 0, len(text))
	for b.Loop() {
		linediff.Diff(text, changed)
	}
}
