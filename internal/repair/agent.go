package repair

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/repair/brief"
	"github.com/regreen/regreen/internal/repair/spend"
	"github.com/regreen/regreen/internal/repair/tool"
	"github.com/regreen/regreen/internal/scrub"
)

//go:embed instructions.md
var instructions string

// Clock is time as an agent sees it.
type Clock struct {
	Now   func() time.Time
	Sleep func(ctx context.Context, d time.Duration) error // returns ctx.Err() if that ends first
}

// SystemClock is the real time.
func SystemClock() Clock {
	return Clock{Now: time.Now, Sleep: func(ctx context.Context, d time.Duration) error {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
}

// Agent repairs with a model that calls tools. One Agent stands for one model;
// a ladder is several of them on one Budget, each told what the earlier ones learnt.
type Agent struct {
	Model     llm.Model
	Effort    string       // reasoning effort; "" is low
	Verbosity string       // of the model's messages; "" is low
	CacheKey  string       // the same for all runs of a repository; "" sends none
	Run       string       // id of the run, for the ledger
	Say       func(string) // hears what is waited for, a line at a time; nil hears nothing
	Clock     Clock        // zero is SystemClock

	RequestTime time.Duration  // most for one request; 0 is ten minutes
	Jitter      func() float64 // in [0,1), spreads the retries of runs at the same time; nil does not
}

// ready is a with what was left out.
func (a Agent) ready() Agent {
	if a.Clock.Now == nil {
		a.Clock = SystemClock()
	}
	if a.Jitter == nil {
		a.Jitter = func() float64 { return 0 }
	}
	if a.Say == nil {
		a.Say = func(string) {}
	}
	if a.RequestTime == 0 {
		a.RequestTime = requestTime
	}
	return a
}

// probeTries is how often a server that does not answer is asked whether it is there:
// a fault of the network that lasts longer than the waits between costs the run.
const probeTries = 3

// Ready says, without a request that is billed, why the model cannot be asked; nil if
// it can, or if that cannot be known.
func (a Agent) Ready(ctx context.Context) error {
	p, ok := a.Model.(llm.Prober)
	if !ok {
		return nil
	}
	a = a.ready()
	for try := 1; ; try++ {
		err := p.Probe(ctx)
		e := llm.AsError(err)
		if e == nil || e.Kind != llm.KindNetwork || try == probeTries || ctx.Err() != nil {
			return explained(a.Model.Name(), err)
		}
		d := firstWait << (try - 1)
		a.Say(fmt.Sprintf("the server of %s does not answer: asking again in %s", a.Model.Name(), d))
		if err := a.Clock.Sleep(ctx, d); err != nil {
			return err
		}
	}
}

// explained adds to an error of a model what a person can do about it.
func explained(model string, err error) error {
	if err == nil {
		return nil
	}
	if e := llm.AsError(err); e != nil && e.Advice() != "" {
		return fmt.Errorf("%s: %s: %w", model, e.Advice(), err)
	}
	return fmt.Errorf("%s: %w", model, err)
}

// Attempt lets the model work on t within b. It returns an error only if the
// model, its service, the disk or ctx broke; the Attempt beside it holds what was
// done until then. A limit is no error: see Attempt.StopReason.
func (a Agent) Attempt(ctx context.Context, t Task, b *spend.Budget) (Attempt, error) {
	a = a.ready()
	if t.Clean == nil {
		t.Clean = scrub.Text
	}
	b.Begin()
	s := &session{
		agent: a, task: t, budget: b, started: b.Spent(),
		box: tool.NewBox(tool.Config{Files: t.Files, Tests: t.Tests, Memories: t.Memories, Policy: t.Policy, Clean: t.Clean}),
		rec: openRecorder(t.RunDir, t.Clean, a.Clock.Now),
		att: Attempt{Kind: KindAgent, Model: a.Model.Name()},
	}
	return s.finish(explained(a.Model.Name(), s.run(ctx)))
}

// session is one attempt in progress.
type session struct {
	agent   Agent
	task    Task
	budget  *spend.Budget
	started spend.Usage // of the budget, when this attempt began
	box     *tool.Box
	rec     *recorder
	att     Attempt
	items   []llm.Item
	turn    int
	size    size

	firstTokens int // what the first request may have
	pool        pool
	circle      circle
	nudges      int    // messages without a call that were answered, in a row
	cutOffs     int    // answers that did not fit, in a row
	warned      bool   // the model was told that a limit is near
	frozen      bool   // a limit is near: no more edits
	words       string // the model's last words
	tried       []string
}

func (s *session) run(ctx context.Context) error {
	if err := s.open(ctx); err != nil {
		s.stop(StopError, s.task.Clean(err.Error()))
		return err
	}
	for s.att.StopReason == "" {
		s.turn++
		s.notice(ctx)
		resp, err := s.ask(ctx)
		if err == nil {
			err = s.take(ctx, resp)
		}
		var limit *spend.LimitError
		if errors.As(err, &limit) {
			s.stop(StopLimit, limit.Error())
			return nil
		}
		if err != nil {
			s.stop(StopError, s.task.Clean(err.Error()))
			return err
		}
	}
	return nil
}

func (s *session) stop(why StopReason, words string) {
	s.att.StopReason, s.att.Stop = why, words
	s.rec.event(s.turn, "stop", map[string]any{"reason": why, "detail": words})
}

// open searches the memory, if nobody did, and writes the first message.
func (s *session) open(ctx context.Context) error {
	if err := s.recall(ctx); err != nil {
		return err
	}
	return s.first(ctx, firstTokens)
}

// first writes the first message, so that the first request has at most tokens.
func (s *session) first(ctx context.Context, tokens int) error {
	s.size.fixed(instructions, tool.Specs())
	t := s.task
	msg, err := brief.First(ctx, brief.Input{
		Report: t.Report, Description: t.Description, Files: t.Files, Matches: t.Matches, RecallNote: t.RecallNote,
		Earlier: t.Earlier, Passing: t.Passing, Clean: t.Clean,
	}, (tokens-s.size.tokens())*bytesPerToken)
	if err != nil {
		return fmt.Errorf("write first message: %w", err)
	}
	s.rec.event(s.turn, "brief", map[string]any{"bytes": len(msg.Text), "cut": msg.Cut})
	s.items, s.firstTokens = nil, tokens
	s.say(msg.Text)
	s.pool = newPool(s.size.tokens())
	return nil
}

// say adds a message to the conversation. What it holds is cleaned already.
func (s *session) say(text string) {
	s.add(llm.Item{Role: "user", Text: text})
}

func (s *session) add(it llm.Item) {
	s.items = append(s.items, it)
	s.size.add(it)
	s.pool.take(s.turn, it)
	s.rec.item(s.turn, it)
}

// take acts on an answer: it executes the calls, or ends the attempt.
func (s *session) take(ctx context.Context, resp llm.Response) error {
	switch resp.Status {
	case llm.Refused:
		s.words = clip(s.task.Clean(resp.Reason), maxWords)
		s.stop(StopRefused, s.words)
		return nil
	case llm.Failed:
		return fmt.Errorf("model %q: answer failed: %q", s.agent.Model.Name(), s.task.Clean(resp.Reason))
	case llm.Incomplete:
		return s.cutOff(resp)
	}
	s.cutOffs = 0
	for _, it := range resp.Items {
		s.add(it)
	}
	calls, text := split(resp.Items)
	s.agent.Say(s.agent.Model.Name() + " answers with " + contents(s.task.Clean, calls))
	if text != "" {
		s.words = clip(s.task.Clean(text), maxWords)
	}
	if len(calls) == 0 {
		return s.final(ctx)
	}
	s.nudges = 0
	return s.execute(ctx, calls)
}

// maxWords bounds what is kept of the model's own words, in bytes: a page.
const maxWords = 4_000

func split(items []llm.Item) (calls []llm.ToolCall, text string) {
	var texts []string
	for _, it := range items {
		switch {
		case it.Call != nil:
			calls = append(calls, *it.Call)
		case it.Role == "assistant" && it.Text != "":
			texts = append(texts, it.Text)
		}
	}
	return calls, strings.Join(texts, "\n")
}

// contents names the calls of an answer, for a line of progress.
func contents(clean func(string) string, calls []llm.ToolCall) string {
	if len(calls) == 0 {
		return "a message"
	}
	names := make([]string, len(calls))
	for i, c := range calls {
		names[i] = c.Name
	}
	const limit = 120
	return clip(clean(strings.Join(names, ", ")), limit)
}

// maxCutOffs is how many answers in a row may be cut at the output limit.
const maxCutOffs = 2

// cutOff drops an answer that did not fit: its calls may be half of what was meant,
// so none is executed, and a call without a result must not stay in the conversation.
func (s *session) cutOff(resp llm.Response) error {
	s.rec.event(s.turn, "cut-off", map[string]any{"reason": resp.Reason})
	if resp.Reason == reasonFilter {
		s.stop(StopFiltered, "the server's content filter cut the answer")
		return nil
	}
	if s.cutOffs++; s.cutOffs > maxCutOffs {
		s.stop(StopCutOff, fmt.Sprintf("%d answers in a row were cut at the output limit", s.cutOffs))
		return nil
	}
	s.say("Your last answer was cut at the output limit, and nothing of it was executed. Answer again, shorter: one small edit at a time, with few lines of context.")
	return nil
}

// reasonFilter is the reason of an incomplete answer that a filter cut.
const reasonFilter = "content_filter"

// execute runs the calls of one answer and adds their results.
func (s *session) execute(ctx context.Context, calls []llm.ToolCall) error {
	granted, limit := s.grant(len(calls))
	s.box.Allow(s.pool.bytes(s.turn) / max(granted, 1))
	results, err := s.do(ctx, calls[:granted])
	for i, c := range calls {
		r := tool.Result{Output: "not executed: a limit of the run was reached", Canceled: true}
		if i < len(results) {
			r = results[i]
		}
		s.result(c, r)
	}
	switch {
	case err != nil:
		return err
	case s.att.Proposal != nil:
		s.stop(StopStored, "")
	case limit != nil:
		return limit
	default:
		s.turnInCircles()
	}
	return nil
}

// do executes calls until the run's time is up.
func (s *session) do(ctx context.Context, calls []llm.ToolCall) ([]tool.Result, error) {
	timed, cancel := s.timed(ctx)
	defer cancel()
	results, err := s.box.Do(timed, calls)
	return results, s.timeUp(ctx, timed, err)
}

// timed is ctx until the run's time is up.
func (s *session) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, s.budget.Deadline().Sub(s.agent.Clock.Now()))
}

