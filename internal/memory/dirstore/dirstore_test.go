package dirstore_test

import (
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

func open(t *testing.T, path string) *dirstore.Store {
	t.Helper()
	s, err := dirstore.Open(t.Context(), dirstore.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestConforms(t *testing.T) {
	memorytest.Suite{
		Open: func(t *testing.T) memory.Store { return open(t, t.TempDir()) },
		Again: func(t *testing.T, s memory.Store) memory.Store {
			return open(t, s.(*dirstore.Store).Path())
		},
	}.Run(t)
}
