package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/app/checkout"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/embed/minilm"
	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/recall/labelled"
)

func newBench(e cli.Env) *cobra.Command {
	return cli.Group(&cobra.Command{Use: "bench", Short: "Measure recall, or what sessions with and without memory cost"},
		newBenchRecall(e), newBenchSessions(e))
}

func newBenchRecall(e cli.Env) *cobra.Command {
	var asJSON bool
	var dir string
	c := &cobra.Command{
		Use: "recall", Short: "Measure recall on the labelled sets", Args: cli.NoArgs,
		Long: `Looks up the labelled failures that the project keeps: what real tools printed on small
projects with planted faults, asked for from other repositories and from the same ones
some weeks on, and failures written after real ones. Nothing was tuned by those that
are set aside. The vectors are kept with the sets;
with --embedding-model the model in that folder makes them anew, which takes minutes.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return benchRecall(cmd.Context(), e, dir, asJSON) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().StringVar(&dir, "embedding-model", "", "folder of the embedding model")
	return c
}

func benchRecall(ctx context.Context, e cli.Env, dir string, asJSON bool) error {
	for _, set := range []struct {
		name string
		load func() (labelled.Set, error)
	}{
		{"real failures", labelled.Real}, {"real failures, the same repositories later", labelled.RealLater},
		{"real failures, set aside", labelled.RealAside}, {"real failures, set aside, the same repositories later", labelled.RealAsideLater},
		{"written after real ones", labelled.Own}, {"written, set aside", labelled.Aside},
	} {
		q, err := measureRecall(ctx, dir, set.load)
		if err != nil {
			return fmt.Errorf("bench recall: %w", err)
		}
		if asJSON {
			err = console.JSON(e.Stdout, map[string]any{"set": set.name, "quality": q})
		} else {
			fmt.Fprintf(e.Stdout, "%s\n", set.name)
			err = q.Print(e.Stdout)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func measureRecall(ctx context.Context, dir string, load func() (labelled.Set, error)) (labelled.Quality, error) {
	set, err := load()
	if err != nil {
		return labelled.Quality{}, err
	}
	if dir != "" {
		m := minilm.New(dir)
		defer m.Close() // it holds no data
		return labelled.Evaluate(ctx, set, m)
	}
	kept, err := labelled.NewKept(set)
	if err != nil {
		return labelled.Quality{}, err
	}
	return labelled.Evaluate(ctx, set, kept)
}

// benchSessions is how many sessions of each kind are run: those of the published
// experiment that this one repeats.
const benchSessions = 5

func newBenchSessions(e cli.Env) *cobra.Command {
	m := options.DefaultLadder()
	var asJSON bool
	c := &cobra.Command{
		Use: "sessions", Short: "Repair the same fault in fresh sessions, with memory and without", Args: cli.NoArgs,
		Long: `Runs the main job five times on fresh copies of the sample project with one memory,
empty at first, and five times without any. With OPENAI_API_KEY or OPENAI_BASE_URL set
the model is asked, which costs money; otherwise a script plays a model that knows the
fix, and the table says so.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return sessionsMain(cmd.Context(), e, m, asJSON) },
	}
	m.Bind(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// sessionRow is one session of the table.
type sessionRow struct {
	Session   int             `json:"session"`
	Memory    bool            `json:"memory"`
	Outcome   outcome.Outcome `json:"outcome"`
	Requests  int             `json:"requests"`
	ToolCalls int             `json:"tool_calls"`
	Tokens    int             `json:"tokens"`
	CostUSD   float64         `json:"cost_usd"`
	Untouched bool            `json:"untouched_tests_pass"` // the tests as they were committed, run on the sources with the patch
}

func sessionsMain(ctx context.Context, e cli.Env, m options.Ladder, asJSON bool) error {
	dir, err := os.MkdirTemp("", "regreen-bench-")
	if err != nil {
		return fmt.Errorf("bench sessions: %w", err)
	}
	defer os.RemoveAll(dir) // a leftover in the temp folder harms nobody
	live := e.Getenv("OPENAI_API_KEY") != "" || e.Getenv("OPENAI_BASE_URL") != ""
	p := console.NewProgress(e.Stderr, e.Now)
	p.Line("bench", fmt.Sprintf("%d sessions, one after the other, each with the sample's tests run some ten times: this takes minutes", 2*benchSessions))
	var rows []sessionRow
	for _, with := range []bool{true, false} {
		for n := 1; n <= benchSessions; n++ {
			p.Line("bench", fmt.Sprintf("session %d of %d %s the memory", n, benchSessions, withWord(with)))
			row, err := oneSession(ctx, e, sessionPlan{dir: dir, n: n, with: with, live: live, model: m})
			if err != nil {
				p.Close()
				return fmt.Errorf("bench sessions: %w", err)
			}
			rows = append(rows, row)
		}
	}
	p.Close()
	if asJSON {
		return console.JSON(e.Stdout, map[string]any{"schema": console.Schema, "live": live, "sessions": rows})
	}
	return printSessions(e.Stdout, rows, live)
}

type sessionPlan struct {
	dir   string
	n     int
	with  bool
	live  bool
	model options.Ladder
}

func oneSession(ctx context.Context, e cli.Env, plan sessionPlan) (sessionRow, error) {
	d := &demo{env: e, dir: filepath.Join(plan.dir, fmt.Sprintf("%d-%v", plan.n, plan.with)), keepModel: plan.live}
	d.repo = filepath.Join(d.dir, "tab")
	if err := d.build(ctx); err != nil {
		return sessionRow{}, err
	}
	memory := filepath.Join(plan.dir, "memory")
	if !plan.with {
		memory = filepath.Join(d.dir, "memory")
	}
	f := runFlags{Project: d.project(), Place: options.Place{Memory: "dir:" + memory, Tenant: "bench", Visibility: "tenant"},
		Limits: options.Limits{TestEdits: "forbid"}, Ladder: plan.model, GitHub: options.GitHub{Draft: true}, MemoryWrite: true}
	if !plan.live {
		f.Scripted = &knowsTheFix{}
	}
	s, err := openSession(ctx, d.sealed(), f, func(string, string) {})
	if err != nil {
		return sessionRow{}, err
	}
	res, err := s.run(ctx)
	if err = errors.Join(err, s.close()); err != nil {
		return sessionRow{}, err
	}
	pass, err := d.untouched(ctx, res.Res.Patch)
	if err != nil {
		return sessionRow{}, fmt.Errorf("run the untouched tests: %w", err)
	}
	u := res.Res.Usage
	return sessionRow{Session: plan.n, Memory: plan.with, Outcome: res.Res.Outcome, Requests: u.Requests, ToolCalls: u.ToolCalls,
		Tokens: u.Tokens(), CostUSD: u.CostUSD, Untouched: pass}, nil
}

// untouched lays p over a fresh clone of the sample, puts the tests there back as they
// were committed, and runs all of them: whatever verify said.
func (d *demo) untouched(ctx context.Context, p patch.Patch) (bool, error) {
	name := filepath.Join(d.dir, "session.patch")
	if err := os.WriteFile(name, []byte(p.String()), 0o600); err != nil {
		return false, err
	}
	fresh := *d
	fresh.repo = filepath.Join(d.dir, "untouched")
	const tests = ":(glob)**/*_test.go"
	steps := [][]string{{"clone", "-q", d.repo, fresh.repo}}
	if !p.Empty() {
		steps = append(steps, []string{"-C", fresh.repo, "apply", name})
	}
	steps = append(steps, []string{"-C", fresh.repo, "checkout", "-q", "HEAD", "--", tests}, []string{"-C", fresh.repo, "clean", "-fdq", "--", tests})
	for _, args := range steps {
		if _, err := d.git(ctx, args...); err != nil {
			return false, err
		}
	}
	return fresh.passes(ctx)
}

// passes runs the sample's tests as its checkout is.
func (d *demo) passes(ctx context.Context) (bool, error) {
	e := d.sealed()
	suite, err := d.project().Suite(e)
	if err != nil {
		return false, err
	}
	runner, err := check.New(suite)
	if err != nil {
		return false, err
	}
	w, err := checkout.Open(ctx, e, d.project(), func(string, string) {})
	if err != nil {
		return false, err
	}
	run, err := runner.Full(ctx, w)
	return run.Passed(), errors.Join(err, w.Close())
}

func withWord(memory bool) string {
	if memory {
		return "with"
	}
	return "without"
}

func printSessions(w io.Writer, rows []sessionRow, live bool) error {
	who := "a script that knows the fix; tokens are estimates, it costs nothing"
	if live {
		who = "the live model"
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "model: %s\nmemory\tsession\toutcome\trequests\ttool calls\ttokens\tUSD\tuntouched tests pass\n", who)
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%d\t%s\t%d\t%d\t%d\t%.4f\t%v\n", withWord(r.Memory), r.Session, r.Outcome, r.Requests, r.ToolCalls, r.Tokens, r.CostUSD, r.Untouched)
	}
	return t.Flush()
}

