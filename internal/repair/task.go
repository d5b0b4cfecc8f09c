package repair

import (
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/repair/brief"
	"github.com/regreen/regreen/internal/repair/spend"
	"github.com/regreen/regreen/internal/repair/tool"
)

// Task is one failing checkout to be repaired. The files are those of the commit
// under repair when an attempt starts; an attempt leaves its edits in place.
type Task struct {
	Report      failure.Report
	Description string // where this comes from, in words: repository, branch, job; outside text
	Files       tool.Files
	Tests       tool.Tests
	Memories    tool.Memories // nil: the memory is off
	Policy      patch.Policy  // what a patch may touch; the zero value forbids tests

	Recalled   bool           // the memory was searched before; Matches is its answer
	Matches    []memory.Match // what the model is shown, best first
	Replayable []memory.Match // what may be replayed, best first
	RecallNote string         // why similarity was off or the memory did not answer; "" if nothing

	Earlier []brief.Earlier     // attempts on this failure, oldest first
	Passing []string            // tests that pass today and must go on passing
	RunDir  string              // folder for transcript and event log; "" writes none
	Clean   func(string) string // strips and redacts; nil only strips (scrub.Text)
}

// The kinds of an attempt.
const (
	KindReplay = "replay"
	KindAgent  = "agent"
)

// Attempt is what one way of repairing came to.
type Attempt struct {
	Kind        string         `json:"kind"`
	Patch       patch.Patch    `json:"patch"`
	Cited       []Citation     `json:"cited"`
	Description string         `json:"description"`
	RootCause   string         `json:"root_cause"`
	Diagnosis   string         `json:"diagnosis"` // for a person, when no fix was confirmed
	Confirmed   string         `json:"confirmed"` // outcome of the run that passed with Patch; "" if none did
	Proposal    *tool.Proposal `json:"proposal"`  // nil: the model proposed nothing for the memory
	Usage       spend.Usage    `json:"usage"`
	StopReason  StopReason     `json:"stop_reason"`
	Stop        string         `json:"stop"` // the stop in words, such as which limit was reached
	Model       string         `json:"model"`
	Transcript  string         `json:"transcript"` // path of the transcript; "" if none was written
	Notes       []string       `json:"notes"`      // for the summary
}

// Citation is a memory that an attempt used or was shown.
type Citation struct {
	ID        string  `json:"id"`
	Score     float64 `json:"score"`
	MatchedBy string  `json:"matched_by"`
	How       string  `json:"how"` // what was reused, and how it was relocated
}

// StopReason says why an agent's attempt ended.
type StopReason string

// The reasons for which an attempt ends.
const (
	StopStored   StopReason = "stored"         // a passing run, then the store call
	StopFinal    StopReason = "final-message"  // a passing run, then a message
	StopGaveUp   StopReason = "gave-up"        // a message without a passing run
	StopLimit    StopReason = "limit"          // see Attempt.Stop
	StopCircle   StopReason = "circle"         // the loop turned in circles
	StopRefused  StopReason = "refused"        // the model refused
	StopFiltered StopReason = "content-filter" // the server's filter cut the answer
	StopCutOff   StopReason = "cut-off"        // answers did not fit the output limit
	StopError    StopReason = "error"          // the model or its service broke; beside an error
)

// Learnt is what the next attempt is told of a, which ended with that verdict.
func (a Attempt) Learnt(verdict string) brief.Earlier {
	return brief.Earlier{Kind: a.Kind, Model: a.Model, Patch: a.Patch.String(), Verdict: verdict, Learnt: a.Diagnosis}
}
