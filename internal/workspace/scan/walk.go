// Package scan lists folders with what of their files shows a change.
package scan

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

// Stat is the part of a file's state by which a change shows without reading
// it. A change of content cannot keep the change time, which no program may set.
type Stat struct {
	Mode         fs.FileMode
	Size         int64
	Mtime, Ctime int64 // nanoseconds
	Inode        uint64
	Uid, Gid     int // -1 where the system has none
}

// Bits are what chmod sets.
func (s Stat) Bits() fs.FileMode {
	return s.Mode & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
}

// Young reports whether the file may have changed again without its stat
// showing it, when it was looked at now.
func (s Stat) Young(now time.Time) bool {
	return max(s.Ctime, s.Mtime) >= now.Add(-racyWindow).UnixNano()
}

// racyWindow is how long before a look a change may have happened for its time
// stamp not to differ from that of a change after the look: file systems stamp in ticks
// of up to 10 ms, and some guests in more. Files that young are compared by content.
const racyWindow = 100 * time.Millisecond

// Tree is a folder to list with everything below it, following no links.
type Tree struct {
	Base string
	Only []string // where to begin below Base, by slash paths; nil is Base itself
	// Pry opens folders that a child has closed to its own user.
	Pry bool
}

// Walk lists t, each path with its stat, by slash path relative to Base; Base itself is
// not in it. What is gone when it is reached is left out.
func Walk(ctx context.Context, t Tree) (map[string]Stat, error) {
	w := &walk{Tree: t, found: map[string]Stat{}}
	// In parallel: at 100,000 files the time goes into system calls.
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(8)
	if t.Only == nil {
		group.Go(func() error { return w.folder(ctx, group, "") })
	}
	for _, rel := range t.Only {
		group.Go(func() error { return w.begin(ctx, group, rel) })
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("list %q: %w", t.Base, err)
	}
	return w.found, nil
}

type walk struct {
	Tree
	mu    sync.Mutex
	found map[string]Stat
}

// begin lists a path that may be absent or a file.
func (w *walk) begin(ctx context.Context, group *errgroup.Group, rel string) error {
	info, err := os.Lstat(filepath.Join(w.Base, filepath.FromSlash(rel)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	w.mu.Lock()
	w.found[rel] = StatOf(info)
	w.mu.Unlock()
	if !info.IsDir() {
		return nil
	}
	return w.folder(ctx, group, rel)
}

// folder lists one folder, and those below in other goroutines while there is room.
func (w *walk) folder(ctx context.Context, group *errgroup.Group, rel string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	abs := filepath.Join(w.Base, filepath.FromSlash(rel))
	list, err := w.read(abs)
	if err != nil {
		return err
	}
	stats, err := statAll(list)
	if err != nil {
		return err
	}
	prefix := rel
	if prefix != "" {
		prefix += "/"
	}
	w.mu.Lock()
	for i, e := range list {
		if stats[i] != (Stat{}) {
			w.found[prefix+e.Name()] = stats[i]
		}
	}
	w.mu.Unlock()
	for i, e := range list {
		if !stats[i].Mode.IsDir() {
			continue
		}
		below := prefix + e.Name()
		if !group.TryGo(func() error { return w.folder(ctx, group, below) }) {
			if err := w.folder(ctx, group, below); err != nil {
				return err
			}
		}
	}
	return nil
}

// statAll gives each entry its stat; the zero one stands for nothing.
func statAll(list []os.DirEntry) ([]Stat, error) {
	stats := make([]Stat, len(list))
	for i, e := range list {
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENAMETOOLONG) {
			continue // gone since, or too deep
		}
		if err != nil {
			return nil, err
		}
		stats[i] = StatOf(info)
	}
	return stats, nil
}

func (w *walk) read(abs string) ([]os.DirEntry, error) {
	list, err := readFolder(abs)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // gone since, for example by a git gc in the background
	}
	if errors.Is(err, syscall.ENAMETOOLONG) {
		return nil, nil // nobody's files: a folder that deep goes as a whole
	}
	if !errors.Is(err, fs.ErrPermission) {
		return list, err
	}
	if !w.Pry {
		return nil, nil // closed to us, so closed to the child as well
	}
	if err := os.Chmod(abs, 0o700); err != nil {
		return nil, err
	}
	return readFolder(abs)
}

// readFolder lists without sorting, which os.ReadDir would do.
func readFolder(abs string) ([]os.DirEntry, error) {
	f, err := os.Open(abs)
	if err != nil {
		return nil, err
	}
	list, err := f.ReadDir(-1)
	return list, errors.Join(err, f.Close())
}