// timeUp tells an error that came because the run's time was up, which is a limit,
// from one that broke something.
func (s *session) timeUp(ctx, timed context.Context, err error) error {
	if err == nil || ctx.Err() != nil || timed.Err() == nil {
		return err
	}
	return &spend.LimitError{Limit: "max-minutes", Detail: fmt.Sprintf("%s are over", s.budget.Limits().Time)}
}

// grant takes the calls from the budget, as many as it has.
func (s *session) grant(n int) (granted int, limit error) {
	for granted < n {
		if limit = s.budget.Call(); limit != nil {
			return granted, limit
		}
		granted++
	}
	return granted, nil
}

func (s *session) result(c llm.ToolCall, r tool.Result) {
	s.add(llm.Item{Result: &llm.ToolResult{ID: c.ID, Output: r.Output}})
	if r.Proposal != nil {
		s.att.Proposal = r.Proposal
	}
	s.circle.saw(c, r)
	s.remember(c, r)
	fields := map[string]any{"name": s.task.Clean(c.Name), "failed": r.Failed, "canceled": r.Canceled, "bytes": len(r.Output)}
	if r.Gate != nil {
		fields["gate"] = r.Gate.Error()
	}
	s.rec.event(s.turn, "tool", fields)
}

// maxNudges is how often in a row a message without a call is answered, before it
// is taken as the model's last word.
const maxNudges = 1

