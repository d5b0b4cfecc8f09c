package dirstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/memory"
)

// quiet is how old a folder's modification time must be before "unchanged" can be
// trusted: file systems count time in ticks of some milliseconds (two seconds on FAT),
// and two writes within a tick leave the same time.
const quiet = 50 * time.Millisecond

// Warnings names the files that are no usable records, and why, ordered by name. They
// are left as they are. Before them stands why nothing can be written, if so.
func (s *Store) Warnings() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var out []string
	for name, why := range s.warnings {
		out = append(out, fmt.Sprintf("%s: %s", name, why))
	}
	slices.Sort(out)
	if s.unlockable != "" {
		out = slices.Insert(out, 0, fmt.Sprintf("%s can be read and not written: %s; keep the memory in a folder on a local disk, in git: or in qdrants:", s.path, s.unlockable))
	}
	return out
}

// refresh reads what changed in the folder since it was last read. Files appear,
// change and go by rename, which shows in the folder's own modification time.
func (s *Store) refresh(ctx context.Context) error {
	mtime, err := s.folderTime()
	if err != nil {
		return err
	}
	s.mu.RLock()
	unchanged := s.settled && mtime.Equal(s.scanned)
	s.mu.RUnlock()
	if unchanged {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.scan(ctx)
}

func (s *Store) folderTime() (time.Time, error) {
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		if s.mode == ReadOnly {
			return time.Time{}, nil
		}
		return time.Time{}, fmt.Errorf("%w: %q", ErrGone, s.path)
	}
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// scan compares the folder with what is known and reads the files that differ, from
// the index where it has them. The caller holds s.mu.
func (s *Store) scan(ctx context.Context) error {
	mtime, err := s.folderTime()
	if err != nil {
		return err
	}
	present, err := s.listing()
	if err != nil {
		return err
	}
	for name := range s.files {
		if _, ok := present[name]; !ok {
			s.drop(name)
		}
	}
	if len(s.files) == 0 && len(present) > 0 {
		s.loadIndex(present)
	}
	for name, at := range present {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.note(name, at)
	}
	s.saveIndex()
	s.scanned, s.settled = mtime, time.Since(mtime) > quiet
	return nil
}

// listing stats the files that may be records. Links are not followed.
func (s *Store) listing() (map[string]stamp, error) {
	entries, err := os.ReadDir(s.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	present := make(map[string]stamp, len(entries))
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), recordSuffix) {
			continue
		}
		if info, err := e.Info(); err == nil {
			present[e.Name()] = stampOf(info)
		}
	}
	return present, nil
}

// note reads a file unless it is known as it stands.
func (s *Store) note(name string, at stamp) {
	if known, ok := s.files[name]; ok && known.stamp == at {
		return
	}
	s.drop(name)
	r, err := s.read(name)
	if err != nil {
		s.files[name], s.warnings[name] = file{stamp: at}, err.Error()
		return
	}
	e := memory.EntryOf(r)
	s.keep(name, at, e)
	s.unsaved = append(s.unsaved, frame{name, e})
	if len(s.unsaved) >= saveEvery {
		s.saveIndex()
	}
}

func (s *Store) keep(name string, at stamp, e memory.Entry) {
	k := memory.Key{Tenant: e.Tenant, ID: e.ID}
	if other, ok := s.names[k]; ok && other != name {
		s.files[name] = file{stamp: at}
		s.warnings[name] = fmt.Sprintf("holds the same record as %s", other)
		return
	}
	s.files[name], s.names[k] = file{stamp: at, key: k}, name
	delete(s.warnings, name)
	s.catalog.Put(e)
}

func (s *Store) drop(name string) {
	f, ok := s.files[name]
	if !ok {
		return
	}
	if f.key != (memory.Key{}) {
		s.catalog.Remove(f.key)
		delete(s.names, f.key)
	}
	delete(s.files, name)
	delete(s.warnings, name)
}

// read reads one record and checks it as if it were new: a folder may hold anything.
func (s *Store) read(name string) (memory.Record, error) {
	data, err := readCapped(filepath.Join(s.path, name))
	if err != nil {
		return memory.Record{}, err
	}
	r, err := decode(data)
	if err != nil {
		return memory.Record{}, err
	}
	if !strings.HasPrefix(name, r.ID) {
		return memory.Record{}, fmt.Errorf("holds record %q under another name", r.ID)
	}
	return r, nil
}

func decode(data []byte) (memory.Record, error) {
	var r memory.Record
	err := json.Unmarshal(data, &r)
	schema := r.Schema
	if err != nil { // a later version may have fields of another type
		var head struct{ Schema int }
		_ = json.Unmarshal(data, &head) // zero where it is no JSON at all
		schema = head.Schema
	}
	if schema > memory.SchemaVersion {
		return memory.Record{}, fmt.Errorf("%w: schema %d, this one reads up to %d", ErrLaterSchema, schema, memory.SchemaVersion)
	}
	if err != nil {
		return memory.Record{}, fmt.Errorf("not a record: %w", err)
	}
	return r, memory.Validate(r)
}

func readCapped(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // reading a pipe would wait for ever
		return nil, fmt.Errorf("not a record: %s", info.Mode().Type())
	}
	if info.Size() > maxRecordFile {
		return nil, fmt.Errorf("not a record: %d bytes long, at most %d are read", info.Size(), maxRecordFile)
	}
	return os.ReadFile(path)
}
