package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// tempLock is the file in a temporary folder that its process holds locked.
const tempLock = ".regreen-lock"

// tempFolder matches the folders that Temp makes.
var tempFolder = regexp.MustCompile(`^regreen-[a-z]+-[0-9]+$`)

// Temp makes a temporary folder for a purpose, one word, and returns how to remove it.
// Where the process is killed before it can, SweepTemp does.
func Temp(purpose string) (dir string, remove func() error, err error) {
	dir, err = os.MkdirTemp("", "regreen-"+purpose+"-")
	if err != nil {
		return "", nil, err
	}
	lock, err := lockFile(filepath.Join(dir, tempLock))
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	return dir, func() error { return errors.Join(lock.Close(), os.RemoveAll(dir)) }, nil
}

// SweepTemp removes the temporary folders of this user's that killed processes left, and
// what is kept, below the folder for state that environ names, of checkouts that were in
// them. What cannot be removed stays.
func SweepTemp(environ []string) {
	for _, dir := range entries(os.TempDir()) {
		if tempFolder.MatchString(filepath.Base(dir)) && ours(dir) {
			sweepTemp(dir)
		}
	}
	state, err := DefaultStateDir("any", environ)
	if err != nil {
		return // there is none
	}
	for _, dir := range entries(filepath.Dir(state)) {
		if orphaned(dir) {
			sweepState(dir)
		}
	}
}

// entries are the paths of what is in a folder; nil if it cannot be read.
func entries(dir string) (paths []string) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range list {
		paths = append(paths, filepath.Join(dir, e.Name()))
	}
	return paths
}

// rootName is the file in a state folder that says of which checkout it is.
const rootName = "root"

// orphaned reports whether a state folder is that of a checkout that was in a temporary
// folder of ours, and is gone. One of a person's may only be out of reach.
func orphaned(dir string) bool {
	root, err := readSmall(filepath.Join(dir, rootName))
	if err != nil || !tempFolder.MatchString(filepath.Base(filepath.Dir(string(root)))) {
		return false
	}
	_, err = os.Lstat(string(root))
	return errors.Is(err, fs.ErrNotExist)
}

func sweepState(dir string) {
	lock, err := lockFile(filepath.Join(dir, lockName))
	if err != nil {
		return // its process is alive
	}
	lock.Close()
	_ = os.RemoveAll(dir) // the next sweep tries again
}

// ours reports whether a folder and the lock in it are no links and are the user's own.
func ours(dir string) bool {
	for _, path := range []string{dir, filepath.Join(dir, tempLock)} {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			return false
		}
		if uid := stat(info).Uid; uid != os.Getuid() {
			return false
		}
	}
	return true
}

func sweepTemp(dir string) {
	lock, err := lockFile(filepath.Join(dir, tempLock))
	if err != nil {
		return // its process is alive
	}
	lock.Close()
	_ = os.RemoveAll(dir) // what is left of it harms nobody
}
