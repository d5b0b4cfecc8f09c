// Package tempdir makes temporary folders that do not outlive a killed process for long.
package tempdir

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"

	"github.com/regreen/regreen/internal/workspace/lock"
	"github.com/regreen/regreen/internal/workspace/scan"
)

// lockName is the file in a temporary folder that its process holds locked.
const lockName = ".regreen-lock"

// made matches the folders that Make makes.
var made = regexp.MustCompile(`^regreen-[a-z]+-[0-9]+$`)

// Make makes a temporary folder for a purpose, one word, and returns how to remove it.
// Where the process is killed before it can, Sweep does.
func Make(purpose string) (dir string, remove func() error, err error) {
	dir, err = os.MkdirTemp("", "regreen-"+purpose+"-")
	if err != nil {
		return "", nil, err
	}
	held, err := lock.Take(filepath.Join(dir, lockName))
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	return dir, func() error { return errors.Join(held.Close(), os.RemoveAll(dir)) }, nil
}

// Made reports whether dir has the name of a folder that Make makes.
func Made(dir string) bool { return made.MatchString(filepath.Base(dir)) }

// Sweep removes the folders of this user's that killed processes left. What cannot be
// removed stays.
func Sweep() {
	list, err := os.ReadDir(os.TempDir())
	if err != nil {
		return // it is a courtesy
	}
	for _, e := range list {
		if dir := filepath.Join(os.TempDir(), e.Name()); Made(dir) && ours(dir) {
			sweep(dir)
		}
	}
}

// ours reports whether a folder and the lock in it are no links and are the user's own.
func ours(dir string) bool {
	for _, path := range []string{dir, filepath.Join(dir, lockName)} {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			return false
		}
		if uid := scan.StatOf(info).Uid; uid != os.Getuid() {
			return false
		}
	}
	return true
}

func sweep(dir string) {
	held, err := lock.Take(filepath.Join(dir, lockName))
	if err != nil {
		return // its process is alive
	}
	held.Close()
	_ = os.RemoveAll(dir) // what is left of it harms nobody
}
