package labelled

import (
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/recall"
)

// half splits the queries for tuning: the gate is fitted on the one half and measured
// on the other.
func half(id string) int {
	h := fnv.New32a()
	h.Write([]byte(id))
	return int(h.Sum32()>>3) % 2
}

func split(samples []Sample) (tune, held []Sample) {
	for _, s := range samples {
		if half(s.Query.ID) == 0 {
			tune = append(tune, s)
		} else {
			held = append(held, s)
		}
	}
	return tune, held
}

func features(x recall.Features) []float64 {
	b := func(v bool) float64 {
		if v {
			return 1
		}
		return 0
	}
	return []float64{1, x.Dense, x.DenseFix, x.Sparse, x.Message, b(x.SameErrorType), b(x.OtherError), b(x.SameFramework), b(x.SameKind), b(x.MatchedBy == memory.ByTemplate), b(x.SameRepo), b(x.Mended)}
}

func weights(w []float64) recall.Weights {
	return recall.Weights{Bias: w[0], Dense: w[1], DenseFix: w[2], Sparse: w[3], Message: w[4], SameErrorType: w[5], OtherError: w[6], SameFramework: w[7], SameKind: w[8], Template: w[9], SameRepo: w[10], Mended: w[11]}
}

// fit is logistic regression by gradient descent, with a pull towards zero since the
// set is small. Right and wrong candidates weigh the same in all.
func fit(samples []Sample) []float64 {
	var xs [][]float64
	var ys []float64
	var right float64
	for _, s := range samples {
		for i, c := range s.Candidates {
			if c.Features.MatchedBy == memory.ByExact || i >= 8 && !c.Right {
				continue
			}
			y := 0.0
			if c.Right {
				y = 1
				right++
			}
			xs, ys = append(xs, features(c.Features)), append(ys, y)
		}
	}
	w := make([]float64, 12)
	balance := (float64(len(ys)) - right) / right
	for range 6000 {
		grad := make([]float64, len(w))
		var total float64
		for i, x := range xs {
			z := 0.0
			for j := range w {
				z += w[j] * x[j]
			}
			p := 1 / (1 + math.Exp(-z))
			weight := 1.0
			if ys[i] == 1 {
				weight = balance / 4
			}
			total += weight
			for j := range w {
				grad[j] += weight * (p - ys[i]) * x[j]
			}
		}
		for j := range w {
			pull := 0.0
			if j > 0 {
				pull = 0.002 * w[j]
			}
			w[j] -= 2 * (grad[j]/total + pull)
		}
	}
	return w
}

// TestFit prints the weights that the gate should have; run it by hand with
// REGREEN_FIT=1 after the set, the embedding or the features change.
func TestFit(t *testing.T) {
	if os.Getenv("REGREEN_FIT") == "" {
		t.Skip("set REGREEN_FIT to fit the gate")
	}
	for _, vectors := range []bool{true, false} {
		tune, held := split(slices.Concat(samplesOf(t, Real, vectors), samplesOf(t, RealLater, vectors), samplesOf(t, Own, vectors)))
		w := fit(tune)
		fmt.Printf("%.2f\n", w)
		g := recall.Gate{Threshold: 0.5, Dense: weights(w), Terms: weights(w)}
		fmt.Println("tuned half")
		Judge(tune, g).Print(os.Stdout)
		fmt.Println("held half")
		Judge(held, g).Print(os.Stdout)
	}
}
