// Package answer is what came of a run, as people and programs are shown it.
package answer

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/actions"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/pipeline"
	"github.com/regreen/regreen/internal/publish"
	"github.com/regreen/regreen/internal/repair/spend"
	"github.com/regreen/regreen/internal/scrub"
)

// Answer is the object that "run --json" prints.
type Answer struct {
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

// Run is a run with what it left.
type Run struct {
	Res       pipeline.Result
	Delivery  outcome.Delivery
	PatchFile string
	RunDir    string
	Apply     string // command that puts the patch into the checkout; "" if there is none
	Repeat    string // command that makes the proof again; "" where nothing was proved
	PR        publish.PullRequest
	URL       string
	Posted    publish.Posted
	Change    publish.Change // what is shown
	Command   Command        // the test command
}

// Answer is the run as --json prints it.
func (d Run) Answer() Answer {
	a := Answer{Schema: console.Schema, Outcome: d.Res.Outcome, Reason: d.Res.Reason, Delivery: d.Delivery,
		ModelRequests: d.Res.Usage.Requests, ToolCalls: d.Res.Usage.ToolCalls, Tokens: d.Res.Usage.Tokens(),
		CostUSD: math.Round(d.Res.Usage.CostUSD*1e6) / 1e6, PriceKnown: d.Res.Usage.PriceKnown || d.Res.Usage.Requests == 0, Reused: []reusedAnswer{}, PatchFile: d.PatchFile, Repeat: d.Repeat, RunDir: d.RunDir, Notes: d.Res.Notes}
	if a.Notes == nil {
		a.Notes = []string{}
	}
	for _, r := range d.Res.Reused {
		a.Reused = append(a.Reused, reusedAnswer{ID: r.Record.ID, Score: r.Score, MatchedBy: r.MatchedBy})
	}
	if d.Res.Record != nil {
		a.RecordID = d.Res.Record.ID
	}
	if d.PR.Title != "" {
		a.PullRequest = &pullAnswer{Title: d.PR.Title, Body: d.PR.Body, Branch: d.PR.Branch, URL: d.URL}
	}
	return a
}

// Broken is what --json prints where the run itself broke.
func Broken(err error) Answer {
	return Answer{Schema: console.Schema, Outcome: outcome.Error, Reason: err.Error(), Delivery: outcome.None,
		Reused: []reusedAnswer{}, Notes: []string{}}
}

// Ended is a run that ended before it did anything.
func Ended(o outcome.Outcome, reason string) Run {
	var d Run
	d.Res.Outcome, d.Res.Reason, d.Delivery = o, reason, outcome.None
	d.Change = publish.Change{Outcome: o, Reason: reason}
	return d
}

// Command is the test command with where it is from.
type Command struct {
	Command string // "" if nothing names one
	Origin  string // in words, such as "as given"
	Passed  string // why a command that the log names was not taken; "" if it names none
}

// String is the command with where it is from, in words.
func (c Command) String() string {
	text := fmt.Sprintf("test command %q, %s", c.Command, c.Origin)
	if c.Passed != "" {
		text += "; that of the failed step was not taken: " + c.Passed
	}
	return text
}

// Unfixed reports whether there was a failure and it is still there.
func (d Run) Unfixed() bool {
	switch d.Res.Outcome {
	case outcome.Fixed, outcome.FixedFromMemory, outcome.Green, outcome.SkippedLoop, outcome.SkippedDup, outcome.SkippedStopped:
		return false
	}
	return true
}

// Print prints a run for a person, with nothing in it that a runner would obey: first the
// long texts, and in the end how it ended, which is then in sight.
func Print(out io.Writer, d Run) error {
	w := actions.NewLog(out)
	d.printTexts(w)
	fmt.Fprintln(w)
	for _, r := range d.rows() {
		if _, err := fmt.Fprintf(w, "%-15s %s\n", r.name, r.value); err != nil {
			return err
		}
	}
	return w.Close()
}

// printTexts prints what takes many lines.
func (d Run) printTexts(w io.Writer) {
	if d.PR.Title != "" {
		fmt.Fprintf(w, "\n--- the pull request%s ---\n%s\nbranch %s\n\n%s--- end of the pull request ---\n", opened(d), d.PR.Title, d.PR.Branch, d.PR.Body)
	}
	if text := d.Change.Patch; text != "" && len(text) <= maxPatch {
		fmt.Fprintf(w, "\n--- the patch ---\n%s\n--- end of the patch ---\n", strings.TrimRight(text, "\n"))
	}
	if d.Change.Diagnosis != "" {
		fmt.Fprintf(w, "\n--- the diagnosis; nothing of it was proved ---\n%s\n--- end of the diagnosis ---\n", strings.TrimSpace(d.Change.Diagnosis))
	}
}

// row is a line of the block at the end.
type row struct{ name, value string }

// rows are the lines of the block at the end, without those that have nothing to say.
func (d Run) rows() []row {
	list := []row{{"outcome", string(d.Res.Outcome)}, {"reason", d.Res.Reason}}
	for _, line := range failures(d.Change.Report.Failures) {
		list = append(list, row{"failure", line})
	}
	if p := d.Res.Proof; p != nil {
		e := p.Evidence()
		list = append(list, row{"evidence", "without the patch it " + publish.Failed(e) + "; with it " + publish.Passed(e)})
	}
	list = append(list, row{"model requests", spent(d.Res.Usage)})
	for _, r := range d.Res.Reused {
		list = append(list, row{"reused", fmt.Sprintf("%s (%s, score %.4f): %s", r.Record.ID, r.MatchedBy, r.Score, r.How)})
	}
	list = append(list, d.posted()...)
	if d.Res.Record != nil {
		list = append(list, row{"remembered", d.Res.Record.ID})
	}
	list = append(list, row{"what next", d.Change.Next(publish.Flag)})
	for _, n := range d.Res.Notes {
		list = append(list, row{"note", n})
	}
	list = append(list, row{"patch", d.PatchFile})
	if d.Delivery == outcome.Patch { // else it is on GitHub
		list = append(list, row{"apply it", d.Apply})
	}
	list = append(list, row{"prove it again", d.Repeat}, row{"run folder", d.RunDir})
	return slices.DeleteFunc(list, func(r row) bool { return r.value == "" })
}

// posted says what is on GitHub now.
func (d Run) posted() []row {
	switch p := d.Posted; {
	case p.Number > 0:
		return []row{{"pull request", p.URL}}
	case p.Branch != "":
		return []row{{"branch", p.Branch}, {"open it", p.URL}}
	}
	return nil
}

// failures are the first of what failed, a line each.
func failures(list []failure.Failure) []string {
	const most = 3 // the rest is in the report of the run folder
	var lines []string
	for _, f := range list[:min(len(list), most)] {
		line := cmp.Or(f.Test, string(f.Kind))
		if f.File != "" && f.Line > 0 {
			line += fmt.Sprintf(" at %s:%d", f.File, f.Line)
		} else if f.File != "" {
			line += " at " + f.File
		}
		lines = append(lines, scrub.Line(line+": "+f.Message, maxFailure))
	}
	if more := len(list) - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return lines
}

// maxPatch bounds the patch that is shown, in bytes: some screens of a terminal.
const maxPatch = 8 << 10

// maxFailure bounds the line of a failure, in runes: two lines of a terminal.
const maxFailure = 160

// spent says what was asked of models, and what that cost.
func spent(u spend.Usage) string {
	switch {
	case u.Requests == 0:
		return "0"
	case !u.PriceKnown:
		return fmt.Sprintf("%d (%d tokens; no price is known)", u.Requests, u.Tokens())
	}
	return fmt.Sprintf("%d (%d tokens, $%.4f)", u.Requests, u.Tokens(), u.CostUSD)
}

func opened(d Run) string {
	if d.Delivery == outcome.PullRequest {
		return " " + d.URL
	}
	return " that it would open"
}
