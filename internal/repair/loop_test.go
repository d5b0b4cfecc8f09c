package repair_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/llmtest"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/brief"
	"github.com/regreen/regreen/internal/repair/spend"
	"github.com/regreen/regreen/internal/repair/tool"
)

func readFile(id, path string) llm.ToolCall {
	return llmtest.Call(id, tool.ReadFile, map[string]any{"path": path, "start_line": nil, "end_line": nil})
}

func badEdit(id string) llm.ToolCall { return applyEdit(id, edit{"add.go", "a - b", "a * b"}) }

func calls(cs ...llm.ToolCall) llmtest.Step { return llmtest.Reply(llmtest.Calls(cs...)) }

func say(text string) llmtest.Step { return llmtest.Reply(llmtest.Say(text)) }

// last is the text of the last item of a request.
func last(r llm.Request) string {
	it := r.Input[len(r.Input)-1]
	if it.Result != nil {
		return it.Result.Output
	}
	return it.Text
}

func TestEndings(t *testing.T) {
	cut := llm.Response{Status: llm.Incomplete, Reason: "max_output_tokens", Items: llmtest.Calls(goodEdit("x")).Items, Usage: llm.Usage{InputTokens: 10, OutputTokens: 8000}}
	for _, tt := range []struct {
		name      string
		steps     []llmtest.Step
		limits    func(*spend.Limits)
		stop      repair.StopReason
		confirmed bool
		patched   bool
		diagnosis string
	}{
		{name: "one more file, three requests", steps: []llmtest.Step{calls(readFile("1", "add.go")), calls(goodEdit("2"), runTests("3")), storeConfirmed},
			stop: repair.StopStored, confirmed: true, patched: true},
		{name: "a message after a passing run", steps: []llmtest.Step{calls(goodEdit("1"), runTests("2")), say("Mended.")},
			stop: repair.StopFinal, confirmed: true, patched: true},
		{name: "a message without a run: the host runs", steps: []llmtest.Step{calls(goodEdit("1")), say("Done.")},
			stop: repair.StopFinal, confirmed: true, patched: true},
		{name: "the host's run fails and the model mends it", steps: []llmtest.Step{calls(badEdit("1")), say("Done."),
			calls(applyEdit("2", edit{"add.go", "a * b", "a + b"}), runTests("3")), storeConfirmed},
			stop: repair.StopStored, confirmed: true, patched: true},
		{name: "the host's run fails and the model insists", steps: []llmtest.Step{calls(badEdit("1")), say("Done."), say("It is done.")},
			stop: repair.StopGaveUp, patched: true, diagnosis: "It is done."},
		{name: "a diagnosis", steps: []llmtest.Step{say("The test is wrong.")}, stop: repair.StopGaveUp, diagnosis: "The test is wrong."},
		{name: "nothing, twice", steps: []llmtest.Step{say(""), say("")}, stop: repair.StopGaveUp, diagnosis: "Ended: gave-up"},
		{name: "a refusal is not asked again", steps: []llmtest.Step{llmtest.Reply(llm.Response{Status: llm.Refused, Reason: "I will not."})},
			stop: repair.StopRefused, diagnosis: "I will not."},
		{name: "a content filter", steps: []llmtest.Step{llmtest.Reply(llm.Response{Status: llm.Incomplete, Reason: "content_filter"})}, stop: repair.StopFiltered, diagnosis: "content filter"},
		{name: "a cut-off answer is never executed, and the next one may do", steps: []llmtest.Step{llmtest.Reply(cut), calls(goodEdit("1"), runTests("2")), storeConfirmed},
			stop: repair.StopStored, confirmed: true, patched: true},
		{name: "three cut-off answers", steps: []llmtest.Step{llmtest.Reply(cut), llmtest.Reply(cut), llmtest.Reply(cut)}, stop: repair.StopCutOff, diagnosis: "3 answers in a row"},
		{name: "the same call three times", steps: []llmtest.Step{calls(readFile("1", "x")), calls(readFile("2", "x")), calls(readFile("3", "x"))},
			stop: repair.StopCircle, diagnosis: "read_file was called 3 times"},
		{name: "edits that undo each other", steps: []llmtest.Step{calls(badEdit("1")), calls(applyEdit("2", edit{"add.go", "a * b", "a - b"})), calls(badEdit("3"))},
			stop: repair.StopCircle, patched: true, diagnosis: "earlier state 2 times"},
		{name: "the request limit", limits: func(l *spend.Limits) { l.Requests = 2 }, steps: []llmtest.Step{calls(badEdit("1")), calls(runTests("2"))},
			stop: repair.StopLimit, patched: true, diagnosis: "max-requests: 2 requests were sent"},
		{name: "the call limit", limits: func(l *spend.Limits) { l.ToolCalls = 3 }, steps: []llmtest.Step{calls(readFile("1", "add.go"), readFile("2", "go.mod"), goodEdit("3"), runTests("4"))},
			stop: repair.StopLimit, patched: true, diagnosis: "max-tool-calls: 3 calls were made"},
		{name: "no money for the first request", limits: func(l *spend.Limits) { l.CostUSD = 0.001 }, stop: repair.StopLimit, diagnosis: "max-cost-usd"},
		{name: "a pass that later edits spoil is kept", limits: func(l *spend.Limits) { l.Requests = 3 },
			steps: []llmtest.Step{calls(goodEdit("1"), runTests("2")), calls(applyEdit("3", edit{"add.go", "a + b", "a * b"})), calls(readFile("4", "add.go"))},
			stop:  repair.StopLimit, confirmed: true, patched: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld()
			if tt.limits != nil {
				tt.limits(&w.limits)
			}
			m := llmtest.New(t, "gpt-6-sol", tt.steps...)
			got, err := w.attempt(m)
			if err != nil {
				t.Fatal(err)
			}
			if got.StopReason != tt.stop || (got.Confirmed != "") != tt.confirmed || got.Patch.Empty() == tt.patched {
				t.Errorf("stop %q (%s), confirmed %q, patch %q", got.StopReason, got.Stop, got.Confirmed, got.Patch)
			}
			if !strings.Contains(got.Diagnosis, tt.diagnosis) || (got.Diagnosis == "") != (tt.confirmed && tt.patched) {
				t.Errorf("diagnosis %q, want %q in it", got.Diagnosis, tt.diagnosis)
			}
			if tt.confirmed && !strings.Contains(got.Patch.String(), "+\treturn a + b") {
				t.Errorf("patch\n%s", got.Patch)
			}
			if got.Usage.Requests != len(tt.steps) {
				t.Errorf("%d requests counted, %d sent", got.Usage.Requests, len(tt.steps))
			}
		})
	}
}

