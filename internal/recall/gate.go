package recall

import (
	"math"
	"slices"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
)

// Features are what the gate looks at.
type Features struct {
	MatchedBy     string
	Dense         float64 // cosine of the symptoms
	DenseFix      float64 // cosine of the query to the fix in words
	Sparse        float64 // share of the query's telling words that the record has
	SameErrorType bool    // both name an error type, the same one
	OtherError    bool    // both name an error type, different ones
	SameFramework bool
	Words         int // distinct telling words of the query
}

// FeaturesOf compares a failure with a match.
func FeaturesOf(q memory.Query, f failure.Failure, m memory.Match) Features {
	x := Features{MatchedBy: m.MatchedBy, Dense: m.Dense, DenseFix: m.DenseFix, Sparse: m.Sparse}
	x.SameErrorType = f.ErrorType != "" && slices.ContainsFunc(m.Record.Symptoms, func(s memory.Symptom) bool { return s.ErrorType == f.ErrorType })
	x.OtherError = f.ErrorType != "" && !x.SameErrorType && slices.ContainsFunc(m.Record.Symptoms, func(s memory.Symptom) bool { return s.ErrorType != "" })
	x.SameFramework = slices.ContainsFunc(m.Record.Symptoms, func(s memory.Symptom) bool { return s.Framework == f.Framework })
	return x
}

// Gate estimates whether a match has the same cause, from 0 to 1, and hides what
// falls below its threshold. The weights are those of a logistic model, one with
// vectors and one without, fitted on the labelled set of this package.
type Gate struct {
	Threshold float64
	Dense     Weights // where vectors were compared
	Terms     Weights // where they were not
}

// Weights are those of a logistic model.
type Weights struct {
	Bias, Dense, DenseFix, Sparse, SameErrorType, OtherError, SameFramework, Template float64
}

// DefaultGate is the gate as shipped.
var DefaultGate = Gate{
	Threshold: 0.5,
	Dense:     Weights{Bias: -7, Dense: 7, DenseFix: 1, Sparse: 5, SameErrorType: 0.5, OtherError: -1, SameFramework: 0.5, Template: 2},
	Terms:     Weights{Bias: -5, Sparse: 9, SameErrorType: 0.5, OtherError: -1, SameFramework: 0.5, Template: 2},
}

// Judge returns the estimate, and why the match is not shown, "" if it is. An exact
// signature always passes.
func (g Gate) Judge(x Features) (estimate float64, why string) {
	if x.MatchedBy == memory.ByExact {
		return 1, ""
	}
	w := g.Terms
	if x.Dense > 0 {
		w = g.Dense
	}
	z := w.Bias + w.Dense*x.Dense + w.DenseFix*x.DenseFix + w.Sparse*x.Sparse +
		w.SameErrorType*number(x.SameErrorType) + w.OtherError*number(x.OtherError) +
		w.SameFramework*number(x.SameFramework) + w.Template*number(x.MatchedBy == memory.ByTemplate)
	estimate = 1 / (1 + math.Exp(-z))
	if estimate < g.Threshold {
		return estimate, "below the gate"
	}
	return estimate, ""
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
