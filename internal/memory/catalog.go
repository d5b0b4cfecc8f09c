package memory

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/memory/rank"
)

// Entry is what a store keeps in memory of a record: enough to find, filter, list and
// select it, without the patch and the texts.
type Entry struct {
	Tenant, ID string
	Repo       string
	Private    bool
	Language   string
	Frameworks []string
	ErrorTypes []string
	Visibility Visibility
	Status     Status
	Session    string
	Actor      string
	RunID      string
	Created    int64 // Unix nanoseconds
	TrustRank  int
	Exact      []string
	Template   []string
	Terms      []rank.Term
	Model      string
	Symptom    []int16 // as rank.Quantise gives it
	Fix        []int16
}

// EntryOf extracts the entry of r.
func EntryOf(r Record) Entry {
	e := describe(r)
	e.Terms = rank.Terms(TermText(r))
	if r.Vectors != nil {
		e.Model, e.Symptom, e.Fix = r.Vectors.Model, rank.Quantise(r.Vectors.Symptom), rank.Quantise(r.Vectors.Fix)
	}
	return e
}

// describe is EntryOf without what only ranking needs.
func describe(r Record) Entry {
	e := Entry{
		Tenant: r.Tenant, ID: r.ID, Repo: r.Origin.Repo, Private: r.Origin.Private, Language: r.Language,
		Visibility: r.Visibility, Status: r.Status, Session: r.Origin.Session, Actor: r.Origin.Actor,
		RunID: r.Origin.RunID, Created: r.CreatedAt.UnixNano(), TrustRank: r.Trust.Rank(),
	}
	for _, s := range r.Symptoms {
		e.Exact = appendNew(e.Exact, s.Signature.Exact)
		e.Template = appendNew(e.Template, s.Signature.Template)
		e.Frameworks = appendNew(e.Frameworks, s.Framework)
		e.ErrorTypes = appendNew(e.ErrorTypes, s.ErrorType)
	}
	return e
}

// Visible reports whether q may see r, as Entry.Visible does.
func Visible(q Query, r Record) bool {
	e := describe(r)
	return e.Visible(q)
}

