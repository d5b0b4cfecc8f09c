package llmtest_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/llmtest"
)

// spy is a test that keeps its errors to itself.
type spy struct {
	errs    []string
	cleanup []func()
}

func (*spy) Helper()                        {}
func (s *spy) Cleanup(f func())             { s.cleanup = append(s.cleanup, f) }
func (s *spy) Errorf(f string, args ...any) { s.errs = append(s.errs, fmt.Sprintf(f, args...)) }
func (s *spy) end() {
	for _, f := range s.cleanup {
		f()
	}
}

func ask(items ...llm.Item) llm.Request {
	return llm.Request{Input: append([]llm.Item{{Role: "user", Text: "go"}}, items...)}
}

// A script must be able to fail its test.
func TestScriptFails(t *testing.T) {
	call := llmtest.Call("1", "f", map[string]any{})
	for _, tt := range []struct {
		name  string
		steps int
		reqs  []llm.Request
		want  int // errors
	}{
		{"as written", 2, []llm.Request{ask(), ask()}, 0},
		{"a request too many", 1, []llm.Request{ask(), ask()}, 1},
		{"a step too many", 2, []llm.Request{ask()}, 1},
		{"a call without a result", 1, []llm.Request{ask(llm.Item{Call: &call})}, 1},
		{"a result without a call", 1, []llm.Request{ask(llm.Item{Result: &llm.ToolResult{ID: "1"}})}, 1},
		{"a pair", 1, []llm.Request{ask(llm.Item{Call: &call}, llm.Item{Result: &llm.ToolResult{ID: "1"}})}, 0},
	} {
		s := &spy{}
		var steps []llmtest.Step
		for range tt.steps {
			steps = append(steps, llmtest.Reply(llmtest.Say("hi")))
		}
		m := llmtest.New(s, "m", steps...)
		for _, r := range tt.reqs {
			_, _ = m.Respond(context.Background(), r)
		}
		s.end()
		if len(s.errs) != tt.want {
			t.Errorf("%s: %d errors, want %d: %q", tt.name, len(s.errs), tt.want, s.errs)
		}
	}
}

func TestScriptObeysItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := llmtest.New(&spy{}, "m", llmtest.Reply(llmtest.Say("hi")))
	if _, err := m.Respond(ctx, ask()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestOutcome(t *testing.T) {
	result := func(out string) llm.Item { return llm.Item{Result: &llm.ToolResult{Output: out}} }
	for _, tt := range []struct {
		items []llm.Item
		want  string
	}{
		{nil, ""},
		{[]llm.Item{result(`{"exit_code":0,"confirmed_outcome":"passed"}`), result("a file")}, "passed"},
		{[]llm.Item{result(`{"exit_code":0,"confirmed_outcome":"passed"}`), result(`{"exit_code":1,"confirmed_outcome":null}`)}, ""},
	} {
		if got := llmtest.Outcome(ask(tt.items...)); got != tt.want {
			t.Errorf("outcome %q, want %q", got, tt.want)
		}
	}
}

func TestErrorText(t *testing.T) {
	e := &llm.Error{Kind: llm.KindRateLimited, Status: 429, Code: "c", Message: "m", Err: errors.New("cause")}
	if diff := cmp.Diff(`model request: rate-limited: status 429 "c": "m": cause`, e.Error()); diff != "" {
		t.Error(diff)
	}
	if llm.AsError(fmt.Errorf("wrapped: %w", e)) != e || llm.AsError(errors.New("x")) != nil {
		t.Error("AsError does not see through a wrapping")
	}
}
