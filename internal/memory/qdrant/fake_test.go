package qdrant_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	qc "github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// fake is a Qdrant in the process, on the client's own service stubs. It does what a
// server of 1.18 with strict mode was seen to do, also where that is surprising.
type fake struct {
	qc.UnimplementedQdrantServer

	version          string
	key, readOnlyKey string
	fail             func(method string) error // injected, before anything is done
	oldVectors       bool                      // send vectors in the deprecated form
	calls            map[string]int

	mu          sync.Mutex
	collections map[string]*collection
}

// The limits of strict mode, much lower than anybody sets them.
const (
	strictQueryLimit = 64
	strictBatch      = 4
	strictConditions = 16
	strictSize       = 4 // values of one condition
	strictUpserts    = 4
	strictIndexes    = 20
	strictTerms      = 4096
)

func refused(format string, args ...any) error {
	return status.Errorf(codes.InvalidArgument, "Bad request: "+format, args...)
}

type collection struct {
	vectors map[string]*qc.VectorParams
	terms   map[string]*qc.SparseVectorParams
	indexes map[string]*qc.PayloadSchemaInfo
	points  map[string]*qc.PointStruct
}

func newFake() *fake {
	return &fake{version: "1.18.3", collections: map[string]*collection{}, calls: map[string]int{}}
}

// start serves f on loopback and returns its port.
func (f *fake) start(t testing.TB, options ...grpc.ServerOption) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := grpc.NewServer(append(options, grpc.UnaryInterceptor(f.intercept))...)
	qc.RegisterQdrantServer(s, f)
	qc.RegisterCollectionsServer(s, collectionsServer{fake: f})
	qc.RegisterPointsServer(s, pointsServer{fake: f})
	go s.Serve(l)
	t.Cleanup(s.Stop)
	return l.Addr().(*net.TCPAddr).Port
}

// writes are the methods that a read-only key may not call.
var writes = []string{"Create", "Upsert", "Delete", "SetPayload", "CreateFieldIndex"}

func (f *fake) intercept(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	method := path.Base(info.FullMethod)
	f.mu.Lock()
	f.calls[method]++
	fail := f.fail
	f.mu.Unlock()
	if err := f.authorise(ctx, method); err != nil {
		return nil, err
	}
	if fail != nil {
		if err := fail(method); err != nil {
			return nil, err
		}
	}
	return next(ctx, req)
}

func (f *fake) authorise(ctx context.Context, method string) error {
	if f.key == "" {
		return nil
	}
	md, _ := metadata.FromIncomingContext(ctx)
	got := md.Get("api-key")
	switch {
	case len(got) == 0:
		return status.Error(codes.Unauthenticated, "Must provide an API key or an Authorization bearer token")
	case got[0] == f.key:
		return nil
	case got[0] != f.readOnlyKey:
		return status.Error(codes.Unauthenticated, "Invalid API key or JWT")
	case slices.Contains(writes, method):
		return status.Error(codes.PermissionDenied, "Forbidden: Global manage access is required")
	}
	return nil
}

func (f *fake) HealthCheck(context.Context, *qc.HealthCheckRequest) (*qc.HealthCheckReply, error) {
	return &qc.HealthCheckReply{Title: "qdrant", Version: f.version}, nil
}

func (f *fake) get(name string) (*collection, error) {
	c := f.collections[name]
	if c == nil {
		return nil, status.Errorf(codes.NotFound, "Collection `%s` doesn't exist!", name)
	}
	return c, nil
}

type collectionsServer struct {
	qc.UnimplementedCollectionsServer
	*fake
}

func (s collectionsServer) Create(_ context.Context, r *qc.CreateCollection) (*qc.CollectionOperationResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.collections[r.CollectionName] != nil {
		return nil, status.Errorf(codes.AlreadyExists, "Wrong input: Collection `%s` already exists!", r.CollectionName)
	}
	s.collections[r.CollectionName] = &collection{
		vectors: r.GetVectorsConfig().GetParamsMap().GetMap(), terms: r.GetSparseVectorsConfig().GetMap(),
		indexes: map[string]*qc.PayloadSchemaInfo{}, points: map[string]*qc.PointStruct{},
	}
	return &qc.CollectionOperationResponse{Result: true}, nil
}

