package ghapi

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/go-github/v62/github"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/publish"
)

// writers are the associations of people who may speak for the repository.
var writers = []string{"OWNER", "MEMBER", "COLLABORATOR"}

// Find implements publish.Host and publish.Watch.
func (c *Client) Find(ctx context.Context, s publish.Search) ([]publish.Existing, error) {
	if s.Branch != "" {
		return c.fromBranch(ctx, s.Branch)
	}
	return c.ofFingerprint(ctx, s)
}

// fromBranch lists, which knows of a pull request the moment that it is made.
func (c *Client) fromBranch(ctx context.Context, branch string) ([]publish.Existing, error) {
	var found []publish.Existing
	o := &github.PullRequestListOptions{State: "all", Head: c.owner + ":" + branch}
	err := pages(func(page int) (int, error) {
		o.ListOptions = github.ListOptions{Page: page, PerPage: perPage}
		pulls, resp, err := c.gh.PullRequests.List(ctx, c.owner, c.name, o)
		if err != nil {
			return 0, fmt.Errorf("list pull requests from %q: %w", branch, err)
		}
		for _, p := range pulls {
			if p.GetHead().GetRef() == branch {
				found = append(found, existing(p))
			}
		}
		return resp.NextPage, nil
	})
	return found, err
}

// ofFingerprint searches by the start of the branch's name, in bodies of the bot and
// of people who may write: a stranger's pull request with a marker in it counts for
// nothing.
func (c *Client) ofFingerprint(ctx context.Context, s publish.Search) ([]publish.Existing, error) {
	var found []publish.Existing
	query := fmt.Sprintf("repo:%s/%s is:pr head:%s", c.owner, c.name, s.Prefix)
	o := &github.SearchOptions{}
	err := pages(func(page int) (int, error) {
		o.ListOptions = github.ListOptions{Page: page, PerPage: perPage}
		result, resp, err := c.gh.Search.Issues(ctx, query, o)
		if err != nil {
			return 0, fmt.Errorf("search pull requests: %w", err)
		}
		if result.GetIncompleteResults() {
			return 0, publish.ErrIncomplete
		}
		for _, i := range result.Issues {
			m, ok := publish.ParseMarker(i.GetBody())
			if ok && m.Fingerprint == s.Fingerprint && speaks(i.GetUser(), i.GetAuthorAssociation()) {
				found = append(found, fromIssue(i, m))
			}
		}
		return resp.NextPage, nil
	})
	return found, err
}

func speaks(u *github.User, association string) bool {
	return u.GetType() == "Bot" || slices.Contains(writers, association)
}

func fromIssue(i *github.Issue, m publish.Marker) publish.Existing {
	e := publish.Existing{Number: i.GetNumber(), URL: i.GetHTMLURL(), Marker: m, Open: i.GetState() == "open"}
	e.Merged = i.GetPullRequestLinks() != nil && i.PullRequestLinks.MergedAt != nil
	for _, l := range i.Labels {
		e.Labels = append(e.Labels, l.GetName())
	}
	return e
}

func existing(p *github.PullRequest) publish.Existing {
	m, _ := publish.ParseMarker(p.GetBody())
	return publish.Existing{Number: p.GetNumber(), URL: p.GetHTMLURL(), Branch: p.GetHead().GetRef(), SHA: p.GetHead().GetSHA(), Marker: m,
		Open: p.GetState() == "open", Merged: p.MergedAt != nil, Labels: labelNames(p.Labels)}
}

func labelNames(labels []*github.Label) []string {
	var names []string
	for _, l := range labels {
		names = append(names, l.GetName())
	}
	return names
}

// Pull implements publish.Watch.
func (c *Client) Pull(ctx context.Context, number int) (publish.PullState, error) {
	p, _, err := c.gh.PullRequests.Get(ctx, c.owner, c.name, number)
	if err != nil {
		return publish.PullState{}, err
	}
	return publish.PullState{Resolution: resolution(p), Open: p.GetState() == "open", Merged: p.GetMerged()}, nil
}

// PullEvent completes an event with what the server says of a pull request that a
// person named, as if it had just been closed. Errors: ErrNoSuch, ErrNoEntry.
func (c *Client) PullEvent(ctx context.Context, e event.Event, number int) (event.Event, error) {
	p, _, err := c.gh.PullRequests.Get(ctx, c.owner, c.name, number)
	if err != nil {
		return e, lookError(err)
	}
	r := resolution(p)
	e.Repo, e.HeadSHA = c.owner+"/"+c.name, r.HeadSHA
	e.Private, e.Default = p.GetBase().GetRepo().GetPrivate(), p.GetBase().GetRepo().GetDefaultBranch()
	e = e.Resolved(r)
	e.Pull = &event.Pull{Title: p.GetTitle(), Body: p.GetBody(), Author: p.GetUser().GetLogin(), Closed: p.GetState() == "closed",
		Merged: p.GetMerged(), MergedBy: p.GetMergedBy().GetLogin()}
	return e, nil
}

func resolution(p *github.PullRequest) event.Resolution {
	return event.Resolution{Number: p.GetNumber(), HeadRef: p.GetHead().GetRef(), HeadRepo: p.GetHead().GetRepo().GetFullName(), HeadSHA: p.GetHead().GetSHA(),
		BaseRef: p.GetBase().GetRef(), BaseSHA: p.GetBase().GetSHA(), Labels: labelNames(p.Labels)}
}

