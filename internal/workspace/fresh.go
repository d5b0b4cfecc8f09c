package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Fresh makes a new checkout of Head in a folder of its own beside the state folder
// and returns its top and a state folder for it. It has a repository of its own that
// borrows the objects, so the one that was opened is not touched, and what a command
// does to the new one stays there. Submodules and files of git LFS are left as git
// itself stores them. Its place is the same each time: an earlier one is replaced.
func (w *Workspace) Fresh(ctx context.Context) (root, state string, err error) {
	if err := w.RemoveFresh(); err != nil {
		return "", "", err
	}
	root = filepath.Join(w.freshDir(), filepath.Base(w.root))
	if err := w.lay(ctx, root); err != nil {
		return "", "", errors.Join(fmt.Errorf("make a fresh checkout: %w", err), w.RemoveFresh())
	}
	return root, filepath.Join(w.freshDir(), ".state"), nil
}

// RemoveFresh removes what Fresh made, also what a killed run left of it.
func (w *Workspace) RemoveFresh() error {
	parent, err := os.OpenRoot(filepath.Dir(w.freshDir()))
	if err != nil {
		return fmt.Errorf("remove the fresh checkout: %w", err)
	}
	defer parent.Close() // it holds no data
	if err := removeAll(parent, filepath.Base(w.freshDir())); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the fresh checkout: %w", err)
	}
	return nil
}

func (w *Workspace) freshDir() string { return w.state + "-worktree" }

// lay writes the checkout at root as git would, but for what the untrusted
// configuration says.
func (w *Workspace) lay(ctx context.Context, root string) error {
	if err := os.MkdirAll(root, 0o755); err != nil {
		return err
	}
	r := *w.main
	r.root, r.own = root, filepath.Join(root, ".git")
	if err := r.create(ctx); err != nil {
		return err
	}
	if branch := w.Branch(); branch != "" {
		if err := os.WriteFile(filepath.Join(r.own, "HEAD"), []byte("ref: refs/heads/"+branch+"\n"), 0o600); err != nil {
			return err
		}
	}
	if err := r.nameOrigin(); err != nil {
		return err
	}
	for _, args := range [][]string{{"read-tree", w.Head()}, {"checkout-index", "--all", "--force", "--quiet"}, {"update-index", "-q", "--refresh"}} {
		if _, err := r.git(ctx, GitCall{Args: args}); err != nil {
			return err
		}
	}
	return nil
}

// nameOrigin tells the repository where it is from, without a password.
func (r *repo) nameOrigin() error {
	if r.remote == "" || strings.ContainsAny(r.remote, "\n\x00") {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(r.own, "config"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "[remote \"origin\"]\n\turl = %s\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n", configQuote(r.remote))
	return errors.Join(err, f.Close())
}

// Private lists what may hold credentials in or of this checkout, for commands that
// run elsewhere and could read them: git's configuration, what earlier steps wrote
// into the checkout, and the state folder. Paths are absolute; some may be absent.
func (w *Workspace) Private() []string {
	paths := []string{w.state}
	for _, s := range w.secret {
		paths = append(paths, filepath.Join(w.root, filepath.FromSlash(s)))
	}
	for _, r := range append([]*repo{w.main}, w.subs...) {
		for _, dir := range []string{r.gitDir, r.common} {
			paths = append(paths, filepath.Join(dir, "config"), filepath.Join(dir, "config.worktree"))
		}
	}
	return paths
}
