// Package dirstore keeps memory in a folder: one JSON file a record, so that people and
// tools can read, copy and delete them; beside them the counters, an audit log, and a
// derived index that may be deleted at any time.
//
// Layout of the folder:
//
//	ID.json            a record
//	uses/RUN.uses      what one run added to counters, a JSON line each, only appended
//	audit.log          a JSON line for each write
//	.regreen/          lock, temporary files and index of this machine
//
// Any number of processes may use a folder at once: writers take a file lock, readers
// need none, since files appear by rename.
package dirstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"github.com/regreen/regreen/internal/memory"
)

const (
	recordSuffix = ".json"
	usesFolder   = "uses"
	usesSuffix   = ".uses"
	auditFile    = "audit.log"
	stateFolder  = ".regreen"
	lockFile     = "lock"
	tempFolder   = "tmp"

	// maxRecordFile is far above what memory.Validate lets through; a larger file is
	// not a record, and is not read into memory to find out.
	maxRecordFile = 4 << 20
	// lockPoll is how often a held lock is tried again.
	lockPoll = 5 * time.Millisecond
)

var (
	// ErrNotFolder says that the path is taken by something that is not a folder.
	ErrNotFolder = errors.New("memory path is not a folder")
	// ErrGone says that the folder vanished while it was in use.
	ErrGone = errors.New("memory folder is gone")
	// ErrNoLocks says that the file system has no file locks, as NFS without its lock
	// daemon and some of FUSE have none. Two that write there at once would lose what one
	// of them stored, so such a folder is read and not written.
	ErrNoLocks = errors.New("file system has no file locks")
	// ErrLaterSchema refuses to write over a record of a later version.
	ErrLaterSchema = errors.New("record was written by a later version")
)

// Mode says what a store is opened for.
type Mode int

// The modes; the zero value reads and writes.
const (
	ReadWrite Mode = iota
	ReadOnly       // creates and writes nothing, not even the index
)

// Options say how to open a folder.
type Options struct {
	Path string
	// State is the folder of the lock, the index and temporary files, on the same disk;
	// "" means .regreen in the folder, and the audit log beside the records.
	State string
	Mode  Mode
	Now   func() time.Time // for the audit log; nil means time.Now
	// Audited, if it is not nil, is told of each line of the audit log after it was
	// written, by one caller at a time.
	Audited func(memory.Audit)

	newLock func(path string) locker // nil means flock
}

// locker is a lock that other processes see.
type locker interface {
	TryLockContext(ctx context.Context, poll time.Duration) (bool, error)
	Unlock() error
}

func flockAt(path string) locker { return flock.New(path, flock.SetPermissions(0o600)) }

// LockError is an error of a file lock, as ErrNoLocks where it says that there are none.
func LockError(err error) error {
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOLCK) {
		return fmt.Errorf("%w: %w", ErrNoLocks, err)
	}
	return err
}

// Store is a memory.Store in a folder.
type Store struct {
	path  string
	state string
	mode  Mode
	now   func() time.Time
	tell  func(memory.Audit) // of lines of the audit log
	lock  locker

	mu         sync.RWMutex
	catalog    *memory.Catalog
	files      map[string]file       // by name
	names      map[memory.Key]string // name of each record's file
	scanned    time.Time             // modification time of the folder that was last read
	settled    bool                  // the folder had been quiet for a while when it was read
	warnings   map[string]string     // by file name
	unlockable string                // why nothing can be written; "" if it can
	unsaved    []frame               // what the index on the disk does not have
	rewrite    bool                  // the index on the disk is to be written anew
	uses       usesCache
}

// file is what is known of a record's file, to tell whether it changed.
type file struct {
	stamp
	key memory.Key // zero where the file holds no usable record
}

// stamp tells one state of a file from another.
type stamp struct {
	size  int64
	mtime int64 // Unix nanoseconds
}

func stampOf(info fs.FileInfo) stamp { return stamp{info.Size(), info.ModTime().UnixNano()} }

// Open opens the folder at o.Path and creates it unless it is opened for reading; a
// missing folder that is only read is an empty memory.
func Open(ctx context.Context, o Options) (*Store, error) {
	if o.Path == "" {
		return nil, errors.New("open memory folder: no path given")
	}
	path, err := filepath.Abs(o.Path)
	if err != nil {
		return nil, fmt.Errorf("open memory folder %q: %w", o.Path, err)
	}
	s := &Store{
		path: path, state: cmp.Or(o.State, filepath.Join(path, stateFolder)), mode: o.Mode, now: o.Now, tell: o.Audited, catalog: memory.NewCatalog(),
		files: map[string]file{}, names: map[memory.Key]string{}, warnings: map[string]string{},
	}
	if s.now == nil {
		s.now = time.Now
	}
	if o.newLock == nil {
		o.newLock = flockAt
	}
	s.lock = o.newLock(filepath.Join(s.state, lockFile))
	if err := s.prepare(ctx); err != nil {
		return nil, fmt.Errorf("open memory folder %q: %w", o.Path, err)
	}
	if err := s.refresh(ctx); err != nil {
		return nil, fmt.Errorf("open memory folder %q: %w", o.Path, err)
	}
	return s, nil
}

