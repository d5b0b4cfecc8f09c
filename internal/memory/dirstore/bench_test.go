package dirstore_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

const benchModel, benchDim = "bench", 384

func randomVector(r *rand.Rand) embed.Vector {
	v := make(embed.Vector, benchDim)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return embed.Normalise(v)
}

// benchSize is 10,000 records, or what REGREEN_BENCH_RECORDS says.
func benchSize(b *testing.B) int {
	text := os.Getenv("REGREEN_BENCH_RECORDS")
	if text == "" {
		return 10_000
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// filled returns a folder of n records of one tenant, with its index.
func filled(b *testing.B, n int) string {
	b.Helper()
	dir := b.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 5000)
	for i := range words {
		words[i] = fmt.Sprintf("identifier%dName", i)
	}
	for i := range n {
		record := memorytest.New("acme", fmt.Sprint("Topic", i), func(m *memory.Record) {
			text := "panic: runtime error"
			for range 25 {
				text += " " + words[r.IntN(len(words))]
			}
			m.Symptoms[0].Signature.Text = text
			m.Vectors = &memory.Vectors{Model: benchModel, Symptom: randomVector(r), Fix: randomVector(r)}
		})
		data, err := dirstore.Encode(record)
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, record.ID+".json"), data, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	openBench(b, dir)
	return dir
}

func openBench(b *testing.B, dir string) *dirstore.Store {
	b.Helper()
	s, err := dirstore.Open(b.Context(), dirstore.Options{Path: dir})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func benchQuery(b *testing.B, s *dirstore.Store) {
	r := rand.New(rand.NewPCG(3, 4))
	m, err := s.Search(b.Context(), memory.Query{
		Tenant: "acme", Text: "panic: runtime error identifier12Name identifier77Name in parseHeader", Vector: randomVector(r), Model: benchModel,
	})
	if err != nil || len(m) == 0 {
		b.Fatalf("%d matches, %v", len(m), err)
	}
}

// BenchmarkOpenAndSearch is what a run pays that finds a store with an index.
func BenchmarkOpenAndSearch(b *testing.B) {
	dir := filled(b, benchSize(b))
	for b.Loop() {
		benchQuery(b, openBench(b, dir))
	}
}

func BenchmarkSearch(b *testing.B) {
	s := openBench(b, filled(b, benchSize(b)))
	for b.Loop() {
		benchQuery(b, s)
	}
}

// BenchmarkOpenWithoutIndex is what the first run after a clone pays.
func BenchmarkOpenWithoutIndex(b *testing.B) {
	dir := filled(b, benchSize(b))
	for b.Loop() {
		if err := os.RemoveAll(filepath.Join(dir, ".regreen")); err != nil {
			b.Fatal(err)
		}
		openBench(b, dir)
	}
}
