package snapshot

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/workspace/attic"
	"github.com/regreen/regreen/internal/workspace/rewrite"
	"github.com/regreen/regreen/internal/workspace/scan"
)

// Changes are what a restore found. Paths are relative to Root with slashes;
// those of a git folder outside the checkout are absolute. Each list is sorted.
type Changes struct {
	Modified  []string // tracked or untracked files whose bytes, mode or kind were others: put back
	Deleted   []string // tracked or untracked files that were gone: put back
	Created   []string // new files, and new folders with a slash at the end: removed
	Installed []string // ignored files that a package manager installed (node_modules, virtual environments): put back
	Git       []string // git's own files that were changed, new or gone, since the last Restore: put back
	Caches    []string // ignored files that changed: left as they are
	Lost      []string // ignored files that are gone: there is no copy
	Unsaved   []string // git objects that changed and had no copy: not put back
	Replaced  string   // folder with what Recover took out of the checkout, "" for nothing
}

// Empty reports whether nothing had to be put back; caches do not count.
func (c Changes) Empty() bool {
	return len(c.Modified)+len(c.Deleted)+len(c.Created)+len(c.Installed)+len(c.Git)+len(c.Unsaved) == 0
}

// Restoration is how a checkout is put back.
type Restoration struct {
	Marks rewrite.Stamps // the times that files have shown
	Now   func() time.Time
	Attic *attic.Attic // where what is taken out goes; nil for nowhere
	// Ignored returns those of new paths that git ignores; it is asked for the attic of a run.
	Ignored func(ctx context.Context, paths []string) map[string]bool
	// Committed says that somebody has committed since the snapshot.
	Committed bool
	// GitOnly leaves all but git's own files as they are.
	GitOnly bool
}

// Restore puts the checkout back as it was found and reports what was different. It may be
// called any number of times. ErrTampered.
func (s *State) Restore(ctx context.Context, how Restoration) (Changes, error) {
	var c Changes
	for _, t := range s.Trees {
		if how.GitOnly {
			t = t.gitOnly()
		}
		if err := s.restoreTree(ctx, t, how, &c); err != nil {
			return c, err
		}
	}
	return c, nil
}

// Sort puts the lists in order, each path once.
func (c *Changes) Sort() {
	for _, list := range []*[]string{&c.Modified, &c.Deleted, &c.Created, &c.Installed, &c.Git, &c.Caches, &c.Lost, &c.Unsaved} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
}

// restorer is one pass over one tree.
type restorer struct {
	Restoration
	s     *State
	t     *Tree
	dir   *os.Root
	found map[string]scan.Stat
	c     *Changes
	modes []*Entry // folders whose mode is to be set last

	ignored map[string]bool // new paths that git ignores
}

func (s *State) restoreTree(ctx context.Context, t *Tree, how Restoration, c *Changes) error {
	found, err := scan.Walk(ctx, scan.Tree{Base: t.Base, Only: t.Only, Pry: true})
	if err != nil {
		return err
	}
	dir, err := os.OpenRoot(t.Base)
	if err != nil {
		return err
	}
	defer dir.Close()
	r := &restorer{Restoration: how, s: s, t: t, dir: dir, found: found, c: c}
	if err := r.removeNew(ctx); err != nil {
		return err
	}
	for _, e := range t.Entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.entry(e); err != nil {
			return fmt.Errorf("%q: %w", e.Path, err)
		}
	}
	for _, e := range r.modes {
		if err := r.own(e); err != nil {
			return err
		}
	}
	return nil
}

// own gives a path its owner and mode back.
func (r *restorer) own(e *Entry) error {
	local := filepath.FromSlash(e.Path)
	if err := e.Stat.GiveTo(r.dir, local); err != nil {
		return err
	}
	return r.dir.Chmod(local, e.Stat.Bits())
}

// removeNew removes what the snapshot does not know, folders as a whole.
func (r *restorer) removeNew(ctx context.Context) error {
	var news []string
	for p := range r.found {
		if r.t.byPath[p] == nil {
			news = append(news, p)
		}
	}
	sort.Strings(news)
	var tops []string
	last := "\x00"
	for _, p := range news {
		if strings.HasPrefix(p, last+"/") {
			continue // went with its folder
		}
		if up := path.Dir(p); up != "." && r.t.byPath[up] == nil {
			continue // its folder is new as well, and sorts before it
		}
		last = p
		tops = append(tops, p)
	}
	if r.Attic != nil && r.Attic.Live() && r.t.Base == r.s.Root {
		r.ignored = r.Ignored(ctx, tops)
	}
	for _, p := range tops {
		if err := r.remove(p); err != nil {
			return err
		}
	}
	return nil
}