func (s collectionsServer) Get(_ context.Context, r *qc.GetCollectionInfoRequest) (*qc.GetCollectionInfoResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.get(r.CollectionName)
	if err != nil {
		return nil, err
	}
	return &qc.GetCollectionInfoResponse{Result: &qc.CollectionInfo{
		PointsCount: qc.PtrOf(uint64(len(c.points))), PayloadSchema: maps.Clone(c.indexes),
		Config: &qc.CollectionConfig{Params: &qc.CollectionParams{
			VectorsConfig: qc.NewVectorsConfigMap(c.vectors), SparseVectorsConfig: qc.NewSparseVectorsConfig(c.terms),
		}},
	}}, nil
}

type pointsServer struct {
	qc.UnimplementedPointsServer
	*fake
}

func completed() *qc.PointsOperationResponse {
	return &qc.PointsOperationResponse{Result: &qc.UpdateResult{Status: qc.UpdateStatus_Completed}}
}

// in runs do on a collection, and answers as writes do: without wait, only that the
// write was taken.
func (s pointsServer) in(name string, wait bool, do func(*collection) error) (*qc.PointsOperationResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.get(name)
	if err == nil {
		err = do(c)
	}
	if err != nil {
		return nil, err
	}
	out := completed()
	if !wait {
		out.Result.Status = qc.UpdateStatus_Acknowledged
	}
	return out, nil
}

func (s pointsServer) CreateFieldIndex(_ context.Context, r *qc.CreateFieldIndexCollection) (*qc.PointsOperationResponse, error) {
	return s.in(r.CollectionName, r.GetWait(), func(c *collection) error {
		if len(c.indexes) >= strictIndexes && c.indexes[r.FieldName] == nil {
			return refused("Collection already has the maximum number of payload indices (%d)", strictIndexes)
		}
		if r.FieldIndexParams.GetIntegerIndexParams() != nil && r.GetFieldType() != qc.FieldType_FieldTypeInteger ||
			r.FieldIndexParams.GetKeywordIndexParams() != nil && r.GetFieldType() != qc.FieldType_FieldTypeKeyword {
			return refused("the parameters are not those of the field's type")
		}
		kind := map[qc.FieldType]qc.PayloadSchemaType{qc.FieldType_FieldTypeKeyword: qc.PayloadSchemaType_Keyword,
			qc.FieldType_FieldTypeInteger: qc.PayloadSchemaType_Integer, qc.FieldType_FieldTypeBool: qc.PayloadSchemaType_Bool}[r.GetFieldType()]
		c.indexes[r.FieldName] = &qc.PayloadSchemaInfo{DataType: kind, Params: r.FieldIndexParams}
		return nil
	})
}

func (s pointsServer) Upsert(_ context.Context, r *qc.UpsertPoints) (*qc.PointsOperationResponse, error) {
	return s.in(r.CollectionName, r.GetWait(), func(c *collection) error {
		if err := c.indexed(r.UpdateFilter); err != nil {
			return err
		}
		if len(r.Points) > strictUpserts {
			return refused("Limit exceeded %d > %d for \"upsert limit\"", len(r.Points), strictUpserts)
		}
		for _, p := range r.Points {
			if err := c.fits(p); err != nil {
				return err
			}
			old := c.points[p.GetId().GetUuid()]
			switch {
			case old != nil && r.GetUpdateMode() == qc.UpdateMode_InsertOnly,
				old == nil && r.GetUpdateMode() == qc.UpdateMode_UpdateOnly,
				old != nil && !holds(r.UpdateFilter, old.Payload): // dropped, and nobody is told
				continue
			}
			c.points[p.GetId().GetUuid()] = proto.CloneOf(p)
		}
		return nil
	})
}

