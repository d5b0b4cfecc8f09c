package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/actions"
	"github.com/regreen/regreen/internal/app/answer"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/publish"
	"github.com/regreen/regreen/internal/workspace"
)

// mode is a mode of the action as a command of its own: its flags are the inputs of
// the same names, and it does what the action does in that mode. Secrets are no
// flags, which everybody can read, but variables.
type mode struct {
	name   string
	inputs []string
	values map[string]*string
	repo   string // the checkout
	pull   string // the pull request, for feedback by hand
	json   bool
}

func newPropose(e cli.Env) *cobra.Command {
	m := &mode{name: actions.ModePropose, inputs: []string{"test-command", "setup-command", "isolation", "log-file", "junit-files", "working-directory", "run", "bundle",
		"model", "memory", "tenant", "allowed-paths", "protected-paths", "test-edits", "flake-reruns", "pass-env", "writable-paths", "sandbox",
		"trusted-bots", "untrusted-model", "max-cost-usd", "max-requests", "max-minutes"}}
	c := m.command(&cobra.Command{
		Use:   "propose",
		Short: "Repair and prove with a read-only token, and leave a bundle for publish",
		Long: `The first of two jobs: it runs the code, writes nothing to GitHub or the memory, and
leaves what it proved in a folder. In a workflow the event says what failed; elsewhere
--run does. GITHUB_TOKEN needs to read the repository and its actions; OPENAI_API_KEY,
OPENAI_BASE_URL and QDRANT_API_KEY are as for run.`,
		Example: `  regreen propose --run https://github.com/acme/shop/actions/runs/42 --bundle ../bundle`,
		Args:    cli.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return m.main(c.Context(), e) },
	})
	c.Flags().StringVar(&m.repo, "repo", "", "the checkout to repair; default: that of the workflow, else the current folder")
	options.ShortForms(c)
	return c
}

func newPublish(e cli.Env) *cobra.Command {
	m := &mode{name: actions.ModePublish, inputs: []string{"run", "dry-run", "memory", "memory-write", "tenant", "draft", "labels", "base-branch", "branch-prefix",
		"sign-commits", "allowed-paths", "protected-paths", "test-edits", "trusted-bots"}}
	return m.command(&cobra.Command{
		Use:   "publish BUNDLE",
		Short: "Open a bundle of propose against the event, remember and publish it",
		Long: `The second of two jobs: it runs none of the project's code and needs no checkout. The
bundle must be of the repository, run, attempt and commit that the event says; outside
of a workflow --run says it. GITHUB_TOKEN needs to write contents and pull requests.`,
		Example: `  regreen publish ../bundle --run https://github.com/acme/shop/actions/runs/42`,
		Args:    func(_ *cobra.Command, args []string) error { return m.takeBundle(args) },
		RunE:    func(c *cobra.Command, _ []string) error { return m.main(c.Context(), e) },
	})
}

func newFeedback(e cli.Env) *cobra.Command {
	m := &mode{name: actions.ModeFeedback, inputs: []string{"memory", "memory-write", "tenant", "branch-prefix", "trusted-bots"}}
	c := m.command(&cobra.Command{
		Use:   "feedback",
		Short: "Tell the memory what became of a pull request of regreen's",
		Long: `Merged raises the trust of the memories that the pull request names; closed rejects
them, with the last comment of somebody who may write as the reason. In a workflow the
event names the pull request; elsewhere --pull-request does. GITHUB_TOKEN needs to
read pull requests, and to write contents where the memory is a branch.`,
		Example: `  regreen feedback --pull-request https://github.com/acme/shop/pull/7`,
		Args:    cli.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return m.main(c.Context(), e) },
	})
	c.Flags().StringVar(&m.pull, "pull-request", "", "the closed pull request, by number or address")
	return c
}

// command gives c the flags of the mode.
func (m *mode) command(c *cobra.Command) *cobra.Command {
	m.values = map[string]*string{}
	for _, in := range actions.Inputs() {
		if slices.Contains(m.inputs, in.Name) {
			m.values[in.Name] = c.Flags().String(in.Name, in.Default, in.Help)
			if in.Kind == actions.Bool {
				c.Flags().Lookup(in.Name).NoOptDefVal = "true"
			}
		}
	}
	c.Flags().BoolVar(&m.json, "json", false, "print one JSON object to standard output, everything else to standard error")
	return c
}

func (m *mode) takeBundle(args []string) error {
	if len(args) != 1 {
		return cli.Usagef("name the folder that propose left")
	}
	m.values["bundle"] = &args[0]
	return nil
}