func appendNew(list []string, s string) []string {
	if s == "" || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// TermText is the text of a record whose words are indexed: its symptoms first, then
// the fix in words and the touched paths.
func TermText(r Record) string {
	var b strings.Builder
	for _, s := range r.Symptoms {
		b.WriteString(s.Signature.Text)
		b.WriteByte('\n')
	}
	b.WriteString(r.Fix.Description)
	for _, p := range r.Fix.Paths {
		b.WriteByte('\n')
		b.WriteString(p)
	}
	return b.String()
}

// Visible reports whether q may see e: its tenant, its repository where it is kept to
// one, never a private repository's record in a public one, and only records that are
// active or rejected.
func (e *Entry) Visible(q Query) bool {
	switch {
	case e.Tenant != q.Tenant,
		e.Status != Active && e.Status != Rejected,
		e.Visibility == VisibleRepo && !SameRepo(e.Repo, q.Filter.Repo),
		e.Private && q.Filter.Public:
		return false
	}
	f := q.Filter
	return (f.Language == "" || f.Language == e.Language) &&
		(f.Framework == "" || slices.Contains(e.Frameworks, f.Framework)) &&
		(f.ErrorType == "" || slices.Contains(e.ErrorTypes, f.ErrorType))
}

// Matches reports whether s selects e.
func (s Selector) Matches(e *Entry) bool {
	return s.Tenant == e.Tenant && (s.ID == "" || s.ID == e.ID) &&
		(s.Session == "" || s.Session == e.Session) && (s.Repo == "" || SameRepo(s.Repo, e.Repo)) &&
		(s.Actor == "" || s.Actor == e.Actor) && (s.RunID == "" || s.RunID == e.RunID)
}

// Selects reports whether s selects r.
func (s Selector) Selects(r Record) bool {
	e := describe(r)
	return s.Matches(&e)
}

// Key names a record in a store.
type Key struct{ Tenant, ID string }

// Catalog is the searchable part of an embedded store: entries by key, and their
// ranking. It is not safe for concurrent use, but any number of readers may run at once.
type Catalog struct {
	byKey   map[Key]int
	entries []Entry // by number in index; vectors and terms dropped, the index has them
	index   *rank.Index

	listing sync.Mutex
	newest  map[string][]int // numbers by tenant, newest first, of those that were listed
}

// NewCatalog returns an empty Catalog.
func NewCatalog() *Catalog {
	return &Catalog{byKey: map[Key]int{}, index: rank.New(), newest: map[string][]int{}}
}

// Len is the number of records.
func (c *Catalog) Len() int { return len(c.byKey) }

// Reserve makes room for n records.
func (c *Catalog) Reserve(n int) {
	c.index.Reserve(n)
	c.entries = slices.Grow(c.entries, n)
}

// Put adds e, in place of the entry of the same key.
func (c *Catalog) Put(e Entry) {
	c.Remove(Key{e.Tenant, e.ID})
	n := c.index.Add(rank.Doc{
		ID: e.ID, Exact: e.Exact, Template: e.Template, Terms: e.Terms, Model: e.Model,
		Symptom: e.Symptom, Fix: e.Fix, Trust: e.TrustRank, Created: e.Created,
	})
	e.Terms, e.Symptom, e.Fix, e.Exact, e.Template = nil, nil, nil, nil, nil
	c.entries = append(c.entries, e)
	c.byKey[Key{e.Tenant, e.ID}] = n
	delete(c.newest, e.Tenant)
}

// Remove takes a record out, if it is there.
func (c *Catalog) Remove(k Key) {
	if n, ok := c.byKey[k]; ok {
		c.index.Remove(n)
		c.entries[n] = Entry{}
		delete(c.byKey, k)
		delete(c.newest, k.Tenant)
	}
}

// Hit is a record that a Catalog found.
type Hit struct {
	Key
	rank.Hit
}

// DefaultLimit is the number of matches where a Query names none.
const DefaultLimit = 10

// Search finds and orders what q asks for; the caller reads the bodies. Where q.Text is
// empty only signatures are looked up.
func (c *Catalog) Search(q Query) []Hit {
	hits := c.index.Search(rank.Query{
		Exact: q.Exact, Template: q.Template, Terms: rank.QueryTerms(q.Text), Model: q.Model, Vector: q.vector(),
		Allow: func(n int) bool { return c.entries[n].Visible(q) }, Limit: q.limit(),
	})
	out := make([]Hit, len(hits))
	for i, h := range hits {
		e := &c.entries[h.Doc]
		out[i] = Hit{Key{e.Tenant, e.ID}, h}
	}
	return out
}

func (q Query) limit() int { return cmp.Or(max(q.Limit, 0), DefaultLimit) }

func (q Query) vector() embed.Vector {
	if q.Text == "" {
		return nil
	}
	return q.Vector
}

// Select returns the keys of the records that s selects, in no order.
func (c *Catalog) Select(s Selector) []Key {
	if s.ID != "" {
		k := Key{s.Tenant, s.ID}
		if n, ok := c.byKey[k]; ok && s.Matches(&c.entries[n]) {
			return []Key{k}
		}
		return nil
	}
	var out []Key
	for k, n := range c.byKey {
		if s.Matches(&c.entries[n]) {
			out = append(out, k)
		}
	}
	return out
}

// List returns up to limit keys of the tenant's records, newest first, that come after
// cursor, and the cursor of the next page, "" at the end. A cursor is a place in the
// order, so records that come or go meanwhile make no other record be skipped.
func (c *Catalog) List(tenant, cursor string, limit int) (keys []Key, next string) {
	all := c.order(tenant)
	from := 0
	if at, ok := CursorTime(cursor); ok {
		_, id, _ := strings.Cut(cursor, ".")
		mark := Entry{Created: at.UnixNano(), ID: id}
		from, _ = slices.BinarySearchFunc(all, mark, func(n int, mark Entry) int {
			return cmp.Or(newer(&c.entries[n], &mark), -1) // the mark itself was on the page before
		})
	}
	to := min(len(all), from+cmp.Or(max(limit, 0), DefaultLimit))
	for _, n := range all[from:to] {
		keys = append(keys, Key{tenant, c.entries[n].ID})
	}
	if to < len(all) {
		last := c.entries[all[to-1]]
		next = Cursor(time.Unix(0, last.Created), last.ID)
	}
	return keys, next
}

// newer orders entries newest first, then by id.
func newer(a, b *Entry) int {
	return cmp.Or(cmp.Compare(b.Created, a.Created), cmp.Compare(a.ID, b.ID))
}

// order is the tenant's records, newest first; it is kept until one comes or goes.
func (c *Catalog) order(tenant string) []int {
	c.listing.Lock()
	defer c.listing.Unlock()
	if all, ok := c.newest[tenant]; ok {
		return all
	}
	var all []int
	for k, n := range c.byKey {
		if k.Tenant == tenant {
			all = append(all, n)
		}
	}
	slices.SortFunc(all, func(a, b int) int { return newer(&c.entries[a], &c.entries[b]) })
	c.newest[tenant] = all
	return all
}

// Cursor is the place in a listing of the record with that time and id.
func Cursor(created time.Time, id string) string {
	return fmt.Sprintf("%016x.%s", uint64(1<<63-1)-uint64(created.UnixNano()), id)
}

// CursorTime is the time that a cursor stands at; false for "" and for what is no cursor.
func CursorTime(cursor string) (time.Time, bool) {
	head, _, ok := strings.Cut(cursor, ".")
	n, err := strconv.ParseUint(head, 16, 64)
	if !ok || err != nil {
		return time.Time{}, false
	}
	return time.Unix(0, int64(uint64(1<<63-1)-n)), true
}

// NewMatch makes the Match of a record that was found: it measures again from the
// record itself, so that a score never depends on what an index holds.
func NewMatch(q Query, r Record, h rank.Hit) Match {
	m := Match{Record: r, Fused: h.Fused}
	if q.Text != "" {
		m.Sparse = rank.Share(rank.QueryTerms(q.Text), rank.Terms(TermText(r)))
	}
	m.MatchedBy, m.Score = ByTerms, m.Sparse
	if v := r.Vectors; v != nil && q.Vector != nil && v.Model == q.Model {
		m.Dense, m.DenseFix = unit(embed.Dot(q.Vector, v.Symptom)), unit(embed.Dot(q.Vector, v.Fix))
		m.MatchedBy, m.Score = BySimilarity, m.Dense
	}
	switch {
	case q.Exact != "" && hasSignature(r, q.Exact, exactOf):
		m.MatchedBy, m.Score = ByExact, 1
	case q.Template != "" && hasSignature(r, q.Template, templateOf):
		m.MatchedBy = ByTemplate
	}
	return m
}

func exactOf(s Symptom) string    { return s.Signature.Exact }
func templateOf(s Symptom) string { return s.Signature.Template }

func hasSignature(r Record, signature string, of func(Symptom) string) bool {
	return slices.ContainsFunc(r.Symptoms, func(s Symptom) bool { return of(s) == signature })
}

func unit(f float64) float64 { return max(0, min(1, f)) }