func (s *Store) prepare(ctx context.Context) error {
	info, err := os.Stat(s.path)
	switch {
	case err == nil && !info.IsDir():
		return ErrNotFolder
	case errors.Is(err, fs.ErrNotExist) && s.mode == ReadOnly:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if s.mode == ReadOnly {
		return nil
	}
	for _, folder := range []string{filepath.Join(s.state, tempFolder), filepath.Join(s.path, usesFolder)} {
		// Memory may hold the sources of private repositories: nobody else reads it.
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
	}
	s.sweep()
	// Whoever only reads is to know too, before something is to be stored.
	if err := s.tryLock(ctx); errors.Is(err, ErrNoLocks) {
		s.unlockable = err.Error()
	}
	return nil
}

// tryLock takes the lock, if it is free, and gives it back.
func (s *Store) tryLock(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lockPoll)
	defer cancel()
	ok, err := s.lock.TryLockContext(ctx, lockPoll)
	if ok {
		err = s.lock.Unlock()
	}
	return LockError(err)
}

// abandoned is the age at which a temporary file belongs to a writer that was killed.
const abandoned = time.Hour

// sweep removes what killed writers left; nobody will miss it.
func (s *Store) sweep() {
	temp := filepath.Join(s.state, tempFolder)
	entries, err := os.ReadDir(temp)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			os.Remove(filepath.Join(temp, e.Name()))
		}
	}
}

func (s *Store) auditPath() string {
	if s.state == filepath.Join(s.path, stateFolder) {
		return filepath.Join(s.path, auditFile)
	}
	return filepath.Join(s.state, auditFile)
}

// Path is the absolute path of the folder.
func (s *Store) Path() string { return s.path }

// Get implements memory.Reader.
func (s *Store) Get(ctx context.Context, tenant, id string) (memory.Record, error) {
	if err := s.ready(ctx, tenant); err != nil {
		return memory.Record{}, err
	}
	s.mu.RLock()
	name, ok := s.names[memory.Key{Tenant: tenant, ID: id}]
	s.mu.RUnlock()
	if !ok {
		return memory.Record{}, memory.ErrNotFound
	}
	r, err := s.read(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (r.Tenant != tenant || r.ID != id) {
		return memory.Record{}, memory.ErrNotFound
	}
	return r, err
}

// Search implements memory.Reader. A file that cannot be read is left out and named by
// Warnings; the others are served.
func (s *Store) Search(ctx context.Context, q memory.Query) ([]memory.Match, error) {
	if err := s.ready(ctx, q.Tenant); err != nil {
		return nil, err
	}
	s.mu.RLock()
	hits := s.catalog.Search(q)
	names := make([]string, len(hits))
	for i, h := range hits {
		names[i] = s.names[h.Key]
	}
	s.mu.RUnlock()
	var out []memory.Match
	for i, h := range hits {
		r, err := s.read(names[i])
		if err != nil || !memory.Visible(q, r) {
			continue // changed since it was indexed; the next scan sees it
		}
		out = append(out, memory.NewMatch(q, r, h.Hit))
	}
	s.count(out)
	return out, nil
}

// List implements memory.Reader.
func (s *Store) List(ctx context.Context, tenant, cursor string, limit int) (memory.Page, error) {
	if err := s.ready(ctx, tenant); err != nil {
		return memory.Page{}, err
	}
	s.mu.RLock()
	keys, next := s.catalog.List(tenant, cursor, limit)
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = s.names[k]
	}
	s.mu.RUnlock()
	page := memory.Page{Next: next}
	for _, name := range names {
		r, err := s.read(name)
		if err != nil || r.Tenant != tenant {
			continue
		}
		page.Records = append(page.Records, r)
	}
	return page, nil
}

// Counters implements memory.Reader.
func (s *Store) Counters(ctx context.Context, tenant, id string) (memory.Counters, error) {
	if err := s.ready(ctx, tenant); err != nil {
		return memory.Counters{}, err
	}
	k := memory.Key{Tenant: tenant, ID: id}
	s.mu.RLock()
	_, ok := s.names[k]
	s.mu.RUnlock()
	if !ok && !memory.IsTally(id) {
		return memory.Counters{}, nil
	}
	return s.sums(k)[0], nil
}

// foldTimeout bounds the tidying at the end of a run.
const foldTimeout = 10 * time.Second

// Close implements memory.Store.
func (s *Store) Close() error {
	if _, err := os.Stat(s.path); err != nil || s.mode == ReadOnly {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), foldTimeout)
	defer cancel()
	return s.fold(ctx)
}

// ready is what each call begins with: a tenant, a live context, and what other
// processes wrote meanwhile.
func (s *Store) ready(ctx context.Context, tenant string) error {
	if tenant == "" {
		return memory.ErrNoTenant
	}
	return cmp.Or(ctx.Err(), s.refresh(ctx))
}