// final decides what a message without a call means.
func (s *session) final(ctx context.Context) error {
	switch {
	case s.box.Confirmed() != "" && !s.box.Changes().Empty():
		s.stop(StopFinal, "")
	case s.nudges >= maxNudges:
		s.stop(StopGaveUp, "the model ended without a passing run")
	case !s.box.Delivered():
		s.nudge(fmt.Sprintf("error: %v. Call %s before you give a diagnosis.", tool.ErrMemoryGate, tool.SearchMemory))
	case !s.box.Changes().Empty() && !s.box.Tested():
		return s.runForModel(ctx)
	case s.words == "":
		s.nudge("Your answer holds neither a call nor a message. Go on with the repair, or say in a message why there is no fix.")
	default:
		s.stop(StopGaveUp, "the model gave a diagnosis and no fix")
	}
	return nil
}

func (s *session) nudge(text string) {
	s.nudges++
	s.say(text)
}

// runForModel runs the tests for a model that ended with edits which no run has
// confirmed: if they pass it is done, else it may mend them once more.
func (s *session) runForModel(ctx context.Context) error {
	timed, cancel := s.timed(ctx)
	defer cancel()
	out, err := s.box.Verify(timed, nil)
	if err != nil {
		return s.timeUp(ctx, timed, fmt.Errorf("run tests: %w", err))
	}
	if s.box.Confirmed() != "" {
		s.stop(StopFinal, "")
		return nil
	}
	if s.frozen {
		s.stop(StopLimit, "a limit was near, and the tests still fail")
		return nil
	}
	s.nudge("You ended without a passing run, so the host ran the tests:\n" + out)
	return nil
}
