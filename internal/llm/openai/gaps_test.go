package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/openai"
)

// respond answers every request with a status and a body.
func respond(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.URL + "/v1/"
}

func ask(t *testing.T, url string, api openai.API) (llm.Response, error) {
	t.Helper()
	return newClient(t, url, "gpt-6-sol", api).Respond(context.Background(), request(say("go")))
}

const okBody = `{"id":"r","object":"response","status":"completed","model":"m","output":[{"type":"message","id":"1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"hi","annotations":[]}]}]}`

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		h    http.HandlerFunc
		want llm.Error
	}{
		{"no money (OpenAI)", respond(429, `{"error":{"message":"m","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`),
			llm.Error{Kind: llm.KindQuota, Status: 429, Code: "insufficient_quota", Type: "insufficient_quota", Message: "m"}},
		{"project limit", respond(429, `{"error":{"message":"m","type":"x","code":"project_spend_limit_exceeded"}}`),
			llm.Error{Kind: llm.KindQuota, Status: 429, Code: "project_spend_limit_exceeded", Type: "x", Message: "m"}},
		{"no money (OpenRouter)", respond(402, `{"error":{"message":"m","code":402}}`), llm.Error{Kind: llm.KindQuota, Status: 402, Code: "402", Message: "m"}},
		{"too many requests", respond(429, `{"error":{"message":"m","type":"requests","code":"rate_limit_exceeded"}}`, "Retry-After", "7"),
			llm.Error{Kind: llm.KindRateLimited, Status: 429, Code: "rate_limit_exceeded", Type: "requests", Message: "m", RetryAfter: 7 * time.Second}},
		{"wait in milliseconds", respond(429, `{"error":{"message":"m"}}`, "Retry-After-Ms", "250", "Retry-After", "9"),
			llm.Error{Kind: llm.KindRateLimited, Status: 429, Message: "m", RetryAfter: 250 * time.Millisecond}},
		{"wait until a date", respond(503, `{"error":{"message":"m"}}`, "Date", "Sun, 29 Nov 2026 12:00:00 GMT", "Retry-After", "Sun, 29 Nov 2026 12:00:30 GMT"),
			llm.Error{Kind: llm.KindUnavailable, Status: 503, Message: "m", RetryAfter: 30 * time.Second, MayBill: true}},
		{"told not to retry", respond(500, `{"error":{"message":"m"}}`, "x-should-retry", "false"), llm.Error{Kind: llm.KindUnavailable, Status: 500, Message: "m", MayBill: true, Final: true}},
		{"no JSON from a gateway", respond(502, `<html>bad gateway</html>`, "Content-Type", "text/html"), llm.Error{Kind: llm.KindUnavailable, Status: 502, MayBill: true}},
		{"wrong key", respond(401, `{"error":{"message":"m","type":"invalid_request_error","code":"invalid_api_key"}}`),
			llm.Error{Kind: llm.KindAuth, Status: 401, Code: "invalid_api_key", Type: "invalid_request_error", Message: "m"}},
		{"no right", respond(403, `{"error":{"message":"m"}}`), llm.Error{Kind: llm.KindAuth, Status: 403, Message: "m"}},
		{"unknown model", respond(404, `{"error":{"message":"m","code":"model_not_found","type":"t"}}`), llm.Error{Kind: llm.KindNoModel, Status: 404, Code: "model_not_found", Type: "t", Message: "m"}},
		{"too long", respond(400, `{"error":{"message":"m","type":"invalid_request_error","param":"input","code":"context_length_exceeded"}}`),
			llm.Error{Kind: llm.KindOverflow, Status: 400, Code: "context_length_exceeded", Type: "invalid_request_error", Param: "input", Message: "m"}},
		{"too long (OpenRouter)", respond(400, `{"error":{"message":"m","code":"invalid_prompt","metadata":{"error_type":"context_length_exceeded"}}}`),
			llm.Error{Kind: llm.KindOverflow, Status: 400, Code: "context_length_exceeded", Message: "m"}},
		{"too large", respond(413, `{"error":{"message":"m"}}`), llm.Error{Kind: llm.KindOverflow, Status: 413, Message: "m"}},
		{"conflict", respond(409, `{"error":{"message":"m"}}`), llm.Error{Kind: llm.KindUnavailable, Status: 409, Message: "m"}},
		{"failed with 200", respond(200, `{"id":"r","status":"failed","output":[],"error":{"code":"server_error","message":"m"}}`),
			llm.Error{Kind: llm.KindUnavailable, Status: 200, Code: "server_error", Message: "m", MayBill: true}},
		{"failed with 200: limit", respond(200, `{"id":"r","status":"failed","output":[],"error":{"code":"rate_limit_exceeded","message":"m"}}`),
			llm.Error{Kind: llm.KindRateLimited, Status: 200, Code: "rate_limit_exceeded", Message: "m"}},
		{"still in progress", respond(200, `{"id":"r","status":"in_progress","output":[]}`), llm.Error{Kind: llm.KindUnavailable, Status: 200, Code: "in_progress", MayBill: true}},
		{"an empty object", respond(200, `{}`), llm.Error{Kind: llm.KindMalformed, Status: 200, Message: "the answer has neither status nor output", MayBill: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ask(t, serve(t, tt.h), openai.Responses)
			got := llm.AsError(err)
			if got == nil {
				t.Fatalf("error %v, want a *llm.Error", err)
			}
			got.Err = nil
			if diff := cmp.Diff(tt.want, *got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Answers that are no JSON, or half of it, may have been billed.
func TestBrokenAnswers(t *testing.T) {
	for _, tt := range []struct {
		name string
		h    http.HandlerFunc
		want llm.Kind
	}{
		{"no JSON", respond(200, "hello"), llm.KindMalformed},
		{"an event stream, cut off in an item", respond(200, "event: response.output_item.added\ndata: {\"type\":\"respon", "Content-Type", "text/event-stream"), llm.KindMalformed},
		{"an empty body", respond(200, ""), llm.KindNetwork},
		{"cut off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "1000")
			io.WriteString(w, okBody[:100])
		}, llm.KindNetwork},
		{"hung up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, llm.KindNetwork},
		{"sent elsewhere", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/v1/responses", http.StatusTemporaryRedirect)
		}, llm.KindBadRequest},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ask(t, serve(t, tt.h), openai.Responses)
			e := llm.AsError(err)
			if e == nil || e.Kind != tt.want || e.MayBill != (tt.want != llm.KindBadRequest) {
				t.Errorf("error %+v, want kind %q", err, tt.want)
			}
		})
	}
}

func TestNoServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	l.Close()
	_, err = ask(t, url, openai.Auto)
	if e := llm.AsError(err); e == nil || e.Kind != llm.KindNetwork || e.MayBill || !e.Retryable() {
		t.Errorf("error %+v, want a network error that was not billed", err)
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	}))
	_, err := newClient(t, url, "m", openai.Responses).Respond(ctx, request(say("go")))
	if e := llm.AsError(err); e == nil || e.Kind != llm.KindCanceled || e.Retryable() || !errors.Is(err, context.Canceled) {
		t.Errorf("error %+v, want canceled", err)
	}
}

