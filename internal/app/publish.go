package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/regreen/regreen/internal/app/answer"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/ghapi"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/publish"
)

// openHost signs in to GitHub for a run that means to publish, unless that was done.
func (s *session) openHost(ctx context.Context) error {
	if !s.flags.Publish || s.host != nil {
		return nil
	}
	token := cmp.Or(s.flags.CIToken, s.flags.Token, s.env.Getenv("GITHUB_TOKEN"))
	if token == "" {
		return cli.Usagef("--publish needs a token: set GITHUB_TOKEN")
	}
	if !strings.Contains(s.event.Repo, "/") {
		return cli.Usagef("--publish needs a repository: the checkout has no remote origin such as https://github.com/OWNER/NAME")
	}
	if err := s.hasBase(ctx); err != nil {
		return err
	}
	host, err := ghapi.New(ghapi.Config{APIURL: s.event.APIURL, ServerURL: s.event.ServerURL, Repo: s.event.Repo, Token: token,
		Runner: runnerToken(s.env), SignCommits: s.flags.Sign, Environ: s.env.Environ})
	if err != nil {
		return fmt.Errorf("sign in to GitHub: %w", err)
	}
	s.host = host
	return nil
}

// hasBase finds out before anything is spent whether a pull request can be opened: it
// needs a branch to go to, whose last commit is the one that failed.
func (s *session) hasBase(ctx context.Context) error {
	branch := s.event.HeadRef
	if cmp.Or(s.flags.Base, branch, s.event.Default) == "" {
		return cli.Usagef("--publish: no branch is checked out, name the one to open the pull request against with --base-branch")
	}
	if s.event.RunID != 0 || branch == "" {
		return nil // GitHub has said where the branch is
	}
	known, err := s.work.Git(ctx, "rev-parse", "--verify", "--quiet", "refs/remotes/origin/"+branch)
	if at := strings.TrimSpace(string(known)); err == nil && at != s.work.Head() {
		return cli.Usagef("--publish: %s is at %.12s here and at %.12s on origin, as far as this checkout knows: push or pull first", branch, s.work.Head(), at)
	}
	return nil
}

// guard asks GitHub whether this run is wanted, before anything is spent.
func (s *session) guard(ctx context.Context, r failure.Report) (publish.Standing, error) {
	if s.host == nil {
		return publish.Standing{}, nil
	}
	g := publish.Guard{Prefix: s.flags.Prefix, MaxAttempts: s.flags.MaxTries, Retry: s.flags.Again, Publish: !s.flags.CommentOnly}
	if stand := g.Loop(s.event.HeadMessage); stand.Stop != "" {
		return stand, nil
	}
	fingerprint := publish.Fingerprint(r, s.work.Sub())
	stand, err := g.Check(ctx, s.host, s.event, fingerprint)
	if err != nil {
		return stand, fmt.Errorf("ask GitHub whether the run is wanted: %w", err)
	}
	if stand.ReadOnly {
		s.say("preflight", stand.Reason+"; a fix will be left as a patch")
	}
	s.standing = stand
	return stand, nil
}

func (s *session) style() publish.Style {
	return publish.Style{Prefix: s.flags.Prefix, Base: s.flags.Base, Ready: !s.flags.Draft, Labels: s.flags.Labels, Tenant: s.tenant}
}

// post brings what was found to GitHub. Without --publish it only renders.
func (s *session) post(ctx context.Context, d *answer.Run) error {
	c := s.change(*d)
	if d.Res.Outcome.Proved() {
		d.PR = publish.Render(c, s.style())
	}
	d.Change = c
	if s.host == nil {
		return nil
	}
	if d.Res.Outcome == outcome.SkippedDup && s.standing.Pull.Number > 0 {
		d.Posted = publish.Found(s.standing.Pull)
		c.Posted, d.Change.Posted, d.URL = d.Posted, d.Posted, d.Posted.URL
		return publish.Finish(ctx, s.host, c, s.style())
	}
	allow := publish.Effects{Push: d.Res.Outcome.Proved() && !s.standing.ReadOnly && s.event.Trusted && !s.flags.CommentOnly, Comment: s.event.PR > 0}
	posted, err := publish.Post(ctx, s.host, c, s.style(), allow)
	if err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	d.Posted, d.URL, d.Change.Posted = posted, posted.URL, posted
	if posted.Delivery != "" && d.Res.Outcome.Proved() {
		d.Delivery, d.Change.Delivery = posted.Delivery, posted.Delivery
	}
	if posted.Reason != "" {
		d.Res.Notes = append(d.Res.Notes, posted.Reason)
	}
	return nil
}

// degradePost keeps a proved fix when GitHub fails: the patch is saved, and the run
// can be repeated.
func (s *session) degradePost(ctx context.Context, d *answer.Run) error {
	err := s.post(ctx, d)
	if err == nil || !d.Res.Outcome.Proved() || errors.Is(err, context.Canceled) {
		return err
	}
	d.Res.Notes = append(d.Res.Notes, "the fix is proved and saved, but not on GitHub: "+s.cleanText(err.Error()))
	return nil
}