func TestBadCallsAreAnswered(t *testing.T) {
	w := newWorld()
	m := llmtest.New(t, "gpt-6-sol",
		calls(llmtest.Call("1", "format_disk", `{}`), llmtest.Call("2", tool.ReadFile, `{"path": "add`), applyEdit("3", edit{"add_test.go", "want 3", "want -1"}), runTests("4")),
		func(r llm.Request) (llm.Response, error) {
			out := llmtest.Results(r)
			for i, want := range []string{`there is no tool "format_disk"`, "not a JSON object", "the policy forbids this change", "not executed"} {
				if !strings.Contains(out[i], want) {
					t.Errorf("result %d is %q, want %q", i+1, out[i], want)
				}
			}
			return llmtest.Calls(goodEdit("5"), runTests("6")), nil
		}, storeConfirmed)
	got, err := w.attempt(m)
	if err != nil || got.StopReason != repair.StopStored {
		t.Errorf("%q, %v", got.StopReason, err)
	}
	if strings.Contains(w.files["add_test.go"], "want -1") {
		t.Error("the test was changed")
	}
}

// Three different fixes that fail in the same words are no circle.
func TestTryingIsNoCircle(t *testing.T) {
	w := newWorld()
	m := llmtest.New(t, "gpt-6-sol",
		calls(badEdit("1"), runTests("2")),
		calls(applyEdit("3", edit{"add.go", "a * b", "a / b"}), runTests("4")),
		calls(applyEdit("5", edit{"add.go", "a / b", "b - a"}), runTests("6")),
		calls(applyEdit("7", edit{"add.go", "b - a", "a + b"}), runTests("8")), storeConfirmed)
	if got, err := w.attempt(m); err != nil || got.StopReason != repair.StopStored {
		t.Errorf("%q (%s), %v", got.StopReason, got.Stop, err)
	}
}

