package qdrant_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	qc "github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
	"github.com/regreen/regreen/internal/memory/qdrant"
	"github.com/regreen/regreen/internal/recall"
)

// A known failure costs one look-up; an unknown one, that and one hybrid query.
func TestCallsOfARecall(t *testing.T) {
	f := newFake()
	s := open(t, options(f.start(t)))
	known := memorytest.New("acme", "Alpha", memorytest.Embedded)
	if err := s.Put(t.Context(), known); err != nil {
		t.Fatal(err)
	}
	sig := known.Symptoms[0].Signature
	other := sig
	other.Exact, other.Template = "v1:"+strings.Repeat("0", 32), "v1:"+strings.Repeat("1", 32)
	for name, c := range map[string]struct {
		sig  failure.Signature
		want map[string]int
	}{
		"known":   {sig, map[string]int{"QueryBatch": 1}},
		"unknown": {other, map[string]int{"QueryBatch": 2}},
	} {
		f.mu.Lock()
		f.calls = map[string]int{}
		f.mu.Unlock()
		r := recall.Recaller{Store: s, Embedder: embed.Lexical{}}
		_, err := r.Recall(t.Context(), recall.Request{Tenant: "acme", Report: failure.Report{Failures: []failure.Failure{{Signature: c.sig}}}})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, f.calls); diff != "" {
			t.Errorf("%s failure (-want +got):\n%s", name, diff)
		}
	}
}

// Runs that start at the same instant on a server without the collection make it once,
// and what each stores is there.
func TestManyMakeTheCollection(t *testing.T) {
	port := newFake().start(t)
	const runs = 12
	var all sync.WaitGroup
	for i := range runs {
		all.Go(func() {
			s, err := qdrant.Open(t.Context(), options(port))
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if err := s.Put(t.Context(), memorytest.New("acme", fmt.Sprint("Topic", i), memorytest.Embedded)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	n := 0
	if err := memory.Each(t.Context(), open(t, options(port)), "acme", func(memory.Record) error { n++; return nil }); err != nil || n != runs {
		t.Errorf("%d records, %v", n, err)
	}
}

// A record's vectors survive whichever form of them a server sends.
func TestOlderFormOfVectors(t *testing.T) {
	f := newFake()
	s := open(t, options(f.start(t)))
	r := memorytest.New("acme", "Alpha", memorytest.Embedded)
	if err := s.Put(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	for _, f.oldVectors = range []bool{false, true} {
		got, err := s.Get(t.Context(), "acme", r.ID)
		if err != nil || got.Vectors == nil || len(got.Vectors.Symptom) != len(r.Vectors.Symptom) {
			t.Errorf("older form %v: vectors %v, %v", f.oldVectors, got.Vectors != nil, err)
		}
	}
}

// A page of the largest records that are kept fits in one answer.
func TestPageOfLargeRecords(t *testing.T) {
	s := open(t, options(newFake().start(t)))
	const records = 60
	for i := range records {
		r := memorytest.New("acme", fmt.Sprint("Topic", i))
		r.Fix.Patch += "+" + strings.Repeat("x", memory.MaxPatch-len(r.Fix.Patch)-1)
		for len(r.Symptoms) < memory.MaxSymptoms {
			more := r.Symptoms[0]
			more.Message = strings.Repeat("m", memory.MaxMessage)
			r.Symptoms = append(r.Symptoms, more)
		}
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	if err := memory.Each(t.Context(), s, "acme", func(memory.Record) error { n++; return nil }); err != nil || n != records {
		t.Errorf("%d records, %v", n, err)
	}
}

// Each change of records leaves a line beside them, which no search or listing shows.
func TestAuditPoints(t *testing.T) {
	f := newFake()
	s := open(t, options(f.start(t), func(o *qdrant.Options) { o.Now = func() time.Time { return memorytest.Start } }))
	r := memorytest.New("acme", "Alpha", memorytest.Embedded)
	for range 2 { // the second changes nothing
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.SetStatus(t.Context(), memory.Selector{Tenant: "acme", Repo: r.Origin.Repo}, memory.Quarantined, "looks odd"); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Delete(t.Context(), memory.Selector{Tenant: "acme"}); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	at := `{"time":"2026-03-04T03:06:07Z","op":"`
	want := []string{
		at + `delete","tenant":"acme","count":1}`,
		at + `put","tenant":"acme","id":"` + r.ID + `","count":1,"session":"session-Alpha","actor":"ann","trust":"verified"}`,
		at + `status quarantined","tenant":"acme","count":1,"repo":"` + r.Origin.Repo + `","reason":"looks odd"}`,
	}
	if diff := cmp.Diff(want, strings.Split(f.audit(), "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The line of a change is there before the change, as in the other stores: a writer that
// is killed or refused in between leaves one too many, and none is ever missing.
func TestLineComesBeforeTheChange(t *testing.T) {
	f := newFake()
	port := f.start(t)
	refuse := "" // the kind of points that cannot be written, or deletes
	s := open(t, options(port, func(o *qdrant.Options) {
		o.Interceptors = []grpc.UnaryClientInterceptor{func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			up, ok := req.(*qc.UpsertPoints)
			_, isDelete := req.(*qc.DeletePoints)
			if ok && refuse != "" && up.Points[0].Payload["kind"].GetStringValue() == refuse || isDelete && refuse == "deletes" {
				return status.Error(codes.Internal, "refused for the test")
			}
			return invoke(ctx, method, req, reply, cc, opts...)
		}}
	}))
	r, next := memorytest.New("acme", "Alpha"), memorytest.New("acme", "Beta")
	if err := s.Put(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	merged := memory.Clone(r)
	merged.Trust = memory.Merged
	changes := map[string]func() error{
		"put":      func() error { return s.Put(t.Context(), next) },
		"put over": func() error { return s.Put(t.Context(), merged) },
		"status quarantined": func() error {
			_, err := s.SetStatus(t.Context(), memory.Selector{Tenant: "acme"}, memory.Quarantined, "")
			return err
		},
		"delete": func() error { _, err := s.Delete(t.Context(), memory.Selector{Tenant: "acme"}); return err },
	}
	for name, change := range changes {
		before := f.audit()
		if refuse = "audit"; change() == nil {
			t.Errorf("%s went through without its line", name)
		}
		got, err := s.Get(t.Context(), "acme", r.ID)
		if diff := cmp.Diff(r, got); err != nil || diff != "" || f.audit() != before {
			t.Errorf("%s changed something without its line: %v\n%s", name, err, diff)
		}
		if refuse = "record"; name == "delete" {
			refuse = "deletes"
		}
		op, _, _ := strings.Cut(name, " over")
		op = `"op":"` + op + `"`
		if change() == nil || strings.Count(f.audit(), op) != strings.Count(before, op)+1 {
			t.Errorf("%s was refused and left no line: %s", name, f.audit())
		}
	}
	if n := strings.Count(f.audit(), ` ended","tenant":"acme","count":0`); n != 2 {
		t.Errorf("%d lines tell how many records were changed, want 2:\n%s", n, f.audit())
	}
}

// audit is all lines, in the order of their text.
func (f *fake) audit() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var lines []string
	for _, p := range f.collections["fixes"].points {
		if line := p.Payload["audit"].GetStringValue(); line != "" {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
