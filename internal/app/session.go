package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/regreen/regreen/internal/app/answer"
	"github.com/regreen/regreen/internal/app/backend"
	"github.com/regreen/regreen/internal/app/checkout"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/ladder"
	"github.com/regreen/regreen/internal/app/logreport"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/ghapi"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/pipeline"
	"github.com/regreen/regreen/internal/proc"
	"github.com/regreen/regreen/internal/publish"
	"github.com/regreen/regreen/internal/recall"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/scrub"
	"github.com/regreen/regreen/internal/verify"
	"github.com/regreen/regreen/internal/workspace"
)

// session is one run with all that it was built from.
type session struct {
	env     cli.Env
	flags   runFlags
	id      string
	runDir  string
	say     pipeline.Progress
	event   event.Event
	tenant  string
	redact  *scrub.Redactor
	store   memory.Store
	home    home
	copied  bool // the checkout is a copy that nobody works in
	work    *workspace.Workspace
	runner  *check.Runner
	policy  patch.Policy
	embed   embed.Embedder // nil: similarity is off
	closer  []func() error
	read    func(context.Context) (*failure.Report, error) // where the failures are read; nil: what the flags say
	command answer.Command                                 // the test command
	report  *failure.Report                                // what was read; nil: the tests are run for it
	masked  []string                                       // secret inputs of the action
	option  func(name string) string                       // how the reader sets an option; nil: as a flag
	notes   []string                                       // what the reader of the result must know, beside the pipeline's

	host     *ghapi.Client // nil: nothing is published
	standing publish.Standing
}

// home is the checkout that the person or the job has.
type home struct {
	root, dir string // its top, and the folder in it that was named
}

// openSession checks the flags, then builds what they ask for. What it opened is
// closed again if it fails.
func openSession(ctx context.Context, e cli.Env, f runFlags, say pipeline.Progress) (*session, error) {
	s := newSession(e, f, say)
	return s, s.open(ctx)
}

func newSession(e cli.Env, f runFlags, say pipeline.Progress) *session {
	s := &session{env: e, flags: f, id: uuid.NewString(), say: say}
	if f.lent != nil {
		s.id = f.lent.id
	}
	return s
}

// open is openSession for a session whose event or source of failures is set already.
func (s *session) open(ctx context.Context) error {
	return s.steps(ctx, s.openPolicy, s.openRunDir, s.openWorkspace, s.openReport, s.prepare, s.openSuite, s.openHost, s.openMemory)
}

// named is an option as the reader sets it.
func (s *session) named(option string) string {
	if s.option == nil {
		return publish.Flag(option)
	}
	return s.option(option)
}

func (s *session) steps(ctx context.Context, steps ...func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return errors.Join(err, s.close())
		}
	}
	return nil
}

func (s *session) close() error {
	var errs []error
	for i := len(s.closer) - 1; i >= 0; i-- {
		errs = append(errs, s.closer[i]())
	}
	s.closer = nil
	return errors.Join(errs...)
}

func (s *session) openPolicy(context.Context) (err error) {
	if s.policy, err = s.flags.Policy(); err != nil {
		return err
	}
	if _, err := s.flags.Suite(s.env); err != nil {
		return err
	}
	if err := s.flags.Ladder.Check(); s.flags.API != "" && err != nil { // learn and verify ask no model

		return err
	}
	if s.redact, err = scrub.New(s.secrets()); err != nil {
		return err
	}
	go s.redact.Redact("warm up") // its rules take a while to build: let that be beside the first test run
	return nil
}

// secrets are the values that must never be shown: those of the environment, and those
// that the action got as inputs (M2).
func (s *session) secrets() []string { return append(proc.SecretValues(s.env.Environ), s.masked...) }

func (s *session) openRunDir(context.Context) error {
	state, err := cli.StateDir(s.env.Getenv)
	if err != nil {
		return err
	}
	if err := sweep(filepath.Join(state, "runs"), keptRuns-1); err != nil {
		s.warn("report", "old run folders stay: "+err.Error())
	}
	s.runDir = filepath.Join(state, "runs", stamp(s.env.Now())+"-"+s.id[:8])
	if err := os.MkdirAll(s.runDir, 0o700); err != nil {
		return fmt.Errorf("make the run folder: %w", err)
	}
	return nil
}

