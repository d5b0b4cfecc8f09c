package verify

import (
	"errors"
	"fmt"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
)

// bundleSchema is the version of a Bundle's JSON form.
const bundleSchema = 1

// ErrBundle refuses a bundle that does not belong to the event at hand, or that was
// changed. The error that wraps it says what differs.
var ErrBundle = errors.New("the bundle is not accepted")

// Bundle is a Proof on its way from the job that ran the code, and may write nothing,
// to the job that writes and runs no code.
type Bundle struct {
	Schema     int               `json:"schema"`
	Repo       string            `json:"repo"`
	RunID      int64             `json:"run_id"`
	RunAttempt int               `json:"run_attempt"`
	Head       string            `json:"head"`
	Patch      string            `json:"patch"`
	PatchHash  string            `json:"patch_hash"`
	Before     map[string]string `json:"before"` // text of the touched files, which the policy reads
	Targets    []failure.Failure `json:"targets"`
	Evidence   memory.Evidence   `json:"evidence"`
	Outcome    string            `json:"outcome"`
	Notes      []string          `json:"notes,omitempty"`
}

// Bundle packs the proof for the event that it was made under. before gives the text
// of a file at the commit under repair.
func (p *Proof) Bundle(e event.Event, before func(path string) ([]byte, bool)) Bundle {
	b := Bundle{Schema: bundleSchema, Repo: e.Repo, RunID: e.RunID, RunAttempt: e.RunAttempt, Head: e.HeadSHA,
		Patch: p.patch.String(), PatchHash: p.patch.Hash(), Before: map[string]string{},
		Targets: p.Targets(), Evidence: p.evidence, Outcome: p.outcome, Notes: p.Notes()}
	for _, path := range p.patch.Paths() {
		if data, ok := before(path); ok {
			b.Before[path] = string(data)
		}
	}
	return b
}

// Open makes a Proof of a bundle. It refuses, with ErrBundle, one of another
// repository, run, attempt or commit, one whose patch is not the one that was proved,
// an event that is not trusted, and a patch that breaks the policy.
func Open(b Bundle, e event.Event, policy Policy) (*Proof, error) {
	if err := b.belongs(e); err != nil {
		return nil, err
	}
	p, err := patch.Parse(b.Patch)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBundle, err)
	}
	if p.Empty() || p.Hash() != b.PatchHash {
		return nil, fmt.Errorf("%w: its patch is not the one that was proved", ErrBundle)
	}
	before := func(path string) ([]byte, bool) { text, ok := b.Before[path]; return []byte(text), ok }
	if _, err := p.Apply(before); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBundle, err)
	}
	if bad := policy.Check(p, before); len(bad) > 0 {
		return nil, fmt.Errorf("%w: the patch breaks the policy: %s", ErrBundle, bad[0])
	}
	if len(b.Targets) == 0 || b.Evidence.ExitAfter != 0 || b.Evidence.Reproduced < 1 || b.Evidence.Passes < 1 {
		return nil, fmt.Errorf("%w: it proves nothing", ErrBundle)
	}
	return &Proof{patch: p, targets: b.Targets, evidence: b.Evidence, outcome: b.Outcome, notes: b.Notes}, nil
}

func (b Bundle) belongs(e event.Event) error {
	switch {
	case b.Schema != bundleSchema:
		return fmt.Errorf("%w: schema %d is not known", ErrBundle, b.Schema)
	case !e.Trusted:
		return fmt.Errorf("%w: %s", ErrBundle, e.Untrusted)
	case b.Repo != e.Repo:
		return fmt.Errorf("%w: it is of repository %q, not %q", ErrBundle, b.Repo, e.Repo)
	case b.RunID != e.RunID || b.RunAttempt != e.RunAttempt:
		return fmt.Errorf("%w: it is of run %d attempt %d, not %d attempt %d", ErrBundle, b.RunID, b.RunAttempt, e.RunID, e.RunAttempt)
	case b.Head != e.HeadSHA || e.HeadSHA == "":
		return fmt.Errorf("%w: it is of commit %q, not %q", ErrBundle, b.Head, e.HeadSHA)
	case b.Evidence.Commit != b.Head:
		return fmt.Errorf("%w: its proof is about commit %q", ErrBundle, b.Evidence.Commit)
	}
	return nil
}
