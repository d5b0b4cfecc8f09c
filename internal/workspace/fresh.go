package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/regreen/regreen/internal/workspace/snapshot"
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
	if err := w.main.Lay(ctx, root); err != nil {
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
	if err := snapshot.RemoveAll(parent, filepath.Base(w.freshDir())); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the fresh checkout: %w", err)
	}
	return nil
}

func (w *Workspace) freshDir() string { return w.state + "-worktree" }

// Private lists what may hold credentials in or of this checkout, for commands that
// run elsewhere and could read them: git's configuration, what earlier steps wrote
// into the checkout, and the state folder. Paths are absolute; some may be absent.
func (w *Workspace) Private() []string {
	paths := []string{w.state}
	for _, s := range w.secret {
		paths = append(paths, filepath.Join(w.root, filepath.FromSlash(s)))
	}
	for _, r := range append([]*repo{w.main}, w.subs...) {
		for _, dir := range []string{r.GitDir, r.Common} {
			paths = append(paths, filepath.Join(dir, "config"), filepath.Join(dir, "config.worktree"))
		}
	}
	return paths
}
