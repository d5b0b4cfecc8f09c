package labelled

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/rank"
	"github.com/regreen/regreen/internal/recall"
)

// Quality is how well recall does on a set.
type Quality struct {
	Model     string            `json:"model"` // "" where vectors were off
	Items     int               `json:"items"`
	Queries   map[Class]int     `json:"queries"`
	Hybrid    map[Class]Ranking `json:"hybrid"`    // before the gate
	Dense     map[Class]Ranking `json:"dense"`     // by the symptoms' vectors alone
	ROCAUC    float64           `json:"roc_auc"`   // of the gate's estimate, and
	DenseAUC  float64           `json:"dense_auc"` // of the cosine: does the memory hold a cure?
	Threshold float64           `json:"threshold"` // as shipped
	Gate      []GateRow         `json:"gate"`
}

// Ranking says where the right record stood, before any gate.
type Ranking struct {
	RecallAt1 float64 `json:"recall_at_1"`
	RecallAt5 float64 `json:"recall_at_5"`
	MRR       float64 `json:"mrr"`
}

// GateRow is what a threshold of the gate would show.
type GateRow struct {
	Threshold float64 `json:"threshold"`
	Noise     float64 `json:"noise"` // share of the queries that show their record
	Words     float64 `json:"words"`
	FalseHits float64 `json:"false_hits"` // share of the queries without a match that show something
}

// Sample is a query with the pool of candidates that recall weighed.
type Sample struct {
	Query      Query
	Candidates []Candidate // as ranked
	dense      []string    // items by the symptoms' cosine alone
	cosine     float64     // of the nearest
}

// Candidate is an item that was found.
type Candidate struct {
	Item     string
	Right    bool
	Features recall.Features
}

// Samples looks every query of s up in a memory of its items. A nil embedder measures
// recall by signatures and terms.
func Samples(ctx context.Context, s Set, e embed.Embedder) ([]Sample, error) {
	store := memory.NewInMemory()
	byID := map[string]string{}
	vectors := map[string]embed.Vector{}
	for _, item := range s.Items {
		r, err := recall.Vectorise(ctx, e, item.Record())
		if err != nil {
			return nil, err
		}
		if r.Vectors != nil {
			vectors[item.ID] = r.Vectors.Symptom
		}
		byID[r.ID] = item.ID
		if err := store.Put(ctx, r); err != nil {
			return nil, fmt.Errorf("item %s: %w", item.ID, err)
		}
	}
	var out []Sample
	for _, q := range s.Queries {
		matches, err := look(ctx, store, e, q.Failure.Signature)
		if err != nil {
			return nil, fmt.Errorf("query %s: %w", q.ID, err)
		}
		sample := q.sample(matches, byID)
		if e != nil {
			sample.byCosine(ctx, e, vectors)
		}
		out = append(out, sample)
	}
	return out, nil
}

func look(ctx context.Context, store memory.Reader, e embed.Embedder, sig failure.Signature) ([]memory.Match, error) {
	ask := memory.Query{Tenant: Tenant, Exact: sig.Exact, Template: sig.Template, Text: sig.Text, Limit: rank.Depth}
	if e != nil {
		v, err := e.Embed(ctx, []string{sig.Text})
		if err != nil {
			return nil, err
		}
		ask.Vector, ask.Model = v[0], e.Name()
	}
	return store.Search(ctx, ask)
}

// sample compares q with what was found for it; items are by the ids of their records.
func (q Query) sample(matches []memory.Match, items map[string]string) Sample {
	sample := Sample{Query: q}
	for _, m := range matches {
		item := items[m.Record.ID]
		m.Stands = slices.Contains(q.Standing, item)
		x := recall.FeaturesOf(recall.Asked{Failure: q.Failure, Repo: q.Repo}, m)
		sample.Candidates = append(sample.Candidates, Candidate{Item: item, Right: slices.Contains(q.Want, item), Features: x})
	}
	return sample
}

func (s *Sample) byCosine(ctx context.Context, e embed.Embedder, vectors map[string]embed.Vector) {
	v, err := e.Embed(ctx, []string{s.Query.Failure.Signature.Text})
	if err != nil {
		return
	}
	cosine := map[string]float64{}
	for id, w := range vectors {
		cosine[id] = embed.Dot(v[0], w)
		s.dense = append(s.dense, id)
	}
	slices.SortFunc(s.dense, func(a, b string) int { return cmp.Or(cmp.Compare(cosine[b], cosine[a]), cmp.Compare(a, b)) })
	s.cosine = cosine[s.dense[0]]
}

// Evaluate measures recall on s, with the gate as shipped.
func Evaluate(ctx context.Context, s Set, e embed.Embedder) (Quality, error) {
	samples, err := Samples(ctx, s, e)
	if err != nil {
		return Quality{}, fmt.Errorf("evaluate recall: %w", err)
	}
	q := Judge(samples, recall.DefaultGate)
	q.Items = len(s.Items)
	if e != nil {
		q.Model = e.Name()
	}
	return q, nil
}

