package memory

import (
	"cmp"
	"context"
	"sync"
)

// InMemory is a Store that lasts as long as the process. It serves tests, and runs
// whose memory cannot be opened.
type InMemory struct {
	mu      sync.RWMutex
	records map[Key]Record
	catalog *Catalog
	uses    Uses
}

// NewInMemory returns an empty store.
func NewInMemory() *InMemory {
	return &InMemory{records: map[Key]Record{}, catalog: NewCatalog(), uses: Uses{}}
}

// Get implements Reader.
func (s *InMemory) Get(ctx context.Context, tenant, id string) (Record, error) {
	if err := ready(ctx, tenant); err != nil {
		return Record{}, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	r, ok := s.records[Key{tenant, id}]
	if !ok {
		return Record{}, ErrNotFound
	}
	return Clone(r), nil
}

// Search implements Reader.
func (s *InMemory) Search(ctx context.Context, q Query) ([]Match, error) {
	if err := ready(ctx, q.Tenant); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	var out []Match
	for _, h := range s.catalog.Search(q) {
		m := NewMatch(q, Clone(s.records[h.Key]), h.Hit)
		m.Counters = s.uses.Sum(h.Key)
		out = append(out, m)
	}
	return out, nil
}

// List implements Reader.
func (s *InMemory) List(ctx context.Context, tenant, cursor string, limit int) (Page, error) {
	if err := ready(ctx, tenant); err != nil {
		return Page{}, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	var page Page
	keys, next := s.catalog.List(tenant, cursor, limit)
	for _, k := range keys {
		page.Records = append(page.Records, Clone(s.records[k]))
	}
	page.Next = next
	return page, nil
}

// Counters implements Reader.
func (s *InMemory) Counters(ctx context.Context, tenant, id string) (Counters, error) {
	if err := ready(ctx, tenant); err != nil {
		return Counters{}, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	k := Key{tenant, id}
	if _, ok := s.records[k]; !ok && !IsTally(id) {
		return Counters{}, nil
	}
	return s.uses.Sum(k), nil
}

// Put implements Writer.
func (s *InMemory) Put(ctx context.Context, r Record) error {
	if err := cmp.Or(ready(ctx, r.Tenant), Validate(r)); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r = Clone(r)
	if old, ok := s.records[Key{r.Tenant, r.ID}]; ok {
		r, _ = Merge(old, r)
	}
	s.set(r)
	return nil
}

func (s *InMemory) set(r Record) {
	s.records[Key{r.Tenant, r.ID}] = r
	s.catalog.Put(EntryOf(r))
}

// SetStatus implements Writer.
func (s *InMemory) SetStatus(ctx context.Context, sel Selector, status Status, reason string) (int, error) {
	if err := ready(ctx, sel.Tenant); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := s.catalog.Select(sel)
	for _, k := range keys {
		r := s.records[k]
		r.Status, r.StatusReason = status, reason
		s.set(r)
	}
	return len(keys), nil
}

// Delete implements Writer.
func (s *InMemory) Delete(ctx context.Context, sel Selector) (int, error) {
	if err := ready(ctx, sel.Tenant); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := s.catalog.Select(sel)
	for _, k := range keys {
		delete(s.records, k)
		s.catalog.Remove(k)
	}
	return len(keys), nil
}

// Add implements Writer.
func (s *InMemory) Add(ctx context.Context, u Use) error {
	if err := ready(ctx, u.Tenant); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.uses.Add(u)
	return nil
}

// Close implements Store; it has nothing to flush.
func (s *InMemory) Close() error { return nil }

func ready(ctx context.Context, tenant string) error {
	if tenant == "" {
		return ErrNoTenant
	}
	return ctx.Err()
}
