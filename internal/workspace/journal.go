package workspace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/regreen/regreen/internal/workspace/attic"
	"github.com/regreen/regreen/internal/workspace/git"
	"github.com/regreen/regreen/internal/workspace/snapshot"
)

const (
	lockName = "lock" // the file in a state folder that the process at work in its checkout locks
	rootName = "root" // the file in a state folder that says of which checkout it is
)

// DefaultStateDir is where the state of the checkout at root is kept: below
// XDG_STATE_HOME, ~/.local/state or %LOCALAPPDATA%, none of which a confined
// child may write. It fails when environ names no home.
func DefaultStateDir(root string, environ []string) (string, error) {
	get := func(name string) string {
		for _, entry := range environ {
			if value, ok := strings.CutPrefix(entry, name+"="); ok && filepath.IsAbs(value) {
				return value
			}
		}
		return ""
	}
	base := get("XDG_STATE_HOME")
	if home := get("HOME"); base == "" && home != "" {
		base = filepath.Join(home, ".local", "state")
	}
	if local := get("LOCALAPPDATA"); runtime.GOOS == "windows" && local != "" {
		base = local
	}
	if base == "" {
		return "", errors.New("no folder for state: neither XDG_STATE_HOME nor HOME is set")
	}
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(base, "regreen", filepath.Base(root)+"-"+hex.EncodeToString(sum[:6])), nil
}

// Recover puts a checkout back that a killed run left changed. It reports what
// was changed and whether there was anything to recover. What it takes out of the
// checkout stays in Changes.Replaced until the next recovery: a person may have
// worked there since. ErrBusy means that the other run is alive. Call it before Open.
func Recover(ctx context.Context, dir string, o Options) (Changes, bool, error) {
	w, err := locate(dir, o)
	if err != nil {
		return Changes{}, false, err
	}
	if !snapshot.Left(w.state) {
		return Changes{}, false, nil
	}
	c, err := w.recover(ctx)
	if err != nil {
		return c, true, errors.Join(fmt.Errorf("recover %q: %w", w.root, err), w.Close())
	}
	return c, true, w.Close()
}

func (w *Workspace) recover(ctx context.Context) (Changes, error) {
	if err := w.hold(); err != nil {
		return Changes{}, err
	}
	var err error
	if w.snap, err = snapshot.Load(w.state, w.root); err != nil {
		return Changes{}, err
	}
	w.attic = attic.ForRecovery(filepath.Join(w.state, replacedName), w.o.Now())
	w.committed = w.committedSince()
	c, err := w.Restore(ctx)
	if err != nil {
		return c, err
	}
	c.Replaced, _ = w.attic.Kept()
	return c, w.Forget()
}

// committedSince reports whether the checked-out commit was made after the snapshot:
// its object is there, and the snapshot does not know it.
func (w *Workspace) committedSince() bool {
	id := git.LooseHead(filepath.Join(w.root, ".git"))
	if id == "" {
		return false // a linked worktree, or no repository any more: all of it is put back
	}
	object := ".git/objects/" + id[:2] + "/" + id[2:]
	if _, err := os.Stat(filepath.Join(w.root, filepath.FromSlash(object))); err != nil {
		return false
	}
	return w.snap.Find(object) == nil
}
