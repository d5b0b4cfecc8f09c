//go:build unix

package dirstore_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

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
	for i := range n {
		record := memorytest.BenchRecord(r, i)
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
	m, err := s.Search(b.Context(), memorytest.BenchQuery(rand.New(rand.NewPCG(3, 4))))
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
	b.Run("bare-loop", func(b *testing.B) {
		scan := memorytest.BareScan(n)
		timed(b, func() {
			if scan() == 0 {
				b.Fatal("no product")
			}
		})
	})
}

func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / (1 << 20)
}
