package repair

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/repair/spend"
	"github.com/regreen/regreen/internal/repair/tool"
)

// Retries of one request. The waits double from firstWait to lastWait, so that
// five tries cover half a minute, unless the server names its own.
const (
	maxTries  = 5
	firstWait = time.Second
	lastWait  = 30 * time.Second
)

// requestTime bounds one request, so that a server that went silent does not take the
// run's whole time: 8,000 output tokens take so long at 13 a second, which is slow.
const requestTime = 10 * time.Minute

// ask sends the conversation and returns the answer. It waits and sends again where
// that can help, within the budget; a try that may have been billed is charged at
// its worst case.
func (s *session) ask(ctx context.Context) (llm.Response, error) {
	for try := 1; ; try++ {
		outputCap, err := s.budget.Admit(ctx, s.agent.Model.Name(), s.size.tokens())
		if err != nil {
			return llm.Response{}, err
		}
		resp, err := s.send(ctx, outputCap)
		if err == nil {
			return resp, nil
		}
		e := llm.AsError(err)
		switch {
		case e == nil || ctx.Err() != nil:
			return resp, err
		case s.shorten(ctx, e):
			s.rec.event(s.turn, "shorten", map[string]any{"tokens": s.size.tokens()})
		case !e.Retryable() || try == maxTries:
			return resp, err
		default:
			if err := s.wait(ctx, e, try); err != nil {
				return resp, err
			}
		}
	}
}

// send makes one request under the run's deadline and charges for it.
func (s *session) send(ctx context.Context, outputCap int) (llm.Response, error) {
	timed, cancel := s.timed(ctx)
	defer cancel()
	once, cancelOnce := context.WithTimeout(timed, s.agent.RequestTime)
	defer cancelOnce()
	s.agent.Say(fmt.Sprintf("asking %s: request %d, some %d tokens", s.agent.Model.Name(), s.budget.Spent().Requests+1, s.size.tokens()))
	s.rec.event(s.turn, "request", map[string]any{"model": s.agent.Model.Name(), "input_estimate": s.size.tokens(), "output_cap": outputCap})
	resp, err := s.agent.Model.Respond(once, llm.Request{
		Instructions:    instructions,
		Input:           s.items,
		Tools:           tool.Specs(),
		MaxOutputTokens: outputCap,
		Effort:          orText(s.agent.Effort, "low"),
		Verbosity:       orText(s.agent.Verbosity, "low"),
		CacheKey:        s.agent.CacheKey,
	})
	if e := llm.AsError(err); e != nil && once.Err() != nil && timed.Err() == nil {
		e.Kind = llm.KindNetwork // the server went silent: asking again may help
	}
	s.account(ctx, resp, err, outputCap)
	return resp, s.timeUp(ctx, timed, err)
}

func orText(s, other string) string {
	if s != "" {
		return s
	}
	return other
}

// account charges the budget and the ledger for a request that was sent.
func (s *session) account(ctx context.Context, resp llm.Response, err error, outputCap int) {
	u, ok := s.usage(resp, err, outputCap)
	if !ok {
		s.rec.event(s.turn, "refused", map[string]any{"error": s.task.Clean(err.Error())})
		return
	}
	price, known := s.budget.Price(s.agent.Model.Name())
	u.PriceKnown = known
	uncertain := err != nil && resp.Usage.InputTokens == 0
	if known {
		u.CostUSD = price.Cost(u.Input, u.Cached, u.CacheWrite, u.Output) * tierFactor(resp.Tier)
		if uncertain {
			u.CostUSD = price.Worst(u.Input, u.Output)
		}
	}
	s.budget.Charge(u)
	if err == nil {
		s.size.measured(resp.Usage)
	}
	fields := map[string]any{"status": resp.Status, "usage": u}
	if err != nil {
		fields["error"] = s.task.Clean(err.Error())
	}
	s.rec.event(s.turn, "response", fields)
	s.enter(ctx, u, uncertain)
}

// usage is what the request took; false if it was refused without being billed.
func (s *session) usage(resp llm.Response, err error, outputCap int) (spend.Usage, bool) {
	u := spend.Usage{Requests: 1, Input: resp.Usage.InputTokens, Cached: resp.Usage.CachedTokens, CacheWrite: resp.Usage.CacheWriteToken,
		Output: resp.Usage.OutputTokens, Reasoning: resp.Usage.ReasoningTokens}
	switch e := llm.AsError(err); {
	case u.Input > 0:
		return u, true
	case err == nil: // the server does not count tokens
		u.Input, u.Output, u.Estimated = s.size.tokens(), sizeOf(resp.Items...)/bytesPerToken, true
		return u, true
	case e != nil && e.MayBill:
		u.Input, u.Output, u.Estimated = s.size.tokens(), outputCap, true
		return u, true
	}
	return u, false
}

