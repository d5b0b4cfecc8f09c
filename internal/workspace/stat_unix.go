//go:build unix

package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ownGroup lets a deadline end git together with what it started.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error {
		err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		if errors.Is(err, syscall.ESRCH) {
			return os.ErrProcessDone
		}
		return err
	}
}

// How often and how far apart a lock is tried.
const (
	lockTries = 10
	lockPause = 20 * time.Millisecond
)

// lockFile takes a lock that ends with the process, also when it is killed.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	// A process that a killed run was about to start has the lock until it runs
	// its program, so one refusal proves nothing.
	for range lockTries {
		if err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err == nil {
			return f, nil
		}
		time.Sleep(lockPause)
	}
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = ErrBusy
	}
	return nil, errors.Join(err, f.Close())
}

// stat reads the part of a file's state that shows a change.
func stat(info fs.FileInfo) Stat {
	s := Stat{Mode: info.Mode(), Size: info.Size(), Mtime: info.ModTime().UnixNano(), Uid: -1, Gid: -1}
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		s.Ctime, s.Inode = changeTime(sys), uint64(sys.Ino)
		s.Uid, s.Gid = int(sys.Uid), int(sys.Gid)
	}
	return s
}

// giveTo makes a path belong to the owner that st names. Only root can: in a
// container action the bot is root, and the checkout is the runner's.
func giveTo(dir *os.Root, rel string, st Stat) error {
	if os.Geteuid() != 0 || st.Uid < 0 {
		return nil
	}
	return dir.Lchown(rel, st.Uid, st.Gid)
}
