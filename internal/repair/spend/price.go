package spend

import (
	"regexp"
	"time"
)

// Price is what a model costs, in US dollars for a million tokens.
type Price struct {
	Input      float64
	Cached     float64 // input that was read from the cache; 0: as Input
	CacheWrite float64 // input that was written to the cache; 0: as Input
	Output     float64
	AsOf       time.Time // when this price was published; zero if the user gave it
}

// Requests with more input than longContext tokens cost more, all of their tokens.
const (
	longContext       = 272_000
	longInputFactor   = 2
	longOutputFactor  = 1.5
	tokensPerPriceTag = 1e6
)

// Cost is the price in dollars of what a request used.
func (p Price) Cost(input, cached, written, output int) float64 {
	in := float64(max(input-cached-written, 0))*p.Input + float64(cached)*or(p.Cached, p.Input) + float64(written)*or(p.CacheWrite, p.Input)
	out := float64(output) * p.Output
	if input > longContext {
		in, out = in*longInputFactor, out*longOutputFactor
	}
	return (in + out) / tokensPerPriceTag
}

// Worst is the most that a request with so many tokens can cost: nothing cached,
// all of it written to the cache where that costs more.
func (p Price) Worst(input, output int) float64 {
	return max(p.Cost(input, 0, 0, output), p.Cost(input, 0, input, output))
}

func or(v, other float64) float64 {
	if v != 0 {
		return v
	}
	return other
}

// Prices looks up what a model costs.
type Prices map[string]Price

// snapshot is the date that names a frozen version of a model.
var snapshot = regexp.MustCompile(`-20\d\d-\d\d-\d\d$`)

// Of returns the price of a model or of its dated snapshot; false if none is known.
func (p Prices) Of(model string) (Price, bool) {
	if v, ok := p[model]; ok {
		return v, true
	}
	v, ok := p[snapshot.ReplaceAllString(model, "")]
	return v, ok
}

// PublishedPrices returns the list prices that are built in, as they were published
// at the date in each of them. The caller owns the map and may add to it.
func PublishedPrices() Prices {
	asOf := time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)
	return Prices{
		"gpt-6-astra":   {Input: 10, Cached: 1, CacheWrite: 12.5, Output: 50, AsOf: asOf},
		"gpt-6-sol":     {Input: 2, Cached: 0.2, CacheWrite: 2.5, Output: 10, AsOf: asOf},
		"gpt-6-luna":    {Input: 0.10, Cached: 0.01, CacheWrite: 0.125, Output: 0.5, AsOf: asOf},
		"gpt-6.1-sol":   {Input: 2, Cached: 0.10, Output: 10, AsOf: asOf},
		"gpt-6.2-astra": {Input: 8, Cached: 0.4, Output: 40, AsOf: asOf},
		"gpt-6.2-sol":   {Input: 2, Output: 10, AsOf: asOf},
	}
}
