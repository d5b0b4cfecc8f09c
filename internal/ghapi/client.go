// Package ghapi talks to GitHub, or a server that speaks its REST interface: logs
// of failed jobs, refs, commits, pull requests, comments. It implements
// joblog.Source, publish.Host and publish.Watch.
package ghapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bradleyfalzon/ghinstallation/v2"
	"github.com/gofri/go-github-ratelimit/v2/github_ratelimit"
	"github.com/gofri/go-github-ratelimit/v2/github_ratelimit/github_secondary_ratelimit"
	"github.com/google/go-github/v62/github"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/publish"
	"github.com/regreen/regreen/internal/version"
)

const (
	// perPage is the most that GitHub puts on a page; its default is 30.
	perPage = 100
	// maxPages bounds a listing: 10,000 items are more than any honest answer here.
	maxPages = 100
	// callTimeout is for one call, with the waits for rate limits in it.
	callTimeout = 10 * time.Minute
	// headerTimeout is how long a server may think.
	headerTimeout = 60 * time.Second
	// maxLimitWait is the longest wait for one secondary rate limit, and
	// totalLimitWait for all of a run; a longer one ends the run with its patch saved.
	maxLimitWait   = 5 * time.Minute
	totalLimitWait = 15 * time.Minute
)

// Config says which server and repository, and how to sign in.
type Config struct {
	APIURL    string // GITHUB_API_URL; "" means event.DefaultAPIURL
	ServerURL string // GITHUB_SERVER_URL; "" means event.DefaultServerURL
	Repo      string // owner/name
	Token     string // "" together with no App reads public repositories only
	// Runner is the runner's own token, by which Token is known to be it.
	Runner string
	App    *App
	// Transport carries the calls; nil means one that obeys the proxy variables.
	Transport http.RoundTripper
	// Sleep waits between tries of a failed call; nil means real time.
	Sleep func(context.Context, time.Duration) error
	// SignCommits makes commits through the API, where the server signs them.
	SignCommits bool
	// Git is the path of git; "" finds it in PATH.
	Git string
	// Environ is what git gets of the environment, such as PATH, HOME, proxies.
	Environ []string
}

// App is a GitHub App. Its installation on the repository is looked up.
type App struct {
	ID         int64
	PrivateKey []byte // PEM
}

// Client is a signed-in client of one repository. It is safe for concurrent use.
type Client struct {
	gh          *github.Client
	bare        *http.Client // without the token, for downloads from other hosts
	owner, name string
	server      string
	config      Config
	kind        publish.TokenKind
	token       func(context.Context) (string, error)
	comments    commentCache
}

// New makes a client. It makes no call; an App's token is fetched by the first one.
func New(c Config) (*Client, error) {
	owner, name, ok := strings.Cut(c.Repo, "/")
	if !ok || !event.ValidRepo(c.Repo) {
		return nil, fmt.Errorf("repository %q: not owner/name", c.Repo)
	}
	api, err := serverURL(c.APIURL, event.DefaultAPIURL)
	if err != nil {
		return nil, err
	}
	server, err := serverURL(c.ServerURL, event.DefaultServerURL)
	if err != nil {
		return nil, err
	}
	if c.Sleep == nil {
		c.Sleep = sleep
	}
	base := c.Transport
	if base == nil {
		base = transport()
	}
	cl := &Client{owner: owner, name: name, server: strings.TrimSuffix(server.String(), "/"), config: c}
	if err := cl.signIn(base, api); err != nil {
		return nil, err
	}
	cl.bare = &http.Client{Transport: &retry{base: base, sleep: c.Sleep}, Timeout: callTimeout}
	signed := &auth{base: base, host: api.Host, token: cl.token}
	limited := github_ratelimit.New(&retry{base: signed, sleep: c.Sleep},
		github_secondary_ratelimit.WithSingleSleepLimit(maxLimitWait, nil),
		github_secondary_ratelimit.WithTotalSleepLimit(totalLimitWait, nil))
	cl.gh = github.NewClient(&http.Client{Transport: limited, Timeout: callTimeout})
	cl.gh.BaseURL = api
	cl.gh.UserAgent = version.UserAgent()
	return cl, nil
}

