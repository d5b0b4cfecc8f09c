package qdrant

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"sort"

	qc "github.com/qdrant/go-client/qdrant"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/rank"
)

const (
	// pageSize is the most points that one request asks for: strict mode may limit it,
	// and a record with its patch and texts can have a MiB.
	pageSize = 64
	// pageSlack is how many points a page of records asks for beyond its own.
	pageSlack = 14
)

// Get implements memory.Reader.
func (s *Store) Get(ctx context.Context, tenant, id string) (memory.Record, error) {
	if err := ready(ctx, tenant); err != nil {
		return memory.Record{}, err
	}
	r, err := s.get(ctx, memory.Key{Tenant: tenant, ID: id})
	if err != nil {
		return memory.Record{}, err
	}
	if r == nil {
		return memory.Record{}, memory.ErrNotFound
	}
	return r.record, nil
}

// get returns what is stored under k, nil if nothing is.
func (s *Store) get(ctx context.Context, k memory.Key) (*stored, error) {
	p, err := s.point(ctx, recordPoint(k.Tenant, k.ID))
	if err != nil || p == nil {
		return nil, err
	}
	r, err := s.decode(p.GetPayload(), p.GetVectors())
	if err != nil {
		return nil, err
	}
	if r.record.Tenant != k.Tenant || r.record.ID != k.ID {
		return nil, nil
	}
	return &r, nil
}

