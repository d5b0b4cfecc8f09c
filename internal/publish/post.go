package publish

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/patch"
)

// The operations of Posted.
const (
	Created = "created"
	Updated = "updated"
	Nothing = "none"
)

const (
	// maxPrefilled is the most bytes of a body in a link: browsers and GitHub cut
	// addresses at about 8,000 bytes, and escaping makes up to three of one.
	maxPrefilled = 2000
	// shrinkings is how often a text that the server finds too long is halved.
	shrinkings = 3
)

// forbidden is said when the token may push but not open pull requests.
const forbidden = "This repository does not let the token open pull requests. The branch with the fix is pushed. " +
	"To allow it: Settings, Actions, General, \"Allow GitHub Actions to create and approve pull requests\", and `pull-requests: write` in the workflow; " +
	"or run regreen as a GitHub App."

// Effects says what Post may do. The zero value is a dry run.
type Effects struct {
	Push    bool // branches and pull requests
	Comment bool // the comment on the failing pull request
}

// Post brings a change to the server, as far as allow permits: a branch and a pull
// request for a proved patch, and a comment on the failing pull request. Run again,
// it finds what an earlier run left and does the rest. What the server does not let
// it do is no error: Posted says what was delivered instead, and why.
func Post(ctx context.Context, h Host, c Change, s Style, allow Effects) (Posted, error) {
	p := undelivered(c, "")
	if allow.Push && deliverable(c) {
		var err error
		if p, err = deliver(ctx, h, c, s); err != nil {
			return p, err
		}
	}
	c.Posted, c.Delivery = p, p.Delivery
	if !allow.Comment || !worthSaying(c) {
		return p, nil
	}
	err := shrink(s, func(s Style) error { return h.Comment(ctx, c.Event.PR, Comment(c, s)) })
	if errors.Is(err, ErrReadOnly) {
		return p, nil // forks and read-only tokens: the job summary has it all
	}
	if err != nil {
		return p, fmt.Errorf("comment on pull request %d: %w", c.Event.PR, err)
	}
	return p, nil
}

// undelivered is the result where nothing was pushed.
func undelivered(c Change, reason string) Posted {
	p := Posted{Operation: Nothing, Delivery: outcome.None, Reason: reason}
	if c.Patch != "" {
		p.Delivery = outcome.Patch
	}
	return p
}

func deliverable(c Change) bool {
	return c.Patch != "" && (c.Outcome.Proved() || c.Outcome == outcome.Partial) && c.Event.Trusted && !c.Event.FromFork
}

// worthSaying keeps the bot silent where a comment would say nothing.
func worthSaying(c Change) bool {
	if c.Event.PR == 0 || c.Fingerprint == "" {
		return false
	}
	switch c.Outcome {
	case outcome.Green, outcome.SkippedLoop, outcome.SkippedUntrust, outcome.SkippedDup, outcome.SkippedStopped, outcome.Error:
		return false
	}
	return true
}

func deliver(ctx context.Context, h Host, c Change, s Style) (Posted, error) {
	pr := Render(c, s)
	// L5: search again right before anything is made; another run may have been faster.
	found, err := h.Find(ctx, Search{Branch: pr.Branch})
	if err != nil {
		return softly(ctx, c, err)
	}
	if len(found) > 0 {
		return adopt(ctx, h, pr, c, found)
	}
	sha, err := push(ctx, h, c, pr)
	if err != nil {
		return softly(ctx, c, err)
	}
	c.Posted = Posted{Branch: pr.Branch, SHA: sha, Operation: Created, Delivery: outcome.PullRequest}
	return open(ctx, h, c, s)
}

func push(ctx context.Context, h Host, c Change, pr PullRequest) (string, error) {
	p, err := patch.Parse(c.Patch)
	if err != nil {
		return "", fmt.Errorf("read the patch: %w", err)
	}
	commit := Commit{Branch: pr.Branch, Parent: c.base(), Message: pr.CommitMessage, Patch: p}
	if pr.Base == c.Event.HeadRef && c.base() == c.Event.HeadSHA {
		commit.Target = pr.Base
	}
	return h.Push(ctx, commit)
}

// softly turns an error of the server into a patch that is delivered with the
// reason; the work is done and must not be lost (P5).
func softly(ctx context.Context, c Change, err error) (Posted, error) {
	if ctx.Err() != nil {
		return undelivered(c, ""), fmt.Errorf("publish: %w", ctx.Err())
	}
	return undelivered(c, "The fix was not pushed: "+err.Error()+"."), nil
}

