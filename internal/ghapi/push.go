package ghapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/google/go-github/v62/github"

	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/publish"
)

// workflows is the folder whose files no workflow token may push (P4).
const workflows = ".github/workflows/"

// errUnsigned says that a rule demands signed commits, which git pushes by a bot
// are not and commits made through the API are (P6).
var errUnsigned = errors.New("a rule demands verified signatures")

// The modes of git.
const (
	modeFile    = "100644"
	modeExec    = "100755"
	modeSymlink = "120000"
	modeModule  = "160000"
)

// Push implements publish.Host: by git, or through the API where commits are to be
// signed or a rule demands it.
func (c *Client) Push(ctx context.Context, k publish.Commit) (string, error) {
	if c.kind == publish.TokenNone {
		return "", publish.ErrReadOnly
	}
	for _, path := range k.Patch.Paths() {
		if strings.HasPrefix(path, workflows) {
			return "", fmt.Errorf("%w: %q", publish.ErrProtected, path)
		}
	}
	if c.config.SignCommits {
		return c.commit(ctx, k)
	}
	sha, err := c.gitPush(ctx, k)
	if errors.Is(err, errUnsigned) {
		return c.commit(ctx, k)
	}
	return sha, err
}

// lfsPointer starts a file that stands for one in the large file storage: its text
// would be pushed in place of the pointer (P13).
var lfsPointer = []byte("version https://git-lfs.github.com/spec/")

// tree is the state of a commit's files that a patch is applied to.
type tree struct {
	mode func(path string) string // "" for a file that is not there
	read func(path string) ([]byte, error)
}

// change is a file after a patch: gone if data is nil.
type change struct {
	path, mode string
	data       []byte
}

// apply applies a patch strictly, and returns the changed files by name.
func (t tree) apply(p patch.Patch) ([]change, error) {
	var broken error
	after, err := p.Apply(func(path string) ([]byte, bool) {
		switch t.mode(path) {
		case "":
			return nil, false
		case modeModule:
			broken = fmt.Errorf("%w: %q is a submodule", publish.ErrRefused, path)
			return nil, false
		}
		data, err := t.read(path)
		if err == nil && bytes.HasPrefix(data, lfsPointer) {
			err = fmt.Errorf("%w: %q is kept by Git LFS", publish.ErrRefused, path)
		}
		if err != nil {
			broken = err
		}
		return data, err == nil
	})
	if broken != nil {
		return nil, broken
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", publish.ErrMoved, err)
	}
	var changes []change
	for _, path := range slices.Sorted(maps.Keys(after)) {
		content := after[path]
		if content == nil {
			changes = append(changes, change{path: path, mode: t.mode(path)})
			continue
		}
		data := content.Data
		if data == nil {
			data = []byte{} // an empty file is there
		}
		changes = append(changes, change{path, mode(content.Mode, t.mode(path)), data})
	}
	return changes, nil
}

// mode is the git mode of a file whose permissions are m, or that keeps what it has.
func mode(m fs.FileMode, has string) string {
	switch {
	case m == 0 && has != "":
		return has
	case m&fs.ModeSymlink != 0:
		return modeSymlink
	case m&fs.ModeIrregular != 0:
		return modeModule
	case m&0o100 != 0:
		return modeExec
	}
	return modeFile
}

// own reports whether a commit is the one that k would make: regreen's, for the
// same failures, on the same parent.
func own(k publish.Commit, message string, parents []string) bool {
	want, _ := publish.OwnCommit(k.Message)
	have, ok := publish.OwnCommit(message)
	return ok && have == want && len(parents) == 1 && parents[0] == k.Parent
}

// commit makes the commit through the API.
func (c *Client) commit(ctx context.Context, k publish.Commit) (string, error) {
	if err := c.unmoved(ctx, k); err != nil {
		return "", err
	}
	if sha, err := c.adopt(ctx, k); sha != "" || err != nil {
		return sha, err
	}
	base, err := c.tree(ctx, k.Parent)
	if err != nil {
		return "", err
	}
	changes, err := base.apply(k.Patch)
	if err != nil {
		return "", err
	}
	entries, err := c.entries(ctx, changes)
	if err != nil {
		return "", err
	}
	made, _, err := c.gh.Git.CreateTree(ctx, c.owner, c.name, base.sha, entries)
	if err != nil {
		return "", writeError("create a tree", err)
	}
	// No author is given: only then does the server sign the commit.
	commit, _, err := c.gh.Git.CreateCommit(ctx, c.owner, c.name,
		&github.Commit{Message: &k.Message, Tree: made, Parents: []*github.Commit{{SHA: &k.Parent}}}, nil)
	if err != nil {
		return "", writeError("create a commit", err)
	}
	return c.makeRef(ctx, k, commit.GetSHA())
}

