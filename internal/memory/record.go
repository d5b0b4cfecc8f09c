package memory

import (
	"fmt"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/failure"
)

// SchemaVersion is the version of a Record's JSON form. A store refuses to serve
// records of a later version and says so, and goes on with the others.
const SchemaVersion = 1

// Trust says how well a record is founded; the words are ordered.
type Trust string

// The levels of trust, from least to most.
const (
	Imported Trust = "imported" // copied from another store
	Observed Trust = "observed" // CI went from red to green
	Verified Trust = "verified" // regreen proved it
	Merged   Trust = "merged"   // a person merged it
)

// Rank orders trust: 0 for an unknown word, then 1 (Imported) to 4 (Merged).
func (t Trust) Rank() int {
	switch t {
	case Imported:
		return 1
	case Observed:
		return 2
	case Verified:
		return 3
	case Merged:
		return 4
	}
	return 0
}

// Status says whether a record may be used.
type Status string

// The states of a record. Only active records are replayed; rejected ones are
// shown as tried and rejected; the others are not shown.
const (
	Active      Status = "active"
	Rejected    Status = "rejected"
	Superseded  Status = "superseded"
	Quarantined Status = "quarantined"
)

// Visibility says who may see a record.
type Visibility string

// The visibilities; VisibleTenant is the default.
const (
	VisibleRepo   Visibility = "repo"
	VisibleTenant Visibility = "tenant"
	VisiblePublic Visibility = "public"
)

// Record is one remembered fix: the symptoms that one patch cured, the patch, and
// the evidence. Everything in it is data: it is shown, compared and replayed
// under proof, never obeyed.
type Record struct {
	Schema       int        `json:"schema"`
	ID           string     `json:"id"` // UUIDv5 over tenant, smallest exact signature and patch hash
	Tenant       string     `json:"tenant"`
	Language     string     `json:"language"`
	Symptoms     []Symptom  `json:"symptoms"`
	Fix          Fix        `json:"fix"`
	Outcome      string     `json:"outcome"` // the outcome that a run confirmed, word for word
	Proof        Evidence   `json:"proof"`
	Origin       Origin     `json:"origin"`
	Trust        Trust      `json:"trust"`
	Status       Status     `json:"status"`
	StatusReason string     `json:"status_reason,omitempty"`
	Visibility   Visibility `json:"visibility"`
	Supersedes   string     `json:"supersedes,omitempty"` // id of the record that this one replaces
	CreatedAt    time.Time  `json:"created_at"`           // with its zone
	Vectors      *Vectors   `json:"vectors,omitempty"`    // nil where no model could be had
}

// Standing is the status of r, and why it has it.
func (r Record) Standing() string {
	if r.StatusReason == "" {
		return string(r.Status)
	}
	return fmt.Sprintf("%s (%s)", r.Status, r.StatusReason)
}

// MaxSymptoms is the most symptoms that a record keeps.
const MaxSymptoms = 32

// Symptom is one failure that the fix cured.
type Symptom struct {
	Framework string            `json:"framework"`
	Kind      failure.Kind      `json:"kind"`
	ErrorType string            `json:"error_type"`
	Package   string            `json:"package,omitempty"`
	Test      string            `json:"test"`
	File      string            `json:"file,omitempty"`
	Message   string            `json:"message"`
	Signature failure.Signature `json:"signature"`
}

// Fix is what cured the symptoms.
type Fix struct {
	Description string            `json:"description"`
	RootCause   string            `json:"root_cause,omitempty"`
	Paths       []string          `json:"paths"`
	Patch       string            `json:"patch"`              // unified diff with a/ and b/ prefixes
	Before      map[string]string `json:"before,omitempty"`   // text of each touched file before, 64 KiB in all
	Redacted    bool              `json:"redacted,omitempty"` // a secret was cut from the patch: shown, never replayed
}

// Evidence is the proof that goes with a record.
type Evidence struct {
	Command      string         `json:"command"`
	Commit       string         `json:"commit"`
	ExitBefore   int            `json:"exit_before"`
	ExitAfter    int            `json:"exit_after"`
	CountsBefore failure.Counts `json:"counts_before"`
	CountsAfter  failure.Counts `json:"counts_after"`
	Reproduced   int            `json:"reproduced"`  // runs without the patch that failed
	Passes       int            `json:"passes"`      // runs with the patch that passed
	ControlRun   bool           `json:"control_run"` // failed again after the patch was taken out
	RunURL       string         `json:"run_url,omitempty"`
	Toolchain    string         `json:"toolchain,omitempty"`
	Unenforced   []string       `json:"unenforced,omitempty"` // what the sandbox could not enforce
	Isolation    string         `json:"isolation,omitempty"`  // worktree: in a fresh checkout; "" for in place
}

// Origin is where a record came from.
type Origin struct {
	Session     string `json:"session"` // id of the run that made it
	Maker       string `json:"maker"`   // agent, human or backfill
	Model       string `json:"model,omitempty"`
	Repo        string `json:"repo"`              // owner/name, or the folder's name when there is no remote
	Private     bool   `json:"private,omitempty"` // the repository is not public
	Actor       string `json:"actor,omitempty"`
	RunID       string `json:"run_id,omitempty"`
	PullRequest string `json:"pull_request,omitempty"`
}

// Vectors are the embeddings of a record, all of the model that Model names.
type Vectors struct {
	Model   string       `json:"model"`
	Symptom embed.Vector `json:"symptom"` // of the first symptom's signature text
	Fix     embed.Vector `json:"fix"`     // of the fix's description
}

// Counters are the uses of a record, summed over all runs.
type Counters struct {
	Recalled int       `json:"recalled"`
	Replayed int       `json:"replayed"`
	Held     int       `json:"held"`   // replays that verify proved
	Failed   int       `json:"failed"` // replays that verify refused
	Merged   int       `json:"merged"`
	Rejected int       `json:"rejected"`
	CostUSD  float64   `json:"cost_usd,omitzero"` // of a day, in place of a record: see Cost
	Flaked   int       `json:"flaked,omitzero"`   // on a day, in place of a record: see Flake
	LastUsed time.Time `json:"last_used,omitzero"`
	// Elsewhere is what a copy brought along, so it is a claim of whoever exported it: it
	// is shown, and speaks for nothing.
	Elsewhere Claims `json:"elsewhere,omitzero"`
}

// Claims are counters that nobody here counted.
type Claims struct {
	Recalled int `json:"recalled"`
	Replayed int `json:"replayed"`
	Held     int `json:"held"`
	Failed   int `json:"failed"`
	Merged   int `json:"merged"`
	Rejected int `json:"rejected"`
}

// SameRepo reports whether two names are of one repository: GitHub's differ by case for
// nobody, and whoever clones spells them as they like.
func SameRepo(a, b string) bool { return strings.EqualFold(a, b) }
