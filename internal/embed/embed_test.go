package embed_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/embed"
)

func TestVectorJSON(t *testing.T) {
	for _, want := range []embed.Vector{nil, {}, {1, -0.5, 1e-20, float32(math.Pi)}} {
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got embed.Vector
		if err := json.Unmarshal(data, &got); err != nil || !cmp.Equal(want, got) {
			t.Errorf("%v became %v through %s: %v", want, got, data, err)
		}
	}
	var fromList embed.Vector
	if err := json.Unmarshal([]byte(` [1, 0.5]`), &fromList); err != nil || !cmp.Equal(embed.Vector{1, 0.5}, fromList) {
		t.Errorf("a list of numbers became %v: %v", fromList, err)
	}
	for _, bad := range []string{`"!!"`, `"AAA="`, `{}`, `7`, `["a"]`} {
		if err := json.Unmarshal([]byte(bad), new(embed.Vector)); err == nil {
			t.Errorf("%s is taken for a vector", bad)
		}
	}
}

func TestNormalise(t *testing.T) {
	if got := embed.Normalise(embed.Vector{3, 4}); !cmp.Equal(embed.Vector{0.6, 0.8}, got) {
		t.Errorf("normalised to %v", got)
	}
	if got := embed.Normalise(embed.Vector{0, 0}); !cmp.Equal(embed.Vector{0, 0}, got) {
		t.Errorf("the zero vector became %v", got)
	}
}

func TestDot(t *testing.T) {
	if got := embed.Dot(embed.Vector{1}, embed.Vector{1, 0}); got != 0 {
		t.Errorf("vectors of two lengths: %v, want 0", got)
	}
}

func TestLexical(t *testing.T) {
	v, err := embed.Lexical{}.Embed(t.Context(), []string{"one two", "Two, one!", "one three", "", "\xff"})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1, 1, 0.5, 0} {
		if got := embed.Dot(v[0], v[i]); math.Abs(got-want) > 1e-6 {
			t.Errorf("cosine to text %d is %v, want %v", i, got, want)
		}
	}
	for i := range v {
		if got := embed.Dot(v[i], v[i]); math.Abs(got-1) > 1e-6 {
			t.Errorf("vector %d has length %v", i, got)
		}
	}
}
