package workspace

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/regreen/regreen/internal/workspace/scan"
	"golang.org/x/sync/errgroup"
)

// class says what a restore does with a path.
type class uint8

const (
	cached    class = iota // ignored by git: known by its stat, a changed one stays
	kept                   // tracked or untracked: an own copy, restored byte for byte
	meta                   // git's own file: an own copy, restored byte for byte
	unsaved                // git's own object that had no room: known by its stat alone
	installed              // ignored, and code that tests run: an own copy, restored byte for byte
)

// maxGitCopy is how much of git's own objects is copied. The shallow clones of
// CI are far below; of a larger history the rest is watched, and a change of it is
// reported as one that could not be put back.
const maxGitCopy = 256 << 20

// Installed dependencies are ignored by git, and yet no caches: a run that
// changes one changes what the next run proves. They are copied as far as this
// goes; what is larger is known by its stat, as caches are.
const (
	maxInstalledFile = 4 << 20
	maxInstalled     = 512 << 20
)

// entry is one path as the snapshot found it.
type entry struct {
	Path  string
	Class class
	Stat  scan.Stat
	Link  string   // target of a symbolic link
	Sum   [32]byte // SHA-256 of a copied file
	Off   int64    // where its copy begins
	Young bool     // too young for its stat to prove anything
}

func (e *entry) copied() bool {
	return (e.Class == kept || e.Class == meta || e.Class == installed) && e.Stat.Mode.IsRegular()
}

// tree is a folder under watch: the checkout, or a git folder outside of it.
type tree struct {
	Base    string
	Git     bool     // it is a git folder, all of it git's own
	Only    []string // what of it is watched; nil is all of it
	Entries []*entry
	byPath  map[string]*entry
}

// snapshot is the checkout as it was found.
type snapshot struct {
	Version int
	Root    string
	Taken   time.Time
	Trees   []*tree
	file    *os.File // the copies
}

const snapshotVersion = 1

// Snapshot remembers the checkout as it is now, in place of an earlier
// snapshot: tracked and untracked files and git's own by copies, ignored ones by their
// stat. From then on a journal in the state folder lets Recover put all of it
// back, should this process be killed.
func (w *Workspace) Snapshot(ctx context.Context) error {
	if err := w.Forget(); err != nil {
		return err
	}
	s, err := w.take(ctx)
	if err != nil {
		return fmt.Errorf("take snapshot: %w", err)
	}
	if err := w.save(s); err != nil {
		return fmt.Errorf("take snapshot: %w", errors.Join(err, s.close()))
	}
	w.snap, w.edits, w.wrote, w.marks = s, map[string]bool{}, map[string][32]byte{}, stamps{}
	w.attic, err = w.liveAttic()
	return err
}

// Forget drops the snapshot and its journal: the checkout stays as it is now.
func (w *Workspace) Forget() error {
	if w.snap != nil {
		if err := w.snap.close(); err != nil {
			return fmt.Errorf("forget snapshot: %w", err)
		}
		w.snap = nil
	}
	for _, name := range []string{manifestName, copiesName} {
		if err := os.RemoveAll(filepath.Join(w.state, name)); err != nil {
			return fmt.Errorf("forget snapshot: %w", err)
		}
	}
	return nil
}

const (
	manifestName = "manifest" // its presence is the journal
	copiesName   = "copies"
)

