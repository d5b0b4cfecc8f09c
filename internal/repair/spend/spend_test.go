package spend_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/repair/spend"
)

var start = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func newBudget(l spend.Limits, book spend.Book) (*spend.Budget, *clock) {
	c := &clock{start}
	return spend.NewBudget(l, spend.PublishedPrices(), c.now, book), c
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestCost(t *testing.T) {
	p := spend.PublishedPrices()
	for _, tt := range []struct {
		model                          string
		input, cached, written, output int
		want                           float64
	}{
		{"gpt-6-sol", 1_000_000 / 4, 0, 0, 0, 0.5},
		{"gpt-6-sol", 100_000, 80_000, 20_000, 10_000, 0.08*0.2 + 0.02*2.5 + 0.01*10},
		{"gpt-6-astra", 100_000, 50_000, 0, 10_000, 0.05*10 + 0.05*1 + 0.01*50},
		{"gpt-6.2-sol", 100_000, 100_000, 0, 0, 0.1 * 2},     // no price for cached input: as input
		{"gpt-6.1-sol", 100_000, 0, 100_000, 0, 0.1 * 2},     // none for cache writes: as input
		{"gpt-6-sol", 300_000, 0, 0, 10_000, 0.3*2*2 + 0.15}, // long context
		{"gpt-6-sol", 272_000, 0, 0, 0, 0.272 * 2},           // not yet long
		{"gpt-6-luna-2026-09-01", 1_000, 0, 0, 0, 0.0001},    // a snapshot costs what its model does
	} {
		price, ok := p.Of(tt.model)
		if got := price.Cost(tt.input, tt.cached, tt.written, tt.output); !ok || !near(got, tt.want) {
			t.Errorf("%s %d/%d/%d/%d: $%v, known %v; want $%v", tt.model, tt.input, tt.cached, tt.written, tt.output, got, ok, tt.want)
		}
	}
	if _, ok := p.Of("gpt-6-solar"); ok {
		t.Error("a price for an unknown model")
	}
	for model, price := range p {
		if price.AsOf.IsZero() {
			t.Errorf("%s: no date", model)
		}
	}
}

// The worst case covers what a request can cost, whatever the cache does.
func TestWorstIsWorst(t *testing.T) {
	for model, p := range spend.PublishedPrices() {
		for _, in := range []int{0, 10, 12_000, 400_000} {
			for _, split := range []float64{0, 0.3, 1} {
				cached := int(float64(in) * split)
				if got := p.Cost(in, cached, in-cached, 8000); got > p.Worst(in, 8000)+1e-12 {
					t.Errorf("%s: $%v is more than the worst case $%v", model, got, p.Worst(in, 8000))
				}
			}
		}
	}
}

func TestAdmit(t *testing.T) {
	limits := spend.DefaultLimits()
	for _, tt := range []struct {
		name   string
		model  string
		input  int
		change func(*spend.Limits)
		spent  spend.Usage
		wait   time.Duration
		want   int    // output cap; 0 for none
		limit  string // the limit that is named
	}{
		{name: "room for all", model: "gpt-6-sol", input: 12_000, want: 8_000},
		{name: "requests", model: "gpt-6-sol", spent: spend.Usage{Requests: 12, PriceKnown: true}, limit: "max-requests"},
		{name: "time", model: "gpt-6-sol", wait: 20 * time.Minute, limit: "max-minutes"},
		{name: "the cap shrinks", model: "gpt-6-astra", input: 12_000, spent: spend.Usage{CostUSD: 0.7, PriceKnown: true}, want: 2_531},
		{name: "down to the floor", model: "gpt-6-astra", input: 12_000, spent: spend.Usage{CostUSD: 0.7975, PriceKnown: true}, want: spend.MinOutputTokens},
		{name: "and not below", model: "gpt-6-astra", input: 12_000, spent: spend.Usage{CostUSD: 0.81, PriceKnown: true}, limit: "max-cost-usd"},
		{name: "over all runs", model: "gpt-6-sol", input: 12_000, change: func(l *spend.Limits) { l.TotalUSD = 0.01 }, limit: "max-cost-usd-total"},
		{name: "no price", model: "llama3", input: 12_000, want: 8_000},
		{name: "no price, few tokens", model: "llama3", input: 12_000, spent: spend.Usage{Input: 380_000, Output: 5_000}, want: 3_000},
		{name: "no price, no tokens", model: "llama3", input: 12_000, spent: spend.Usage{Input: 388_000}, limit: "max-tokens"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := limits
			if tt.change != nil {
				tt.change(&l)
			}
			b, c := newBudget(l, nil)
			b.Charge(tt.spent)
			b.Begin()
			c.at = c.at.Add(tt.wait)
			got, err := b.Admit(t.Context(), tt.model, tt.input)
			var limit *spend.LimitError
			if errors.As(err, &limit) != (tt.limit != "") || tt.limit != "" && limit.Limit != tt.limit || got != tt.want {
				t.Errorf("cap %d, error %v; want %d, %q", got, err, tt.want, tt.limit)
			}
			if err != nil && !errors.Is(err, spend.ErrLimit) {
				t.Error("the error is not ErrLimit")
			}
		})
	}
}

