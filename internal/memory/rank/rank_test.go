package rank

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestTokens(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                {},
		"undefined: parseHTTPHeader":      {"undefined", "parsehttpheader", "parse", "http", "header"},
		"snake_case_name":                 {"snake_case_name", "snake", "case", "name"},
		"error[E0308]: TS2345 x":          {"error", "e0308", "ts2345"},
		"took <num>ms at <path> List<T>":  {"took", "ms", "at", "list"},
		"pkg.Type.Method":                 {"pkg", "type", "method"},
		"__init__ _x":                     {"init"},
		"größe ÜberGroß":                  {"größe", "übergroß", "über", "groß"},
		"a < b and c>d <Upper> <a b>":     {"and", "upper"},
		"sha " + fmt.Sprintf("%0200d", 1): {"sha"},
	} {
		got := Tokens(text)
		if diff := cmp.Diff(want, append([]string{}, got...)); diff != "" {
			t.Errorf("tokens of %q (-want +got):\n%s", text, diff)
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, s := range []string{"", "camelCase<num>", "a\xff_b", "<<<a>", "_", "ßA"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if n := len(Tokens(text)); n > maxTokens+maxTokenLen {
			t.Errorf("%d tokens", n)
		}
		terms := Terms(text)
		if !slices.IsSortedFunc(terms, func(a, b Term) int { return int(int64(a.Hash) - int64(b.Hash)) }) {
			t.Error("terms are not ordered")
		}
		if s := Share(QueryTerms(text), terms); s < 0 || s > 1 || utf8.ValidString(text) && len(terms) > 0 && s < 0.999 {
			t.Errorf("share of a text with itself is %v", s)
		}
	})
}

func TestShareAndOverlap(t *testing.T) {
	q := QueryTerms("undefined: parseHeader")
	if got := Share(q, Terms("undefined: parseHeader in proto")); got != 1 {
		t.Errorf("share of all words is %v", got)
	}
	if got := Share(q, Terms("something else")); got != 0 {
		t.Errorf("share of no word is %v", got)
	}
	if common, rare := Share(q, Terms("undefined")), Share(q, Terms("parseHeader")); common >= rare {
		t.Errorf("a common word counts %v, a rare one %v", common, rare)
	}
	if got := Share(nil, nil); got != 0 {
		t.Errorf("share of nothing is %v", got)
	}
	a, b := QueryTerms("alpha beta"), QueryTerms("beta gamma")
	if got := Overlap(a, b); math.Abs(got-0.5) > 1e-9 || Overlap(b, a) != got {
		t.Errorf("overlap is %v one way and %v the other, want 0.5", got, Overlap(b, a))
	}
	if Overlap(a, a) != 1 || Overlap(nil, nil) != 0 {
		t.Errorf("overlap with itself is %v, of nothing %v", Overlap(a, a), Overlap(nil, nil))
	}
}

func unit(dim int, at ...int) []float32 {
	v := make([]float32, dim)
	for _, i := range at {
		v[i] = float32(1 / math.Sqrt(float64(len(at))))
	}
	return v
}

func document(id string, at ...int) Doc {
	return Doc{ID: id, Model: "m", Symptom: Quantise(unit(16, at...)), Fix: Quantise(unit(16, 15))}
}

func found(x *Index, ids []string, q Query) []string {
	var out []string
	for _, h := range x.Search(q) {
		out = append(out, ids[h.Doc])
	}
	return out
}