func (c *collection) fits(p *qc.PointStruct) error {
	if p.GetVectors().GetVectorsOptions() == nil {
		return status.Error(codes.InvalidArgument, "No Vector Provided")
	}
	if _, err := uuid.Parse(p.GetId().GetUuid()); err != nil {
		return refused("Unable to parse UUID: %s", p.GetId().GetUuid())
	}
	for name, v := range p.GetVectors().GetVectors().GetVectors() {
		params := c.vectors[name]
		switch {
		case params == nil && c.terms[name] == nil:
			return status.Errorf(codes.InvalidArgument, "Wrong input: Not existing vector name error: %s", name)
		case params != nil && uint64(len(v.GetDense().GetData())) != params.Size:
			return status.Errorf(codes.InvalidArgument, "Wrong input: Vector dimension error: expected dim: %d, got %d for vector '%s'", params.Size, len(v.GetDense().GetData()), name)
		case params == nil:
			if err := wellFormed(v.GetSparse()); err != nil {
				return err
			}
		}
	}
	return nil
}

// wellFormed is what the server demands of a sparse vector.
func wellFormed(v *qc.SparseVector) error {
	seen := map[uint32]bool{}
	for _, i := range v.GetIndices() {
		if seen[i] {
			return refused("Validation error in body: indices must be unique")
		}
		seen[i] = true
	}
	if len(v.GetIndices()) == 0 || len(v.GetIndices()) != len(v.GetValues()) || len(seen) > strictTerms {
		return refused("Validation error in body: a sparse vector of %d indices and %d values", len(v.GetIndices()), len(v.GetValues()))
	}
	return nil
}

// limited is strict mode's limit of what one request may ask for.
func limited(limit uint64) error {
	if limit < 1 || limit > strictQueryLimit {
		return refused("Limit exceeded %d > %d for \"limit\". Help: Reduce the \"limit\" parameter to or below %d.", limit, strictQueryLimit, strictQueryLimit)
	}
	return nil
}

// named refuses vectors that the collection does not have.
func (c *collection) named(w *qc.WithVectorsSelector) error {
	for _, name := range w.GetInclude().GetNames() {
		if c.vectors[name] == nil && c.terms[name] == nil {
			return refused("Wrong input: Not existing vector name error: %s", name)
		}
	}
	return nil
}

func (s pointsServer) SetPayload(_ context.Context, r *qc.SetPayloadPoints) (*qc.PointsOperationResponse, error) {
	return s.in(r.CollectionName, r.GetWait(), func(c *collection) error {
		filter := r.GetPointsSelector().GetFilter()
		if err := c.indexed(filter); err != nil {
			return err
		}
		for _, p := range c.points {
			if holds(filter, p.Payload) {
				maps.Copy(p.Payload, r.Payload)
			}
		}
		return nil
	})
}

func (s pointsServer) Delete(_ context.Context, r *qc.DeletePoints) (*qc.PointsOperationResponse, error) {
	return s.in(r.CollectionName, r.GetWait(), func(c *collection) error {
		for _, id := range r.GetPoints().GetPoints().GetIds() {
			delete(c.points, id.GetUuid())
		}
		return nil
	})
}

func (s pointsServer) Get(_ context.Context, r *qc.GetPoints) (*qc.GetResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.get(r.CollectionName)
	if err != nil {
		return nil, err
	}
	if err := c.named(r.WithVectors); err != nil {
		return nil, err
	}
	out := &qc.GetResponse{}
	for _, id := range r.Ids {
		if p := c.points[id.GetUuid()]; p != nil {
			out.Result = append(out.Result, s.retrieved(p))
		}
	}
	return out, nil
}

func (f *fake) retrieved(p *qc.PointStruct) *qc.RetrievedPoint {
	p = proto.CloneOf(p)
	return &qc.RetrievedPoint{Id: p.Id, Payload: p.Payload, Vectors: f.output(p)}
}