// Resolve looks up the pull request of an event that asks for it: by its number, or
// the open one whose head is the event's commit in the event's head repository
// (P3). Without one the branch itself is under repair.
func (c *Client) Resolve(ctx context.Context, e event.Event) (event.Event, error) {
	if !e.Resolve {
		return e, nil
	}
	if e.PR > 0 {
		p, _, err := c.gh.PullRequests.Get(ctx, c.owner, c.name, e.PR)
		if err != nil {
			return e, fmt.Errorf("look at pull request %d: %w", e.PR, err)
		}
		return e.Resolved(resolution(p)), nil
	}
	owner, _, _ := strings.Cut(e.HeadRepo, "/")
	if owner == "" {
		return e.Resolved(event.Resolution{}), nil
	}
	var found event.Resolution
	o := &github.PullRequestListOptions{State: "open", Head: owner + ":" + e.HeadRef}
	err := pages(func(page int) (int, error) {
		o.ListOptions = github.ListOptions{Page: page, PerPage: perPage}
		pulls, resp, err := c.gh.PullRequests.List(ctx, c.owner, c.name, o)
		if err != nil {
			return 0, fmt.Errorf("look for the pull request of %s: %w", e.HeadSHA, err)
		}
		for _, p := range pulls {
			if r := resolution(p); r.HeadSHA == e.HeadSHA && strings.EqualFold(r.HeadRepo, e.HeadRepo) {
				found = r
				return 0, nil
			}
		}
		return resp.NextPage, nil
	})
	return e.Resolved(found), err
}

// Open implements publish.Host.
func (c *Client) Open(ctx context.Context, p publish.PullRequest) (publish.Existing, error) {
	if p.Number > 0 {
		return c.label(ctx, publish.Existing{Number: p.Number, Open: true}, p.Labels)
	}
	made, _, err := c.gh.PullRequests.Create(ctx, c.owner, c.name, &github.NewPullRequest{
		Title: &p.Title, Head: &p.Branch, Base: &p.Base, Body: &p.Body, Draft: &p.Draft})
	var e publish.Existing
	switch status(err) {
	case 0:
		if err != nil {
			return e, fmt.Errorf("create a pull request: %w", err)
		}
		e = existing(made)
	case http.StatusForbidden, http.StatusNotFound:
		// 403 is both the setting and a missing permission; no text tells them apart.
		return e, fmt.Errorf("create a pull request: %w (status %d)", publish.ErrForbidden, status(err))
	case http.StatusUnprocessableEntity:
		if e, err = c.refusedPull(ctx, p, err); err != nil {
			return e, err
		}
	default:
		return e, fmt.Errorf("create a pull request: %w", err)
	}
	return c.label(ctx, e, p.Labels)
}

// refusedPull finds out why a pull request is not taken: its text is too long, or it
// exists already, or the repository's plan has no drafts, which shows by trying.
func (c *Client) refusedPull(ctx context.Context, p publish.PullRequest, cause error) (publish.Existing, error) {
	if refers(cause, "body") {
		return publish.Existing{}, fmt.Errorf("create a pull request: %w", publish.ErrTooLong)
	}
	found, err := c.fromBranch(ctx, p.Branch)
	if err != nil {
		return publish.Existing{}, err
	}
	if i := slices.IndexFunc(found, func(e publish.Existing) bool { return e.Open }); i >= 0 {
		return found[i], nil
	}
	if p.Draft {
		ready := false
		made, _, err := c.gh.PullRequests.Create(ctx, c.owner, c.name, &github.NewPullRequest{
			Title: &p.Title, Head: &p.Branch, Base: &p.Base, Body: &p.Body, Draft: &ready})
		if err == nil {
			return existing(made), nil
		}
	}
	return publish.Existing{}, fmt.Errorf("create a pull request: %w", cause)
}

// label adds the labels that are missing. A token without the right to label is no
// reason to fail: the marker in the body identifies the pull request too.
func (c *Client) label(ctx context.Context, e publish.Existing, labels []string) (publish.Existing, error) {
	missing := slices.DeleteFunc(slices.Clone(labels), func(l string) bool { return slices.Contains(e.Labels, l) })
	if len(missing) == 0 {
		return e, nil
	}
	// go-github sends a bare list, which is not the documented form any more.
	path := fmt.Sprintf("repos/%s/%s/issues/%d/labels", c.owner, c.name, e.Number)
	req, err := c.gh.NewRequest(http.MethodPost, path, map[string][]string{"labels": missing})
	if err != nil {
		return e, fmt.Errorf("label pull request %d: %w", e.Number, err)
	}
	_, err = c.gh.Do(ctx, req, nil)
	switch status(err) {
	case http.StatusForbidden, http.StatusNotFound, http.StatusUnprocessableEntity:
		return e, nil
	}
	if err != nil {
		return e, fmt.Errorf("label pull request %d: %w", e.Number, err)
	}
	e.Labels = append(e.Labels, missing...)
	return e, nil
}

// ClosingReason returns what a person who may write said last on a pull request; ""
// if nobody did. It is outside text.
func (c *Client) ClosingReason(ctx context.Context, number int) (string, error) {
	var reason string
	err := c.eachComment(ctx, number, func(m *github.IssueComment) {
		if m.GetUser().GetType() != "Bot" && slices.Contains(writers, m.GetAuthorAssociation()) {
			reason = m.GetBody()
		}
	})
	return reason, err
}
