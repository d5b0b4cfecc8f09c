package workspace

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// maxReplaced is how much a recovery copies where it cannot move: edits are
// small, and what is larger is the output of a build.
const maxReplaced = 64 << 20

// attic keeps what a recovery takes out of the checkout. Between the kill and
// the recovery a person may have gone on working there, and their edits look like
// those of the run.
type attic struct {
	dir  string // absolute; nothing is kept when it is empty
	left int64
	used bool
}

func newAttic(dir string) (*attic, error) {
	return &attic{dir: dir, left: maxReplaced}, nil
}

// take keeps the file or folder at path, under its name in the checkout, as far
// as that goes: it moves it, or, to another file system, copies files. What is left
// at path is for the caller to remove.
func (a *attic) take(path, name string) {
	if a == nil || a.dir == "" {
		return
	}
	to := filepath.Join(a.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return // it is a courtesy: the recovery goes on without
	}
	if os.Rename(path, to) == nil {
		a.used = true
		return
	}
	_ = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		if rel, err := filepath.Rel(path, p); err == nil {
			a.copy(p, filepath.Join(to, rel))
		}
		return nil
	})
}

func (a *attic) copy(from, to string) {
	info, err := os.Lstat(from)
	if err != nil || info.Size() > a.left || os.MkdirAll(filepath.Dir(to), 0o700) != nil {
		return
	}
	in, err := os.Open(from)
	if err != nil {
		return
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return
	}
	n, _ := io.Copy(out, io.LimitReader(in, info.Size()))
	_ = out.Close()
	a.left -= n
	a.used = true
}
