package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/actions"
	"github.com/regreen/regreen/internal/app/answer"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/logreport"
	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/ghapi"
	"github.com/regreen/regreen/internal/joblog"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/proc"
	"github.com/regreen/regreen/internal/publish"
	"github.com/regreen/regreen/internal/scrub"
)

func newAction(e cli.Env) *cobra.Command {
	return &cobra.Command{
		Use: "action", Short: "Run as a step of a GitHub Actions workflow", Args: cli.NoArgs,
		Long: `Reads the inputs of action.yml and the event from the environment, does what the
input mode says, and writes outputs, annotations and the job summary. A workflow uses
the action; nobody types this command.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if e.Getenv(actions.InputsEnv) == "" && !actions.Active(e.Getenv) {
				return cli.Usagef("action is a step of a GitHub Actions workflow, which gives it its inputs; by hand it is run, propose, publish or feedback")
			}
			return actionMain(c.Context(), e)
		},
	}
}

// step is one run of the action.
type step struct {
	env    cli.Env
	runner *actions.Runner
	values map[string]string
	event  event.Event
	log    *actions.Log
	p      *console.Progress        // writes to log
	repo   string                   // the checkout; "" is that of the workflow
	option func(name string) string // how an option is set: as an input, or by a flag
}

func actionMain(ctx context.Context, e cli.Env) error {
	a := &step{env: e, runner: actions.New(e.Stdout, e.Getenv), log: actions.NewLog(e.Stdout), option: publish.Input}
	defer a.log.Close() // the log is a convenience
	if err := a.read(); err != nil {
		return err
	}
	a.p = console.NewProgress(a.log, e.Now)
	d, err := a.do(ctx)
	err = unrunnable(err, a.option)
	a.p.Close()
	if errors.Is(err, event.ErrMalformed) {
		return cli.Usage(err)
	}
	if err != nil {
		d.Res.Outcome, d.Res.Reason = outcome.Error, a.clean(err.Error())
	}
	return errors.Join(err, a.show(d))
}

// clean takes the secrets out of a text that quotes a tool or a server.
func (a *step) clean(text string) string {
	redact, err := scrub.New(append(proc.SecretValues(a.env.Environ), actions.Secrets(a.values)...))
	if err != nil {
		return "an error whose text could not be cleaned: " + err.Error()
	}
	text, _ = redact.Redact(text)
	return text
}

// read takes in inputs and event. Secrets are masked before anything is printed.
func (a *step) read() (err error) {
	if a.values, err = a.runner.Inputs(); err != nil {
		return err
	}
	if bad := actions.Check(a.values); len(bad) > 0 {
		return cli.Usagef("inputs: %s", strings.Join(bad, "; "))
	}
	return a.readEvent()
}

func (a *step) readEvent() error {
	payload, err := actions.Payload(a.env.Getenv)
	if err != nil {
		return err
	}
	a.event, err = event.Parse(a.env.Getenv, payload, actions.Split(a.values["trusted-bots"]))
	if errors.Is(err, event.ErrAnyBot) {
		return cli.Usage(err)
	}
	return err
}

// do is what the mode says. What an event forbids ends the step before it starts.
func (a *step) do(ctx context.Context) (answer.Run, error) {
	mode := a.values["mode"]
	if mode == actions.ModeFeedback && !a.event.Refused {
		return a.feedback(ctx)
	}
	if d, over := a.over(); over {
		return d, nil
	}
	if mode == actions.ModePublish {
		return a.publish(ctx)
	}
	return a.repair(ctx)
}

// over ends a run that the event forbids or makes needless.
func (a *step) over() (answer.Run, bool) {
	switch {
	case a.event.Refused:
		return answer.Ended(outcome.SkippedUntrust, a.event.Untrusted), true
	case a.event.Skip != "":
		return answer.Ended(outcome.Green, a.event.Skip), true
	}
	return answer.Run{}, false
}

// repair is the main job as a step.
func (a *step) repair(ctx context.Context) (answer.Run, error) {
	if a.green() {
		return answer.Ended(outcome.Green, "no step failed before this one"), nil
	}
	reader, err := a.reader()
	if err != nil {
		return answer.Run{}, err
	}
	ref, err := a.resolve(ctx, reader)
	if err != nil {
		return answer.Run{}, err
	}
	if d, over := a.over(); over {
		return d, nil
	}
	s, err := a.session()
	if err != nil {
		return answer.Run{}, err
	}
	s.read = func(ctx context.Context) (*failure.Report, error) { return a.report(ctx, s, reader, ref) }
	if err := s.open(ctx); err != nil {
		return answer.Run{}, err
	}
	d, bundle, err := a.repairIn(ctx, s)
	if err = errors.Join(err, s.close()); err != nil || bundle == nil {
		return d, err
	}
	// Only now: closing puts the checkout back, and the bundle may lie in it.
	return d, writeBundle(a.values["bundle"], bundle)
}

// session is that of the repair, signed in if it is to publish.
func (a *step) session() (*session, error) {
	f, err := a.flags()
	if err != nil {
		return nil, err
	}
	s := newSession(a.env, f, a.say)
	s.event, s.masked, s.option = a.event, actions.Secrets(a.values), a.option
	if f.Publish {
		s.host, err = a.writer()
	}
	return s, err
}

// repairIn returns the bundle too, in mode propose.
func (a *step) repairIn(ctx context.Context, s *session) (answer.Run, []byte, error) {
	d, err := s.run(ctx)
	if err != nil || a.values["mode"] != actions.ModePropose {
		return d, nil, err
	}
	bundle, err := s.pack(d)
	return d, bundle, err
}

// green reports whether a step in the same job has nothing to do. The status comes
// from the action, which asks the runner.
func (a *step) green() bool {
	return a.env.Getenv("REGREEN_JOB_STATUS") == "success" && a.event.Upstream == "" && a.values["run"] == "" && a.event.Trigger != "workflow_run"
}

// resolve completes the event with what only the server knows: the run that a person
// named, and the pull request.
func (a *step) resolve(ctx context.Context, client *ghapi.Client) (ref event.RunRef, err error) {
	if name := a.values["run"]; name != "" {
		if ref, err = event.ParseRun(name); err != nil {
			return ref, cli.Usage(err)
		}
		if a.event, err = client.RunEvent(ctx, a.event, ref); err != nil {
			return ref, lookError(fmt.Errorf("look up run %d of %s: %w", ref.ID, a.event.Repo, err))
		}
	} else if a.event.Trigger == "workflow_run" {
		ref = event.RunRef{ID: a.event.RunID, Attempt: a.event.RunAttempt}
	}
	if a.event.Resolve {
		if a.event, err = client.Resolve(ctx, a.event); err != nil {
			return ref, fmt.Errorf("look up the pull request: %w", err)
		}
	}
	return ref, nil
}

// reader is the client that looks runs up and reads their logs. It has the job's own
// token: that of a person or an App need not have the right to read actions.
func (a *step) reader() (*ghapi.Client, error) {
	return ghapi.New(a.server(cmp.Or(a.values["github-token"], a.values["ci-trigger-token"])))
}

// writer is the client that pushes, opens and comments: as the App if there is one,
// else with the token whose pushes start CI, else with the job's own.
func (a *step) writer() (*ghapi.Client, error) {
	c := a.server(cmp.Or(a.values["ci-trigger-token"], a.values["github-token"]))
	if id := a.values["app-id"]; id != "" {
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return nil, cli.Usagef("app-id %q is no number", id)
		}
		c.App = &ghapi.App{ID: n, PrivateKey: []byte(a.values["app-private-key"])}
	}
	return ghapi.New(c)
}

func (a *step) server(token string) ghapi.Config {
	return ghapi.Config{APIURL: a.event.APIURL, ServerURL: a.event.ServerURL, Repo: a.event.Repo, Token: token,
		Runner: runnerToken(a.env), SignCommits: a.values["sign-commits"] == "true", Environ: a.env.Environ}
}

// flags are those of "run", set from the inputs of the same names.
func (a *step) flags() (runFlags, error) {
	var f runFlags
	c := newRunWith(a.env, &f)
	var args []string
	for _, arg := range actions.Args(a.values) {
		if !strings.HasPrefix(arg, "--trusted-bots=") && !strings.HasPrefix(arg, "--log-file=") && !strings.HasPrefix(arg, "--junit-files=") {
			args = append(args, arg)
		}
	}
	if err := c.ParseFlags(args); err != nil {
		return f, cli.Usage(err)
	}
	f.Repo = cmp.Or(a.repo, a.env.Getenv("GITHUB_WORKSPACE"), ".")
	f.JUnit = actions.Split(a.values["junit-files"])
	f.QdrantKey, f.Key, f.BaseURL = a.values["qdrant-api-key"], a.values["openai-api-key"], a.values["openai-base-url"]
	f.GitToken = a.values["github-token"]
	f.MemoryWrite = a.values["memory-write"] != "false" && !a.changesNothing()
	f.Publish = !a.changesNothing()
	f.CommentOnly = a.values["mode"] == actions.ModeComment
	a.confine(&f)
	return f, nil
}

// changesNothing reports whether the run leaves GitHub and the memory as they are.
func (a *step) changesNothing() bool {
	mode := a.values["mode"]
	return a.values["dry-run"] == "true" || mode == actions.ModePropose || mode == actions.ModeDiagnose
}

// confine takes from a run on code of strangers what it must not have: the model key,
// unless the owner allows it, and a run without a sandbox.
func (a *step) confine(f *runFlags) {
	if a.values["mode"] == actions.ModeDiagnose {
		f.Withheld = "mode diagnose asks no model"
	}
	if a.event.Trusted {
		return
	}
	f.Sandbox = "require"
	if a.values["untrusted-model"] != "true" {
		f.Withheld = "the model key is not used: " + cmp.Or(a.event.Untrusted, "the run is not trusted")
	}
}

// report reads the failures: from the files that the inputs name, from the logs of
// the failed run, or, where there is neither, from running the tests later.
func (a *step) report(ctx context.Context, s *session, client *ghapi.Client, ref event.RunRef) (*failure.Report, error) {
	root := s.home.root // what the logs name
	if files := append(actions.Split(a.values["log-file"]), actions.Split(a.values["junit-files"])...); len(files) > 0 {
		inputs, closeAll, err := joblog.Files(root, files, joblog.Limits{})
		if err != nil {
			return nil, cli.Usage(err)
		}
		defer closeAll()
		return logreport.Parse(inputs, root)
	}
	if ref.ID == 0 {
		return nil, nil
	}
	if err := s.atHead(); err != nil {
		return nil, err
	}
	return fetchLogs(ctx, client.Run(ref), root, s.warn)
}

// say prints a line of progress.
func (a *step) say(stage, line string) { a.p.Line(stage, line) }

// show writes outputs, summary and annotations: each also where an earlier one broke.
func (a *step) show(d answer.Run) error {
	errs := []error{a.runner.SetOutputs(outputs(d))}
	if d.Change.Outcome == "" {
		d.Change = publish.Change{Event: a.event, Outcome: d.Res.Outcome, Reason: d.Res.Reason, Delivery: d.Delivery}
	}
	errs = append(errs, a.runner.Summary(publish.Summary(d.Change, a.configuration(d))))
	if !d.Res.Outcome.Proved() {
		for _, f := range d.Change.Report.Failures {
			if f.File != "" && !filepath.IsAbs(f.File) {
				errs = append(errs, a.runner.Annotate(actions.Annotation{Level: actions.Error, File: f.File, Line: f.Line, Title: cmp.Or(f.Test, f.ErrorType), Text: f.Message}))
			}
		}
	}
	fmt.Fprintf(a.log, "%-10s %s: %s\n", "outcome", d.Res.Outcome, scrub.Line(d.Res.Reason, 1000))
	return errors.Join(errs...)
}

// configuration is what the run was made with, the chosen test command included.
func (a *step) configuration(d answer.Run) []string {
	values := maps.Clone(a.values)
	if d.Command.Command != "" {
		values["test-command"] = fmt.Sprintf("%s (%s)", d.Command.Command, d.Command.Origin)
	}
	return actions.Configuration(values)
}

// outputs are the outputs of action.yml.
func outputs(d answer.Run) map[string]string {
	ans := d.Answer()
	ids := make([]string, len(ans.Reused))
	for i, r := range ans.Reused {
		ids[i] = r.ID
	}
	number := ""
	if d.Posted.Number > 0 {
		number = strconv.Itoa(d.Posted.Number)
	}
	report := ""
	if d.RunDir != "" {
		report = filepath.Join(d.RunDir, "result.json")
		if _, err := os.Stat(report); err != nil {
			report = ""
		}
	}
	return map[string]string{
		"outcome": string(d.Res.Outcome), "reason": scrub.Line(d.Res.Reason, 1000), "fixed": strconv.FormatBool(d.Res.Outcome.Proved()),
		"delivery": string(cmp.Or(d.Delivery, outcome.None)), "pull-request-number": number, "pull-request-url": d.Posted.URL,
		"pull-request-operation": cmp.Or(d.Posted.Operation, "none"), "branch": d.Posted.Branch, "head-sha": d.Posted.SHA,
		"failure-fingerprint": d.Change.Fingerprint, "memory-hits": strconv.Itoa(len(ids)), "memory-ids": strings.Join(ids, ","),
		"memory-stored-id": ans.RecordID, "model-requests": strconv.Itoa(ans.ModelRequests),
		"cost-usd": strconv.FormatFloat(ans.CostUSD, 'f', 4, 64), "tokens": strconv.Itoa(ans.Tokens),
		"patch-file": d.PatchFile, "report-file": report,
	}
}
