package dirstore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/regreen/regreen/internal/memory"
)

// usesCache holds the counters, read again when a file changed.
type usesCache struct {
	mu    sync.Mutex
	files map[string]stamp
	sums  memory.Uses
}

// Add implements memory.Writer. Each run has its own file, which is only appended to,
// so that runs never conflict and their files merge by being copied.
func (s *Store) Add(ctx context.Context, u memory.Use) error {
	return s.locked(ctx, u.Tenant, func() error {
		sum := sha256.Sum256([]byte(u.Run))
		name := hex.EncodeToString(sum[:16]) + usesSuffix
		return appendLine(filepath.Join(s.path, usesFolder, name), u)
	})
}

// maxUseFiles is how many files of counters may lie there before they are put into one:
// each costs a reader a system call.
const maxUseFiles = 200

// fold puts the files of counters into one when there are many. A use that is found in
// two files counts once, so neither a kill half-way nor another that folds at the same
// time, on another copy of the branch, does harm.
func (s *Store) fold(ctx context.Context) error {
	folder := filepath.Join(s.path, usesFolder)
	names, err := fs.Glob(os.DirFS(folder), "*"+usesSuffix)
	if err != nil || len(names) <= maxUseFiles {
		return err
	}
	return s.exclusively(ctx, func() error {
		var all []byte
		var read []string
		for _, name := range names {
			if data, err := readCapped(filepath.Join(folder, name)); err == nil && len(all)+len(data) < maxRecordFile {
				all, read = append(all, data...), append(read, name)
			}
		}
		sum := sha256.Sum256(all)
		folded := "folded-" + hex.EncodeToString(sum[:16]) + usesSuffix
		if err := s.replace(filepath.Join(folder, folded), all); err != nil {
			return err
		}
		for _, name := range read {
			if name != folded {
				os.Remove(filepath.Join(folder, name)) // what stays behind counts no second time
			}
		}
		return nil
	})
}

// sums returns the counters of records, in order.
func (s *Store) sums(keys ...memory.Key) []memory.Counters {
	s.uses.mu.Lock()
	defer s.uses.mu.Unlock()
	s.uses.refresh(filepath.Join(s.path, usesFolder))
	out := make([]memory.Counters, len(keys))
	for i, k := range keys {
		out[i] = s.uses.sums.Sum(k)
	}
	return out
}

// count fills in the counters of matches.
func (s *Store) count(matches []memory.Match) {
	keys := make([]memory.Key, len(matches))
	for i, m := range matches {
		keys[i] = memory.Key{Tenant: m.Record.Tenant, ID: m.Record.ID}
	}
	for i, c := range s.sums(keys...) {
		matches[i].Counters = c
	}
}

// refresh reads the files that changed. What was read once stays counted: files of
// counters only grow, and a use that is read twice counts once.
func (c *usesCache) refresh(folder string) {
	if c.sums == nil {
		c.sums, c.files = memory.Uses{}, map[string]stamp{}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return // no counters were ever written
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !strings.HasSuffix(e.Name(), usesSuffix) {
			continue
		}
		now := stampOf(info)
		if c.files[e.Name()] == now {
			continue
		}
		if data, err := readCapped(filepath.Join(folder, e.Name())); err == nil {
			c.files[e.Name()] = now
			c.addLines(data)
		}
	}
}

func (c *usesCache) addLines(data []byte) {
	for line := range bytes.Lines(data) {
		var u memory.Use
		if json.Unmarshal(line, &u) == nil && u.Tenant != "" && u.ID != "" {
			c.sums.Add(u)
		}
	}
}
