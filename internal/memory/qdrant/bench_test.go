package qdrant_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	qc "github.com/qdrant/go-client/qdrant"
	"golang.org/x/sync/errgroup"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
	"github.com/regreen/regreen/internal/memory/qdrant"
)

const benchModel, benchDim = "bench", 384

// BenchmarkRecallOnServer measures a hybrid search on the real server that
// REGREEN_TEST_QDRANT names, over 2,000 records or as many as REGREEN_BENCH_RECORDS
// says, and reports the 95th percentile: run it with -benchtime 500x. Storing the
// records comes first and takes its time.
func BenchmarkRecallOnServer(b *testing.B) {
	o := server(b)(func(o *qdrant.Options) { o.Model, o.Dim = benchModel, benchDim })
	n := 2_000
	if text := os.Getenv("REGREEN_BENCH_RECORDS"); text != "" {
		n, _ = strconv.Atoi(text)
	}
	s, err := qdrant.Open(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { remove(b, o); s.Close() })
	fill(b, s, n)
	settle(b, o)
	r := rand.New(rand.NewPCG(3, 4))
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		m, err := s.Search(b.Context(), memory.Query{
			Tenant: "acme", Text: "panic: runtime error identifier12Name identifier77Name in parseHeader", Vector: randomVector(r), Model: benchModel,
		})
		if err != nil || len(m) == 0 {
			b.Fatalf("%d matches, %v", len(m), err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

func randomVector(r *rand.Rand) embed.Vector {
	v := make(embed.Vector, benchDim)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return embed.Normalise(v)
}

func fill(b *testing.B, s *qdrant.Store, n int) {
	b.Helper()
	var g errgroup.Group
	g.SetLimit(32)
	for i := range n {
		g.Go(func() error {
			r := rand.New(rand.NewPCG(1, uint64(i)))
			return s.Put(b.Context(), memorytest.New("acme", fmt.Sprint("Topic", i), func(m *memory.Record) {
				text := "panic: runtime error"
				for range 25 {
					text += fmt.Sprintf(" identifier%dName", r.IntN(5000))
				}
				m.Symptoms[0].Signature.Text = text
				m.Vectors = &memory.Vectors{Model: benchModel, Symptom: randomVector(r), Fix: randomVector(r)}
			}))
		})
	}
	if err := g.Wait(); err != nil {
		b.Fatal(err)
	}
}

// settle waits until the server has built its index.
func settle(b *testing.B, o qdrant.Options) {
	c := raw(b, o)
	defer c.Close()
	for {
		info, err := c.GetCollectionInfo(b.Context(), o.Collection)
		if err != nil {
			b.Fatal(err)
		}
		if info.GetStatus() == qc.CollectionStatus_Green {
			return
		}
		time.Sleep(time.Second)
	}
}

func remove(b *testing.B, o qdrant.Options) {
	c := raw(b, o)
	defer c.Close()
	if err := c.DeleteCollection(context.Background(), o.Collection); err != nil {
		b.Error(err)
	}
}

func raw(t testing.TB, o qdrant.Options) *qc.Client {
	t.Helper()
	c, err := qc.NewClient(&qc.Config{Host: o.Host, Port: o.Port, APIKey: o.APIKey, UseTLS: o.Transport == qdrant.TLS, SkipCompatibilityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
