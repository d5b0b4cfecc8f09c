package dirstore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/regreen/regreen/internal/memory"
)

// usesCache holds the counters, read again when a file changed.
type usesCache struct {
	mu    sync.Mutex
	files map[string]stamp
	sums  memory.Uses
}

type stamp struct {
	size  int64
	mtime time.Time
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

func (s *Store) sum(k memory.Key) memory.Counters {
	s.uses.mu.Lock()
	defer s.uses.mu.Unlock()
	s.uses.refresh(filepath.Join(s.path, usesFolder))
	return s.uses.sums.Sum(k)
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
		now := stamp{info.Size(), info.ModTime()}
		if known := c.files[e.Name()]; known.size == now.size && known.mtime.Equal(now.mtime) {
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