// picky refuses bodies in which accept finds fault, with that parameter; it keeps all bodies.
type picky struct {
	accept func(body map[string]any) (param string, ok bool)
	answer string
	bodies []map[string]any
}

func (p *picky) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body map[string]any
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		panic(err)
	}
	p.bodies = append(p.bodies, body)
	param, ok := p.accept(body)
	if !ok {
		b, _ := json.Marshal(param)
		if param == "" {
			b = []byte("null")
		}
		respond(400, fmt.Sprintf(`{"error":{"message":"unsupported","type":"invalid_request_error","param":%s,"code":null}}`, b))(w, r)
		return
	}
	respond(200, p.answer)(w, r)
}

func has(body map[string]any, key string) bool { _, ok := body[key]; return ok }

func effort(body map[string]any) any {
	r, _ := body["reasoning"].(map[string]any)
	return r["effort"]
}

func tool0(body map[string]any) map[string]any {
	tools := body["tools"].([]any)
	return tools[len(tools)-1].(map[string]any)
}

// Options that a server refuses are left out, and stay out; a refused request was
// not run, so that it costs nothing.
func TestRefusedOptions(t *testing.T) {
	for _, tt := range []struct {
		name    string
		effort  string
		accept  func(map[string]any) (string, bool)
		tries   int
		missing []string
	}{
		{"store is a 400", "low", func(b map[string]any) (string, bool) { return "store", !has(b, "store") }, 2, []string{"store"}},
		{"effort minimal is mapped", "minimal", func(b map[string]any) (string, bool) { return "reasoning.effort", effort(b) == "low" }, 2, nil},
		{"effort max is mapped", "max", func(b map[string]any) (string, bool) { return "reasoning.effort", effort(b) == "high" }, 2, nil},
		{"no effort at all", "low", func(b map[string]any) (string, bool) { return "reasoning", !has(b, "reasoning") }, 3, []string{"effort"}},
		{"no verbosity", "low", func(b map[string]any) (string, bool) { return "text.verbosity", !has(b, "text") }, 2, []string{"verbosity"}},
		{"no include", "low", func(b map[string]any) (string, bool) { return "include[0]", !has(b, "include") }, 2, []string{"include"}},
		{"no cache key", "low", func(b map[string]any) (string, bool) { return "prompt_cache_key", !has(b, "prompt_cache_key") }, 2, []string{"prompt_cache_key"}},
		{"no async tools", "low", func(b map[string]any) (string, bool) { return "tools[6].async", !has(tool0(b), "async") }, 2, []string{"async tools"}},
		{"no strict tools", "low", func(b map[string]any) (string, bool) { return "tools[0].strict", tool0(b)["strict"] == false }, 2, []string{"strict"}},
		{"does not say which (Groq)", "low", func(b map[string]any) (string, bool) {
			return "", !has(b, "include") && !has(b, "store") && !has(b, "text")
		}, 2,
			[]string{"async tools", "effort", "include", "max_completion_tokens", "prompt_cache_key", "store", "strict", "verbosity"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &picky{accept: tt.accept, answer: okBody}
			c := newClient(t, serve(t, p), "gpt-6-sol", openai.Auto)
			r := request(say("go"))
			r.Effort = tt.effort
			for range 2 {
				if _, err := c.Respond(context.Background(), r); err != nil {
					t.Fatal(err)
				}
			}
			if len(p.bodies) != tt.tries+1 {
				t.Errorf("%d requests for two answers, want %d", len(p.bodies), tt.tries+1)
			}
			if diff := cmp.Diff(tt.missing, c.Missing()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What no option explains is an error, after at most one more try.
func TestRefusedForGood(t *testing.T) {
	for param, tries := range map[string]int{"input[0]": 1, "model": 1, "": 2} {
		p := &picky{accept: func(map[string]any) (string, bool) { return param, false }}
		_, err := newClient(t, serve(t, p), "m", openai.Responses).Respond(context.Background(), request(say("go")))
		if e := llm.AsError(err); e == nil || e.Kind != llm.KindBadRequest || e.Retryable() || len(p.bodies) != tries {
			t.Errorf("param %q: error %v after %d requests, want a bad request after %d", param, err, len(p.bodies), tries)
		}
	}
}

// The 6.2 pair rejects none and minimal: they are never sent.
func TestEffortOfKnownModels(t *testing.T) {
	p := &picky{accept: func(map[string]any) (string, bool) { return "", true }, answer: okBody}
	r := request(say("go"))
	r.Effort = "none"
	if _, err := newClient(t, serve(t, p), "gpt-6.2-sol", openai.Auto).Respond(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	if got := effort(p.bodies[0]); got != "low" {
		t.Errorf("effort %v, want low", got)
	}
}

// Only the family that goes on while a tool runs is told that one may.
func TestAsyncOfKnownModels(t *testing.T) {
	for model, want := range map[string]bool{"gpt-6-sol": true, "gpt-6.2-astra": true, "gpt-5.4": false, "llama3": false} {
		p := &picky{accept: func(map[string]any) (string, bool) { return "", true }, answer: okBody}
		if _, err := newClient(t, serve(t, p), model, openai.Auto).Respond(context.Background(), request(say("go"))); err != nil {
			t.Fatal(err)
		}
		if got := tool0(p.bodies[0])["async"] == true; got != want {
			t.Errorf("%s: async %v, want %v", model, got, want)
		}
	}
}

func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       llm.Response
	}{
		{"without usage (vLLM, Ollama)", okBody, llm.Response{ID: "r", Model: "m", Status: llm.Completed, Items: []llm.Item{{Role: "assistant", Text: "hi"}}}},
		{"an item of an unknown type", `{"id":"r","status":"completed","model":"m","output":[{"type":"shiny","content":"x"}]}`,
			llm.Response{ID: "r", Model: "m", Status: llm.Completed, Items: []llm.Item{{}}}},
		{"a refusal", `{"id":"r","status":"completed","model":"m","output":[{"type":"message","role":"assistant","content":[{"type":"refusal","refusal":"no"}]}]}`,
			llm.Response{ID: "r", Model: "m", Status: llm.Refused, Reason: "no", Items: []llm.Item{{Role: "assistant"}}}},
		{"incomplete, with a cut-off call", `{"id":"r","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"model":"m","output":[{"type":"function_call","call_id":"c","name":"apply_edit","arguments":"{\"edits\":[","status":"incomplete"}],"usage":{"input_tokens":5,"output_tokens":7}}`,
			llm.Response{ID: "r", Model: "m", Status: llm.Incomplete, Reason: "max_output_tokens", Usage: llm.Usage{InputTokens: 5, OutputTokens: 7},
				Items: []llm.Item{{Call: &llm.ToolCall{ID: "c", Name: "apply_edit", Arguments: `{"edits":[`}}}}},
		{"complete, but a call is not", `{"id":"r","status":"completed","model":"m","output":[{"type":"function_call","call_id":"c","name":"f","arguments":"{","status":"incomplete"}]}`,
			llm.Response{ID: "r", Model: "m", Status: llm.Incomplete, Reason: "an output item is incomplete", Items: []llm.Item{{Call: &llm.ToolCall{ID: "c", Name: "f", Arguments: "{"}}}}},
		{"content filter", `{"id":"r","status":"incomplete","incomplete_details":{"reason":"content_filter"},"model":"m","output":[]}`,
			llm.Response{ID: "r", Model: "m", Status: llm.Incomplete, Reason: "content_filter"}},
		{"a dearer tier", `{"id":"r","status":"completed","model":"m","service_tier":"priority","output":[]}`,
			llm.Response{ID: "r", Model: "m", Status: llm.Completed, Tier: "priority"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ask(t, serve(t, respond(200, tt.body)), openai.Responses)
			if err != nil {
				t.Fatal(err)
			}
			for i := range got.Items {
				if !strings.Contains(tt.body, string(got.Items[i].Raw)) || got.Items[i].Raw == nil {
					t.Errorf("item %d: raw form %s is not as it came", i, got.Items[i].Raw)
				}
				got.Items[i].Raw = nil
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Refusals that come as errors are answers: sending again changes nothing.
func TestRefusalsByStatus(t *testing.T) {
	for body, want := range map[string]llm.Response{
		`{"error":{"message":"m","code":"content_filter","param":"prompt"}}`: {Status: llm.Incomplete, Reason: "content_filter"},
		`{"error":{"message":"m","code":"invalid_prompt","param":null}}`:     {Status: llm.Refused, Reason: "m"},
	} {
		got, err := ask(t, serve(t, respond(400, body)), openai.Responses)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestChatAnswers(t *testing.T) {
	for _, tt := range []struct {
		name, choice string
		want         llm.Response
	}{
		{"text and calls share one message", `{"finish_reason":"tool_calls","message":{"role":"assistant","content":"a","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}],"extra":1}}`,
			llm.Response{Status: llm.Completed, Items: []llm.Item{{Role: "assistant", Text: "a"}, {Call: &llm.ToolCall{ID: "c", Name: "f", Arguments: "{}"}}}}},
		{"cut off", `{"finish_reason":"length","message":{"role":"assistant","content":"a"}}`,
			llm.Response{Status: llm.Incomplete, Reason: "max_output_tokens", Items: []llm.Item{{Role: "assistant", Text: "a"}}}},
		{"filtered", `{"finish_reason":"content_filter","message":{"role":"assistant","content":""}}`,
			llm.Response{Status: llm.Incomplete, Reason: "content_filter", Items: []llm.Item{{Role: "assistant"}}}},
		{"refused", `{"finish_reason":"stop","message":{"role":"assistant","content":null,"refusal":"no"}}`,
			llm.Response{Status: llm.Refused, Reason: "no", Items: []llm.Item{{Role: "assistant"}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ask(t, serve(t, respond(200, `{"id":"","choices":[`+tt.choice+`]}`)), openai.Chat)
			if err != nil {
				t.Fatal(err)
			}
			for i := range got.Items {
				got.Items[i].Raw = nil
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Some servers put an error into an answer with 200.
func TestChatErrorWith200(t *testing.T) {
	for body, want := range map[string]llm.Kind{
		`{"error":{"message":"upstream","code":502}}`:                llm.KindUnavailable,
		`{"error":{"message":"x","code":"context_length_exceeded"}}`: llm.KindOverflow,
		`{"error":{"message":"x","code":"insufficient_quota"}}`:      llm.KindQuota,
		`{"id":"x","choices":[]}`:                                    llm.KindMalformed,
	} {
		_, err := ask(t, serve(t, respond(200, body)), openai.Chat)
		if e := llm.AsError(err); e == nil || e.Kind != want {
			t.Errorf("%s: error %v, want kind %q", body, err, want)
		}
	}
}

// A chat message goes back once, with the fields that the server put into it, and
// older servers get max_tokens.
func TestChatSendsMessagesBackUnchanged(t *testing.T) {
	answer := `{"id":"","choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":"a","extra_content":{"sig":"s"},"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}}]}`
	p := &picky{accept: func(b map[string]any) (string, bool) {
		return "max_completion_tokens", !has(b, "max_completion_tokens")
	}, answer: answer}
	c := newClient(t, serve(t, p), "m", openai.Chat)
	first, err := c.Respond(context.Background(), request(say("go")))
	if err != nil {
		t.Fatal(err)
	}
	items := append([]llm.Item{say("go")}, first.Items...)
	items = append(items, llm.Item{Result: &llm.ToolResult{ID: "c", Output: "x"}})
	if _, err := c.Respond(context.Background(), request(items...)); err != nil {
		t.Fatal(err)
	}
	last := p.bodies[len(p.bodies)-1]
	msgs := last["messages"].([]any)
	if len(msgs) != 4 || last["max_tokens"] != 4000.0 {
		t.Fatalf("%d messages, max_tokens %v", len(msgs), last["max_tokens"])
	}
	var want any
	if err := json.Unmarshal([]byte(`{"role":"assistant","content":"a","extra_content":{"sig":"s"},"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}`), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, msgs[2]); diff != "" {
		t.Error(diff)
	}
}

// A server that knows the path, but not the model, is not asked over the other API.
func TestUnknownModelIsNotProbed(t *testing.T) {
	paths := []string{}
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			paths = append(paths, r.URL.Path)
		}
		respond(404, `{"error":{"message":"m","code":"model_not_found"}}`)(w, r)
	}))
	if _, err := ask(t, url, openai.Auto); llm.AsError(err) == nil || len(paths) != 1 {
		t.Errorf("error %v after %v", err, paths)
	}
}

// A base URL with neither API is told as such.
func TestNoAPIAtAll(t *testing.T) {
	_, err := ask(t, serve(t, http.NotFoundHandler()), openai.Auto)
	if e := llm.AsError(err); e == nil || e.Kind != llm.KindNoModel || !strings.Contains(e.Message, "neither /responses nor") {
		t.Errorf("error %v", err)
	}
}

// A later 404 is an error: the server had the path.
func TestProbesOnce(t *testing.T) {
	n := 0
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			respond(404, `{}`)(w, r) // no list of models either
			return
		}
		if n++; n == 1 {
			respond(200, okBody)(w, r)
			return
		}
		respond(404, `{}`)(w, r)
	}))
	c := newClient(t, url, "m", openai.Auto)
	if _, err := c.Respond(context.Background(), request(say("go"))); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Respond(context.Background(), request(say("go"))); llm.AsError(err) == nil || n != 2 {
		t.Errorf("error %v after %d requests", err, n)
	}
}

// The key and the model come from the configuration alone, and no key is no header.
func TestHeaders(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "from-the-environment")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/")
	t.Setenv("OPENAI_ORG_ID", "org")
	for key, want := range map[string]string{"": "", "k": "Bearer k"} {
		var got http.Header
		url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got = r.Header.Clone()
			respond(200, okBody)(w, r)
		}))
		c, err := openai.New(openai.Config{BaseURL: url, APIKey: key, Model: "m"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Respond(context.Background(), request(say("go"))); err != nil {
			t.Fatal(err)
		}
		if got.Get("Authorization") != want || got.Get("OpenAI-Organization") != "" {
			t.Errorf("key %q: headers %v", key, got)
		}
	}
}

// However a base URL is written, its path and its query stand in each request.
func TestBaseURL(t *testing.T) {
	for suffix, want := range map[string]string{
		"":                           "/v1/responses",
		"/openai/v1":                 "/v1/openai/v1/responses",
		"/openai/v1/?api-version=v1": "/v1/openai/v1/responses?api-version=v1",
		"?api-version=preview":       "/v1/responses?api-version=preview",
	} {
		got := ""
		url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got = r.URL.String()
			respond(200, okBody)(w, r)
		}))
		if _, err := ask(t, strings.TrimSuffix(url, "/")+suffix, openai.Auto); err != nil || got != want {
			t.Errorf("suffix %q: asked %q, want %q; %v", suffix, got, want, err)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []openai.Config{{}, {Model: "m", API: "soap"}, {Model: "m", BaseURL: "ftp://x"}, {Model: "m", BaseURL: "::"}} {
		if _, err := openai.New(c); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
}

// A server that does not know the model says which it has; one that answers with a page
// is said to do so.
func TestNotAModelsServer(t *testing.T) {
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/models" {
			respond(200, `{"object":"list","data":[{"id":"llama3","object":"model"},{"id":"qwen3","object":"model"}]}`)(w, r)
			return
		}
		respond(404, `{"error":{"message":"m"}}`)(w, r)
	}))
	_, err := ask(t, url, openai.Auto)
	if e := llm.AsError(err); e == nil || e.Kind != llm.KindNoModel || !strings.Contains(e.Error(), `the server has "llama3", "qwen3"`) {
		t.Errorf("an unknown model: %v", err)
	}
	_, err = ask(t, serve(t, respond(200, "<html>Sign in</html>", "Content-Type", "text/html; charset=utf-8")), openai.Responses)
	if e := llm.AsError(err); e == nil || e.Kind != llm.KindMalformed || e.Advice() == "" || !strings.Contains(e.Error(), "it is text/html and not JSON") {
		t.Errorf("a page: %v", err)
	}
}
