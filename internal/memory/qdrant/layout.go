package qdrant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	qc "github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/rank"
)

// The names of vectors.
const (
	symptomVector = "symptom"
	fixVector     = "fix"
	termsVector   = "terms"
)

// The kinds of points.
const (
	kindRecord = "record"
	kindUse    = "use"
	kindMeta   = "meta"
	kindAudit  = "audit"
)

// indexes are the payload fields that are filtered or ordered by. Strict mode, which is
// the default in Qdrant's cloud, refuses a filter on a field without one.
var indexes = map[string]qc.FieldType{
	"tenant": qc.FieldType_FieldTypeKeyword, "kind": qc.FieldType_FieldTypeKeyword, "record_id": qc.FieldType_FieldTypeKeyword,
	"exact": qc.FieldType_FieldTypeKeyword, "template": qc.FieldType_FieldTypeKeyword, "frameworks": qc.FieldType_FieldTypeKeyword,
	"error_types": qc.FieldType_FieldTypeKeyword, "language": qc.FieldType_FieldTypeKeyword, "repo": qc.FieldType_FieldTypeKeyword,
	"visibility": qc.FieldType_FieldTypeKeyword, "status": qc.FieldType_FieldTypeKeyword, "session": qc.FieldType_FieldTypeKeyword,
	"actor": qc.FieldType_FieldTypeKeyword, "run_id": qc.FieldType_FieldTypeKeyword, "private": qc.FieldType_FieldTypeBool,
	"created": qc.FieldType_FieldTypeInteger, "version": qc.FieldType_FieldTypeInteger,
}

// create makes the collection. All vectors are declared now: servers before 1.18 cannot
// add one later. The graph is the common one, since searches may leave a tenant's part.
func (s *Store) create(ctx context.Context) error {
	dense := &qc.VectorParams{Size: uint64(s.o.Dim), Distance: qc.Distance_Cosine}
	req := &qc.CreateCollection{
		CollectionName:      s.o.Collection,
		VectorsConfig:       qc.NewVectorsConfigMap(map[string]*qc.VectorParams{symptomVector: dense, fixVector: dense}),
		SparseVectorsConfig: qc.NewSparseVectorsConfig(map[string]*qc.SparseVectorParams{termsVector: {Modifier: qc.Modifier_Idf.Enum()}}),
	}
	if s.o.Shards > 0 {
		req.ShardNumber = &s.o.Shards
	}
	if s.o.Replicas > 0 {
		req.ReplicationFactor = &s.o.Replicas
	}
	err := s.call(ctx, write, func(ctx context.Context) error { return s.client.CreateCollection(ctx, req) })
	switch code(err) {
	case codes.AlreadyExists: // another run was faster
		return nil
	case codes.PermissionDenied: // a key for one collection cannot make it
		return fmt.Errorf("%w, and this key may not make it; one that manages the server must do it once: %w", ErrNoCollection, err)
	}
	return err
}

func (s *Store) checkLayout(info *qc.CollectionInfo) error {
	params := info.GetConfig().GetParams()
	vectors := params.GetVectorsConfig().GetParamsMap().GetMap()
	for _, name := range []string{symptomVector, fixVector} {
		p := vectors[name]
		switch {
		case p == nil:
			return fmt.Errorf("%w: it has no vector %q; choose another collection", ErrLayout, name)
		case p.GetSize() != uint64(s.o.Dim):
			return fmt.Errorf("%w: vector %q has %d dimensions, model %s has %d", ErrModel, name, p.GetSize(), s.o.Model, s.o.Dim)
		case p.GetDistance() != qc.Distance_Cosine:
			return fmt.Errorf("%w: vector %q is compared by %s and not by cosine", ErrLayout, name, p.GetDistance())
		}
	}
	if terms := params.GetSparseVectorsConfig().GetMap()[termsVector]; terms == nil || terms.GetModifier() != qc.Modifier_Idf {
		return fmt.Errorf("%w: it has no sparse vector %q with the idf modifier", ErrLayout, termsVector)
	}
	return nil
}

// missingIndexes are the fields without an index that serves what is asked of them: one
// of another type is none to the server.
func missingIndexes(info *qc.CollectionInfo) []string {
	var missing []string
	for field, kind := range indexes {
		is := info.GetPayloadSchema()[field]
		params := is.GetParams().GetIntegerIndexParams()
		if is.GetDataType() != schemaTypes[kind] || params != nil && params.Range != nil && !params.GetRange() {
			missing = append(missing, field)
		}
	}
	slices.Sort(missing)
	return missing
}

// schemaTypes is what the server calls the types of indexes that are made.
var schemaTypes = map[qc.FieldType]qc.PayloadSchemaType{
	qc.FieldType_FieldTypeKeyword: qc.PayloadSchemaType_Keyword, qc.FieldType_FieldTypeInteger: qc.PayloadSchemaType_Integer,
	qc.FieldType_FieldTypeBool: qc.PayloadSchemaType_Bool,
}

