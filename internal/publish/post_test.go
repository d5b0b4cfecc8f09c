package publish_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/publish"
)

// host is a server in memory. It counts its effects and can crash right before or
// after any of them, as a killed process does.
type host struct {
	branches map[string]string // name to commit
	pulls    []publish.Existing
	bodies   map[int]string // of pull requests
	comments map[int]string
	state    publish.PullState
	effects  []string
	crashAt  int  // number of the effect, from 1; 0 never
	after    bool // the crash comes after the effect
	maxBody  int
	fail     map[string]error // by method
	searches []publish.Search
}

var errCrash = errors.New("killed")

func newHost() *host {
	return &host{branches: map[string]string{}, bodies: map[int]string{}, comments: map[int]string{}, fail: map[string]error{},
		state: publish.PullState{Resolution: event.Resolution{Number: 7, HeadSHA: strings.Repeat("a1", 20)}, Open: true}}
}

// effect runs do as one effect.
func (h *host) effect(name string, do func()) {
	n := len(h.effects) + 1
	if n == h.crashAt && !h.after {
		panic(errCrash)
	}
	h.effects = append(h.effects, name)
	do()
	if n == h.crashAt && h.after {
		panic(errCrash)
	}
}

func (h *host) Find(_ context.Context, s publish.Search) ([]publish.Existing, error) {
	h.searches = append(h.searches, s)
	var found []publish.Existing
	for _, p := range h.pulls {
		if p.Branch == s.Branch || s.Fingerprint != "" && p.Marker.Fingerprint == s.Fingerprint {
			found = append(found, p)
		}
	}
	return found, h.fail["find"]
}

func (h *host) Push(_ context.Context, c publish.Commit) (string, error) {
	if err := h.fail["push"]; err != nil {
		return "", err
	}
	sha := "sha of " + c.Message[:10]
	if have, ok := h.branches[c.Branch]; ok && have == sha {
		return sha, nil
	}
	h.effect("push", func() { h.branches[c.Branch] = sha })
	return sha, nil
}

func (h *host) Open(_ context.Context, p publish.PullRequest) (publish.Existing, error) {
	if err := h.fail["open"]; err != nil {
		return publish.Existing{}, err
	}
	if h.maxBody > 0 && len(p.Body) > h.maxBody {
		return publish.Existing{}, publish.ErrTooLong
	}
	i := slices.IndexFunc(h.pulls, func(e publish.Existing) bool { return e.Open && (e.Branch == p.Branch || e.Number == p.Number) })
	if i < 0 {
		h.effect("create", func() {
			i = len(h.pulls)
			m, _ := publish.ParseMarker(p.Body)
			e := publish.Existing{Number: 100 + i, URL: fmt.Sprintf("https://github.com/acme/shop/pull/%d", 100+i), Branch: p.Branch, SHA: h.branches[p.Branch], Open: true, Marker: m}
			h.pulls, h.bodies[e.Number] = append(h.pulls, e), p.Body
		})
	}
	h.effect("label", func() { h.pulls[i].Labels = p.Labels })
	return h.pulls[i], nil
}

func (h *host) Comment(_ context.Context, number int, body string) error {
	if err := h.fail["comment"]; err != nil {
		return err
	}
	if h.maxBody > 0 && len(body) > h.maxBody {
		return publish.ErrTooLong
	}
	if h.comments[number] != body {
		h.effect("comment", func() { h.comments[number] = body })
	}
	return nil
}

func (h *host) Pull(context.Context, int) (publish.PullState, error) { return h.state, h.fail["pull"] }
func (h *host) CanPush(context.Context) error                        { return h.fail["rights"] }
func (h *host) Marker(_ context.Context, number int) (publish.Marker, bool, error) {
	m, ok := publish.ParseMarker(h.comments[number])
	return m, ok, nil
}

var both = publish.Effects{Push: true, Comment: true}

func trusted() publish.Change {
	c := replayed()
	c.Event.Trusted = true
	return c
}

func TestPost(t *testing.T) {
	h := newHost()
	p, err := publish.Post(t.Context(), h, trusted(), publish.Style{}, both)
	if err != nil {
		t.Fatal(err)
	}
	if p.Number != 100 || p.Operation != publish.Created || p.Delivery != outcome.PullRequest || p.SHA == "" || p.Reason != "" {
		t.Errorf("posted %+v", p)
	}
	// L8: exactly one push a run.
	if got := strings.Join(h.effects, " "); got != "push create label comment" {
		t.Errorf("effects: %s", got)
	}
	if !strings.Contains(h.comments[7], "[#100](https://github.com/acme/shop/pull/100)") {
		t.Errorf("the comment does not link the pull request:\n%s", h.comments[7])
	}
}

