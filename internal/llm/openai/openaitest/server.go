// Package openaitest is a loopback server that speaks the Responses API and the
// Chat Completions API, and follows a script. Each request body is checked against
// the published document, if REGREEN_CONTRACTS says where that is.
package openaitest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/llmtest"
)

// Server is a scripted server. URL is its base URL.
type Server struct {
	URL string

	tb       testing.TB
	chat     bool
	steps    []llmtest.Step
	contract *Contract

	mu       sync.Mutex
	requests []Request
}

// Request is one request as it came.
type Request struct {
	Path string
	Body []byte
}

// Responses starts a server with the Responses API that answers with steps, in
// order. It fails the test on a request that is not in the script, or in the document.
func Responses(tb testing.TB, steps ...llmtest.Step) *Server { return start(tb, false, steps) }

// Chat starts a server that knows Chat Completions alone; other paths are 404.
func Chat(tb testing.TB, steps ...llmtest.Step) *Server { return start(tb, true, steps) }

func start(tb testing.TB, chat bool, steps []llmtest.Step) *Server {
	s := &Server{tb: tb, chat: chat, steps: steps}
	if os.Getenv(ContractsEnv) != "" {
		s.contract = Load(tb)
	}
	srv := httptest.NewServer(s)
	tb.Cleanup(func() {
		srv.Close()
		if n := len(s.steps) - len(s.Requests()); n > 0 {
			tb.Errorf("scripted server: %d of %d steps were never asked for", n, len(s.steps))
		}
	})
	s.URL = srv.URL + "/v1"
	return s
}

// Requests returns the requests that were answered from the script, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	want, decode, encode := "/v1/responses", decodeResponses, encodeResponses
	if s.chat {
		want, decode, encode = "/v1/chat/completions", decodeChat, encodeChat
	}
	if r.URL.Path != want {
		fail(w, http.StatusNotFound, map[string]any{"message": "Not Found", "type": "invalid_request_error", "param": nil, "code": nil})
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.tb.Errorf("scripted server: read request: %v", err)
	}
	if s.contract != nil {
		for _, e := range s.contract.Check(r.URL.Path, body) {
			s.tb.Errorf("request breaks the document: %s", e)
		}
	}
	req, err := decode(body)
	if err != nil {
		s.tb.Errorf("scripted server: %v", err)
	}
	n := s.record(Request{Path: r.URL.Path, Body: body})
	if err := llmtest.Paired(req.Input); err != nil {
		s.tb.Errorf("scripted server: request %d: %v", n, err)
	}
	if n > len(s.steps) {
		s.tb.Errorf("scripted server: unexpected request %d", n)
		fail(w, http.StatusTeapot, map[string]any{"message": "no step", "type": "test"})
		return
	}
	resp, err := s.steps[n-1](req)
	if e := llm.AsError(err); e != nil {
		fail(w, e.Status, map[string]any{"message": e.Message, "type": e.Type, "param": e.Param, "code": e.Code})
		return
	}
	answer(w, http.StatusOK, encode(resp, n))
}

func (s *Server) record(r Request) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	return len(s.requests)
}

func fail(w http.ResponseWriter, status int, e map[string]any) {
	answer(w, status, map[string]any{"error": e})
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client is gone; its test sees that
}

func decodeResponses(body []byte) (llm.Request, error) {
	var v struct {
		Instructions string `json:"instructions"`
		Input        []struct {
			Type, Role, Name, Arguments, Output string
			CallID                              string `json:"call_id"`
			Content                             json.RawMessage
		} `json:"input"`
	}
	if err := json.Unmarshal(body, &v); err != nil {
		return llm.Request{}, fmt.Errorf("decode request: %w", err)
	}
	req := llm.Request{Instructions: v.Instructions}
	for _, it := range v.Input {
		switch it.Type {
		case "function_call":
			req.Input = append(req.Input, llm.Item{Call: &llm.ToolCall{ID: it.CallID, Name: it.Name, Arguments: it.Arguments}})
		case "function_call_output":
			req.Input = append(req.Input, llm.Item{Result: &llm.ToolResult{ID: it.CallID, Output: it.Output}})
		case "", "message":
			req.Input = append(req.Input, llm.Item{Role: it.Role, Text: plain(it.Content)})
		default:
			req.Input = append(req.Input, llm.Item{Raw: json.RawMessage(it.Type)})
		}
	}
	return req, nil
}