// H1: near a limit editing stops and what is there is verified.
func TestNearALimit(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*spend.Limits)
		usage  llm.Usage     // of the first request
		takes  time.Duration // the first request
		after  []llmtest.Step
	}{
		{name: "requests", change: func(l *spend.Limits) { l.Requests = 2 }},
		{name: "tool calls", change: func(l *spend.Limits) { l.ToolCalls = 3 }, after: []llmtest.Step{say("No.")}},
		{name: "money", change: func(l *spend.Limits) { l.CostUSD = 0.40 }, usage: llm.Usage{InputTokens: 70_000}, after: []llmtest.Step{say("No.")}},
		{name: "tokens", change: func(l *spend.Limits) { l.Tokens = 200_000 }, usage: llm.Usage{InputTokens: 70_000}, after: []llmtest.Step{say("No.")}},
		{name: "time", takes: 19 * time.Minute, after: []llmtest.Step{say("No.")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld()
			if tt.change != nil {
				tt.change(&w.limits)
			}
			model := "gpt-6-sol"
			if tt.name == "tokens" {
				model = "llama3"
			}
			steps := append([]llmtest.Step{
				func(llm.Request) (llm.Response, error) {
					w.clock.at = w.clock.at.Add(tt.takes)
					r := llmtest.Calls(badEdit("1"))
					r.Usage.InputTokens += tt.usage.InputTokens
					return r, nil
				},
				func(r llm.Request) (llm.Response, error) {
					if !strings.Contains(last(r), "editing has stopped") {
						t.Errorf("the model is not told: %q", last(r))
					}
					return llmtest.Calls(applyEdit("2", edit{"add.go", "a * b", "a + b"}), runTests("3")), nil
				}}, tt.after...)
			got, err := w.attempt(llmtest.New(t, model, steps...))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(w.files["add.go"], "a * b") {
				t.Errorf("the files changed after editing had stopped:\n%s", w.files["add.go"])
			}
			if got.Patch.Empty() {
				t.Error("the work until then is lost")
			}
		})
	}
}

func modelError(kind llm.Kind, change ...func(*llm.Error)) error {
	e := &llm.Error{Kind: kind, Message: "outside words"}
	for _, c := range change {
		c(e)
	}
	return e
}

func TestRetries(t *testing.T) {
	wait := func(d time.Duration) func(*llm.Error) { return func(e *llm.Error) { e.RetryAfter = d } }
	bill := func(e *llm.Error) { e.MayBill = true }
	final := func(e *llm.Error) { e.Final = true }
	for _, tt := range []struct {
		name     string
		errs     []error
		kind     llm.Kind // "" if the run gets through
		slept    []time.Duration
		requests int // that count, the two good ones among them
		stop     repair.StopReason
	}{
		{name: "waits as long as the server asks", errs: []error{modelError(llm.KindRateLimited, wait(7*time.Second))}, slept: []time.Duration{7 * time.Second}, requests: 2},
		{name: "backs off", errs: []error{modelError(llm.KindUnavailable), modelError(llm.KindNetwork), modelError(llm.KindMalformed)}, slept: []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}, requests: 2},
		{name: "counts what may have been billed", errs: []error{modelError(llm.KindUnavailable, bill)}, slept: []time.Duration{time.Second}, requests: 3},
		{name: "gives up after five tries", errs: slices.Repeat([]error{modelError(llm.KindUnavailable)}, 5), slept: []time.Duration{1e9, 2e9, 4e9, 8e9}, kind: llm.KindUnavailable},
		{name: "stops at once without money", errs: []error{modelError(llm.KindQuota)}, kind: llm.KindQuota},
		{name: "stops at once with a wrong key", errs: []error{modelError(llm.KindAuth)}, kind: llm.KindAuth},
		{name: "stops when told so", errs: []error{modelError(llm.KindUnavailable, final)}, kind: llm.KindUnavailable},
		{name: "does not wait beyond the deadline", errs: []error{modelError(llm.KindRateLimited, wait(time.Hour))}, stop: repair.StopLimit},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld()
			var steps []llmtest.Step
			for _, e := range tt.errs {
				steps = append(steps, llmtest.Fail(e))
			}
			if tt.kind == "" && tt.stop == "" {
				steps = append(steps, calls(goodEdit("1"), runTests("2")), storeConfirmed)
			}
			got, err := w.attempt(llmtest.New(t, "gpt-6-sol", steps...))
			if e := llm.AsError(err); (e == nil) != (tt.kind == "") || e != nil && e.Kind != tt.kind {
				t.Fatalf("error %v, want kind %q", err, tt.kind)
			}
			if diff := cmp.Diff(tt.slept, w.clock.slept); diff != "" {
				t.Error(diff)
			}
			if tt.stop != "" && got.StopReason != tt.stop || got.Usage.Requests != tt.requests || got.Usage.Retries != len(tt.slept) {
				t.Errorf("stop %q, %d requests, %d retries", got.StopReason, got.Usage.Requests, got.Usage.Retries)
			}
			if tt.kind != "" && (got.StopReason != repair.StopError || got.Diagnosis == "") {
				t.Errorf("stop %q, diagnosis %q", got.StopReason, got.Diagnosis)
			}
		})
	}
}

