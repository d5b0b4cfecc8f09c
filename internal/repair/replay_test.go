package repair_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/patch/relocate"
	"github.com/regreen/regreen/internal/repair"
)

// sources is a small tree of ordinary files.
type sources map[string]string

func (s sources) Read(path string) ([]byte, bool) {
	text, ok := s[path]
	return []byte(text), ok
}

func (s sources) Paths() []string { return slices.Collect(maps.Keys(s)) }

// to returns the patch that leads from s to the sources with some lines replaced.
func (s sources) to(path string, oldNew ...string) patch.Patch {
	contents := func(text string) map[string]*patch.Content {
		return map[string]*patch.Content{path: {Data: []byte(text)}}
	}
	return patch.Diff(contents(s[path]), contents(strings.NewReplacer(oldNew...).Replace(s[path])))
}

func (s sources) with(t *testing.T, p patch.Patch) sources {
	t.Helper()
	changed, err := p.Apply(s.Read)
	if err != nil {
		t.Fatalf("Apply: %v\n%s", err, p)
	}
	after := maps.Clone(s)
	for path, c := range changed {
		after[path] = string(c.Data)
	}
	return after
}

// remembered is a match of an active record with that patch.
func remembered(id string, p patch.Patch, before sources) memory.Match {
	return memory.Match{
		Score: 0.9321, MatchedBy: memory.ByTemplate,
		Record: memory.Record{
			ID: id, Status: memory.Active,
			Fix: memory.Fix{Description: "Count from one.", RootCause: "Off by one.", Patch: p.String(), Before: before},
		},
	}
}

var shop = sources{
	"cart.py": "def total(items):\n    return sum(items)\n\n\ndef count(items):\n    return len(items) - 1\n\n\ndef tax(items):\n    return total(items) * 0.2\n",
	"page.py": "def pages(n, size):\n    return n // size\n",
}

var (
	countFix = shop.to("cart.py", "len(items) - 1", "len(items)")
	taxFix   = shop.to("cart.py", "0.2", "0.19")
	pageFix  = shop.to("page.py", "n // size", "-(-n // size)")
)

func TestCandidatesAreRelocated(t *testing.T) {
	now := sources{"cart.py": "import math\n\n\n" + shop["cart.py"], "page.py": shop["page.py"]}
	got := repair.Candidates([]memory.Match{remembered("r1", countFix, shop)}, now, patch.DefaultPolicy(), 0)
	if len(got) != 1 || got[0].Err != nil {
		t.Fatalf("got %+v", got)
	}
	want := maps.Clone(now)
	want["cart.py"] = strings.Replace(now["cart.py"], "len(items) - 1", "len(items)", 1)
	if diff := cmp.Diff(want, now.with(t, got[0].Relocated.Patch)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	attempt := got[0].Attempt()
	cited := []repair.Citation{{ID: "r1", Score: 0.9321, MatchedBy: memory.ByTemplate, How: "its patch was replayed with shifted lines"}}
	if diff := cmp.Diff(cited, attempt.Cited); diff != "" {
		t.Errorf("cited: -want +got:\n%s", diff)
	}
	if attempt.Kind != repair.KindReplay || attempt.Description != "Count from one." || attempt.RootCause != "Off by one." {
		t.Errorf("attempt %+v does not tell what the record knows", attempt)
	}
}

func TestCandidatesThatMayNotBeTried(t *testing.T) {
	change := func(m memory.Match, f func(*memory.Match)) memory.Match {
		f(&m)
		return m
	}
	good := remembered("good", countFix, shop)
	testFix := sources{"test_cart.py": "x = 1\n"}.to("test_cart.py", "1", "2")
	tests := map[string]struct {
		match memory.Match
		want  error
	}{
		"rejected":        {change(good, func(m *memory.Match) { m.Record.Status = memory.Rejected }), repair.ErrNotReplayable},
		"superseded":      {change(good, func(m *memory.Match) { m.Record.Status = memory.Superseded }), repair.ErrNotReplayable},
		"quarantined":     {change(good, func(m *memory.Match) { m.Record.Status = memory.Quarantined }), repair.ErrNotReplayable},
		"redacted":        {change(good, func(m *memory.Match) { m.Record.Fix.Redacted = true }), repair.ErrNotReplayable},
		"no patch":        {change(good, func(m *memory.Match) { m.Record.Fix.Patch = "" }), repair.ErrNotReplayable},
		"keeps failing":   {change(good, func(m *memory.Match) { m.Counters.Failed = 9 }), repair.ErrNotReplayable},
		"malformed":       {change(good, func(m *memory.Match) { m.Record.Fix.Patch = "@@ -1 +1 @@\n-a\n+b\n" }), patch.ErrMalformed},
		"leaves the tree": {change(good, func(m *memory.Match) { m.Record.Fix.Patch = "--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n" }), patch.ErrMalformed},
		"no place":        {remembered("gone", sources{"x.py": "gone = 1\n"}.to("x.py", "1", "2"), nil), relocate.ErrNoPlace},
		"touches a test":  {remembered("test", testFix, nil), repair.ErrPolicy},
	}
	tree := maps.Clone(shop)
	tree["test_cart.py"] = "x = 1\n"
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			got := repair.Candidates([]memory.Match{tc.match, good}, tree, patch.DefaultPolicy(), 1)
			if len(got) != 2 {
				t.Fatalf("got %d candidates; one that can't be tried must not use up the limit", len(got))
			}
			if !errors.Is(got[0].Err, tc.want) {
				t.Errorf("error %v, want %v", got[0].Err, tc.want)
			}
			if got[1].Err != nil {
				t.Errorf("the good one: %v", got[1].Err)
			}
		})
	}
}

func TestCandidatesAreLimitedAndDistinct(t *testing.T) {
	matches := []memory.Match{
		remembered("a", countFix, shop), remembered("a again", countFix, nil),
		remembered("b", taxFix, shop), remembered("c", pageFix, shop),
		remembered("d", shop.to("page.py", "n // size", "n"), shop),
	}
	var got []string
	for _, c := range repair.Candidates(matches, shop, patch.DefaultPolicy(), 0) {
		got = append(got, fmt.Sprint(c.Match.Record.ID, ": ", c.Err))
	}
	want := []string{"a: <nil>", "a again: " + repair.ErrSamePatch.Error(), "b: <nil>", "c: <nil>"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestCombine(t *testing.T) {
	tests := map[string]struct {
		a, b patch.Patch
		want sources // nil: they are in each other's way
	}{
		"two files":     {countFix, pageFix, shop.with(t, countFix).with(t, pageFix)},
		"one file":      {countFix, taxFix, shop.with(t, shop.to("cart.py", "len(items) - 1", "len(items)", "0.2", "0.19"))},
		"the same":      {countFix, countFix, shop.with(t, countFix)},
		"one line":      {countFix, shop.to("cart.py", "len(items) - 1", "0"), nil},
		"one is larger": {countFix, shop.to("cart.py", "len(items) - 1", "len(items)", "0.2", "0.19"), shop.with(t, shop.to("cart.py", "len(items) - 1", "len(items)", "0.2", "0.19"))},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			for _, pair := range [][2]patch.Patch{{tc.a, tc.b}, {tc.b, tc.a}} {
				both, err := repair.Combine(pair[0], pair[1], shop)
				if tc.want == nil {
					if !errors.Is(err, relocate.ErrNoPlace) && !errors.Is(err, relocate.ErrAmbiguous) {
						t.Errorf("error %v\n%s", err, both)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(tc.want, shop.with(t, both)); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			}
		})
	}
}
