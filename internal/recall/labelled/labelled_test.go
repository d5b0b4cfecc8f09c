package labelled

import (
	"os"
	"testing"

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

// The bars that recall must keep on the half of the set that the gate was not tuned on,
// and on the whole.
func TestQuality(t *testing.T) {
	s, k := own(t)
	samples, err := Samples(t.Context(), s, k)
	if err != nil {
		t.Fatal(err)
	}
	_, held := split(samples)
	for name, samples := range map[string][]Sample{"held half": held, "all": samples, "aside": aside(t)} {
		q := Judge(samples, recall.DefaultGate)
		if testing.Verbose() {
			t.Log(name)
			q.Print(os.Stdout)
		}
		noise, words, dense := q.Hybrid[Noise], q.Hybrid[Words], q.Dense[Words]
		if q.Queries[Noise] > 0 {
			atLeast(t, name+": recall@1 of the same failure", noise.RecallAt1, 0.98)
		}
		atLeast(t, name+": recall@5 in other words", words.RecallAt5, 0.85)
		atLeast(t, name+": MRR in other words", words.MRR, 0.70)
		atLeast(t, name+": recall@1 over dense alone", words.RecallAt1, dense.RecallAt1)
		atLeast(t, name+": recall@5 over dense alone", words.RecallAt5, dense.RecallAt5)
		atLeast(t, name+": MRR over dense alone", words.MRR, dense.MRR)
		atLeast(t, name+": ROC-AUC over dense alone", q.ROCAUC, q.DenseAUC)
		row := gateRow(samples, recall.DefaultGate, recall.DefaultGate.Threshold)
		atLeast(t, name+": shown in other words", row.Words, 0.60)
		atLeast(t, name+": false hits below 3 %", 0.03, row.FalseHits)
	}
}

func aside(t *testing.T) []Sample {
	t.Helper()
	s, err := Aside()
	if err != nil {
		t.Fatal(err)
	}
	k, err := NewKept(s)
	if err != nil {
		t.Fatal(err)
	}
	samples, err := Samples(t.Context(), s, k)
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

// Without a model the gate must be as quiet.
func TestQualityWithoutModel(t *testing.T) {
	s, _ := own(t)
	samples, err := Samples(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	q := Judge(samples, recall.DefaultGate)
	atLeast(t, "recall@1 of the same failure", q.Hybrid[Noise].RecallAt1, 0.98)
	row := gateRow(samples, recall.DefaultGate, recall.DefaultGate.Threshold)
	atLeast(t, "shown in other words", row.Words, 0.60)
	atLeast(t, "false hits below 3 %", 0.03, row.FalseHits)
}

func atLeast(t *testing.T, what string, got, want float64) {
	t.Helper()
	if got < want {
		t.Errorf("%s: %.3f, want at least %.3f", what, got, want)
	}
}

func TestSetIsLargeEnough(t *testing.T) {
	s, _ := own(t)
	n := map[Class]int{}
	ids := map[string]bool{}
	for _, i := range s.Items {
		ids[i.ID] = true
		if err := memory.Validate(i.Record()); err != nil {
			t.Errorf("item %s: %v", i.ID, err)
		}
	}
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
	if all := n[Noise] + n[Words] + n[None]; all < 200 || 2*n[None] < all {
		t.Errorf("%v: want 200 queries, half of them without a match", n)
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
