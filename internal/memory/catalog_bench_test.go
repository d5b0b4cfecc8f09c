package memory_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
	"github.com/regreen/regreen/internal/memory/rank"
)

const benchRecords = 100_000

func largeCatalog() *memory.Catalog {
	r := rand.New(rand.NewPCG(1, 2))
	c := memory.NewCatalog()
	c.Reserve(benchRecords)
	for i := range benchRecords {
		text := "panic runtime error"
		for range 25 {
			text += fmt.Sprintf(" identifier%dName", r.IntN(20_000))
		}
		sig := fmt.Sprintf("v1:%032x", i)
		c.Put(memory.Entry{
			Tenant: "acme", ID: fmt.Sprintf("00000000-0000-5000-8000-%012d", i), Status: memory.Active, Visibility: memory.VisibleTenant,
			Exact: []string{sig}, Template: []string{sig}, Terms: rank.Terms(text), Created: int64(i),
			Model: memorytest.BenchModel, Symptom: rank.Quantise(memorytest.RandomVector(r)), Fix: rank.Quantise(memorytest.RandomVector(r)),
		})
	}
	return c
}

// BenchmarkCatalog compares a hybrid search of 100,000 records with a bare loop over as
// many 16-bit vectors; run it with -cpu 1. It reports the heap of the catalog.
func BenchmarkCatalog(b *testing.B) {
	c := largeCatalog()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	q := memory.Query{Tenant: "acme", Text: "panic runtime error identifier12Name identifier77Name parseHeader", Model: memorytest.BenchModel, Vector: memorytest.RandomVector(rand.New(rand.NewPCG(3, 4)))}
	b.Run("hybrid", func(b *testing.B) {
		for b.Loop() {
			if len(c.Search(q)) == 0 {
				b.Fatal("nothing found")
			}
		}
		b.ReportMetric(float64(stats.HeapAlloc)/(1<<20), "heap-MiB")
	})
	runtime.KeepAlive(c)
}

func BenchmarkBareScan(b *testing.B) {
	scan := memorytest.BareScan(benchRecords)
	for b.Loop() {
		if scan() == 0 {
			b.Fatal("no product")
		}
	}
}
