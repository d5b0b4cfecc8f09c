package recall

import (
	"math"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/rank"
)

// Features are what the gate looks at.
type Features struct {
	MatchedBy     string
	Dense         float64 // cosine of the symptoms
	DenseFix      float64 // cosine of the query to the fix in words
	Sparse        float64 // share of the query's telling words that the record has
	Message       float64 // overlap of the messages' words, of the symptom nearest in that
	SameErrorType bool    // both name an error type, the same one
	OtherError    bool    // both name an error type, different ones
	SameFramework bool
	SameKind      bool
	SameRepo      bool    // the record is of the repository that asks, whose failures all share words
	Mended        bool    // the record's fix stands in the sources, where the failure is
	Telling       float64 // weight of the query's words
}

// Asked is a failure and where it comes from.
type Asked struct {
	Failure failure.Failure
	Repo    string // as in the origin of records; "" if unknown
}

// FeaturesOf compares a failure with a match.
func FeaturesOf(a Asked, m memory.Match) Features {
	f := a.Failure
	x := Features{MatchedBy: m.MatchedBy, Dense: m.Dense, DenseFix: m.DenseFix, Sparse: m.Sparse}
	for _, t := range rank.QueryTerms(f.Signature.Text) {
		x.Telling += float64(t.Weight)
	}
	message := rank.QueryTerms(f.Message)
	told := telling(f.ErrorType)
	typed := false
	for _, s := range m.Record.Symptoms {
		x.Message = max(x.Message, rank.Overlap(message, rank.QueryTerms(s.Message)))
		x.SameErrorType = x.SameErrorType || told && s.ErrorType == f.ErrorType
		x.SameFramework = x.SameFramework || s.Framework == f.Framework
		x.SameKind = x.SameKind || s.Kind == f.Kind
		typed = typed || telling(s.ErrorType)
	}
	x.OtherError = told && typed && !x.SameErrorType
	x.SameRepo = a.Repo != "" && memory.SameRepo(a.Repo, m.Record.Origin.Repo)
	x.Mended = m.Stands && atPlaceOf(f, m.Record)
	return x
}

// atPlaceOf reports whether f is where a symptom of r was, or in a file that its fix
// touched.
func atPlaceOf(f failure.Failure, r memory.Record) bool {
	if slices.ContainsFunc(r.Symptoms, func(s memory.Symptom) bool { return s.File != "" && s.File == f.File }) {
		return true
	}
	return slices.ContainsFunc(r.Fix.Paths, func(path string) bool {
		return path == f.File || slices.ContainsFunc(f.Frames, func(at failure.Frame) bool { return at.File == path })
	})
}

// untelling are error types that a framework gives to whatever fails, in lower case
// and without their package.
var untelling = []string{"", "error", "exception", "panic", "failure", "failed", "test", "compile", "timeout",
	"comparisonfailure", "equalexception", "xunitexception", "runtimeerror", "runtimeexception", "subprocess aborted"}

func telling(errorType string) bool {
	name := strings.ToLower(errorType[strings.LastIndexAny(errorType, ".:")+1:])
	return !slices.Contains(untelling, name) && !strings.Contains(name, "assert") && !strings.Contains(name, "expect")
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
	Bias, Dense, DenseFix, Sparse, Message, SameErrorType, OtherError, SameFramework, SameKind, Template, SameRepo, Mended float64
}

// DefaultGate is the gate as shipped: fitted on one half of the labelled set, its
// threshold read off the same half, and both measured on the other. The weights of
// SameRepo and Mended were read off the tuned half of the later states of repositories:
// only what resembles a record in everything passes where its fix stands.
var DefaultGate = Gate{
	Threshold: 0.65,
	Dense: Weights{Bias: -7.31, Dense: 3.59, DenseFix: 3.01, Sparse: 2.94, Message: 3.18,
		SameErrorType: 0.43, OtherError: -0.66, SameFramework: 0.80, SameKind: 1.42, Template: 0.02, SameRepo: -0.3, Mended: -4},
	// The bias is lower than the fit's by what makes one threshold serve both.
	Terms: Weights{Bias: -5.78, Sparse: 4.19, Message: 4.25,
		SameErrorType: 0.23, OtherError: -0.81, SameFramework: 1.08, SameKind: 1.82, Template: 0.02, SameRepo: -0.3, Mended: -4},
}

// minTelling is how many telling words a symptom must have, by weight, for anything to
// be shown, an exact signature too: "exit status 1" is the same everywhere.
const minTelling = 1.5

// Judge returns the estimate, and why the match is not shown, "" if it is. An exact
// signature passes where the symptom says anything at all.
func (g Gate) Judge(x Features) (estimate float64, why string) {
	if x.Telling < minTelling {
		return 0, "the failure says too little"
	}
	if x.MatchedBy == memory.ByExact {
		return 1, ""
	}
	w := g.Terms
	if x.Dense > 0 {
		w = g.Dense
	}
	z := w.Bias + w.Dense*x.Dense + w.DenseFix*x.DenseFix + w.Sparse*x.Sparse + w.Message*x.Message +
		w.SameErrorType*number(x.SameErrorType) + w.OtherError*number(x.OtherError) + w.SameFramework*number(x.SameFramework) +
		w.SameKind*number(x.SameKind) + w.Template*number(x.MatchedBy == memory.ByTemplate) +
		w.SameRepo*number(x.SameRepo) + w.Mended*number(x.Mended)
	estimate = 1 / (1 + math.Exp(-z))
	switch {
	case estimate >= g.Threshold:
		return estimate, ""
	case x.Mended:
		return estimate, "below the gate: its fix stands in the sources, where this fails"
	default:
		return estimate, "below the gate"
	}
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
