package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/regreen/regreen/internal/actions"
	"github.com/regreen/regreen/internal/app/backend"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/logreport"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/ghapi"
	"github.com/regreen/regreen/internal/joblog"
	"github.com/regreen/regreen/internal/pipeline"
)

// byHand is GitHub for a command that a person types: the server and the repository
// that the address of a run or pull request names, else those of the checkout.
type byHand struct {
	env    cli.Env
	token  string
	client *ghapi.Client
	event  event.Event
}

// errNoToken says what a command that asks GitHub needs.
var errNoToken = cli.Usagef("set GITHUB_TOKEN to a token that may read the repository and its actions")

// signIn signs in for an address. The token goes to no server but the one that the
// environment names, else github.com: an address that somebody sent, or the remote of
// a checkout that somebody gave, may name any.
func (h *byHand) signIn(server, repo string) error {
	h.token = cmp.Or(h.token, h.env.Getenv("GITHUB_TOKEN"))
	if h.token == "" {
		return errNoToken
	}
	known := cmp.Or(h.env.Getenv("GITHUB_SERVER_URL"), event.DefaultServerURL)
	if !sameHost(cmp.Or(server, known), known) {
		return cli.Usagef("the token is not sent to %q: set GITHUB_SERVER_URL to it if it is yours", server)
	}
	server = strings.TrimSuffix(known, "/") // with the scheme that it is known by
	h.event.ServerURL, h.event.APIURL = server, h.apiOf(server, known)
	h.event.Repo = cmp.Or(repo, h.event.Repo)
	if !event.ValidRepo(h.event.Repo) {
		return cli.Usagef("it is not known which repository is meant: give the address of the page, or run it in a checkout whose remote origin is on GitHub")
	}
	var err error
	h.client, err = ghapi.New(ghapi.Config{APIURL: h.event.APIURL, ServerURL: server, Repo: h.event.Repo, Token: h.token,
		Runner: runnerToken(h.env), Environ: h.env.Environ})
	if err != nil {
		return fmt.Errorf("sign in to GitHub: %w", err)
	}
	return nil
}

// apiOf is the interface of a server: what the environment says, else where GitHub,
// or an enterprise server, has it.
func (h *byHand) apiOf(server, known string) string {
	switch api := h.env.Getenv("GITHUB_API_URL"); {
	case api != "" && sameHost(server, known):
		return api
	case sameHost(server, event.DefaultServerURL):
		return event.DefaultAPIURL
	}
	return server + "/api/v3"
}

// sameHost reports whether two addresses are on one host.
func sameHost(a, b string) bool {
	u, err := url.Parse(a)
	v, verr := url.Parse(b)
	return err == nil && verr == nil && u.Host != "" && u.Host == v.Host
}

// runnerToken is the token that the runner gave the job; a person's own token has the
// same name on their machine.
func runnerToken(e cli.Env) string {
	if !actions.Active(e.Getenv) {
		return ""
	}
	return cmp.Or(e.Getenv("REGREEN_RUNNER_TOKEN"), e.Getenv("GITHUB_TOKEN"))
}

// lookUp asks for a run and its pull request.
func (h *byHand) lookUp(ctx context.Context, ref event.RunRef) (err error) {
	if h.event, err = h.client.RunEvent(ctx, h.event, ref); err != nil {
		return lookError(fmt.Errorf("look up run %d of %s: %w", ref.ID, h.event.Repo, err))
	}
	if h.event, err = h.client.Resolve(ctx, h.event); err != nil {
		return lookError(fmt.Errorf("look up the pull request: %w", err))
	}
	if h.event.Refused {
		return cli.Usagef("run %d: %s", ref.ID, h.event.Untrusted)
	}
	return nil
}

// lookError tells a wrong address or token from a broken server.
func lookError(err error) error {
	for _, mistake := range []error{ghapi.ErrNoSuch, ghapi.ErrNoEntry, ghapi.ErrRunning} {
		if errors.Is(err, mistake) {
			return cli.Usage(err)
		}
	}
	return err
}

