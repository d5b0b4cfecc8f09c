package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"

	"github.com/regreen/regreen/internal/patch"
)

// Diff is what Write, Remove and Apply changed since the snapshot, by the
// files' present content. What a test run changed by itself is not in it (P10).
// ErrNoSnapshot.
func (w *Workspace) Diff(ctx context.Context) (patch.Patch, error) {
	if w.snap == nil {
		return patch.Patch{}, fmt.Errorf("diff: %w", ErrNoSnapshot)
	}
	before, after := map[string]*patch.Content{}, map[string]*patch.Content{}
	for name := range w.edits {
		if err := ctx.Err(); err != nil {
			return patch.Patch{}, err
		}
		was, err := w.original(name)
		if err != nil {
			return patch.Patch{}, fmt.Errorf("diff %q: %w", name, err)
		}
		is, err := w.present(name)
		if err != nil {
			return patch.Patch{}, fmt.Errorf("diff %q: %w", name, err)
		}
		before[name], after[name] = was, is
	}
	return patch.Diff(before, after), nil
}

// Original returns a file as the snapshot has it, and false for one that was
// not there or is ignored by git. ErrNoSnapshot, ErrTampered.
func (w *Workspace) Original(name string) ([]byte, bool, error) {
	if w.snap == nil {
		return nil, false, fmt.Errorf("original of %q: %w", name, ErrNoSnapshot)
	}
	c, err := w.original(name)
	if err != nil {
		return nil, false, fmt.Errorf("original of %q: %w", name, err)
	}
	if c == nil || c.Mode&fs.ModeSymlink != 0 {
		return nil, false, nil
	}
	return c.Data, true, nil
}

func (w *Workspace) original(name string) (*patch.Content, error) {
	e := w.snap.Find(name)
	switch {
	case e == nil || !e.Kept() || e.Stat.Mode.IsDir():
		return nil, nil
	case e.Stat.Mode.Type() == fs.ModeSymlink:
		return &patch.Content{Data: []byte(e.Link), Mode: fs.ModeSymlink | 0o777}, nil
	case !e.Stat.Mode.IsRegular():
		return nil, nil
	}
	data, err := w.snap.Read(e)
	if err != nil {
		return nil, err
	}
	return &patch.Content{Data: data, Mode: e.Stat.Mode.Perm()}, nil
}

// present returns a file as it is now, nil when there is none.
func (w *Workspace) present(name string) (*patch.Content, error) {
	local := filepath.FromSlash(name)
	info, err := w.dir.Lstat(local)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	switch {
	case info.Mode().Type() == fs.ModeSymlink:
		target, err := w.dir.Readlink(local)
		return &patch.Content{Data: []byte(target), Mode: fs.ModeSymlink | 0o777}, err
	case !info.Mode().IsRegular():
		return nil, nil
	}
	data, err := w.dir.ReadFile(local)
	return &patch.Content{Data: data, Mode: info.Mode().Perm()}, err
}

// Apply applies a patch to the files as they are, strictly and as a whole: on
// any error they are as before. A patch that does not fit gives a
// *patch.Conflict; one that touches a link, a submodule, an ignored file or a
// path that Resolve refuses gives the error of Write.
func (w *Workspace) Apply(ctx context.Context, p patch.Patch) error {
	after, err := w.plan(p)
	if err != nil {
		return fmt.Errorf("apply patch: %w", err)
	}
	names := make([]string, 0, len(after))
	for name := range after {
		names = append(names, name)
	}
	sort.Strings(names)
	undo := map[string]*patch.Content{}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, w.undo(undo))
		}
		if undo[name], err = w.present(name); err == nil {
			err = w.set(name, after[name])
		}
		if err != nil {
			return errors.Join(fmt.Errorf("apply patch: %w", err), w.undo(undo))
		}
	}
	return nil
}

// plan works the patch out and checks every path of it before any is written.
func (w *Workspace) plan(p patch.Patch) (map[string]*patch.Content, error) {
	var broken error
	after, err := p.Apply(func(name string) ([]byte, bool) {
		local, err := w.writable(name)
		if err == nil {
			var data []byte
			if data, err = w.dir.ReadFile(local); err == nil {
				return data, true
			}
		}
		if !errors.Is(err, fs.ErrNotExist) && broken == nil {
			broken = fmt.Errorf("%q: %w", name, err)
		}
		return nil, false
	})
	if broken != nil {
		return nil, broken
	}
	if err != nil {
		return nil, err
	}
	for name, c := range after {
		if _, err := w.writable(name); err != nil {
			return nil, fmt.Errorf("%q: %w", name, err)
		}
		if c != nil && c.Mode&fs.ModeSymlink != 0 {
			return nil, fmt.Errorf("%q: %w", name, ErrSymlink)
		}
		if c != nil && c.Mode&fs.ModeIrregular != 0 {
			return nil, fmt.Errorf("%q: %w", name, ErrSubmodule)
		}
	}
	return after, nil
}

// set makes a file what c says; nil removes it, and mode 0 keeps its mode.
func (w *Workspace) set(name string, c *patch.Content) error {
	if c == nil {
		err := w.Remove(name)
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		return err
	}
	if c.Mode.Perm() == 0 {
		return w.Write(name, c.Data)
	}
	rel, err := w.writable(name)
	if err != nil {
		return fmt.Errorf("write %q: %w", name, err)
	}
	if err := w.put(rel, c.Data, w.mode(rel, c.Mode)); err != nil {
		return fmt.Errorf("write %q: %w", name, err)
	}
	return nil
}

// mode keeps what git does not: of the permissions in a patch only "may be
// executed" counts, the others stay as the file has them.
func (w *Workspace) mode(rel string, wanted fs.FileMode) fs.FileMode {
	mode := fs.FileMode(0o644)
	if info, err := w.dir.Lstat(rel); err == nil {
		mode = info.Mode().Perm()
	}
	switch executable := wanted&0o100 != 0; {
	case executable && mode&0o100 == 0:
		mode |= mode & 0o444 >> 2 // may execute who may read
	case !executable:
		mode &^= 0o111
	}
	return mode
}

func (w *Workspace) undo(before map[string]*patch.Content) error {
	var errs []error
	for name, c := range before {
		errs = append(errs, w.set(name, c))
	}
	return errors.Join(errs...)
}
