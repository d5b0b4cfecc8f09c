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
// changed is false where the result equals old.
func Merge(old, next Record) (merged Record, changed bool) {
	merged = Clone(old)
	if next.Trust.Rank() > old.Trust.Rank() {
		merged.Trust = next.Trust
	}
	if old.Status == Active && next.Status != Active {
		merged.Status, merged.StatusReason = next.Status, next.StatusReason
	}
	merged.Origin.PullRequest = cmp.Or(next.Origin.PullRequest, old.Origin.PullRequest)
	merged.Supersedes = cmp.Or(old.Supersedes, next.Supersedes)
	// Once private, always private: a copy cannot open what was closed.
	merged.Origin.Private = old.Origin.Private || next.Origin.Private
	if old.Vectors == nil && next.Vectors != nil {
		merged.Vectors = Clone(next).Vectors
	}
	return merged, !reflect.DeepEqual(merged, old)
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
	if d.LastUsed.After(c.LastUsed) {
		c.LastUsed = d.LastUsed
	}
	return c
}
