package memory

import "time"

// Audit is what a store writes down of each change of its records: who changed what,
// when and why. Counters are not audited, they name their runs themselves.
//
// The line is written before the change, in every store, and a change whose line cannot
// be written is not made. So whatever was changed has its line; a line alone does not
// say that the change took place: its writer may have been killed or refused after it,
// and one that tries again may leave two. Where fewer records were changed than the line
// says and the writer lived to tell, another of the same with " ended" after the op has
// how many they were. One exception: to delete is allowed on a disk that is too full for
// the line, which then comes after it.
type Audit struct {
	Time    time.Time `json:"time"`
	Op      string    `json:"op"` // put, delete, or status and the new one; each also with " ended"
	Tenant  string    `json:"tenant"`
	ID      string    `json:"id,omitempty"`
	Count   int       `json:"count"` // of the records that are to be changed; that were, after " ended"
	Session string    `json:"session,omitempty"`
	Repo    string    `json:"repo,omitempty"`
	Actor   string    `json:"actor,omitempty"`
	RunID   string    `json:"run_id,omitempty"`
	Trust   Trust     `json:"trust,omitempty"`
	Reason  string    `json:"reason,omitempty"`
}

// Ended is the line after the change that a is the line of: n records were changed.
func (a Audit) Ended(n int) Audit {
	a.Op, a.Count = a.Op+" ended", n
	return a
}

// Audit is the line of a put of r, whatever was stored of it before: who puts is r's origin.
func (r Record) Audit() Audit {
	return Audit{Op: "put", Tenant: r.Tenant, ID: r.ID, Count: 1, Session: r.Origin.Session, Actor: r.Origin.Actor, Trust: r.Trust}
}

// Audit is the line of what is to be done to the n records that s selects.
func (s Selector) Audit(op string, n int, reason string) Audit {
	return Audit{Op: op, Tenant: s.Tenant, ID: s.ID, Count: n, Session: s.Session, Repo: s.Repo, Actor: s.Actor, RunID: s.RunID, Reason: reason}
}
