package labelled

import (
	"os"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/recall"
)

func own(t *testing.T) (Set, *Kept) {
	t.Helper()
	s, err := Own()
	if err != nil {
		t.Fatal(err)
	}
	k, err := NewKept(s)
	if err != nil {
		t.Fatal(err)
	}
	return s, k
}

// samplesOf looks up a set, with the kept vectors or without any.
func samplesOf(t *testing.T, load func() (Set, error), vectors bool) []Sample {
	t.Helper()
	s, err := load()
	if err != nil {
		t.Fatal(err)
	}
	var e embed.Embedder
	if vectors {
		if e, err = NewKept(s); err != nil {
			t.Fatal(err)
		}
	}
	samples, err := Samples(t.Context(), s, e)
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

// The bars that recall must keep on each set, and on the half of each that the gate was
// not tuned on.
func TestQuality(t *testing.T) {
	real, realAside, own := samplesOf(t, Real, true), samplesOf(t, RealAside, true), samplesOf(t, Own, true)
	_, realHeld := split(real)
	_, ownHeld := split(own)
	for name, samples := range map[string][]Sample{"real": real, "real, held half": realHeld, "real, set aside": realAside,
		"later": samplesOf(t, RealLater, true), "later, set aside": samplesOf(t, RealAsideLater, true),
		"written": own, "written, held half": ownHeld, "aside": samplesOf(t, Aside, true)} {
		q := Judge(samples, recall.DefaultGate)
		if testing.Verbose() {
			t.Log(name)
			q.Print(os.Stdout)
		}
		noise, words, dense := q.Hybrid[Noise], q.Hybrid[Words], q.Dense[Words]
		if q.Queries[Noise] > 0 {
			atLeast(t, name+": recall@1 of the same failure", noise.RecallAt1, 0.98)
		}
		b := bar{recallAt5: 0.85, mrr: 0.70, shown: 0.60, falseHits: 0.03}
		switch kind, _, _ := strings.Cut(name, ","); kind { // what is reached, where that is less
		case "real":
			b.shown, b.falseHits = 0.40, 0.09
		case "later":
			b.recallAt5, b.shown, b.falseHits = 0.80, 0.33, 0.25
		}
		atLeast(t, name+": recall@5 in other words", words.RecallAt5, b.recallAt5)
		atLeast(t, name+": MRR in other words", words.MRR, b.mrr)
		atLeast(t, name+": recall@1 over dense alone", words.RecallAt1, dense.RecallAt1)
		atLeast(t, name+": recall@5 over dense alone", words.RecallAt5, dense.RecallAt5)
		atLeast(t, name+": MRR over dense alone", words.MRR, dense.MRR)
		atLeast(t, name+": ROC-AUC over dense alone", q.ROCAUC, q.DenseAUC)
		row := gateRow(samples, recall.DefaultGate, recall.DefaultGate.Threshold)
		atLeast(t, name+": shown in other words", row.Words, b.shown)
		atLeast(t, name+": the most false hits", b.falseHits, row.FalseHits)
	}
}

// bar is what recall must reach in other words.
type bar struct{ recallAt5, mrr, shown, falseHits float64 }

// Without a model the gate must be as quiet.
func TestQualityWithoutModel(t *testing.T) {
	for name, load := range map[string]func() (Set, error){"written": Own} {
		samples := samplesOf(t, load, false)
		q := Judge(samples, recall.DefaultGate)
		atLeast(t, name+": recall@1 of the same failure", q.Hybrid[Noise].RecallAt1, 0.98)
		row := gateRow(samples, recall.DefaultGate, recall.DefaultGate.Threshold)
		atLeast(t, name+": shown in other words", row.Words, 0.60)
		atLeast(t, name+": false hits below 3 %", 0.03, row.FalseHits)
	}
}

func atLeast(t *testing.T, what string, got, want float64) {
	t.Helper()
	if got < want {
		t.Errorf("%s: %.3f, want at least %.3f", what, got, want)
	}
}

func TestSetsAreLargeEnough(t *testing.T) {
	for name, load := range map[string]func() (Set, error){"real": Real, "written": Own, "later": RealLater} {
		t.Run(name, func(t *testing.T) {
			s, err := load()
			if err != nil {
				t.Fatal(err)
			}
			ids := map[string]bool{}
			for _, i := range s.Items {
				ids[i.ID] = true
				if err := memory.Validate(i.Record()); err != nil {
					t.Errorf("item %s: %v", i.ID, err)
				}
			}
			n := map[Class]int{}
			for _, q := range s.Queries {
				n[q.Class]++
				for _, w := range q.Want {
					if !ids[w] {
						t.Errorf("query %s wants %s, which is no item", q.ID, w)
					}
				}
				if (q.Class == None) != (len(q.Want) == 0) {
					t.Errorf("query %s of class %s wants %v", q.ID, q.Class, q.Want)
				}
			}
			// What is asked for the first time; the noise is other runs of what is remembered.
			if asked := n[Words] + n[None]; name != "later" && (asked < 200 || 2*n[None] < asked) {
				t.Errorf("%v: want 200 queries, half of them without a match", n)
			}
		})
	}
}

func TestParse(t *testing.T) {
	if _, err := Parse([]byte("{\"id\":\"a\"}\n\n"), []byte("{bad")); err == nil {
		t.Error("a broken line is taken")
	}
	s, err := Parse([]byte(`{"id":"a","failure":{"framework":"gotest","message":"undefined: x"}}`), nil)
	if err != nil || len(s.Items) != 1 || s.Items[0].Failure.Signature.Exact == "" {
		t.Errorf("parsed %+v, %v", s, err)
	}
}
