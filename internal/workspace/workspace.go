// Package workspace is a git checkout in which code that nobody vouched for is
// run: it is remembered byte for byte, repaired, and put back as it was.
//
// The checkout's own .git is never trusted. Every git call goes through a
// repository of regreen's own, kept in a state folder outside the checkout,
// that borrows the objects and nothing else: no hook, filter, fsmonitor,
// credential helper, pager, external diff or textconv of the checkout ever runs.
package workspace

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/regreen/regreen/internal/workspace/attic"
	"github.com/regreen/regreen/internal/workspace/git"
	"github.com/regreen/regreen/internal/workspace/lock"
	"github.com/regreen/regreen/internal/workspace/rewrite"
	"github.com/regreen/regreen/internal/workspace/snapshot"
)

// Errors that callers tell apart. Each is wrapped with the path it is about.
var (
	ErrNotGit     = git.ErrNotRepo
	ErrBare       = errors.New("a bare git repository has no files to test")
	ErrNoCommit   = errors.New("the git repository has no commit yet")
	ErrNoGit      = git.ErrMissing
	ErrOutside    = errors.New("path is outside the checkout")
	ErrGitPath    = errors.New("path is inside git's own files")
	ErrSecret     = errors.New("path holds credentials of the job")
	ErrSymlink    = errors.New("path is a symbolic link")
	ErrSubmodule  = errors.New("path is inside a submodule")
	ErrIgnored    = errors.New("path is ignored by git")
	ErrBadPath    = errors.New("not a valid path")
	ErrBusy       = errors.New("another run is working in this checkout")
	ErrNoSnapshot = errors.New("no snapshot was taken")
	ErrTampered   = snapshot.ErrTampered
)

// Options are what Open takes from outside.
type Options struct {
	// StateDir is a folder outside the checkout for the own repository and the
	// snapshot. It must not be one that children may write, so not a temp
	// folder. "" stands for DefaultStateDir of the checkout.
	StateDir string
	// Environ is the bot's environment; git gets PATH, HOME and proxies of it.
	Environ []string
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// GitTimeout ends a git call that hangs; 0 means git.DefaultTimeout.
	GitTimeout time.Duration
	// Hidden are files and folders elsewhere that commands may not read, absolute.
	Hidden []string
}

// Workspace is one open checkout. It is not safe for concurrent use.
type Workspace struct {
	o     Options
	root  string // real path of the top of the checkout
	sub   string // working directory relative to root, "." for the top
	state string
	lock  *flock.Flock
	main  *repo
	subs  []*repo // populated submodules and other repositories inside
	dir   *os.Root
	snap  *snapshot.State
	marks rewrite.Stamps
	edits map[string]bool     // paths written since the snapshot
	wrote map[string][32]byte // what was written to them last, by SHA-256

	hidden     []string     // the job's credentials elsewhere, absolute
	secret     []string     // the job's credentials inside the checkout, relative with slashes
	gitChanges []string     // what Run put back and the next Restore reports
	attic      *attic.Attic // where what a restore takes out goes; nil before a snapshot
	committed  bool         // in a recovery: somebody committed since the snapshot
}

