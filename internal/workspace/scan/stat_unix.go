//go:build unix

package scan

import (
	"io/fs"
	"os"
	"syscall"
)

// StatOf reads the part of a file's state that shows a change.
func StatOf(info fs.FileInfo) Stat {
	s := Stat{Mode: info.Mode(), Size: info.Size(), Mtime: info.ModTime().UnixNano(), Uid: -1, Gid: -1}
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		s.Ctime, s.Inode = changeTime(sys), uint64(sys.Ino)
		s.Uid, s.Gid = int(sys.Uid), int(sys.Gid)
	}
	return s
}

// GiveTo makes a path below dir belong to the owner that s names. Only root can: in a
// container action the bot is root, and the checkout is the runner's.
func (s Stat) GiveTo(dir *os.Root, rel string) error {
	if os.Geteuid() != 0 || s.Uid < 0 {
		return nil
	}
	return dir.Lchown(rel, s.Uid, s.Gid)
}
