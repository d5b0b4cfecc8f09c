package memory

import "time"

// Audit is what a store writes down of each change of its records: who changed what,
// when and why. Counters are not audited, they name their runs themselves.
type Audit struct {
	Time    time.Time `json:"time"`
	Op      string    `json:"op"` // put, delete, or status and the new one
	Tenant  string    `json:"tenant"`
	ID      string    `json:"id,omitempty"`
	Count   int       `json:"count"` // of the records that were changed
	Session string    `json:"session,omitempty"`
	Repo    string    `json:"repo,omitempty"`
	Actor   string    `json:"actor,omitempty"`
	RunID   string    `json:"run_id,omitempty"`
	Trust   Trust     `json:"trust,omitempty"`
	Reason  string    `json:"reason,omitempty"`
}

// Audit is the line of a put of r.
func (r Record) Audit() Audit {
	return Audit{Op: "put", Tenant: r.Tenant, ID: r.ID, Count: 1, Session: r.Origin.Session, Actor: r.Origin.Actor, Trust: r.Trust}
}

// Audit is the line of what was done to the n records that s selects.
func (s Selector) Audit(op string, n int, reason string) Audit {
	return Audit{Op: op, Tenant: s.Tenant, ID: s.ID, Count: n, Session: s.Session, Repo: s.Repo, Actor: s.Actor, RunID: s.RunID, Reason: reason}
}
