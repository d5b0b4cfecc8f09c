package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/regreen/regreen/internal/workspace/git"
)

// Dirty lists the tracked files that differ from the commit that was checked
// out, sorted. Untracked files do not count: CI has them too, and they are kept.
// Line ends that git converts and files of git LFS that were downloaded do not
// count either, nor files that a sparse checkout leaves out, nor the content of submodules.
func (w *Workspace) Dirty(ctx context.Context) ([]string, error) {
	out, err := w.Git(ctx, "status", "--porcelain=v1", "-z", "--untracked-files=no", "--no-renames")
	if err != nil {
		return nil, fmt.Errorf("list uncommitted changes: %w", err)
	}
	left, err := w.leftOut(ctx)
	if err != nil {
		return nil, fmt.Errorf("list uncommitted changes: %w", err)
	}
	var dirty []string
	for _, item := range git.Split(out) {
		if len(item) < 4 {
			continue
		}
		state, name := item[:2], item[3:]
		if strings.Contains(state, "D") && left[name] {
			continue
		}
		if strings.Contains(state, "M") && w.downloaded(ctx, name) {
			continue
		}
		dirty = append(dirty, name)
	}
	sort.Strings(dirty)
	return dirty, nil
}

// leftOut is the set of files that a sparse checkout does not have, by the
// checkout's own index, which alone knows.
func (w *Workspace) leftOut(ctx context.Context) (map[string]bool, error) {
	set := map[string]bool{}
	if !w.main.Sparse {
		return set, nil
	}
	out, err := w.main.Foreign(ctx, "ls-files", "-t", "-z")
	for _, item := range git.Split(out) {
		if name, skipped := strings.CutPrefix(item, "S "); skipped {
			set[name] = true
		}
	}
	return set, err
}

// downloaded reports whether a file is the content that a git LFS pointer in
// the commit stands for. No filter runs, so git itself takes it for a change.
func (w *Workspace) downloaded(ctx context.Context, name string) bool {
	pointer, err := w.Git(ctx, "cat-file", "blob", "HEAD:"+name)
	if err != nil || len(pointer) > 1024 || !bytes.HasPrefix(pointer, []byte("version https://git-lfs.github.com/spec/")) {
		return false
	}
	_, rest, ok := strings.Cut(string(pointer), "\noid sha256:")
	if !ok {
		return false
	}
	want, _, _ := strings.Cut(rest, "\n")
	data, err := w.dir.ReadFile(filepath.FromSlash(name))
	sum := sha256.Sum256(data)
	return err == nil && hex.EncodeToString(sum[:]) == want
}

// MergeBase is the newest commit that a and b both come from, "" when there is
// none in the history that is here; a shallow clone may lack it.
func (w *Workspace) MergeBase(ctx context.Context, a, b string) (string, error) {
	out, err := w.Git(ctx, "merge-base", "--end-of-options", a, b)
	var refused *git.Error
	if errors.As(err, &refused) && refused.ExitCode == 1 {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("merge base of %q and %q: %w", a, b, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// Partial reports whether the checkout was cloned with a filter: git would fetch the files
// of older commits when they are asked for, which regreen's own does not.
func (w *Workspace) Partial() bool {
	packs, _ := fs.Glob(os.DirFS(filepath.Join(w.main.Common, "objects", "pack")), "*.promisor") // the pattern is well-formed
	return len(packs) > 0
}

// Shallow reports whether the checkout lacks a part of its history.
func (w *Workspace) Shallow(ctx context.Context) (bool, error) {
	out, err := w.Git(ctx, "rev-parse", "--is-shallow-repository")
	if err != nil {
		return false, fmt.Errorf("look for a shallow clone: %w", err)
	}
	return strings.TrimSpace(string(out)) == "true", nil
}
