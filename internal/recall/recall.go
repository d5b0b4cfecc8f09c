// Package recall finds the remembered fixes for the failures of a report: by exact
// signature, by template, then by similarity; a gate decides what is shown, since
// nothing shown is better than something wrong.
package recall

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"time"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
)

const (
	// MaxShown is the most matches that a result has: a reader, person or model, does
	// not weigh more of them against each other.
	MaxShown = 3
	// MaxGroups is the most groups of failures that are looked up; the others are
	// nearly always echoes of the largest ones, and each costs one embedding.
	MaxGroups = 3
	// embedTimeout is how long a query waits for its vector before it goes on without;
	// loading the model and one text take two seconds on a slow machine.
	embedTimeout = 20 * time.Second
	// poolSize is how many candidates of each group are scored and logged.
	poolSize = 10
)

// Recaller looks up failures in a store.
type Recaller struct {
	Store memory.Reader
	// Embedder makes the vectors of queries. Nil, or one that fails, turns similarity
	// off; recall goes on with signatures and terms.
	Embedder embed.Embedder
	// Gate decides what is shown; the zero value means DefaultGate.
	Gate Gate
	// Sources reads the checkout that failed, which records of its own repository are
	// held against. Nil means that there is none at hand, as for a log alone.
	Sources Sources
}

// Request asks for the fixes of a report.
type Request struct {
	Tenant string
	Report failure.Report
	Filter memory.Filter
}

// Result is what was found.
type Result struct {
	// Matches passed the gate, best first, at most MaxShown.
	Matches []memory.Match `json:"matches"`
	// Replayable are those of Matches whose patch may be tried as it is.
	Replayable []memory.Match `json:"replayable"`
	// SimilarityOff says why no vectors were compared; "" if they were, or if exact
	// signatures made it needless.
	SimilarityOff string `json:"similarity_off,omitempty"`
	// Considered are all candidates with their scores, for the log and for tuning.
	Considered []Score `json:"considered"`
}

// Score is what is logged of a candidate.
type Score struct {
	ID        string  `json:"id"`
	Group     string  `json:"group"` // template signature of the failures that asked
	MatchedBy string  `json:"matched_by"`
	Score     float64 `json:"score"`
	Dense     float64 `json:"dense"`
	DenseFix  float64 `json:"dense_fix"`
	Sparse    float64 `json:"sparse"`
	Fused     float64 `json:"fused"`
	Gate      float64 `json:"gate"` // the gate's estimate that it is the same cause
	Shown     bool    `json:"shown"`
	Why       string  `json:"why,omitempty"` // why it is not shown
}

// Recall looks up the report's largest groups of failures. An error means that the
// store could not be read.
func (r Recaller) Recall(ctx context.Context, req Request) (Result, error) {
	var result Result
	var found []judged
	for _, g := range groups(req.Report) {
		pool, off, err := r.lookUp(ctx, g, req)
		if err != nil {
			return Result{}, fmt.Errorf("recall: %w", err)
		}
		if off != "" { // a model that failed once is not waited for again
			result.SimilarityOff, r.Embedder = cmp.Or(result.SimilarityOff, off), nil
		}
		found = append(found, pool...)
	}
	result.Matches, result.Considered = choose(found)
	for _, m := range result.Matches {
		if Replayable(m) {
			result.Replayable = append(result.Replayable, m)
		}
	}
	return result, nil
}

// group is the failures of one template.
type group struct {
	first failure.Failure
	size  int
}

// groups returns the report's failures by template, the largest groups first.
func groups(r failure.Report) []group {
	var out []group
	at := map[string]int{}
	for _, f := range r.Failures {
		key := cmp.Or(f.Signature.Template, f.Signature.Exact, f.Signature.Text)
		if key == "" {
			continue
		}
		if i, ok := at[key]; ok {
			out[i].size++
			continue
		}
		at[key] = len(out)
		out = append(out, group{first: f, size: 1})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].size > out[j].size })
	return out[:min(len(out), MaxGroups)]
}

// judged is a match and what the gate says of it.
type judged struct {
	memory.Match
	group string
	place int // among those of its group that passed
	gate  float64
	why   string
}

// lookUp asks by signature first: that needs no vector, so a known failure costs no
// embedding and the model is not even loaded.
func (r Recaller) lookUp(ctx context.Context, g group, req Request) (pool []judged, off string, err error) {
	sig := g.first.Signature
	q := memory.Query{Tenant: req.Tenant, Exact: sig.Exact, Template: sig.Template, Filter: req.Filter, Limit: poolSize}
	matches, err := r.Store.Search(ctx, q)
	if err != nil {
		return nil, "", err
	}
	q.Text = sig.Text
	known := slices.ContainsFunc(matches, func(m memory.Match) bool { return m.MatchedBy == memory.ByExact && m.Record.Status == memory.Active })
	if !known && sig.Text != "" {
		q.Vector, q.Model, off = r.vector(ctx, sig.Text)
		if matches, err = r.Store.Search(ctx, q); err != nil {
			return nil, "", err
		}
	}
	place := 0
	for _, m := range matches {
		m.Stands = r.stands(req, m.Record)
		j := r.judge(Asked{Failure: g.first, Repo: req.Filter.Repo}, m)
		if j.place = place; j.why == "" {
			place++
		}
		pool = append(pool, j)
	}
	return pool, off, nil
}

