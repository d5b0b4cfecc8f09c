// Package publish shows people what a run found: a pull request, a comment, a job
// summary. render.go makes the texts from a Change and has no effects; post.go has
// them all.
package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/outcome"
)

// Change is what a run has to show. Its texts may come from logs, models and
// memories: rendering escapes them. Secrets must have been redacted before.
type Change struct {
	Event       event.Event      `json:"event"`
	Outcome     outcome.Outcome  `json:"outcome"`
	Delivery    outcome.Delivery `json:"delivery"`
	Reason      string           `json:"reason"`           // why it ended so, on one line
	Report      failure.Report   `json:"report"`           // of the failing run
	Folder      string           `json:"folder,omitempty"` // of the checkout that the tests run in; "" is its top
	Patch       string           `json:"patch"`            // unified diff; "" if there is none
	Files       []File           `json:"files,omitempty"`
	Title       string           `json:"title"` // "" makes one from the first failure
	Description string           `json:"description"`
	RootCause   string           `json:"root_cause"`
	Diagnosis   string           `json:"diagnosis"` // where nothing was proved
	Evidence    memory.Evidence  `json:"evidence"`
	Repeat      string           `json:"repeat,omitempty"`     // the command that makes the proof again in a clone, but for its --patch; "" where nothing was proved
	TestPaths   []string         `json:"test_paths,omitempty"` // tests that the patch changes because the owner allows it
	Cited       []Cited          `json:"cited,omitempty"`
	RecordID    string           `json:"record_id"`   // the record that was stored; "" if none
	Fingerprint string           `json:"fingerprint"` // of the failures, see Fingerprint
	BaseSHA     string           `json:"base_sha"`    // commit that the patch applies to; "" means Event.HeadSHA
	Model       string           `json:"model"`       // "" if none was used
	Requests    int              `json:"requests"`
	ToolCalls   int              `json:"tool_calls"`
	Tokens      int              `json:"tokens"`
	CostUSD     float64          `json:"cost_usd"`
	PriceKnown  bool             `json:"price_known"`
	Limits      []string         `json:"limits,omitempty"` // such as "12 requests", as set for this run
	Notes       []string         `json:"notes,omitempty"`  // what the reader must know: degraded parts, what was not enforced
	Token       TokenKind        `json:"token"`            // of the token that opens the pull request
	Attempts    int              `json:"attempts"`         // for this fingerprint so far, this one included; 0 counts as 1
	PatchFile   string           `json:"patch_file"`       // where the patch was saved, "" if nowhere
	Posted      Posted           `json:"posted"`           // what exists on the server, for comment and summary
}

// File is a file of the patch with the lines that it gains and loses.
type File struct {
	Path    string `json:"path"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
}

// Cited is a memory that the patch reuses.
type Cited struct {
	Record    memory.Record `json:"record"`
	Score     float64       `json:"score"`      // in [0,1]
	MatchedBy string        `json:"matched_by"` // one of memory.ByExact, …
	Reused    string        `json:"reused"`     // what was reused and how it was placed, in words
	Changed   string        `json:"changed"`    // what differs from the memory, in words; "" for nothing
	Shown     bool          `json:"shown"`      // the model read it and wrote a patch of its own
}

// TokenKind is the kind of a token, from which follows whether what it pushes
// starts CI.
type TokenKind string

// The kinds of token. Only what the runner's own token pushes starts no workflows.
const (
	TokenNone    TokenKind = "none"
	TokenRunner  TokenKind = "runner" // GITHUB_TOKEN
	TokenApp     TokenKind = "app"    // installation of a GitHub App
	TokenUser    TokenKind = "user"   // personal access token
	TokenUnknown TokenKind = "unknown"
)

// means says in words whose the token is and what follows from it; "" without one.
func (k TokenKind) means() string {
	switch k {
	case TokenRunner:
		return "Token: the runner's own. What it pushes and opens starts no CI; a `ci-trigger-token` or a GitHub App does."
	case TokenApp:
		return "Token: a GitHub App's. What it opens starts CI."
	case TokenUser:
		return "Token: a person's. What it opens starts CI, in that person's name."
	case TokenUnknown:
		return "Token: of a kind that is not known. Whether what it opens starts CI shows on the pull request."
	case TokenNone:
		return "Token: none. Nothing can be pushed, opened or commented."
	}
	return ""
}

// Posted is what a run left on the server.
type Posted struct {
	Number    int              `json:"number"` // of the pull request, 0 if none
	URL       string           `json:"url"`    // of the pull request, else of the page that opens one
	Branch    string           `json:"branch"`
	SHA       string           `json:"sha"`       // of the commit on Branch
	Operation string           `json:"operation"` // created, updated, none
	Delivery  outcome.Delivery `json:"delivery"`
	Reason    string           `json:"reason"`           // why it is no pull request, "" if it is
	Labels    []string         `json:"labels,omitempty"` // of a pull request that was found
}

// Found is the open pull request of an earlier run.
func Found(e Existing) Posted {
	return Posted{Number: e.Number, URL: e.URL, Branch: e.Branch, SHA: e.SHA, Labels: e.Labels, Operation: Nothing, Delivery: outcome.PullRequest}
}

// fingerprintVersion changes when the algorithm does.
const fingerprintVersion = "v1:"

// Fingerprint identifies the failures of a report across runs: a hash over their
// exact signatures, in any order, and the working directory. It is "" for a report
// without failures.
func Fingerprint(r failure.Report, workingDirectory string) string {
	var exact []string
	for _, f := range r.Failures {
		exact = append(exact, f.Signature.Exact)
	}
	if len(exact) == 0 {
		return ""
	}
	slices.Sort(exact)
	exact = append(slices.Compact(exact), workingDirectory)
	return fingerprintVersion + digest(exact...)[:32]
}

// DefaultPrefix starts the name of every branch that is pushed.
const DefaultPrefix = "regreen/"

// Branch is the name of the branch for a fix of the failures at commit base. Two
// runs on the same failure and commit get the same name, so that the second one
// collides with the first; the part from BranchFor on is the same on every commit.
func Branch(prefix, fingerprint, base string) string {
	return BranchFor(prefix, fingerprint) + digest(base)[:8]
}

// BranchFor is the common start of the names of all branches for a fingerprint.
func BranchFor(prefix, fingerprint string) string {
	if prefix == "" {
		prefix = DefaultPrefix
	}
	return prefix + "fix-" + digest(fingerprint)[:12] + "-"
}

func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// base is the commit that the fix goes on top of. A run on a pull request has its
// merge with the base branch checked out, which is on no branch: the fix goes on the
// pull request's own head, where it must apply just the same.
func (c Change) base() string {
	e := c.Event
	if c.BaseSHA == "" || c.BaseSHA == e.CheckoutSHA && e.HeadSHA != "" {
		return e.HeadSHA
	}
	return c.BaseSHA
}

// RunURL is the page of the failed run, "" if it is not known.
func RunURL(e event.Event) string {
	if e.ServerURL == "" || e.Repo == "" || e.RunID == 0 {
		return ""
	}
	u := fmt.Sprintf("%s/%s/actions/runs/%d", strings.TrimSuffix(e.ServerURL, "/"), e.Repo, e.RunID)
	if e.RunAttempt > 1 {
		u += fmt.Sprintf("/attempts/%d", e.RunAttempt)
	}
	return u
}
