// Package bytecode carries what Python compiled of its own library and of installed
// packages from one run to the next. Each run has an empty cache folder
// (PYTHONPYCACHEPREFIX), so that nothing of the project itself is stale; without a seed it
// would compile the rest anew as well, which takes most of the time of a short run.
package bytecode

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
)

const (
	// maxFile and maxTotal bound what is carried, in bytes: the largest module of the
	// usual packages has half a megabyte, and all of a large web project's some 40.
	maxFile  = 2 << 20
	maxTotal = 64 << 20
)

// Seed is compiled code by the path below a cache folder, which is that of its source.
// The zero value has none.
type Seed struct {
	files []file
}

type file struct {
	path string
	data []byte
}

// installed matches the sources that a package manager or Python itself brought.
var installed = regexp.MustCompile(`(^|/)((site|dist)-packages|lib(64)?/python3\.\d+t?)/`)

// Harvest reads the cache folder that a run has filled, as far as the sources are
// installed ones. The run may have left anything there: only regular files count that
// Python checks against the time and size of their source. An absent folder gives none.
func Harvest(prefix string) (Seed, error) {
	root, err := os.OpenRoot(prefix)
	if errors.Is(err, fs.ErrNotExist) {
		return Seed{}, nil
	}
	if err != nil {
		return Seed{}, err
	}
	defer root.Close() // read only
	var s Seed
	room := maxTotal
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || path.Ext(name) != ".pyc" || !installed.MatchString(name) {
			return nil // a run that took away the right to read costs its own time
		}
		data, err := read(root, name, min(maxFile, room))
		if err == nil && timed(data) {
			s.files = append(s.files, file{name, data})
			room -= len(data)
		}
		return nil
	})
	return s, err
}

// read reads a whole file of at most limit bytes.
func read(root *os.Root, name string, limit int) ([]byte, error) {
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer f.Close() // read only
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err == nil && len(data) > limit {
		err = fs.ErrInvalid
	}
	return data, err
}

// timed reports whether Python compares the file with its source: the flags after the
// magic number are 0 (PEP 552), and time and size follow.
func timed(data []byte) bool {
	return len(data) > 16 && [4]byte(data[4:8]) == [4]byte{}
}

// Lay puts the seed into a cache folder, which it makes.
func (s Seed) Lay(prefix string) error {
	for _, f := range s.files {
		to := filepath.Join(prefix, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(to, f.data, 0o600); err != nil {
			return err
		}
	}
	return nil
}