// keptRuns is how many run folders are kept: those of some weeks of work, a few
// hundred kilobytes each.
const keptRuns = 50

// sweep removes all but the newest folders of runs, whose names sort by their time.
func sweep(dir string, keep int) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for i := 0; i < len(entries)-keep; i++ {
		if err := os.RemoveAll(filepath.Join(dir, entries[i].Name())); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) openWorkspace(ctx context.Context) error {
	if s.flags.lent == nil { // else the command that lends did it
		workspace.Sweep(s.env.Environ)
	}
	w, err := checkout.Open(ctx, s.env, s.flags.Project, s.say)
	if err != nil {
		return err
	}
	s.work, s.home = w, home{w.Root(), w.Dir()}
	s.closer = append(s.closer, w.Close)
	dirty, err := w.Dirty(ctx)
	if err != nil {
		return fmt.Errorf("look for uncommitted changes: %w", err)
	}
	switch {
	case s.flags.Isolation == options.Worktree:
		if len(dirty) > 0 {
			s.say("report", "uncommitted changes are left out: "+console.Few(dirty))
		}
		err = s.isolate(ctx)
	case len(dirty) > 0:
		return cli.Usagef("uncommitted changes in %s, and a proof is about a commit: commit or stash them, or leave them out with %s worktree", console.Few(dirty), s.named("isolation"))
	default:
		s.closer = append(s.closer, s.leave)
	}
	if err != nil {
		return err
	}
	if s.event.Repo == "" {
		s.event = checkout.LocalEvent(s.env.Getenv, w)
		s.confine()
	}
	s.tenant = backend.TenantOf(s.env, s.flags.Place, w.RemoteOwner())
	return nil
}

// openReport reads the failures that are known already: they may name the command
// that failed, and a failed run that is not that of the checkout ends all here.
func (s *session) openReport(ctx context.Context) (err error) {
	switch {
	case s.read != nil:
		s.report, err = s.read(ctx)
	case s.flags.Run != "":
		s.report, err = s.readRun(ctx)
	default:
		s.report, err = logreport.Read(ctx, s.env, s.flags.Logs, s.home.root)
	}
	return err
}

// prepare sets the checkout up, and takes the snapshot that each run starts from.
func (s *session) prepare(ctx context.Context) error {
	if err := s.setUp(ctx); err != nil {
		return err
	}
	return s.work.Snapshot(ctx)
}

// isolate goes on in a fresh checkout of the commit, which is removed in the end.
func (s *session) isolate(ctx context.Context) error {
	from := s.work
	root, state, err := from.Fresh(ctx)
	if err != nil {
		return err
	}
	s.closer = append(s.closer, from.RemoveFresh)
	dir := filepath.Join(root, filepath.FromSlash(from.Sub()))
	s.work, err = workspace.Open(ctx, dir, workspace.Options{StateDir: state, Environ: s.env.Environ, Now: s.env.Now, Hidden: from.Private()})
	if err != nil {
		return err
	}
	s.closer = append(s.closer, s.work.Close)
	s.say("report", "in a fresh checkout of "+from.Head()[:12])
	return nil
}

// system is how the machine is called: by its image, else by its operating system.
func (s *session) system() string {
	return cmp.Or(s.env.Getenv("ImageOS"), s.env.Getenv("RUNNER_OS"), runtime.GOOS)
}

// isolation is how the proof names the checkout.
func (s *session) isolation() string {
	if s.flags.Isolation == options.Worktree {
		return options.Worktree
	}
	return ""
}

