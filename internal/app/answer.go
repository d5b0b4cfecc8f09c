package app

import (
	"math"

	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/pipeline"
	"github.com/regreen/regreen/internal/publish"
)

// answer is the object that "run --json" prints.
type answer struct {
	Schema        int              `json:"schema"`
	Outcome       outcome.Outcome  `json:"outcome"`
	Reason        string           `json:"reason"`
	Delivery      outcome.Delivery `json:"delivery"`
	ModelRequests int              `json:"model_requests"`
	ToolCalls     int              `json:"tool_calls"`
	Tokens        int              `json:"tokens"`
	CostUSD       float64          `json:"cost_usd"`
	PriceKnown    bool             `json:"price_known"` // false: cost_usd leaves out what has no known price
	Reused        []reusedAnswer   `json:"reused"`
	RecordID      string           `json:"record_id"`
	PatchFile     string           `json:"patch_file"`
	Repeat        string           `json:"repeat"` // command that makes the proof again
	RunDir        string           `json:"run_dir"`
	PullRequest   *pullAnswer      `json:"pull_request"`
	Notes         []string         `json:"notes"`
}

type reusedAnswer struct {
	ID        string  `json:"id"`
	Score     float64 `json:"score"`
	MatchedBy string  `json:"matched_by"`
}

type pullAnswer struct {
	Title  string `json:"title"`
	Body   string `json:"body"`
	Branch string `json:"branch"`
	URL    string `json:"url"`
}

// finished is a run with what it left.
type finished struct {
	res       pipeline.Result
	delivery  outcome.Delivery
	patchFile string
	runDir    string
	repeat    string // command that makes the proof again; "" where nothing was proved
	lesson    bool   // of learn, whose reason says what next
	pr        publish.PullRequest
	url       string
	posted    publish.Posted
	change    publish.Change // what is shown
	command   chosen         // the test command
}

func (d finished) answer() answer {
	a := answer{Schema: console.Schema, Outcome: d.res.Outcome, Reason: d.res.Reason, Delivery: d.delivery,
		ModelRequests: d.res.Usage.Requests, ToolCalls: d.res.Usage.ToolCalls, Tokens: d.res.Usage.Tokens(),
		CostUSD: math.Round(d.res.Usage.CostUSD*1e6) / 1e6, PriceKnown: d.res.Usage.PriceKnown || d.res.Usage.Requests == 0, Reused: []reusedAnswer{}, PatchFile: d.patchFile, Repeat: d.repeat, RunDir: d.runDir, Notes: d.res.Notes}
	if a.Notes == nil {
		a.Notes = []string{}
	}
	for _, r := range d.res.Reused {
		a.Reused = append(a.Reused, reusedAnswer{ID: r.Record.ID, Score: r.Score, MatchedBy: r.MatchedBy})
	}
	if d.res.Record != nil {
		a.RecordID = d.res.Record.ID
	}
	if d.pr.Title != "" {
		a.PullRequest = &pullAnswer{Title: d.pr.Title, Body: d.pr.Body, Branch: d.pr.Branch, URL: d.url}
	}
	return a
}

// brokenAnswer is what --json prints where the run itself broke.
func brokenAnswer(err error) answer {
	return answer{Schema: console.Schema, Outcome: outcome.Error, Reason: err.Error(), Delivery: outcome.None,
		Reused: []reusedAnswer{}, Notes: []string{}}
}