// tierFactor is what a server's service tier does to the price.
func tierFactor(tier string) float64 {
	switch tier {
	case "flex":
		return 0.5
	case "priority":
		return 2
	}
	return 1
}

func (s *session) enter(ctx context.Context, u spend.Usage, uncertain bool) {
	err := s.budget.Enter(context.WithoutCancel(ctx), spend.Entry{
		Time: s.agent.Clock.Now(), Run: s.agent.Run, Model: s.agent.Model.Name(), Input: u.Input, Cached: u.Cached, CacheWrite: u.CacheWrite,
		Output: u.Output, CostUSD: u.CostUSD, PriceKnown: u.PriceKnown, Uncertain: uncertain, RunUSD: s.budget.Spent().CostUSD,
	})
	if err != nil {
		s.rec.keep(err)
	}
}

// wait sleeps before the next try, as long as the server asks or twice as long as
// the last time. It does not wait beyond the run's deadline.
func (s *session) wait(ctx context.Context, e *llm.Error, try int) error {
	d := e.RetryAfter
	if d <= 0 {
		d = min(firstWait*time.Duration(math.Pow(2, float64(try-1))), lastWait)
		d += time.Duration(s.agent.Jitter() * float64(d) / 2)
	}
	if left := s.budget.Deadline().Sub(s.agent.Clock.Now()); d >= left {
		return &spend.LimitError{Limit: "max-minutes", Detail: fmt.Sprintf("the server asks to wait %s and %s are left", d.Round(time.Second), left.Round(time.Second))}
	}
	s.budget.Charge(spend.Usage{Retries: 1, PriceKnown: true})
	s.agent.Say(fmt.Sprintf("%s: asking again in %s, try %d of %d", trouble(s.agent.Model.Name(), e), d.Round(time.Second/10), try+1, maxTries))
	s.rec.event(s.turn, "wait", map[string]any{"kind": e.Kind, "seconds": d.Seconds()})
	return s.agent.Clock.Sleep(ctx, d)
}

// trouble says what is the matter with a server that is asked again.
func trouble(model string, e *llm.Error) string {
	switch e.Kind {
	case llm.KindMalformed:
		return fmt.Sprintf("what the server of %s sends is no answer of a model", model)
	case llm.KindRateLimited:
		return fmt.Sprintf("the server of %s takes no more requests for now (status %d)", model, e.Status)
	case llm.KindUnavailable:
		return fmt.Sprintf("the server of %s is out of order (status %d)", model, e.Status)
	}
	return fmt.Sprintf("no answer from the server of %s", model)
}

// minFirstTokens is the shortest first request that is worth sending.
const minFirstTokens = 4_000

// shorten makes the conversation shorter after a request that was too long, and
// reports whether that went. Many servers say so in words alone, so that a request
// that is refused without a reason after others went through counts as too long.
func (s *session) shorten(ctx context.Context, e *llm.Error) bool {
	unexplained := e.Kind == llm.KindBadRequest && e.Param == "" && s.turn > 1
	if e.Kind != llm.KindOverflow && !unexplained {
		return false
	}
	if s.trim() {
		return true
	}
	half := min(s.firstTokens, s.size.tokens()) / 2
	return s.turn == 1 && half >= minFirstTokens && s.first(ctx, half) == nil
}

// keepResults is how many of the latest tool results are never trimmed.
const keepResults = 2

// trimmed stands where an old tool result was.
const trimmed = "[cut to fit the model's context; call the tool again if you need it]"

// trim shortens the oldest half of the tool results that are still whole. Calls and
// results stay pairs. It returns false when nothing is left to cut.
func (s *session) trim() bool {
	var whole []int
	for i, it := range s.items {
		if it.Result != nil && len(it.Result.Output) > len(trimmed) {
			whole = append(whole, i)
		}
	}
	if len(whole) <= keepResults {
		return false
	}
	whole = whole[:len(whole)-keepResults]
	for _, i := range whole[:(len(whole)+1)/2] {
		r := *s.items[i].Result
		r.Output = trimmed
		s.items[i].Result = &r
	}
	s.size.recount(s.items)
	return true
}
