package relocate_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/patch/relocate"
)

// BenchmarkExact is the common case: the file is as it was.
func BenchmarkExact(b *testing.B) {
	now := tree{"backoff.go": backoff}
	before := map[string]string{"backoff.go": backoff}
	for b.Loop() {
		if _, err := relocate.Onto(now, theFix, before); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSearch is the worst one: 1,000 files are searched, each by every means,
// and none has the lines.
func BenchmarkSearch(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	now := tree{}
	for i := range 1000 {
		now[fmt.Sprintf("p%d/x.go", i)] = strings.Join(program(r), "\n") + "\n	return d\n"
	}
	before := map[string]string{"backoff.go": backoff}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := relocate.Onto(now, theFix, before); !errors.Is(err, relocate.ErrNoPlace) {
			b.Fatal(err)
		}
	}
}
