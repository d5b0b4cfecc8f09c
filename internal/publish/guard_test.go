package publish_test

import (
	"context"
	"errors"
	"testing"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/publish"
)

func TestGuardL1OwnCommit(t *testing.T) {
	own := publish.Render(replayed(), publish.Style{}).CommitMessage
	// L3: the guard is an outcome, not an error.
	if s := (publish.Guard{}).Loop(own); s.Stop != outcome.SkippedLoop || s.Reason == "" {
		t.Errorf("standing %+v", s)
	}
	if s := (publish.Guard{Retry: true}).Loop(own); s.Stop != "" {
		t.Errorf("an explicit retry is stopped: %+v", s)
	}
	if s := (publish.Guard{}).Loop("Break it"); s.Stop != "" {
		t.Errorf("a person's commit is stopped: %+v", s)
	}
}

func TestGuardCheck(t *testing.T) {
	const fp = "v1:0123456789abcdef0123456789abcdef"
	pull := func(change func(*publish.Existing)) func(*host) {
		return func(h *host) {
			e := publish.Existing{Number: 100, Open: true, Marker: publish.Marker{Fingerprint: fp}}
			change(&e)
			h.pulls = []publish.Existing{e}
		}
	}
	tried := func(fingerprint string, n int) func(*host) {
		return func(h *host) {
			h.comments[7] = publish.Marker{Kind: publish.KindComment, Fingerprint: fingerprint, Attempts: n}.String()
		}
	}
	for name, tc := range map[string]struct {
		arrange  func(*host)
		guard    publish.Guard
		stop     outcome.Outcome
		attempts int
		readOnly bool
	}{
		"free":                {func(*host) {}, publish.Guard{}, "", 0, false},
		"label on it":         {func(h *host) { h.state.Labels = []string{publish.StopLabel} }, publish.Guard{Retry: true}, outcome.SkippedStopped, 0, false},
		"closed":              {func(h *host) { h.state.Open = false }, publish.Guard{}, outcome.SkippedStopped, 0, false},
		"moved P16":           {func(h *host) { h.state.HeadSHA = "other" }, publish.Guard{}, outcome.SkippedDup, 0, false},
		"in hand L7":          {pull(func(*publish.Existing) {}), publish.Guard{}, outcome.SkippedDup, 0, false},
		"closed by a person":  {pull(func(e *publish.Existing) { e.Open = false }), publish.Guard{}, outcome.SkippedStopped, 0, false},
		"closed, asked again": {pull(func(e *publish.Existing) { e.Open = false }), publish.Guard{Retry: true}, "", 0, false},
		"merged":              {pull(func(e *publish.Existing) { e.Open, e.Merged = false, true }), publish.Guard{}, "", 0, false},
		"stopped there": {pull(func(e *publish.Existing) { e.Open, e.Labels = false, []string{publish.StopLabel} }),
			publish.Guard{Retry: true}, outcome.SkippedStopped, 0, false},
		"incomplete L6":  {func(h *host) { h.fail["find"] = publish.ErrIncomplete }, publish.Guard{}, outcome.SkippedDup, 0, false},
		"second try L2":  {tried(fp, 1), publish.Guard{}, "", 1, false},
		"cap L2":         {tried(fp, 3), publish.Guard{}, outcome.SkippedStopped, 3, false},
		"cap, retry":     {tried(fp, 3), publish.Guard{Retry: true}, "", 3, false},
		"other failure":  {tried("v1:other", 3), publish.Guard{}, "", 0, false},
		"no rights":      {func(h *host) { h.fail["rights"] = publish.ErrReadOnly }, publish.Guard{Publish: true}, "", 0, true},
		"no rights, dry": {func(h *host) { h.fail["rights"] = publish.ErrReadOnly }, publish.Guard{}, "", 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost()
			tc.arrange(h)
			s, err := tc.guard.Check(t.Context(), h, replayed().Event, fp)
			if err != nil || s.Stop != tc.stop || s.Attempts != tc.attempts || s.ReadOnly != tc.readOnly {
				t.Errorf("standing %+v, %v", s, err)
			}
			if (s.Stop != "" || s.ReadOnly) && s.Reason == "" {
				t.Error("no reason is given")
			}
			if len(h.effects) > 0 {
				t.Errorf("the check had effects: %v", h.effects)
			}
		})
	}
}

func TestGuardCheckErrors(t *testing.T) {
	h := newHost()
	h.fail["pull"] = errors.New("broken")
	if _, err := (publish.Guard{}).Check(t.Context(), h, replayed().Event, "v1:a"); err == nil {
		t.Error("a broken look-up is no error")
	}
	h = newHost()
	h.fail["find"] = errors.New("connection refused") // nobody knows of a duplicate: that is not to be said
	if s, err := (publish.Guard{}).Check(t.Context(), h, replayed().Event, "v1:a"); err == nil || s.Stop != "" {
		t.Errorf("a server that cannot be asked: %+v, %v", s, err)
	}
	h = newHost()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	h.fail["find"] = ctx.Err()
	if _, err := (publish.Guard{}).Check(ctx, h, event.Event{}, "v1:a"); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func TestReadFeedback(t *testing.T) {
	pr := publish.Render(replayed(), publish.Style{Tenant: "acme"})
	closed := func(change func(*event.Event)) event.Event {
		e := event.Event{Trigger: "pull_request", Action: "closed", Repo: "acme/shop", HeadRepo: "acme/shop", HeadRef: pr.Branch,
			Pull: &event.Pull{Body: pr.Body, Closed: true, Merged: true, MergedBy: "alice"}}
		change(&e)
		return e
	}
	f, ok := publish.ReadFeedback(closed(func(*event.Event) {}), "")
	if !ok || !f.Merged || f.By != "alice" || f.Marker.Tenant != "acme" || len(f.Marker.Records) != 1 || f.Marker.Records[0] != record().ID {
		t.Errorf("feedback %+v, %v", f, ok)
	}
	for name, change := range map[string]func(*event.Event){
		"open":         func(e *event.Event) { e.Pull.Closed = false },
		"fork":         func(e *event.Event) { e.FromFork, e.HeadRepo = true, "evil/shop" },
		"other branch": func(e *event.Event) { e.HeadRef = "topic" },
		"no marker":    func(e *event.Event) { e.Pull.Body = "hello" },
		"comment's":    func(e *event.Event) { e.Pull.Body = publish.Comment(replayed(), publish.Style{}) },
		"no pull":      func(e *event.Event) { e.Pull = nil },
		"other failure": func(e *event.Event) {
			e.Pull.Body = publish.Marker{Kind: publish.KindPullRequest, Fingerprint: "v1:x", Head: "y"}.String()
		},
	} {
		if f, ok := publish.ReadFeedback(closed(change), ""); ok {
			t.Errorf("%s: feedback %+v", name, f)
		}
	}
}
