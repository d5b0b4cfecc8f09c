package memory_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

func filled(t *testing.T, records ...memory.Record) *memory.InMemory {
	t.Helper()
	s := memory.NewInMemory()
	for _, r := range records {
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func all(t *testing.T, s memory.Reader, tenant string) []memory.Record {
	t.Helper()
	var out []memory.Record
	if err := memory.Each(t.Context(), s, tenant, func(r memory.Record) error { out = append(out, r); return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

func many(n int, changes ...func(*memory.Record)) []memory.Record {
	var out []memory.Record
	for i := range n {
		out = append(out, memorytest.New("acme", fmt.Sprint("Topic", i), append(changes, func(r *memory.Record) {
			r.CreatedAt = memorytest.Start.Add(time.Duration(i) * time.Hour)
		})...))
	}
	return out
}

func TestNewIDIsStable(t *testing.T) {
	r := memorytest.New("acme", "Alpha")
	swapped := []memory.Symptom{{}, r.Symptoms[0]}
	swapped[0].Signature.Exact = "v1:ffffffffffffffffffffffffffffffff"
	turned := []memory.Symptom{swapped[1], swapped[0]}
	if memory.NewID("acme", swapped, "h") != memory.NewID("acme", turned, "h") {
		t.Error("the order of symptoms changes the id")
	}
	ids := map[string]bool{memory.NewID("acme", swapped, "h"): true, memory.NewID("rival", swapped, "h"): true, memory.NewID("acme", swapped, "i"): true, memory.NewID("acme", swapped[:1], "h"): true}
	if len(ids) != 4 {
		t.Errorf("only %d ids for four different fixes", len(ids))
	}
}

func TestExportImport(t *testing.T) {
	records := many(250, memorytest.Embedded)
	from := filled(t, append(records, memorytest.New("rival", "Secret"))...)
	var out bytes.Buffer
	if n, err := memory.Export(t.Context(), from, "acme", &out); n != 250 || err != nil {
		t.Fatalf("export: %d, %v", n, err)
	}
	if strings.Contains(out.String(), "Secret") {
		t.Error("the export holds another tenant's record")
	}
	to := memory.NewInMemory()
	if n, err := memory.Import(t.Context(), to, &out, memory.Intake{Tenant: "acme"}); n.Total() != 250 || err != nil {
		t.Fatalf("import: %d, %v", n.Total(), err)
	}
	want := all(t, from, "acme")
	for i := range want {
		want[i].Trust = memory.Imported
	}
	if diff := cmp.Diff(want, all(t, to, "acme")); diff != "" {
		t.Errorf("more than trust was lost (-want +got):\n%s", diff)
	}
}

func TestImportOverOwnRecordsLowersNoTrust(t *testing.T) {
	s := filled(t, memorytest.New("acme", "Alpha"))
	var out bytes.Buffer
	if _, err := memory.Export(t.Context(), s, "acme", &out); err != nil {
		t.Fatal(err)
	}
	if _, err := memory.Import(t.Context(), s, &out, memory.Intake{Tenant: "acme"}); err != nil {
		t.Fatal(err)
	}
	if got := all(t, s, "acme"); len(got) != 1 || got[0].Trust != memory.Verified {
		t.Errorf("after the import: %+v", got)
	}
}

// A line that is longer than any record is refused like any other; those behind it count.
func TestImportReadsPastAnEndlessLine(t *testing.T) {
	var lines bytes.Buffer
	for _, topic := range []string{"Alpha", "Beta"} {
		line, err := json.Marshal(memorytest.New("acme", topic))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&lines, "%s\r\n{\"x\":\"%s\"}\n", line, strings.Repeat("x", 10<<20))
	}
	s := memory.NewInMemory()
	n, err := memory.Import(t.Context(), s, &lines, memory.Intake{Tenant: "acme"})
	if n.Total() != 2 || !errors.Is(err, memory.ErrPartly) || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), "line 4") {
		t.Errorf("%d imported, %v", n.Total(), err)
	}
}

// Counters that come with a copy speak for that copy alone, and never run over.
func TestImportedCountersTouchNoOwnRecord(t *testing.T) {
	own, copied := memorytest.New("acme", "Alpha"), memorytest.New("acme", "Beta")
	s := filled(t, own)
	if err := s.Add(t.Context(), memory.Use{Tenant: "acme", ID: own.ID, Run: "1", Delta: memory.Counters{Held: 2}}); err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	for _, r := range []memory.Record{own, copied} {
		err := json.NewEncoder(&lines).Encode(struct {
			memory.Record
			Counters map[string]any `json:"counters"`
		}{r, map[string]any{"failed": 9, "held": math.MaxInt64, "merged": -5, "cost_usd": 1e300, "flaked": 7}})
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if n, err := memory.Import(t.Context(), s, bytes.NewReader(lines.Bytes()), memory.Intake{Tenant: "acme"}); n.Total() != 2 || err != nil {
			t.Fatal(n, err)
		}
	}
	if c, err := s.Counters(t.Context(), "acme", own.ID); c != (memory.Counters{Held: 2}) || err != nil {
		t.Errorf("own record: %+v, %v", c, err)
	}
	if c, err := s.Counters(t.Context(), "acme", copied.ID); c.Elsewhere != (memory.Claims{Failed: 9, Held: 1 << 30}) || c.Held != 0 || c.Failed != 0 || c.CostUSD != 0 || c.Flaked != 0 || err != nil {
		t.Errorf("copy: %+v, %v", c, err)
	}
}

func TestImportNamesWhatItRefuses(t *testing.T) {
	good, err := json.Marshal(memorytest.New("acme", "Alpha"))
	if err != nil {
		t.Fatal(err)
	}
	future := memorytest.New("acme", "Beta")
	future.Schema = 99
	bad, err := json.Marshal(future)
	if err != nil {
		t.Fatal(err)
	}
	s := memory.NewInMemory()
	n, err := memory.Import(t.Context(), s, strings.NewReader("half a record\n"+string(bad)+"\n\n"+string(good)+"\n"), memory.Intake{Tenant: "acme"})
	if n.Total() != 1 || !errors.Is(err, memory.ErrPartly) || !strings.Contains(err.Error(), "line 1") || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("import: %d, %v", n.Total(), err)
	}
	if _, err := memory.Import(t.Context(), failing{memory.NewInMemory()}, bytes.NewReader(good), memory.Intake{Tenant: "acme"}); err == nil || errors.Is(err, memory.ErrPartly) {
		t.Errorf("import into a broken store: %v", err)
	}
}

type failing struct{ memory.Store }

func (failing) Put(context.Context, memory.Record) error { return errors.New("disk full") }

func TestPrune(t *testing.T) {
	now := memorytest.Start.Add(10 * time.Hour)
	for name, test := range map[string]struct {
		retention memory.Retention
		left      []int
	}{
		"nothing":    {memory.Retention{}, []int{5, 4, 3, 2, 1, 0}},
		"keep":       {memory.Retention{Keep: 2}, []int{5, 4}},
		"age":        {memory.Retention{MaxAge: 7 * time.Hour}, []int{5, 4, 3, 0}},
		"both":       {memory.Retention{Keep: 2, MaxAge: 7 * time.Hour}, []int{5, 4}},
		"age of all": {memory.Retention{MaxAge: time.Minute}, nil},
	} {
		records := many(6)
		rival := memorytest.New("rival", "Old")
		s := filled(t, append(records, rival)...)
		used := memory.Use{Tenant: "acme", ID: records[0].ID, Run: "1", Delta: memory.Counters{Held: 1, LastUsed: now.Add(-2 * time.Hour)}}
		if err := s.Add(t.Context(), used); err != nil {
			t.Fatal(err)
		}
		n, err := memory.Prune(t.Context(), s, "acme", test.retention, now)
		if err != nil || n != 6-len(test.left) {
			t.Errorf("%s: pruned %d, %v", name, n, err)
		}
		var got []int
		for _, r := range all(t, s, "acme") {
			got = append(got, int(r.CreatedAt.Sub(memorytest.Start)/time.Hour))
		}
		if diff := cmp.Diff(test.left, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if len(all(t, s, "rival")) != 1 {
			t.Errorf("%s: it crossed tenants", name)
		}
	}
}

func TestValidateNamesTheField(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for want, change := range map[string]func(*memory.Record){
		"patch is":           func(r *memory.Record) { r.Fix.Patch = strings.Repeat("+x\n", 4<<20) },
		"has no patch":       func(r *memory.Record) { r.Fix.Patch = "" },
		"description":        func(r *memory.Record) { r.Fix.Description = long },
		"symptom message":    func(r *memory.Record) { r.Symptoms[0].Message = long },
		"symptom text":       func(r *memory.Record) { r.Symptoms[0].Signature.Text = long },
		"exact signature":    func(r *memory.Record) { r.Symptoms[0].Signature.Exact = "v1:nothex" },
		"template signature": func(r *memory.Record) { r.Symptoms[0].Signature.Template = "" },
		"command":            func(r *memory.Record) { r.Proof.Command = long },
		"of text before":     func(r *memory.Record) { r.Fix.Before["x/Alpha.go"] = long },
		"does not touch":     func(r *memory.Record) { r.Fix.Before["etc/passwd"] = "root" },
		"not UTF-8":          func(r *memory.Record) { r.Origin.Actor = "a\xff" },
		"touches 0 files":    func(r *memory.Record) { r.Fix.Paths = nil },
		"33 of them":         func(r *memory.Record) { r.Symptoms = make([]memory.Symptom, 33) },
		"unit length": func(r *memory.Record) {
			r.Vectors = &memory.Vectors{Model: "m", Symptom: embed.Vector{2}, Fix: embed.Vector{0}}
		},
		"created_at":         func(r *memory.Record) { r.CreatedAt = time.Time{} },
		"UUID in lower case": func(r *memory.Record) { r.ID = strings.ToUpper(r.ID) },
		"symptom kind":       func(r *memory.Record) { r.Symptoms[0].Kind = "magic" },
	} {
		r := memorytest.New("acme", "Alpha")
		change(&r)
		err := memory.Validate(r)
		if !errors.Is(err, memory.ErrInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
		if len(err.Error()) > 300 {
			t.Errorf("error about %q is %d bytes long", want, len(err.Error()))
		}
	}
	if err := memory.Validate(memorytest.New("acme", "Alpha", memorytest.Embedded)); err != nil {
		t.Errorf("a good record: %v", err)
	}
}

// Every text of a record has a cap and is UTF-8.
func TestValidateCapsEveryText(t *testing.T) {
	whole := memorytest.New("acme", "Alpha", memorytest.Embedded, func(r *memory.Record) { r.Proof.Unenforced = []string{"x"} })
	fields := map[string]bool{}
	memorytest.EachText(&whole, func(field string, _ *string) { fields[field] = true })
	if len(fields) < 25 {
		t.Fatalf("only %d fields: %v", len(fields), fields)
	}
	for want := range fields {
		for _, bad := range []string{strings.Repeat("x", 1<<20), "a\xff"} {
			r := memory.Clone(whole)
			memorytest.EachText(&r, func(field string, text *string) {
				if field == want {
					*text = bad
				}
			})
			if err := memory.Validate(r); !errors.Is(err, memory.ErrInvalid) {
				t.Errorf("%s of %d bytes: %v", want, len(bad), err)
			}
		}
	}
}

func TestValidateYears(t *testing.T) {
	for year, good := range map[int]bool{2: false, 1969: false, 1970: true, 2261: true, 2262: false, 9999: false} {
		r := memorytest.New("acme", "Alpha")
		r.CreatedAt = time.Date(year, 12, 31, 0, 0, 0, 0, time.UTC)
		if err := memory.Validate(r); (err == nil) != good {
			t.Errorf("year %d: %v", year, err)
		}
	}
}

// A vector that is longer than one is near to whatever is asked for.
func TestValidateVectorLength(t *testing.T) {
	short := embed.Vector{0.5, 0}
	unit := embed.Vector{0.6, 0.8}
	for name, v := range map[string]*memory.Vectors{
		"loud symptom": {Model: "m", Symptom: embed.Vector{1, 1}, Fix: unit},
		"loud fix":     {Model: "m", Symptom: unit, Fix: embed.Vector{1, 1}},
		"short":        {Model: "m", Symptom: short, Fix: short},
		"no number":    {Model: "m", Symptom: unit, Fix: embed.Vector{float32(math.NaN()), 0}},
		"endless":      {Model: "m", Symptom: unit, Fix: embed.Vector{float32(math.Inf(1)), 0}},
	} {
		r := memorytest.New("acme", "Alpha")
		r.Vectors = v
		if err := memory.Validate(r); !errors.Is(err, memory.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestValidatePaths(t *testing.T) {
	for _, bad := range []string{"", "/etc/passwd", "../x", "a/../b", "a//b", "./a", `a\b`, "C:/x", ".git/config", "a/.GIT/hooks/x", "a\x00b"} {
		r := memorytest.New("acme", "Alpha")
		r.Fix.Paths, r.Fix.Before = []string{bad}, nil
		if err := memory.Validate(r); !errors.Is(err, memory.ErrInvalid) {
			t.Errorf("path %q: %v", bad, err)
		}
	}
	for _, good := range []string{"a", "a/b.go", ".github/x.yml", "a b/ü.txt", "x..y", ".gitignore"} {
		r := memorytest.New("acme", "Alpha")
		r.Fix.Paths, r.Fix.Before = []string{good}, nil
		if err := memory.Validate(r); err != nil {
			t.Errorf("path %q: %v", good, err)
		}
	}
}

func TestClip(t *testing.T) {
	r := memorytest.New("acme", "Alpha")
	r.Symptoms[0].Message = strings.Repeat("ü", 20<<10)
	r.Symptoms[0].Signature.Text = strings.Repeat("x", 1<<20)
	r.Fix.Description = "a\xffb" + strings.Repeat("y", 1<<20)
	r.Symptoms = append(r.Symptoms, make([]memory.Symptom, 60)...)
	for i := range r.Symptoms {
		r.Symptoms[i].Signature, r.Symptoms[i].Kind = r.Symptoms[0].Signature, r.Symptoms[0].Kind
	}
	if err := memory.Validate(memory.Clip(r)); err != nil {
		t.Errorf("clipped and still refused: %v", err)
	}
	r.Fix.Patch = strings.Repeat("+", 10<<20)
	if err := memory.Validate(memory.Clip(r)); !errors.Is(err, memory.ErrInvalid) {
		t.Errorf("a patch was cut: %v", err)
	}
}

func TestMergeKeepsPrivate(t *testing.T) {
	old := memorytest.New("acme", "Alpha", func(r *memory.Record) { r.Origin.Private = true })
	next := memory.Clone(old)
	next.Origin.Private = false
	if merged, _ := memory.Merge(old, next); !merged.Origin.Private {
		t.Error("a copy opened what was private")
	}
	if _, changed := memory.Merge(old, old); changed {
		t.Error("a record merged with itself changed")
	}
}

func TestCloneSharesNothing(t *testing.T) {
	n := 1
	r := memorytest.New("acme", "Alpha", memorytest.Embedded, func(r *memory.Record) { r.Proof.CountsAfter.Passed = &n })
	want, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	c := memory.Clone(r)
	c.Symptoms[0].Test, c.Fix.Paths[0], c.Fix.Before["x/Alpha.go"], c.Vectors.Symptom[0], *c.Proof.CountsAfter.Passed = "x", "x", "x", 9, 9
	if got, err := json.Marshal(r); err != nil || !bytes.Equal(want, got) {
		t.Errorf("changing the copy changed the record: %v", err)
	}
}

func TestCursorTime(t *testing.T) {
	for _, at := range []time.Time{memorytest.Start, time.Unix(0, 1), time.Date(2200, 1, 1, 0, 0, 0, 5, time.UTC)} {
		if got, ok := memory.CursorTime(memory.Cursor(at, "id")); !ok || !got.Equal(at) {
			t.Errorf("cursor of %v stands at %v", at, got)
		}
	}
	for _, bad := range []string{"", "nonsense", "zz.id"} {
		if _, ok := memory.CursorTime(bad); ok {
			t.Errorf("%q is taken for a cursor", bad)
		}
	}
}

func TestTrustOrder(t *testing.T) {
	order := []memory.Trust{"unknown", memory.Imported, memory.Observed, memory.Verified, memory.Merged}
	for i, trust := range order {
		if trust.Rank() != i {
			t.Errorf("rank of %s is %d, want %d", trust, trust.Rank(), i)
		}
	}
}

// An import says what became of each line, and what changes nothing writes nothing.
func TestImportCountsItsLines(t *testing.T) {
	known, used, fresh := memorytest.New("acme", "Alpha"), memorytest.New("acme", "Beta"), memorytest.New("acme", "Gamma")
	known.Trust, used.Trust = memory.Imported, memory.Imported
	s := &counting{Store: filled(t, known, used)}
	closed := memory.Clone(known)
	closed.Status, closed.StatusReason = memory.Rejected, "closed"
	lines := func(records ...any) *bytes.Buffer {
		var out bytes.Buffer
		for _, r := range records {
			if err := json.NewEncoder(&out).Encode(r); err != nil {
				t.Fatal(err)
			}
		}
		return &out
	}
	for _, test := range []struct {
		in         *bytes.Buffer
		want       memory.Taken
		puts, gets int
	}{
		{lines(known, fresh), memory.Taken{New: 1, Unchanged: 1}, 1, 2},
		{lines(fresh, "no record", closed), memory.Taken{Changed: 1, Unchanged: 1, Refused: 1}, 1, 2},
		{lines(struct {
			memory.Record
			Counters memory.Counters `json:"counters"`
		}{used, memory.Counters{Held: 2}}), memory.Taken{Changed: 1}, 0, 1},
	} {
		s.puts, s.gets = 0, 0
		got, err := memory.Import(t.Context(), s, test.in, memory.Intake{Tenant: "acme"})
		if got != test.want || s.puts != test.puts || s.gets != test.gets || (err != nil) != (test.want.Refused > 0) {
			t.Errorf("%+v, %v, %d puts, %d gets; want %+v", got, err, s.puts, s.gets, test)
		}
	}
}

// counting counts what is asked of a store.
type counting struct {
	memory.Store
	puts, gets int
}

func (c *counting) Put(ctx context.Context, r memory.Record) error {
	c.puts++
	return c.Store.Put(ctx, r)
}

func (c *counting) Get(ctx context.Context, tenant, id string) (memory.Record, error) {
	c.gets++
	return c.Store.Get(ctx, tenant, id)
}