// Search implements memory.Reader in one round trip: what has the exact signature, what
// has the template, and the fused list are asked for in one batch.
func (s *Store) Search(ctx context.Context, q memory.Query) ([]memory.Match, error) {
	if err := ready(ctx, q.Tenant); err != nil {
		return nil, err
	}
	batch, fused := s.batch(q)
	if len(batch) == 0 {
		return nil, nil
	}
	var lists []*qc.BatchResult
	err := s.call(ctx, read, func(ctx context.Context) error {
		var err error
		lists, err = s.client.QueryBatch(ctx, &qc.QueryBatchPoints{CollectionName: s.o.Collection, QueryPoints: batch})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("search Qdrant: %w", err)
	}
	found := s.collect(q, lists, fused)
	rank.Order(found, candidate)
	found = found[:min(len(found), cmp.Or(max(q.Limit, 0), memory.DefaultLimit))]
	matches := make([]memory.Match, len(found))
	for i, f := range found {
		matches[i] = f.match
	}
	return matches, nil
}

// batch returns the queries, and the place of the fused one among them, -1 if none is.
func (s *Store) batch(q memory.Query) (batch []*qc.QueryPoints, fused int) {
	filter := seen(q)
	add := func(p *qc.QueryPoints) {
		p.CollectionName, p.Limit = s.o.Collection, qc.PtrOf(uint64(rank.Pool))
		p.WithPayload, p.WithVectors = qc.NewWithPayload(true), qc.NewWithVectorsInclude(symptomVector, fixVector)
		batch = append(batch, p)
	}
	for field, signature := range map[string]string{"exact": q.Exact, "template": q.Template} {
		if signature != "" {
			add(&qc.QueryPoints{
				Filter: with(filter, qc.NewMatch(field, signature)),
				Query:  qc.NewQueryOrderBy(&qc.OrderBy{Key: "created", Direction: qc.Direction_Desc.Enum()}),
			})
		}
	}
	p := s.fused(q, filter)
	if p == nil {
		return batch, -1
	}
	add(p)
	return batch, len(batch) - 1
}

// fused asks for the ranks of the symptom, the fix and the terms, put together as the
// embedded index does it. The threshold of a similarity has no place here: a fused
// score is a sum of ranks.
func (s *Store) fused(q memory.Query, filter *qc.Filter) *qc.QueryPoints {
	if q.Text == "" {
		return nil
	}
	var lists []*qc.PrefetchQuery
	rrf := &qc.Rrf{K: qc.PtrOf(uint32(rank.FusionK))}
	add := func(using string, weight float32, query *qc.Query) {
		rrf.Weights = append(rrf.Weights, weight)
		lists = append(lists, &qc.PrefetchQuery{Query: query, Using: &using, Filter: filter, Limit: qc.PtrOf(uint64(rank.Depth))})
	}
	if q.Model == s.o.Model && len(q.Vector) == s.o.Dim {
		add(symptomVector, rank.SymptomWeight, qc.NewQueryDense(q.Vector))
		add(fixVector, rank.FixWeight, qc.NewQueryDense(q.Vector))
	}
	if terms := rank.QueryTerms(q.Text); len(terms) > 0 {
		v := sparse(terms, one).GetSparse()
		add(termsVector, rank.TermsWeight, qc.NewQuerySparse(v.GetIndices(), v.GetValues()))
	}
	if len(lists) == 0 {
		return nil
	}
	return &qc.QueryPoints{Prefetch: lists, Query: qc.NewQueryRRF(rrf)}
}

// found is a match and what orders it.
type found struct {
	match memory.Match
	c     rank.Candidate
}

func candidate(f found) rank.Candidate { return f.c }

// collect puts the lists together, each record once. Points that are no records, or of
// a later version, are left out.
func (s *Store) collect(q memory.Query, lists []*qc.BatchResult, fused int) []found {
	points := map[string]*qc.ScoredPoint{}
	scores := map[string]float64{}
	for i, list := range lists {
		for _, p := range list.GetResult() {
			id := p.GetId().GetUuid()
			points[id] = p
			if i == fused {
				scores[id] = float64(p.GetScore())
			}
		}
	}
	var out []found
	for id, p := range points {
		r, err := s.decode(p.GetPayload(), p.GetVectors())
		if err != nil || !r.entry.Visible(q) {
			continue
		}
		m := memory.NewMatch(q, r.record, rank.Hit{Fused: scores[id]})
		m.Counters = r.counters
		out = append(out, found{m, candidateOf(m, r)})
	}
	return out
}

func candidateOf(m memory.Match, r stored) rank.Candidate {
	how := rank.Hybrid
	switch m.MatchedBy {
	case memory.ByExact:
		how = rank.Exact
	case memory.ByTemplate:
		how = rank.Template
	}
	return rank.Candidate{How: how, Fused: m.Fused, Group: group(r.entry.Template), Trust: r.entry.TrustRank, Created: r.entry.Created, ID: r.record.ID}
}

func group(templates []string) uint64 {
	if len(templates) == 0 {
		return 0
	}
	h := fnv.New64a()
	h.Write([]byte(templates[0]))
	return h.Sum64()
}

// List implements memory.Reader.
func (s *Store) List(ctx context.Context, tenant, cursor string, limit int) (memory.Page, error) {
	if err := ready(ctx, tenant); err != nil {
		return memory.Page{}, err
	}
	limit = min(cmp.Or(max(limit, 0), memory.DefaultLimit), pageSize-pageSlack)
	at, bounded := memory.CursorTime(cursor)
	upTo := micros(at.UnixNano())
	var rest []stored
	for len(rest) <= limit {
		filter := selected(memory.Selector{Tenant: tenant})
		if bounded {
			filter = with(filter, qc.NewRange("created", &qc.Range{Lte: qc.PtrOf(float64(upTo))}))
		}
		points, oldest, err := s.newest(ctx, filter, limit+pageSlack)
		if err != nil {
			return memory.Page{}, fmt.Errorf("list Qdrant memory: %w", err)
		}
		for _, p := range points {
			r, err := s.decode(p.GetPayload(), p.GetVectors())
			if err == nil && memory.Cursor(r.record.CreatedAt, r.record.ID) > cursor {
				rest = append(rest, r)
			}
		}
		if oldest == nil {
			break
		}
		upTo, bounded = *oldest-1, true
	}
	sort.Slice(rest, func(i, j int) bool { return newer(rest[i], rest[j]) })
	return pageOf(rest, limit), nil
}

// newest returns the newest points, some limit of them, and the time of the oldest; nil
// if they are all that there are. Points of one instant are ordered by id, which the
// server does not know: all of the oldest instant are among them.
func (s *Store) newest(ctx context.Context, filter *qc.Filter, limit int) (points []*qc.RetrievedPoint, oldest *int64, err error) {
	points, err = s.scrollNewest(ctx, filter, limit)
	if err != nil || len(points) < limit {
		return points, nil, err
	}
	at := createdOf(points[len(points)-1])
	points = slices.DeleteFunc(points, func(p *qc.RetrievedPoint) bool { return createdOf(p) == at })
	then := with(filter, qc.NewRange("created", &qc.Range{Gte: qc.PtrOf(float64(at)), Lte: qc.PtrOf(float64(at))}))
	all := &qc.ScrollPoints{Filter: then, WithPayload: qc.NewWithPayload(true), WithVectors: qc.NewWithVectorsInclude(symptomVector, fixVector)}
	err = s.each(ctx, all, func(p *qc.RetrievedPoint) error { points = append(points, p); return nil })
	return points, &at, err
}

func createdOf(p *qc.RetrievedPoint) int64 { return p.GetPayload()["created"].GetIntegerValue() }

func pageOf(rest []stored, limit int) memory.Page {
	var page memory.Page
	for _, r := range rest[:min(limit, len(rest))] {
		page.Records = append(page.Records, r.record)
	}
	if len(rest) > limit {
		last := page.Records[limit-1]
		page.Next = memory.Cursor(last.CreatedAt, last.ID)
	}
	return page
}

func (s *Store) scrollNewest(ctx context.Context, filter *qc.Filter, limit int) ([]*qc.RetrievedPoint, error) {
	var points []*qc.RetrievedPoint
	err := s.call(ctx, read, func(ctx context.Context) error {
		var err error
		points, err = s.client.Scroll(ctx, &qc.ScrollPoints{
			CollectionName: s.o.Collection, Filter: filter, Limit: qc.PtrOf(uint32(limit)),
			OrderBy:     &qc.OrderBy{Key: "created", Direction: qc.Direction_Desc.Enum()},
			WithPayload: qc.NewWithPayload(true), WithVectors: qc.NewWithVectorsInclude(symptomVector, fixVector),
		})
		return err
	})
	return points, err
}

// each calls use with every point that the request, which needs no limit, selects.
func (s *Store) each(ctx context.Context, req *qc.ScrollPoints, use func(*qc.RetrievedPoint) error) error {
	req.CollectionName, req.Limit = s.o.Collection, qc.PtrOf(uint32(pageSize))
	for {
		var points []*qc.RetrievedPoint
		var next *qc.PointId
		err := s.call(ctx, read, func(ctx context.Context) error {
			var err error
			points, next, err = s.client.ScrollAndOffset(ctx, req)
			return err
		})
		if err != nil {
			return err
		}
		for _, p := range points {
			if err := use(p); err != nil {
				return err
			}
		}
		if next == nil {
			return nil
		}
		req.Offset = next
	}
}

// only asks for the points that the filter selects, with these fields of them.
func only(filter *qc.Filter, fields ...string) *qc.ScrollPoints {
	return &qc.ScrollPoints{Filter: filter, WithPayload: qc.NewWithPayloadInclude(fields...)}
}

// Counters implements memory.Reader.
func (s *Store) Counters(ctx context.Context, tenant, id string) (memory.Counters, error) {
	if err := ready(ctx, tenant); err != nil {
		return memory.Counters{}, err
	}
	if memory.IsTally(id) {
		return s.sum(ctx, memory.Key{Tenant: tenant, ID: id})
	}
	p, err := s.point(ctx, recordPoint(tenant, id))
	if err != nil || p == nil {
		return memory.Counters{}, err
	}
	return s.sum(ctx, memory.Key{Tenant: tenant, ID: id})
}

func ready(ctx context.Context, tenant string) error {
	if tenant == "" {
		return memory.ErrNoTenant
	}
	return ctx.Err()
}
