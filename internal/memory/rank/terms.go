package rank

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
)

// Term is one weighted term of a text, by the hash of its token.
type Term struct {
	Hash   uint32
	Weight float32
}

const (
	// maxTokens bounds the work on one text; a symptom is a few hundred words.
	maxTokens = 2048
	// maxTokenLen drops encoded blobs and digests, which never match by word.
	maxTokenLen = 64
	// saturation and lengthShare are the usual constants of BM25; meanTokens is
	// about the length of a symptom. The length is held against this constant and
	// not against the store's mean, so that a term's weight is fixed when it is
	// written and every store computes the same one.
	saturation  = 1.2
	lengthShare = 0.5
	meanTokens  = 48
)

// Tokens splits text into lower-case code-aware tokens: each identifier whole, and
// its parts where camelCase, snake_case or digits divide it. The placeholders of
// normalised text, such as <num>, are left out, as are blobs.
func Tokens(text string) []string {
	var out []string
	for word := range strings.FieldsFuncSeq(dropPlaceholders(text), notIdentifier) {
		if len(word) > maxTokenLen {
			continue
		}
		if len(out) >= maxTokens {
			break
		}
		out = appendWord(out, word)
	}
	return out
}

func notIdentifier(r rune) bool {
	return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

func appendWord(out []string, word string) []string {
	whole := strings.ToLower(strings.Trim(word, "_"))
	if len(whole) > 1 {
		out = append(out, whole)
	}
	parts := split(word)
	if len(parts) < 2 {
		return out
	}
	for _, p := range parts {
		if p = strings.ToLower(p); len(p) > 1 && p != whole {
			out = append(out, p)
		}
	}
	return out
}

// split divides an identifier at underscores and where the case rises:
// parseHTTPHeader gives parse, HTTP, Header. Digits stay with the letters before
// them, so that codes such as E0308 and TS2345 stay whole.
func split(word string) []string {
	var parts []string
	runes := []rune(word)
	start := 0
	cut := func(end int) {
		if end > start {
			parts = append(parts, string(runes[start:end]))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case r == '_':
			cut(i)
			start = i + 1
		case i > 0 && unicode.IsUpper(r) && unicode.IsLower(runes[i-1]):
			cut(i)
		case i > 0 && i+1 < len(runes) && unicode.IsUpper(r) && unicode.IsUpper(runes[i-1]) && unicode.IsLower(runes[i+1]):
			cut(i)
		}
	}
	cut(len(runes))
	return parts
}

// dropPlaceholders blanks <word> where the word is in lower case: normalised texts
// have them in place of what varies, and they would match everything.
func dropPlaceholders(text string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(text, '<')
		if open < 0 {
			break
		}
		end := open + 1
		for end < len(text) && (text[end] >= 'a' && text[end] <= 'z' || text[end] == '-') {
			end++
		}
		if end == open+1 || end >= len(text) || text[end] != '>' {
			b.WriteString(text[:end])
			text = text[end:]
			continue
		}
		b.WriteString(text[:open])
		b.WriteByte(' ')
		text = text[end+1:]
	}
	b.WriteString(text)
	return b.String()
}

// Terms returns the weighted terms of a text that is stored, ordered by hash.
func Terms(text string) []Term {
	tokens := Tokens(text)
	counts := make(map[uint32]int, len(tokens))
	for _, t := range tokens {
		counts[hash(t)]++
	}
	norm := saturation * (1 - lengthShare + lengthShare*float64(len(tokens))/meanTokens)
	out := make([]Term, 0, len(counts))
	for h, n := range counts {
		tf := float64(n)
		out = append(out, Term{h, float32(tf * (saturation + 1) / (tf + norm))})
	}
	return sorted(out)
}

// QueryTerms returns the distinct terms of a text that is asked with, ordered by
// hash, each weighted by how telling its token is in failures at large.
func QueryTerms(text string) []Term {
	seen := map[uint32]bool{}
	var out []Term
	for _, t := range Tokens(text) {
		h := hash(t)
		if !seen[h] {
			seen[h] = true
			out = append(out, Term{h, float32(weight(t))})
		}
	}
	return sorted(out)
}

func sorted(terms []Term) []Term {
	slices.SortFunc(terms, func(a, b Term) int {
		if a.Hash < b.Hash {
			return -1
		}
		return 1
	})
	return terms
}

// Share is the part of the query's weight whose terms doc has too: 0 to 1. Both are
// ordered by hash. It needs no statistics of the store, so a gate on it means the
// same in a store of three records as in one of a million.
func Share(query, doc []Term) float64 {
	var all, both float64
	j := 0
	for _, q := range query {
		all += float64(q.Weight)
		for j < len(doc) && doc[j].Hash < q.Hash {
			j++
		}
		if j < len(doc) && doc[j].Hash == q.Hash {
			both += float64(q.Weight)
		}
	}
	if all == 0 {
		return 0
	}
	return both / all
}

// Overlap is how much two sets of query terms have in common, by weight: 0 to 1, and 1
// only where each has all of the other's.
func Overlap(a, b []Term) float64 {
	var sum, both float64
	for _, t := range a {
		sum += float64(t.Weight)
	}
	i := 0
	for _, t := range b {
		sum += float64(t.Weight)
		for i < len(a) && a[i].Hash < t.Hash {
			i++
		}
		if i < len(a) && a[i].Hash == t.Hash {
			both += 2 * float64(t.Weight)
		}
	}
	if sum == 0 {
		return 0
	}
	return both / sum
}

func hash(token string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(token))
	return h.Sum32()
}
