package recall_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/memorytest"
	"github.com/regreen/regreen/internal/recall"
)

func stored(t *testing.T, records ...memory.Record) *memory.InMemory {
	t.Helper()
	s := memory.NewInMemory()
	for _, r := range records {
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// failureOf is the failure that r remembers.
func failureOf(r memory.Record) failure.Failure {
	s := r.Symptoms[0]
	return failure.Failure{Framework: s.Framework, Kind: s.Kind, ErrorType: s.ErrorType, Test: s.Test, Message: s.Message, Signature: s.Signature}
}

func report(failures ...failure.Failure) failure.Report { return failure.Report{Failures: failures} }

func recallAll(t *testing.T, r recall.Recaller, req recall.Request) recall.Result {
	t.Helper()
	req.Tenant = "acme"
	result, err := r.Recall(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func ids(matches []memory.Match) []string {
	out := []string{}
	for _, m := range matches {
		out = append(out, m.Record.ID)
	}
	return out
}

// counting counts the texts that it embeds.
type counting struct {
	embed.Lexical
	texts int
	err   error
}

func (c *counting) Embed(ctx context.Context, texts []string) ([]embed.Vector, error) {
	c.texts += len(texts)
	if c.err != nil {
		return nil, c.err
	}
	return c.Lexical.Embed(ctx, texts)
}

func TestExactHitNeedsNoModel(t *testing.T) {
	r := memorytest.New("acme", "Alpha", memorytest.Embedded)
	model := &counting{}
	got := recallAll(t, recall.Recaller{Store: stored(t, r), Embedder: model}, recall.Request{Report: report(failureOf(r))})
	if model.texts != 0 {
		t.Errorf("the model was asked for %d texts", model.texts)
	}
	if diff := cmp.Diff([]string{r.ID}, ids(got.Replayable)); diff != "" || got.Matches[0].Score != 1 || got.SimilarityOff != "" {
		t.Errorf("result %+v (-want +got):\n%s", got, diff)
	}
}

func TestSimilarityAndItsAbsence(t *testing.T) {
	r := memorytest.New("acme", "parseHeader", memorytest.Embedded)
	f := failureOf(r)
	f.Message = "panic in parseHeader: index out of range [3]"
	f.Test, f.Signature = "TestOther", failure.Signature{Exact: "v1:a", Template: "v1:b", Text: f.Message}
	for name, test := range map[string]struct {
		model embed.Embedder
		by    string
		off   bool
	}{
		"with a model":     {embed.Lexical{}, memory.BySimilarity, false},
		"without":          {nil, memory.ByTerms, true},
		"one that crashes": {&counting{err: errors.New("crashed")}, memory.ByTerms, true},
	} {
		got := recallAll(t, recall.Recaller{Store: stored(t, r), Embedder: test.model}, recall.Request{Report: report(f)})
		if len(got.Matches) != 1 || got.Matches[0].MatchedBy != test.by || (got.SimilarityOff != "") != test.off {
			t.Errorf("%s: %+v, off %q", name, ids(got.Matches), got.SimilarityOff)
		}
	}
}

func TestNothingShownBeatsSomethingWrong(t *testing.T) {
	s := stored(t, memorytest.New("acme", "Alpha", memorytest.Embedded), memorytest.New("acme", "Beta", memorytest.Embedded))
	f := failure.Failure{Framework: "pytest", Kind: failure.KindTest, ErrorType: "KeyError", Message: "KeyError: 'discount'",
		Signature: failure.Signature{Exact: "v1:a", Template: "v1:b", Text: "KeyError: 'discount' test_total"}}
	got := recallAll(t, recall.Recaller{Store: s, Embedder: embed.Lexical{}}, recall.Request{Report: report(f)})
	if len(got.Matches) != 0 {
		t.Errorf("shown: %v", ids(got.Matches))
	}
	if len(got.Considered) == 0 || got.Considered[0].Shown || got.Considered[0].Why == "" {
		t.Errorf("what was considered is not logged: %+v", got.Considered)
	}
}

// An exit status alone is the same signature everywhere.
func TestExactSignatureOfNothing(t *testing.T) {
	r := memorytest.New("acme", "Alpha", func(r *memory.Record) {
		r.Symptoms[0] = memory.Symptom{Kind: failure.KindUnknown, Message: "exit status 1"}
		r.Symptoms[0].Signature = failure.Sign(failure.Failure{Kind: failure.KindUnknown, Message: "exit status 1"})
	})
	got := recallAll(t, recall.Recaller{Store: stored(t, r)}, recall.Request{Report: report(failureOf(r))})
	if len(got.Replayable) != 0 {
		t.Errorf("a failure that says nothing is replayed: %+v", got.Considered)
	}
}

func TestLargestGroupsAreLookedUp(t *testing.T) {
	var records []memory.Record
	var failures []failure.Failure
	for i := range 5 {
		r := memorytest.New("acme", fmt.Sprint("Topic", i), memorytest.Embedded)
		records = append(records, r)
		for range i + 1 {
			failures = append(failures, failureOf(r))
		}
	}
	got := recallAll(t, recall.Recaller{Store: stored(t, records...)}, recall.Request{Report: report(failures...)})
	want := []string{records[4].ID, records[3].ID, records[2].ID}
	if diff := cmp.Diff(want, ids(got.Matches)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Two fixes of one failure must not crowd out the fix of another.
func TestBestOfEveryGroupComesFirst(t *testing.T) {
	a := memorytest.New("acme", "Alpha", func(r *memory.Record) { r.Trust = memory.Merged })
	b := memorytest.New("acme", "Beta", func(r *memory.Record) { r.Symptoms = a.Symptoms })
	c := memorytest.New("acme", "Gamma", func(r *memory.Record) { r.Symptoms = a.Symptoms; r.Trust = memory.Observed })
	other := memorytest.New("acme", "Other")
	got := recallAll(t, recall.Recaller{Store: stored(t, a, b, c, other)}, recall.Request{Report: report(failureOf(a), failureOf(a), failureOf(other))})
	if diff := cmp.Diff([]string{a.ID, other.ID, b.ID}, ids(got.Matches)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSamePatchIsShownOnce(t *testing.T) {
	a := memorytest.New("acme", "Alpha")
	b := memorytest.New("acme", "Beta", func(r *memory.Record) { r.Fix = a.Fix; r.Symptoms = a.Symptoms; r.Symptoms[0].Framework = "gotest" })
	b.ID = memorytest.New("acme", "Other").ID
	got := recallAll(t, recall.Recaller{Store: stored(t, a, b)}, recall.Request{Report: report(failureOf(a))})
	if len(got.Matches) != 1 || len(got.Considered) != 2 {
		t.Errorf("shown %v of %d", ids(got.Matches), len(got.Considered))
	}
}

func TestWhatMayBeReplayed(t *testing.T) {
	r := memorytest.New("acme", "Alpha")
	s := stored(t, r)
	recaller := recall.Recaller{Store: s}
	ask := recall.Request{Report: report(failureOf(r))}
	use := func(run string, d memory.Counters) {
		t.Helper()
		if err := s.Add(t.Context(), memory.Use{Tenant: "acme", ID: r.ID, Run: run, Delta: d}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 2 {
		use(fmt.Sprint(i), memory.Counters{Replayed: 1, Failed: 1})
	}
	if got := recallAll(t, recaller, ask); len(got.Replayable) != 1 {
		t.Error("two failures already take the right to be replayed")
	}
	use("3", memory.Counters{Replayed: 1, Failed: 1})
	if got := recallAll(t, recaller, ask); len(got.Replayable) != 0 || len(got.Matches) != 1 {
		t.Error("a record that keeps failing is still replayed, or no longer shown")
	}
	for i := range 3 {
		use(fmt.Sprint("held", i), memory.Counters{Replayed: 1, Held: 1})
	}
	if got := recallAll(t, recaller, ask); len(got.Replayable) != 1 {
		t.Error("a record that holds again is not replayed")
	}
	if _, err := s.SetStatus(t.Context(), memory.Selector{Tenant: "acme"}, memory.Rejected, "closed"); err != nil {
		t.Fatal(err)
	}
	got := recallAll(t, recaller, ask)
	if len(got.Replayable) != 0 || len(got.Matches) != 1 || got.Matches[0].Record.Status != memory.Rejected {
		t.Errorf("a rejected record must be shown and not replayed: %+v", got)
	}
	redacted := memorytest.New("acme", "Beta", func(r *memory.Record) { r.Fix.Redacted = true })
	got = recallAll(t, recall.Recaller{Store: stored(t, redacted)}, recall.Request{Report: report(failureOf(redacted))})
	if len(got.Replayable) != 0 || len(got.Matches) != 1 {
		t.Errorf("a redacted patch must be shown and not replayed: %+v", got)
	}
}

// What an import claims of its records earns them nothing: a forged one that never failed
// loses the right to be replayed like any other, and one's own, taken to another store,
// keep it.
func TestClaimsEarnNoReplay(t *testing.T) {
	for name, test := range map[string]struct {
		claimed  memory.Counters
		failures int // seen here
		proved   bool
		want     bool
	}{
		"forged":                        {memory.Counters{Held: 1000}, 3, false, false},
		"own, moved":                    {memory.Counters{Held: 100, Failed: 5}, 2, false, true},
		"kept failing there":            {memory.Counters{Failed: 3}, 0, false, false},
		"kept failing in two places":    {memory.Counters{Held: 1, Failed: 3}, 1, false, false},
		"slandered, and proved here":    {memory.Counters{Failed: 1000}, 0, true, true},
		"praised, and then proved here": {memory.Counters{Held: 1000}, 3, true, false},
	} {
		r := memorytest.New("acme", "Alpha")
		line, err := json.Marshal(struct {
			memory.Record
			Counters memory.Counters `json:"counters"`
		}{r, test.claimed})
		s := memory.NewInMemory()
		if _, ierr := memory.Import(t.Context(), s, bytes.NewReader(line), memory.Intake{Tenant: "acme"}); errors.Join(err, ierr) != nil {
			t.Fatal(err, ierr)
		}
		for i := range test.failures {
			if err := s.Add(t.Context(), memory.Use{Tenant: "acme", ID: r.ID, Run: fmt.Sprint(i), Delta: memory.Counters{Replayed: 1, Failed: 1}}); err != nil {
				t.Fatal(err)
			}
		}
		if test.proved {
			if err := s.Put(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		got := recallAll(t, recall.Recaller{Store: s}, recall.Request{Report: report(failureOf(r))})
		if len(got.Matches) != 1 || (len(got.Replayable) == 1) != test.want {
			t.Errorf("%s: %d shown, %d to be replayed", name, len(got.Matches), len(got.Replayable))
		}
	}
}

func TestFiltersReachTheStore(t *testing.T) {
	r := memorytest.New("acme", "Alpha", func(r *memory.Record) { r.Origin.Private = true })
	recaller := recall.Recaller{Store: stored(t, r)}
	if got := recallAll(t, recaller, recall.Request{Report: report(failureOf(r)), Filter: memory.Filter{Public: true}}); len(got.Matches) != 0 {
		t.Error("a private record is shown in a public repository")
	}
	result, err := recaller.Recall(t.Context(), recall.Request{Tenant: "rival", Report: report(failureOf(r))})
	if err != nil || len(result.Matches) != 0 {
		t.Errorf("another tenant sees it: %v", err)
	}
	if _, err := recaller.Recall(t.Context(), recall.Request{Report: report(failureOf(r))}); !errors.Is(err, memory.ErrNoTenant) {
		t.Errorf("without a tenant: %v", err)
	}
}

func TestSearch(t *testing.T) {
	a, b := memorytest.New("acme", "Alpha", memorytest.Embedded), memorytest.New("acme", "Beta", memorytest.Embedded)
	recaller := recall.Recaller{Store: stored(t, a, b), Embedder: embed.Lexical{}}
	m, off, err := recaller.Search(t.Context(), recall.Request{Tenant: "acme"}, "panic in Beta: index out of range", 1)
	if err != nil || off != "" || len(m) != 1 || m[0].Record.ID != b.ID {
		t.Errorf("search: %v, %q, %v", ids(m), off, err)
	}
	m, off, err = recall.Recaller{Store: stored(t, a)}.Search(t.Context(), recall.Request{Tenant: "acme"}, "Alpha", 5)
	if err != nil || off == "" || len(m) != 1 || m[0].MatchedBy != memory.ByTerms {
		t.Errorf("search without a model: %v, %q, %v", ids(m), off, err)
	}
}

func TestVectorise(t *testing.T) {
	r := memorytest.New("acme", "Alpha")
	want := memorytest.New("acme", "Alpha", memorytest.Embedded)
	got, err := recall.Vectorise(t.Context(), embed.Lexical{}, r)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if got, err := recall.Vectorise(t.Context(), nil, r); err != nil || got.Vectors != nil {
		t.Errorf("without a model: %v", err)
	}
	if _, err := recall.Vectorise(t.Context(), &counting{err: errors.New("crashed")}, r); err == nil {
		t.Error("an error of the model is swallowed")
	}
}

// A record that is stuffed with the words of every failure must not match every failure.
func TestPoisonedRecordsStayHidden(t *testing.T) {
	s := memory.NewInMemory()
	for _, p := range memorytest.Poisoned("acme") {
		if !p.Refused {
			memorytest.Embedded(&p.Record)
			if err := s.Put(t.Context(), p.Record); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, message := range []string{"undefined: parseHeader", "KeyError: 'discount'", "assert failed: expected 3, got 4 in computeTotals", "nil pointer dereference in loadConfig"} {
		f := failure.Failure{Framework: "gotest", Kind: failure.KindTest, ErrorType: "assertion", Test: "TestTotals", Message: message}
		f.Signature = failure.Sign(f)
		got := recallAll(t, recall.Recaller{Store: s, Embedder: embed.Lexical{}}, recall.Request{Report: report(f)})
		if len(got.Matches) != 0 {
			t.Errorf("%q shows %q", message, got.Matches[0].Record.Symptoms[0].Message)
		}
	}
}

func TestModelThatFailsIsAskedOnce(t *testing.T) {
	model := &counting{err: errors.New("crashed")}
	var failures []failure.Failure
	for i := range 3 {
		failures = append(failures, failureOf(memorytest.New("acme", fmt.Sprint("Topic", i))))
	}
	got := recallAll(t, recall.Recaller{Store: memory.NewInMemory(), Embedder: model}, recall.Request{Report: report(failures...)})
	if model.texts != 1 || got.SimilarityOff != "crashed; regreen model pull installs it" {
		t.Errorf("asked for %d texts, off %q", model.texts, got.SimilarityOff)
	}
}

func TestGate(t *testing.T) {
	strong := recall.Features{MatchedBy: memory.BySimilarity, Dense: 0.9, DenseFix: 0.5, Sparse: 0.9, Message: 0.9, SameErrorType: true, SameFramework: true, SameKind: true, Telling: 5}
	if _, why := recall.DefaultGate.Judge(strong); why != "" {
		t.Errorf("a strong match is hidden: %s", why)
	}
	weak := recall.Features{MatchedBy: memory.ByTemplate, Dense: 0.4, Sparse: 0.1, SameFramework: true, SameKind: true, Telling: 5}
	if e, why := recall.DefaultGate.Judge(weak); why == "" {
		t.Errorf("a template of common words is enough: %.2f", e)
	}
	if _, why := recall.DefaultGate.Judge(recall.Features{MatchedBy: memory.ByExact}); why == "" {
		t.Error("the exact signature of a failure that says nothing is shown")
	}
	if _, why := recall.DefaultGate.Judge(recall.Features{MatchedBy: memory.ByExact, Telling: 3}); why != "" {
		t.Errorf("an exact signature is hidden: %s", why)
	}
}

// fixed is a record of repository acme/shop with a patch of one file, and a failure of
// the same template in that file.
func fixed(t *testing.T) (memory.Record, failure.Failure) {
	t.Helper()
	r := memorytest.New("acme", "Basket", memorytest.Embedded)
	r.Origin.Repo = "acme/shop"
	r.Symptoms[0].File, r.Fix.Before = "shop/basket.py", nil
	r.Fix.Paths, r.Fix.Patch = []string{"shop/basket.py"}, `--- a/shop/basket.py
+++ b/shop/basket.py
@@ -1,2 +1,2 @@
 def first(items):
-    return items[0]
+    return items[0] if items else None
`
	f := failureOf(r)
	f.File, f.Message = "shop/basket.py", "panic in Basket: index out of the map"
	f.Signature = failure.Signature{Exact: "v1:another", Template: f.Signature.Template, Text: f.Message}
	return r, f
}

// Where a remembered fix stands, what fails is another fault: a record passes the gate
// only where the sources do not show that.
func TestFixThatStands(t *testing.T) {
	r, f := fixed(t)
	const broken, mended = "def first(items):\n    return items[0]\n", "def first(items):\n\treturn items[0] if items else None\n"
	for name, test := range map[string]struct {
		repo, source string
		shown        bool
	}{
		"broken again":       {"acme/shop", broken, true},
		"still mended":       {"acme/shop", mended, false},
		"another repository": {"acme/till", mended, true},
		"the file is gone":   {"acme/shop", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			sources := func(path string) ([]byte, bool) {
				return []byte(test.source), path == "shop/basket.py" && test.source != ""
			}
			got := recallAll(t, recall.Recaller{Store: stored(t, r), Embedder: embed.Lexical{}, Sources: sources},
				recall.Request{Report: report(f), Filter: memory.Filter{Repo: test.repo}})
			if shown := len(got.Matches) == 1 && !got.Matches[0].Stands; shown != test.shown {
				t.Errorf("shown %v, want %v: %+v", shown, test.shown, got.Considered)
			}
		})
	}
	t.Run("elsewhere", func(t *testing.T) {
		f.File = "shop/orders.py"
		got := recallAll(t, recall.Recaller{Store: stored(t, r), Embedder: embed.Lexical{}, Sources: func(string) ([]byte, bool) { return []byte(mended), true }},
			recall.Request{Report: report(f), Filter: memory.Filter{Repo: "acme/shop"}})
		if len(got.Matches) != 1 || !got.Matches[0].Stands {
			t.Errorf("the same mistake in another file is hidden, or not told to be mended elsewhere: %+v", got.Considered)
		}
	})
}

func TestStands(t *testing.T) {
	const deletion = "--- a/x.go\n+++ b/x.go\n@@ -1,3 +1,2 @@\n a\n-\tdefer wg.Wait()\n b\n"
	const change = "--- a/x.go\n+++ b/x.go\n@@ -1,3 +1,6 @@\n a\n-\told := one()\n+\tnow := one()\n+\tif now == nil {\n+\t\treturn 0, ErrNone\n+\t}\n b\n"
	for name, test := range map[string]struct {
		patch, source string
		want          bool
	}{
		"what it took out is away":  {deletion, "a\nb\n", true},
		"what it took out is there": {deletion, "a\ndefer wg.Wait()\nb\n", false},
		"all of it":                 {change, "now := one()\nif now == nil {\nreturn 0, ErrNone\n}\n", true},
		"most of it":                {change, "now := one()\nreturn 0, ErrNone\n", true},
		"a third of it":             {change, "now := one()\nreturn now, nil\n", false},
		"a brace":                   {change, "}\n", false},
		"not a patch":               {"patch", "patch\n", false},
	} {
		got := recall.Stands(memory.Record{Fix: memory.Fix{Patch: test.patch}}, func(string) ([]byte, bool) { return []byte(test.source), true })
		if got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// jumbled is a store whose order is not that of the scores.
type jumbled struct{ memory.Store }

func (jumbled) Search(context.Context, memory.Query) ([]memory.Match, error) {
	return []memory.Match{{Score: 0.4, Fused: 0.9}, {Score: 0.8, Fused: 0.5}, {Score: 0.6, Fused: 0.1}}, nil
}

// Who searches for a text sees the scores, and expects them in order.
func TestSearchIsByScore(t *testing.T) {
	found, _, err := recall.Recaller{Store: jumbled{}}.Search(t.Context(), recall.Request{Tenant: "acme"}, "text", 5)
	if err != nil || len(found) != 3 || found[0].Score != 0.8 || found[1].Score != 0.6 || found[2].Score != 0.4 {
		t.Errorf("%v, %v", found, err)
	}
}
