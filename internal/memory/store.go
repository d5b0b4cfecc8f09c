// Package memory is the port to the shared store of proved fixes: records, how
// they are looked up, and who may write.
package memory

import (
	"context"
	"errors"

	"github.com/regreen/regreen/internal/embed"
)

var (
	// ErrNotFound says that the tenant has no such record.
	ErrNotFound = errors.New("record not found")
	// ErrNoTenant refuses a call that names no tenant.
	ErrNoTenant = errors.New("no tenant given")
	// ErrReadOnly refuses a write to a store that was opened for reading.
	ErrReadOnly = errors.New("memory is read-only here")
)

// Query asks for the records that may cure one failure. Tenant is required.
type Query struct {
	Tenant   string
	Exact    string       // signature; "" skips the look-up
	Template string       // signature; "" skips the look-up
	Text     string       // symptom text for the terms; "" skips the similarity search
	Vector   embed.Vector // of Text; nil searches by terms alone
	Model    string       // name of the model that made Vector
	Filter   Filter
	Limit    int // at most this many matches; 0 means 10
}

// Filter narrows a Query; a zero field does not. Repo and Public say who asks, so
// that a record of a private repository is never shown in a public one.
type Filter struct {
	Repo      string
	Public    bool
	Framework string
	Language  string
	ErrorType string
}

// The ways in which a record can match.
const (
	ByExact      = "exact"
	ByTemplate   = "template"
	BySimilarity = "similarity"
	ByTerms      = "terms" // similarity was off: no model could be had
)

// Match is a record that a Query found. Score is 1 for an exact signature, else
// the cosine of the symptom vectors, or the share of query terms where no vector
// was there; it is in [0,1] and is shown with four decimals.
type Match struct {
	Record    Record   `json:"record"`
	Score     float64  `json:"score"`
	MatchedBy string   `json:"matched_by"`
	Counters  Counters `json:"counters"`
	Dense     float64  `json:"dense"`     // cosine to the symptom vector, 0 without vectors
	DenseFix  float64  `json:"dense_fix"` // cosine to the fix vector
	Sparse    float64  `json:"sparse"`    // share of the query's weighted terms that the record has
	Fused     float64  `json:"fused"`     // reciprocal rank fusion of the three
	// Stands says that the fix is in the sources that failed, as far as whoever asked
	// looked; stores leave it.
	Stands bool `json:"stands,omitempty"`
}

// Page is a part of a listing; Next is "" at its end.
type Page struct {
	Records []Record
	Next    string
}

// Reader is the half of a store that every run may use.
type Reader interface {
	// Get returns the record with that id; ErrNotFound if the tenant has none.
	Get(ctx context.Context, tenant, id string) (Record, error)
	// Search returns matches, best first: exact signature, then template, then
	// similarity. Only active and rejected records are returned.
	Search(ctx context.Context, q Query) ([]Match, error)
	// List returns the tenant's records, newest first, from the cursor on ("" for the start).
	List(ctx context.Context, tenant, cursor string, limit int) (Page, error)
	// Counters returns the summed counters of a record, or of a day (see Cost and Flake);
	// zero if it was never used or the tenant has none such. They outlive the deletion
	// of their record.
	Counters(ctx context.Context, tenant, id string) (Counters, error)
}

// Use is one addition to the counters of a record.
type Use struct {
	Tenant string   `json:"tenant"`
	ID     string   `json:"id"`
	Run    string   `json:"run"` // id of the run; the same run, id and delta added twice counts once
	Delta  Counters `json:"delta"`
}

// Selector names records to delete or change. Tenant is required; the zero
// value of the other fields selects all of the tenant's records.
type Selector struct {
	Tenant  string
	ID      string
	Session string
	Repo    string
	Actor   string
	RunID   string
}

// Writer is the half that only internal/remember calls.
type Writer interface {
	// Put stores r once Validate lets it through. The same id with the same content is
	// no change; other content is taken over as Merge says, never the patch.
	Put(ctx context.Context, r Record) error
	// SetStatus changes the status of the selected records; it returns how many.
	SetStatus(ctx context.Context, s Selector, status Status, reason string) (int, error)
	// Delete removes the selected records for good; it returns how many.
	Delete(ctx context.Context, s Selector) (int, error)
	// Add adds to the counters.
	Add(ctx context.Context, u Use) error
}

// Store is a whole store.
type Store interface {
	Reader
	Writer
	// Close flushes and releases what the store holds.
	Close() error
}
