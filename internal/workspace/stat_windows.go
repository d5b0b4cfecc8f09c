package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"

	"golang.org/x/sys/windows"
)

// ownGroup does nothing: Cancel kills git, and WaitDelay lets go of the rest.
func ownGroup(*exec.Cmd) {}

// lockFile takes a lock that ends with the process, also when it is killed.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err = windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{})
	if err == nil {
		return f, nil
	}
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		err = ErrBusy
	}
	return nil, errors.Join(err, f.Close())
}

// stat reads the part of a file's state that shows a change.
func stat(info fs.FileInfo) Stat {
	return Stat{Mode: info.Mode(), Size: info.Size(), Mtime: info.ModTime().UnixNano(), Uid: -1, Gid: -1}
}

// giveTo does nothing: a new file inherits its owner.
func giveTo(*os.Root, string, Stat) error { return nil }