func (w *Workspace) take(ctx context.Context) (*snapshot, error) {
	listed, err := w.listed(ctx)
	if err != nil {
		return nil, err
	}
	s := &snapshot{Version: snapshotVersion, Root: w.root, Taken: w.o.Now()}
	s.Trees = append([]*tree{{Base: w.root}}, w.outsideGit()...)
	for _, t := range s.Trees {
		if err := t.fill(ctx); err != nil {
			return nil, err
		}
		t.classify(func(p string) bool { return listed[p] || w.private(p) })
	}
	if s.file, err = os.OpenFile(filepath.Join(w.state, copiesName), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600); err != nil {
		return nil, err
	}
	if err := s.copyAll(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// fill lists what is watched.
func (t *tree) fill(ctx context.Context) error {
	found, err := scan.Walk(ctx, scan.Tree{Base: t.Base, Only: t.Only})
	if err != nil {
		return err
	}
	now := time.Now() // compared with the kernel's stamps, so not the injected clock
	for p, st := range found {
		e := &entry{Path: p, Stat: st, Young: st.Young(now)}
		if st.Mode.Type() == os.ModeSymlink {
			if e.Link, err = os.Readlink(filepath.Join(t.Base, filepath.FromSlash(p))); err != nil {
				return err
			}
		}
		t.Entries = append(t.Entries, e)
	}
	sort.Slice(t.Entries, func(i, j int) bool { return t.Entries[i].Path < t.Entries[j].Path })
	t.index()
	return nil
}

func (t *tree) index() {
	t.byPath = make(map[string]*entry, len(t.Entries))
	for _, e := range t.Entries {
		t.byPath[e.Path] = e
	}
}

// classify sets the class of each entry. listed tells the files of the checkout
// that are tracked or untracked; the others are ignored.
func (t *tree) classify(listed func(string) bool) {
	git, deps := int64(maxGitCopy), int64(maxInstalled)
	for _, e := range t.Entries {
		switch inGit, object := t.gitPath(e.Path); {
		case inGit && object:
			e.Class = e.within(&git, meta, unsaved)
		case inGit:
			e.Class = meta
		case e.Stat.Mode.IsDir():
		case listed(e.Path):
			e.Class = kept
			t.liftParents(e)
		case isDependency(e.Path) && e.Stat.Size <= maxInstalledFile:
			e.Class = e.within(&deps, installed, cached)
			t.liftParents(e)
		}
	}
	t.keepEmpty()
}

// within is the class that an entry has while there is room for its copy.
func (e *entry) within(budget *int64, room, full class) class {
	if !e.Stat.Mode.IsRegular() {
		return room
	}
	if e.Stat.Size > *budget {
		return full
	}
	*budget -= e.Stat.Size
	return room
}

// isDependency reports whether an ignored file was put there by a package
// manager to be run. What tools cache in the same folders is not.
func isDependency(p string) bool {
	in := false
	for part := range strings.SplitSeq(p, "/") {
		switch part {
		case "node_modules", "bower_components", "site-packages", "dist-packages", "venv", ".venv", ".tox", ".nox", "vendor", "jspm_packages":
			in = true
		case "__pycache__", ".cache", ".vite", ".pytest_cache":
			return false
		}
	}
	return in && !strings.HasSuffix(p, ".pyc")
}

// gitPath reports whether p is git's own, and whether it is an object of it.
func (t *tree) gitPath(p string) (git, object bool) {
	inside := t.Git
	for part := range strings.SplitSeq(p, "/") {
		if inside && (part == "objects" || part == "lfs" || part == "annex") {
			return true, true
		}
		if part == ".git" {
			inside = true
		}
	}
	return inside, false
}

// liftParents gives the folders above a copied file its class, unless they have
// a better one: what is put back needs them.
func (t *tree) liftParents(e *entry) {
	for up := path.Dir(e.Path); up != "." && e.Class != cached; up = path.Dir(up) {
		above := t.byPath[up]
		if above == nil || above.Class == kept || above.Class == e.Class {
			return
		}
		above.Class = e.Class
	}
}

// keepEmpty keeps empty folders in kept ones: git knows none of them, the user does.
func (t *tree) keepEmpty() {
	for i, e := range t.Entries {
		last := i+1 == len(t.Entries) || !strings.HasPrefix(t.Entries[i+1].Path, e.Path+"/")
		if e.Class != cached || !e.Stat.Mode.IsDir() || !last {
			continue
		}
		up := path.Dir(e.Path)
		if up == "." || t.byPath[up].Class == kept {
			e.Class = kept
		}
	}
}

// copyAll copies what is to be restored into one file: creating 100,000 files
// would take most of the time.
func (s *snapshot) copyAll(ctx context.Context) error {
	group, copying := errgroup.WithContext(ctx)
	group.SetLimit(4)
	out := &appender{w: bufio.NewWriterSize(s.file, 1<<20)}
	for _, t := range s.Trees {
		for _, e := range t.Entries {
			if !e.copied() {
				continue
			}
			if copying.Err() != nil {
				break
			}
			group.Go(func() error {
				err := out.add(filepath.Join(t.Base, filepath.FromSlash(e.Path)), e)
				if errors.Is(err, fs.ErrNotExist) && e.Class == meta {
					e.Class, err = cached, nil // a git gc in the background took it: nothing to put back
				}
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return out.w.Flush()
}

// appender puts file after file at the end of one.
type appender struct {
	mu  sync.Mutex
	w   *bufio.Writer
	off int64
}

// wholeFile is the size up to which a file is read before its turn to be
// appended; a larger one is streamed, in its turn.
const wholeFile = 4 << 20

func (a *appender) add(path string, e *entry) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	if e.Stat.Size > wholeFile {
		a.mu.Lock()
		defer a.mu.Unlock()
		return a.stream(f, sum, e)
	}
	data := make([]byte, e.Stat.Size)
	if _, err := io.ReadFull(f, data); err != nil {
		return fmt.Errorf("copy %q: it changed meanwhile: %w", path, err)
	}
	e.Sum = sha256.Sum256(data)
	a.mu.Lock()
	defer a.mu.Unlock()
	e.Off = a.off
	a.off += e.Stat.Size
	_, err = a.w.Write(data)
	return err
}

func (a *appender) stream(f *os.File, sum hash.Hash, e *entry) error {
	n, err := io.Copy(io.MultiWriter(a.w, sum), io.LimitReader(f, e.Stat.Size))
	if err == nil && n != e.Stat.Size {
		err = fmt.Errorf("copy %q: it changed meanwhile", f.Name())
	}
	e.Off = a.off
	a.off += n
	sum.Sum(e.Sum[:0])
	return err
}

// read reads the copy of an entry and makes sure that it is the one that was taken.
func (s *snapshot) read(e *entry) ([]byte, error) {
	data := make([]byte, e.Stat.Size)
	if _, err := s.file.ReadAt(data, e.Off); err != nil && !(errors.Is(err, io.EOF) && len(data) == 0) {
		return nil, err
	}
	if sha256.Sum256(data) != e.Sum {
		return nil, ErrTampered
	}
	return data, nil
}

func (s *snapshot) close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}

// save writes the manifest in one step, so that there is a journal only when
// all copies were written. It is for kills, not for power cuts: nothing is
// forced to the disk, and copies that a power cut spoilt are found by their sums.
func (w *Workspace) save(s *snapshot) error {
	temp := filepath.Join(w.state, manifestName+".new")
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	buf := bufio.NewWriterSize(f, 1<<20)
	err = gob.NewEncoder(buf).Encode(s)
	if err = errors.Join(err, buf.Flush(), f.Close()); err != nil {
		return err
	}
	return os.Rename(temp, filepath.Join(w.state, manifestName))
}
