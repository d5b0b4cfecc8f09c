package verify

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
)

var bundled = event.Event{Repo: "acme/shop", RunID: 7, RunAttempt: 2, HeadSHA: "0123456789abcdef0123456789abcdef01234567", Trusted: true}

func bundle(t *testing.T) Bundle {
	t.Helper()
	p := &Proof{patch: edit(goProject.files, goHonest...), outcome: "go test ./...: exit 0",
		targets:  []failure.Failure{{Kind: failure.KindTest, Framework: "gotest", Test: "TestSum"}},
		evidence: memory.Evidence{Command: "go test ./...", Commit: bundled.HeadSHA, ExitBefore: 1, Reproduced: 3, Passes: 3, ControlRun: true}}
	b := p.Bundle(bundled, func(path string) ([]byte, bool) { s, ok := goProject.files[path]; return []byte(s), ok })
	data, err := json.Marshal(b) // as it travels
	if err != nil {
		t.Fatal(err)
	}
	var back Bundle
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	return back
}

func TestOpen(t *testing.T) {
	b := bundle(t)
	p, err := Open(b, bundled, patch.DefaultPolicy())
	if err != nil {
		t.Fatal(err)
	}
	if p.Patch().Hash() != b.PatchHash || p.Outcome() != b.Outcome || len(p.Targets()) != 1 {
		t.Errorf("the proof is not the one that was packed: %+v", p)
	}
	if d := cmp.Diff(b.Evidence, p.Evidence()); d != "" {
		t.Error(d)
	}
}

func TestOpenRefuses(t *testing.T) {
	for name, change := range map[string]func(*Bundle, *event.Event){
		"another repository": func(_ *Bundle, e *event.Event) { e.Repo = "acme/other" },
		"another run":        func(_ *Bundle, e *event.Event) { e.RunID = 8 },
		"another attempt":    func(_ *Bundle, e *event.Event) { e.RunAttempt = 1 },
		"another commit":     func(_ *Bundle, e *event.Event) { e.HeadSHA = "f" + e.HeadSHA[1:] },
		"no commit":          func(b *Bundle, e *event.Event) { e.HeadSHA, b.Head, b.Evidence.Commit = "", "", "" },
		"untrusted":          func(_ *Bundle, e *event.Event) { e.Trusted, e.Untrusted = false, "from a fork" },
		"another patch": func(b *Bundle, _ *event.Event) {
			b.Patch = edit(goProject.files, [3]string{"sum.go", "x > m", "x < m"}).String()
		},
		"another patch, with its hash": func(b *Bundle, _ *event.Event) {
			p := edit(goProject.files, [3]string{"tally_test.go", "got != 6", "got != 5"})
			b.Patch, b.PatchHash, b.Before = p.String(), p.Hash(), goProject.files
		},
		"a patch that does not fit": func(b *Bundle, _ *event.Event) { b.Before["sum.go"] = "package tally\n" },
		"no patch":                  func(b *Bundle, _ *event.Event) { b.Patch = "" },
		"a proof of another commit": func(b *Bundle, _ *event.Event) { b.Evidence.Commit = "abc" },
		"never failed":              func(b *Bundle, _ *event.Event) { b.Evidence.Reproduced = 0 },
		"never passed":              func(b *Bundle, _ *event.Event) { b.Evidence.Passes = 0 },
		"a red end":                 func(b *Bundle, _ *event.Event) { b.Evidence.ExitAfter = 1 },
		"a later schema":            func(b *Bundle, _ *event.Event) { b.Schema++ },
	} {
		t.Run(name, func(t *testing.T) {
			b, e := bundle(t), bundled
			change(&b, &e)
			if p, err := Open(b, e, patch.DefaultPolicy()); p != nil || !errors.Is(err, ErrBundle) {
				t.Errorf("Open = %v, %v; want ErrBundle", p, err)
			}
		})
	}
}
