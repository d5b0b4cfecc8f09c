// Package snapshot remembers a checkout byte for byte, on disk, and puts it back.
package snapshot

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// State is a checkout as it was found.
type State struct {
	Version int
	Root    string
	Taken   time.Time
	Trees   []*Tree
	file    *os.File // the copies
}

// version is that of the manifest.
const version = 1

// ErrTampered means that a copy is not the one that was taken.
var ErrTampered = errors.New("the snapshot was changed by someone else")

// Place is what a snapshot is taken of.
type Place struct {
	State  string                 // folder for the copies and their manifest
	Root   string                 // top of the checkout
	Git    []*Tree                // git folders outside of the checkout
	Listed func(path string) bool // whether a path of the checkout is tracked, or untracked and not ignored
	Now    time.Time
}

// Take remembers a checkout. The manifest, which lets Load have it back in another process,
// is written last.
func Take(ctx context.Context, p Place) (*State, error) {
	s := &State{Version: version, Root: p.Root, Taken: p.Now, Trees: append([]*Tree{{Base: p.Root}}, p.Git...)}
	for _, t := range s.Trees {
		if err := t.fill(ctx); err != nil {
			return nil, err
		}
		t.classify(p.Listed)
	}
	var err error
	if s.file, err = os.OpenFile(filepath.Join(p.State, CopiesName), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600); err != nil {
		return nil, err
	}
	if err = s.copyAll(ctx); err == nil {
		err = s.save(p.State)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Find returns what is known of a path of the checkout; nil for nothing.
func (s *State) Find(path string) *Entry { return s.Trees[0].byPath[path] }