// readRun looks up the failed run of --run, checks that it is that of the checkout,
// and reads the logs of its failed jobs.
func (s *session) readRun(ctx context.Context) (*failure.Report, error) {
	if len(s.flags.Logs) > 0 {
		return nil, cli.Usagef("--run and --log-file exclude each other: the logs of that run are read")
	}
	ref, err := event.ParseRun(s.flags.Run)
	if err != nil {
		return nil, cli.Usage(err)
	}
	h := byHand{env: s.env, token: s.flags.Token, event: s.event}
	if err := h.signIn(ref.Server, ref.Repo); err != nil {
		return nil, err
	}
	if err := h.lookUp(ctx, ref); err != nil {
		return nil, err
	}
	s.event = h.event
	if s.flags.Tenant == "" {
		owner, _, _ := strings.Cut(s.event.Repo, "/")
		s.tenant = backend.Owned(owner)
	}
	if s.event.Skip != "" {
		s.warn("report", s.event.Skip)
		return green(), nil
	}
	if err := s.atHead(); err != nil {
		return nil, err
	}
	s.confine()
	ref.Attempt = s.event.RunAttempt
	return fetchLogs(ctx, h.client.Run(ref), s.home.root, s.warn)
}

// confine keeps what a fork's code may do to what it may do in a workflow.
func (s *session) confine() {
	if s.event.Trusted {
		return
	}
	if s.flags.Sandbox == options.AutoSandbox {
		s.flags.Sandbox = "require"
	}
	s.warn("report", s.event.Untrusted+": the sandbox is required, and nothing is remembered or pushed")
}

// warn says a line that the result repeats.
func (s *session) warn(stage, line string) {
	s.notes = append(s.notes, line)
	s.say(stage, line)
}

// atHead checks that the checkout is at the commit that failed. With --base it may be
// elsewhere: the fix is then for where it is.
func (s *session) atHead() error {
	head, want := s.work.Head(), s.event.HeadSHA
	if head == want {
		return nil
	}
	if s.flags.BaseRev != "" {
		s.warn("report", fmt.Sprintf("run %d is of commit %.12s, the checkout is at %.12s", s.event.RunID, want, head))
		s.event.HeadSHA, s.event.HeadRef, s.event.BaseSHA = head, s.work.Branch(), ""
		return nil
	}
	from := want
	if s.event.FromFork && s.event.PR > 0 {
		from = fmt.Sprintf("refs/pull/%d/head", s.event.PR) // a fork's commit is on no branch here (P2)
	}
	return cli.Usagef("the checkout is at %.12s, run %d failed at %.12s. Check that out: in a workflow with the ref of actions/checkout, else git -C %s fetch origin %s && git -C %s switch --detach %s",
		head, s.event.RunID, want, options.ShellWord(s.home.dir), from, options.ShellWord(s.home.dir), want)
}

// green is the report of a run in which nothing failed.
func green() *failure.Report { return &failure.Report{Framework: "github-actions"} }

// fetchLogs reads the logs of a run's failed jobs. Where none can be had it returns
// nil: the tests are run for the failures.
func fetchLogs(ctx context.Context, run joblog.Source, root string, say pipeline.Progress) (*failure.Report, error) {
	logs, err := joblog.Collect(ctx, run, joblog.Limits{})
	if errors.Is(err, joblog.ErrNoJob) {
		return green(), nil
	}
	if err != nil {
		return nil, lookError(fmt.Errorf("fetch the logs: %w", err))
	}
	defer logs.Close()
	r, err := logreport.Parse(logs.Inputs, root)
	for _, note := range logs.Notes() {
		say("report", note)
	}
	if missing := logs.Err(); err == nil && missing != nil {
		say("report", missing.Error()+"; running the tests instead")
		return nil, nil
	}
	return r, err
}