func (f *fake) output(p *qc.PointStruct) *qc.VectorsOutput {
	named := map[string]*qc.VectorOutput{}
	for name, v := range p.GetVectors().GetVectors().GetVectors() {
		if d := v.GetDense(); d != nil {
			named[name] = &qc.VectorOutput{Vector: &qc.VectorOutput_Dense{Dense: d}}
			if f.oldVectors {
				//lint:ignore SA1019 servers send one form or the other
				named[name] = &qc.VectorOutput{Data: d.Data}
			}
		}
	}
	return &qc.VectorsOutput{VectorsOptions: &qc.VectorsOutput_Vectors{Vectors: &qc.NamedVectorsOutput{Vectors: named}}}
}

func (s pointsServer) Scroll(_ context.Context, r *qc.ScrollPoints) (*qc.ScrollResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.get(r.CollectionName)
	if err != nil {
		return nil, err
	}
	points, err := c.selected(r.Filter, r.OrderBy)
	if err := errors.Join(err, c.named(r.WithVectors), limited(uint64(r.GetLimit()))); err != nil {
		return nil, err
	}
	if r.Offset != nil && r.OrderBy != nil {
		return nil, refused("Wrong input: Cannot use an `offset` when using `order_by`. The alternative for paging is to use `order_by.start_from` and a filter to exclude the IDs that you've already seen for the `order_by.start_from` value")
	}
	if r.Offset != nil {
		points = slices.DeleteFunc(points, func(p *qc.PointStruct) bool { return p.Id.GetUuid() < r.Offset.GetUuid() })
	}
	out := &qc.ScrollResponse{}
	for i, p := range points {
		if i == int(r.GetLimit()) {
			if r.OrderBy == nil {
				out.NextPageOffset = p.Id
			}
			break
		}
		out.Result = append(out.Result, s.retrieved(p))
	}
	return out, nil
}

// selected are the points that the filter lets through, by id or by a field, newest first.
func (c *collection) selected(f *qc.Filter, by *qc.OrderBy) ([]*qc.PointStruct, error) {
	if err := c.indexed(f); err != nil {
		return nil, err
	}
	if by != nil && !c.indexes[by.Key].GetParams().GetIntegerIndexParams().GetRange() {
		return nil, status.Errorf(codes.InvalidArgument, "Bad request: No range index for `order_by` key: `%s`", by.Key)
	}
	var out []*qc.PointStruct
	for _, p := range c.points {
		if holds(f, p.Payload) {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b *qc.PointStruct) int {
		byField := 0
		if by != nil {
			byField = cmp.Compare(b.Payload[by.Key].GetIntegerValue(), a.Payload[by.Key].GetIntegerValue())
		}
		return cmp.Or(byField, cmp.Compare(a.Id.GetUuid(), b.Id.GetUuid()))
	})
	return out, nil
}

func (s pointsServer) QueryBatch(_ context.Context, r *qc.QueryBatchPoints) (*qc.QueryBatchResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.get(r.CollectionName)
	if err != nil {
		return nil, err
	}
	if len(r.QueryPoints) > strictBatch {
		return nil, refused("Limit exceeded %d > %d for \"search batch size\"", len(r.QueryPoints), strictBatch)
	}
	out := &qc.QueryBatchResponse{}
	for _, q := range r.QueryPoints {
		if q.CollectionName != r.CollectionName {
			return nil, refused("Wrong input: the queries of a batch are about one collection")
		}
		result, err := s.query(c, q)
		if err != nil {
			return nil, err
		}
		out.Result = append(out.Result, &qc.BatchResult{Result: result})
	}
	return out, nil
}