func open(ctx context.Context, h Host, c Change, s Style) (Posted, error) {
	var made Existing
	err := shrink(s, func(s Style) (err error) {
		made, err = h.Open(ctx, Render(c, s))
		return err
	})
	switch {
	case errors.Is(err, ErrForbidden):
		return branchOnly(c, s, forbidden), nil
	case err != nil && ctx.Err() != nil:
		return branchOnly(c, s, ""), fmt.Errorf("open the pull request: %w", ctx.Err())
	case err != nil:
		return branchOnly(c, s, "The branch is pushed, the pull request could not be opened: "+err.Error()+"."), nil
	}
	p := c.Posted
	p.Number, p.URL = made.Number, made.URL
	return p, nil
}

// branchOnly leaves the pushed branch and a link that opens the pull request with
// its text filled in.
func branchOnly(c Change, s Style, reason string) Posted {
	s.MaxBody = maxPrefilled
	pr := Render(c, s)
	p := c.Posted
	p.Delivery, p.Reason = outcome.Branch, reason
	query := url.Values{"expand": {"1"}, "title": {pr.Title}, "body": {pr.Body}}
	p.URL = fmt.Sprintf("%s/%s/compare/%s...%s?%s", strings.TrimSuffix(c.Event.ServerURL, "/"), c.Event.Repo,
		pathEscape(pr.Base), pathEscape(pr.Branch), query.Encode())
	return p
}

// pathEscape escapes a branch name for a path but keeps its slashes.
func pathEscape(branch string) string {
	return strings.ReplaceAll(url.PathEscape(branch), "%2F", "/")
}

// adopt takes the pull request that an earlier run opened, and finishes what it
// may have left undone; a closed one is a person's answer and stays the last word.
func adopt(ctx context.Context, h Host, pr PullRequest, c Change, found []Existing) (Posted, error) {
	i := slices.IndexFunc(found, func(e Existing) bool { return e.Open })
	if i < 0 {
		return undelivered(c, fmt.Sprintf("Pull request #%d with this fix was closed; it is not opened again.", found[0].Number)), nil
	}
	p := Found(found[i])
	return p, label(ctx, h, p, pr.Labels)
}

// label adds the labels that an earlier run may have left out when it was killed.
func label(ctx context.Context, h Host, p Posted, labels []string) error {
	missing := func(label string) bool { return !slices.Contains(p.Labels, label) }
	if !slices.ContainsFunc(labels, missing) {
		return nil
	}
	if _, err := h.Open(ctx, PullRequest{Number: p.Number, Labels: labels}); err != nil && ctx.Err() != nil {
		return fmt.Errorf("label pull request %d: %w", p.Number, ctx.Err())
	}
	return nil
}

// Server is a Host that the guards watch too.
type Server interface {
	Host
	Watch
}

// Finish is for a run that Guard stopped because a pull request has the failure in
// hand, which is c.Posted: it labels that, and links it from the failing pull
// request, if the run that opened it did not come so far, or was on another commit.
func Finish(ctx context.Context, h Server, c Change, s Style) error {
	if c.Posted.Number == 0 {
		return nil
	}
	if err := label(ctx, h, c.Posted, s.labels()); err != nil {
		return err
	}
	if c.Event.PR == 0 || c.Fingerprint == "" {
		return nil
	}
	m, ok, err := h.Marker(ctx, c.Event.PR)
	if err != nil {
		return fmt.Errorf("read the comments of pull request %d: %w", c.Event.PR, err)
	}
	if ok && m.Fingerprint == c.Fingerprint && outcome.Outcome(m.Outcome).Proved() {
		return nil
	}
	if err := h.Comment(ctx, c.Event.PR, Comment(c, s)); err != nil && !errors.Is(err, ErrReadOnly) {
		return fmt.Errorf("comment on pull request %d: %w", c.Event.PR, err)
	}
	return nil
}

// shrink runs do, and again with half the room while the server finds the text too
// long (H7).
func shrink(s Style, do func(Style) error) error {
	if s.MaxBody <= 0 {
		s.MaxBody = DefaultMaxBody
	}
	var err error
	for range shrinkings + 1 {
		if err = do(s); !errors.Is(err, ErrTooLong) {
			return err
		}
		s.MaxBody /= 2
	}
	return err
}