func (r *restorer) remove(p string) error {
	st := r.found[p]
	if r.kept(p) {
		return nil
	}
	r.Marks.Saw(r.name(p), time.Unix(0, st.Mtime))
	r.keep(p)
	if err := RemoveAll(r.dir, filepath.FromSlash(p)); err != nil {
		return err
	}
	name := r.name(p)
	if st.Mode.IsDir() {
		name += "/"
	}
	if git, _ := r.t.gitPath(p); git {
		r.c.Git = append(r.c.Git, name)
	} else {
		r.c.Created = append(r.c.Created, name)
	}
	return nil
}

// objectFile matches what git stores commits and files in, but not the list of other
// stores, which a command could plant.
var objectFile = regexp.MustCompile(`(^|/)objects/([0-9a-f]{2}|pack)(/|$)`)

// kept reports whether something new stays. Git's objects are named by their content
// and do nothing by themselves: a commit that a person made while a run was going can
// be had back from them, whatever became of its branch.
func (r *restorer) kept(p string) bool {
	git, object := r.t.gitPath(p)
	return git && object && objectFile.MatchString(p) || r.history(p)
}

// historyFile matches where git keeps what a person does between two runs.
var historyFile = regexp.MustCompile(`(^|/)(HEAD|ORIG_HEAD|FETCH_HEAD|MERGE_HEAD|COMMIT_EDITMSG|index|packed-refs|refs|logs)(/|$)`)

// history reports whether a recovery leaves p as it is: once somebody has committed
// since the kill, commits, branches and the index are their work rather than the run's.
func (r *restorer) history(p string) bool {
	git, object := r.t.gitPath(p)
	return r.Committed && git && !object && historyFile.MatchString(p)
}

// keep puts what is about to go into the attic. Within a run, git's own files, what
// git ignores and what a package manager installed are none of a person's work.
func (r *restorer) keep(p string) {
	if r.Attic == nil {
		return
	}
	if r.Attic.Live() {
		git, _ := r.t.gitPath(p)
		if e := r.t.byPath[p]; git || r.ignored[p] || e != nil && e.Class != kept {
			return
		}
	}
	r.Attic.Keep(filepath.Join(r.t.Base, filepath.FromSlash(p)), r.name(p))
}

// RemoveAll removes what is at rel below dir, a folder also when its own user may not write into it.
func RemoveAll(dir *os.Root, rel string) error {
	err := dir.RemoveAll(rel)
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	walkErr := fs.WalkDir(dir.FS(), filepath.ToSlash(rel), func(p string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			return dir.Chmod(filepath.FromSlash(p), 0o700)
		}
		return nil
	})
	return errors.Join(walkErr, dir.RemoveAll(rel))
}

// name is how a path is reported.
func (r *restorer) name(p string) string {
	if r.t.Base == r.s.Root {
		return p
	}
	return filepath.Join(r.t.Base, filepath.FromSlash(p))
}

// entry compares one path and puts it back.
func (r *restorer) entry(e *Entry) error {
	now, there := r.found[e.Path]
	switch {
	case r.history(e.Path):
		return nil
	case e.Class == cached || e.Class == unsaved:
		return r.watched(e, now, there)
	case there && now == e.Stat && !e.Young:
		return nil
	case e.Stat.Mode.IsDir():
		return r.folder(e, now, there)
	case e.Stat.Mode.IsRegular():
		return r.regular(e, now, there)
	case e.Stat.Mode.Type() == fs.ModeSymlink:
		return r.link(e, now, there)
	}
	return nil // a socket or a device of the user: nothing to put back
}

// ledger matches where a compiler keeps which outputs it has written. TypeScript's does not
// look whether they are there: with a new one taken away it would never write it again.
var ledger = regexp.MustCompile(`\.tsbuildinfo$`)

// watched reports a change of what has no copy. A ledger goes where what it lists may have
// gone.
func (r *restorer) watched(e *Entry, now scan.Stat, there bool) error {
	same := there && now == e.Stat || e.Stat.Mode.IsDir() && now.Mode.IsDir()
	switch {
	case same:
	case e.Class == unsaved:
		r.c.Unsaved = append(r.c.Unsaved, r.name(e.Path))
	case !there:
		r.c.Lost = append(r.c.Lost, r.name(e.Path))
	default:
		r.c.Caches = append(r.c.Caches, r.name(e.Path))
		if ledger.MatchString(e.Path) && len(r.c.Created) > 0 {
			return RemoveAll(r.dir, filepath.FromSlash(e.Path))
		}
	}
	return nil
}

