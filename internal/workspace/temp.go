package workspace

import (
	"errors"
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

// SweepTemp removes the temporary folders of this user's that killed processes left. What
// cannot be removed stays.
func SweepTemp() {
	entries, err := os.ReadDir(os.TempDir())
	if err != nil {
		return
	}
	for _, e := range entries {
		if dir := filepath.Join(os.TempDir(), e.Name()); tempFolder.MatchString(e.Name()) && ours(dir) {
			sweepTemp(dir)
		}
	}
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
