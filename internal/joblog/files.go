package joblog

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure"
)

// maxFiles is the most files that patterns may match: a test run writes one result
// file a suite.
const maxFiles = 2000

// ErrNoFile says that a pattern matched nothing.
var ErrNoFile = errors.New("no such file")

var errNotRegular = errors.New("not a regular file")

// Files opens log and result files. A pattern is a path or a glob as of
// filepath.Match, relative to root or absolute. A relative one cannot lead out of
// root, not by a link either: the code under repair may have put it there, and
// what is read here goes to a model. An absolute one must name regular files.
// The files are bounded like logs; close them with the returned function.
func Files(root string, patterns []string, l Limits) (inputs []failure.Input, closeAll func(), err error) {
	l = l.orDefault()
	var opened []io.Closer
	closeAll = func() {
		for _, c := range opened {
			_ = c.Close() // read only; nothing is lost
		}
	}
	defer func() {
		if err != nil {
			closeAll()
			inputs, closeAll = nil, func() {}
		}
	}()
	for _, pattern := range patterns {
		paths, err := match(root, pattern)
		if err != nil {
			return nil, closeAll, err
		}
		for _, path := range paths {
			f, err := open(root, path)
			if err != nil {
				return nil, closeAll, fmt.Errorf("open %q: %w", path, err)
			}
			opened = append(opened, f)
			inputs = append(inputs, failure.Input{Name: path, R: Bound(f, l.Head, l.Tail)})
		}
	}
	return inputs, closeAll, nil
}

// match returns the paths that a pattern names, as they are to be opened.
func match(root, pattern string) ([]string, error) {
	if !strings.ContainsAny(pattern, "*?[") {
		return []string{pattern}, nil
	}
	var paths []string
	var err error
	if filepath.IsAbs(pattern) {
		paths, err = filepath.Glob(pattern)
	} else {
		paths, err = globIn(root, filepath.ToSlash(filepath.Clean(pattern)))
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("pattern %q: %w", pattern, err)
	case len(paths) == 0:
		return nil, fmt.Errorf("pattern %q: %w", pattern, ErrNoFile)
	case len(paths) > maxFiles:
		return nil, fmt.Errorf("pattern %q matches %d files, at most %d are read", pattern, len(paths), maxFiles)
	}
	slices.Sort(paths)
	return paths, nil
}

func globIn(root, pattern string) ([]string, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer r.Close() //nolint:errcheck // read only
	return fs.Glob(r.FS(), pattern)
}

func open(root, path string) (*os.File, error) {
	f, err := openAt(root, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoFile
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	}
	if err != nil {
		_ = f.Close() // nothing was read
		return nil, err
	}
	return f, nil
}

func openAt(root, path string) (*os.File, error) {
	if filepath.IsAbs(path) {
		// A link in an absolute path is the owner's; the last element may not be one.
		if info, err := os.Lstat(path); err != nil {
			return nil, err
		} else if !info.Mode().IsRegular() {
			return nil, errNotRegular
		}
		return os.Open(path)
	}
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer r.Close() //nolint:errcheck // read only
	// A named pipe must not be opened: that waits for who writes it.
	if info, err := r.Stat(filepath.ToSlash(path)); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	return r.Open(filepath.ToSlash(path))
}