// setUp runs the command that prepares a fresh runner. What it leaves belongs to the
// checkout, so it runs before the snapshot.
func (s *session) setUp(ctx context.Context) error {
	if s.flags.Setup == "" {
		return nil
	}
	suite, err := s.flags.Suite(s.env)
	if err != nil {
		return err
	}
	s.say("report", "setting up: "+s.flags.Setup)
	env, _ := proc.Environ(suite.Environ, suite.PassEnv)
	res, err := s.work.Run(ctx, proc.Command{Shell: s.flags.Setup, Env: env, Timeout: suite.Timeout, Sandbox: proc.Sandbox{Mode: suite.Sandbox}})
	if err != nil {
		return fmt.Errorf("set up: %w", err)
	}
	if res.ExitCode != 0 {
		return cli.Usagef("%s %q exits %d: %s", s.named("setup-command"), s.flags.Setup, res.ExitCode, s.lastLines(res.Output))
	}
	return nil
}

// lastLines is the end of an output, for an error. Half a secret is no longer known as one,
// so it is cleaned with what stands before it.
func (s *session) lastLines(out []byte) string {
	const most, before = 400, 4 << 10 // bytes: enough for the message, short enough for one line of a log
	text := scrub.Text(string(out))
	text = strings.TrimSpace(s.cleanText(text[max(0, len(text)-most-before):]))
	return scrub.Line(text[max(0, len(text)-most):], most)
}

// leave puts the checkout back for the last time and drops the journal: what a
// person does in it from now on is theirs. Without a snapshot nothing was changed.
func (s *session) leave() error {
	_, err := s.work.Restore(context.Background())
	if errors.Is(err, workspace.ErrNoSnapshot) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("put the checkout back: %w", err)
	}
	if dir, names := s.work.Replaced(); dir != "" && !s.copied {
		s.say("checkout", fmt.Sprintf("%s changed while the run was going, by tests or by you, and is as before; what stood there is in %s", console.Few(names), dir))
	}
	return s.work.Forget()
}

func (s *session) openSuite(ctx context.Context) error {
	suite, err := s.flags.Suite(s.env)
	if err != nil {
		return err
	}
	if err := s.hasFolder(s.flags.Dir); err != nil {
		return err
	}
	c := s.chooseCommand(suite.Command)
	if c.Command == "" {
		return cli.Usage(check.ErrNoCommand)
	}
	s.say("report", c.String())
	if suite.Sandbox == proc.Off {
		s.warn("report", "the sandbox was off: the tests could read and write what this user can")
	}
	s.command, suite.Command, suite.Dir = c, c.Command, filepath.ToSlash(s.flags.Dir)
	s.policy.ProtectedPaths = append(s.policy.ProtectedPaths, check.Scripts(suite.Command, s.work, s.testFolder())...)
	s.runner, err = check.New(suite)
	return err
}

// hasFolder refuses a folder that the checkout, as it was set up, does not have.
func (s *session) hasFolder(dir string) error {
	if info, err := os.Stat(filepath.Join(s.work.Root(), filepath.FromSlash(dir))); err != nil || !info.IsDir() {
		return cli.Usagef("%s %q: the checkout has no such folder; it is named from the top of the checkout", s.named("working-directory"), dir)
	}
	return nil
}

// lent is what the sessions of one command share, so that the memory is opened, and the
// model of similarity loaded, once. Its records carry one session's id.
type lent struct {
	id    string
	store memory.Store
	embed embed.Embedder
	close func() error
}

// lend opens the memory in the name of the checkout.
func lend(ctx context.Context, e cli.Env, p options.Place, w *workspace.Workspace) (*lent, error) {
	workspace.Sweep(e.Environ)
	l := &lent{id: uuid.NewString()}
	store, err := backend.Open(ctx, e, p, backend.Access{Session: l.id, Remote: w.RemoteURL()})
	if err != nil {
		return nil, err
	}
	embedder, closeEmbedder := backend.Embedder(e, p.ModelDir)
	l.store, l.embed = store, embedder
	l.close = func() error { return errors.Join(closeEmbedder(), store.Close()) }
	return l, nil
}

func (s *session) openMemory(ctx context.Context) error {
	if l := s.flags.lent; l != nil {
		s.store, s.embed = l.store, l.embed
		return nil
	}
	open, uri, err := backend.Plan(s.env, s.flags.Place, backend.Access{Session: s.id, ReadOnly: !s.writes(), Remote: s.work.RemoteURL()})
	if err != nil {
		return err
	}
	store := backend.OpenLate(ctx, open)
	s.store = store
	s.closer = append(s.closer, store.Close)
	s.say("recall", "memory "+uri+", tenant "+s.tenant)
	e, closeEmbedder := backend.Embedder(s.env, s.flags.ModelDir)
	s.embed = e
	s.closer = append(s.closer, closeEmbedder)
	warm(ctx, e)
	return nil
}

