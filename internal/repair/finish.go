package repair

import (
	"context"
	"fmt"
	"strings"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/repair/spend"
	"github.com/regreen/regreen/internal/repair/tool"
)

// searchTopK is how many memories regreen itself asks for.
const searchTopK = 3

// recall searches the memory for the first failure, unless the caller did. A memory
// that does not answer degrades the run.
func (s *session) recall(ctx context.Context) error {
	if s.task.Recalled || s.task.Memories == nil {
		s.box.Deliver(s.task.Matches...)
		return nil
	}
	matches, err := s.task.Memories.Search(ctx, symptom(s.task), "", searchTopK)
	if ctx.Err() != nil {
		return fmt.Errorf("search memory: %w", ctx.Err())
	}
	if err != nil {
		s.task.RecallNote = "the memory did not answer: " + s.task.Clean(err.Error())
		s.att.Notes = append(s.att.Notes, s.task.RecallNote)
	}
	s.task.Matches = matches
	s.box.Deliver(s.task.Matches...)
	return nil
}

// symptom is what the memory is asked for.
func symptom(t Task) string {
	if len(t.Report.Failures) == 0 {
		return t.Report.Tail
	}
	f := t.Report.Failures[0]
	if f.Signature.Text != "" {
		return f.Signature.Text
	}
	return f.ErrorType + " " + f.Message
}

// Near a limit the model is told so, and what was edited is no longer changed: the
// last request is for verifying what there is.
const (
	nearRequests = 1
	nearCalls    = 2
)

// notice tells the model when a limit is near.
func (s *session) notice(ctx context.Context) {
	limits, spent := s.budget.Limits(), s.budget.Spent()
	left, calls := limits.Requests-spent.Requests, limits.ToolCalls-spent.ToolCalls
	if s.frozen || left > nearRequests && calls > nearCalls && !s.lateOrDear(ctx) {
		return
	}
	if s.box.Changes().Empty() {
		if s.warned {
			return
		}
		s.warned = true
		s.say("A limit of this run is near: this is the last answer that counts. Edit and run the tests in it, or give your diagnosis.")
		return
	}
	s.frozen = true
	s.box.Freeze("a limit of this run is near; call run_tests on what there is, store a confirmed fix, or give your diagnosis")
	s.say("A limit of this run is near: editing has stopped. Call run_tests on what there is, store_fix_memory if a run has passed, or give your diagnosis.")
}

// nearTime is the share of the run's time that is kept for the last run of the tests.
const nearTime = 0.1

// lateOrDear reports whether the next request is the last that time or money allows.
func (s *session) lateOrDear(ctx context.Context) bool {
	limits := s.budget.Limits()
	if left := s.budget.Deadline().Sub(s.agent.Clock.Now()); left.Seconds() < limits.Time.Seconds()*nearTime {
		return true
	}
	price, known := s.budget.Price(s.agent.Model.Name())
	if !known {
		return limits.Tokens-s.budget.Spent().Tokens() < 2*(s.size.tokens()+spend.MinOutputTokens)
	}
	left, _, err := s.budget.LeftUSD(ctx)
	return err == nil && left < 2*price.Worst(s.size.tokens(), spend.MinOutputTokens)
}

// finish fills in the attempt from what was done.
func (s *session) finish(cause error) (Attempt, error) {
	a := &s.att
	a.Patch, a.Confirmed = s.box.Changes(), s.box.Confirmed()
	if proved, outcome := s.box.Proved(); a.Confirmed == "" && !proved.Empty() {
		// Later edits were never confirmed: what passed once is worth more.
		a.Patch, a.Confirmed = proved, outcome
	}
	a.Usage = s.budget.Spent().Minus(s.started)
	a.Cited = s.citations()
	a.Description, a.RootCause = s.describe()
	if a.Confirmed == "" || a.Patch.Empty() {
		a.Diagnosis = s.diagnose()
	}
	a.Transcript = s.rec.path()
	if err := s.rec.close(); err != nil {
		a.Notes = append(a.Notes, "the log of the attempt is incomplete: "+err.Error())
	}
	return *a, cause
}

// describe says what the patch does, in the model's words if it found any.
func (s *session) describe() (description, cause string) {
	switch {
	case s.att.Proposal != nil:
		return s.task.Clean(s.att.Proposal.Description), s.words
	case s.words != "" || s.att.Patch.Empty():
		return s.words, ""
	}
	return "Changes " + strings.Join(s.att.Patch.Paths(), ", ") + ".", ""
}

// maxTried bounds the list of what was tried.
const maxTried = 20

// remember notes a call for the diagnosis.
func (s *session) remember(c llm.ToolCall, r tool.Result) {
	if c.Name != tool.ApplyEdit && c.Name != tool.RunTests || r.Canceled || len(s.tried) >= maxTried {
		return
	}
	first, _, _ := strings.Cut(r.Output, "\n")
	if c.Name == tool.ApplyEdit && !r.Failed {
		first = strings.TrimPrefix(strings.ReplaceAll(r.Output, "\n", "; "), "ok; ")
	}
	const limit = 300
	s.tried = append(s.tried, fmt.Sprintf("%s: %s", c.Name, clip(first, limit)))
}

func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "..."
}

// diagnose says what a person can go on with: the model's last words, why it
// ended, and what was tried.
func (s *session) diagnose() string {
	var sb strings.Builder
	if s.words != "" {
		sb.WriteString(s.words + "\n\n")
	}
	fmt.Fprintf(&sb, "Ended: %s", s.att.StopReason)
	if s.att.Stop != "" {
		fmt.Fprintf(&sb, " (%s)", s.att.Stop)
	}
	sb.WriteString(".\n")
	if len(s.tried) > 0 {
		sb.WriteString("Tried:\n")
		for _, t := range s.tried {
			sb.WriteString("- " + t + "\n")
		}
	}
	return sb.String()
}
