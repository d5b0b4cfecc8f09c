package rank

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

const (
	// Depth is how many documents each list gives to the fusion.
	Depth = 50
	// Pool is how many of the fused documents are ordered and may be matches. A store
	// that is a server sends so many records over the wire.
	Pool = 24
	// FusionK is the constant of reciprocal rank fusion with weights, as Qdrant 1.17 has
	// it: a place, from 0, in a list of weight w counts 1/((place+1)/w + FusionK - 1). The
	// constant and the weights were tuned on the labelled sets of recall: the symptoms and
	// the terms are right far more often than the fixes.
	FusionK       = 2
	SymptomWeight = 3
	FixWeight     = 1
	TermsWeight   = 3
	// seconded is what the other members of a document's group add to its score, as
	// a share of their own; more than secondedMost of them add nothing.
	seconded     = 0.05
	secondedMost = 3
)

// Search returns at most q.Limit hits in the order of Order.
func (x *Index) Search(q Query) []Hit {
	found := x.bySignature(q)
	scores := x.sparse(q)
	lists := x.dense(q)
	if terms := x.bestTerms(q, scores); len(terms) > 0 {
		lists = append(lists, list{terms, TermsWeight})
	}
	fused := fuse(lists)
	for _, n := range x.pool(fused) {
		if _, ok := found[n]; !ok {
			found[n] = Hybrid
		}
	}
	hits := make([]Hit, 0, len(found))
	vector := Quantise(q.Vector)
	for n, how := range found {
		h := Hit{Doc: int(n), How: how, Fused: fused[n]}
		h.Dense, h.DenseFix = x.cosines(q.Model, vector, n)
		if scores != nil {
			h.Sparse = float64(scores[n])
		}
		hits = append(hits, h)
	}
	Order(hits, x.candidate)
	return hits[:min(len(hits), max(q.Limit, 0))]
}

func (x *Index) candidate(h Hit) Candidate {
	d := &x.docs[h.Doc]
	return Candidate{How: h.How, Fused: h.Fused, Group: d.group, Trust: int(d.trust), Created: d.created, ID: d.id}
}

func (x *Index) bySignature(q Query) map[int32]How {
	found := map[int32]How{}
	if q.Template != "" {
		for _, n := range x.template[x.key(q.Template)] {
			if x.allowed(q, n) {
				found[n] = Template
			}
		}
	}
	if q.Exact != "" {
		for _, n := range x.exact[x.key(q.Exact)] {
			if x.allowed(q, n) {
				found[n] = Exact
			}
		}
	}
	return found
}

func (x *Index) allowed(q Query, n int32) bool {
	return !x.docs[n].dead && (q.Allow == nil || q.Allow(int(n)))
}

// dense returns the documents nearest by symptom and those nearest by fix.
func (x *Index) dense(q Query) []list {
	s := x.spaceOf(q.Model, len(q.Vector))
	if s == nil {
		return nil
	}
	vector := Quantise(q.Vector)
	var symptom, fix best
	for slot, n := range s.docs {
		if !x.allowed(q, n) {
			continue
		}
		at := s.data[2*slot*s.dim : 2*(slot+1)*s.dim]
		symptom.offer(n, float32(dot(vector, at[:s.dim])))
		fix.offer(n, float32(dot(vector, at[s.dim:])))
	}
	return []list{{symptom.sorted(), SymptomWeight}, {fix.sorted(), FixWeight}}
}

func (x *Index) spaceOf(model string, dim int) *space {
	if dim == 0 {
		return nil
	}
	for _, s := range x.spaces {
		if s.model == model && s.dim == dim {
			return s
		}
	}
	return nil
}

func (x *Index) cosines(model string, vector []int16, n int32) (symptom, fix float64) {
	d := &x.docs[n]
	if d.space < 0 || len(vector) == 0 {
		return 0, 0
	}
	s := x.spaces[d.space]
	if s.model != model || s.dim != len(vector) {
		return 0, 0
	}
	at := s.data[2*int(d.slot)*s.dim:]
	return cosine(dot(vector, at[:s.dim])), cosine(dot(vector, at[s.dim:2*s.dim]))
}

func cosine(product int32) float64 {
	return max(0, min(1, float64(product)/(one*one)))
}

// sparse returns the BM25 score of every document, nil if q has no terms.
func (x *Index) sparse(q Query) []float32 {
	if len(q.Terms) == 0 {
		return nil
	}
	scores := make([]float32, len(x.docs))
	for _, t := range q.Terms {
		list := x.postings[t.Hash]
		idf := float32(inverseFrequency(len(x.docs), len(list)))
		for _, p := range list {
			scores[p.doc] += idf * p.weight
		}
	}
	return scores
}

