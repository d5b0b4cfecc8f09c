// Package attic keeps what a restore takes out of a checkout.
package attic

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// maxReplaced is how much a recovery copies where it cannot move: edits are
	// small, and what is larger is the output of a build.
	maxReplaced = 64 << 20
	// maxReplacedLive is how much the restores of one run copy in all, and
	// maxReplacedFile how much of one file: they run often, and tests make files too.
	maxReplacedLive = 16 << 20
	maxReplacedFile = 1 << 20
	// maxVersions is how many states of one file are kept: a test that writes its file
	// anew each time must not push out the one that a person saved.
	maxVersions = 5
	// keptReplaced is how many folders of earlier runs stay.
	keptReplaced = 5
)

// Attic keeps what a restore takes out of a checkout. Between a kill and the recovery,
// and also while a run is going, a person may work there, and their edits look like those
// of the tests.
type Attic struct {
	dir   string // absolute
	left  int64
	live  bool     // within a run: files are copied, those within bounds, and only once
	names []string // what is kept, by the names in the checkout
	ours  func(name, path string) bool
}

// ForRecovery returns an attic below a folder; what goes into it is moved where that can be.
func ForRecovery(below string, now time.Time) *Attic {
	return &Attic{dir: place(below, now), left: maxReplaced}
}

// ForRun returns an attic below a folder, and drops those of runs long ago. Files are
// copied, within bounds, unless ours tells that nobody else wrote what is at path, which
// is called name in the checkout.
func ForRun(below string, now time.Time, ours func(name, path string) bool) (*Attic, error) {
	old, _ := filepath.Glob(filepath.Join(below, "*")) // the pattern is well-formed
	slices.Sort(old)
	for len(old) > keptReplaced {
		if err := os.RemoveAll(old[0]); err != nil {
			return nil, fmt.Errorf("drop what an earlier run replaced: %w", err)
		}
		old = old[1:]
	}
	return &Attic{dir: place(below, now), left: maxReplacedLive, live: true, ours: ours}, nil
}

// place is a new folder; it is made when something is kept.
func place(below string, now time.Time) string {
	return filepath.Join(below, now.UTC().Format("20060102T150405.000000000"))
}

// Live reports whether it is that of a run.
func (a *Attic) Live() bool { return a.live }

// Kept returns the folder with what is kept, and the names of the files in it, those in
// the checkout; "" for nothing.
func (a *Attic) Kept() (dir string, names []string) {
	if a == nil || len(a.names) == 0 {
		return "", nil
	}
	return a.dir, slices.Clone(a.names)
}

// Keep keeps the file or folder at path, under its name in the checkout, as far
// as that goes: it moves it, or copies files. What is left at path is for the caller to
// remove.
func (a *Attic) Keep(path, name string) {
	to := filepath.Join(a.dir, filepath.FromSlash(name))
	if !a.live && os.MkdirAll(filepath.Dir(to), 0o700) == nil && os.Rename(path, to) == nil {
		a.names = append(a.names, name)
		return
	}
	_ = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil // it is a courtesy: the restore goes on without
		}
		rel, err := filepath.Rel(path, p)
		file := strings.TrimSuffix(name+"/"+filepath.ToSlash(rel), "/.")
		if err == nil && !(a.live && a.ours(file, p)) {
			a.copy(p, file)
		}
		return nil
	})
}

func (a *Attic) copy(from, name string) {
	info, err := os.Lstat(from)
	if err != nil || info.Size() > a.left || a.live && info.Size() > maxReplacedFile {
		return
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return
	}
	to, isNew := a.version(name, data)
	if !isNew || os.MkdirAll(filepath.Dir(to), 0o700) != nil || os.WriteFile(to, data, 0o600) != nil {
		return
	}
	a.left -= int64(len(data))
	if !slices.Contains(a.names, name) {
		a.names = append(a.names, name)
	}
}

// version is a free path for a state of a file; isNew is false where it is kept
// already, or where there are enough.
func (a *Attic) version(name string, data []byte) (to string, isNew bool) {
	base := filepath.Join(a.dir, filepath.FromSlash(name))
	for n := range maxVersions {
		to = base
		if n > 0 {
			to = fmt.Sprintf("%s.%d", base, n)
		}
		has, err := os.ReadFile(to)
		if err != nil {
			return to, true
		}
		if bytes.Equal(has, data) {
			return "", false
		}
	}
	return "", false
}
