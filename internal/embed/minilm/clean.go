package minilm

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

const (
	// maxWords is about what fills the 128 tokens that the shipped tokenizer keeps; it
	// drops the rest without a word, so the text is cut here, where it can be seen.
	maxWords = 100
	// maxWord cuts digests and encoded blobs, each of which would fill dozens of tokens.
	maxWord = 48
)

// Clean prepares a text for the model: ASCII only (accents are taken off, the rest is
// dropped), one space between words, at most maxWords of them. The tokenizer panics on
// invalid UTF-8 and on some letters, and gives others a vector that the reference
// does not. A text of which nothing is left becomes a single dot.
func Clean(text string) string {
	ascii := strings.Map(func(r rune) rune {
		switch {
		case r < ' ' || r == 0x7f:
			return ' '
		case r > '~':
			return -1
		}
		return r
	}, norm.NFKD.String(strings.ToValidUTF8(text, " ")))
	words := strings.Fields(ascii)
	words = words[:min(len(words), maxWords)]
	for i, w := range words {
		words[i] = w[:min(len(w), maxWord)]
	}
	if len(words) == 0 {
		return "."
	}
	return strings.Join(words, " ")
}
