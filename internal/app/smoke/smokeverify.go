package smoke

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/app/backend"
	"github.com/regreen/regreen/internal/app/checkout"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/openai"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/spend"
)

func newSmokeVerify(e cli.Env) *cobra.Command {
	var p options.Place
	m := options.DefaultLadder()
	s := &smoke{env: e}
	c := &cobra.Command{
		Use: "verify", Short: "Read the memory and ask each model for one call", Args: cli.NoArgs,
		Long: `Opens the memory for reading, and sends each model of the ladder one small request,
which must be answered with a call of a tool. What that may cost is said before, and
what it cost after; on a terminal it is asked first, unless --approve-live-cost is
given. Exits with 1 if a step fails.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := m.Check(); err != nil {
				return err
			}
			if err := s.read(cmd.Context(), p); err != nil {
				return err
			}
			if err := s.models(cmd.Context(), m); err != nil {
				return err
			}
			return s.end()
		},
	}
	p.Bind(c.Flags())
	m.Bind(c.Flags())
	c.Flags().BoolVar(&s.asJSON, "json", false, "print JSON")
	return c
}

// read looks at the memory as an untrusted run does.
func (s *smoke) read(ctx context.Context, p options.Place) error {
	owner, remote := checkout.Here(ctx, s.env)
	tenant := backend.TenantOf(s.env, p, owner)
	open, uri, err := backend.Plan(s.env, p, backend.Access{Session: uuid.NewString(), ReadOnly: true, Remote: remote})
	if err != nil {
		return err
	}
	store, err := open(ctx)
	if !s.step("open", err, "memory %s", uri) {
		return nil
	}
	page, err := store.List(ctx, tenant, "", 1)
	n := "no records"
	if len(page.Records) > 0 {
		n = "the newest record is of " + page.Records[0].CreatedAt.Format("2006-01-02")
	}
	s.step("read", errors.Join(err, store.Close()), "tenant %s: %s", tenant, n)
	return nil
}

// models asks the ladder, one small request each, within the limits of the flags.
func (s *smoke) models(ctx context.Context, m options.Ladder) error {
	key, base := m.Server(s.env)
	if key == "" && base == "" {
		s.step("model", errors.New("OPENAI_API_KEY is not set"), "")
		return nil
	}
	state, err := cli.StateDir(s.env.Getenv)
	if err != nil {
		return err
	}
	ledger := spend.NewLedger(filepath.Join(state, "ledger.jsonl"), m.Window, s.env.Now)
	t := taste{flags: m, budget: spend.NewBudget(m.Limits(), m.Prices(), s.env.Now, ledger)}
	for _, name := range m.Model {
		c, err := openai.New(openai.Config{BaseURL: base, APIKey: key, Model: name, API: openai.API(m.API)})
		if err != nil {
			return cli.Usage(err)
		}
		if s.step("preflight", repair.Agent{Model: c}.Ready(ctx), "%s may be asked", name) && s.agreed(t, name) {
			detail, err := t.ask(ctx, s.env, c)
			s.step("model", err, "%s", detail)
		}
	}
	return nil
}

// agreed says what the request may cost, and asks where there is a person to ask.
func (s *smoke) agreed(t taste, model string) bool {
	question := "Asking " + model + " once " + t.worst(model) + "."
	if t.flags.Approve || !console.Interactive(s.env) {
		fmt.Fprintln(s.env.Stderr, question)
		return true
	}
	fmt.Fprintln(s.env.Stderr, question+" Go on? [y/N]")
	if console.Agrees(s.env.Stdin) {
		return true
	}
	return s.step("model", errors.New("the cost was not approved"), "")
}

// taste is one small request to a model.
type taste struct {
	flags  options.Ladder
	budget *spend.Budget
}

// tasteInput is what the request of a taste carries at most, in tokens; it has some 150.
const tasteInput = 500

func (t taste) worst(model string) string {
	price, known := t.budget.Price(model)
	if !known {
		return "has no known price"
	}
	return fmt.Sprintf("may cost up to %.4f US dollars", price.Worst(tasteInput, spend.MinOutputTokens))
}

// ask sends the request and says what came of it, and what it cost.
func (t taste) ask(ctx context.Context, e cli.Env, c *openai.Client) (string, error) {
	outputCap, err := t.budget.Admit(ctx, c.Name(), tasteInput)
	if err != nil {
		return "", err
	}
	resp, err := c.Respond(ctx, llm.Request{
		Instructions: "This is a check that you can be reached. Call the tool report with the word ok, and do nothing else.",
		Input:        []llm.Item{{Role: "user", Text: "Report ok."}},
		Tools: []llm.ToolSpec{{Name: "report", Description: "Takes the word ok.",
			Parameters: json.RawMessage(`{"type":"object","properties":{"word":{"type":"string"}},"required":["word"],"additionalProperties":false}`)}},
		MaxOutputTokens: min(outputCap, spend.MinOutputTokens), Effort: t.flags.Effort, Verbosity: t.flags.Verbosity,
	})
	if err != nil {
		if x := llm.AsError(err); x.Advice() != "" {
			err = fmt.Errorf("%s: %s: %w", c.Name(), x.Advice(), err)
		}
		return "", err
	}
	paid, err := t.pay(ctx, e, c.Name(), resp.Usage)
	if err != nil {
		return "", err
	}
	what, err := answered(resp)
	if err != nil {
		err = fmt.Errorf("%s answers over %s: %w; %s", c.Name(), c.API(), err, paid)
	}
	return fmt.Sprintf("%s answers over %s with %s; %s", c.Name(), c.API(), what, paid), err
}

// pay enters the request into the ledger and says what it cost.
func (t taste) pay(ctx context.Context, e cli.Env, model string, u llm.Usage) (string, error) {
	price, known := t.budget.Price(model)
	entry := spend.Entry{Time: e.Now(), Run: "smoke", Model: model, Input: u.InputTokens, Cached: u.CachedTokens, CacheWrite: u.CacheWriteToken,
		Output: u.OutputTokens, PriceKnown: known}
	cost := "no price is known"
	if known {
		entry.CostUSD = price.Cost(u.InputTokens, u.CachedTokens, u.CacheWriteToken, u.OutputTokens)
		cost = fmt.Sprintf("it cost %.4f US dollars", entry.CostUSD)
	}
	t.budget.Charge(spend.Usage{Requests: 1, Input: u.InputTokens, Output: u.OutputTokens, CostUSD: entry.CostUSD, PriceKnown: known})
	return fmt.Sprintf("%d tokens in, %d out, %s", u.InputTokens, u.OutputTokens, cost), t.budget.Enter(ctx, entry)
}

// answered says what an answer holds; one without a call shows that no repair can be
// made with the model.
func answered(resp llm.Response) (string, error) {
	text := ""
	for _, it := range resp.Items {
		if it.Call != nil {
			return "a call of a tool", nil
		}
		text += it.Text
	}
	if strings.TrimSpace(text) != "" {
		return "a text", errors.New("the answer is a text and no call of the tool: a model that calls none can neither edit nor run the tests")
	}
	return "nothing", fmt.Errorf("the answer holds neither a call nor a text: %s %s", resp.Status, resp.Reason)
}