func (s *Store) ensureIndexes(ctx context.Context, info *qc.CollectionInfo) error {
	missing := missingIndexes(info)
	if len(missing) > 0 && s.o.Mode == ReadOnly {
		return fmt.Errorf("%w: no payload index on %s; a run that may write makes them", ErrLayout, strings.Join(missing, ", "))
	}
	for _, field := range missing {
		if err := s.createIndex(ctx, field); err != nil {
			return fmt.Errorf("index %s: %w", field, err)
		}
	}
	return nil
}

func (s *Store) createIndex(ctx context.Context, field string) error {
	req := &qc.CreateFieldIndexCollection{CollectionName: s.o.Collection, Wait: qc.PtrOf(true), FieldName: field, FieldType: indexes[field].Enum()}
	switch field {
	case "tenant":
		req.FieldIndexParams = qc.NewPayloadIndexParamsKeyword(&qc.KeywordIndexParams{IsTenant: qc.PtrOf(true)})
	case "created", "version":
		req.FieldIndexParams = qc.NewPayloadIndexParamsInt(&qc.IntegerIndexParams{Lookup: qc.PtrOf(true), Range: qc.PtrOf(true)})
	}
	return s.update(ctx, func(ctx context.Context) (*qc.UpdateResult, error) { return s.client.CreateFieldIndex(ctx, req) })
}