// A rerun after a crash before or after any effect does the rest, and nothing twice.
func TestPostFinishesAfterACrash(t *testing.T) {
	for at := 1; at <= 4; at++ {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprintf("effect %d after %v", at, after), func(t *testing.T) {
				h := newHost()
				h.crashAt, h.after = at, after
				func() {
					defer func() {
						if r := recover(); r != errCrash {
							t.Fatalf("recovered %v", r)
						}
					}()
					_, _ = publish.Post(t.Context(), h, trusted(), publish.Style{}, both)
				}()
				h.crashAt = 0
				p, err := publish.Post(t.Context(), h, trusted(), publish.Style{}, both)
				if err != nil || p.Number != 100 || p.Delivery != outcome.PullRequest {
					t.Fatalf("rerun: %+v, %v", p, err)
				}
				counts := map[string]int{}
				for _, e := range h.effects {
					counts[e]++
				}
				if counts["push"] != 1 || counts["create"] != 1 || len(h.pulls) != 1 || len(h.pulls[0].Labels) != 1 || h.comments[7] == "" {
					t.Errorf("effects %v, pulls %+v", h.effects, h.pulls)
				}
			})
		}
	}
}

func TestPostDryRunAndUntrusted(t *testing.T) {
	fork := trusted()
	fork.Event.FromFork, fork.Event.Trusted = true, false
	unproved := trusted()
	unproved.Outcome = outcome.RejectedByGuard
	for name, tc := range map[string]struct {
		change  publish.Change
		allow   publish.Effects
		effects string
	}{
		"dry run":     {trusted(), publish.Effects{}, ""},
		"fork P2":     {fork, both, "comment"},
		"not proved":  {unproved, both, "comment"},
		"no comments": {trusted(), publish.Effects{Push: true}, "push create label"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost()
			p, err := publish.Post(t.Context(), h, tc.change, publish.Style{}, tc.allow)
			if got := strings.Join(h.effects, " "); err != nil || got != tc.effects {
				t.Errorf("effects %q, want %q; %v", got, tc.effects, err)
			}
			if !tc.allow.Push && p.Delivery != outcome.Patch {
				t.Errorf("delivery %q", p.Delivery)
			}
		})
	}
}

// P1: where pull requests are forbidden, the branch stays, a link opens the pull
// request with its text, and the setting is named.
func TestPostP1Forbidden(t *testing.T) {
	h := newHost()
	h.fail["open"] = fmt.Errorf("create: %w", publish.ErrForbidden)
	p, err := publish.Post(t.Context(), h, trusted(), publish.Style{}, both)
	if err != nil {
		t.Fatal(err)
	}
	if p.Delivery != outcome.Branch || p.Number != 0 || h.branches[p.Branch] == "" {
		t.Errorf("posted %+v", p)
	}
	if !strings.Contains(p.Reason, "Allow GitHub Actions to create and approve pull requests") || !strings.Contains(h.comments[7], "Allow GitHub Actions") {
		t.Errorf("the setting is not named: %q", p.Reason)
	}
	if !strings.HasPrefix(p.URL, "https://github.com/acme/shop/compare/feature/cart...regreen/fix-") || len(p.URL) > 8000 || !strings.Contains(h.comments[7], p.URL) {
		t.Errorf("link %d bytes: %s", len(p.URL), p.URL)
	}
}

// P4, P5, P9, P16: whatever the server refuses, the patch is delivered with the reason.
func TestPostKeepsThePatch(t *testing.T) {
	for name, err := range map[string]error{"P16 moved": publish.ErrMoved, "P4 workflow": publish.ErrProtected, "P6 rule": publish.ErrRefused,
		"P9 taken": publish.ErrTaken, "P5 token": publish.ErrReadOnly, "broken": errors.New("connection reset")} {
		t.Run(name, func(t *testing.T) {
			h := newHost()
			h.fail["push"] = fmt.Errorf("push: %w", err)
			p, got := publish.Post(t.Context(), h, trusted(), publish.Style{}, both)
			if got != nil || p.Delivery != outcome.Patch || !strings.Contains(p.Reason, err.Error()) {
				t.Errorf("posted %+v, %v", p, got)
			}
			if !strings.Contains(h.comments[7], "git apply") {
				t.Errorf("the comment has no patch:\n%s", h.comments[7])
			}
		})
	}
	h := newHost()
	h.fail["find"] = publish.ErrIncomplete // L6
	if p, err := publish.Post(t.Context(), h, trusted(), publish.Style{}, both); err != nil || p.Delivery != outcome.Patch || len(h.branches) > 0 {
		t.Errorf("after an incomplete search: %+v, %v", p, err)
	}
}

