package memory

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
)

// Merge is what a Put of next over old stores: old's symptoms, patch and proof stay;
// trust rises and never falls; the links of the origin are filled in; vectors are
// taken where old has none. The status changes only away from active, so that storing
// a fix again does not bring back one that a person rejected; SetStatus does that.
//
// What was copied from elsewhere has an id that nobody here made, so it vouches for
// nothing: over a record that is better founded it changes nothing but to close it, and
// one that is better founded takes its place whole.
// changed is false where the result equals old.
func Merge(old, next Record) (merged Record, changed bool) {
	copied := Imported.Rank()
	switch {
	case next.Trust.Rank() <= copied && old.Trust.Rank() > copied:
		merged = Clone(old)
	case old.Trust.Rank() <= copied && next.Trust.Rank() > copied:
		merged = Clone(next)
		if old.Status != Active && old.Fix.Patch == next.Fix.Patch { // it is about this very fix
			merged.Status, merged.StatusReason = old.Status, old.StatusReason
		}
	default:
		merged = fill(old, next)
	}
	// Once private, always private: a copy cannot open what was closed.
	merged.Origin.Private = old.Origin.Private || next.Origin.Private
	return merged, !reflect.DeepEqual(merged, old)
}

// fill is old with what next knows more.
func fill(old, next Record) Record {
	merged := Clone(old)
	if next.Trust.Rank() > old.Trust.Rank() {
		merged.Trust = next.Trust
	}
	if old.Status == Active && next.Status != Active {
		merged.Status, merged.StatusReason = next.Status, next.StatusReason
	}
	merged.Origin.PullRequest = cmp.Or(next.Origin.PullRequest, old.Origin.PullRequest)
	merged.Supersedes = cmp.Or(old.Supersedes, next.Supersedes)
	if old.Vectors == nil && next.Vectors != nil {
		merged.Vectors = Clone(next).Vectors
	}
	return merged
}

// Clone returns a copy of r that shares nothing with it.
func Clone(r Record) Record {
	r.Symptoms = slices.Clone(r.Symptoms)
	r.Fix.Paths = slices.Clone(r.Fix.Paths)
	r.Fix.Before = maps.Clone(r.Fix.Before)
	r.Proof.Unenforced = slices.Clone(r.Proof.Unenforced)
	r.Proof.CountsBefore.Passed = clonePtr(r.Proof.CountsBefore.Passed)
	r.Proof.CountsBefore.Failed = clonePtr(r.Proof.CountsBefore.Failed)
	r.Proof.CountsBefore.Skipped = clonePtr(r.Proof.CountsBefore.Skipped)
	r.Proof.CountsAfter.Passed = clonePtr(r.Proof.CountsAfter.Passed)
	r.Proof.CountsAfter.Failed = clonePtr(r.Proof.CountsAfter.Failed)
	r.Proof.CountsAfter.Skipped = clonePtr(r.Proof.CountsAfter.Skipped)
	if r.Vectors != nil {
		v := *r.Vectors
		v.Symptom, v.Fix = slices.Clone(v.Symptom), slices.Clone(v.Fix)
		r.Vectors = &v
	}
	return r
}

func clonePtr(p *int) *int {
	if p == nil {
		return nil
	}
	n := *p
	return &n
}

// Plus is the sum of two counters; LastUsed is the later one.
func (c Counters) Plus(d Counters) Counters {
	c.Recalled += d.Recalled
	c.Replayed += d.Replayed
	c.Held += d.Held
	c.Failed += d.Failed
	c.Merged += d.Merged
	c.Rejected += d.Rejected
	c.CostUSD += d.CostUSD
	c.Flaked += d.Flaked
	c.Elsewhere = c.Elsewhere.with(d.Elsewhere, func(a, b int) int { return a + b })
	if d.LastUsed.After(c.LastUsed) {
		c.LastUsed = d.LastUsed
	}
	return c
}
