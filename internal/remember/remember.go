// Package remember writes the memory: proved fixes become records, and the uses
// of a record are counted. It is the only caller of the store's writing half.
package remember

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/verify"
)

// ErrUnproved refuses to remember a patch that has no proof.
var ErrUnproved = errors.New("only a proved fix is remembered")

// maxBefore bounds the text before the fix that a record keeps, in bytes: a
// three-way merge needs it, and source files that are larger are rarely merged.
const maxBefore = 64 << 10

// Memory writes records of one tenant.
type Memory struct {
	Store      memory.Store
	Tenant     string
	Visibility memory.Visibility
	Origin     memory.Origin
	Toolchain  string
	RunURL     string              // page of the run that the fix is for; "" by hand
	Commit     string              // that the proof is about, where it was proved in a copy; "" is the proof's own
	Redact     func(string) string // takes secrets out of text; nil leaves it as it is
	Embedder   embed.Embedder      // nil: the record has no vectors
	Now        func() time.Time
}

// Story is what is known of a fix beside its proof.
type Story struct {
	Description string
	RootCause   string
	Before      func(path string) ([]byte, bool) // text of a file before the patch
}

// Fix stores a proved fix and returns its record. Storing the same fix twice
// gives one record. It is an error to pass a nil proof.
func (m Memory) Fix(ctx context.Context, proof *verify.Proof, s Story) (memory.Record, error) {
	if proof == nil {
		return memory.Record{}, ErrUnproved
	}
	r := memory.Clip(m.record(proof, s))
	if err := memory.Validate(r); err != nil {
		return memory.Record{}, fmt.Errorf("remember the fix: %w", err)
	}
	r.Vectors = m.vectors(ctx, r)
	if err := m.put(ctx, r); err != nil {
		return memory.Record{}, fmt.Errorf("remember the fix: %w", err)
	}
	return r, nil
}

func (m Memory) record(proof *verify.Proof, s Story) memory.Record {
	p := proof.Patch()
	symptoms := symptomsOf(proof.Targets())
	r := memory.Record{
		Schema: memory.SchemaVersion, Tenant: m.Tenant, Symptoms: symptoms,
		ID:       memory.NewID(m.Tenant, symptoms, p.Hash()),
		Language: failure.Language(proof.Targets()[0].Framework),
		Fix:      memory.Fix{Description: s.Description, RootCause: s.RootCause, Paths: p.Paths(), Patch: p.String(), Before: m.before(p, s)},
		Outcome:  proof.Outcome(), Proof: proof.Evidence(), Origin: m.Origin,
		Trust: memory.Verified, Status: memory.Active, Visibility: m.Visibility, CreatedAt: m.Now(),
	}
	r.Proof.Toolchain, r.Proof.RunURL = m.Toolchain, m.RunURL
	r.Proof.Commit = cmp.Or(m.Commit, r.Proof.Commit)
	// A patch with other bytes than UTF-8 does not survive JSON whole.
	r.Fix.Redacted = !utf8.ValidString(r.Fix.Patch)
	if r.Fix.Description == "" {
		r.Fix.Description = "changes " + strings.Join(r.Fix.Paths, ", ")
	}
	return m.redacted(r)
}

// redacted is r without a secret in any of its texts. A patch that had one is shown
// from now on, and never replayed; what had one of the texts before is left out.
func (m Memory) redacted(r memory.Record) memory.Record {
	r = memory.Clone(r)
	patch := r.Fix.Patch
	texts := []*string{&r.Fix.Description, &r.Fix.RootCause, &r.Fix.Patch, &r.Outcome, &r.StatusReason, &r.Proof.Command, &r.Proof.Toolchain,
		&r.Proof.RunURL, &r.Proof.Commit, &r.Proof.Isolation, &r.Origin.Session, &r.Origin.Maker, &r.Origin.Model, &r.Origin.Repo,
		&r.Origin.Actor, &r.Origin.RunID, &r.Origin.PullRequest, &r.Language, &r.Supersedes}
	if r.Vectors != nil {
		texts = append(texts, &r.Vectors.Model)
	}
	for i := range r.Symptoms {
		s := &r.Symptoms[i]
		texts = append(texts, &s.Framework, &s.ErrorType, &s.Package, &s.Test, &s.File, &s.Message, &s.Signature.Text)
	}
	for _, list := range [][]string{r.Fix.Paths, r.Proof.Unenforced} {
		for i := range list {
			texts = append(texts, &list[i])
		}
	}
	for _, t := range texts {
		*t = m.clean(*t)
	}
	maps.DeleteFunc(r.Fix.Before, func(path, text string) bool { return m.clean(path) != path || m.clean(text) != text })
	r.Fix.Redacted = r.Fix.Redacted || r.Fix.Patch != patch
	return r
}

func (m Memory) clean(s string) string {
	if m.Redact == nil {
		return s
	}
	return m.Redact(s)
}

func symptomsOf(fs []failure.Failure) []memory.Symptom {
	var out []memory.Symptom
	for _, f := range fs[:min(len(fs), memory.MaxSymptoms)] {
		out = append(out, memory.Symptom{Framework: f.Framework, Kind: f.Kind, ErrorType: f.ErrorType,
			Package: f.Package, Test: f.Test, File: f.File, Message: f.Message, Signature: f.Signature})
	}
	return out
}

// before keeps the text of the touched files, smallest first, while it fits. A
// file with a secret in it takes no room.
func (m Memory) before(p patch.Patch, s Story) map[string]string {
	if s.Before == nil {
		return nil
	}
	texts := map[string]string{}
	for _, path := range p.Paths() {
		if data, ok := s.Before(path); ok && m.clean(string(data)) == string(data) {
			texts[path] = string(data)
		}
	}
	paths := p.Paths()
	slices.SortFunc(paths, func(a, b string) int { return len(texts[a]) - len(texts[b]) })
	kept, room := map[string]string{}, maxBefore
	for _, path := range paths {
		if t, ok := texts[path]; ok && len(t) <= room {
			kept[path] = t
			room -= len(t)
		}
	}
	return kept
}

