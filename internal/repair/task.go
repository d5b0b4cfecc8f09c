package repair

import (
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
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

	Earlier []Earlier           // attempts on this failure, oldest first
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
	Usage       Usage          `json:"usage"`
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

// Usage is what an attempt took.
type Usage struct {
	Requests   int     `json:"requests"` // sent, retries that may have been billed among them
	ToolCalls  int     `json:"tool_calls"`
	Retries    int     `json:"retries"`
	Input      int     `json:"input_tokens"` // cached ones among them
	Cached     int     `json:"cached_tokens"`
	CacheWrite int     `json:"cache_write_tokens"`
	Output     int     `json:"output_tokens"` // reasoning among them
	Reasoning  int     `json:"reasoning_tokens"`
	CostUSD    float64 `json:"cost_usd"`    // with the worst case for retries that may have been billed
	PriceKnown bool    `json:"price_known"` // false: CostUSD leaves out what has no known price
	Estimated  bool    `json:"estimated"`   // the server gave no token counts for some request
}

// Tokens is the sum of input and output.
func (u Usage) Tokens() int { return u.Input + u.Output }

// Add returns the sum of two usages; the price is known only if both know it.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		Requests: u.Requests + v.Requests, ToolCalls: u.ToolCalls + v.ToolCalls, Retries: u.Retries + v.Retries,
		Input: u.Input + v.Input, Cached: u.Cached + v.Cached, CacheWrite: u.CacheWrite + v.CacheWrite,
		Output: u.Output + v.Output, Reasoning: u.Reasoning + v.Reasoning, CostUSD: u.CostUSD + v.CostUSD,
		PriceKnown: u.PriceKnown && v.PriceKnown, Estimated: u.Estimated || v.Estimated,
	}
}

// Earlier is an attempt on this failure that did not hold, for the next one to
// learn from.
type Earlier struct {
	Kind    string `json:"kind"`
	Model   string `json:"model,omitempty"`
	Patch   string `json:"patch,omitempty"` // unified diff; "" if it changed nothing
	Verdict string `json:"verdict"`         // why it did not hold, in words
	Learnt  string `json:"learnt,omitempty"`
}

// Learnt is what the next attempt is told of a, which ended with that verdict.
func (a Attempt) Learnt(verdict string) Earlier {
	return Earlier{Kind: a.Kind, Model: a.Model, Patch: a.Patch.String(), Verdict: verdict, Learnt: a.Diagnosis}
}
