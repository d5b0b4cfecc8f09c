package embed

import (
	"context"
	"hash/fnv"
	"strings"
	"unicode"
)

// lexicalDim keeps chance collisions of words rare in the short texts of tests.
const lexicalDim = 256

// Lexical is an Embedder for tests: each word counts in one dimension, so the cosine
// of two texts is the share of words that they have in common. It needs no model and
// gives the same vectors everywhere.
type Lexical struct{}

// Name implements Embedder.
func (Lexical) Name() string { return "lexical-v1" }

// Dim implements Embedder.
func (Lexical) Dim() int { return lexicalDim }

// Embed implements Embedder; a text without words points along dimension 0.
func (Lexical) Embed(ctx context.Context, texts []string) ([]Vector, error) {
	out := make([]Vector, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := make(Vector, lexicalDim)
		for word := range strings.FieldsFuncSeq(strings.ToLower(text), notWord) {
			h := fnv.New32a()
			h.Write([]byte(word))
			v[h.Sum32()%lexicalDim]++
		}
		if strings.IndexFunc(text, func(r rune) bool { return !notWord(r) }) < 0 {
			v[0] = 1
		}
		out[i] = Normalise(v)
	}
	return out, nil
}

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
