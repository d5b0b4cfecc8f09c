package repair_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/llmtest"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/spend"
)

func rehearsed() *llmtest.Rehearsed {
	return &llmtest.Rehearsed{Model: "gpt-6-sol", Look: []llm.ToolCall{readFile("1", "add.go")}, Mend: []llm.ToolCall{goodEdit("2"), runTests("3")},
		Store: func(outcome string) llm.ToolCall { return storeFix("4", outcome) }}
}

func sessions(t *testing.T, stored *[]memory.Match) repair.Sessions {
	t.Helper()
	return repair.Sessions{Count: 3, Limits: spend.DefaultLimits(), Prices: spend.PublishedPrices(),
		Open: func(_ context.Context, n int, with repair.Memory) (repair.SessionStart, error) {
			w := newWorld()
			if with == repair.WithMemory {
				w.task.Matches = *stored
			}
			return repair.SessionStart{
				Agent: repair.Agent{Model: rehearsed(), Clock: w.clock.clock()}, Task: w.task,
				Judge: func(ctx context.Context, a repair.Attempt) (bool, bool, error) {
					if with == repair.WithMemory && len(*stored) == 0 {
						*stored = append(*stored, memory.Match{Record: memory.Record{ID: "m1", Fix: memory.Fix{Description: a.Description}}})
					}
					res, err := w.tests.Run(ctx, nil)
					return res.ExitCode == 0, w.files["add_test.go"] == addTree()["add_test.go"], err
				},
			}, nil
		}}
}

func TestSessions(t *testing.T) {
	var stored []memory.Match
	rows, err := sessions(t, &stored).Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Tokens == 0 || r.CostUSD == 0 {
			t.Errorf("session %d %s has no tokens or no cost: %+v", r.Session, r.Memory, r)
		}
	}
	row := func(n int, with repair.Memory, recalled, requests, calls int) repair.SessionRow {
		return repair.SessionRow{Session: n, Memory: with, Recalled: recalled, Requests: requests, ToolCalls: calls,
			PriceKnown: true, Fixed: true, Untouched: true, StopReason: "stored"}
	}
	want := []repair.SessionRow{
		row(1, repair.WithMemory, 0, 3, 4), row(2, repair.WithMemory, 1, 2, 3), row(3, repair.WithMemory, 1, 2, 3),
		row(1, repair.WithoutMemory, 0, 3, 4), row(2, repair.WithoutMemory, 0, 3, 4), row(3, repair.WithoutMemory, 0, 3, 4),
	}
	if diff := cmp.Diff(want, rows, cmpopts.IgnoreFields(repair.SessionRow{}, "CostUSD", "Tokens")); diff != "" {
		t.Error(diff)
	}
}

func TestSessionsStopAtAnError(t *testing.T) {
	e := repair.Sessions{Open: func(context.Context, int, repair.Memory) (repair.SessionStart, error) {
		return repair.SessionStart{}, errors.New("disk full")
	}}
	if rows, err := e.Run(context.Background()); err == nil || len(rows) != 0 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}
