package repair_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/llmtest"
	"github.com/regreen/regreen/internal/llm/openai"
	"github.com/regreen/regreen/internal/llm/openai/openaitest"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/tool"
)

// Whole runs over HTTP: a model played by a script needs a base URL and any key.
// Each request body is checked against the published document by the server.
func TestWholeRuns(t *testing.T) {
	search := llmtest.Call("m", tool.SearchMemory, map[string]any{"query": "sign", "error_type": nil, "top_k": 3})
	for _, tt := range []struct {
		name     string
		steps    []llmtest.Step
		stop     repair.StopReason
		requests int
	}{
		{"two requests", []llmtest.Step{calls(goodEdit("1"), runTests("2", "TestAdd")), storeConfirmed}, repair.StopStored, 2},
		{"all tools, cut-off answer, bad calls", []llmtest.Step{
			calls(search, readFile("1", "add.go"), llmtest.Call("2", tool.SearchCode, `{"pattern":"Add","path_glob":null}`), llmtest.Call("3", tool.ListFiles, `{"path_glob":null}`)),
			llmtest.Reply(llm.Response{Status: llm.Incomplete, Reason: "max_output_tokens", Items: llmtest.Calls(goodEdit("x")).Items}),
			calls(llmtest.Call("4", "shell", `{"cmd":`), badEdit("5"), runTests("6")),
			calls(applyEdit("7", edit{"add.go", "a * b", "a + b"}), runTests("8")),
			storeConfirmed}, repair.StopStored, 5},
		{"a diagnosis", []llmtest.Step{say("The expectation is wrong.")}, repair.StopGaveUp, 1},
	} {
		for _, api := range []string{"responses", "chat"} {
			t.Run(tt.name+"/"+api, func(t *testing.T) {
				start := openaitest.Responses
				if api == "chat" {
					start = openaitest.Chat
				}
				srv := start(t, tt.steps...)
				c, err := openai.New(openai.Config{BaseURL: srv.URL, APIKey: "any", Model: "gpt-6-sol"})
				if err != nil {
					t.Fatal(err)
				}
				w := newWorld()
				got, err := w.attempt(c)
				if err != nil || got.StopReason != tt.stop || got.Usage.Requests != tt.requests {
					t.Errorf("stop %q (%s) after %d requests, %v", got.StopReason, got.Stop, got.Usage.Requests, err)
				}
			})
		}
	}
}

// usualRun is a model that looks at much, and mends late: seven requests.
func usualRun(files int) []llmtest.Step {
	read := func(n int) llmtest.Step {
		return calls(readFile(fmt.Sprintf("r%d", n), fmt.Sprintf("pkg/file%02d.go", n%files)), readFile(fmt.Sprintf("q%d", n), fmt.Sprintf("pkg/file%02d.go", (n+7)%files)))
	}
	return []llmtest.Step{read(0), read(1), calls(badEdit("e1"), runTests("t1")), read(2), read(3),
		calls(applyEdit("e2", edit{"add.go", "a * b", "a + b"}), runTests("t2")), storeConfirmed}
}

// bigWorld is a project that fills the first message.
func bigWorld(files int) *world {
	w := newWorld()
	for i := range files {
		var sb strings.Builder
		fmt.Fprintf(&sb, "package pkg\n\n// Part%d is one of many.\n", i)
		for j := range 120 {
			fmt.Fprintf(&sb, "func Part%dStep%d(in []string) (out []string, err error) { return append(in, \"step %d\"), nil }\n", i, j, j)
		}
		w.files[fmt.Sprintf("pkg/file%02d.go", i)] = sb.String()
	}
	f := &w.task.Report.Failures[0]
	f.Output = strings.Repeat("some output of the failing test, which goes on and on\n", 200)
	for i := range files {
		f.Frames = append(f.Frames, failure.Frame{File: fmt.Sprintf("pkg/file%02d.go", i), Line: 3 * i, Func: "Step"})
		f.Message += fmt.Sprintf(" Part%dStep%d", i, i)
		w.task.Matches = append(w.task.Matches, memory.Match{MatchedBy: memory.BySimilarity, Record: memory.Record{ID: fmt.Sprint(i),
			Fix: memory.Fix{Description: strings.Repeat("words ", 50), Patch: strings.Repeat("+added\n", 300)}}})
		w.task.Passing = append(w.task.Passing, fmt.Sprintf("example.com/pkg.TestPart%dWorks", i))
	}
	return w
}

// measured is what a run sent, in tokens estimated from bytes.
type measured struct{ first, total, prefix int }