func (f *fake) query(c *collection, q *qc.QueryPoints) ([]*qc.ScoredPoint, error) {
	if err := errors.Join(c.named(q.WithVectors), limited(q.GetLimit())); err != nil {
		return nil, err
	}
	if by := q.GetQuery().GetOrderBy(); by != nil {
		points, err := c.selected(q.Filter, by)
		var out []*qc.ScoredPoint
		for _, p := range points[:min(len(points), int(q.GetLimit()))] {
			out = append(out, f.scored(p, 0))
		}
		return out, err
	}
	rrf := q.GetQuery().GetRrf()
	if n := len(rrf.GetWeights()); n > 0 && n != len(q.Prefetch) {
		return nil, status.Errorf(codes.InvalidArgument, "Number of weights in RRF should match number of pre-fetches: got %d, expected %d", n, len(q.Prefetch))
	}
	fused := map[string]float32{}
	for i, p := range q.Prefetch {
		weight := float32(1)
		if len(rrf.GetWeights()) > 0 {
			weight = rrf.GetWeights()[i]
		}
		points, err := c.nearest(p)
		if err != nil {
			return nil, err
		}
		for place, point := range points {
			fused[point.Id.GetUuid()] += 1 / (float32(place+1)/weight + float32(rrf.GetK()) - 1)
		}
	}
	ids := slices.SortedFunc(maps.Keys(fused), func(a, b string) int { return cmp.Or(cmp.Compare(fused[b], fused[a]), cmp.Compare(a, b)) })
	var out []*qc.ScoredPoint
	for _, id := range ids[:min(len(ids), int(q.GetLimit()))] {
		out = append(out, f.scored(c.points[id], fused[id]))
	}
	return out, nil
}

func (f *fake) scored(p *qc.PointStruct, score float32) *qc.ScoredPoint {
	p = proto.CloneOf(p)
	return &qc.ScoredPoint{Id: p.Id, Payload: p.Payload, Vectors: f.output(p), Score: score}
}

func (c *collection) nearest(q *qc.PrefetchQuery) ([]*qc.PointStruct, error) {
	points, err := c.selected(q.Filter, nil)
	if err := errors.Join(err, limited(q.GetLimit()), c.askable(q)); err != nil {
		return nil, err
	}
	score := map[*qc.PointStruct]float64{}
	near := q.GetQuery().GetNearest()
	idf := c.idf(near.GetSparse())
	for _, p := range points {
		v := p.GetVectors().GetVectors().GetVectors()[q.GetUsing()]
		switch {
		case v.GetDense() != nil:
			score[p] = dotFloat(near.GetDense().GetData(), v.GetDense().GetData())
		case v.GetSparse() != nil:
			if s := sparseScore(near.GetSparse(), v.GetSparse(), idf); s > 0 {
				score[p] = s
			}
		}
	}
	best := slices.SortedFunc(maps.Keys(score), func(a, b *qc.PointStruct) int {
		return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a.Id.GetUuid(), b.Id.GetUuid()))
	})
	return best[:min(len(best), int(q.GetLimit()))], nil
}

// askable refuses a query that does not fit the vector that it is about.
func (c *collection) askable(q *qc.PrefetchQuery) error {
	near, dense := q.GetQuery().GetNearest(), c.vectors[q.GetUsing()]
	switch {
	case dense == nil && c.terms[q.GetUsing()] == nil:
		return refused("Wrong input: Not existing vector name error: %s", q.GetUsing())
	case dense == nil:
		return wellFormed(near.GetSparse())
	case len(near.GetDense().GetData()) != int(dense.Size):
		return refused("Wrong input: Vector dimension error: expected dim: %d, got %d", dense.Size, len(near.GetDense().GetData()))
	}
	return nil
}

func dotFloat(a, b []float32) float64 {
	var s float64
	for i := range a {
		s += float64(a[i]) * float64(b[i])
	}
	return s
}

func sparseScore(q, d *qc.SparseVector, idf map[uint32]float64) float64 {
	var s float64
	for i, index := range q.Indices {
		if j := slices.Index(d.Indices, index); j >= 0 {
			s += float64(q.Values[i]*d.Values[j]) * idf[index]
		}
	}
	return s
}

