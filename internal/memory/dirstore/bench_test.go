//go:build unix

package dirstore_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/memory/memorytest"
	"github.com/regreen/regreen/internal/memory/rank"
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

// fill makes dir a folder of n records of one tenant, without an index.
func fill(b *testing.B, dir string, n int) {
	b.Helper()
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

// cpuTime is what the process has computed so far: on a busy machine it says more than
// the clock.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// timed runs op and reports the processor time beside that of the clock.
func timed(b *testing.B, op func()) {
	op() // what the first one finds on the disk, the others find in memory
	runtime.GC()
	start := cpuTime(b)
	for b.Loop() {
		op()
	}
	b.ReportMetric(float64(cpuTime(b)-start)/float64(time.Millisecond)/float64(b.N), "cpu-ms/op")
}

// BenchmarkStore measures a folder of records, and a bare loop over as many vectors.
// Run it with -cpu 1.
func BenchmarkStore(b *testing.B) {
	n := benchSize(b)
	dir := b.TempDir()
	fill(b, dir, n)
	b.Run("first-open", func(b *testing.B) { // what the first run after a clone pays
		timed(b, func() {
			if err := os.RemoveAll(filepath.Join(dir, ".regreen")); err != nil {
				b.Fatal(err)
			}
			openBench(b, dir)
		})
	})
	openBench(b, dir)
	b.Run("cold", func(b *testing.B) { // what a run pays that finds an index
		timed(b, func() { benchQuery(b, openBench(b, dir)) })
	})
	before := heap()
	s := openBench(b, dir)
	b.Run("warm", func(b *testing.B) {
		timed(b, func() { benchQuery(b, s) })
		b.ReportMetric(heap()-before, "heap-MiB")
	})
	runtime.KeepAlive(s)
	b.Run("bare-loop", func(b *testing.B) { bareLoop(b, n) })
}

func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / (1 << 20)
}

// bareLoop is the least that a scan can take: the products of one vector with the two
// of each record, in the form that the index keeps them.
func bareLoop(b *testing.B, n int) {
	r := rand.New(rand.NewPCG(1, 2))
	vector := rank.Quantise(randomVector(r))
	data := make([]int16, 0, 2*n*benchDim)
	for range 2 * n {
		data = append(data, vector...)
	}
	best := int32(0)
	timed(b, func() {
		for at := 0; at < len(data); at += benchDim {
			best = max(best, bareDot(vector, data[at:at+benchDim]))
		}
	})
	if best == 0 {
		b.Fatal("no product")
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
