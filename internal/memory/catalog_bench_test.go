package memory_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/rank"
)

const benchRecords, benchDim = 100_000, 384

func randomVector(r *rand.Rand) embed.Vector {
	v := make(embed.Vector, benchDim)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return embed.Normalise(v)
}

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
			Model: "bench", Symptom: rank.Quantise(randomVector(r)), Fix: rank.Quantise(randomVector(r)),
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
	q := memory.Query{Tenant: "acme", Text: "panic runtime error identifier12Name identifier77Name parseHeader", Model: "bench", Vector: randomVector(rand.New(rand.NewPCG(3, 4)))}
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
	r := rand.New(rand.NewPCG(1, 2))
	vector := rank.Quantise(randomVector(r))
	data := make([]int16, 0, 2*benchRecords*benchDim)
	for range 2 * benchRecords {
		data = append(data, vector...)
	}
	for b.Loop() {
		var best int32
		for at := 0; at < len(data); at += benchDim {
			best = max(best, bareDot(vector, data[at:at+benchDim]))
		}
		if best == 0 {
			b.Fatal("no product")
		}
	}
}

func bareDot(a, b []int16) int32 {
	var s0, s1, s2, s3 int32
	for len(a) >= 8 && len(b) >= 8 {
		x, y := (*[8]int16)(a), (*[8]int16)(b)
		s0 += int32(x[0])*int32(y[0]) + int32(x[4])*int32(y[4])
		s1 += int32(x[1])*int32(y[1]) + int32(x[5])*int32(y[5])
		s2 += int32(x[2])*int32(y[2]) + int32(x[6])*int32(y[6])
		s3 += int32(x[3])*int32(y[3]) + int32(x[7])*int32(y[7])
		a, b = a[8:], b[8:]
	}
	return s0 + s1 + s2 + s3
}