// vectors embeds symptom and fix. Without a model the record is stored all the
// same: signatures and terms still find it.
func (m Memory) vectors(ctx context.Context, r memory.Record) *memory.Vectors {
	if m.Embedder == nil || len(r.Symptoms) == 0 {
		return nil
	}
	vs, err := m.Embedder.Embed(ctx, []string{r.Symptoms[0].Signature.Text, r.Fix.Description})
	if err != nil || len(vs) != 2 {
		return nil
	}
	return &memory.Vectors{Model: m.Embedder.Name(), Symptom: vs[0], Fix: vs[1]}
}

// Recalled counts that the records were shown in a run.
func (m Memory) Recalled(ctx context.Context, run string, ms []memory.Match) error {
	var errs []error
	for _, x := range ms {
		errs = append(errs, m.use(ctx, run, x.Record.ID, memory.Counters{Recalled: 1}))
	}
	return errors.Join(errs...)
}

// Replayed counts a replay and whether verify proved it. One that cured a part, and
// harmed nothing, speaks neither for nor against its record.
func (m Memory) Replayed(ctx context.Context, run, id string, verdict verify.Verdict) error {
	d := memory.Counters{Replayed: 1, Failed: 1}
	switch verdict {
	case verify.Verified:
		d = memory.Counters{Replayed: 1, Held: 1}
	case verify.Partial:
		d = memory.Counters{Replayed: 1}
	}
	return m.use(ctx, run, id, d)
}

// Held counts that a replay which cured its part was proved together with others.
func (m Memory) Held(ctx context.Context, run, id string) error {
	return m.use(ctx, run, id, memory.Counters{Held: 1})
}

// Paid counts what a run paid for its n-th request, also where nothing came of it. A
// request that cost nothing is not counted.
func (m Memory) Paid(ctx context.Context, run string, n int, usd float64) error {
	if !(usd > 0) {
		return nil
	}
	if err := m.Store.Add(ctx, memory.Cost(m.Tenant, run, n, usd, m.Now())); err != nil {
		return fmt.Errorf("count the cost of a request: %w", err)
	}
	return nil
}

// flakyWindow is how far back flaky days are counted: a release cycle of most teams.
const flakyWindow = 30 * 24 * time.Hour

// Flaked counts that the failure with that exact signature came and went in a run, and
// returns on how many of the last 30 days it did, this one included.
func (m Memory) Flaked(ctx context.Context, run, signature string) (days int, err error) {
	now := m.Now()
	if err := m.Store.Add(ctx, memory.Flake(m.Tenant, run, signature, now)); err != nil {
		return 0, fmt.Errorf("count a flaky failure: %w", err)
	}
	return memory.FlakyDays(ctx, m.Store, m.Tenant, signature, now.Add(-flakyWindow), now)
}

func (m Memory) use(ctx context.Context, run, id string, d memory.Counters) error {
	d.LastUsed = m.Now()
	if err := m.Store.Add(ctx, memory.Use{Tenant: m.Tenant, ID: id, Run: run, Delta: d}); err != nil {
		return fmt.Errorf("count the use of %s: %w", id, err)
	}
	return nil
}

// Judge takes in what a person decided on a pull request that a record is in: merged
// raises its trust, closed makes it rejected, with the reason. The error is
// memory.ErrNotFound if the tenant has no such record.
func (m Memory) Judge(ctx context.Context, run, id string, merged bool, reason string) error {
	r, err := m.Store.Get(ctx, m.Tenant, id)
	if err != nil {
		return fmt.Errorf("judge %q: %w", id, err)
	}
	if !merged {
		if _, err := m.Mark(ctx, memory.Selector{ID: id}, memory.Rejected, reason); err != nil {
			return fmt.Errorf("judge %q: %w", id, err)
		}
		return m.use(ctx, run, id, memory.Counters{Rejected: 1})
	}
	r.Trust = memory.Merged
	if err := m.Store.Put(ctx, r); err != nil {
		return fmt.Errorf("judge %q: %w", id, err)
	}
	return m.use(ctx, run, id, memory.Counters{Merged: 1})
}

// Import takes over exported records, with trust imported, and counts them; the error is
// that of memory.Import. Another store may have known of fewer secrets: they are redacted
// again.
func (m Memory) Import(ctx context.Context, in io.Reader) (memory.Taken, error) {
	return memory.Import(ctx, m.Store, in, memory.Intake{Tenant: m.Tenant, Clean: m.redacted, ByNow: m.byNow})
}

// byNow is t, or now where that is earlier.
func (m Memory) byNow(t time.Time) time.Time {
	if m.Now == nil || !t.After(m.Now()) {
		return t
	}
	return m.Now()
}

// Prune removes what the retention rule does not keep; it returns how many.
func (m Memory) Prune(ctx context.Context, r memory.Retention) (int, error) {
	return memory.Prune(ctx, m.Store, m.Tenant, r, m.Now())
}

// Forget deletes the selected records of the tenant; it returns how many.
func (m Memory) Forget(ctx context.Context, s memory.Selector) (int, error) {
	s.Tenant = m.Tenant
	return m.Store.Delete(ctx, s)
}

// Mark changes the status of the selected records of the tenant.
func (m Memory) Mark(ctx context.Context, s memory.Selector, status memory.Status, reason string) (int, error) {
	s.Tenant = m.Tenant
	return m.Store.SetStatus(ctx, s, status, m.clean(reason))
}
