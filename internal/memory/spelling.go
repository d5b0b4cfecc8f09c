package memory

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/regreen/regreen/internal/memory/rank"
)

// SameRepo reports whether two names are of one repository: GitHub's differ by case for
// nobody, and whoever clones spells them as they like.
func SameRepo(a, b string) bool { return strings.EqualFold(a, b) }

// spelt is a store with a tenant that is stored under two spellings.
type spelt struct {
	Store
	tenant, former string
}

// Spelt returns s with tenant's records and counters also where they are stored for
// former, the same name in another spelling: what is asked of tenant reads both, one
// request each, and what is written goes to where its record is, else to tenant. What is
// asked of any other tenant, of former too, is left as it is.
func Spelt(s Store, tenant, former string) Store { return &spelt{s, tenant, former} }

// Unwrap is the store itself.
func (s *spelt) Unwrap() Store { return s.Store }

// Get implements Reader.
func (s *spelt) Get(ctx context.Context, tenant, id string) (Record, error) {
	r, err := s.Store.Get(ctx, tenant, id)
	if tenant == s.tenant && errors.Is(err, ErrNotFound) {
		return s.Store.Get(ctx, s.former, id)
	}
	return r, err
}

// Search implements Reader.
func (s *spelt) Search(ctx context.Context, q Query) ([]Match, error) {
	found, err := s.Store.Search(ctx, q)
	if err != nil || q.Tenant != s.tenant {
		return found, err
	}
	q.Tenant = s.former
	older, err := s.Store.Search(ctx, q)
	if err != nil || len(older) == 0 {
		return found, err
	}
	found = append(found, older...)
	rank.Order(found, Match.candidate)
	return found[:min(len(found), q.limit())], nil
}

// candidate is what orders m among matches of several lists.
func (m Match) candidate() rank.Candidate {
	e := describe(m.Record)
	how := rank.Hybrid
	switch m.MatchedBy {
	case ByExact:
		how = rank.Exact
	case ByTemplate:
		how = rank.Template
	}
	return rank.Candidate{How: how, Fused: m.Fused, Trust: e.TrustRank, Created: e.Created, ID: e.ID}
}

// List implements Reader. A cursor is a place in the order of all records, so it is one in
// both lists.
func (s *spelt) List(ctx context.Context, tenant, cursor string, limit int) (Page, error) {
	page, err := s.Store.List(ctx, tenant, cursor, limit)
	if err != nil || tenant != s.tenant {
		return page, err
	}
	older, err := s.Store.List(ctx, s.former, cursor, limit)
	if err != nil || len(older.Records) == 0 && older.Next == "" {
		return page, err
	}
	// Of a list that goes on, what comes after its page is not known yet.
	next := page.Next
	if next == "" || older.Next != "" && older.Next < next {
		next = older.Next
	}
	all := inOrder(page.Records, older.Records)
	for next != "" && len(all) > 0 && at(all[len(all)-1]) > next {
		all = all[:len(all)-1]
	}
	if limit = cmp.Or(max(limit, 0), DefaultLimit); len(all) > limit {
		all, next = all[:limit], at(all[limit-1])
	}
	return Page{all, next}, nil
}

// inOrder puts two lists, each newest first, into one.
func inOrder(a, b []Record) []Record {
	var both []Record
	for len(a) > 0 && len(b) > 0 {
		if at(a[0]) < at(b[0]) {
			both, a = append(both, a[0]), a[1:]
		} else {
			both, b = append(both, b[0]), b[1:]
		}
	}
	return append(append(both, a...), b...)
}

func at(r Record) string { return Cursor(r.CreatedAt, r.ID) }

// Counters implements Reader.
func (s *spelt) Counters(ctx context.Context, tenant, id string) (Counters, error) {
	c, err := s.Store.Counters(ctx, tenant, id)
	if err != nil || tenant != s.tenant {
		return c, err
	}
	older, err := s.Store.Counters(ctx, s.former, id)
	return c.Plus(older), err
}

// home is the spelling under which the record of that id is stored, tenant where none is.
func (s *spelt) home(ctx context.Context, tenant, id string) (string, error) {
	if tenant != s.tenant || IsTally(id) {
		return tenant, nil
	}
	r, err := s.Get(ctx, tenant, id)
	if errors.Is(err, ErrNotFound) {
		return tenant, nil
	}
	return r.Tenant, err
}

// Put implements Writer.
func (s *spelt) Put(ctx context.Context, r Record) (err error) {
	if err := Validate(r); err != nil {
		return err
	}
	if r.Tenant, err = s.home(ctx, r.Tenant, r.ID); err != nil {
		return err
	}
	return s.Store.Put(ctx, r)
}

// Add implements Writer.
func (s *spelt) Add(ctx context.Context, u Use) (err error) {
	if u.Tenant, err = s.home(ctx, u.Tenant, u.ID); err != nil {
		return err
	}
	return s.Store.Add(ctx, u)
}

// SetStatus implements Writer.
func (s *spelt) SetStatus(ctx context.Context, sel Selector, status Status, reason string) (int, error) {
	return s.each(sel, func(sel Selector) (int, error) { return s.Store.SetStatus(ctx, sel, status, reason) })
}

// Delete implements Writer.
func (s *spelt) Delete(ctx context.Context, sel Selector) (int, error) {
	return s.each(sel, func(sel Selector) (int, error) { return s.Store.Delete(ctx, sel) })
}

func (s *spelt) each(sel Selector, change func(Selector) (int, error)) (int, error) {
	n, err := change(sel)
	if err != nil || sel.Tenant != s.tenant {
		return n, err
	}
	sel.Tenant = s.former
	older, err := change(sel)
	return n + older, err
}
