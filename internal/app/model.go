package app

import (
	"cmp"
	"math/rand/v2"
	"path/filepath"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/llm/openai"
	"github.com/regreen/regreen/internal/pipeline"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/spend"
)

// addAgents adds a rung for each model of the ladder. Without a key the run goes on
// from memory alone; a base URL without a key is a local server that needs none.
func (s *session) addAgents(st *pipeline.Stages) error {
	m := s.flags.Ladder
	key, base := m.Server(s.env)
	ledger := spend.NewLedger(filepath.Join(filepath.Dir(filepath.Dir(s.runDir)), "ledger.jsonl"), m.Window, s.env.Now)
	shared := &memoryBook{reader: s.store, writer: st.Remember, tenant: s.tenant, run: s.id, window: cmp.Or(m.Window, spend.DefaultWindow), now: s.env.Now}
	st.Budget = spend.NewBudget(m.Limits(), m.Prices(), s.env.Now, spend.Books{ledger, shared})
	if m.Scripted != nil {
		st.Agents = []pipeline.Agent{repair.Agent{Model: m.Scripted, Run: s.id}}
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
