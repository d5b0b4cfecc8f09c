package visits

import (
	"sync"
	"testing"
)

func TestSeenByMany(t *testing.T) {
	p := New()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20000 {
				p.Seen("/lamps")
			}
		})
	}
	wg.Wait()
	if p.seen["/lamps"] != 160000 {
		t.Errorf("seen = %d, want 160000", p.seen["/lamps"])
	}
}
