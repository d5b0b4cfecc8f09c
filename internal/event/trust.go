package event

import (
	"errors"
	"slices"
	"strings"
)

const botSuffix = "[bot]"

// dependabot's runs get a read-only token and no secrets, like those of a fork.
const dependabot = "dependabot[bot]"

// members are the associations of people who may tell the bot what to do.
var members = []string{"OWNER", "MEMBER", "COLLABORATOR"}

// target is the event that runs with a repository's secrets in sight of a stranger's code.
const (
	target        = "pull_request_target"
	targetRefused = "pull_request_target runs a stranger's code with the secrets of this repository; use pull_request, or workflow_run with two jobs"
)

// ErrAnyBot refuses a list of trusted bots that trusts them all: anybody can make
// an app, and its name ends in [bot] too.
var ErrAnyBot = errors.New("trusted bots must be listed by name, * is not one")

// judge decides what the event may do. Untrusted runs may read and propose;
// refused ones may not run at all.
func (e *Event) judge(p payload, bots []string) error {
	if slices.Contains(bots, "*") {
		return ErrAnyBot
	}
	if reason := e.refusal(p, bots); reason != "" {
		e.Refused, e.Untrusted = true, reason
		return nil
	}
	e.Untrusted = e.doubt()
	e.Trusted = e.Untrusted == ""
	return nil
}

func (e *Event) refusal(p payload, bots []string) string {
	if e.targeted() {
		return targetRefused
	}
	for _, a := range e.Actors {
		if isBot(a) && !strings.EqualFold(a, dependabot) && !listed(bots, a) {
			return "the bot " + a + " is not among the trusted bots"
		}
	}
	if p.Comment != nil && (e.Comment == nil || !e.Comment.Member) && e.Skip == "" {
		return "the comment's author may not write to this repository"
	}
	return ""
}

// Doubt says why what runs in e may be a stranger's, "" if nothing says so. It asks of
// the code alone, not which bots are trusted.
func (e *Event) Doubt() string {
	if e.targeted() {
		return targetRefused
	}
	return e.doubt()
}

func (e *Event) targeted() bool { return e.Trigger == target || e.Upstream == target }

func (e *Event) doubt() string {
	switch {
	case e.FromFork:
		return "the code comes from a fork"
	case slices.ContainsFunc(e.Actors, func(a string) bool { return strings.EqualFold(a, dependabot) }):
		return "Dependabot's runs have a read-only token and no secrets"
	case e.Trigger == "workflow_job", e.Resolve && e.HeadSHA == "":
		return "it is not known yet where the code comes from"
	}
	return ""
}

func isBot(login string) bool { return strings.HasSuffix(strings.ToLower(login), botSuffix) }

func listed(bots []string, login string) bool {
	return slices.ContainsFunc(bots, func(b string) bool {
		return strings.EqualFold(b, login) || strings.EqualFold(b+botSuffix, login)
	})
}

// Resolved returns e with the pull request's facts filled in, and judged again as
// far as these change it. A zero number means that there is no pull request: the
// branch itself is under repair.
func (e Event) Resolved(r Resolution) Event {
	e.Resolve = false
	if r.Number > 0 {
		e.PR, e.BaseRef, e.BaseSHA, e.Labels = r.Number, r.BaseRef, r.BaseSHA, r.Labels
		e.HeadRef, e.HeadRepo = r.HeadRef, r.HeadRepo
		if e.HeadSHA == "" {
			e.HeadSHA = r.HeadSHA
		}
		e.FromFork = !strings.EqualFold(r.HeadRepo, e.Repo)
	}
	if e.Refused {
		return e
	}
	known := e
	if known.Trigger == "workflow_job" {
		known.Trigger = ""
	}
	e.Untrusted = known.doubt()
	e.Trusted = e.Untrusted == ""
	return e
}

// Resolution is a pull request as it was looked up. HeadRepo is "" when the fork
// was deleted.
type Resolution struct {
	Number            int
	HeadRef, HeadRepo string
	HeadSHA           string
	BaseRef, BaseSHA  string
	Labels            []string
}

// Rejudged returns e with its trust decided anew from its facts, after these were
// changed. A refusal stays, and an upstream pull_request_target is one.
func (e Event) Rejudged() Event {
	if e.Refused {
		return e
	}
	if e.targeted() {
		e.Refused, e.Trusted, e.Untrusted = true, false, targetRefused
		return e
	}
	e.Untrusted = e.doubt()
	e.Trusted = e.Untrusted == ""
	return e
}
