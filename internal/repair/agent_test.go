package repair_test

import (
	"context"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/llmtest"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/spend"
	"github.com/regreen/regreen/internal/repair/tool"
)

// tree is a checkout in memory.
type tree map[string]string

func (t tree) Read(path string) ([]byte, error) {
	s, ok := t[path]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return []byte(s), nil
}

func (t tree) Write(path string, data []byte) error {
	t[path] = string(data)
	return nil
}

func (t tree) Remove(path string) error {
	delete(t, path)
	return nil
}

func (t tree) Paths(context.Context) ([]string, error) { return slices.Sorted(maps.Keys(t)), nil }

// clock is a time that only Sleep moves.
type clock struct {
	at    time.Time
	slept []time.Duration
}

func newClock() *clock { return &clock{at: time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time { return c.at }

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.slept = append(c.slept, d)
	c.at = c.at.Add(d)
	return ctx.Err()
}

func (c *clock) clock() repair.Clock { return repair.Clock{Now: c.Now, Sleep: c.Sleep} }

// suite passes when the file add.go adds.
type suite struct {
	files tree
	runs  [][]string
}

func (s *suite) Run(_ context.Context, selection []string) (tool.TestResult, error) {
	s.runs = append(s.runs, selection)
	if strings.Contains(s.files["add.go"], "a + b") {
		return tool.TestResult{Command: "go test ./...", Report: failure.Report{Counts: counts(2, 0)}}, nil
	}
	return tool.TestResult{Command: "go test ./...", ExitCode: 1, Report: addReport()}, nil
}

func counts(passed, failed int) failure.Counts {
	return failure.Counts{Passed: &passed, Failed: &failed}
}

func addReport() failure.Report {
	return failure.Report{
		Framework: "gotest", Command: "go test ./...", Counts: counts(1, 1),
		Failures: []failure.Failure{{
			Kind: failure.KindTest, Framework: "gotest", Package: "example.com/add", Test: "TestAdd", File: "add_test.go", Line: 7,
			ErrorType: "assertion", Message: "Add(1, 2) = -1, want 3",
			Signature: failure.Signature{Text: "Add = want"},
		}},
	}
}

func addTree() tree {
	return tree{
		"go.mod":      "module example.com/add\n",
		"add.go":      "package add\n\n// Add adds.\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
		"add_test.go": "package add\n\nimport \"testing\"\n\nfunc TestAdd(t *testing.T) {\n\tif got := Add(1, 2); got != 3 {\n\t\tt.Errorf(\"Add(1, 2) = %d, want 3\", got)\n\t}\n}\n",
	}
}

// world is a task in memory with a budget, and the agent for it.
type world struct {
	files  tree
	tests  *suite
	clock  *clock
	task   repair.Task
	limits spend.Limits
	budget *spend.Budget

	requestTime time.Duration
}

func newWorld() *world {
	files := addTree()
	w := &world{files: files, tests: &suite{files: files}, clock: newClock(), limits: spend.DefaultLimits()}
	w.task = repair.Task{Report: addReport(), Files: files, Tests: w.tests, Policy: patch.DefaultPolicy(), Recalled: true}
	return w
}

func (w *world) attempt(m llm.Model) (repair.Attempt, error) { return w.attemptSaying(m, nil) }

func (w *world) attemptSaying(m llm.Model, say func(string)) (repair.Attempt, error) {
	if w.budget == nil {
		w.budget = spend.NewBudget(w.limits, spend.PublishedPrices(), w.clock.Now, nil)
	}
	return repair.Agent{Model: m, Clock: w.clock.clock(), Say: say, RequestTime: w.requestTime}.Attempt(context.Background(), w.task, w.budget)
}

type edit struct {
	Path string `json:"path"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

func applyEdit(id string, edits ...edit) llm.ToolCall {
	return llmtest.Call(id, tool.ApplyEdit, map[string]any{"edits": edits})
}

func runTests(id string, selection ...string) llm.ToolCall {
	return llmtest.Call(id, tool.RunTests, map[string]any{"selection": selection})
}

func storeFix(id, outcome string) llm.ToolCall {
	return llmtest.Call(id, tool.StoreFix, map[string]any{
		"fix_description": "Add subtracted; it adds now.", "error_type": "assertion", "file_paths": []string{"add.go"}, "outcome": outcome,
	})
}

func goodEdit(id string) llm.ToolCall { return applyEdit(id, edit{"add.go", "a - b", "a + b"}) }

// storeConfirmed stores with the outcome that the conversation confirmed.
func storeConfirmed(r llm.Request) (llm.Response, error) {
	return llmtest.Calls(storeFix("s", llmtest.Outcome(r))), nil
}

func TestAbleModelNeedsTwoRequests(t *testing.T) {
	w := newWorld()
	w.task.Matches = []memory.Match{{Record: memory.Record{ID: "m1", Fix: memory.Fix{Description: "the operator was wrong", Paths: []string{"add.go"}}}, Score: 0.75, MatchedBy: memory.BySimilarity}}
	m := llmtest.New(t, "gpt-6-sol",
		llmtest.Reply(llmtest.Calls(goodEdit("1"), runTests("2", "TestAdd"))),
		storeConfirmed)
	got, err := w.attempt(m)
	if err != nil {
		t.Fatal(err)
	}
	if got.StopReason != repair.StopStored || got.Usage.Requests != 2 || got.Usage.ToolCalls != 3 {
		t.Errorf("stop %q after %d requests and %d calls, want stored after 2 and 3", got.StopReason, got.Usage.Requests, got.Usage.ToolCalls)
	}
	if got.Confirmed == "" || got.Proposal == nil || got.Proposal.Outcome != got.Confirmed {
		t.Errorf("confirmed %q, proposal %+v", got.Confirmed, got.Proposal)
	}
	if want := []string{"add.go"}; !slices.Equal(got.Patch.Paths(), want) {
		t.Errorf("patch of %v, want %v", got.Patch.Paths(), want)
	}
	if len(got.Cited) != 1 || got.Cited[0].ID != "m1" {
		t.Errorf("cited %+v, want m1", got.Cited)
	}
	if first := m.Requests[0].Input[0].Text; !strings.Contains(first, "Add(1, 2) = -1, want 3") || !strings.Contains(first, `<memory id="m1" score="0.7500"`) {
		t.Errorf("first message lacks the failure or the memory:\n%s", first)
	}
}
