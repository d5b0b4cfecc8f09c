package app

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/regreen/regreen/internal/llm/openai/openaitest"
)

// models has the scripted model of each running script, by its work folder.
var models sync.Map

// turn is one answer of a scripted model: calls, or a message. "$OUTCOME" in an
// argument stands for the outcome that the last run_tests confirmed.
type turn struct {
	Calls  []call `json:"calls"`
	Say    string `json:"say"`
	Status int    `json:"status"` // an HTTP error, with Raw as its body
	Raw    string `json:"raw"`    // a body in place of the API's
	Entry  int    `json:"entry"`  // HTTP status of the model's entry in the list, with Raw as its body
}

type call struct {
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

// fakeModel speaks the Responses API and follows a script.
type fakeModel struct {
	server *httptest.Server
	mu     sync.Mutex
	steps  []turn
	asked  []string // bodies of the requests
	judged int      // how many of them were held to the document
	wrong  []string
}

func newFakeModel(script string) (*fakeModel, error) {
	m := &fakeModel{}
	if err := json.Unmarshal([]byte(script), &m.steps); err != nil {
		return nil, fmt.Errorf("script of the model: %w", err)
	}
	m.server = httptest.NewServer(m)
	return m, nil
}

func (m *fakeModel) url() string { return m.server.URL + "/v1" }
func (m *fakeModel) close()      { m.server.Close() }

// held notes each request that is not as the published document of the API says, where
// there is one.
func (m *fakeModel) held(tb testing.TB) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if os.Getenv(openaitest.ContractsEnv) == "" {
		return
	}
	contract := openaitest.Load(tb)
	for _, body := range m.asked[m.judged:] {
		m.wrong = append(m.wrong, contract.Check("/v1/responses", []byte(body))...)
	}
	m.judged = len(m.asked)
}

func (m *fakeModel) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.asked)
}

// request is the body of the n-th request, counted from 1.
func (m *fakeModel) request(n int) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n < 1 || n > len(m.asked) {
		return "", fmt.Errorf("there is no request %d: the model was asked %d times", n, len(m.asked))
	}
	return m.asked[n-1], nil
}

func (m *fakeModel) problems() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.wrong
}

func (m *fakeModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		m.wrong = append(m.wrong, err.Error())
	}
	if r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/v1/models/") {
		m.entry(w, r)
		return
	}
	if r.Method != http.MethodPost || r.URL.Path != "/v1/responses" {
		m.wrong = append(m.wrong, fmt.Sprintf("%s %s was asked", r.Method, r.URL.Path))
	}
	m.asked = append(m.asked, string(body))
	if len(m.asked) > len(m.steps) {
		m.wrong = append(m.wrong, "a request beyond the script")
		http.Error(w, `{"error":{"message":"the script is over","type":"invalid_request_error"}}`, http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	s := m.steps[len(m.asked)-1]
	if s.Status != 0 || s.Raw != "" {
		w.WriteHeader(max(s.Status, http.StatusOK))
		io.WriteString(w, s.Raw)
		return
	}
	json.NewEncoder(w).Encode(m.answer(s, string(body)))
}

// entry answers what the model's entry in the list is: that of the first turn, if that
// says so, for a server that cannot be used at all.
func (m *fakeModel) entry(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if len(m.steps) > 0 && m.steps[0].Entry != 0 {
		w.WriteHeader(m.steps[0].Entry)
		io.WriteString(w, m.steps[0].Raw)
		return
	}
	json.NewEncoder(w).Encode(map[string]any{"id": strings.TrimPrefix(r.URL.Path, "/v1/models/"), "object": "model", "created": 1, "owned_by": "test"})
}

// answer is the turn in the form of the API.
func (m *fakeModel) answer(s turn, request string) map[string]any {
	n := len(m.asked)
	output := []any{}
	for i, c := range s.Calls {
		args := strings.ReplaceAll(string(c.Args), "$OUTCOME", lastOutcome(request))
		output = append(output, map[string]any{"type": "function_call", "id": fmt.Sprintf("fc_%d_%d", n, i), "call_id": fmt.Sprintf("call_%d_%d", n, i),
			"name": c.Name, "arguments": args, "status": "completed"})
	}
	if s.Say != "" {
		output = append(output, map[string]any{"type": "message", "id": fmt.Sprintf("msg_%d", n), "role": "assistant", "status": "completed",
			"content": []any{map[string]any{"type": "output_text", "text": s.Say, "annotations": []any{}}}})
	}
	return map[string]any{"id": fmt.Sprintf("resp_%d", n), "object": "response", "created_at": 1700000000, "status": "completed",
		"model": "gpt-6-astra", "output": output, "parallel_tool_calls": true, "tool_choice": "auto", "tools": []any{},
		"error": nil, "incomplete_details": nil, "instructions": nil, "metadata": map[string]any{}, "temperature": nil, "top_p": nil,
		"usage": map[string]any{"input_tokens": len(request) / 4, "output_tokens": 200, "total_tokens": len(request)/4 + 200,
			"input_tokens_details":  map[string]any{"cached_tokens": 0, "cache_write_tokens": 0},
			"output_tokens_details": map[string]any{"reasoning_tokens": 0}}}
}

// lastOutcome finds the last confirmed outcome in the results of a request, as it
// must stand inside a JSON string.
func lastOutcome(request string) string {
	var r struct {
		Input []struct {
			Type   string `json:"type"`
			Output any    `json:"output"`
		} `json:"input"`
	}
	if json.Unmarshal([]byte(request), &r) != nil {
		return ""
	}
	last := ""
	for _, item := range r.Input {
		text, _ := item.Output.(string)
		var o struct {
			Confirmed string `json:"confirmed_outcome"`
		}
		if json.Unmarshal([]byte(text), &o) == nil && o.Confirmed != "" {
			last = o.Confirmed
		}
	}
	quoted, _ := json.Marshal(last)
	return strings.Trim(string(quoted), `"`)
}
