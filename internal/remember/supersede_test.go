package remember_test

import (
	"context"
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/verify"
)

func statusOf(t *testing.T, s memory.Reader, id string) memory.Record {
	t.Helper()
	r, err := s.Get(context.Background(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// M6: a newer fix stands beside the older one, which stays to be read.
func TestNewerFixSupersedes(t *testing.T) {
	for name, c := range map[string]struct {
		maker  string
		repo   string
		change func(t *testing.T, m remember.Memory, old memory.Record)
		want   memory.Status
	}{
		"same failure, same place":   {"agent", "acme/shop", nil, memory.Superseded},
		"another repository":         {"agent", "acme/other", nil, memory.Active},
		"a walk through the history": {remember.Backfill, "acme/shop", nil, memory.Active},
		"the old one is merged": {"agent", "acme/shop", func(t *testing.T, m remember.Memory, old memory.Record) {
			judge(t, m, old.ID, true)
		}, memory.Active},
		"merged, and it keeps failing": {"agent", "acme/shop", func(t *testing.T, m remember.Memory, old memory.Record) {
			judge(t, m, old.ID, true)
			if err := m.Replayed(t.Context(), "run 2", old.ID, verify.StillFailing); err != nil {
				t.Fatal(err)
			}
		}, memory.Superseded},
		"the old one is rejected": {"agent", "acme/shop", func(t *testing.T, m remember.Memory, old memory.Record) {
			judge(t, m, old.ID, false)
		}, memory.Rejected},
	} {
		t.Run(name, func(t *testing.T) {
			store := memory.NewInMemory()
			m := writer(t, store)
			old, err := m.Fix(t.Context(), prove(t, "range xs[1:]", "range xs"), story("first"))
			if err != nil {
				t.Fatal(err)
			}
			if c.change != nil {
				c.change(t, m, old)
			}
			m.Origin.Maker, m.Origin.Repo = c.maker, c.repo
			next, err := m.Fix(t.Context(), prove(t, "range xs[1:]", "range xs[0:]"), story("second"))
			if err != nil {
				t.Fatal(err)
			}
			got := statusOf(t, store, old.ID)
			if got.Status != c.want {
				t.Errorf("the old record is %s, want %s", got.Status, c.want)
			}
			stands := statusOf(t, store, next.ID)
			if linked := stands.Supersedes == old.ID; linked != (c.want == memory.Superseded) || stands.Status != memory.Active {
				t.Errorf("the new record is %s and supersedes %q", stands.Status, stands.Supersedes)
			}
		})
	}
}

func judge(t *testing.T, m remember.Memory, id string, merged bool) {
	t.Helper()
	if err := m.Judge(t.Context(), "run 1", id, merged, "because"); err != nil {
		t.Fatal(err)
	}
}

// What was superseded is not found any more, and comes back if it is proved again.
func TestSupersededIsNotRecalled(t *testing.T) {
	store := memory.NewInMemory()
	m := writer(t, store)
	var ids []string
	for _, now := range []string{"range xs", "range xs[0:]", "range xs"} {
		r, err := m.Fix(t.Context(), prove(t, "range xs[1:]", now), story("x"))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, r.ID)
		found, err := store.Search(t.Context(), memory.Query{Tenant: "acme", Exact: r.Symptoms[0].Signature.Exact})
		if err != nil || len(found) != 1 || found[0].Record.ID != r.ID {
			t.Errorf("after %q: %d records are found, %v", now, len(found), err)
		}
	}
	if ids[0] != ids[2] || statusOf(t, store, ids[1]).StatusReason != "superseded by "+ids[0] {
		t.Errorf("the second is %q", statusOf(t, store, ids[1]).StatusReason)
	}
}