func (c *Client) makeRef(ctx context.Context, k publish.Commit, sha string) (string, error) {
	ref := "refs/heads/" + k.Branch
	_, _, err := c.gh.Git.CreateRef(ctx, c.owner, c.name, &github.Reference{Ref: &ref, Object: &github.GitObject{SHA: &sha}})
	if status(err) == http.StatusUnprocessableEntity || status(err) == http.StatusConflict {
		// Another run was faster, or a rule forbids the branch.
		if have, adoptErr := c.adopt(ctx, k); have != "" || adoptErr != nil {
			return have, adoptErr
		}
		return "", fmt.Errorf("create the branch %q: %w: %w", k.Branch, publish.ErrRefused, err)
	}
	if err != nil {
		return "", writeError("create the branch", err)
	}
	return sha, nil
}

// unmoved checks that the branch under repair is still where the fix was proved.
func (c *Client) unmoved(ctx context.Context, k publish.Commit) error {
	if k.Target == "" {
		return nil
	}
	ref, _, err := c.gh.Git.GetRef(ctx, c.owner, c.name, "heads/"+k.Target)
	switch {
	case status(err) == http.StatusNotFound:
		return fmt.Errorf("%w: %q is gone", publish.ErrMoved, k.Target)
	case err != nil:
		return fmt.Errorf("look at branch %q: %w", k.Target, err)
	case ref.GetObject().GetSHA() != k.Parent:
		return fmt.Errorf("%w: %q is at %s", publish.ErrMoved, k.Target, ref.GetObject().GetSHA())
	}
	return nil
}

// adopt returns the commit of a branch that is there already, "" if it is not.
func (c *Client) adopt(ctx context.Context, k publish.Commit) (string, error) {
	ref, _, err := c.gh.Git.GetRef(ctx, c.owner, c.name, "heads/"+k.Branch)
	if status(err) == http.StatusNotFound {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("look at branch %q: %w", k.Branch, err)
	}
	sha := ref.GetObject().GetSHA()
	commit, _, err := c.gh.Git.GetCommit(ctx, c.owner, c.name, sha)
	if err != nil {
		return "", fmt.Errorf("look at commit %s: %w", sha, err)
	}
	var parents []string
	for _, p := range commit.Parents {
		parents = append(parents, p.GetSHA())
	}
	if !own(k, commit.GetMessage(), parents) {
		return "", fmt.Errorf("%w: %q", publish.ErrTaken, k.Branch)
	}
	return sha, nil
}

// writeError tells a missing right from other errors.
func writeError(operation string, err error) error {
	switch status(err) {
	case http.StatusForbidden, http.StatusNotFound, http.StatusUnauthorized:
		return fmt.Errorf("%s: %w (status %d)", operation, publish.ErrReadOnly, status(err))
	case http.StatusUnprocessableEntity, http.StatusConflict:
		return fmt.Errorf("%s: %w: %w", operation, publish.ErrRefused, err)
	}
	return fmt.Errorf("%s: %w", operation, err)
}

// noCommit is the id of no commit.
const noCommit = "0000000000000000000000000000000000000000"

// CanPush implements publish.Watch. It asks to make a branch at a commit that does
// not exist: a token without the right is refused before the commit is looked at,
// one with it after, and nothing is made in either case. The permissions that the
// repository's own description lists are those of a user, not of such a token.
func (c *Client) CanPush(ctx context.Context) error {
	if c.kind == publish.TokenNone {
		return publish.ErrReadOnly
	}
	ref, sha := "refs/heads/"+publish.DefaultPrefix+"rights", noCommit
	_, _, err := c.gh.Git.CreateRef(ctx, c.owner, c.name, &github.Reference{Ref: &ref, Object: &github.GitObject{SHA: &sha}})
	switch status(err) {
	case http.StatusForbidden, http.StatusNotFound, http.StatusUnauthorized:
		return fmt.Errorf("%w: contents: write is needed to push", publish.ErrReadOnly)
	case http.StatusUnprocessableEntity, http.StatusConflict:
		return nil
	}
	if err != nil {
		return fmt.Errorf("ask whether the token may push: %w", err)
	}
	return nil
}
