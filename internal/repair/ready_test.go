package repair_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/llmtest"
	"github.com/regreen/regreen/internal/repair"
)

// probed is a model whose server says these things when it is looked at.
type probed struct {
	llm.Model
	says []error
	n    int
}

func (p *probed) Probe(context.Context) error {
	p.n++
	return p.says[min(p.n, len(p.says))-1]
}

func TestReady(t *testing.T) {
	for _, tt := range []struct {
		name   string
		says   []error
		probes int
		advice string // "" if the model may be asked
	}{
		{"there", []error{nil}, 1, ""},
		{"there after a fault of the network", []error{modelError(llm.KindNetwork), nil}, 2, ""},
		{"never there", []error{modelError(llm.KindNetwork)}, 3, "check the network and OPENAI_BASE_URL"},
		{"wrong key", []error{modelError(llm.KindAuth)}, 1, "check OPENAI_API_KEY"},
		{"unknown model", []error{modelError(llm.KindNoModel)}, 1, "check --model"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &probed{Model: llmtest.New(t, "gpt-6-sol"), says: tt.says}
			c := newClock()
			var said []string
			err := repair.Agent{Model: p, Clock: c.clock(), Say: func(line string) { said = append(said, line) }}.Ready(t.Context())
			if (err != nil) != (tt.advice != "") || err != nil && (!strings.Contains(err.Error(), tt.advice) || llm.AsError(err) == nil) {
				t.Errorf("error %v, want %q", err, tt.advice)
			}
			if p.n != tt.probes || len(c.slept) != tt.probes-1 || len(said) != tt.probes-1 {
				t.Errorf("looked %d times, waited %v, said %q; want %d looks, each wait said", p.n, c.slept, said, tt.probes)
			}
		})
	}
	if err := (repair.Agent{Model: llmtest.New(t, "script")}).Ready(t.Context()); err != nil {
		t.Errorf("a model that cannot be looked at: %v", err)
	}
}

// What is waited for is said before, and a wait says why.
func TestSaysWhatIsAwaited(t *testing.T) {
	w := newWorld()
	var said []string
	m := llmtest.New(t, "gpt-6-sol", llmtest.Fail(modelError(llm.KindRateLimited, func(e *llm.Error) { e.RetryAfter = 7 * time.Second })),
		calls(goodEdit("1"), runTests("2")), storeConfirmed)
	if _, err := w.attemptSaying(m, func(line string) { said = append(said, line) }); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"asking gpt-6-sol: request 1, some", "takes no more requests for now", "asking gpt-6-sol: request 1, some",
		"gpt-6-sol answers with apply_edit, run_tests", "asking gpt-6-sol: request 2, some", "gpt-6-sol answers with store_fix_memory"} {
		if i >= len(said) || !strings.Contains(said[i], want) {
			t.Fatalf("line %d of %q, want %q", i+1, said, want)
		}
	}
}

// silent is a server that takes a request and never answers, n times.
type silent struct {
	llm.Model
	n int
}

func (s *silent) Respond(ctx context.Context, r llm.Request) (llm.Response, error) {
	if s.n--; s.n < 0 {
		return s.Model.Respond(ctx, r)
	}
	deadline, ok := ctx.Deadline()
	if !ok {
		return llm.Response{}, errors.New("a request without a deadline")
	}
	<-ctx.Done()
	return llm.Response{}, &llm.Error{Kind: llm.KindCanceled, MayBill: true, Err: errors.New(deadline.String())}
}

// A server that went silent costs one request's time, and is asked again.
func TestSilentServer(t *testing.T) {
	w := newWorld()
	w.requestTime = 30 * time.Millisecond
	m := &silent{Model: llmtest.New(t, "gpt-6-sol", calls(goodEdit("1"), runTests("2")), storeConfirmed), n: 1}
	got, err := w.attempt(m)
	if err != nil || got.StopReason != repair.StopStored {
		t.Errorf("stop %q, %v; want a fix after the second try", got.StopReason, err)
	}
	if got.Usage.Requests != 3 || got.Usage.Retries != 1 {
		t.Errorf("%d requests and %d retries counted, want 3 and 1: the silent one may be billed", got.Usage.Requests, got.Usage.Retries)
	}
}
