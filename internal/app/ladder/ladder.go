// Package ladder makes the models of a run: an agent for each rung, the question to a
// person before the first of them is paid, and the books that their costs are entered in.
package ladder

import (
	"cmp"
	"math/rand/v2"
	"path/filepath"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/llm/openai"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/pipeline"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/spend"
)

// Ladder is what the models of a run are made from.
type Ladder struct {
	Env    cli.Env
	Flags  options.Ladder
	State  string // folder with the ledger of all runs on this machine
	Store  memory.Reader
	Tenant string
	Run    string // id of the session
	Repo   string // OWNER/NAME
	Say    pipeline.Progress
}

// AddTo adds a rung for each model of the ladder. Without a key the run goes on
// from memory alone; a base URL without a key is a local server that needs none.
// st.Remember is set before: what is paid is entered into its memory too.
func (l Ladder) AddTo(st *pipeline.Stages) error {
	m := l.Flags
	key, base := m.Server(l.Env)
	ledger := spend.NewLedger(filepath.Join(l.State, "ledger.jsonl"), m.Window, l.Env.Now)
	shared := &memoryBook{reader: l.Store, writer: st.Remember, tenant: l.Tenant, run: l.Run, window: cmp.Or(m.Window, spend.DefaultWindow), now: l.Env.Now}
	st.Budget = spend.NewBudget(m.Limits(), m.Prices(), l.Env.Now, spend.Books{ledger, shared})
	if m.Scripted != nil {
		st.Agents = []pipeline.Agent{repair.Agent{Model: m.Scripted, Run: l.Run}}
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
		agent := pipeline.Agent(repair.Agent{Model: c, Effort: m.Effort, Verbosity: m.Verbosity, Run: l.Run, CacheKey: l.Repo, Jitter: rand.Float64,
			Say: func(line string) { l.Say("repair", line) }})
		if console.Interactive(l.Env) && !m.Approve {
			agent = asking{agent, name, l.Env, l.Say, &said}
		}
		st.Agents = append(st.Agents, agent)
	}
	return nil
}