// A retry that may have been billed is charged at its worst case.
func TestUncertainCost(t *testing.T) {
	w := newWorld()
	ledger := spend.NewLedger(filepath.Join(t.TempDir(), "ledger.jsonl"), 0, w.clock.Now)
	w.budget = spend.NewBudget(w.limits, spend.PublishedPrices(), w.clock.Now, ledger)
	got, err := w.attempt(llmtest.New(t, "gpt-6-sol", llmtest.Fail(modelError(llm.KindNetwork, func(e *llm.Error) { e.MayBill = true })), calls(goodEdit("1"), runTests("2")), storeConfirmed))
	if err != nil {
		t.Fatal(err)
	}
	price, _ := spend.PublishedPrices().Of("gpt-6-sol")
	sure := 2 * price.Cost(1000, 0, 0, 100)
	if got.Usage.CostUSD < sure+price.Worst(0, 8000) || !got.Usage.PriceKnown {
		t.Errorf("cost $%v, price known %v; want more than $%v", got.Usage.CostUSD, got.Usage.PriceKnown, sure)
	}
	if sum, err := ledger.Spent(t.Context()); err != nil || sum != got.Usage.CostUSD {
		t.Errorf("ledger has $%v, the attempt $%v, %v", sum, got.Usage.CostUSD, err)
	}
}

func TestUnknownPrice(t *testing.T) {
	w := newWorld()
	got, err := w.attempt(llmtest.New(t, "llama3", calls(goodEdit("1"), runTests("2")), storeConfirmed))
	if err != nil || got.Usage.PriceKnown || got.Usage.CostUSD != 0 || got.Usage.Tokens() != 2200 {
		t.Errorf("usage %+v, %v", got.Usage, err)
	}
}

// A server that counts no tokens: the estimate takes their place and is marked.
func TestNoTokenCounts(t *testing.T) {
	w := newWorld()
	r := llmtest.Calls(goodEdit("1"), runTests("2"))
	r.Usage = llm.Usage{}
	got, err := w.attempt(llmtest.New(t, "gpt-6-sol", llmtest.Reply(r), storeConfirmed))
	if err != nil || !got.Usage.Estimated || got.Usage.Input < 2000 {
		t.Errorf("usage %+v, %v", got.Usage, err)
	}
}

// The output cap shrinks so that the worst case fits the money that is left.
func TestOutputCapShrinks(t *testing.T) {
	w := newWorld()
	w.limits.CostUSD = 0.05
	m := llmtest.New(t, "gpt-6-sol", calls(goodEdit("1"), runTests("2")), storeConfirmed)
	if _, err := w.attempt(m); err != nil {
		t.Fatal(err)
	}
	if n := m.Requests[0].MaxOutputTokens; n >= 8000 || n < spend.MinOutputTokens {
		t.Errorf("output cap %d", n)
	}
}