// The time runs from the first attempt on, and once.
func TestBegin(t *testing.T) {
	b, c := newBudget(spend.DefaultLimits(), nil)
	c.at = c.at.Add(time.Hour)
	if _, err := b.Admit(t.Context(), "gpt-6-sol", 1); err != nil {
		t.Errorf("before the first attempt: %v", err)
	}
	b.Begin()
	want := c.at.Add(20 * time.Minute)
	c.at = c.at.Add(time.Minute)
	b.Begin()
	if got := b.Deadline(); !got.Equal(want) {
		t.Errorf("deadline %v, want %v", got, want)
	}
}

func TestAtMost(t *testing.T) {
	b, _ := newBudget(spend.DefaultLimits(), nil)
	for model, want := range map[string]float64{"gpt-6-astra": 1, "gpt-6-luna": 12 * (0.018*0.125 + 0.008*0.5)} {
		if got, ok := b.AtMost(model); !ok || !near(got, want) {
			t.Errorf("%s: $%v, %v; want $%v", model, got, ok, want)
		}
	}
	if _, ok := b.AtMost("llama3"); ok {
		t.Error("a bound without a price")
	}
}

func TestCalls(t *testing.T) {
	l := spend.DefaultLimits()
	l.ToolCalls = 2
	b, _ := newBudget(l, nil)
	for i := range 3 {
		if err := b.Call(); (err != nil) != (i == 2) || err != nil && !errors.Is(err, spend.ErrLimit) {
			t.Errorf("call %d: %v", i+1, err)
		}
	}
	if b.Spent().ToolCalls != 2 {
		t.Errorf("%d calls", b.Spent().ToolCalls)
	}
}

func newLedger(t *testing.T, c *clock) (*spend.Ledger, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "state", "ledger.jsonl")
	return spend.NewLedger(path, 0, c.now), path
}

