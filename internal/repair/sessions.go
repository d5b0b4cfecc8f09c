package repair

import (
	"context"
	"fmt"

	"github.com/regreen/regreen/internal/repair/spend"
)

// Sessions is the experiment of repairing the same fault in fresh sessions, with a
// shared memory and without one. Its parts come from outside, so that the same
// experiment runs on a script and on a live model.
type Sessions struct {
	Count  int          // sessions of each kind; 0 is 5
	Limits spend.Limits // of each session
	Prices spend.Prices
	// Open prepares session n (from 1) on fresh sources. With memory it searches what the
	// sessions before have stored. close, which may be nil, frees it.
	Open func(ctx context.Context, n int, with Memory) (s SessionStart, err error)
}

// Memory says whether sessions share one.
type Memory string

// The two kinds of session.
const (
	WithMemory    Memory = "with memory"
	WithoutMemory Memory = "without memory"
)

// SessionStart is one session that is about to begin.
type SessionStart struct {
	Agent Agent
	Task  Task
	// Judge proves the attempt and, with memory, stores what it proved. It reports whether
	// the failing tests pass now, and whether the test files are as they were.
	Judge func(ctx context.Context, a Attempt) (fixed, untouched bool, err error)
	Close func() error // may be nil
}

// SessionRow is the outcome of one session.
type SessionRow struct {
	Session    int     `json:"session"` // from 1
	Memory     Memory  `json:"memory"`
	Recalled   int     `json:"recalled"` // memories that the first request carried
	Requests   int     `json:"requests"`
	ToolCalls  int     `json:"tool_calls"`
	Tokens     int     `json:"tokens"`
	CostUSD    float64 `json:"cost_usd"`
	PriceKnown bool    `json:"price_known"`
	Fixed      bool    `json:"fixed"`           // the failing tests pass
	Untouched  bool    `json:"tests_untouched"` // no test file was changed
	StopReason string  `json:"stop_reason"`
}

// defaultSessions is how many sessions of each kind are run: those of the published experiment.
const defaultSessions = 5

// Run runs the sessions one after the other, first those with memory, which starts
// empty. It returns the rows so far beside an error.
func (e Sessions) Run(ctx context.Context) ([]SessionRow, error) {
	count := e.Count
	if count == 0 {
		count = defaultSessions
	}
	var rows []SessionRow
	for _, with := range []Memory{WithMemory, WithoutMemory} {
		for n := 1; n <= count; n++ {
			row, err := e.one(ctx, n, with)
			if err != nil {
				return rows, fmt.Errorf("session %d %s: %w", n, with, err)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func (e Sessions) one(ctx context.Context, n int, with Memory) (row SessionRow, err error) {
	s, err := e.Open(ctx, n, with)
	if err != nil {
		return row, err
	}
	if s.Close != nil {
		defer func() {
			if cerr := s.Close(); err == nil {
				err = cerr
			}
		}()
	}
	if s.Agent.Clock.Now == nil {
		s.Agent.Clock = SystemClock()
	}
	budget := spend.NewBudget(e.Limits, e.Prices, s.Agent.Clock.Now, nil)
	a, err := s.Agent.Attempt(ctx, s.Task, budget)
	if err != nil {
		return row, err
	}
	row = SessionRow{
		Session: n, Memory: with, Recalled: len(a.Cited), Requests: a.Usage.Requests, ToolCalls: a.Usage.ToolCalls, Tokens: a.Usage.Tokens(),
		CostUSD: a.Usage.CostUSD, PriceKnown: a.Usage.PriceKnown, StopReason: string(a.StopReason),
	}
	row.Fixed, row.Untouched, err = s.Judge(ctx, a)
	return row, err
}