// A context that is too long is shortened by the oldest results; pairs stay.
func TestOverflow(t *testing.T) {
	w := newWorld()
	w.files["big.go"] = "package add\n" + strings.Repeat("// much text here\n", 200)
	over := llmtest.Fail(modelError(llm.KindOverflow))
	m := llmtest.New(t, "gpt-6-sol", calls(readFile("1", "big.go")), calls(readFile("2", "add.go"), readFile("3", "add_test.go")), over,
		func(r llm.Request) (llm.Response, error) {
			out := llmtest.Results(r)
			if len(out) != 3 || strings.Contains(out[0], "much text") || !strings.Contains(out[2], "TestAdd") {
				t.Errorf("results after trimming: %q", out)
			}
			return llmtest.Calls(goodEdit("4"), runTests("5")), nil
		}, storeConfirmed)
	got, err := w.attempt(m)
	if err != nil || got.StopReason != repair.StopStored {
		t.Errorf("%q, %v", got.StopReason, err)
	}
}

func TestOverflowWithNothingToTrim(t *testing.T) {
	w := newWorld()
	_, err := w.attempt(llmtest.New(t, "gpt-6-sol", llmtest.Fail(modelError(llm.KindOverflow))))
	if e := llm.AsError(err); e == nil || e.Kind != llm.KindOverflow {
		t.Errorf("error %v", err)
	}
}

// A model with a small context gets a shorter first message.
func TestOverflowOfTheFirstRequest(t *testing.T) {
	w := bigWorld(30)
	m := llmtest.New(t, "gpt-6-sol", llmtest.Fail(modelError(llm.KindOverflow)), calls(goodEdit("1"), runTests("2")), storeConfirmed)
	if _, err := w.attempt(m); err != nil {
		t.Fatal(err)
	}
	if a, b := len(m.Requests[0].Input[0].Text), len(m.Requests[1].Input[0].Text); b > a/2 || len(m.Requests[1].Input) != 1 {
		t.Errorf("the first message had %d bytes, then %d", a, b)
	}
}

// Some servers refuse a long request without a reason.
func TestUnexplainedRefusalIsTakenAsOverflow(t *testing.T) {
	w := newWorld()
	m := llmtest.New(t, "gpt-6-sol", calls(readFile("1", "add.go"), readFile("2", "add_test.go"), readFile("3", "add_test.go")),
		llmtest.Fail(modelError(llm.KindBadRequest)), calls(goodEdit("4"), runTests("5")), storeConfirmed)
	if got, err := w.attempt(m); err != nil || got.StopReason != repair.StopStored {
		t.Errorf("%q, %v", got.StopReason, err)
	}
	_, err := newWorld().attempt(llmtest.New(t, "gpt-6-sol", llmtest.Fail(modelError(llm.KindBadRequest))))
	if e := llm.AsError(err); e == nil || e.Kind != llm.KindBadRequest {
		t.Errorf("a refused first request: %v", err)
	}
}

// The time of the run holds for a request and for the tools; it is a limit, no error.
func TestTimeIsUp(t *testing.T) {
	for _, during := range []string{"a request", "the tests"} {
		t.Run(during, func(t *testing.T) {
			w := newWorld()
			w.limits.Time = 20 * time.Millisecond
			m := &waiting{w: w, tests: during == "the tests"}
			w.task.Tests = m
			got, err := w.attempt(m)
			if err != nil || got.StopReason != repair.StopLimit || !strings.Contains(got.Stop, "max-minutes") {
				t.Errorf("stop %q (%s), %v", got.StopReason, got.Stop, err)
			}
			if m.tests && got.Patch.Empty() {
				t.Error("the work until then is lost")
			}
		})
	}
}

// waiting hangs, as a model or as the tests, until its context ends.
type waiting struct {
	w     *world
	tests bool
}

func (*waiting) Name() string { return "gpt-6-sol" }

func (m *waiting) Respond(ctx context.Context, _ llm.Request) (llm.Response, error) {
	if m.tests {
		return llmtest.Calls(goodEdit("1"), runTests("2")), nil
	}
	<-ctx.Done()
	return llm.Response{}, modelError(llm.KindCanceled, func(e *llm.Error) { e.Err = ctx.Err() })
}

