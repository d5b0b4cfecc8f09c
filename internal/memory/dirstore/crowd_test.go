package dirstore_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

// A hundred runs that open one folder and write at once lose nothing, and each sees at
// once what the others wrote.
func TestHundredWriters(t *testing.T) {
	dir := t.TempDir()
	const writers = 100
	same := memorytest.New("acme", "Same")
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() {
			s, err := dirstore.Open(t.Context(), dirstore.Options{Path: dir})
			if err != nil {
				t.Error(err)
				return
			}
			use := memory.Use{Tenant: "acme", ID: same.ID, Run: fmt.Sprint(i), Delta: memory.Counters{Recalled: 1}}
			if err := errors.Join(s.Put(t.Context(), memorytest.New("acme", fmt.Sprint("Topic", i))), s.Put(t.Context(), same), s.Add(t.Context(), use), s.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s := open(t, dir)
	if n := count(t, s); n != writers+1 || len(s.Warnings()) > 0 {
		t.Errorf("%d records, %v", n, s.Warnings())
	}
	if c, err := s.Counters(t.Context(), "acme", same.ID); c.Recalled != writers || err != nil {
		t.Errorf("recalled %d times, %v", c.Recalled, err)
	}
}
