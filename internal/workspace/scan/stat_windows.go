package scan

import (
	"io/fs"
	"os"
)

// StatOf reads the part of a file's state that shows a change.
func StatOf(info fs.FileInfo) Stat {
	return Stat{Mode: info.Mode(), Size: info.Size(), Mtime: info.ModTime().UnixNano(), Uid: -1, Gid: -1}
}

// GiveTo does nothing: a new file inherits its owner.
func (Stat) GiveTo(*os.Root, string) error { return nil }