// main does what the action does in this mode.
func (m *mode) main(ctx context.Context, e cli.Env) error {
	a := &step{env: e, runner: actions.New(e.Stderr, e.Getenv), log: actions.NewLog(e.Stderr), p: console.NewProgress(e.Stderr, e.Now),
		values: m.inputValues(e), repo: m.repo, option: publish.Flag}
	defer a.log.Close() // the log is a convenience
	defer a.p.Close()
	if bad := actions.Check(a.values); len(bad) > 0 {
		return cli.Usagef("%s", strings.ReplaceAll(strings.Join(bad, "; "), `input "`, `"--`))
	}
	if err := m.readEvent(ctx, a); err != nil {
		return err
	}
	d, err := a.do(ctx)
	if err = unrunnable(err, a.option); err != nil {
		if m.json {
			err = errors.Join(err, console.JSON(e.Stdout, answer.Broken(err)))
		}
		return err
	}
	if e.Getenv("GITHUB_OUTPUT") != "" {
		err = a.show(d)
	}
	if m.json {
		return errors.Join(err, console.JSON(e.Stdout, d.Answer()))
	}
	return errors.Join(err, m.print(e.Stdout, d))
}

// inputValues are the inputs as the action would get them.
func (m *mode) inputValues(e cli.Env) map[string]string {
	v := map[string]string{"mode": m.name, "github-token": e.Getenv("GITHUB_TOKEN"), "openai-api-key": e.Getenv("OPENAI_API_KEY"),
		"openai-base-url": e.Getenv("OPENAI_BASE_URL"), "qdrant-api-key": e.Getenv("QDRANT_API_KEY")}
	for name, value := range m.values {
		v[name] = strings.TrimSpace(*value)
	}
	return v
}

// readEvent takes the event of the workflow, else what a person names.
func (m *mode) readEvent(ctx context.Context, a *step) error {
	if a.values["github-token"] == "" {
		return errNoToken
	}
	if actions.Active(a.env.Getenv) {
		return a.readEvent()
	}
	h := byHand{env: a.env, event: event.Event{Repo: a.env.Getenv("GITHUB_REPOSITORY"), Trusted: true}}
	if m.name == actions.ModeFeedback {
		if err := m.findPull(ctx, &h); err != nil {
			return err
		}
		a.event = h.event
		return nil
	}
	if a.values["run"] == "" {
		return cli.Usagef("outside of a workflow, name the failed run with --run")
	}
	ref, err := event.ParseRun(a.values["run"])
	if err != nil {
		return cli.Usage(err)
	}
	m.nameRepo(ctx, &h)
	if err := h.signIn(ref.Server, ref.Repo); err != nil {
		return err
	}
	a.event = h.event // the rest is looked up as for a run that a workflow names
	return nil
}

// findPull looks up the pull request that feedback is about.
func (m *mode) findPull(ctx context.Context, h *byHand) error {
	if m.pull == "" {
		return cli.Usagef("outside of a workflow, name the pull request with --pull-request")
	}
	ref, err := event.ParsePull(m.pull)
	if err != nil {
		return cli.Usage(err)
	}
	m.nameRepo(ctx, h)
	if err := h.signIn(ref.Server, ref.Repo); err != nil {
		return err
	}
	if h.event, err = h.client.PullEvent(ctx, h.event, ref.Number); err != nil {
		return lookError(fmt.Errorf("look up pull request %d of %s: %w", ref.Number, h.event.Repo, err))
	}
	return nil
}

// nameRepo takes the repository of the checkout's remote, if there is one: it is meant
// unless another one is named.
func (m *mode) nameRepo(ctx context.Context, h *byHand) {
	w, err := workspace.Open(ctx, cmp.Or(m.repo, "."), workspace.Options{Environ: h.env.Environ, Now: h.env.Now})
	if err != nil {
		return // a checkout is a convenience here; propose opens it again and says what is wrong
	}
	defer w.Close() // nothing was changed in it
	h.event.Repo = cmp.Or(h.event.Repo, w.RemoteRepo())
}

// print prints what came of it for a person, with nothing in it that a runner would obey.
func (m *mode) print(out io.Writer, d answer.Run) error {
	w := actions.NewLog(out)
	_, err := fmt.Fprintf(w, "outcome         %s\nreason          %s\n", d.Res.Outcome, d.Res.Reason)
	for _, line := range []struct{ name, value string }{{"delivery", string(d.Delivery)}, {"pull request", d.Posted.URL}, {"why none", d.Posted.Reason},
		{"remembered", d.Change.RecordID}, {"patch", d.PatchFile}, {"prove it again", d.Repeat}, {"run folder", d.RunDir}} {
		if line.value != "" && (line.name != "delivery" || d.Delivery != outcome.None) {
			fmt.Fprintf(w, "%-15s %s\n", line.name, line.value)
		}
	}
	if m.name == actions.ModePropose && d.Res.Outcome.Proved() {
		fmt.Fprintf(w, "bundle          %s\n", *m.values["bundle"])
	}
	return errors.Join(err, w.Close())
}