func (m *waiting) Run(ctx context.Context, _ []string) (tool.TestResult, error) {
	<-ctx.Done()
	return tool.TestResult{}, ctx.Err()
}

// What a citation says was reused is read from the patches.
func TestCitations(t *testing.T) {
	w := newWorld()
	match := func(id, patch string, paths ...string) memory.Match {
		return memory.Match{Record: memory.Record{ID: id, Fix: memory.Fix{Patch: patch, Paths: paths}}}
	}
	w.task.Matches = []memory.Match{
		match("lines", "--- a/x.go\n+++ b/x.go\n@@ -1,1 +1,2 @@\n-\treturn a - b\n+\treturn a + b\n+\t// and more\n", "x.go"),
		match("files", "", "add.go"), match("nothing", "", "y.go"),
	}
	found := match("searched", "", "z.go")
	w.task.Memories = &fakeMemory{matches: []memory.Match{found, match("files", "")}}
	got, err := w.attempt(llmtest.New(t, "gpt-6-sol",
		calls(llmtest.Call("0", tool.SearchMemory, `{"query":"q","error_type":null,"top_k":3}`), goodEdit("1"), runTests("2")), storeConfirmed))
	if err != nil {
		t.Fatal(err)
	}
	want := []repair.Citation{
		{ID: "lines", How: "shown to the model, whose patch has 1 of its 2 added lines"},
		{ID: "files", How: "shown to the model, whose patch changes the same files"},
		{ID: "nothing", How: "shown to the model as background"},
		{ID: "searched", How: "shown to the model as background"},
	}
	if diff := cmp.Diff(want, got.Cited); diff != "" {
		t.Error(diff)
	}
}

func TestCanceledByTheCaller(t *testing.T) {
	w := newWorld()
	ctx, cancel := context.WithCancel(context.Background())
	m := llmtest.New(t, "gpt-6-sol", func(llm.Request) (llm.Response, error) {
		cancel()
		return llm.Response{}, modelError(llm.KindCanceled, func(e *llm.Error) { e.Err = context.Canceled })
	})
	b := spend.NewBudget(w.limits, spend.PublishedPrices(), w.clock.Now, nil)
	_, err := repair.Agent{Model: m, Clock: w.clock.clock()}.Attempt(ctx, w.task, b)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestFailedAnswerIsAnError(t *testing.T) {
	w := newWorld()
	got, err := w.attempt(llmtest.New(t, "gpt-6-sol", llmtest.Reply(llm.Response{Status: llm.Failed, Reason: "boom"})))
	if err == nil || got.StopReason != repair.StopError {
		t.Errorf("%q, %v", got.StopReason, err)
	}
}

// L10: the ladder: the next model is told what the earlier one learnt, on the same budget.
func TestLadder(t *testing.T) {
	w := newWorld()
	first, err := w.attempt(llmtest.New(t, "gpt-6-luna", calls(badEdit("1"), runTests("2")), say("I am at my wits' end: it is not the product.")))
	if err != nil {
		t.Fatal(err)
	}
	learnt := first.Learnt("still failing: TestAdd")
	w.files["add.go"] = addTree()["add.go"] // the pipeline restores the sources
	w.task.Earlier = []brief.Earlier{learnt}
	m := llmtest.New(t, "gpt-6-astra", func(r llm.Request) (llm.Response, error) {
		for _, want := range []string{"attempt 1 (agent) did not hold: still failing: TestAdd", "a * b", "not the product", "run_tests:"} {
			if !strings.Contains(last(r), want) {
				t.Errorf("the next model is not told %q", want)
			}
		}
		return llmtest.Calls(goodEdit("1"), runTests("2")), nil
	}, storeConfirmed)
	second, err := w.attempt(m)
	if err != nil || second.StopReason != repair.StopStored {
		t.Fatalf("%q, %v", second.StopReason, err)
	}
	if got := w.budget.Spent().Requests; got != first.Usage.Requests+second.Usage.Requests || second.Usage.Requests != 2 {
		t.Errorf("%d requests in all, %d and %d in the attempts", got, first.Usage.Requests, second.Usage.Requests)
	}
}

type fakeMemory struct {
	matches []memory.Match
	err     error
	queries []string
}

func (m *fakeMemory) Search(_ context.Context, query, errorType string, k int) ([]memory.Match, error) {
	m.queries = append(m.queries, fmt.Sprintf("%s %s %d", query, errorType, k))
	return m.matches, m.err
}

// Memory is searched before the first request, once, and delivered in it.
func TestSearchesMemoryFirst(t *testing.T) {
	w := newWorld()
	mem := &fakeMemory{matches: []memory.Match{{Score: 1, MatchedBy: memory.ByExact, Record: memory.Record{ID: "r1", Fix: memory.Fix{Description: "sign"}}}}}
	w.task.Recalled, w.task.Memories = false, mem
	m := llmtest.New(t, "gpt-6-sol", calls(goodEdit("1"), runTests("2")), storeConfirmed)
	if _, err := w.attempt(m); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Add = want  3"}, mem.queries); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(m.Requests[0].Input[0].Text, `<memory id="r1"`) {
		t.Error("the answer is not in the first message")
	}
}

