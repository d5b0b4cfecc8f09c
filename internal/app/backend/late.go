package backend

import (
	"context"
	"fmt"

	"github.com/regreen/regreen/internal/memory"
)

// late is a memory that is opened while the tests run: a branch to fetch or a large
// folder then costs a run no time of its own. Where it cannot be opened each call says
// so: a run goes on without its memory, and its notes tell why.
type late struct {
	cancel context.CancelFunc
	opened chan struct{}
	store  memory.Store // once opened is closed
	err    error
}

var _ memory.Store = (*late)(nil)

// OpenLate begins to open a memory. Its Close gives up what nobody waited for.
func OpenLate(ctx context.Context, open Opener) memory.Store {
	ctx, cancel := context.WithCancel(ctx)
	l := &late{cancel: cancel, opened: make(chan struct{})}
	go func() {
		defer close(l.opened)
		l.store, l.err = open(ctx)
	}()
	return l
}

// get waits until the memory is open.
func (l *late) get(ctx context.Context) (memory.Store, error) {
	select {
	case <-l.opened:
		return l.store, l.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Warnings are those of the memory, none while it is not open.
func (l *late) Warnings() []string {
	select {
	case <-l.opened:
		if l.err == nil {
			return Warnings(l.store)
		}
	default:
	}
	return nil
}

// Get implements memory.Reader.
func (l *late) Get(ctx context.Context, tenant, id string) (memory.Record, error) {
	s, err := l.get(ctx)
	if err != nil {
		return memory.Record{}, err
	}
	return s.Get(ctx, tenant, id)
}

// Search implements memory.Reader.
func (l *late) Search(ctx context.Context, q memory.Query) ([]memory.Match, error) {
	s, err := l.get(ctx)
	if err != nil {
		return nil, err
	}
	return s.Search(ctx, q)
}

// List implements memory.Reader.
func (l *late) List(ctx context.Context, tenant, cursor string, limit int) (memory.Page, error) {
	s, err := l.get(ctx)
	if err != nil {
		return memory.Page{}, err
	}
	return s.List(ctx, tenant, cursor, limit)
}

// Counters implements memory.Reader.
func (l *late) Counters(ctx context.Context, tenant, id string) (memory.Counters, error) {
	s, err := l.get(ctx)
	if err != nil {
		return memory.Counters{}, err
	}
	return s.Counters(ctx, tenant, id)
}

// Put implements memory.Writer.
func (l *late) Put(ctx context.Context, r memory.Record) error {
	s, err := l.get(ctx)
	if err != nil {
		return err
	}
	return s.Put(ctx, r)
}

// SetStatus implements memory.Writer.
func (l *late) SetStatus(ctx context.Context, sel memory.Selector, status memory.Status, reason string) (int, error) {
	s, err := l.get(ctx)
	if err != nil {
		return 0, err
	}
	return s.SetStatus(ctx, sel, status, reason)
}

// Delete implements memory.Writer.
func (l *late) Delete(ctx context.Context, sel memory.Selector) (int, error) {
	s, err := l.get(ctx)
	if err != nil {
		return 0, err
	}
	return s.Delete(ctx, sel)
}

// Add implements memory.Writer.
func (l *late) Add(ctx context.Context, u memory.Use) error {
	s, err := l.get(ctx)
	if err != nil {
		return err
	}
	return s.Add(ctx, u)
}

// Close closes the memory, and gives up opening it where nothing waits for it.
func (l *late) Close() error {
	l.cancel()
	<-l.opened
	if l.err != nil {
		return nil // whoever asked was told
	}
	return l.store.Close()
}

// Flush puts on its branch what a run wrote to such a memory, so that the run can say
// whether it is kept; a folder and a server have it already.
func Flush(ctx context.Context, s memory.Store) error {
	if l, ok := s.(*late); ok {
		var err error
		if s, err = l.get(ctx); err != nil {
			return nil // whoever asked was told
		}
	}
	f, ok := s.(interface{ Flush(context.Context) error })
	if !ok {
		return nil
	}
	if err := f.Flush(ctx); err != nil {
		return fmt.Errorf("what was learnt is not in the shared memory yet: %w", err)
	}
	return nil
}

// Warnings are what the store found odd when it was opened.
func Warnings(s memory.Store) []string {
	if w, ok := s.(interface{ Warnings() []string }); ok {
		return w.Warnings()
	}
	return nil
}