func TestOrder(t *testing.T) {
	candidates := map[string]Candidate{
		"exact, old":       {How: Exact, Trust: 4, Created: 1},
		"exact, doubtful":  {How: Exact, Trust: 1, Created: 9},
		"template":         {How: Template, Fused: 0.1},
		"near":             {How: Hybrid, Fused: 0.9, Group: 1},
		"near too, merged": {How: Hybrid, Fused: 0.5, Trust: 4},
		"near too":         {How: Hybrid, Fused: 0.5, Trust: 3, Created: 5},
		"near too, older":  {How: Hybrid, Fused: 0.5, Trust: 3, Created: 4},
	}
	var names []string
	for name := range candidates { // in any order
		names = append(names, name)
	}
	Order(names, func(n string) Candidate { return candidates[n] })
	want := []string{"exact, old", "exact, doubtful", "template", "near", "near too, merged", "near too", "near too, older"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestGroupsVote(t *testing.T) {
	items := []Candidate{{How: Hybrid, ID: "alone", Fused: 0.50}, {How: Hybrid, ID: "a", Fused: 0.49, Group: 7}, {How: Hybrid, ID: "b", Fused: 0.48, Group: 7}}
	Order(items, func(c Candidate) Candidate { return c })
	if items[0].ID != "a" || items[1].ID != "b" {
		t.Errorf("two of one signature do not outvote one: %v", items)
	}
}

func TestSearchFilters(t *testing.T) {
	x := New()
	ids := []string{"a", "b", "c"}
	for i, id := range ids {
		d := document(id, i)
		d.Exact, d.Template = []string{"e"}, []string{"t"}
		d.Terms = Terms("word")
		x.Add(d)
	}
	x.Remove(0)
	x.Remove(0)
	if x.Len() != 2 || x.Cap() != 3 {
		t.Errorf("%d of %d documents live", x.Len(), x.Cap())
	}
	for name, q := range map[string]Query{
		"exact": {Exact: "e"}, "template": {Template: "t"}, "vector": {Model: "m", Vector: unit(16, 0)}, "terms": {Terms: QueryTerms("word")},
	} {
		q.Limit, q.Allow = 10, func(n int) bool { return n != 1 }
		if got := found(x, ids, q); !cmp.Equal(got, []string{"c"}) {
			t.Errorf("by %s: %v, want c alone", name, got)
		}
	}
	if got := x.Search(Query{Exact: "e"}); len(got) != 0 {
		t.Errorf("limit 0 gave %d", len(got))
	}
	if got := x.Search(Query{Model: "other", Vector: unit(16, 0), Limit: 9}); len(got) != 0 {
		t.Errorf("vectors of two models were compared: %v", got)
	}
	if got := x.Search(Query{Model: "m", Vector: unit(8, 0), Limit: 9}); len(got) != 0 {
		t.Errorf("vectors of two lengths were compared: %v", got)
	}
}

// The index must find what a plain scan in 64 bits finds, to the precision it promises.
func TestDenseAgreesWithPlainScan(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() []float32 {
		v, sum := make([]float32, 384), 0.0
		for i := range v {
			v[i] = float32(r.NormFloat64())
			sum += float64(v[i]) * float64(v[i])
		}
		for i := range v {
			v[i] /= float32(math.Sqrt(sum))
		}
		return v
	}
	x := New()
	x.Reserve(500)
	var vectors [][]float32
	for i := range 700 {
		v := random()
		vectors = append(vectors, v)
		x.Add(Doc{ID: fmt.Sprint(i), Model: "m", Symptom: Quantise(v), Fix: Quantise(random())})
	}
	for range 20 {
		q := random()
		best, at := -1.0, 0
		for i, v := range vectors {
			s := 0.0
			for j := range v {
				s += float64(q[j]) * float64(v[j])
			}
			if s > best {
				best, at = s, i
			}
		}
		hits := x.Search(Query{Model: "m", Vector: q, Limit: 700})
		i := slices.IndexFunc(hits, func(h Hit) bool { return h.Doc == at })
		if i < 0 || math.Abs(hits[i].Dense-best) > 1e-4 {
			t.Fatalf("nearest document %d (cosine %.5f) is at place %d", at, best, i)
		}
		for _, h := range hits {
			if h.Dense > hits[i].Dense {
				t.Errorf("document %d is nearer than the nearest", h.Doc)
			}
		}
	}
}

func TestBestKeepsTheHighest(t *testing.T) {
	var b best
	r := rand.New(rand.NewPCG(5, 6))
	var all []float32
	for i := range 1000 {
		s := float32(r.IntN(300)) / 300
		all = append(all, s)
		b.offer(int32(i), s)
	}
	slices.Sort(all)
	slices.Reverse(all)
	var got []float32
	for _, s := range b.sorted() {
		got = append(got, s.score)
	}
	if diff := cmp.Diff(all[:Depth], got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestQuantise(t *testing.T) {
	if Quantise(nil) != nil {
		t.Error("no vector became one")
	}
	if diff := cmp.Diff([]int16{one, -one, 0, one}, Quantise([]float32{1, -1, 0, 7})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	full := make([]float32, 4096)
	for i := range full {
		full[i] = 1.0 / 64
	}
	if got := cosine(dot(Quantise(full), Quantise(full))); got < 0.999 {
		t.Errorf("the product of the longest unit vector overflows: %v", got)
	}
}