func measure(bodies [][]byte) measured {
	const bytesPerToken = 3
	var m measured
	for i, b := range bodies {
		m.total += len(b)
		if i == 0 {
			m.first = len(b)
			continue
		}
		m.prefix += common(bodies[i-1], b)
	}
	return measured{m.first / bytesPerToken, m.total / bytesPerToken, m.prefix / bytesPerToken}
}

func common(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// canonical is what the model reads of a request, in the order in which servers
// cache it: tools, instructions, then the conversation.
func canonical(t *testing.T, r openaitest.Request) []byte {
	t.Helper()
	var v struct {
		Tools        json.RawMessage
		Instructions string
		Input        []json.RawMessage
	}
	if err := json.Unmarshal(r.Body, &v); err != nil {
		t.Fatal(err)
	}
	out := append([]byte(v.Tools), v.Instructions...)
	for _, it := range v.Input {
		out = append(out, plainText(it)...)
	}
	return out
}

// plainText undoes the escapes of JSON, which no model reads.
func plainText(item json.RawMessage) string {
	var v struct{ Content, Output, Arguments, Name, Encrypted any }
	_ = json.Unmarshal(item, &v)
	return fmt.Sprint(v.Content, v.Output, v.Arguments, v.Name)
}

// The first request, a run of seven, and how much of it is an identical prefix.
func TestInputOfASevenTurnRun(t *testing.T) {
	const files = 30
	srv := openaitest.Responses(t, usualRun(files)...)
	c, err := openai.New(openai.Config{BaseURL: srv.URL, APIKey: "any", Model: "gpt-6-sol", API: openai.Responses})
	if err != nil {
		t.Fatal(err)
	}
	got, err := bigWorld(files).attempt(c)
	if err != nil || got.StopReason != repair.StopStored || got.Usage.Requests != 7 {
		t.Fatalf("stop %q (%s) after %d requests, %v", got.StopReason, got.Stop, got.Usage.Requests, err)
	}
	var bodies [][]byte
	for _, r := range srv.Requests() {
		bodies = append(bodies, canonical(t, r))
	}
	m := measure(bodies)
	t.Logf("first request %d tokens, whole run %d, identical prefix %.1f %%", m.first, m.total, 100*float64(m.prefix)/float64(m.total))
	if m.first > 12_000 || m.first < 8_000 {
		t.Errorf("the first request has %d tokens, want at most 12,000 and a project that fills it", m.first)
	}
	if m.total > 120_000 {
		t.Errorf("the run has %d tokens of input, want at most 120,000", m.total)
	}
	if m.prefix*10 < m.total*8 {
		t.Errorf("%d of %d tokens are an identical prefix, want 80 %%", m.prefix, m.total)
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

// The first request as it is sent, word for word: instructions, tools and message. M7: the
// instructions are the embedded text, and what is cleaned is only what came from outside.
func TestFirstRequestGolden(t *testing.T) {
	srv := openaitest.Responses(t, say("No."))
	c, err := openai.New(openai.Config{BaseURL: srv.URL, APIKey: "any", Model: "gpt-6-sol"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newWorld().attempt(c); err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, srv.Requests()[0].Body, "", "  "); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "first_request.json")
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("the first request differs (run with -update to accept):\n%s", diff)
	}
}

// A ladder over HTTP: the second model starts a new chain.
func TestNewChainForEachModel(t *testing.T) {
	srv := openaitest.Responses(t, say("No idea."), calls(goodEdit("1"), runTests("2")), storeConfirmed)
	w := newWorld()
	for _, name := range []string{"gpt-6-luna", "gpt-6-sol"} {
		c, err := openai.New(openai.Config{BaseURL: srv.URL, APIKey: "any", Model: name})
		if err != nil {
			t.Fatal(err)
		}
		a, err := w.attempt(c)
		if err != nil {
			t.Fatal(err)
		}
		w.task.Earlier = append(w.task.Earlier, a.Learnt("gave up"))
	}
	var body struct{ Input []any }
	if err := json.Unmarshal(srv.Requests()[1].Body, &body); err != nil {
		t.Fatal(err)
	}
	if len(body.Input) != 1 {
		t.Errorf("the second model starts with %d items, want the first message alone", len(body.Input))
	}
}

// Quota ends a run over HTTP with the server's own word.
func TestQuotaOverHTTP(t *testing.T) {
	srv := openaitest.Responses(t, llmtest.Fail(&llm.Error{Status: 429, Type: "insufficient_quota", Code: "insufficient_quota", Message: "You have no credit."}))
	c, err := openai.New(openai.Config{BaseURL: srv.URL, APIKey: "any", Model: "gpt-6-sol"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = newWorld().attempt(c)
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.KindQuota {
		t.Errorf("error %v", err)
	}
}
