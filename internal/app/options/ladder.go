package options

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/repair/spend"
)

// Ladder are the flags that choose and bound the language model.
type Ladder struct {
	Model        []string
	MaxRequests  int
	MaxToolCalls int
	MaxOutput    int
	MaxMinutes   float64
	MaxCost      float64
	MaxTotal     float64
	Window       time.Duration // over which MaxTotal holds
	PriceIn      float64       // US dollars for a million tokens, where no price is built in
	PriceOut     float64
	Approve      bool // of the cost, beforehand
	API          string
	Key          string    // in place of OPENAI_API_KEY; the action sets it
	BaseURL      string    // in place of OPENAI_BASE_URL
	Scripted     llm.Model // in place of a server, for bench sessions
	Withheld     string    // why this run may not use a model though there is a key; "" if it may
	Effort       string
	Verbosity    string
}

// DefaultLadder is what the flags say when nobody sets them.
func DefaultLadder() Ladder {
	l := spend.DefaultLimits()
	return Ladder{Model: []string{"gpt-6-astra"}, MaxRequests: l.Requests, MaxToolCalls: l.ToolCalls, MaxOutput: l.OutputTokens,
		MaxMinutes: l.Time.Minutes(), MaxCost: l.CostUSD, API: "auto", Effort: "low", Verbosity: "low"}
}

// Bind adds the flags to a command.
func (m *Ladder) Bind(f *pflag.FlagSet) {
	d := DefaultLadder()
	f.StringSliceVar(&m.Model, "model", d.Model, "the model, or a ladder of them: the next one is asked when one gives up")
	f.IntVar(&m.MaxRequests, "max-requests", d.MaxRequests, "most requests to the model")
	f.IntVar(&m.MaxToolCalls, "max-tool-calls", d.MaxToolCalls, "most tool calls of the model")
	f.IntVar(&m.MaxOutput, "max-output-tokens", d.MaxOutput, "most output tokens of one request")
	f.Float64Var(&m.MaxMinutes, "max-minutes", d.MaxMinutes, "most minutes for the model's attempts")
	f.Float64Var(&m.MaxCost, "max-cost-usd", d.MaxCost, "most US dollars for the model")
	f.Float64Var(&m.MaxTotal, "max-cost-usd-total", 0, "most US dollars over all runs of the cost window; 0: no such limit")
	f.DurationVar(&m.Window, "cost-window", spend.DefaultWindow, "time over which max-cost-usd-total holds")
	f.Float64Var(&m.PriceIn, "price-input", 0, "US dollars for a million input tokens, for a model whose price is not built in")
	f.Float64Var(&m.PriceOut, "price-output", 0, "US dollars for a million output tokens, for such a model")
	f.BoolVar(&m.Approve, "approve-live-cost", false, "do not ask on a terminal before the first paid request")
	f.StringVar(&m.API, "model-api", d.API, "how to talk to the server: auto, responses or chat")
	f.StringVar(&m.Effort, "reasoning-effort", d.Effort, "how much the model reasons: none, minimal, low, medium, high, xhigh or max")
	f.StringVar(&m.Verbosity, "verbosity", d.Verbosity, "how much the model writes: low, medium or high")
}

// Check names the flag that makes no sense.
func (m Ladder) Check() error {
	for _, n := range []struct {
		flag  string
		value float64
	}{{"max-requests", float64(m.MaxRequests)}, {"max-tool-calls", float64(m.MaxToolCalls)}, {"max-output-tokens", float64(m.MaxOutput)},
		{"max-minutes", m.MaxMinutes}, {"max-cost-usd", m.MaxCost}, {"max-cost-usd-total", m.MaxTotal}, {"cost-window", float64(m.Window)},
		{"price-input", m.PriceIn}, {"price-output", m.PriceOut}} {
		if n.value < 0 {
			return cli.Usagef("--%s must not be negative", n.flag)
		}
	}
	for _, w := range []struct {
		flag, value string
		words       []string
	}{{"model-api", m.API, []string{"auto", "responses", "chat"}}, {"verbosity", m.Verbosity, []string{"low", "medium", "high"}},
		{"reasoning-effort", m.Effort, []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"}}} {
		if !slices.Contains(w.words, w.value) {
			return cli.Usagef("--%s %q: one of %s", w.flag, w.value, strings.Join(w.words, ", "))
		}
	}
	return nil
}

// Server is where the models are, and the key to them.
func (m Ladder) Server(e cli.Env) (key, base string) {
	return cmp.Or(m.Key, e.Getenv("OPENAI_API_KEY")), cmp.Or(m.BaseURL, e.Getenv("OPENAI_BASE_URL"))
}

// Prices are the built in ones and that of the flags, for the models of the ladder
// that have none.
func (m Ladder) Prices() spend.Prices {
	p := spend.PublishedPrices()
	if m.PriceIn == 0 && m.PriceOut == 0 {
		return p
	}
	for _, name := range m.Model {
		if _, known := p.Of(name); !known {
			p[name] = spend.Price{Input: m.PriceIn, Cached: m.PriceIn, Output: m.PriceOut}
		}
	}
	return p
}

// Limits are the bounds of what a run may ask and spend.
func (m Ladder) Limits() spend.Limits {
	l := spend.DefaultLimits()
	l.Requests, l.ToolCalls, l.OutputTokens, l.CostUSD = m.MaxRequests, m.MaxToolCalls, m.MaxOutput, m.MaxCost
	l.Time = time.Duration(m.MaxMinutes * float64(time.Minute))
	l.TotalUSD = m.MaxTotal
	return l
}

// Words are the limits that a person sets, as the pull request shows them.
func (m Ladder) Words() []string {
	return []string{console.Plural(m.MaxRequests, "request"), fmt.Sprintf("%.2f US dollars", m.MaxCost), fmt.Sprintf("%g minutes", m.MaxMinutes)}
}