// Judge works out the quality of samples under a gate.
func Judge(samples []Sample, g recall.Gate) Quality {
	q := Quality{Queries: map[Class]int{}, Hybrid: map[Class]Ranking{}, Dense: map[Class]Ranking{}, Threshold: g.Threshold}
	for _, s := range samples {
		q.Queries[s.Query.Class]++
	}
	for _, class := range []Class{Noise, Words} {
		q.Hybrid[class] = rankingOf(samples, class, Sample.hybridPlace)
		q.Dense[class] = rankingOf(samples, class, Sample.densePlace)
	}
	q.ROCAUC = auc(samples, func(s Sample) float64 { return s.estimate(g) })
	q.DenseAUC = auc(samples, func(s Sample) float64 { return s.cosine })
	thresholds := []float64{g.Threshold}
	for percent := 10; percent <= 95; percent += 5 {
		thresholds = append(thresholds, float64(percent)/100)
	}
	slices.Sort(thresholds)
	for _, t := range slices.Compact(thresholds) {
		q.Gate = append(q.Gate, gateRow(samples, g, t))
	}
	return q
}

func (s Sample) hybridPlace() int {
	return slices.IndexFunc(s.Candidates, func(c Candidate) bool { return c.Right })
}

func (s Sample) densePlace() int {
	return slices.IndexFunc(s.dense, func(id string) bool { return slices.Contains(s.Query.Want, id) })
}

func rankingOf(samples []Sample, class Class, place func(Sample) int) Ranking {
	var r Ranking
	n := 0.0
	for _, s := range samples {
		if s.Query.Class != class {
			continue
		}
		n++
		p := place(s)
		if p == 0 {
			r.RecallAt1++
		}
		if p >= 0 && p < 5 {
			r.RecallAt5++
		}
		if p >= 0 {
			r.MRR += 1 / float64(p+1)
		}
	}
	n = max(n, 1)
	return Ranking{r.RecallAt1 / n, r.RecallAt5 / n, r.MRR / n}
}

// estimate is the gate's highest estimate for any candidate.
func (s Sample) estimate(g recall.Gate) float64 {
	best := 0.0
	for _, c := range s.Candidates {
		e, _ := g.Judge(c.Features)
		best = max(best, e)
	}
	return best
}

// auc is the chance that a query with a match scores above one without.
func auc(samples []Sample, score func(Sample) float64) float64 {
	var with, without []float64
	for _, s := range samples {
		if s.Query.Class == None {
			without = append(without, score(s))
		} else {
			with = append(with, score(s))
		}
	}
	sum := 0.0
	for _, a := range with {
		for _, b := range without {
			switch {
			case a > b:
				sum++
			case a == b:
				sum += 0.5
			}
		}
	}
	return sum / max(float64(len(with)*len(without)), 1)
}

func gateRow(samples []Sample, g recall.Gate, threshold float64) GateRow {
	g.Threshold = threshold
	row := GateRow{Threshold: threshold}
	n := map[Class]float64{}
	for _, s := range samples {
		n[s.Query.Class]++
		shown := s.shown(g)
		right := slices.ContainsFunc(shown, func(c Candidate) bool { return c.Right })
		switch {
		case s.Query.Class == None && len(shown) > 0:
			row.FalseHits++
		case s.Query.Class == Words && right:
			row.Words++
		case s.Query.Class == Noise && right:
			row.Noise++
		}
	}
	row.Noise /= max(n[Noise], 1)
	row.Words /= max(n[Words], 1)
	row.FalseHits /= max(n[None], 1)
	return row
}

// shown are the candidates that would be shown, by the order and caps of recall.
func (s Sample) shown(g recall.Gate) []Candidate {
	var out []Candidate
	for _, c := range s.Candidates {
		if _, why := g.Judge(c.Features); why == "" && len(out) < recall.MaxShown {
			out = append(out, c)
		}
	}
	return out
}

// Print writes q as a table for people.
func (q Quality) Print(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 4, 2, ' ', 0)
	model := cmp.Or(q.Model, "none: signatures and terms only")
	fmt.Fprintf(w, "records %d, queries: same failure, other noise %d; same cause, other words %d; no match %d\nmodel: %s\n\n",
		q.Items, q.Queries[Noise], q.Queries[Words], q.Queries[None], model)
	fmt.Fprintln(w, "before the gate\trecall@1\trecall@5\tMRR\tROC-AUC")
	for _, class := range []Class{Noise, Words} {
		r, d := q.Hybrid[class], q.Dense[class]
		if q.Queries[class] == 0 {
			continue
		}
		fmt.Fprintf(w, "%s, hybrid\t%.3f\t%.3f\t%.3f\t%.3f\n", class, r.RecallAt1, r.RecallAt5, r.MRR, q.ROCAUC)
		if q.Model != "" {
			fmt.Fprintf(w, "%s, dense alone\t%.3f\t%.3f\t%.3f\t%.3f\n", class, d.RecallAt1, d.RecallAt5, d.MRR, q.DenseAUC)
		}
	}
	fmt.Fprintln(w, "\ngate\tnoise shown\twords shown\tfalse hits")
	for _, row := range q.Gate {
		mark := ""
		if row.Threshold == q.Threshold {
			mark = "  (shipped)"
		}
		fmt.Fprintf(w, "%.2f\t%s\t%s\t%s%s\n", row.Threshold, q.share(Noise, row.Noise), q.share(Words, row.Words), q.share(None, row.FalseHits), mark)
	}
	return w.Flush()
}

// share is a share of the queries of a class, where there are any.
func (q Quality) share(class Class, of float64) string {
	if q.Queries[class] == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", of)
}