// The total holds over all runs within the window, those of other processes too.
func TestLedgerOverRuns(t *testing.T) {
	c := &clock{start}
	l, path := newLedger(t, c)
	limits := spend.DefaultLimits()
	limits.TotalUSD = 1.5
	b := spend.NewBudget(limits, spend.PublishedPrices(), c.now, l)
	other := spend.NewLedger(path, 0, c.now)
	for _, e := range []spend.Entry{{Time: start.Add(-31 * 24 * time.Hour), CostUSD: 100}, {Time: start.Add(-time.Hour), CostUSD: 1}} {
		if err := other.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := b.Admit(t.Context(), "gpt-6-sol", 12_000); err != nil || out != 8_000 {
		t.Fatalf("cap %d, %v: an entry outside the window counts", out, err)
	}
	if err := other.Append(t.Context(), spend.Entry{Time: start, CostUSD: 0.49}); err != nil {
		t.Fatal(err)
	}
	var limit *spend.LimitError
	if _, err := b.Admit(t.Context(), "gpt-6-sol", 12_000); !errors.As(err, &limit) || limit.Limit != "max-cost-usd-total" {
		t.Errorf("error %v, want the total", err)
	}
}

// A line that a killed run left torn is passed over, and costs no other line.
func TestLedgerTornLine(t *testing.T) {
	c := &clock{start}
	l, path := newLedger(t, c)
	if err := l.Append(t.Context(), spend.Entry{Time: start, CostUSD: 0.25}); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString(`{"time":"2026-11-29T12:00:00Z","cost_`)
	f.Close()
	if sum, err := l.Spent(t.Context()); err != nil || !near(sum, 0.25) {
		t.Errorf("$%v, %v", sum, err)
	}
	if err := l.Append(t.Context(), spend.Entry{Time: start, CostUSD: 0.5}); err != nil {
		t.Fatal(err)
	}
	if sum, err := l.Spent(t.Context()); err != nil || !near(sum, 0.75) {
		t.Errorf("$%v, %v: the line after a torn one is lost", sum, err)
	}
}

func TestLedgerAtTheSameTime(t *testing.T) {
	c := &clock{start}
	l, path := newLedger(t, c)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			mine := spend.NewLedger(path, 0, c.now)
			for i := range 25 {
				if err := mine.Append(t.Context(), spend.Entry{Time: start, CostUSD: 0.01, Model: strings.Repeat("m", i*40)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if sum, err := l.Spent(t.Context()); err != nil || !near(sum, 2) {
		t.Errorf("$%v, %v; want $2", sum, err)
	}
}

// What one book does not know of, another does: a runner's own ledger is new each time.
func TestBooks(t *testing.T) {
	c := &clock{start}
	empty, _ := newLedger(t, c)
	other, _ := newLedger(t, c)
	if err := other.Append(t.Context(), spend.Entry{Time: start, CostUSD: 1.45}); err != nil {
		t.Fatal(err)
	}
	limits := spend.DefaultLimits()
	limits.TotalUSD = 1.5
	b, _ := newBudget(limits, spend.Books{empty, other})
	var limit *spend.LimitError
	if _, err := b.Admit(t.Context(), "gpt-6-sol", 12_000); err != nil {
		t.Errorf("before: %v", err)
	}
	if err := b.Enter(t.Context(), spend.Entry{Time: start, CostUSD: 0.03}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Admit(t.Context(), "gpt-6-sol", 12_000); !errors.As(err, &limit) || limit.Limit != "max-cost-usd-total" {
		t.Errorf("error %v, want the total", err)
	}
	for name, l := range map[string]*spend.Ledger{"empty": empty, "other": other} {
		want := map[string]float64{"empty": 0.03, "other": 1.48}[name]
		if sum, err := l.Spent(t.Context()); err != nil || !near(sum, want) {
			t.Errorf("%s: $%v, %v; want $%v", name, sum, err, want)
		}
	}
}

func TestLedgerOnABrokenDisk(t *testing.T) {
	dir := t.TempDir()
	l := spend.NewLedger(dir, 0, (&clock{start}).now) // a folder is no file
	if err := l.Append(t.Context(), spend.Entry{}); err == nil {
		t.Error("an entry was written to a folder")
	}
	limits := spend.DefaultLimits()
	limits.TotalUSD = 1
	b, _ := newBudget(limits, l)
	if _, err := b.Admit(t.Context(), "gpt-6-sol", 1); err == nil || errors.Is(err, spend.ErrLimit) {
		t.Errorf("error %v, want that of the disk: with the sum unknown nothing is spent", err)
	}
}

func ExamplePrice_Worst() {
	p, _ := spend.PublishedPrices().Of("gpt-6-sol")
	fmt.Printf("$%.3f\n", p.Worst(12_000, 8_000))
	// Output: $0.110
}
