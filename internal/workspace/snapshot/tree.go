package snapshot

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/workspace/rewrite"
	"github.com/regreen/regreen/internal/workspace/scan"
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

// Entry is one path as the snapshot found it.
type Entry struct {
	Path  string
	Class class
	Stat  scan.Stat
	Link  string   // target of a symbolic link
	Sum   [32]byte // SHA-256 of a copied file
	Off   int64    // where its copy begins
	Young bool     // too young for its stat to prove anything
}

// Copied reports whether there is a copy of its bytes.
func (e *Entry) Copied() bool {
	return (e.Class == kept || e.Class == meta || e.Class == installed) && e.Stat.Mode.IsRegular()
}

// Ignored reports whether git ignores it: no patch could carry a change of it.
func (e *Entry) Ignored() bool { return e.Class == cached || e.Class == installed }

// Kept reports whether it is tracked, or untracked and not ignored.
func (e *Entry) Kept() bool { return e.Class == kept }

// Tree is a folder under watch: the checkout, or a git folder outside of it.
type Tree struct {
	Base    string
	Git     bool     // it is a git folder, all of it git's own
	Only    []string // what of it is watched; nil is all of it
	Entries []*Entry
	byPath  map[string]*Entry
}

// fill lists what is watched.
func (t *Tree) fill(ctx context.Context) error {
	found, err := scan.Walk(ctx, scan.Tree{Base: t.Base, Only: t.Only})
	if err != nil {
		return err
	}
	now := time.Now() // compared with the kernel's stamps, so not the injected clock
	for p, st := range found {
		e := &Entry{Path: p, Stat: st, Young: st.Young(now)}
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

func (t *Tree) index() {
	t.byPath = make(map[string]*Entry, len(t.Entries))
	for _, e := range t.Entries {
		t.byPath[e.Path] = e
	}
}

// classify sets the class of each entry. listed tells the files of the checkout
// that are tracked or untracked; the others are ignored.
func (t *Tree) classify(listed func(string) bool) {
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
func (e *Entry) within(budget *int64, room, full class) class {
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
func (t *Tree) gitPath(p string) (git, object bool) {
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
func (t *Tree) liftParents(e *Entry) {
	for up := path.Dir(e.Path); up != "." && e.Class != cached; up = path.Dir(up) {
		above := t.byPath[up]
		if above == nil || above.Class == kept || above.Class == e.Class {
			return
		}
		above.Class = e.Class
	}
}

// keepEmpty keeps empty folders in kept ones: git knows none of them, the user does.
func (t *Tree) keepEmpty() {
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

// gitOnly is the part of a tree that is git's own.
func (t *Tree) gitOnly() *Tree {
	if t.Git {
		return t
	}
	part := &Tree{Base: t.Base, Only: []string{}, byPath: t.byPath}
	for _, e := range t.Entries {
		if e.Class == meta || e.Class == unsaved {
			part.Entries = append(part.Entries, e)
		}
		if path.Base(e.Path) == ".git" {
			part.Only = append(part.Only, e.Path)
		}
	}
	return part
}

// Replace writes a file of the tree anew.
func (t *Tree) Replace(e *Entry, to rewrite.File) error {
	dir, err := os.OpenRoot(t.Base)
	if err != nil {
		return err
	}
	return errors.Join(rewrite.Replace(dir, filepath.FromSlash(e.Path), to), dir.Close())
}

// IsConfig reports whether a path is a configuration file of git.
func (t *Tree) IsConfig(p string) bool {
	base := path.Base(p)
	git, object := t.gitPath(p)
	return git && !object && (base == "config" || base == "config.worktree")
}
