// Package memorytest is the conformance suite that every memory.Store passes, and the
// records that tests of memory are made of.
package memorytest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
)

// Suite says how the store under test is made.
type Suite struct {
	// Open returns an empty store. It may be called many times in a test.
	Open func(t *testing.T) memory.Store
	// Again opens the same data as s a second time, as another process would; nil
	// where a store's data cannot be shared.
	Again func(t *testing.T, s memory.Store) memory.Store
	// Settle makes what s wrote visible to every other user of the data; nil where
	// that is so at once.
	Settle func(t *testing.T, s memory.Store)
}

// Run runs the suite.
func (s Suite) Run(t *testing.T) {
	for name, test := range map[string]func(*testing.T){
		"round trip":            s.roundTrip,
		"idempotent put":        s.idempotent,
		"put never loses trust": s.merge,
		"copies vouch for none": s.copies,
		"export and import":     s.exportImport,
		"no tenant":             s.noTenant,
		"tenancy":               s.tenancy,
		"refuses bad records":   s.refuses,
		"search order":          s.searchOrder,
		"search without vector": s.searchTerms,
		"filters":               s.filters,
		"private records":       s.private,
		"statuses":              s.statuses,
		"paging":                s.paging,
		"many of one instant":   s.oneInstant,
		"counters":              s.counters,
		"costs":                 s.costs,
		"flaky days":            s.flakyDays,
		"delete":                s.deletes,
		"select by origin":      s.selectors,
		"concurrent writers":    s.concurrent,
		"two openers":           s.twoOpeners,
		"cancelled":             s.cancelled,
		"poisoned records":      s.poison,
	} {
		t.Run(name, test)
	}
}

// Start is the time of the first record that New makes.
var Start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.FixedZone("", 2*60*60))

// New returns a valid record of tenant about topic; the same arguments give the same
// record. Change it by the given functions; they run before its id is made.
func New(tenant, topic string, changes ...func(*memory.Record)) memory.Record {
	sum := func(kind string) string {
		return fmt.Sprintf("v1:%x", sha256.Sum256([]byte(kind+topic)))[:3+32]
	}
	text := "panic in " + topic + ": index out of range"
	r := memory.Record{
		Schema: memory.SchemaVersion, Tenant: tenant, Language: "go",
		Symptoms: []memory.Symptom{{
			Framework: "gotest", Kind: failure.KindPanic, ErrorType: "panic", Test: "Test" + topic, Message: text,
			Signature: failure.Signature{Exact: sum("exact"), Template: sum("template"), Text: text},
		}},
		Fix: memory.Fix{
			Description: "check the length in " + topic, RootCause: "the slice may be empty", Paths: []string{"x/" + topic + ".go"},
			Patch:  "--- a/x/" + topic + ".go\n+++ b/x/" + topic + ".go\n@@ -1 +1 @@\n-old " + topic + "\n+new\n",
			Before: map[string]string{"x/" + topic + ".go": "old " + topic + "\n"},
		},
		Outcome: "ok  x  1 test passed",
		Proof:   memory.Evidence{Command: "go test ./...", Commit: "c0ffee", ExitBefore: 1, Reproduced: 2, Passes: 3, ControlRun: true},
		Origin:  memory.Origin{Session: "session-" + topic, Maker: "human", Repo: tenant + "/app", Actor: "ann", RunID: "run-" + topic},
		Trust:   memory.Verified, Status: memory.Active, Visibility: memory.VisibleTenant, CreatedAt: Start,
	}
	for _, change := range changes {
		change(&r)
	}
	r.ID = memory.NewID(r.Tenant, r.Symptoms, fmt.Sprintf("%x", sha256.Sum256([]byte(r.Fix.Patch))))
	return r
}

// Embedded fills in the vectors of the test embedder.
func Embedded(r *memory.Record) {
	v, _ := embed.Lexical{}.Embed(context.Background(), []string{r.Symptoms[0].Signature.Text, r.Fix.Description})
	r.Vectors = &memory.Vectors{Model: embed.Lexical{}.Name(), Symptom: v[0], Fix: v[1]}
}

// Ask is the query for text, with its vector.
func Ask(tenant, text string) memory.Query {
	v, _ := embed.Lexical{}.Embed(context.Background(), []string{text})
	return memory.Query{Tenant: tenant, Text: text, Vector: v[0], Model: embed.Lexical{}.Name()}
}

func put(t *testing.T, s memory.Store, records ...memory.Record) {
	t.Helper()
	for _, r := range records {
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatalf("put %s: %v", r.ID, err)
		}
	}
}

