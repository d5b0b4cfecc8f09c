package dirstore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/google/uuid"

	"github.com/regreen/regreen/internal/memory"
)

// Put implements memory.Writer. When it returns nil the record is on the disk: the
// file was flushed, renamed into place, and the folder flushed after it.
func (s *Store) Put(ctx context.Context, r memory.Record) error {
	if err := memory.Validate(r); err != nil {
		return err
	}
	return s.locked(ctx, r.Tenant, func() error {
		name, old, err := s.find(memory.Key{Tenant: r.Tenant, ID: r.ID})
		if err != nil {
			return err
		}
		next, changed := r, true
		if old != nil {
			next, changed = memory.Merge(*old, r)
		}
		if !changed {
			return nil
		}
		if err := s.audit(r.Audit()); err != nil { // first, as memory.Audit says
			return err
		}
		return s.write(name, next)
	})
}

// SetStatus implements memory.Writer.
func (s *Store) SetStatus(ctx context.Context, sel memory.Selector, status memory.Status, reason string) (int, error) {
	return s.each(ctx, sel, audited{"status " + string(status), reason}, func(name string, r memory.Record) error {
		r.Status, r.StatusReason = status, reason
		if err := memory.Validate(r); err != nil {
			return err
		}
		return s.write(name, r)
	})
}

// Delete implements memory.Writer.
func (s *Store) Delete(ctx context.Context, sel memory.Selector) (int, error) {
	n, err := s.each(ctx, sel, audited{op: deletes}, func(name string, _ memory.Record) error {
		if err := os.Remove(filepath.Join(s.path, name)); err != nil {
			return err
		}
		s.drop(name)
		return nil
	})
	if n > 0 {
		err = errors.Join(err, syncFolder(s.path))
	}
	return n, err
}

const deletes = "delete"

// audited is what the audit log says of a change of many records.
type audited struct{ op, reason string }

// each changes the records that sel selects, as the files themselves say and not the
// index, and returns how many it did. One that cannot be changed keeps no other from it.
func (s *Store) each(ctx context.Context, sel memory.Selector, as audited, change func(string, memory.Record) error) (n int, err error) {
	err = s.locked(ctx, sel.Tenant, func() error {
		keys, err := s.selected(ctx, sel)
		if err != nil {
			return err
		}
		line := sel.Audit(as.op, len(keys), as.reason)
		told := s.audit(line)
		if told != nil && !(as.op == deletes && errors.Is(told, syscall.ENOSPC)) { // deleting makes room for the line
			return told
		}
		var errs []error
		for _, k := range keys {
			name := s.names[k]
			r, err := s.read(name)
			if err == nil && sel.Selects(r) {
				err = change(name, r)
			} else if err == nil {
				continue
			}
			if err == nil {
				n++
			} else if !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
			}
		}
		if n < len(keys) || told != nil {
			errs = append(errs, s.audit(line.Ended(n)))
		}
		return errors.Join(errs...)
	})
	return n, err
}

