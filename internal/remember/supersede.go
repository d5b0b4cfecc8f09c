package remember

import (
	"context"
	"fmt"
	"slices"

	"github.com/regreen/regreen/internal/memory"
)

// maxOld bounds the older fixes that a new one may take the place of.
const maxOld = 10

// outdated returns the records that r takes the place of. They cure the same failure in
// the same repository and file by another patch, and since what is remembered is tried
// before anything new is made, they no longer do. One that is better founded, as by
// being merged, stays until it fails more often than it holds; one that is rejected
// stays so. What a walk through the past finds takes no record's place.
func (m Memory) outdated(ctx context.Context, r memory.Record) ([]memory.Record, error) {
	if r.Origin.Maker == Backfill {
		return nil, nil
	}
	found, err := m.Store.Search(ctx, memory.Query{Tenant: m.Tenant, Exact: smallest(r), Filter: memory.Filter{Repo: r.Origin.Repo}, Limit: maxOld})
	if err != nil {
		return nil, fmt.Errorf("look for older fixes: %w", err)
	}
	var old []memory.Record
	for _, f := range found {
		x := f.Record
		lost := x.Trust.Rank() <= r.Trust.Rank() || f.Counters.Failed > f.Counters.Held
		if x.ID != r.ID && x.Status == memory.Active && smallest(x) == smallest(r) && samePlace(x, r) && lost {
			old = append(old, x)
		}
	}
	return old, nil
}

// Backfill is the maker of what a walk through a repository's history finds.
const Backfill = "backfill"

func smallest(r memory.Record) string {
	least := ""
	for _, s := range r.Symptoms {
		if e := s.Signature.Exact; least == "" || e < least {
			least = e
		}
	}
	return least
}

func samePlace(a, b memory.Record) bool {
	return memory.SameRepo(a.Origin.Repo, b.Origin.Repo) &&
		slices.ContainsFunc(a.Fix.Paths, func(p string) bool { return slices.Contains(b.Fix.Paths, p) })
}

// put stores r, in the place of what it makes outdated. A record that was superseded
// and is proved again is the better one after all.
func (m Memory) put(ctx context.Context, r memory.Record) error {
	old, err := m.outdated(ctx, r)
	if err != nil {
		return err
	}
	if len(old) > 0 {
		r.Supersedes = old[0].ID
	}
	if err := m.Store.Put(ctx, r); err != nil {
		return err
	}
	now, err := m.Store.Get(ctx, m.Tenant, r.ID)
	if err == nil && now.Status == memory.Superseded {
		_, err = m.Mark(ctx, memory.Selector{ID: r.ID}, memory.Active, "proved again")
	}
	for _, x := range old {
		if err == nil {
			_, err = m.Mark(ctx, memory.Selector{ID: x.ID}, memory.Superseded, "superseded by "+r.ID)
		}
	}
	return err
}