// The fault of the sample project, and what mends it.
const (
	sampleFault = "\tfor i := range shares {\n\t\tshares[i] = each\n"
	sampleFix   = "\tleft := total % Cents(n)\n\tfor i := range shares {\n\t\tshares[i] = each\n\t\tif Cents(i) < left {\n\t\t\tshares[i]++\n\t\t}\n"
)

// knowsTheFix is a scripted model for the sample project: one edit, one run, one
// proposal to remember it.
type knowsTheFix struct{ asked int }

// Name implements llm.Model.
func (*knowsTheFix) Name() string { return "script" }

// Respond implements llm.Model.
func (k *knowsTheFix) Respond(_ context.Context, r llm.Request) (llm.Response, error) {
	k.asked++
	res := llm.Response{Status: llm.Completed, Model: k.Name(), Usage: llm.Usage{InputTokens: size(r) / 4, OutputTokens: 250}}
	if k.asked == 1 {
		res.Items = []llm.Item{
			calls("edit", "apply_edit", map[string]any{"edits": []any{map[string]any{"path": "split.go",
				"old": sampleFault, "new": sampleFix}}}),
			calls("run", "run_tests", map[string]any{"selection": nil}),
		}
		return res, nil
	}
	res.Items = []llm.Item{calls("store", "store_fix_memory", map[string]any{"fix_description": "Split drops the cents that are left over; they are shared out now.",
		"error_type": "test", "file_paths": []string{"split.go"}, "outcome": confirmedIn(r)})}
	return res, nil
}

func calls(id, name string, args any) llm.Item {
	data, _ := json.Marshal(args) // maps of strings have a JSON form
	return llm.Item{Call: &llm.ToolCall{ID: id, Name: name, Arguments: string(data)}}
}

func size(r llm.Request) int {
	n := len(r.Instructions)
	for _, i := range r.Input {
		n += len(i.Text)
		if i.Result != nil {
			n += len(i.Result.Output)
		}
	}
	for _, t := range r.Tools {
		n += len(t.Description) + len(t.Parameters)
	}
	return n
}

// confirmedIn is the last confirmed outcome among the results in a request.
func confirmedIn(r llm.Request) string {
	last := ""
	for _, i := range r.Input {
		if i.Result == nil || !strings.Contains(i.Result.Output, "confirmed_outcome") {
			continue
		}
		var o struct {
			Confirmed string `json:"confirmed_outcome"`
		}
		if json.Unmarshal([]byte(i.Result.Output), &o) == nil && o.Confirmed != "" {
			last = o.Confirmed
		}
	}
	return last
}
