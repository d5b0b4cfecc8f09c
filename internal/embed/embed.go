// Package embed is the port through which text becomes vectors.
package embed

import "context"

// Vector is a dense embedding of unit length.
type Vector []float32

// Embedder turns texts into vectors. Implementations are safe for concurrent use.
type Embedder interface {
	// Name identifies the model and its version; vectors of different names must
	// not be compared.
	Name() string
	// Dim is the length of the vectors.
	Dim() int
	// Embed returns one vector of length Dim for each text, in order. An empty
	// slice gives an empty result; an empty text gives a vector. It obeys ctx.
	Embed(ctx context.Context, texts []string) ([]Vector, error)
}

// Dot is the cosine similarity of two unit vectors; 0 if their lengths differ.
func Dot(a, b Vector) float64 {
	if len(a) != len(b) {
		return 0
	}
	var s float32
	for i := range a {
		s += a[i] * b[i]
	}
	return float64(s)
}