// Open opens the checkout that dir lies in. dir may be a folder below its top;
// Sub keeps that. Errors are ErrNotGit, ErrBare, ErrNoCommit, ErrNoGit and ErrBusy, each
// with the path. A journal left by a killed run is not looked at: see Recover.
func Open(ctx context.Context, dir string, o Options) (*Workspace, error) {
	w, err := locate(dir, o)
	if err != nil {
		return nil, err
	}
	if err := w.prepare(ctx); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// locate finds the checkout without asking git, which would ask its owner.
func locate(dir string, o Options) (*Workspace, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", dir, err)
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, fmt.Errorf("open %q: %w", dir, err)
	}
	root, err := findRoot(abs)
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", dir, err)
	}
	sub, err := filepath.Rel(root, abs)
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", dir, err)
	}
	w := &Workspace{o: o, root: root, sub: filepath.ToSlash(sub), state: o.StateDir, marks: rewrite.Stamps{}, edits: map[string]bool{}, wrote: map[string][32]byte{}}
	if w.state == "" {
		if w.state, err = DefaultStateDir(root, o.Environ); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// prepare makes the state folder and the own repositories.
func (w *Workspace) prepare(ctx context.Context) error {
	if err := os.MkdirAll(w.state, 0o700); err != nil {
		return fmt.Errorf("make state folder: %w", err)
	}
	state, err := filepath.EvalSymlinks(w.state)
	if err != nil {
		return fmt.Errorf("make state folder: %w", err)
	}
	if within(w.root, state) {
		return fmt.Errorf("state folder %q lies inside the checkout %q", state, w.root)
	}
	w.state = state
	if err := w.hold(); err != nil {
		return fmt.Errorf("open %q: %w", w.root, err)
	}
	if err := os.WriteFile(filepath.Join(w.state, rootName), []byte(w.root), 0o600); err != nil {
		return fmt.Errorf("open %q: %w", w.root, err)
	}
	if w.dir, err = os.OpenRoot(w.root); err != nil {
		return fmt.Errorf("open %q: %w", w.root, err)
	}
	if w.main, err = w.openRepo(ctx, "."); err != nil {
		return fmt.Errorf("open %q: %w", w.root, err)
	}
	w.findSecrets()
	return w.openNested(ctx, w.main)
}

// hold keeps other runs out of the checkout.
func (w *Workspace) hold() (err error) {
	w.lock, err = lock.Take(filepath.Join(w.state, lockName))
	if errors.Is(err, lock.ErrBusy) {
		return ErrBusy
	}
	return err
}

// Close gives the checkout free for other runs. It restores nothing.
func (w *Workspace) Close() error {
	var errs []error
	if w.snap != nil {
		errs = append(errs, w.snap.Close())
	}
	if w.dir != nil {
		errs = append(errs, w.dir.Close())
	}
	if w.lock != nil {
		errs = append(errs, w.lock.Close())
	}
	return errors.Join(errs...)
}

// Root is the absolute real path of the top of the checkout.
func (w *Workspace) Root() string { return w.root }

// Sub is the folder that Open was given, relative to Root, with slashes; "." for Root itself.
func (w *Workspace) Sub() string { return w.sub }

// Dir is the absolute path of Sub: where commands run.
func (w *Workspace) Dir() string { return filepath.Join(w.root, filepath.FromSlash(w.sub)) }

// StateDir is the folder of the own repository and the snapshot. It holds what the
// checkout's git configuration held, credentials included: children may not read it.
func (w *Workspace) StateDir() string { return w.state }

// Head is the full name of the commit that was checked out when Open ran.
func (w *Workspace) Head() string { return w.main.Head }

// Branch is the branch that is checked out, without refs/heads/; "" when HEAD is
// detached.
func (w *Workspace) Branch() string { return w.main.Branch() }

// RemoteURL is the URL of the remote called origin with any credentials taken
// out, and a relative path made absolute; "" when there is none.
func (w *Workspace) RemoteURL() string { return w.main.Remote }

// RemoteOwner is the owner in RemoteURL, as "acme" in
// https://github.com/acme/shop.git or git@github.com:acme/shop.git; "" when the URL names none.
func (w *Workspace) RemoteOwner() string {
	owner, _, _ := strings.Cut(remotePath(w.main.Remote), "/")
	return owner
}

// RemoteRepo is the owner and name in RemoteURL ("acme/shop"); "" when the URL names none.
func (w *Workspace) RemoteRepo() string { return remotePath(w.main.Remote) }

// Git runs git in the own repository of the checkout: see git.Repo.
func (w *Workspace) Git(ctx context.Context, args ...string) ([]byte, error) {
	return w.main.Git(ctx, args...)
}

// GitWith is Git with an environment, input and deadline of its own.
func (w *Workspace) GitWith(ctx context.Context, c git.Call) ([]byte, error) {
	return w.main.With(ctx, c)
}

// repo is a repository in the checkout: the checkout itself, a submodule or another one
// inside.
type repo struct {
	*git.Repo
	rel string // relative to the checkout, "." for the checkout
}

func (w *Workspace) openRepo(ctx context.Context, rel string) (*repo, error) {
	own := filepath.Join(w.state, "git", strings.ReplaceAll(url.PathEscape(rel), ".", "%2E"))
	r, err := git.Open(ctx, filepath.Join(w.root, filepath.FromSlash(rel)), own, git.Options{Environ: w.o.Environ, Timeout: w.o.GitTimeout})
	if err != nil {
		return nil, err
	}
	if r.Head == "" && rel == "." {
		return nil, ErrNoCommit
	}
	return &repo{Repo: r, rel: rel}, nil
}

func findRoot(dir string) (string, error) {
	for at := dir; ; {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at, nil
		}
		if isGitDir(at) {
			return "", ErrBare
		}
		up := filepath.Dir(at)
		if up == at {
			return "", ErrNotGit
		}
		at = up
	}
}

// isGitDir tells a repository's own folder from a work tree, as git does.
func isGitDir(dir string) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// within reports whether path is base or lies below it; both are clean and absolute.
func within(base, path string) bool {
	rel, err := filepath.Rel(base, path)
	return err == nil && filepath.IsLocal(rel)
}

// remotePath returns "owner/name" of a URL in any of git's forms, "" for others.
func remotePath(address string) string {
	rest := address
	if _, after, ok := strings.Cut(address, "://"); ok {
		_, rest, ok = strings.Cut(after, "/")
		if !ok {
			return ""
		}
	} else if host, after, ok := strings.Cut(address, ":"); ok && !strings.Contains(host, "/") {
		rest = after
	} else {
		return "" // a local path has no owner
	}
	rest = strings.TrimSuffix(strings.Trim(path.Clean("/"+rest), "/"), ".git")
	owner, name, ok := strings.Cut(rest, "/")
	if !ok || owner == "" || name == "" || strings.HasPrefix(address, "file:") {
		return ""
	}
	return rest
}
