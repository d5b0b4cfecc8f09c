package memorytest

import (
	"fmt"
	"math/rand/v2"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/rank"
)

// The embedding model of the records that benchmarks fill stores with, and the length
// of its vectors, which is that of all-MiniLM-L6-v2.
const (
	BenchModel = "bench"
	BenchDim   = 384
)

// RandomVector is a vector of length one in a random direction.
func RandomVector(r *rand.Rand) embed.Vector {
	v := make(embed.Vector, BenchDim)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return embed.Normalise(v)
}

// BenchRecord is the n-th of many records of the tenant "acme" that have words in common.
func BenchRecord(r *rand.Rand, n int) memory.Record {
	return New("acme", fmt.Sprint("Topic", n), func(m *memory.Record) {
		text := "panic: runtime error"
		for range 25 {
			text += fmt.Sprintf(" identifier%dName", r.IntN(5000))
		}
		m.Symptoms[0].Signature.Text = text
		m.Vectors = &memory.Vectors{Model: BenchModel, Symptom: RandomVector(r), Fix: RandomVector(r)}
	})
}

// BenchQuery asks for some of those records by words and by a random vector.
func BenchQuery(r *rand.Rand) memory.Query {
	return memory.Query{
		Tenant: "acme", Text: "panic: runtime error identifier12Name identifier77Name in parseHeader", Vector: RandomVector(r), Model: BenchModel,
	}
}

// BareScan returns the least that a scan of n records can do: the products of one
// vector with the two of each record, in the form that the index keeps them. The scan
// returns the largest, which is not 0.
func BareScan(n int) (scan func() int32) {
	vector := rank.Quantise(RandomVector(rand.New(rand.NewPCG(1, 2))))
	data := make([]int16, 0, 2*n*BenchDim)
	for range 2 * n {
		data = append(data, vector...)
	}
	return func() int32 {
		var best int32
		for at := 0; at < len(data); at += BenchDim {
			best = max(best, bareDot(vector, data[at:at+BenchDim]))
		}
		return best
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