func TestBrokenMemoryDegrades(t *testing.T) {
	w := newWorld()
	w.task.Recalled, w.task.Memories = false, &fakeMemory{err: errors.New("connection refused")}
	m := llmtest.New(t, "gpt-6-sol", calls(goodEdit("1"), runTests("2")), storeConfirmed)
	got, err := w.attempt(m)
	if err != nil || got.StopReason != repair.StopStored || len(got.Notes) != 1 {
		t.Errorf("%q, notes %q, %v", got.StopReason, got.Notes, err)
	}
	if !strings.Contains(m.Requests[0].Input[0].Text, "the memory did not answer") {
		t.Error("the model is not told")
	}
}

// M2: transcript, events and ledger hold no secret, not even one that the model says.
func TestLogsAreRedacted(t *testing.T) {
	w := newWorld()
	w.task.RunDir = t.TempDir()
	w.task.Clean = func(s string) string { return strings.ReplaceAll(s, "canary", "[redacted]") }
	w.task.Report.Failures[0].Message = "canary"
	w.files["canary.go"] = "package add // canary\n"
	got, err := w.attempt(llmtest.New(t, "gpt-6-sol", calls(readFile("1", "canary.go"), llmtest.Call("2", "canary", "{}")), say("the canary sings")))
	if err != nil {
		t.Fatal(err)
	}
	var lines int
	for _, name := range []string{"transcript.jsonl", "events.jsonl"} {
		f, err := os.Open(filepath.Join(w.task.RunDir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for sc := bufio.NewScanner(f); sc.Scan(); lines++ {
			if !json.Valid(sc.Bytes()) || strings.Contains(sc.Text(), "canary") {
				t.Errorf("%s: %s", name, sc.Text())
			}
		}
	}
	if lines < 10 || got.Transcript != filepath.Join(w.task.RunDir, "transcript.jsonl") {
		t.Errorf("%d lines, transcript %q", lines, got.Transcript)
	}
	if strings.Contains(got.Diagnosis, "canary") {
		t.Errorf("diagnosis %q", got.Diagnosis)
	}
}

// A log that cannot be written costs the log, not the repair.
func TestUnwritableLog(t *testing.T) {
	w := newWorld()
	w.task.RunDir = filepath.Join(t.TempDir(), "absent")
	got, err := w.attempt(llmtest.New(t, "gpt-6-sol", calls(goodEdit("1"), runTests("2")), storeConfirmed))
	if err != nil || got.StopReason != repair.StopStored || len(got.Notes) != 1 {
		t.Errorf("%q, notes %q, %v", got.StopReason, got.Notes, err)
	}
}

// failingTests is a test runner that cannot run.
type failingTests struct{}

func (failingTests) Run(context.Context, []string) (tool.TestResult, error) {
	return tool.TestResult{}, errors.New("no such command")
}

func TestBrokenRunnerIsAnError(t *testing.T) {
	w := newWorld()
	w.task.Tests = failingTests{}
	got, err := w.attempt(llmtest.New(t, "gpt-6-sol", calls(goodEdit("1"), runTests("2"))))
	if err == nil || got.Patch.Empty() {
		t.Errorf("error %v, patch %q: the work until then is kept", err, got.Patch)
	}
}