// warm loads the model of similarity beside the first run of the tests.
func warm(ctx context.Context, e embed.Embedder) {
	if m, ok := e.(interface{ Warm(context.Context) error }); ok {
		go m.Warm(ctx) // a model that does not load says so when it is asked
	}
}

// save writes a stage's result to the run folder.
func (s *session) save(name string, v any) error {
	data, err := s.cleanJSON(v)
	if err != nil {
		return fmt.Errorf("save %s: %w", name, err)
	}
	if err := os.WriteFile(filepath.Join(s.runDir, name), append(data, '\n'), 0o600); err != nil {
		return fmt.Errorf("save %s: %w", name, err)
	}
	return nil
}

// saidBy are the fields of saved results that hold outside text: run folders are
// uploaded as artifacts, so secrets are taken out of them.
var saidBy = map[string]bool{"message": true, "output": true, "text": true, "tail": true, "reason": true, "reasons": true, "notes": true, "detail": true, "description": true,
	"root_cause": true, "diagnosis": true, "stop": true, "outcome": true}

// cleanJSON is v as JSON without secrets in its texts.
func (s *session) cleanJSON(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		return nil, err
	}
	return json.MarshalIndent(s.cleanTree("", tree), "", "  ")
}

func (s *session) cleanTree(key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			v[k] = s.cleanTree(k, x)
		}
	case []any:
		for i, x := range v {
			v[i] = s.cleanTree(key, x)
		}
	case string:
		if saidBy[key] {
			return s.cleanText(v)
		}
	}
	return v
}

// run does the main job on the failures that were read; without any it runs the
// tests for them.
func (s *session) run(ctx context.Context) (answer.Run, error) {
	st, err := s.stages()
	if err != nil {
		return answer.Run{}, err
	}
	res, err := pipeline.Run(ctx, st, pipeline.Job{ID: s.id, Event: s.event, Report: s.report, Tenant: s.tenant,
		Filter: memory.Filter{Repo: s.event.Repo, Public: s.public()}})
	if err != nil {
		return answer.Run{}, err
	}
	if runs, spent := s.runner.Spent(); runs > 0 {
		s.say("verify", fmt.Sprintf("all runs of the tests took %s", spent.Round(time.Millisecond)))
	}
	if err := backend.Flush(ctx, s.store); err != nil { // before the summary, which tells of it
		s.say("remember", err.Error())
		res.Notes = append(res.Notes, err.Error())
	}
	return s.finish(ctx, res)
}

// public reports whether the repository is known to be public. By hand nobody
// says so unless a run was looked up, and a private record may be shown to the one
// who has it anyway.
func (s *session) public() bool {
	return (s.event.Trigger != "" || s.event.RunID != 0) && !s.event.Private
}

// verifier judges patches in the checkout, without a base.
func (s *session) verifier() *verify.Verifier {
	return &verify.Verifier{Check: s.runner, Workspace: s.work, Policy: s.policy.Strict(), Now: s.env.Now, Reruns: s.flags.Reruns,
		Isolation: s.isolation(), System: s.system(), Clean: s.cleanText}
}

func (s *session) stages() (pipeline.Stages, error) {
	base, err := s.base(context.Background())
	if err != nil {
		return pipeline.Stages{}, err
	}
	recaller := &recall.Recaller{Store: s.store, Embedder: s.embed, Sources: s.onDisk}
	st := pipeline.Stages{
		Workspace: s.work, Check: s.runner, Recall: recaller, Policy: s.policy, Progress: s.say,
		Verifier: s.verifier(), Save: s.save, RunDir: s.runDir, Clean: s.cleanText, Wanted: s.guard, Option: s.option,
	}
	st.Verifier.Base = base
	if s.writes() {
		v, err := s.flags.Audience()
		if err != nil {
			return st, err
		}
		st.Remember = s.remember(v)
	}
	models := ladder.Ladder{Env: s.env, Flags: s.flags.Ladder, State: filepath.Dir(filepath.Dir(s.runDir)), Store: s.store, Tenant: s.tenant,
		Run: s.id, Repo: s.event.Repo, Say: s.say}
	return st, models.AddTo(&st)
}