// plain is the text of a content that is a string or a list of parts.
func plain(content json.RawMessage) string {
	var s string
	if json.Unmarshal(content, &s) == nil {
		return s
	}
	var parts []struct{ Text string }
	if json.Unmarshal(content, &parts) == nil {
		for _, p := range parts {
			s += p.Text
		}
	}
	return s
}

// encodeResponses writes an answer as the document has it, with a reasoning item
// before everything else.
func encodeResponses(r llm.Response, n int) any {
	output := []any{map[string]any{"type": "reasoning", "id": fmt.Sprintf("rs_%d", n), "summary": []any{}, "encrypted_content": fmt.Sprintf("sealed-%d", n)}}
	for i, it := range r.Items {
		id := fmt.Sprintf("%d_%d", n, i)
		if it.Call != nil {
			output = append(output, map[string]any{"type": "function_call", "id": "fc_" + id, "call_id": it.Call.ID, "name": it.Call.Name, "arguments": it.Call.Arguments, "status": "completed"})
			continue
		}
		part := map[string]any{"type": "output_text", "text": it.Text, "annotations": []any{}, "logprobs": []any{}}
		output = append(output, map[string]any{"type": "message", "id": "msg_" + id, "role": "assistant", "status": "completed", "content": []any{part}})
	}
	v := map[string]any{
		"id": fmt.Sprintf("resp_%d", n), "object": "response", "created_at": 1_790_000_000, "model": r.Model, "status": "completed", "output": output,
		"usage": map[string]any{
			"input_tokens": r.Usage.InputTokens, "input_tokens_details": map[string]any{"cached_tokens": r.Usage.CachedTokens, "cache_write_tokens": r.Usage.CacheWriteToken},
			"output_tokens": r.Usage.OutputTokens, "output_tokens_details": map[string]any{"reasoning_tokens": r.Usage.ReasoningTokens},
			"total_tokens": r.Usage.InputTokens + r.Usage.OutputTokens,
		},
	}
	if r.Status == llm.Incomplete {
		v["status"], v["incomplete_details"] = "incomplete", map[string]any{"reason": r.Reason}
	}
	return v
}

func decodeChat(body []byte) (llm.Request, error) {
	var v struct {
		Messages []struct {
			Role       string
			Content    json.RawMessage
			ToolCallID string `json:"tool_call_id"`
			ToolCalls  []struct {
				ID       string
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
	}
	if err := json.Unmarshal(body, &v); err != nil {
		return llm.Request{}, fmt.Errorf("decode request: %w", err)
	}
	var req llm.Request
	for _, m := range v.Messages {
		text := plain(m.Content)
		switch {
		case m.Role == "system":
			req.Instructions = text
			continue
		case m.Role == "tool":
			req.Input = append(req.Input, llm.Item{Result: &llm.ToolResult{ID: m.ToolCallID, Output: text}})
			continue
		case text != "" || len(m.ToolCalls) == 0:
			req.Input = append(req.Input, llm.Item{Role: m.Role, Text: text})
		}
		for _, c := range m.ToolCalls {
			req.Input = append(req.Input, llm.Item{Call: &llm.ToolCall{ID: c.ID, Name: c.Function.Name, Arguments: c.Function.Arguments}})
		}
	}
	return req, nil
}

func encodeChat(r llm.Response, n int) any {
	msg := map[string]any{"role": "assistant", "content": nil, "refusal": nil}
	var calls []any
	for _, it := range r.Items {
		if it.Call == nil {
			msg["content"] = it.Text
			continue
		}
		calls = append(calls, map[string]any{"id": it.Call.ID, "type": "function", "function": map[string]any{"name": it.Call.Name, "arguments": it.Call.Arguments}})
	}
	finish := "stop"
	if len(calls) > 0 {
		msg["tool_calls"], finish = calls, "tool_calls"
	}
	if r.Status == llm.Incomplete {
		finish = "length"
	}
	return map[string]any{
		"id": fmt.Sprintf("chatcmpl-%d", n), "object": "chat.completion", "created": 1_790_000_000, "model": r.Model,
		"choices": []any{map[string]any{"index": 0, "message": msg, "finish_reason": finish, "logprobs": nil}},
		"usage":   map[string]any{"prompt_tokens": r.Usage.InputTokens, "completion_tokens": r.Usage.OutputTokens, "total_tokens": r.Usage.InputTokens + r.Usage.OutputTokens},
	}
}
