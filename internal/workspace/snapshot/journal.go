package snapshot

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// The files of a snapshot in its folder.
const (
	ManifestName = "manifest" // its presence is the journal
	CopiesName   = "copies"
)

// Left reports whether a folder has a snapshot that was not forgotten.
func Left(state string) bool {
	_, err := os.Stat(filepath.Join(state, ManifestName))
	return !errors.Is(err, fs.ErrNotExist)
}

// Forget drops the snapshot in a folder, if there is one.
func Forget(state string) error {
	for _, name := range []string{ManifestName, CopiesName} {
		if err := os.RemoveAll(filepath.Join(state, name)); err != nil {
			return err
		}
	}
	return nil
}

// save writes the manifest in one step, so that there is a journal only when
// all copies were written. It is for kills, not for power cuts: nothing is
// forced to the disk, and copies that a power cut spoilt are found by their sums.
func (s *State) save(state string) error {
	temp := filepath.Join(state, ManifestName+".new")
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	buf := bufio.NewWriterSize(f, 1<<20)
	err = gob.NewEncoder(buf).Encode(s)
	if err = errors.Join(err, buf.Flush(), f.Close()); err != nil {
		return err
	}
	return os.Rename(temp, filepath.Join(state, ManifestName))
}

// Load reads the snapshot of the checkout at root out of a folder.
func Load(state, root string) (*State, error) {
	f, err := os.Open(filepath.Join(state, ManifestName))
	if err != nil {
		return nil, err
	}
	var s State
	err = gob.NewDecoder(bufio.NewReaderSize(f, 1<<20)).Decode(&s)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("read journal: %w", err)
	}
	if s.Version != version || s.Root != root {
		return nil, fmt.Errorf("read journal: version %d for %q does not fit", s.Version, s.Root)
	}
	for _, t := range s.Trees {
		t.index()
	}
	s.file, err = os.Open(filepath.Join(state, CopiesName))
	return &s, err
}
