package workspace

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/regreen/regreen/internal/workspace/attic"
	"github.com/regreen/regreen/internal/workspace/rewrite"
	"github.com/regreen/regreen/internal/workspace/snapshot"
)

// Changes are what a restore found.
type Changes = snapshot.Changes

// Snapshot remembers the checkout as it is now, in place of an earlier
// snapshot: tracked and untracked files and git's own by copies, ignored ones by their
// stat. From then on a journal in the state folder lets Recover put all of it
// back, should this process be killed.
func (w *Workspace) Snapshot(ctx context.Context) error {
	if err := w.Forget(); err != nil {
		return err
	}
	listed, err := w.listed(ctx)
	if err != nil {
		return fmt.Errorf("take snapshot: %w", err)
	}
	s, err := snapshot.Take(ctx, snapshot.Place{
		State: w.state, Root: w.root, Git: w.outsideGit(), Now: w.o.Now(),
		Listed: func(p string) bool { return listed[p] || w.private(p) },
	})
	if err != nil {
		return fmt.Errorf("take snapshot: %w", err)
	}
	w.snap, w.edits, w.wrote, w.marks = s, map[string]bool{}, map[string][32]byte{}, rewrite.Stamps{}
	w.attic, err = attic.ForRun(filepath.Join(w.state, replacedName), w.o.Now(), w.ours)
	return err
}

// Forget drops the snapshot and its journal: the checkout stays as it is now.
func (w *Workspace) Forget() error {
	if w.snap != nil {
		if err := w.snap.Close(); err != nil {
			return fmt.Errorf("forget snapshot: %w", err)
		}
		w.snap = nil
	}
	if err := snapshot.Forget(w.state); err != nil {
		return fmt.Errorf("forget snapshot: %w", err)
	}
	return nil
}

// Restore puts the checkout back as the snapshot found it and reports what was
// different: tracked and untracked files and git's own byte for byte with modes
// and links, new files removed, ignored files that changed kept as the caches
// they are. Modification times are never turned back (see rewrite.Stamps). It may be
// called any number of times. ErrNoSnapshot, ErrTampered.
func (w *Workspace) Restore(ctx context.Context) (Changes, error) {
	if w.snap == nil {
		return Changes{}, fmt.Errorf("restore: %w", ErrNoSnapshot)
	}
	c, err := w.snap.Restore(ctx, w.restoration(false))
	if err != nil {
		return c, fmt.Errorf("restore: %w", err)
	}
	c.Git = append(c.Git, w.gitChanges...)
	c.Sort()
	w.gitChanges, w.edits, w.wrote = nil, map[string]bool{}, map[string][32]byte{}
	return c, nil
}

func (w *Workspace) restoration(gitOnly bool) snapshot.Restoration {
	return snapshot.Restoration{Marks: w.marks, Now: w.o.Now, Attic: w.attic, Ignored: w.ignoredOf, Committed: w.committed, GitOnly: gitOnly}
}