func search(t *testing.T, s memory.Store, q memory.Query) []memory.Match {
	t.Helper()
	matches, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("search: %v", err)
	}
	return matches
}

func ids(matches []memory.Match) []string {
	var out []string
	for _, m := range matches {
		out = append(out, m.Record.ID)
	}
	return out
}

func wantIDs(t *testing.T, what string, got []string, want ...memory.Record) {
	t.Helper()
	var w []string
	for _, r := range want {
		w = append(w, r.ID)
	}
	if diff := cmp.Diff(w, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func list(t *testing.T, s memory.Store, tenant string, limit int) []string {
	t.Helper()
	var out []string
	cursor := ""
	for range 1000 {
		page, err := s.List(t.Context(), tenant, cursor, limit)
		if err != nil {
			t.Fatalf("list: %v", err)
		}
		if len(page.Records) > limit {
			t.Fatalf("list gave %d records, limit %d", len(page.Records), limit)
		}
		for _, r := range page.Records {
			out = append(out, r.ID)
		}
		if page.Next == "" {
			return out
		}
		cursor = page.Next
	}
	t.Fatal("list does not end")
	return nil
}

func (s Suite) roundTrip(t *testing.T) {
	store := s.Open(t)
	n := 7
	want := New("acme", "Alpha", Embedded, func(r *memory.Record) {
		r.Proof.CountsBefore.Failed = &n
		r.Proof.Unenforced = []string{"network"}
		r.Fix.Description = "odd text: \x1b[31m 日本 <b> \"quoted\"\nsecond line"
	})
	put(t, store, want)
	got, err := store.Get(t.Context(), "acme", want.ID)
	if err != nil {
		t.Fatal(err)
	}
	// A server may normalise a vector once more, which moves its last digit.
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-5)); diff != "" {
		t.Errorf("record changed in the store (-want +got):\n%s", diff)
	}
	if _, zone := got.CreatedAt.Zone(); zone != 2*60*60 {
		t.Errorf("the zone of created_at was lost: %v", got.CreatedAt)
	}
	if _, err := store.Get(t.Context(), "acme", New("acme", "Absent").ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("get of an absent record: %v, want ErrNotFound", err)
	}
}

func (s Suite) idempotent(t *testing.T) {
	store := s.Open(t)
	r := New("acme", "Alpha", Embedded)
	put(t, store, r, r, r)
	wantIDs(t, "list", list(t, store, "acme", 10), r)
	if m := search(t, store, memory.Query{Tenant: "acme", Exact: r.Symptoms[0].Signature.Exact}); len(m) != 1 {
		t.Errorf("search gave %d matches, want 1", len(m))
	}
}

