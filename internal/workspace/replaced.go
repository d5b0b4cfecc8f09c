package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/workspace/git"
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

// attic keeps what a restore takes out of the checkout. Between a kill and the
// recovery, and also while a run is going, a person may work there, and their edits
// look like those of the tests.
type attic struct {
	dir   string // absolute
	left  int64
	live  bool     // within a run: files are copied, those within bounds, and only once
	names []string // what is kept, by the names in the checkout
}

// newReplaced is a new folder for an attic; it is made when something is kept.
func (w *Workspace) newReplaced() string {
	return filepath.Join(w.state, "replaced", w.o.Now().UTC().Format("20060102T150405.000000000"))
}

// liveAttic is the attic of a run. Those of runs long ago are dropped.
func (w *Workspace) liveAttic() (*attic, error) {
	old, _ := filepath.Glob(filepath.Join(w.state, "replaced", "*")) // the pattern is well-formed
	slices.Sort(old)
	for len(old) > keptReplaced {
		if err := os.RemoveAll(old[0]); err != nil {
			return nil, fmt.Errorf("drop what an earlier run replaced: %w", err)
		}
		old = old[1:]
	}
	return &attic{dir: w.newReplaced(), left: maxReplacedLive, live: true}, nil
}

// Replaced returns the folder with what the restores since the snapshot took out of the
// checkout, and the names of the files in it: tracked and untracked ones that changed or
// came while commands ran, and that Write and Apply did not make. It cannot be told
// whether tests or a person made them. "" for nothing.
func (w *Workspace) Replaced() (dir string, names []string) {
	if w.attic == nil || len(w.attic.names) == 0 {
		return "", nil
	}
	return w.attic.dir, slices.Clone(w.attic.names)
}

// ours reports whether a file is as Write or Apply left it.
func (w *Workspace) ours(name, path string) bool {
	sum, ok := w.wrote[name]
	if !ok {
		return false
	}
	data, err := os.ReadFile(path)
	return err == nil && sha256.Sum256(data) == sum
}

// putAway keeps the file or folder at path, under its name in the checkout, as far
// as that goes: it moves it, or copies files. What is left at path is for the caller to
// remove.
func (w *Workspace) putAway(path, name string) {
	a := w.attic
	if a == nil {
		return
	}
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
		if err == nil && !(a.live && w.ours(file, p)) {
			a.copy(p, file)
		}
		return nil
	})
}

func (a *attic) copy(from, name string) {
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
func (a *attic) version(name string, data []byte) (to string, isNew bool) {
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

// ignoredOf returns those of new paths that git ignores: what builds leave.
func (w *Workspace) ignoredOf(ctx context.Context, paths []string) map[string]bool {
	if len(paths) == 0 {
		return nil
	}
	out, _ := w.GitWith(ctx, git.Call{Args: []string{"check-ignore", "-z", "--no-index", "--stdin"}, Stdin: strings.NewReader(strings.Join(paths, "\x00") + "\x00")})
	set := map[string]bool{} // git exits with 1 where it ignores none
	for _, p := range git.Split(out) {
		set[p] = true
	}
	return set
}
