package publish

import (
	"context"
	"errors"

	"github.com/regreen/regreen/internal/patch"
)

// Host is the server that holds the repository, seen by Post. Each method is safe
// to repeat: what is already there is found and returned.
type Host interface {
	// Find returns the pull requests that s describes, open and closed ones, of
	// every page. ErrIncomplete says that there may be more: then nothing is known.
	Find(ctx context.Context, s Search) ([]Existing, error)
	// Push makes the branch c.Branch with one commit on c.Parent and returns the
	// commit's id. A branch that holds just this commit already is left as it is.
	// Errors: ErrMoved, ErrTaken, ErrProtected, ErrReadOnly, ErrRefused.
	Push(ctx context.Context, c Commit) (sha string, err error)
	// Open opens a pull request for a pushed branch and labels it. If the branch
	// has an open one already, or p has the number of one, that one is labelled and
	// returned.
	// Errors: ErrForbidden, ErrTooLong.
	Open(ctx context.Context, p PullRequest) (Existing, error)
	// Comment writes the one comment of regreen on a pull request: it edits the
	// one that is there, and leaves it when the text is the same.
	// Errors: ErrReadOnly, ErrTooLong.
	Comment(ctx context.Context, number int, body string) error
}

// Search describes pull requests: those from exactly one branch, or those of a
// fingerprint whatever commit they are based on. One of the two is given.
type Search struct {
	Branch      string
	Fingerprint string
	Prefix      string // of branches, with Fingerprint
}

// Existing is a pull request on the server.
type Existing struct {
	Number int
	URL    string
	Branch string // "" if the search does not tell
	SHA    string // head commit, "" if the search does not tell
	Marker Marker // zero if its body has none
	Open   bool
	Merged bool
	Labels []string
}

// Commit is a commit to be pushed.
type Commit struct {
	Branch  string      // to be made
	Target  string      // branch whose head must still be Parent; "" does not check
	Parent  string      // commit id
	Message string      // with trailers
	Patch   patch.Patch // applied strictly to the files of Parent
}

var (
	// ErrIncomplete says that a search did not look at everything.
	ErrIncomplete = errors.New("the search for earlier pull requests was incomplete")
	// ErrMoved says that the branch under repair has new commits.
	ErrMoved = errors.New("the branch has moved since the failing run")
	// ErrTaken says that regreen's branch holds somebody else's commits.
	ErrTaken = errors.New("the branch for the fix holds commits of others")
	// ErrProtected says that the patch changes files that a bot's token can never push.
	ErrProtected = errors.New("the patch changes workflow files, which no workflow token may push")
	// ErrReadOnly says that the token may not write.
	ErrReadOnly = errors.New("the token has no permission to write")
	// ErrRefused says that the server refused the push for a rule of its own.
	ErrRefused = errors.New("the server refused the push")
	// ErrForbidden says that the token may push but not open pull requests.
	ErrForbidden = errors.New("opening pull requests is forbidden")
	// ErrTooLong says that the server found the text too long.
	ErrTooLong = errors.New("the text is too long")
)