// L5: a second run finds the pull request of the first right before it would create one.
func TestPostL5Adopts(t *testing.T) {
	h := newHost()
	first, err := publish.Post(t.Context(), h, trusted(), publish.Style{}, both)
	if err != nil {
		t.Fatal(err)
	}
	before := len(h.effects)
	second, err := publish.Post(t.Context(), h, trusted(), publish.Style{}, both)
	if err != nil || second.Number != first.Number || second.Operation != publish.Nothing {
		t.Errorf("second run: %+v, %v", second, err)
	}
	if len(h.effects) != before {
		t.Errorf("second run had effects: %v", h.effects[before:])
	}
	h.pulls[0].Open = false
	if p, err := publish.Post(t.Context(), h, trusted(), publish.Style{}, publish.Effects{Push: true}); err != nil || p.Number != 0 || p.Delivery != outcome.Patch {
		t.Errorf("after a person closed it: %+v, %v", p, err)
	}
}

// H7: a text that the server finds too long is sent shorter.
func TestPostH7Shrinks(t *testing.T) {
	h := newHost()
	h.maxBody = 9000
	c := trusted()
	c.Description = strings.Repeat("long line\n", 2000)
	p, err := publish.Post(t.Context(), h, c, publish.Style{}, both)
	if err != nil || p.Number == 0 || h.comments[7] == "" {
		t.Fatalf("posted %+v, %v", p, err)
	}
	if !strings.Contains(h.bodies[p.Number], "left out") {
		t.Error("nothing was left out")
	}
}

func TestPostCancelled(t *testing.T) {
	h := newHost()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	h.fail["push"] = ctx.Err()
	if _, err := publish.Post(ctx, h, trusted(), publish.Style{}, both); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func TestFinishLinksOnce(t *testing.T) {
	h := newHost()
	c := trusted()
	c.Outcome, c.Posted = outcome.SkippedDup, publish.Posted{Number: 100, URL: "https://github.com/acme/shop/pull/100", Labels: []string{publish.DefaultLabel}}
	for range 2 {
		if err := publish.Finish(t.Context(), h, c, publish.Style{}); err != nil {
			t.Fatal(err)
		}
	}
	if len(h.effects) != 1 || !strings.Contains(h.comments[7], "#100") {
		t.Errorf("effects %v\n%s", h.effects, h.comments[7])
	}
	// The comment of the run that did the work says more and stays.
	h = newHost()
	if _, err := publish.Post(t.Context(), h, trusted(), publish.Style{}, both); err != nil {
		t.Fatal(err)
	}
	want := h.comments[7]
	if err := publish.Finish(t.Context(), h, c, publish.Style{}); err != nil || h.comments[7] != want {
		t.Errorf("the comment was replaced: %v", err)
	}
}

// A pull request's run has the merge with its base checked out; the commit goes on
// its head, which the branch must still be at.
func TestPostOnTheHeadOfAPullRequest(t *testing.T) {
	c := trusted()
	c.Event.Trigger, c.Event.CheckoutSHA = "pull_request", strings.Repeat("f", 40)
	c.BaseSHA = c.Event.CheckoutSHA
	h := &pushed{host: newHost()}
	if _, err := publish.Post(t.Context(), h, c, publish.Style{}, both); err != nil {
		t.Fatal(err)
	}
	if h.commit.Parent != c.Event.HeadSHA || h.commit.Target != "feature/cart" {
		t.Errorf("commit on %q of %q", h.commit.Parent, h.commit.Target)
	}
}

// pushed is a host that remembers what was pushed.
type pushed struct {
	*host
	commit publish.Commit
}

func (p *pushed) Push(ctx context.Context, c publish.Commit) (string, error) {
	p.commit = c
	return p.host.Push(ctx, c)
}
