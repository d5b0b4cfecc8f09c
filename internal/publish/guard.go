package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/outcome"
)

// StopLabel on a pull request stops regreen there for good.
const StopLabel = "regreen:stop"

// DefaultMaxAttempts is how often a fingerprint is tried on one pull request.
const DefaultMaxAttempts = 3

// Watch is what the guards must know of the server before a run spends anything.
type Watch interface {
	// Find is Host's.
	Find(ctx context.Context, s Search) ([]Existing, error)
	// Pull returns the state of a pull request.
	Pull(ctx context.Context, number int) (PullState, error)
	// Marker returns the marker of regreen's comment on a pull request; false if
	// there is no comment.
	Marker(ctx context.Context, number int) (Marker, bool, error)
	// CanPush reports whether the token may push to the repository; ErrReadOnly if not.
	CanPush(ctx context.Context) error
}

// PullState is a pull request's state now.
type PullState struct {
	event.Resolution
	Open   bool
	Merged bool
}

// Standing is what the guards found.
type Standing struct {
	Stop     outcome.Outcome // "" to go on
	Reason   string          // why it stops, or why the token can only deliver a patch
	Attempts int             // earlier ones for this fingerprint on this pull request
	ReadOnly bool            // the token may not push
	Pull     Existing        // the open pull request that has the failure in hand, zero if none
}

// Guard says how a run is checked. The zero value allows DefaultMaxAttempts and no
// retry of what was stopped.
type Guard struct {
	Prefix      string // of branch names
	MaxAttempts int
	Retry       bool // a person asked to try again although it was tried
	Publish     bool // the run means to push: missing rights are found now
}

// Loop is the check that needs no server: is the failing commit regreen's own (L1)?
// message is the commit's.
func (g Guard) Loop(message string) Standing {
	if _, own := OwnCommit(message); own && !g.Retry {
		return Standing{Stop: outcome.SkippedLoop, Reason: "the failing commit is regreen's own"}
	}
	return Standing{}
}

// Check looks on the server whether a run for this fingerprint is wanted: nobody
// said stop, no pull request has it in hand, the attempts are not used up, and what
// the run means to write may be written. It stops where the server did not search
// everything (L6); a server that cannot be asked is an error.
func (g Guard) Check(ctx context.Context, w Watch, e event.Event, fingerprint string) (Standing, error) {
	if s, err := g.stopped(ctx, w, e); err != nil || s.Stop != "" {
		return s, err
	}
	found, err := w.Find(ctx, Search{Fingerprint: fingerprint, Prefix: BranchFor(g.Prefix, fingerprint)})
	switch {
	case errors.Is(err, ErrIncomplete) && ctx.Err() == nil:
		return Standing{Stop: outcome.SkippedDup, Reason: "a pull request for this failure cannot be ruled out: " + err.Error()}, nil
	case err != nil:
		return Standing{}, err
	}
	if s := g.earlier(found); s.Stop != "" {
		return s, nil
	}
	s, err := g.attempts(ctx, w, e, fingerprint)
	if err != nil || s.Stop != "" || !g.Publish {
		return s, err
	}
	if err := w.CanPush(ctx); err != nil {
		if err := contextError(ctx); err != nil {
			return s, err
		}
		s.ReadOnly, s.Reason = true, err.Error()
	}
	return s, nil
}

// contextError keeps a run that was cancelled from going on with half an answer.
func contextError(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("check for earlier runs: %w", err)
	}
	return nil
}

func (g Guard) stopped(ctx context.Context, w Watch, e event.Event) (Standing, error) {
	if slices.Contains(e.Labels, StopLabel) {
		return labelled(), nil
	}
	if e.PR == 0 {
		return Standing{}, nil
	}
	p, err := w.Pull(ctx, e.PR)
	switch {
	case err != nil:
		return Standing{}, fmt.Errorf("look at pull request %d: %w", e.PR, err)
	case slices.Contains(p.Labels, StopLabel):
		return labelled(), nil
	case !p.Open && !g.Retry:
		return Standing{Stop: outcome.SkippedStopped, Reason: fmt.Sprintf("pull request #%d is closed", e.PR)}, nil
	case e.HeadSHA != "" && p.HeadSHA != e.HeadSHA:
		// P16: the newer commit has a run of its own.
		return Standing{Stop: outcome.SkippedDup, Reason: fmt.Sprintf("pull request #%d has newer commits", e.PR)}, nil
	}
	return Standing{}, nil
}

func labelled() Standing {
	return Standing{Stop: outcome.SkippedStopped, Reason: "the label " + StopLabel + " is set"}
}

func (g Guard) earlier(found []Existing) Standing {
	for _, e := range found {
		switch {
		case slices.Contains(e.Labels, StopLabel):
			return labelled()
		case e.Open:
			return Standing{Stop: outcome.SkippedDup, Reason: fmt.Sprintf("pull request #%d has this failure in hand", e.Number), Pull: e}
		case !e.Merged && !g.Retry:
			return Standing{Stop: outcome.SkippedStopped, Reason: fmt.Sprintf("pull request #%d for this failure was closed by a person", e.Number)}
		}
	}
	return Standing{}
}

// attempts counts in the marker of the bot's own comment (L2): commits of others
// in between do not reset it.
func (g Guard) attempts(ctx context.Context, w Watch, e event.Event, fingerprint string) (Standing, error) {
	if e.PR == 0 {
		return Standing{}, nil
	}
	m, ok, err := w.Marker(ctx, e.PR)
	if err != nil {
		return Standing{}, fmt.Errorf("read the comments of pull request %d: %w", e.PR, err)
	}
	if !ok || m.Fingerprint != fingerprint {
		return Standing{}, nil
	}
	limit := g.MaxAttempts
	if limit <= 0 {
		limit = DefaultMaxAttempts
	}
	s := Standing{Attempts: m.Attempts}
	if m.Attempts >= limit && !g.Retry {
		s.Stop, s.Reason = outcome.SkippedStopped, fmt.Sprintf("it was tried %d times on pull request #%d", m.Attempts, e.PR)
	}
	return s, nil
}

// Feedback is what became of a pull request of regreen.
type Feedback struct {
	Marker Marker
	Merged bool
	By     string // who merged it, "" if not known
}

// ReadFeedback reads a closed pull request: false if it is not one of regreen's
// own, which it is if it comes from the branch that its marker leads to, in this
// very repository.
func ReadFeedback(e event.Event, prefix string) (Feedback, bool) {
	if e.Pull == nil || !e.Pull.Closed || e.FromFork || !strings.EqualFold(e.HeadRepo, e.Repo) {
		return Feedback{}, false
	}
	m, ok := ParseMarker(e.Pull.Body)
	if !ok || m.Kind != KindPullRequest || e.HeadRef != Branch(prefix, m.Fingerprint, m.Head) {
		return Feedback{}, false
	}
	return Feedback{Marker: m, Merged: e.Pull.Merged, By: e.Pull.MergedBy}, true
}
