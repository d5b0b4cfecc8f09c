package rewrite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/regreen/regreen/internal/workspace/scan"
)

// File is what takes the place of another.
type File struct {
	Data  []byte
	Mode  fs.FileMode
	Owner scan.Stat // whose Uid and Gid it gets
	At    time.Time
}

// Replace writes a new file at rel below dir and renames it over the old one: a crash leaves
// one of the two, and a hard link that a child made to a file elsewhere does
// not lead the write there.
func Replace(dir *os.Root, rel string, to File) error {
	temp := filepath.Join(filepath.Dir(rel), TempName)
	if err := dir.RemoveAll(temp); err != nil {
		return err
	}
	f, err := dir.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(to.Data)
	// The owner first: a change of owner takes the set-user-id bits away.
	err = errors.Join(err, to.Owner.GiveTo(dir, temp), f.Chmod(to.Mode), f.Close(), dir.Chtimes(temp, to.At, to.At))
	if err == nil {
		err = dir.Rename(temp, rel)
	}
	if err != nil {
		return errors.Join(err, dir.RemoveAll(temp))
	}
	return nil
}

// TempName is the file beside another that becomes it; a killed run may leave it.
const TempName = ".regreen-new"
