package backend

import (
	"context"
	"errors"
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

func TestLateMemoryConforms(t *testing.T) {
	kept := map[memory.Store]*memory.InMemory{}
	again := func(t *testing.T, s *memory.InMemory) memory.Store {
		l := OpenLate(t.Context(), func(context.Context) (memory.Store, error) { return s, nil })
		kept[l] = s
		return l
	}
	memorytest.Suite{
		Open:  func(t *testing.T) memory.Store { return again(t, memory.NewInMemory()) },
		Again: func(t *testing.T, s memory.Store) memory.Store { return again(t, kept[s]) },
	}.Run(t)
}

// A memory that cannot be opened fails each call and nothing else.
func TestLateMemoryThatFails(t *testing.T) {
	broken := errors.New("no such server")
	l := OpenLate(t.Context(), func(context.Context) (memory.Store, error) { return nil, broken })
	_, searchErr := l.Search(t.Context(), memory.Query{Tenant: "acme"})
	_, getErr := l.Get(t.Context(), "acme", "x")
	for _, err := range []error{searchErr, getErr, l.Put(t.Context(), memorytest.New("acme", "Alpha")), l.Add(t.Context(), memory.Use{})} {
		if !errors.Is(err, broken) {
			t.Errorf("a call says %v", err)
		}
	}
	if err := errors.Join(Flush(t.Context(), l), l.Close()); err != nil {
		t.Errorf("the end of the run says %v", err)
	}
}

// A run that is over does not wait for a memory that nobody asked.
func TestLateMemoryIsGivenUp(t *testing.T) {
	l := OpenLate(t.Context(), func(ctx context.Context) (memory.Store, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.List(ctx, "acme", "", 1); !errors.Is(err, context.Canceled) {
		t.Errorf("list: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}
