// Package llmtest is a model that follows a script, for tests without a network.
package llmtest

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/regreen/regreen/internal/llm"
)

// TB is the part of testing.TB that a script needs.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Cleanup(func())
}

// Step answers one request. It may look at the request, and fail the test if the
// request is not what the script expects.
type Step func(r llm.Request) (llm.Response, error)

// Model is a scripted llm.Model. It fails its test on a request beyond its last
// step, on a step that was never asked for, and on a conversation in which a call
// has no result.
type Model struct {
	tb       TB
	name     string
	steps    []Step
	Requests []llm.Request // every request seen, in order
}

var _ llm.Model = (*Model)(nil)

// New returns a model of that name that answers with steps, in order.
func New(tb TB, name string, steps ...Step) *Model {
	m := &Model{tb: tb, name: name, steps: steps}
	tb.Cleanup(func() {
		tb.Helper()
		if n := len(m.steps) - len(m.Requests); n > 0 {
			tb.Errorf("scripted model %q: %d of %d steps were never asked for", name, n, len(m.steps))
		}
	})
	return m
}

// Name implements llm.Model.
func (m *Model) Name() string { return m.name }

// Respond implements llm.Model.
func (m *Model) Respond(ctx context.Context, r llm.Request) (llm.Response, error) {
	m.tb.Helper()
	if err := ctx.Err(); err != nil {
		return llm.Response{}, &llm.Error{Kind: llm.KindCanceled, Err: err}
	}
	m.Requests = append(m.Requests, r)
	if err := Paired(r.Input); err != nil {
		m.tb.Errorf("scripted model %q: request %d: %v", m.name, len(m.Requests), err)
	}
	if len(m.Requests) > len(m.steps) {
		m.tb.Errorf("scripted model %q: unexpected request %d; last item: %+v", m.name, len(m.Requests), r.Input[len(r.Input)-1])
		return llm.Response{}, fmt.Errorf("scripted model %q: no step for request %d", m.name, len(m.Requests))
	}
	resp, err := m.steps[len(m.Requests)-1](r)
	if resp.Model == "" {
		resp.Model = m.name
	}
	return resp, err
}

// Paired checks that each call in items has exactly one result, after it, and
// that each result has a call.
func Paired(items []llm.Item) error {
	open := map[string]bool{}
	for i, it := range items {
		switch {
		case it.Call != nil:
			open[it.Call.ID] = true
		case it.Result != nil:
			if !open[it.Result.ID] {
				return fmt.Errorf("item %d: result for %q without an open call", i, it.Result.ID)
			}
			delete(open, it.Result.ID)
		}
	}
	for id := range open {
		return fmt.Errorf("call %q has no result", id)
	}
	return nil
}

// Reply answers with the response, whatever the request is.
func Reply(r llm.Response) Step {
	return func(llm.Request) (llm.Response, error) { return r, nil }
}

// Fail answers with the error.
func Fail(err error) Step {
	return func(llm.Request) (llm.Response, error) { return llm.Response{}, err }
}

// Calls is a completed response that calls tools, in that order.
func Calls(calls ...llm.ToolCall) llm.Response {
	r := llm.Response{Status: llm.Completed, Usage: usage()}
	for _, c := range calls {
		r.Items = append(r.Items, llm.Item{Call: &c})
	}
	return r
}

// Say is a completed response with a message and no call.
func Say(text string) llm.Response {
	return llm.Response{Status: llm.Completed, Usage: usage(), Items: []llm.Item{{Role: "assistant", Text: text}}}
}

// Call is a tool call whose arguments are args as JSON; a string is taken as it
// stands. It panics on arguments that have no JSON form.
func Call(id, name string, args any) llm.ToolCall {
	s, ok := args.(string)
	if !ok {
		b, err := json.Marshal(args)
		if err != nil {
			panic(err)
		}
		s = string(b)
	}
	return llm.ToolCall{ID: id, Name: name, Arguments: s}
}

// Results returns the outputs of the tool results in r, in order.
func Results(r llm.Request) []string {
	var out []string
	for _, it := range r.Input {
		if it.Result != nil {
			out = append(out, it.Result.Output)
		}
	}
	return out
}

// Outcome returns the latest confirmed_outcome among the results in r, "" if
// there is none: what a model must hand to the store call, word for word.
func Outcome(r llm.Request) string {
	last := ""
	for _, out := range Results(r) {
		var v struct {
			ExitCode  *int    `json:"exit_code"`
			Confirmed *string `json:"confirmed_outcome"`
		}
		if json.Unmarshal([]byte(out), &v) != nil || v.ExitCode == nil {
			continue
		}
		last = ""
		if v.Confirmed != nil {
			last = *v.Confirmed
		}
	}
	return last
}

// usage is what Calls and Say report, so that budgets move.
func usage() llm.Usage { return llm.Usage{InputTokens: 1000, OutputTokens: 100} }