// serverURL reads an address and gives it the slash at its end that go-github wants.
func serverURL(s, standard string) (*url.URL, error) {
	if s == "" {
		s = standard
	}
	u, err := url.Parse(strings.TrimSuffix(s, "/") + "/")
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil {
		return nil, fmt.Errorf("server address %q: not an http address", s)
	}
	return u, nil
}

func (c *Client) signIn(base http.RoundTripper, api *url.URL) error {
	if c.config.App == nil {
		token := c.config.Token
		c.kind = KindOf(token, c.config.Runner)
		c.token = func(context.Context) (string, error) { return token, nil }
		return nil
	}
	apps, err := ghinstallation.NewAppsTransport(base, c.config.App.ID, c.config.App.PrivateKey)
	if err != nil {
		return fmt.Errorf("read the private key of the GitHub App: %w", err)
	}
	apps.BaseURL = strings.TrimSuffix(api.String(), "/")
	c.kind = publish.TokenApp
	a := &appToken{apps: apps, api: api, repo: c.config.Repo}
	c.token = a.get
	return nil
}

// KindOf tells the kind of a token by its prefix. runner is the runner's own token,
// which has the same prefix as an App's; it is never found out by asking the server
// who one is, because it may not ask that (P9).
func KindOf(token, runner string) publish.TokenKind {
	switch {
	case token == "":
		return publish.TokenNone
	case token == runner:
		return publish.TokenRunner
	case strings.HasPrefix(token, "ghs_"):
		return publish.TokenApp
	case strings.HasPrefix(token, "ghp_"), strings.HasPrefix(token, "github_pat_"), strings.HasPrefix(token, "gho_"), strings.HasPrefix(token, "ghu_"):
		return publish.TokenUser
	}
	return publish.TokenUnknown
}

// Kind is the kind of the client's token.
func (c *Client) Kind() publish.TokenKind { return c.kind }

// transport obeys the proxy variables, as the runner's own programs do (H3).
func transport() http.RoundTripper {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	t = t.Clone()
	t.ResponseHeaderTimeout = headerTimeout
	return t
}

// auth adds the token to requests for one host only: redirects lead elsewhere, and
// must not take it along.
type auth struct {
	base  http.RoundTripper
	host  string
	token func(context.Context) (string, error)
}

func (a *auth) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != a.host {
		return a.base.RoundTrip(r)
	}
	token, err := a.token(r.Context())
	if err != nil {
		return nil, fmt.Errorf("sign in: %w", err)
	}
	if token != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return a.base.RoundTrip(r)
}

// Attempts and waits of a call that may be repeated.
const (
	tries     = 4
	firstWait = 500 * time.Millisecond
)

// retry repeats reads that failed for a passing reason. What writes is not
// repeated here: each effect is found again by its key when the run is repeated.
type retry struct {
	base  http.RoundTripper
	sleep func(context.Context, time.Duration) error
}

func (t *retry) RoundTrip(r *http.Request) (*http.Response, error) {
	wait := firstWait
	for n := 1; ; n++ {
		resp, err := t.base.RoundTrip(r)
		if n == tries || r.Method != http.MethodGet || !passing(r.Context(), resp, err) {
			return resp, err
		}
		if resp != nil {
			_ = resp.Body.Close() // it is asked for again
		}
		if err := t.sleep(r.Context(), wait); err != nil {
			return nil, err
		}
		wait *= 2
	}
}

func passing(ctx context.Context, resp *http.Response, err error) bool {
	if err != nil {
		return ctx.Err() == nil
	}
	switch resp.StatusCode {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout, http.StatusInternalServerError:
		return true
	}
	return false
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// status returns the HTTP status of an error's answer, 0 if there was none.
func status(err error) int {
	var e *github.ErrorResponse
	if errors.As(err, &e) && e.Response != nil {
		return e.Response.StatusCode
	}
	return 0
}

// refers reports whether the server's answer names a field of the request as wrong.
func refers(err error, field string) bool {
	var e *github.ErrorResponse
	if !errors.As(err, &e) {
		return false
	}
	for _, d := range e.Errors {
		if d.Field == field {
			return true
		}
	}
	return false
}

// pages calls do for every page of a listing. more is the next page, 0 at the end.
func pages(do func(page int) (more int, err error)) error {
	page := 1
	for range maxPages {
		more, err := do(page)
		if err != nil || more == 0 {
			return err
		}
		page = more
	}
	return fmt.Errorf("%w: more than %d pages", publish.ErrIncomplete, maxPages)
}