// checkModel compares the model's name that is kept in the collection.
func (s *Store) checkModel(ctx context.Context) error {
	id := pointID(kindMeta)
	for range 2 {
		p, err := s.point(ctx, id)
		if err != nil {
			return err
		}
		if p != nil {
			return s.compareModel(p.GetPayload()["model"].GetStringValue())
		}
		if s.o.Mode == ReadOnly {
			return nil
		}
		payload := map[string]*qc.Value{"kind": qc.NewValueString(kindMeta), "model": text(s.o.Model), "schema": qc.NewValueInt(memory.SchemaVersion)}
		if err := s.insert(ctx, id, payload); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: the name of the model", ErrNotStored)
}

func (s *Store) compareModel(model string) error {
	if model == s.o.Model {
		return nil
	}
	return fmt.Errorf("%w: it holds vectors of %q and this is %q; export it, import it into a new collection, and use that",
		ErrModel, model, s.o.Model)
}

// pointSpace is the namespace of point ids; it must never change.
var pointSpace = uuid.MustParse("0a3f2c5e-2b7d-5c11-9f60-7a9de6a4c0d1")

// pointID is the id of a point. Two tenants may have records of the same id, so the
// tenant is part of it.
func pointID(parts ...string) *qc.PointId {
	return qc.NewIDUUID(uuid.NewSHA1(pointSpace, []byte(strings.Join(parts, "\x00"))).String())
}

func recordPoint(tenant, id string) *qc.PointId { return pointID(kindRecord, tenant, id) }

// text is a payload value; the client panics on invalid UTF-8.
func text(s string) *qc.Value { return qc.NewValueString(strings.ToValidUTF8(s, "\ufffd")) }

func texts(list []string) *qc.Value {
	values := make([]*qc.Value, len(list))
	for i, s := range list {
		values[i] = text(s)
	}
	return qc.NewValueFromList(values...)
}

// stored is a record as it lies in a point.
type stored struct {
	record   memory.Record
	entry    memory.Entry
	version  int64
	nonce    string
	counters memory.Counters // a copy for matches; the uses are what counts
}

// point makes the point of a record. Vectors of the collection's model go where they
// are searched, those of another stay in the record.
func (s *Store) pointOf(r stored) (*qc.PointStruct, error) {
	e := memory.EntryOf(r.record)
	vectors := map[string]*qc.Vector{}
	if len(e.Terms) > 0 {
		vectors[termsVector] = sparse(e.Terms, weightOf)
	}
	body := r.record
	if v := body.Vectors; v != nil && v.Model == s.o.Model && len(v.Symptom) == s.o.Dim {
		vectors[symptomVector], vectors[fixVector] = qc.NewVectorDense(v.Symptom), qc.NewVectorDense(v.Fix)
		body.Vectors = nil
	}
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	counters, err := json.Marshal(r.counters)
	if err != nil {
		return nil, err
	}
	return &qc.PointStruct{
		Id: recordPoint(e.Tenant, e.ID), Vectors: qc.NewVectorsMap(vectors),
		Payload: map[string]*qc.Value{
			"kind": text(kindRecord), "tenant": text(e.Tenant), "record_id": text(e.ID), "exact": texts(e.Exact), "template": texts(e.Template),
			"frameworks": texts(e.Frameworks), "error_types": texts(e.ErrorTypes), "language": text(e.Language), "repo": text(strings.ToLower(e.Repo)),
			"visibility": text(string(e.Visibility)), "status": text(string(e.Status)), "session": text(e.Session), "actor": text(e.Actor),
			"run_id": text(e.RunID), "private": qc.NewValueBool(e.Private), "created": qc.NewValueInt(micros(e.Created)),
			"version": qc.NewValueInt(r.version), "nonce": text(r.nonce), "counters": text(string(counters)), "record": text(string(data)),
		},
	}, nil
}

// micros keeps times exact where Qdrant compares them as 64-bit floats.
func micros(nanoseconds int64) int64 { return nanoseconds / 1000 }

func weightOf(t rank.Term) float32 { return t.Weight }

// one asks for a term without the weight of the query, as the embedded index does.
func one(rank.Term) float32 { return 1 }

func sparse(terms []rank.Term, weight func(rank.Term) float32) *qc.Vector {
	indices, values := make([]uint32, len(terms)), make([]float32, len(terms))
	for i, t := range terms {
		indices[i], values[i] = t.Hash, weight(t)
	}
	return qc.NewVectorSparse(indices, values)
}

// errForeign says that a point is no record that can be served.
var errForeign = errors.New("point is no record")

// decode reads a record from a point's payload and vectors.
func (s *Store) decode(payload map[string]*qc.Value, vectors *qc.VectorsOutput) (stored, error) {
	var out stored
	var head struct{ Schema int }
	data := []byte(payload["record"].GetStringValue())
	if err := json.Unmarshal(data, &head); err != nil || head.Schema > memory.SchemaVersion {
		return out, fmt.Errorf("%w: schema %d", errForeign, head.Schema)
	}
	if err := json.Unmarshal(data, &out.record); err != nil {
		return out, fmt.Errorf("%w: %w", errForeign, err)
	}
	named := vectors.GetVectors().GetVectors()
	symptom, fix := denseOf(named[symptomVector]), denseOf(named[fixVector])
	if symptom != nil && fix != nil {
		out.record.Vectors = &memory.Vectors{Model: s.o.Model, Symptom: symptom, Fix: fix}
	}
	if err := memory.Validate(out.record); err != nil {
		return out, fmt.Errorf("%w: %w", errForeign, err)
	}
	out.version, out.nonce = payload["version"].GetIntegerValue(), payload["nonce"].GetStringValue()
	_ = json.Unmarshal([]byte(payload["counters"].GetStringValue()), &out.counters) // a copy; absent means zero
	out.entry = memory.EntryOf(out.record)
	return out, nil
}

// denseOf reads a vector in the form that servers send today, or in the older one.
func denseOf(v *qc.VectorOutput) []float32 {
	if d := v.GetDense().GetData(); len(d) > 0 {
		return d
	}
	//lint:ignore SA1019 servers send one form or the other
	if d := v.GetData(); len(d) > 0 {
		return d
	}
	return nil
}

// seen is the filter of what q may see; it says the same as memory.Entry.Visible.
func seen(q memory.Query) *qc.Filter {
	must := []*qc.Condition{
		qc.NewMatch("kind", kindRecord), qc.NewMatch("tenant", q.Tenant),
		qc.NewMatchKeywords("status", string(memory.Active), string(memory.Rejected)),
		qc.NewFilterAsCondition(&qc.Filter{Should: []*qc.Condition{
			qc.NewMatchKeywords("visibility", string(memory.VisibleTenant), string(memory.VisiblePublic)), inRepo(q.Filter.Repo),
		}}),
	}
	if q.Filter.Public {
		must = append(must, qc.NewMatchBool("private", false))
	}
	for field, value := range map[string]string{"language": q.Filter.Language, "frameworks": q.Filter.Framework, "error_types": q.Filter.ErrorType} {
		if value != "" {
			must = append(must, qc.NewMatch(field, value))
		}
	}
	return &qc.Filter{Must: must}
}

// selected is the filter of a Selector.
func selected(s memory.Selector) *qc.Filter {
	must := []*qc.Condition{qc.NewMatch("kind", kindRecord), qc.NewMatch("tenant", s.Tenant)}
	for field, value := range map[string]string{"record_id": s.ID, "session": s.Session, "actor": s.Actor, "run_id": s.RunID} {
		if value != "" {
			must = append(must, qc.NewMatch(field, value))
		}
	}
	if s.Repo != "" {
		must = append(must, inRepo(s.Repo))
	}
	return &qc.Filter{Must: must}
}

// inRepo is the condition that a record is of that repository, as memory.SameRepo says.
func inRepo(repo string) *qc.Condition { return qc.NewMatch("repo", strings.ToLower(repo)) }

func with(f *qc.Filter, more ...*qc.Condition) *qc.Filter {
	return &qc.Filter{Must: append(slices.Clone(f.GetMust()), more...)}
}

func newer(a, b stored) bool {
	return memory.Cursor(a.record.CreatedAt, a.record.ID) < memory.Cursor(b.record.CreatedAt, b.record.ID)
}
