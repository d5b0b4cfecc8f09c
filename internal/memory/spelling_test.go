package memory_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

func TestSpeltConforms(t *testing.T) {
	memorytest.Suite{Open: func(t *testing.T) memory.Store { return memory.Spelt(memory.NewInMemory(), "acme", "Acme") }}.Run(t)
}

// spelling is a store that has records under both spellings, and the records, newest first.
func spelling(t *testing.T) (both memory.Store, store *memory.InMemory, records []memory.Record) {
	t.Helper()
	for i := range 7 {
		records = append(records, memorytest.New([]string{"acme", "Acme"}[i%2], fmt.Sprint("Topic", i), memorytest.Embedded, func(r *memory.Record) {
			r.CreatedAt = memorytest.Start.Add(-time.Duration(i) * time.Hour)
		}))
	}
	store = filled(t, append(records, memorytest.New("rival", "Alpha"))...)
	return memory.Spelt(store, "acme", "Acme"), store, records
}

// What was stored for the owner under another spelling is found, counted, changed and
// deleted with the rest, and stays where it is; nothing of another tenant is touched.
func TestSpelt(t *testing.T) {
	ctx := t.Context()
	both, store, records := spelling(t)
	for limit := range 9 {
		var got []string
		for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
			page, err := both.List(ctx, "acme", cursor, limit)
			if err != nil || pages > len(records) || limit > 0 && len(page.Records) > limit {
				t.Fatalf("page %d of %d: %d records, %v", pages, limit, len(page.Records), err)
			}
			for _, r := range page.Records {
				got = append(got, r.ID)
			}
			cursor = page.Next
		}
		if !slices.EqualFunc(got, records, func(id string, r memory.Record) bool { return id == r.ID }) {
			t.Errorf("pages of %d: %v", limit, got)
		}
	}
	old := records[1]
	q := memorytest.Ask("acme", old.Symptoms[0].Signature.Text)
	q.Exact, q.Limit = old.Symptoms[0].Signature.Exact, 3
	found, err := both.Search(ctx, q)
	if err != nil || len(found) != 3 || found[0].Record.ID != old.ID {
		t.Errorf("search: %d, %v", len(found), err)
	}
	merged := memory.Clone(old)
	merged.Tenant, merged.Trust = "acme", memory.Merged
	for _, err := range []error{
		both.Put(ctx, merged), both.Add(ctx, memory.Use{Tenant: "acme", ID: old.ID, Run: "1", Delta: memory.Counters{Held: 2}}),
		store.Add(ctx, memory.Cost("Acme", "a", 1, 0.25, memorytest.Start)), both.Add(ctx, memory.Cost("acme", "b", 1, 0.5, memorytest.Start)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	merged.Tenant = "Acme"
	got, err := both.Get(ctx, "acme", old.ID)
	if diff := cmp.Diff(merged, got); err != nil || diff != "" {
		t.Errorf("get: %v (-want +got):\n%s", err, diff)
	}
	if c, err := both.Counters(ctx, "acme", old.ID); err != nil || c.Held != 2 {
		t.Errorf("counters: %+v, %v", c, err)
	}
	if usd, err := memory.Costs(ctx, both, "acme", memorytest.Start, memorytest.Start); err != nil || usd != 0.75 {
		t.Errorf("costs: %v, %v", usd, err)
	}
	if n := len(all(t, both, "Acme")); n != 3 {
		t.Errorf("the former name by hand has %d records, want its own 3", n)
	}
	if n, err := both.SetStatus(ctx, memory.Selector{Tenant: "acme", Actor: "ann"}, memory.Rejected, "x"); n != 7 || err != nil {
		t.Errorf("status: %d, %v", n, err)
	}
	if n, err := both.Delete(ctx, memory.Selector{Tenant: "acme"}); n != 7 || err != nil || len(all(t, both, "rival")) != 1 {
		t.Errorf("delete: %d, %v", n, err)
	}
}