// selected returns what sel selects of what the folder holds now. Where one record is
// named, only its files are looked at: many are deleted one by one.
func (s *Store) selected(ctx context.Context, sel memory.Selector) ([]memory.Key, error) {
	if sel.ID == "" {
		err := s.scan(ctx)
		return s.catalog.Select(sel), err
	}
	if _, err := uuid.Parse(sel.ID); err != nil { // no record, and perhaps a path
		return nil, nil
	}
	k := memory.Key{Tenant: sel.Tenant, ID: sel.ID}
	for _, name := range []string{fileName(k), crowdedName(k), s.names[k]} {
		if name == "" {
			continue
		}
		info, err := os.Lstat(filepath.Join(s.path, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			s.drop(name)
		case err != nil:
			return nil, err
		case info.Mode().IsRegular():
			s.note(name, stampOf(info))
		}
	}
	return s.catalog.Select(sel), nil
}

// fileName is the name of a record's file.
func fileName(k memory.Key) string { return k.ID + recordSuffix }

// crowdedName is its name where another tenant has a record of the same id.
func crowdedName(k memory.Key) string {
	sum := sha256.Sum256([]byte(k.Tenant))
	return k.ID + "." + hex.EncodeToString(sum[:8]) + recordSuffix
}

// locked runs write as the only writer of the folder, in this process and in others.
func (s *Store) locked(ctx context.Context, tenant string, write func() error) error {
	if tenant == "" {
		return memory.ErrNoTenant
	}
	if s.mode == ReadOnly {
		return memory.ErrReadOnly
	}
	if _, err := s.folderTime(); err != nil {
		return err
	}
	return s.exclusively(ctx, write)
}

// exclusively runs write under the lock of the folder.
func (s *Store) exclusively(ctx context.Context, write func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.lock.TryLockContext(ctx, lockPoll); err != nil {
		return fmt.Errorf("lock memory folder %q: %w", s.path, LockError(err))
	}
	defer s.lock.Unlock()
	before, err := s.folderTime()
	if err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	// Nobody else writes under the lock: what changed the folder's time was us.
	if before.Equal(s.scanned) {
		s.scanned, err = s.folderTime()
		s.settled = false
	}
	return err
}

// find returns the file name for a record, and the record that is stored there now.
func (s *Store) find(k memory.Key) (name string, old *memory.Record, err error) {
	name, known := s.names[k]
	if !known {
		name = fileName(k)
	}
	for range 2 {
		r, err := s.read(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return name, nil, nil
		case errors.Is(err, ErrLaterSchema):
			return "", nil, fmt.Errorf("store record %s: %w", k.ID, err)
		case err != nil:
			return name, nil, s.setAside(name)
		case r.Tenant == k.Tenant && r.ID == k.ID:
			return name, &r, nil
		}
		name = crowdedName(k)
	}
	return name, nil, nil
}

// setAside renames a file that is no record, so that writing in its place loses nothing.
func (s *Store) setAside(name string) error {
	aside := fmt.Sprintf("%s.unreadable-%d", name, s.now().UnixNano())
	s.drop(name)
	return os.Rename(filepath.Join(s.path, name), filepath.Join(s.path, aside))
}

func (s *Store) write(name string, r memory.Record) error {
	data, err := Encode(r)
	if err != nil {
		return fmt.Errorf("store record %s: %w", r.ID, err)
	}
	path := filepath.Join(s.path, name)
	if err := s.replace(path, data); err != nil {
		return fmt.Errorf("store record %s: %w", r.ID, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("store record %s: %w", r.ID, err)
	}
	s.drop(name)
	e := memory.EntryOf(r)
	s.keep(name, stampOf(info), e)
	s.unsaved = append(s.unsaved, frame{name, e})
	s.saveIndex()
	return nil
}

// Encode is the text of a record's file: indented, so that it can be read and diffed.
func Encode(r memory.Record) ([]byte, error) {
	data, err := json.MarshalIndent(r, "", "  ")
	return append(data, '\n'), err
}

// replace writes a file so that a kill at any instant leaves the old or the new one.
func (s *Store) replace(path string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Join(s.state, tempFolder), "*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder makes a rename last through a power cut. Windows cannot flush a folder
// and does not need it.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

func (s *Store) audit(a memory.Audit) error {
	a.Time = s.now().UTC()
	if err := appendLine(s.auditPath(), a); err != nil {
		return fmt.Errorf("write audit log: %w", err)
	}
	if s.tell != nil {
		s.tell(a)
	}
	return nil
}

// AuditLog reads the lines of the audit log in a state folder, oldest first; none where
// there is no log. What a killed writer left of a line is none.
func AuditLog(state string) ([]memory.Audit, error) {
	data, err := os.ReadFile(filepath.Join(state, auditFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var lines []memory.Audit
	for line := range bytes.Lines(data) {
		var a memory.Audit
		if json.Unmarshal(line, &a) == nil {
			lines = append(lines, a)
		}
	}
	return lines, nil
}

// appendLine adds one JSON line in one write. It begins with a line break, so that
// the torn line of a killed writer spoils no other.
func appendLine(path string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(append([]byte{'\n'}, data...), '\n'))
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
