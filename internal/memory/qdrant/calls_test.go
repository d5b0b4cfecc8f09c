package qdrant_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
	var got []string
	for _, p := range f.collections["fixes"].points {
		if line := p.Payload["audit"].GetStringValue(); line != "" {
			got = append(got, line)
		}
	}
	slices.Sort(got)
	at := `{"time":"2026-03-04T03:06:07Z","op":"`
	want := []string{
		at + `delete","tenant":"acme","count":1}`,
		at + `put","tenant":"acme","id":"` + r.ID + `","count":1,"session":"session-Alpha","actor":"ann","trust":"verified"}`,
		at + `status quarantined","tenant":"acme","count":1,"repo":"` + r.Origin.Repo + `","reason":"looks odd"}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
