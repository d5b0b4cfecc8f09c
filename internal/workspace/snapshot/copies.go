package snapshot

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sync/errgroup"
)

// copyAll copies what is to be restored into one file: creating 100,000 files
// would take most of the time.
func (s *State) copyAll(ctx context.Context) error {
	group, copying := errgroup.WithContext(ctx)
	group.SetLimit(4)
	out := &appender{w: bufio.NewWriterSize(s.file, 1<<20)}
	for _, t := range s.Trees {
		for _, e := range t.Entries {
			if !e.Copied() {
				continue
			}
			if copying.Err() != nil {
				break
			}
			group.Go(func() error {
				err := out.add(filepath.Join(t.Base, filepath.FromSlash(e.Path)), e)
				if errors.Is(err, fs.ErrNotExist) && e.Class == meta {
					e.Class, err = cached, nil // a git gc in the background took it: nothing to put back
				}
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return out.w.Flush()
}

// appender puts file after file at the end of one.
type appender struct {
	mu  sync.Mutex
	w   *bufio.Writer
	off int64
}

// wholeFile is the size up to which a file is read before its turn to be
// appended; a larger one is streamed, in its turn.
const wholeFile = 4 << 20

func (a *appender) add(path string, e *Entry) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	if e.Stat.Size > wholeFile {
		a.mu.Lock()
		defer a.mu.Unlock()
		return a.stream(f, sum, e)
	}
	data := make([]byte, e.Stat.Size)
	if _, err := io.ReadFull(f, data); err != nil {
		return fmt.Errorf("copy %q: it changed meanwhile: %w", path, err)
	}
	e.Sum = sha256.Sum256(data)
	a.mu.Lock()
	defer a.mu.Unlock()
	e.Off = a.off
	a.off += e.Stat.Size
	_, err = a.w.Write(data)
	return err
}

func (a *appender) stream(f *os.File, sum hash.Hash, e *Entry) error {
	n, err := io.Copy(io.MultiWriter(a.w, sum), io.LimitReader(f, e.Stat.Size))
	if err == nil && n != e.Stat.Size {
		err = fmt.Errorf("copy %q: it changed meanwhile", f.Name())
	}
	e.Off = a.off
	a.off += n
	sum.Sum(e.Sum[:0])
	return err
}

// Read reads the copy of an entry and makes sure that it is the one that was taken.
func (s *State) Read(e *Entry) ([]byte, error) {
	data := make([]byte, e.Stat.Size)
	if _, err := s.file.ReadAt(data, e.Off); err != nil && !(errors.Is(err, io.EOF) && len(data) == 0) {
		return nil, err
	}
	if sha256.Sum256(data) != e.Sum {
		return nil, ErrTampered
	}
	return data, nil
}

// Close gives the copies free; they stay on the disk.
func (s *State) Close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}
