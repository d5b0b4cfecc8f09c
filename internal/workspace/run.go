package workspace

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/regreen/regreen/internal/proc"
)

// Run runs a command that executes code of the checkout: proc.Run with the
// checkout writable, the state folder and the runner's secrets hidden, and Dir, when
// empty, the working directory. While it runs, the credentials that checkout
// left in git's configuration are out of its sight; after it, git's own files
// are compared and put back. Other files stay as it left them: see Restore.
// Without a snapshot it takes one first.
func (w *Workspace) Run(ctx context.Context, c proc.Command) (proc.Result, error) {
	if w.snap == nil {
		if err := w.Snapshot(ctx); err != nil {
			return proc.Result{}, err
		}
	}
	if c.Dir == "" {
		c.Dir = w.Dir()
	}
	c.Sandbox.Writable = append([]string{w.root}, c.Sandbox.Writable...)
	c.Sandbox.Hidden = append(append([]string{w.state}, w.hidden...), c.Sandbox.Hidden...)
	hidden, err := w.conceal()
	if err != nil {
		return proc.Result{}, errors.Join(fmt.Errorf("hide credentials: %w", err), w.restoreGit(ctx, hidden))
	}
	r, err := proc.Run(ctx, c)
	// The user's checkout is put back also when the run was called off.
	return r, errors.Join(err, w.restoreGit(context.WithoutCancel(ctx), hidden))
}

// findSecrets splits what no command may read. A denied folder could not be
// written either, so what lies inside the checkout (the google-github-actions
// write their credentials there) is not denied but emptied while a command runs.
func (w *Workspace) findSecrets() {
	w.hidden = append(w.hidden, w.o.Hidden...)
	for _, p := range proc.Secrets(w.o.Environ) {
		real, err := filepath.EvalSymlinks(p)
		if err != nil {
			continue
		}
		if rel, err := filepath.Rel(w.root, real); err == nil && filepath.IsLocal(rel) && rel != "." {
			w.secret = append(w.secret, filepath.ToSlash(rel))
			continue
		}
		w.hidden = append(w.hidden, p)
	}
}

// private reports whether a path of the checkout holds credentials of the job.
func (w *Workspace) private(rel string) bool {
	for _, s := range w.secret {
		if rel == s || strings.HasPrefix(rel, s+"/") {
			return true
		}
	}
	return false
}

// restoreGit puts git's own files back.
func (w *Workspace) restoreGit(ctx context.Context, hidden []concealed) error {
	for _, c := range hidden {
		if err := c.reveal(w); err != nil {
			return fmt.Errorf("restore .git: %w", err)
		}
	}
	c, err := w.snap.Restore(ctx, w.restoration(true))
	if err != nil {
		return fmt.Errorf("restore .git: %w", err)
	}
	w.gitChanges = append(w.gitChanges, c.Git...)
	return nil
}

// environ returns the value of a variable in a list of "NAME=value".
func environ(list []string, name string) string {
	for i := len(list) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(list[i], name+"="); ok {
			return value
		}
	}
	return ""
}
