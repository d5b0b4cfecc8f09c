package ladder

import (
	"context"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/repair/spend"
)

// A runner with nothing on its disk knows from the memory what earlier runs spent.
func TestTotalOverRunnersThatAreThrownAway(t *testing.T) {
	at := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	now := func() time.Time { return at }
	store := memory.NewInMemory()
	book := func(run string, mayWrite bool) spend.Book {
		b := &memoryBook{reader: store, tenant: "acme", run: run, window: 30 * 24 * time.Hour, now: now}
		if mayWrite {
			b.writer = &remember.Memory{Store: store, Tenant: "acme", Now: now}
		}
		return spend.Books{spend.NewLedger(t.TempDir()+"/ledger.jsonl", 0, now), b}
	}
	spent := func(b spend.Book) float64 {
		t.Helper()
		sum, err := b.Spent(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	pay := func(b spend.Book, usd float64) {
		t.Helper()
		if err := b.Append(t.Context(), spend.Entry{Time: at, CostUSD: usd}); err != nil {
			t.Fatal(err)
		}
	}
	first := book("first", true)
	pay(first, 0.25)
	pay(first, 0.25) // two requests that cost the same are two
	if got := spent(first); got != 0.5 {
		t.Errorf("the run itself sees $%v, want $0.5", got)
	}
	pay(first, 0)
	pay(first, 0.5)
	if got := spent(first); got != 1 {
		t.Errorf("the run itself sees $%v, want $1", got)
	}
	reader := book("second", false)
	pay(reader, 2)
	if got := spent(reader); got != 3 {
		t.Errorf("a run that may not write sees $%v, want $3", got)
	}
	if got := spent(book("third", true)); got != 1 {
		t.Errorf("the next run sees $%v, want $1", got)
	}
	at = at.AddDate(0, 0, 31)
	if got := spent(book("later", true)); got != 0 {
		t.Errorf("after the window $%v are left, want none", got)
	}
}

// With the sum unknown nothing is spent.
func TestTotalWithoutMemory(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // as a memory that does not answer
	b := &memoryBook{reader: memory.NewInMemory(), tenant: "acme", window: time.Hour, now: time.Now}
	if sum, err := b.Spent(ctx); err == nil {
		t.Errorf("$%v of a memory that does not answer", sum)
	}
}
