// Package rank finds and orders remembered failures: by exact and template
// signature, by dense vectors of symptom and fix, and by code-aware terms, fused by
// rank. It knows nothing of records; a Doc is what of a record takes part.
package rank

import (
	"hash/maphash"
	"math"
	"slices"
)

// Doc is what of one record takes part in ranking.
type Doc struct {
	ID       string   // breaks the last tie, so that every store orders alike
	Exact    []string // exact signatures of its symptoms
	Template []string // template signatures of its symptoms
	Terms    []Term   // ordered by hash
	Model    string   // of Symptom and Fix
	Symptom  []int16  // as Quantise gives it; nil without a model
	Fix      []int16
	Trust    int   // more is better
	Created  int64 // seconds; more is newer
}

// Query asks an Index. A zero field is not asked for.
type Query struct {
	Exact    string
	Template string
	Terms    []Term // as QueryTerms gives them
	Model    string
	Vector   []float32
	Allow    func(doc int) bool // nil allows every document
	Limit    int
}

// How says by what a document was found, the strongest first.
type How int

// The ways to be found.
const (
	Exact How = iota
	Template
	Hybrid
)

// Hit is a document that a Query found.
type Hit struct {
	Doc      int
	How      How
	Dense    float64 // cosine to the symptom vector
	DenseFix float64 // cosine to the fix vector
	Sparse   float64 // BM25 of the terms
	Fused    float64 // reciprocal ranks added up
}

// Index holds documents by number. It is not safe for concurrent use, but any number
// of Searches may run at once.
type Index struct {
	seed     maphash.Seed
	exact    map[uint64][]int32
	template map[uint64][]int32
	postings map[uint32][]posting
	docs     []doc
	spaces   []*space
	live     int
	reserved int
}

type posting struct {
	doc    int32
	weight float32
}

type doc struct {
	id      string
	group   uint64 // first template signature
	created int64
	space   int32 // -1 without vectors
	slot    int32
	trust   int8
	dead    bool
}

// space holds the vectors of one model, quantised to 16 bits: unit vectors lose less
// than 1e-4 of a cosine by that, take half the memory and are scanned in half the
// time. Symptom and fix of one document lie side by side.
type space struct {
	model string
	dim   int
	data  []int16
	docs  []int32
}

// New returns an empty Index.
func New() *Index {
	return &Index{
		seed:     maphash.MakeSeed(),
		exact:    map[uint64][]int32{},
		template: map[uint64][]int32{},
		postings: map[uint32][]posting{},
	}
}

// Len is the number of documents that were added and not removed.
func (x *Index) Len() int { return x.live }

// Cap is the number of documents that were ever added; numbers run from 0 to Cap-1.
func (x *Index) Cap() int { return len(x.docs) }

// Reserve makes room for the vectors of n documents, so that filling a large index
// does not copy them again and again.
func (x *Index) Reserve(n int) {
	x.reserved = n
	x.docs = slices.Grow(x.docs, n)
}

// Add adds d and returns its number.
func (x *Index) Add(d Doc) int {
	n := int32(len(x.docs))
	entry := doc{id: d.ID, created: d.Created, space: -1, trust: int8(d.Trust)}
	if len(d.Template) > 0 {
		entry.group = x.key(d.Template[0])
	}
	entry.space, entry.slot = x.place(n, d)
	x.docs = append(x.docs, entry)
	x.live++
	x.link(x.exact, d.Exact, n)
	x.link(x.template, d.Template, n)
	for _, t := range d.Terms {
		x.postings[t.Hash] = append(x.postings[t.Hash], posting{n, t.Weight})
	}
	return int(n)
}

// Remove takes a document out; its number is not used again.
func (x *Index) Remove(n int) {
	if !x.docs[n].dead {
		x.docs[n].dead = true
		x.live--
	}
}

func (x *Index) key(signature string) uint64 { return maphash.String(x.seed, signature) }

func (x *Index) link(m map[uint64][]int32, signatures []string, n int32) {
	for _, s := range signatures {
		k := x.key(s)
		if l := m[k]; s != "" && (len(l) == 0 || l[len(l)-1] != n) {
			m[k] = append(l, n)
		}
	}
}

func (x *Index) place(n int32, d Doc) (spaceNo, slot int32) {
	if d.Model == "" || len(d.Symptom) == 0 {
		return -1, 0
	}
	i := slices.IndexFunc(x.spaces, func(s *space) bool { return s.model == d.Model && s.dim == len(d.Symptom) })
	if i < 0 {
		i = len(x.spaces)
		s := &space{model: d.Model, dim: len(d.Symptom)}
		if len(x.spaces) == 0 {
			s.data, s.docs = make([]int16, 0, 2*s.dim*x.reserved), make([]int32, 0, x.reserved)
		}
		x.spaces = append(x.spaces, s)
	}
	s := x.spaces[i]
	slot = int32(len(s.docs))
	s.docs = append(s.docs, n)
	s.data = append(s.data, d.Symptom...)
	s.data = append(s.data, d.Fix[:min(len(d.Fix), s.dim)]...)
	s.data = append(s.data, make([]int16, 2*s.dim*len(s.docs)-len(s.data))...) // a shorter fix
	return int32(i), slot
}

// one is the 16-bit form of 1.0. Products of two unit vectors of this scale add up
// to at most 2^30, which an int32 holds.
const one = math.MaxInt16

// Quantise returns a unit vector in 16 bits.
func Quantise(v []float32) []int16 {
	if v == nil {
		return nil
	}
	out := make([]int16, len(v))
	for i, f := range v {
		out[i] = int16(math.RoundToEven(float64(min(max(f, -1), 1)) * one))
	}
	return out
}

func dot(a, b []int16) int32 {
	var s0, s1, s2, s3 int32
	for len(a) >= 8 && len(b) >= 8 {
		x, y := (*[8]int16)(a), (*[8]int16)(b)
		s0 += int32(x[0])*int32(y[0]) + int32(x[4])*int32(y[4])
		s1 += int32(x[1])*int32(y[1]) + int32(x[5])*int32(y[5])
		s2 += int32(x[2])*int32(y[2]) + int32(x[6])*int32(y[6])
		s3 += int32(x[3])*int32(y[3]) + int32(x[7])*int32(y[7])
		a, b = a[8:], b[8:]
	}
	for i := range min(len(a), len(b)) {
		s0 += int32(a[i]) * int32(b[i])
	}
	return s0 + s1 + s2 + s3
}
