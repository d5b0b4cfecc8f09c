package workspace

import (
	"context"
	"path/filepath"
	"strings"
)

// Dirty lists the tracked files that differ from the commit, sorted. Untracked
// files do not count: CI has them too, and they are kept.
func (w *Workspace) Dirty(ctx context.Context) ([]string, error) {
	// A file that was only touched has another time than the index says.
	_, _ = w.Git(ctx, "update-index", "-q", "--refresh") // exits with 1 where something differs
	out, err := w.Git(ctx, "diff-index", "--name-only", "-z", "--ignore-submodules=all", "HEAD", "--")
	if err != nil {
		return nil, err
	}
	return splitNUL(out), nil
}

// Branch is the branch that is checked out, without refs/heads/; "" when HEAD is
// detached.
func (w *Workspace) Branch() string {
	data, err := readSmall(filepath.Join(w.main.gitDir, "HEAD"))
	if err != nil {
		return "" // it was read when the checkout was opened; without it there is no branch
	}
	ref, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "ref: refs/heads/")
	if !ok {
		return ""
	}
	return ref
}
