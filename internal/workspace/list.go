package workspace

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"github.com/regreen/regreen/internal/workspace/git"
	"github.com/regreen/regreen/internal/workspace/snapshot"
)

// Paths lists the tracked files that are there and the untracked files that are
// not ignored, with those of submodules; sorted, relative to Root, with slashes.
func (w *Workspace) Paths(ctx context.Context) ([]string, error) {
	listed, err := w.listed(ctx)
	if err != nil {
		return nil, err
	}
	paths := make([]string, 0, len(listed))
	for p := range listed {
		if info, err := w.dir.Lstat(filepath.FromSlash(p)); err == nil && !info.IsDir() {
			paths = append(paths, p)
		}
	}
	sort.Strings(paths)
	return paths, nil
}

// listed is the set of paths that git tracks or would: in the checkout, in its
// submodules and in other repositories inside.
func (w *Workspace) listed(ctx context.Context) (map[string]bool, error) {
	set := map[string]bool{}
	queue := append([]*repo{w.main}, w.subs...)
	for len(queue) > 0 {
		r := queue[0]
		queue = queue[1:]
		inner, err := r.list(ctx, set)
		if err != nil {
			return nil, err
		}
		for _, rel := range inner {
			nested, err := w.openRepo(ctx, rel)
			if errors.Is(err, ErrNotGit) {
				continue
			}
			if err != nil {
				return nil, err
			}
			queue = append(queue, nested)
		}
	}
	return set, nil
}

// list adds the files of one repository to set and returns the untracked
// repositories inside, relative to the checkout.
func (r *repo) list(ctx context.Context, set map[string]bool) (inner []string, err error) {
	tracked, err := r.Git(ctx, "ls-files", "-z", "--cached")
	if err != nil {
		return nil, err
	}
	// The user's own index knows files that were added by force and not yet committed.
	staged, err := r.Foreign(ctx, "ls-files", "-z", "--cached")
	if err != nil {
		staged = nil // a broken index is the user's business: HEAD and the files are known
	}
	others, err := r.Git(ctx, "ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	for _, out := range [][]byte{tracked, staged, others} {
		for _, p := range git.Split(out) {
			full := path.Join(r.rel, p)
			if strings.HasSuffix(p, "/") {
				inner = append(inner, full)
				continue
			}
			set[full] = true
		}
	}
	return inner, nil
}

// openNested opens the populated submodules of r, and theirs.
func (w *Workspace) openNested(ctx context.Context, r *repo) error {
	if r.Head == "" {
		return nil
	}
	if _, err := os.Lstat(filepath.Join(r.Root, ".gitmodules")); err != nil {
		return nil
	}
	out, err := r.Git(ctx, "ls-files", "-z", "--stage")
	if err != nil {
		return err
	}
	for _, line := range git.Split(out) {
		about, name, _ := strings.Cut(line, "\t")
		if !strings.HasPrefix(about, "160000 ") {
			continue
		}
		sub, err := w.openRepo(ctx, path.Join(r.rel, name))
		if errors.Is(err, ErrNotGit) {
			continue // not populated
		}
		if err != nil {
			return err
		}
		w.subs = append(w.subs, sub)
		if err := w.openNested(ctx, sub); err != nil {
			return err
		}
	}
	return nil
}

// outsideGit lists the git folders of linked worktrees. Their main repository
// belongs to other worktrees as well, whose users go on committing: only what can make
// git run something is watched there, not refs and objects.
func (w *Workspace) outsideGit() []*snapshot.Tree {
	var out []*snapshot.Tree
	seen := map[string]bool{}
	for _, r := range append([]*repo{w.main}, w.subs...) {
		if !within(w.root, r.GitDir) && !seen[r.GitDir] {
			seen[r.GitDir] = true
			out = append(out, &snapshot.Tree{Base: r.GitDir, Git: true})
		}
		if r.Common != r.GitDir && !within(w.root, r.Common) && !seen[r.Common] {
			seen[r.Common] = true
			out = append(out, &snapshot.Tree{Base: r.Common, Git: true, Only: []string{"config", "hooks", "info", "objects/info/alternates"}})
		}
	}
	return out
}