func (s Suite) merge(t *testing.T) {
	store := s.Open(t)
	old := New("acme", "Alpha")
	put(t, store, old)
	next := memory.Clone(old)
	next.Trust, next.Origin.PullRequest = memory.Merged, "https://example.test/pr/1"
	next.Fix.Patch, next.Outcome = "--- another patch", "another outcome"
	put(t, store, next)
	worse := memory.Clone(old)
	worse.Trust = memory.Imported
	put(t, store, worse)
	got, err := store.Get(t.Context(), "acme", old.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := memory.Clone(old)
	want.Trust, want.Origin.PullRequest = memory.Merged, "https://example.test/pr/1"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n, err := store.SetStatus(t.Context(), memory.Selector{Tenant: "acme", ID: old.ID}, memory.Rejected, "closed"); n != 1 || err != nil {
		t.Fatalf("set status: %d, %v", n, err)
	}
	put(t, store, old)
	if got, err := store.Get(t.Context(), "acme", old.ID); err != nil || got.Status != memory.Rejected {
		t.Errorf("a put brought a rejected record back: %v, %v", got.Status, err)
	}
}

// copies: what is imported under the id of a record that was proved here neither changes
// it nor lends its patch to it, whichever comes first.
func (s Suite) copies(t *testing.T) {
	store := s.Open(t)
	ours := New("acme", "Alpha", Embedded)
	forged := New("acme", "Poison", Embedded)
	forged.ID, forged.Trust, forged.Status, forged.StatusReason = ours.ID, memory.Imported, memory.Rejected, "closed"
	forged.Origin.PullRequest, forged.Supersedes = "https://evil.example/pr/1", New("acme", "Beta").ID
	first, second := memory.Clone(ours), memory.Clone(forged)
	for _, order := range []string{"ours first", "copy first"} {
		put(t, store, first, second)
		got, err := store.Get(t.Context(), "acme", ours.ID)
		if diff := cmp.Diff(ours, got, cmpopts.EquateApprox(0, 1e-5)); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", order, err, diff)
		}
		if n, err := store.Delete(t.Context(), memory.Selector{Tenant: "acme", ID: ours.ID}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		first, second = second, first
	}
}

// exportImport: a record comes through the store field by field, whatever is in it.
func (s Suite) exportImport(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var want []memory.Record
	for n := range 60 {
		want = append(want, Random(r, "acme", fmt.Sprint(n)))
	}
	from, to := s.Open(t), s.Open(t)
	put(t, from, want...)
	counts := map[string]memory.Counters{}
	for _, x := range want[:20] {
		used := memory.Counters{Recalled: r.IntN(9), Replayed: 1, Held: r.IntN(9), Failed: r.IntN(9), Merged: r.IntN(2), Rejected: r.IntN(2), LastUsed: Start.UTC()}
		if err := from.Add(t.Context(), memory.Use{Tenant: "acme", ID: x.ID, Run: "1", Delta: used}); err != nil {
			t.Fatal(err)
		}
		counts[x.ID] = memory.Counters{LastUsed: used.LastUsed, Elsewhere: memory.Claims{Recalled: used.Recalled, Replayed: used.Replayed,
			Held: used.Held, Failed: used.Failed, Merged: used.Merged, Rejected: used.Rejected}}
	}
	var lines bytes.Buffer
	if n, err := memory.Export(t.Context(), from, "acme", &lines); n != len(want) || err != nil {
		t.Fatalf("export: %d, %v", n, err)
	}
	for range 2 { // the second time changes nothing
		if n, err := memory.Import(t.Context(), to, bytes.NewReader(lines.Bytes()), memory.Intake{Tenant: "other"}); n.Total() != len(want) || err != nil {
			t.Fatalf("import: %d, %v", n.Total(), err)
		}
	}
	for _, r := range want {
		c, err := to.Counters(t.Context(), "other", r.ID)
		if diff := cmp.Diff(counts[r.ID], c); err != nil || diff != "" {
			t.Errorf("counters: %v (-want +got):\n%s", err, diff)
		}
		got, err := to.Get(t.Context(), "other", r.ID)
		r.Trust, r.Tenant = memory.Imported, "other"
		// Instants and zones are compared, not the way in which Go holds a zone.
		same := cmp.Comparer(func(a, b time.Time) bool { return a.Format(time.RFC3339Nano) == b.Format(time.RFC3339Nano) })
		if diff := cmp.Diff(r, got, same, cmpopts.EquateEmpty(), cmpopts.EquateApprox(0, 1e-5)); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}

func (s Suite) noTenant(t *testing.T) {
	store := s.Open(t)
	ctx := t.Context()
	_, getErr := store.Get(ctx, "", "id")
	_, searchErr := store.Search(ctx, memory.Query{Exact: "v1:0"})
	_, listErr := store.List(ctx, "", "", 1)
	_, countErr := store.Counters(ctx, "", "id")
	_, statusErr := store.SetStatus(ctx, memory.Selector{}, memory.Rejected, "")
	_, deleteErr := store.Delete(ctx, memory.Selector{})
	r := New("acme", "Alpha")
	r.Tenant = ""
	for name, err := range map[string]error{"get": getErr, "search": searchErr, "list": listErr, "counters": countErr,
		"status": statusErr, "delete": deleteErr, "add": store.Add(ctx, memory.Use{ID: "id"}), "put": store.Put(ctx, r)} {
		if !errors.Is(err, memory.ErrNoTenant) {
			t.Errorf("%s without a tenant: %v, want ErrNoTenant", name, err)
		}
	}
}

func (s Suite) tenancy(t *testing.T) {
	store := s.Open(t)
	ours := New("acme", "Alpha", Embedded)
	theirs := New("rival", "Alpha", Embedded, func(r *memory.Record) { r.Fix.Description = "their secret" })
	theirs.ID = ours.ID // the worst case: the same id in both
	put(t, store, ours, theirs)
	for _, q := range []memory.Query{
		{Tenant: "acme", Exact: ours.Symptoms[0].Signature.Exact},
		{Tenant: "acme", Template: ours.Symptoms[0].Signature.Template},
		Ask("acme", ours.Symptoms[0].Signature.Text),
	} {
		m := search(t, store, q)
		if len(m) != 1 || m[0].Record.Tenant != "acme" || m[0].Record.Fix.Description != ours.Fix.Description {
			t.Errorf("search of acme gave %+v", m)
		}
	}
	got, err := store.Get(t.Context(), "rival", theirs.ID)
	if err != nil || got.Fix.Description != "their secret" {
		t.Errorf("get of rival: %q, %v", got.Fix.Description, err)
	}
	if err := store.Add(t.Context(), memory.Use{Tenant: "acme", ID: ours.ID, Run: "1", Delta: memory.Counters{Held: 1}}); err != nil {
		t.Fatal(err)
	}
	if c, err := store.Counters(t.Context(), "rival", ours.ID); c.Held != 0 || err != nil {
		t.Errorf("counters of rival: %+v, %v", c, err)
	}
	if n, err := store.Delete(t.Context(), memory.Selector{Tenant: "acme"}); n != 1 || err != nil {
		t.Errorf("delete of acme: %d, %v", n, err)
	}
	if _, err := store.Get(t.Context(), "rival", theirs.ID); err != nil {
		t.Errorf("a delete of acme took rival's record: %v", err)
	}
	wantIDs(t, "list of acme", list(t, store, "acme", 10))
	wantIDs(t, "list of rival", list(t, store, "rival", 10), theirs)
}

func (s Suite) refuses(t *testing.T) {
	store := s.Open(t)
	for name, change := range map[string]func(*memory.Record){
		"later schema":    func(r *memory.Record) { r.Schema = memory.SchemaVersion + 1 },
		"huge patch":      func(r *memory.Record) { r.Fix.Patch = string(make([]byte, 10<<20)) },
		"invalid UTF-8":   func(r *memory.Record) { r.Fix.Description = "a\xffb" },
		"path escape":     func(r *memory.Record) { r.Fix.Paths = []string{"../../etc/passwd"} },
		"id is a path":    func(r *memory.Record) { r.ID = "../x" },
		"no symptoms":     func(r *memory.Record) { r.Symptoms = nil },
		"unknown trust":   func(r *memory.Record) { r.Trust = "divine" },
		"unknown status":  func(r *memory.Record) { r.Status = "" },
		"bad visibility":  func(r *memory.Record) { r.Visibility = "everyone" },
		"vector mismatch": func(r *memory.Record) { r.Vectors = &memory.Vectors{Model: "m", Symptom: embed.Vector{1}} },
	} {
		r := New("acme", "Alpha")
		change(&r)
		if err := store.Put(t.Context(), r); !errors.Is(err, memory.ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
	wantIDs(t, "list", list(t, store, "acme", 10))
}

func (s Suite) searchOrder(t *testing.T) {
	store := s.Open(t)
	exact := New("acme", "Exact", Embedded)
	template := New("acme", "Template", Embedded, func(r *memory.Record) {
		r.Symptoms[0].Signature.Template = exact.Symptoms[0].Signature.Template
	})
	near := New("acme", "Near", Embedded, func(r *memory.Record) {
		r.Symptoms[0].Signature.Text = exact.Symptoms[0].Signature.Text + " here"
		Embedded(r)
	})
	far := New("acme", "Far", func(r *memory.Record) {
		r.Symptoms[0].Signature.Text = "connection refused while dialing database"
		Embedded(r)
	})
	put(t, store, far, near, template, exact)
	q := Ask("acme", exact.Symptoms[0].Signature.Text)
	q.Exact, q.Template = exact.Symptoms[0].Signature.Exact, exact.Symptoms[0].Signature.Template
	m := search(t, store, q)
	wantIDs(t, "search", ids(m), exact, template, near, far)
	var how []string
	for i, x := range m {
		how = append(how, x.MatchedBy)
		if x.Score < 0 || x.Score > 1 {
			t.Errorf("score of match %d is %v", i, x.Score)
		}
	}
	if diff := cmp.Diff([]string{memory.ByExact, memory.ByTemplate, memory.BySimilarity, memory.BySimilarity}, how); diff != "" {
		t.Errorf("matched by (-want +got):\n%s", diff)
	}
	if m[0].Score != 1 {
		t.Errorf("score of the exact match is %v, want 1", m[0].Score)
	}
	if got, want := m[2].Score, embed.Dot(q.Vector, near.Vectors.Symptom); got < want-1e-4 || got > want+1e-4 {
		t.Errorf("score of the near match is %v, its cosine %v", got, want)
	}
	q.Limit = 2
	wantIDs(t, "search with limit", ids(search(t, store, q)), exact, template)
}

func (s Suite) searchTerms(t *testing.T) {
	store := s.Open(t)
	near, far := New("acme", "parseHeader"), New("acme", "Other", func(r *memory.Record) {
		r.Symptoms[0].Signature.Text = "connection refused while dialing database"
	})
	put(t, store, far, near)
	m := search(t, store, memory.Query{Tenant: "acme", Text: "crash in parse_header, index out of range"})
	if len(m) == 0 || m[0].Record.ID != near.ID || m[0].MatchedBy != memory.ByTerms || m[0].Score <= 0 || m[0].Score > 1 {
		t.Errorf("search by terms gave %+v", m)
	}
	if m := search(t, store, memory.Query{Tenant: "acme"}); len(m) != 0 {
		t.Errorf("a query for nothing gave %d matches", len(m))
	}
}

func (s Suite) filters(t *testing.T) {
	store := s.Open(t)
	a := New("acme", "Alpha", Embedded)
	b := New("acme", "Beta", Embedded, func(r *memory.Record) {
		r.Language, r.Symptoms[0].Framework, r.Symptoms[0].ErrorType = "python", "pytest", "KeyError"
	})
	c := New("acme", "Gamma", Embedded, func(r *memory.Record) { r.Visibility, r.Origin.Repo = memory.VisibleRepo, "acme/other" })
	put(t, store, a, b, c)
	for name, test := range map[string]struct {
		filter memory.Filter
		want   []memory.Record
	}{
		"framework":  {memory.Filter{Framework: "pytest"}, []memory.Record{b}},
		"language":   {memory.Filter{Language: "python"}, []memory.Record{b}},
		"error type": {memory.Filter{ErrorType: "KeyError"}, []memory.Record{b}},
		"repository": {memory.Filter{Repo: "acme/other", ErrorType: "panic"}, []memory.Record{a, c}},
		"spelling":   {memory.Filter{Repo: "ACME/Other", ErrorType: "panic"}, []memory.Record{a, c}},
		"none":       {memory.Filter{}, []memory.Record{a, b}},
	} {
		q := Ask("acme", "panic index out of range")
		q.Filter = test.filter
		got := ids(search(t, store, q))
		slices.Sort(got)
		want := slices.Clone(test.want)
		slices.SortFunc(want, func(x, y memory.Record) int { return cmpString(x.ID, y.ID) })
		wantIDs(t, name, got, want...)
	}
}

func cmpString(a, b string) int {
	if a < b {
		return -1
	}
	return 1
}

// oneInstant: records of one time, as an import may bring, are all listed, each once, and
// with those before and after them.
func (s Suite) oneInstant(t *testing.T) {
	store := s.Open(t)
	var want []memory.Record
	for n := range 200 {
		want = append(want, New("acme", fmt.Sprint("Topic", n), func(r *memory.Record) {
			if n%10 == 0 {
				r.CreatedAt = Start.Add(time.Duration(n-100) * time.Second)
			}
		}))
	}
	put(t, store, want...)
	slices.SortFunc(want, func(a, b memory.Record) int {
		return cmpString(memory.Cursor(a.CreatedAt, a.ID), memory.Cursor(b.CreatedAt, b.ID))
	})
	for _, limit := range []int{1000, 7} {
		var listed []string
		for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
			page, err := store.List(t.Context(), "acme", cursor, limit)
			if err != nil || pages > len(want) {
				t.Fatalf("page %d of %d: %v", pages, limit, err)
			}
			for _, r := range page.Records {
				listed = append(listed, r.ID)
			}
			cursor = page.Next
		}
		wantIDs(t, fmt.Sprintf("pages of %d", limit), listed, want...)
	}
}

// A private repository's record must not show in a public one, however it is asked for.
func (s Suite) private(t *testing.T) {
	store := s.Open(t)
	r := New("acme", "Alpha", Embedded, func(r *memory.Record) { r.Origin.Private, r.Visibility = true, memory.VisiblePublic })
	put(t, store, r)
	q := Ask("acme", r.Symptoms[0].Signature.Text)
	q.Exact, q.Template = r.Symptoms[0].Signature.Exact, r.Symptoms[0].Signature.Template
	wantIDs(t, "asked by a private repository", ids(search(t, store, q)), r)
	q.Filter.Public = true
	wantIDs(t, "asked by a public repository", ids(search(t, store, q)))
}

func (s Suite) statuses(t *testing.T) {
	store := s.Open(t)
	r := New("acme", "Alpha", Embedded)
	put(t, store, r)
	q := memory.Query{Tenant: "acme", Exact: r.Symptoms[0].Signature.Exact}
	for _, test := range []struct {
		status memory.Status
		shown  int
	}{{memory.Rejected, 1}, {memory.Quarantined, 0}, {memory.Superseded, 0}, {memory.Active, 1}} {
		n, err := store.SetStatus(t.Context(), memory.Selector{Tenant: "acme", ID: r.ID}, test.status, "because")
		if n != 1 || err != nil {
			t.Fatalf("set %s: %d, %v", test.status, n, err)
		}
		if m := search(t, store, q); len(m) != test.shown {
			t.Errorf("%s: %d matches, want %d", test.status, len(m), test.shown)
		}
		if got, err := store.Get(t.Context(), "acme", r.ID); err != nil || got.Status != test.status || got.StatusReason != "because" {
			t.Errorf("%s: get gave %q %q, %v", test.status, got.Status, got.StatusReason, err)
		}
	}
	if n, err := store.SetStatus(t.Context(), memory.Selector{Tenant: "acme", ID: New("acme", "No").ID}, memory.Rejected, ""); n != 0 || err != nil {
		t.Errorf("set status of an absent record: %d, %v", n, err)
	}
}

func (s Suite) paging(t *testing.T) {
	store := s.Open(t)
	var want []memory.Record
	for i := range 11 {
		r := New("acme", fmt.Sprintf("Topic%d", i), func(r *memory.Record) { r.CreatedAt = Start.Add(time.Duration(i/2) * time.Minute) })
		put(t, store, r)
		want = append(want, r)
	}
	slices.SortFunc(want, func(a, b memory.Record) int {
		if c := b.CreatedAt.Compare(a.CreatedAt); c != 0 {
			return c
		}
		return cmpString(a.ID, b.ID)
	})
	for _, limit := range []int{1, 2, 5, 11, 50} {
		wantIDs(t, fmt.Sprintf("pages of %d", limit), list(t, store, "acme", limit), want...)
	}
	first, err := store.List(t.Context(), "acme", "", 3)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Delete(t.Context(), memory.Selector{Tenant: "acme", ID: want[2].ID}); err != nil {
		t.Fatal(err)
	}
	second, err := store.List(t.Context(), "acme", first.Next, 3)
	if err != nil || len(second.Records) != 3 || second.Records[0].ID != want[3].ID {
		t.Errorf("a page after the record at its start was deleted: %d records, %v", len(second.Records), err)
	}
}

func (s Suite) counters(t *testing.T) {
	store := s.Open(t)
	r := New("acme", "Alpha")
	put(t, store, r)
	if c, err := store.Counters(t.Context(), "acme", r.ID); c != (memory.Counters{}) || err != nil {
		t.Errorf("counters of an unused record: %+v, %v", c, err)
	}
	used := Start.Add(time.Hour).UTC()
	for _, u := range []memory.Use{
		{Run: "1", Delta: memory.Counters{Recalled: 1, LastUsed: Start.UTC()}},
		{Run: "1", Delta: memory.Counters{Replayed: 1, Held: 1}},
		{Run: "1", Delta: memory.Counters{Replayed: 1, Held: 1}}, // tried again
		{Run: "2", Delta: memory.Counters{Replayed: 1, Failed: 1, LastUsed: used}},
		{Run: "../3", Delta: memory.Counters{Merged: 1}},
	} {
		u.Tenant, u.ID = "acme", r.ID
		if err := store.Add(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
	want := memory.Counters{Recalled: 1, Replayed: 2, Held: 1, Failed: 1, Merged: 1, LastUsed: used}
	got, err := store.Counters(t.Context(), "acme", r.ID)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("counters: %v (-want +got):\n%s", err, diff)
	}
	m := search(t, store, memory.Query{Tenant: "acme", Exact: r.Symptoms[0].Signature.Exact})
	if len(m) != 1 || m[0].Counters.Held != 1 || m[0].Counters.Failed != 1 {
		t.Errorf("a match does not carry the counters: %+v", m)
	}
	if got, err := store.Get(t.Context(), "acme", r.ID); err != nil || !cmp.Equal(got, r) {
		t.Errorf("counting changed the record: %v", err)
	}
}

// Costs are summed over whole days, by tenant, each request once, without any record,
// and what one run entered is there for the next.
func (s Suite) costs(t *testing.T) {
	store := s.Open(t)
	day := 24 * time.Hour
	now := time.Date(2026, 3, 31, 1, 0, 0, 0, time.FixedZone("", -2*60*60)) // 3 o'clock in UTC
	for _, u := range []memory.Use{
		memory.Cost("acme", "a", 1, 0.25, now),
		memory.Cost("acme", "a", 1, 0.25, now), // tried again
		memory.Cost("acme", "a", 2, 0.25, now),
		memory.Cost("acme", "b", 1, 0.5, now.Add(-30*day)),
		memory.Cost("acme", "c", 1, 100, now.Add(-31*day)),
		memory.Cost("rival", "a", 1, 7, now),
	} {
		if err := store.Add(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
	for since, want := range map[time.Duration]float64{0: 0.5, 30 * day: 1, 31 * day: 101, -day: 0} {
		if got, err := memory.Costs(t.Context(), store, "acme", now.Add(-since), now); err != nil || got != want {
			t.Errorf("costs since %s: $%v, %v; want $%v", since, got, err, want)
		}
	}
	if got := list(t, store, "acme", 10); len(got) > 0 {
		t.Errorf("costs are listed as records: %v", got)
	}
	if _, err := memory.Costs(t.Context(), store, "", now, now); !errors.Is(err, memory.ErrNoTenant) {
		t.Errorf("costs of nobody: %v", err)
	}
	if s.Again == nil {
		return
	}
	s.settle(t, store)
	if got, err := memory.Costs(t.Context(), s.Again(t, store), "acme", now, now); err != nil || got != 0.5 {
		t.Errorf("a later opener sees costs of $%v, %v; want $0.5", got, err)
	}
}

// A failure that comes and goes counts once a day, by tenant and signature.
func (s Suite) flakyDays(t *testing.T) {
	store := s.Open(t)
	day := 24 * time.Hour
	now := time.Date(2026, 3, 31, 1, 0, 0, 0, time.FixedZone("", -2*60*60)) // 3 o'clock in UTC
	for _, u := range []memory.Use{
		memory.Flake("acme", "a", "v1:ab", now),
		memory.Flake("acme", "b", "v1:ab", now.Add(-2*time.Hour)),
		memory.Flake("acme", "c", "v1:ab", now.Add(-day)),
		memory.Flake("acme", "d", "v1:ab", now.Add(-40*day)),
		memory.Flake("acme", "a", "v1:cd", now.Add(-2*day)),
		memory.Flake("rival", "a", "v1:ab", now.Add(-2*day)),
	} {
		if err := store.Add(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
	for since, want := range map[time.Duration]int{0: 1, day: 2, 30 * day: 2, 40 * day: 3} {
		if got, err := memory.FlakyDays(t.Context(), store, "acme", "v1:ab", now.Add(-since), now); err != nil || got != want {
			t.Errorf("flaky days since %s: %d, %v; want %d", since, got, err, want)
		}
	}
	if got := list(t, store, "acme", 10); len(got) > 0 {
		t.Errorf("flaky failures are listed as records: %v", got)
	}
}

func (s Suite) deletes(t *testing.T) {
	store := s.Open(t)
	a, b, c := New("acme", "Alpha"), New("acme", "Beta"), New("acme", "Gamma")
	put(t, store, a, b, c)
	for _, test := range []struct {
		name string
		sel  memory.Selector
		want int
		left []memory.Record
	}{
		{"one", memory.Selector{Tenant: "acme", ID: a.ID}, 1, []memory.Record{b, c}},
		{"it again", memory.Selector{Tenant: "acme", ID: a.ID}, 0, []memory.Record{b, c}},
		{"a session", memory.Selector{Tenant: "acme", Session: "session-Beta"}, 1, []memory.Record{c}},
		{"all of a tenant", memory.Selector{Tenant: "acme"}, 1, nil},
	} {
		n, err := store.Delete(t.Context(), test.sel)
		if n != test.want || err != nil {
			t.Errorf("delete %s: %d, %v, want %d", test.name, n, err, test.want)
		}
		got := list(t, store, "acme", 10)
		slices.Sort(got)
		slices.SortFunc(test.left, func(x, y memory.Record) int { return cmpString(x.ID, y.ID) })
		wantIDs(t, "left after "+test.name, got, test.left...)
	}
	if m := search(t, store, memory.Query{Tenant: "acme", Exact: a.Symptoms[0].Signature.Exact}); len(m) != 0 {
		t.Errorf("a deleted record is found")
	}
}

func (s Suite) selectors(t *testing.T) {
	store := s.Open(t)
	origin := func(repo, actor, run string) func(*memory.Record) {
		return func(r *memory.Record) { r.Origin.Repo, r.Origin.Actor, r.Origin.RunID = repo, actor, run }
	}
	put(t, store, New("acme", "A", origin("acme/x", "mallory", "1")), New("acme", "B", origin("acme/x", "ann", "1")),
		New("acme", "C", origin("acme/y", "mallory", "2")), New("rival", "D", origin("acme/x", "mallory", "1")))
	for name, test := range map[string]struct {
		sel  memory.Selector
		want int
	}{
		"repo":           {memory.Selector{Tenant: "acme", Repo: "acme/x"}, 2},
		"repo, spelling": {memory.Selector{Tenant: "acme", Repo: "Acme/X"}, 2},
		"actor":          {memory.Selector{Tenant: "acme", Actor: "mallory"}, 2},
		"run":            {memory.Selector{Tenant: "acme", RunID: "1"}, 2},
		"actor and repo": {memory.Selector{Tenant: "acme", Actor: "mallory", Repo: "acme/y"}, 1},
	} {
		n, err := store.SetStatus(t.Context(), test.sel, memory.Quarantined, "purge")
		if n != test.want || err != nil {
			t.Errorf("by %s: %d, %v, want %d", name, n, err, test.want)
		}
	}
}

func (s Suite) concurrent(t *testing.T) {
	store := s.Open(t)
	same := New("acme", "Same", Embedded)
	var wg sync.WaitGroup
	errs := make(chan error, 1000)
	const writers, each = 8, 4
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				errs <- store.Put(t.Context(), New("acme", fmt.Sprintf("Topic%dx%d", w, i), Embedded))
				errs <- store.Put(t.Context(), same)
				errs <- store.Add(t.Context(), memory.Use{Tenant: "acme", ID: same.ID, Run: fmt.Sprint(w, i), Delta: memory.Counters{Recalled: 1}})
				_, err := store.Search(t.Context(), Ask("acme", "panic"))
				errs <- err
			}
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := len(list(t, store, "acme", 100)); got != writers*each+1 {
		t.Errorf("%d records, want %d", got, writers*each+1)
	}
	if c, err := store.Counters(t.Context(), "acme", same.ID); c.Recalled != writers*each || err != nil {
		t.Errorf("recalled %d times, %v, want %d", c.Recalled, err, writers*each)
	}
}

func (s Suite) twoOpeners(t *testing.T) {
	if s.Again == nil {
		t.Skip("this store's data is not shared")
	}
	first := s.Open(t)
	second := s.Again(t, first)
	a, b := New("acme", "Alpha", Embedded), New("acme", "Beta", Embedded)
	put(t, first, a)
	s.settle(t, first)
	put(t, second, b)
	s.settle(t, second)
	third := s.Again(t, second)
	for _, r := range []memory.Record{a, b} {
		if m := search(t, third, memory.Query{Tenant: "acme", Exact: r.Symptoms[0].Signature.Exact}); len(m) != 1 {
			t.Errorf("a later opener does not find %s", r.Symptoms[0].Test)
		}
	}
	if _, err := second.Delete(t.Context(), memory.Selector{Tenant: "acme", ID: a.ID}); err != nil {
		t.Fatal(err)
	}
	s.settle(t, second)
	if got := list(t, s.Again(t, second), "acme", 10); !slices.Equal(got, []string{b.ID}) {
		t.Errorf("after a delete by another opener: %v", got)
	}
}

func (s Suite) settle(t *testing.T, store memory.Store) {
	if s.Settle != nil {
		s.Settle(t, store)
	}
}

func (s Suite) cancelled(t *testing.T) {
	store := s.Open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, searchErr := store.Search(ctx, memory.Query{Tenant: "acme", Exact: "v1:0"})
	_, listErr := store.List(ctx, "acme", "", 1)
	for name, err := range map[string]error{"search": searchErr, "list": listErr, "put": store.Put(ctx, New("acme", "Alpha"))} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s after cancel: %v, want context.Canceled", name, err)
		}
	}
}

// A poisoned record is kept as the data that it is, byte for byte, or refused; it
// reaches no other tenant and spoils no other record.
func (s Suite) poison(t *testing.T) {
	store := s.Open(t)
	good := New("acme", "Good", Embedded)
	put(t, store, good)
	kept := 1
	for _, p := range Poisoned("acme") {
		err := store.Put(t.Context(), p.Record)
		if p.Refused {
			if !errors.Is(err, memory.ErrInvalid) {
				t.Errorf("%s: %v, want ErrInvalid", p.Name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		kept++
		got, err := store.Get(t.Context(), "acme", p.Record.ID)
		if diff := cmp.Diff(p.Record, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", p.Name, err, diff)
		}
	}
	if got := len(list(t, store, "acme", 100)); got != kept {
		t.Errorf("%d records, want %d", got, kept)
	}
	m := search(t, store, memory.Query{Tenant: "acme", Exact: good.Symptoms[0].Signature.Exact})
	if len(m) != 1 || m[0].Record.ID != good.ID {
		t.Errorf("the good record is not found among the poisoned ones")
	}
	if m := search(t, store, Ask("rival", "panic "+Canary)); len(m) != 0 {
		t.Errorf("%d poisoned records reach another tenant", len(m))
	}
}