// idf is what the modifier makes of each term of a query.
func (c *collection) idf(q *qc.SparseVector) map[uint32]float64 {
	var n float64
	df := map[uint32]float64{}
	for _, p := range c.points {
		if v := p.GetVectors().GetVectors().GetVectors()["terms"].GetSparse(); v != nil {
			n++
			for _, index := range v.Indices {
				df[index]++
			}
		}
	}
	idf := map[uint32]float64{}
	for _, index := range q.GetIndices() {
		idf[index] = math.Log((n-df[index]+0.5)/(df[index]+0.5) + 1)
	}
	return idf
}

// indexed is strict mode: a filter on a field without an index of a kind that serves
// the condition is refused, and so is one of too many or too large conditions.
func (c *collection) indexed(f *qc.Filter) error {
	if n := conditions(f); n > strictConditions {
		return refused("Filter condition limit reached (%d > %d)", n, strictConditions)
	}
	for _, cond := range slices.Concat(f.GetMust(), f.GetShould(), f.GetMustNot()) {
		if sub := cond.GetFilter(); sub != nil {
			if err := c.indexed(sub); err != nil {
				return err
			}
			continue
		}
		field := cond.GetField()
		if n := len(field.GetMatch().GetKeywords().GetStrings()); n > strictSize {
			return refused("Condition size limit reached (%d > %d)", n, strictSize)
		}
		if kind := needed(field); c.indexes[field.GetKey()].GetDataType() != kind {
			return refused("Index required but not found for \"%s\" of one of the following types: [%s]. Help: Create an index for this key or use a different filter.",
				field.GetKey(), strings.ToLower(kind.String()))
		}
	}
	return nil
}

func conditions(f *qc.Filter) int {
	n := 0
	for _, cond := range slices.Concat(f.GetMust(), f.GetShould(), f.GetMustNot()) {
		n += 1 + conditions(cond.GetFilter())
	}
	return n
}

// needed is the kind of index that serves a condition.
func needed(f *qc.FieldCondition) qc.PayloadSchemaType {
	switch f.GetMatch().GetMatchValue().(type) {
	case *qc.Match_Boolean:
		return qc.PayloadSchemaType_Bool
	case *qc.Match_Integer:
		return qc.PayloadSchemaType_Integer
	}
	if f.GetRange() != nil {
		return qc.PayloadSchemaType_Integer
	}
	return qc.PayloadSchemaType_Keyword
}

func holds(f *qc.Filter, payload map[string]*qc.Value) bool {
	one := func(cond *qc.Condition) bool {
		if sub := cond.GetFilter(); sub != nil {
			return holds(sub, payload)
		}
		return matches(cond.GetField(), payload[cond.GetField().GetKey()])
	}
	for _, cond := range f.GetMust() {
		if !one(cond) {
			return false
		}
	}
	return len(f.GetShould()) == 0 || slices.ContainsFunc(f.GetShould(), one)
}

func matches(f *qc.FieldCondition, v *qc.Value) bool {
	if list := v.GetListValue(); list != nil {
		return slices.ContainsFunc(list.Values, func(v *qc.Value) bool { return matches(f, v) })
	}
	if r := f.GetRange(); r != nil {
		n := float64(v.GetIntegerValue())
		return v != nil && (r.Lte == nil || n <= *r.Lte) && (r.Gte == nil || n >= *r.Gte)
	}
	switch m := f.GetMatch().GetMatchValue().(type) {
	case *qc.Match_Keyword:
		_, isString := v.GetKind().(*qc.Value_StringValue)
		return isString && v.GetStringValue() == m.Keyword
	case *qc.Match_Keywords:
		return v != nil && slices.Contains(m.Keywords.Strings, v.GetStringValue())
	case *qc.Match_Integer:
		return v != nil && v.GetIntegerValue() == m.Integer
	case *qc.Match_Boolean:
		return v != nil && v.GetBoolValue() == m.Boolean
	}
	panic(fmt.Sprintf("the fake knows no condition %v", f))
}