// note reports that a kept path was not as it should be.
func (r *restorer) note(e *Entry, there bool) {
	list := &r.c.Modified
	switch {
	case e.Class == meta:
		list = &r.c.Git
	case e.Class == installed:
		list = &r.c.Installed
	case !there:
		list = &r.c.Deleted
	}
	*list = append(*list, r.name(e.Path))
}

func (r *restorer) folder(e *Entry, now scan.Stat, there bool) error {
	local := filepath.FromSlash(e.Path)
	if there && now.Mode.IsDir() {
		if now.Mode != e.Stat.Mode || now.Uid != e.Stat.Uid || now.Gid != e.Stat.Gid {
			r.note(e, there)
			r.modes = append(r.modes, e)
		}
		return nil
	}
	if there {
		if err := r.dir.Remove(local); err != nil {
			return err
		}
	}
	if e.Class == meta || !there {
		r.note(e, there)
	}
	r.modes = append(r.modes, e)
	return r.dir.Mkdir(local, 0o700)
}

func (r *restorer) link(e *Entry, now scan.Stat, there bool) error {
	local := filepath.FromSlash(e.Path)
	if there {
		if target, err := r.dir.Readlink(local); err == nil && target == e.Link {
			return r.settle(e)
		}
		if err := RemoveAll(r.dir, local); err != nil {
			return err
		}
	}
	r.note(e, there)
	if err := r.dir.Symlink(e.Link, local); err != nil {
		return err
	}
	if err := e.Stat.GiveTo(r.dir, local); err != nil {
		return err
	}
	return r.settle(e)
}

func (r *restorer) regular(e *Entry, now scan.Stat, there bool) error {
	local := filepath.FromSlash(e.Path)
	mark := r.name(e.Path)
	r.Marks.Saw(mark, time.Unix(0, e.Stat.Mtime))
	if there && now.Mode.IsRegular() {
		r.Marks.Saw(mark, time.Unix(0, now.Mtime))
		same, err := r.sameContent(e, now)
		if err != nil {
			return err
		}
		if same {
			return r.touched(e, now)
		}
	} else if there {
		if err := RemoveAll(r.dir, local); err != nil {
			return err
		}
	}
	r.note(e, there)
	data, err := r.s.Read(e)
	if err != nil {
		return err
	}
	if there && now.Mode.IsRegular() {
		r.keep(e.Path)
	}
	to := rewrite.File{Data: data, Mode: e.Stat.Bits(), Owner: e.Stat, At: r.Marks.Next(mark, r.Now())}
	err = rewrite.Replace(r.dir, local, to)
	if errors.Is(err, fs.ErrNotExist) { // the folder is gone since it was listed
		if err = r.dir.MkdirAll(filepath.Dir(local), 0o755); err == nil {
			err = rewrite.Replace(r.dir, local, to)
		}
	}
	if err != nil {
		return err
	}
	return r.settle(e)
}

// touched deals with a file that has its bytes and another stat. Somebody may
// have built from other bytes meanwhile and put these back, so it counts as changed for
// the time stamp, unless only the look at it was too early.
func (r *restorer) touched(e *Entry, now scan.Stat) error {
	local := filepath.FromSlash(e.Path)
	if now == e.Stat {
		e.Young = now.Young(time.Now())
		return nil
	}
	if now.Mode != e.Stat.Mode || now.Uid != e.Stat.Uid || now.Gid != e.Stat.Gid {
		r.note(e, true)
		if err := r.own(e); err != nil {
			return err
		}
	}
	if e.Class != meta {
		at := r.Marks.Next(r.name(e.Path), r.Now())
		if err := r.dir.Chtimes(local, at, at); err != nil {
			return err
		}
	}
	return r.settle(e)
}

// settle makes the present state the one to compare with.
func (r *restorer) settle(e *Entry) error {
	info, err := r.dir.Lstat(filepath.FromSlash(e.Path))
	if err != nil {
		return err
	}
	e.Stat, e.Young = scan.StatOf(info), true
	return nil
}

func (r *restorer) sameContent(e *Entry, now scan.Stat) (bool, error) {
	if now.Size != e.Stat.Size {
		return false, nil
	}
	f, err := r.dir.Open(filepath.FromSlash(e.Path))
	if errors.Is(err, fs.ErrPermission) {
		return false, nil // a child took the right to read it away: written anew
	}
	if err != nil {
		return false, err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return bytes.Equal(sum.Sum(nil), e.Sum[:]), errors.Join(err, f.Close())
}