// onDisk reads a file of the checkout. Recall asks while the tests run again, when the
// snapshot is being restored from.
func (s *session) onDisk(path string) ([]byte, bool) {
	data, err := s.work.Read(path)
	return data, err == nil
}

// base is the commit that the change started from: the merge base with --base, or
// with the pull request's base. A history too short to tell has none.
func (s *session) base(ctx context.Context) (string, error) {
	against := cmp.Or(s.flags.BaseRev, s.event.BaseSHA)
	if against == "" {
		return "", nil
	}
	id, err := checkout.Resolve(ctx, s.work, against)
	if err != nil && s.flags.BaseRev != "" {
		return "", err
	}
	out, err := s.work.Git(ctx, "merge-base", "HEAD", id)
	if err != nil {
		return "", nil // a shallow clone, or histories that never met
	}
	return strings.TrimSpace(string(out)), nil
}

// writes reports whether the run may write to the memory: the owner wants it, and
// nobody who is not trusted had a hand in what runs.
func (s *session) writes() bool { return s.flags.MemoryWrite && s.event.Trusted }

func (s *session) cleanText(text string) string {
	clean, _ := s.redact.Redact(text)
	return clean
}

func (s *session) remember(v memory.Visibility) *remember.Memory {
	return &remember.Memory{Store: s.store, Tenant: s.tenant, Visibility: v, Embedder: s.embed, Now: s.env.Now,
		Redact: func(text string) string { clean, _ := s.redact.RedactVerbatim(text); return clean },
		Origin: memory.Origin{Session: s.id, Maker: "agent", Model: strings.Join(s.flags.Model, ","), Repo: s.event.Repo,
			Private: s.event.Private, Actor: s.event.Actor, RunID: runID(s.event)}, RunURL: publish.RunURL(s.event)}
}

// runID is the workflow run's id as memory keeps it; "" by hand.
func runID(e event.Event) string {
	if e.RunID == 0 {
		return ""
	}
	return strconv.FormatInt(e.RunID, 10)
}

// finish saves the patch and shows what came of the run.
func (s *session) finish(ctx context.Context, res pipeline.Result) (answer.Run, error) {
	res.Reason, res.Notes = s.cleanText(res.Reason), append(res.Notes, s.notes...)
	if odd := backend.Warnings(s.store); len(odd) > 0 {
		note := "the memory: " + scrub.Line(odd[0], 400)
		if len(odd) > 1 {
			note += fmt.Sprintf("; and %d more, which regreen memory doctor names", len(odd)-1)
		}
		res.Notes = append(res.Notes, note)
	}
	for i, n := range res.Notes {
		res.Notes[i] = s.cleanText(n)
	}
	d := answer.Run{Res: res, Delivery: outcome.None, RunDir: s.runDir, Command: s.command}
	if !res.Patch.Empty() {
		d.PatchFile = filepath.Join(s.runDir, "fix.patch")
		if err := os.WriteFile(d.PatchFile, []byte(res.Patch.String()), 0o600); err != nil {
			return d, fmt.Errorf("save the patch: %w", err)
		}
		d.Delivery = outcome.Patch
		d.Apply = "git -C " + options.ShellWord(s.home.root) + " apply " + options.ShellWord(d.PatchFile)
	}
	if res.Proof != nil {
		d.Repeat = s.cleanText(s.repetition().Verify(d.PatchFile))
	}
	return d, s.degradePost(ctx, &d)
}

// repetition is what the session proves with.
func (s *session) repetition() options.Repetition {
	return options.Repetition{Repo: s.home.dir, Commit: s.work.Head(), Test: s.command.Command, Project: s.flags.Project, Limits: s.flags.Limits}
}