// inverseFrequency is the form that Qdrant applies to its sparse vectors, so that
// both stores order alike.
func inverseFrequency(all, with int) float64 {
	n, df := float64(all), float64(with)
	return math.Log((n-df+0.5)/(df+0.5) + 1)
}

func (x *Index) bestTerms(q Query, scores []float32) []scored {
	var terms best
	for n, s := range scores {
		if s > terms.least() && x.allowed(q, int32(n)) {
			terms.offer(int32(n), s)
		}
	}
	return terms.sorted()
}

// list are documents, the best first, and what the list weighs in the fusion.
type list struct {
	docs   []scored
	weight float64
}

func fuse(lists []list) map[int32]float64 {
	fused := map[int32]float64{}
	for _, l := range lists {
		for place, s := range l.docs {
			fused[s.doc] += 1 / (float64(place+1)/l.weight + FusionK - 1)
		}
	}
	return fused
}

// pool returns the documents with the Pool highest fused scores.
func (x *Index) pool(fused map[int32]float64) []int32 {
	docs := slices.SortedFunc(maps.Keys(fused), func(a, b int32) int {
		return cmp.Or(cmp.Compare(fused[b], fused[a]), cmp.Compare(x.docs[a].id, x.docs[b].id))
	})
	return docs[:min(len(docs), Pool)]
}

// Candidate is what Order looks at.
type Candidate struct {
	How     How
	Fused   float64
	Group   uint64 // 0 for none
	Trust   int
	Created int64
	ID      string
}

// Order sorts items, best first: by how they were found, then by fused rank, to which
// the others of the same group add; trust, age and id break ties. Among exact hits
// trust comes first, since they all fit equally well.
func Order[T any](items []T, of func(T) Candidate) {
	candidates := make([]Candidate, len(items))
	for i, item := range items {
		candidates[i] = of(item)
	}
	ordered := make([]T, len(items))
	for to, from := range order(candidates) {
		ordered[to] = items[from]
	}
	copy(items, ordered)
}

// order returns the indices of candidates in their order: numbers, since a sort of its own
// for each kind of item would be a good part of the program.
func order(candidates []Candidate) []int {
	groups := map[uint64][]float64{}
	for _, c := range candidates {
		groups[c.Group] = append(groups[c.Group], c.Fused)
	}
	for _, g := range groups {
		slices.SortFunc(g, func(a, b float64) int { return cmp.Compare(b, a) })
	}
	indices, scores := make([]int, len(candidates)), make([]float64, len(candidates))
	for i, c := range candidates {
		indices[i], scores[i] = i, vote(c, groups)
	}
	slices.SortFunc(indices, func(i, j int) int {
		a, b := &candidates[i], &candidates[j]
		return cmp.Or(cmp.Compare(a.How, b.How), cmp.Compare(scores[j], scores[i]),
			cmp.Compare(b.Trust, a.Trust), cmp.Compare(b.Created, a.Created), cmp.Compare(a.ID, b.ID))
	})
	return indices
}

func vote(c Candidate, groups map[uint64][]float64) float64 {
	if c.How == Exact {
		return 0
	}
	if c.Group == 0 {
		return c.Fused
	}
	var others float64
	g := groups[c.Group]
	for _, f := range g[:min(len(g), secondedMost+1)] {
		others += f
	}
	return c.Fused + seconded*max(0, others-c.Fused)
}

// scored is a document and its score in one list.
type scored struct {
	doc   int32
	score float32
}

// best keeps the Depth highest scores that it is offered, as a heap whose root is
// the least of them; the earlier document stays where scores are equal.
type best struct{ heap []scored }

// least is the score to beat.
func (b *best) least() float32 {
	if len(b.heap) < Depth {
		return 0
	}
	return b.heap[0].score
}

func (b *best) offer(n int32, score float32) {
	if len(b.heap) < Depth {
		b.heap = append(b.heap, scored{n, score})
		b.up(len(b.heap) - 1)
		return
	}
	if score > b.heap[0].score {
		b.heap[0] = scored{n, score}
		b.down(0)
	}
}

func (b *best) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if b.heap[parent].score <= b.heap[i].score {
			return
		}
		b.heap[parent], b.heap[i] = b.heap[i], b.heap[parent]
		i = parent
	}
}

func (b *best) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(b.heap) {
			return
		}
		if child+1 < len(b.heap) && b.heap[child+1].score < b.heap[child].score {
			child++
		}
		if b.heap[i].score <= b.heap[child].score {
			return
		}
		b.heap[i], b.heap[child] = b.heap[child], b.heap[i]
		i = child
	}
}

func (b *best) sorted() []scored {
	slices.SortFunc(b.heap, func(x, y scored) int {
		return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(x.doc, y.doc))
	})
	return b.heap
}