func (r Recaller) vector(ctx context.Context, text string) (v embed.Vector, model, off string) {
	if r.Embedder == nil {
		return nil, "", "no embedding model is installed"
	}
	ctx, cancel := context.WithTimeout(ctx, embedTimeout)
	defer cancel()
	vectors, err := r.Embedder.Embed(ctx, []string{text})
	if err != nil {
		return nil, "", err.Error() + "; regreen model pull installs it"
	}
	return vectors[0], r.Embedder.Name(), ""
}

// stands reports of a record of the repository that asks whether its fix is in the
// sources; of others it says no, since a file of the same name means nothing there.
func (r Recaller) stands(req Request, m memory.Record) bool {
	return r.Sources != nil && req.Filter.Repo != "" && memory.SameRepo(m.Origin.Repo, req.Filter.Repo) && Stands(m, r.Sources)
}

func (r Recaller) judge(a Asked, m memory.Match) judged {
	j := judged{Match: m, group: a.Failure.Signature.Template}
	gate := r.Gate
	if gate == (Gate{}) {
		gate = DefaultGate
	}
	j.gate, j.why = gate.Judge(FeaturesOf(a, m))
	return j
}

// choose keeps the matches that passed the gate, each record and each patch once, the
// best of every group before the second of any.
func choose(found []judged) ([]memory.Match, []Score) {
	sort.SliceStable(found, func(i, j int) bool {
		a, b := &found[i], &found[j]
		return cmp.Or(cmp.Compare(retired(*a), retired(*b)), cmp.Compare(a.place, b.place), cmp.Compare(strength(*a), strength(*b))) < 0
	})
	var shown []memory.Match
	var scores []Score
	seen := map[string]bool{}
	for _, j := range found {
		id, patch := j.Record.ID, j.Record.Fix.Patch
		switch {
		case j.why != "":
		case seen[id]:
			j.why = "shown for another failure"
		case seen[patch]:
			j.why = "another record with the same patch is shown"
		case len(shown) == MaxShown:
			j.why = fmt.Sprintf("%d better ones are shown", MaxShown)
		default:
			seen[id], seen[patch] = true, true
			shown = append(shown, j.Match)
		}
		scores = append(scores, j.score())
	}
	return shown, scores
}

func (j judged) score() Score {
	return Score{
		ID: j.Record.ID, Group: j.group, MatchedBy: j.MatchedBy, Score: j.Score, Dense: j.Dense,
		DenseFix: j.DenseFix, Sparse: j.Sparse, Fused: j.Fused, Gate: j.gate, Shown: j.why == "", Why: j.why,
	}
}

// retired is 1 for a record that is shown only as tried and rejected: it comes last.
func retired(j judged) int {
	if j.Record.Status == memory.Active {
		return 0
	}
	return 1
}

// strength orders how a match was found.
func strength(j judged) int {
	return slices.Index([]string{memory.ByExact, memory.ByTemplate, memory.BySimilarity, memory.ByTerms}, j.MatchedBy)
}

// maxFailedReplays is how often a record's replay may fail more than it held before it
// loses its right to be replayed.
const maxFailedReplays = 3

// Replayable reports whether m's patch may be tried: its record is active, whole, and
// does not keep failing.
func Replayable(m memory.Match) bool {
	return m.Record.Status == memory.Active && !m.Record.Fix.Redacted && m.Record.Fix.Patch != "" && against(m) < maxFailedReplays
}

// against is how often the replay of m failed more than it held. That a copy held
// elsewhere is a claim, and earns it nothing; that it failed there is believed, as long as
// the record is only a copy.
func against(m memory.Match) int {
	n := m.Counters.Failed - m.Counters.Held
	if m.Record.Trust == memory.Imported {
		n += max(0, m.Counters.Elsewhere.Failed-m.Counters.Elsewhere.Held)
	}
	return n
}

// Search finds up to k records for a text, as the search tool and the command line ask,
// the highest score first;
// errorType narrows it, "" does not. The gate does not apply: who asks judges.
func (r Recaller) Search(ctx context.Context, req Request, text string, k int) ([]memory.Match, string, error) {
	v, model, off := r.vector(ctx, text)
	matches, err := r.Store.Search(ctx, memory.Query{
		Tenant: req.Tenant, Text: text, Vector: v, Model: model, Filter: req.Filter, Limit: k,
	})
	if err != nil {
		return nil, "", fmt.Errorf("search memory: %w", err)
	}
	// The store's order is that of several rankings together; who reads the scores
	// expects theirs.
	sort.SliceStable(matches, func(i, j int) bool { return matches[i].Score > matches[j].Score })
	return matches, off, nil
}

// Vectorise fills in the vectors of a record: of its first symptom's text and of its
// fix in words. Without an embedder it leaves the record as it is.
func Vectorise(ctx context.Context, e embed.Embedder, r memory.Record) (memory.Record, error) {
	if e == nil || len(r.Symptoms) == 0 {
		return r, nil
	}
	vectors, err := e.Embed(ctx, []string{r.Symptoms[0].Signature.Text, r.Fix.Description})
	if err != nil {
		return r, fmt.Errorf("embed record %s: %w", r.ID, err)
	}
	r.Vectors = &memory.Vectors{Model: e.Name(), Symptom: vectors[0], Fix: vectors[1]}
	return r, nil
}
