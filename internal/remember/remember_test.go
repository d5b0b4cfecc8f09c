package remember_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/scrub"
	"github.com/regreen/regreen/internal/verify"
)

const before = "package tally\n\nfunc Sum(xs []int) int {\n\ttotal := 0\n\tfor _, x := range xs[1:] {\n\t\ttotal += x\n\t}\n\treturn total\n}\n"

var trusted = event.Event{Repo: "acme/shop", RunID: 7, RunAttempt: 1, HeadSHA: strings.Repeat("a", 40), Trusted: true}

// prove makes a proof the only way that there is without running anything: by
// opening a bundle.
func prove(t *testing.T, old, now string, targets ...failure.Failure) *verify.Proof {
	t.Helper()
	p := patch.Diff(map[string]*patch.Content{"sum.go": {Data: []byte(before)}},
		map[string]*patch.Content{"sum.go": {Data: []byte(strings.Replace(before, old, now, 1))}})
	if len(targets) == 0 {
		targets = []failure.Failure{target("TestSum", "Sum = 5, want 6")}
	}
	b := verify.Bundle{Schema: 1, Repo: trusted.Repo, RunID: 7, RunAttempt: 1, Head: trusted.HeadSHA, Patch: p.String(), PatchHash: p.Hash(),
		Before: map[string]string{"sum.go": before}, Targets: targets, Outcome: "go test ./...: exit 0",
		Evidence: memory.Evidence{Command: "go test ./...", Commit: trusted.HeadSHA, ExitBefore: 1, Reproduced: 3, Passes: 3, ControlRun: true}}
	proof, err := verify.Open(b, trusted, patch.DefaultPolicy())
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

func target(test, message string) failure.Failure {
	f := failure.Failure{Kind: failure.KindTest, Framework: "gotest", Package: "example.com/tally", Test: test, ErrorType: "test", Message: message}
	f.Signature = failure.Sign(f)
	return f
}

func writer(t *testing.T, store memory.Store) remember.Memory {
	t.Helper()
	r, err := scrub.New([]string{"hunter2-canary-secret"})
	if err != nil {
		t.Fatal(err)
	}
	return remember.Memory{Store: store, Tenant: "acme", Visibility: memory.VisibleTenant, Origin: memory.Origin{Session: "s1", Maker: "agent", Repo: "acme/shop"},
		Redact: func(s string) string { clean, _ := r.RedactVerbatim(s); return clean }, Now: func() time.Time { return time.Unix(1800000000, 0).UTC() }}
}

func story(description string) remember.Story {
	return remember.Story{Description: description, Before: func(path string) ([]byte, bool) { return []byte(before), path == "sum.go" }}
}

func TestFixIsRemembered(t *testing.T) {
	ctx := context.Background()
	store := memory.NewInMemory()
	m := writer(t, store)
	proof := prove(t, "range xs[1:]", "range xs")
	r, err := m.Fix(ctx, proof, story("Start at the first element."))
	if err != nil {
		t.Fatal(err)
	}
	got, err := store.Get(ctx, "acme", r.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got.Trust != memory.Verified || got.Status != memory.Active || got.Language != "go" || got.Fix.Before["sum.go"] != before ||
		got.Fix.Patch != proof.Patch().String() || got.Fix.Redacted || got.Proof.Commit != trusted.HeadSHA || len(got.Symptoms) != 1 {
		t.Errorf("record %+v", got)
	}
	// The same fix stored twice is one record.
	again, err := m.Fix(ctx, proof, story("Start at the first element."))
	if err != nil || again.ID != r.ID {
		t.Errorf("again %s, %v; want %s", again.ID, err, r.ID)
	}
	page, err := store.List(ctx, "acme", "", 10)
	if err != nil || len(page.Records) != 1 {
		t.Errorf("%d records, %v", len(page.Records), err)
	}
}

func TestNoProofNoRecord(t *testing.T) {
	if _, err := writer(t, memory.NewInMemory()).Fix(context.Background(), nil, story("x")); !errors.Is(err, remember.ErrUnproved) {
		t.Errorf("Fix(nil) = %v, want ErrUnproved", err)
	}
}

// M2: a secret in log, message, description or patch is not in the stored bytes; a
// patch that held one is shown and never replayed.
func TestSecretsAreNotStored(t *testing.T) {
	const canary = "hunter2-canary-secret"
	store := memory.NewInMemory()
	f := target("TestSum", "token "+canary+" was refused")
	f.Signature.Text = "token " + canary
	proof := prove(t, "total := 0", "total := 0 // "+canary, f)
	r, err := writer(t, store).Fix(context.Background(), proof, story("uses "+canary))
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(data), canary) {
		t.Errorf("the secret is in the record: %s", data)
	}
	if !r.Fix.Redacted {
		t.Error("a patch with a secret cut out may be replayed")
	}
}

func TestJudge(t *testing.T) {
	ctx := context.Background()
	store := memory.NewInMemory()
	m := writer(t, store)
	r, err := m.Fix(ctx, prove(t, "range xs[1:]", "range xs"), story("x"))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Judge(ctx, "run", r.ID, true, ""); err != nil {
		t.Fatal(err)
	}
	if got, _ := store.Get(ctx, "acme", r.ID); got.Trust != memory.Merged {
		t.Errorf("trust %s after a merge", got.Trust)
	}
	if err := m.Judge(ctx, "run", r.ID, false, "wrong"); err != nil {
		t.Fatal(err)
	}
	got, _ := store.Get(ctx, "acme", r.ID)
	n, err := store.Counters(ctx, "acme", r.ID)
	if got.Status != memory.Rejected || got.StatusReason != "wrong" || n.Merged != 1 || n.Rejected != 1 || err != nil {
		t.Errorf("status %s (%s), counters %+v, %v", got.Status, got.StatusReason, n, err)
	}
	if err := m.Judge(ctx, "run", "absent", true, ""); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("Judge(absent) = %v", err)
	}
}

func TestReplaysAreCounted(t *testing.T) {
	ctx := context.Background()
	store := memory.NewInMemory()
	m := writer(t, store)
	r, err := m.Fix(ctx, prove(t, "range xs[1:]", "range xs"), story("x"))
	if err != nil {
		t.Fatal(err)
	}
	for run, v := range map[string]verify.Verdict{"r1": verify.Verified, "r2": verify.StillFailing} {
		if err := m.Replayed(ctx, run, r.ID, v); err != nil {
			t.Fatal(err)
		}
	}
	n, err := store.Counters(ctx, "acme", r.ID)
	if err != nil || n.Replayed != 2 || n.Held != 1 || n.Failed != 1 {
		t.Errorf("counters %+v, %v", n, err)
	}
}
