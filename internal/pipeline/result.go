package pipeline

import (
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/recall"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/spend"
	"github.com/regreen/regreen/internal/verify"
)

// Result is how a run ended, and everything that was learnt on the way.
type Result struct {
	Outcome  outcome.Outcome  `json:"outcome"`
	Reason   string           `json:"reason"`
	Report   failure.Report   `json:"report"`
	Baseline *verify.Baseline `json:"baseline,omitempty"`
	Recall   recall.Result    `json:"recall"`
	Attempts []Tried          `json:"attempts,omitempty"`
	Usage    spend.Usage      `json:"usage"`
	Reused   []Reuse          `json:"reused"`
	Record   *memory.Record   `json:"record,omitempty"` // what was remembered
	Notes    []string         `json:"notes,omitempty"`  // what degraded, in plain words
	Patch    patch.Patch      `json:"-"`                // the proved patch, or the best that there is
	Proof    *verify.Proof    `json:"-"`                // nil unless the outcome is proved
	Final    *repair.Attempt  `json:"-"`                // the attempt that Patch is from; nil if none
}

// Tried is one attempt and what verify said of it.
type Tried struct {
	Attempt repair.Attempt `json:"attempt"`
	Trial   verify.Trial   `json:"trial"`
}

// Shown is how a memory is reused that the model read and cites: none of its lines need
// be in the patch.
const Shown = "shown to the model"

// Reuse is one memory that took part in the result.
type Reuse struct {
	Record    memory.Record   `json:"record"`
	Counters  memory.Counters `json:"counters"`
	Score     float64         `json:"score"`
	MatchedBy string          `json:"matched_by"`
	How       string          `json:"how"` // what was reused: replayed as it stands, shifted, shown to the model …
}
