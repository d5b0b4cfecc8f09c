package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/regreen/regreen/internal/workspace/lock"
	"github.com/regreen/regreen/internal/workspace/tempdir"
)

// Sweep removes what killed processes of this user's left: the temporary folders, and what
// is kept, below the folder for state that environ names, of checkouts that were in them.
// What cannot be removed stays.
func Sweep(environ []string) {
	tempdir.Sweep()
	state, err := DefaultStateDir("any", environ)
	if err != nil {
		return // there is none
	}
	list, err := os.ReadDir(filepath.Dir(state))
	if err != nil {
		return // it is a courtesy
	}
	for _, e := range list {
		if dir := filepath.Join(filepath.Dir(state), e.Name()); orphaned(dir) {
			sweepState(dir)
		}
	}
}

// orphaned reports whether a state folder is that of a checkout that was in a temporary
// folder of ours, and is gone. One of a person's may only be out of reach.
func orphaned(dir string) bool {
	root, err := os.ReadFile(filepath.Join(dir, rootName))
	if err != nil || !tempdir.Made(filepath.Dir(string(root))) {
		return false
	}
	_, err = os.Lstat(string(root))
	return errors.Is(err, fs.ErrNotExist)
}

func sweepState(dir string) {
	held, err := lock.Take(filepath.Join(dir, lockName))
	if err != nil {
		return // its process is alive
	}
	held.Close()
	_ = os.RemoveAll(dir) // the next sweep tries again
}
