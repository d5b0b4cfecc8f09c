package qdrant_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	qc "github.com/qdrant/go-client/qdrant"
	"golang.org/x/sync/errgroup"

	"github.com/regreen/regreen/internal/memory/memorytest"
	"github.com/regreen/regreen/internal/memory/qdrant"
)

// BenchmarkRecallOnServer measures a hybrid search on the real server that
// REGREEN_TEST_QDRANT names, over 2,000 records or as many as REGREEN_BENCH_RECORDS
// says, and reports the 95th percentile: run it with -benchtime 500x. Storing the
// records comes first and takes its time.
func BenchmarkRecallOnServer(b *testing.B) {
	o := server(b)(func(o *qdrant.Options) { o.Model, o.Dim = memorytest.BenchModel, memorytest.BenchDim })
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
		m, err := s.Search(b.Context(), memorytest.BenchQuery(r))
		if err != nil || len(m) == 0 {
			b.Fatalf("%d matches, %v", len(m), err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

func fill(b *testing.B, s *qdrant.Store, n int) {
	b.Helper()
	var g errgroup.Group
	g.SetLimit(32)
	for i := range n {
		g.Go(func() error {
			return s.Put(b.Context(), memorytest.BenchRecord(rand.New(rand.NewPCG(1, uint64(i))), i))
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
