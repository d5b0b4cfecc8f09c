package rank

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// prior.tsv lists the tokens that are common in the output of tests, compilers and
// linters with their weight, 0 to 1. Every other token weighs 1.
//
//go:embed prior.tsv
var priorText string

var prior = sync.OnceValue(func() map[string]float64 {
	weights := map[string]float64{}
	for line := range strings.Lines(priorText) {
		token, value, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if w, err := strconv.ParseFloat(value, 64); ok && err == nil {
			weights[token] = w
		}
	}
	return weights
})

// weight is how telling a token is, from 0 to 1.
func weight(token string) float64 {
	if w, ok := prior()[token]; ok {
		return w
	}
	return 1
}
