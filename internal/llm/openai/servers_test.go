package openai_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/openai"
)

// Answers of servers that call a tool once, over either API.
const (
	callBody = `{"id":"r","object":"response","status":"completed","model":"m","output":[{"type":"function_call","id":"f","call_id":"c","name":"list_files","arguments":"{}","status":"completed"}]}`
	chatBody = `{"id":"r","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"list_files","arguments":"{}"}}]}}]}`
)

// refuses is the answer to a request that has what a server does not take; "" if it
// takes all.
type refuses func(path string, body map[string]any) (status int, answer string)

// Each server that the README names, with what is known to be different there: a
// conversation of two requests goes through, whatever it takes.
func TestServers(t *testing.T) {
	gone := func(part string) refuses {
		return func(path string, _ map[string]any) (int, string) {
			if strings.HasSuffix(path, part) {
				return 404, "404 page not found"
			}
			return 0, ""
		}
	}
	param := func(name string, bad func(map[string]any) bool) refuses {
		return func(_ string, body map[string]any) (int, string) {
			if bad(body) {
				return 400, `{"error":{"message":"m","type":"invalid_request_error","param":` + name + `,"code":null}}`
			}
			return 0, ""
		}
	}
	for _, tt := range []struct {
		server, base, effort string
		refuses              refuses
		api                  openai.API
		requests             int
	}{
		{"OpenAI", "/v1", "low", param(`"x"`, func(map[string]any) bool { return false }), openai.Responses, 2},
		{"Azure, with its path and query", "/openai/v1/?api-version=preview", "low", func(path string, _ map[string]any) (int, string) {
			if !strings.HasPrefix(path, "/openai/v1/") {
				return 404, `{"error":{"code":"404","message":"Resource not found"}}`
			}
			return 0, ""
		}, openai.Responses, 2},
		{"OpenRouter, which keeps nothing", "/api/v1", "low", param(`"store"`, func(b map[string]any) bool { return b["store"] == true || b["previous_response_id"] != nil }), openai.Responses, 2},
		{"Together, which keeps nothing", "/v1", "low", param(`"store"`, func(b map[string]any) bool { return b["store"] == true }), openai.Responses, 2},
		{"Groq, which does not say what it refuses", "/openai/v1", "low", param("null", func(b map[string]any) bool { return b["include"] != nil || b["prompt_cache_key"] != nil }), openai.Responses, 3},
		{"vLLM, which ignores store and counts nothing", "/v1", "low", gone("/models"), openai.Responses, 2},
		{"vLLM before it had the Responses API", "/v1", "low", gone("/responses"), openai.Chat, 3},
		{"Ollama", "/v1", "low", gone("/models"), openai.Responses, 2},
		{"Ollama before 0.13.3", "/v1", "low", gone("/responses"), openai.Chat, 3},
		{"LM Studio, whose efforts are low to high", "/v1", "minimal", param(`"reasoning.effort"`, func(b map[string]any) bool { return effort(b) != "low" }), openai.Responses, 3},
	} {
		t.Run(tt.server, func(t *testing.T) {
			var bodies []map[string]any
			url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				raw, _ := io.ReadAll(r.Body)
				var body map[string]any
				if err := json.Unmarshal(raw, &body); err != nil {
					t.Errorf("body %s: %v", raw, err)
				}
				bodies = append(bodies, body)
				status, answer := tt.refuses(r.URL.Path, body)
				switch {
				case answer != "":
				case strings.HasSuffix(r.URL.Path, "/responses"):
					status, answer = 200, callBody
				default:
					status, answer = 200, chatBody
				}
				respond(status, answer)(w, r)
			}))
			c := newClient(t, strings.TrimSuffix(url, "/v1/")+tt.base, "some-model", openai.Auto)
			r := request(say("go"))
			r.Effort = tt.effort
			first, err := c.Respond(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(first.Items, func(it llm.Item) bool { return it.Call != nil })
			if i < 0 || first.Items[i].Call.Name != "list_files" {
				t.Fatalf("the call did not come through: %+v", first.Items)
			}
			r.Input = append(append(r.Input, first.Items...), llm.Item{Result: &llm.ToolResult{ID: first.Items[i].Call.ID, Output: "a.go"}})
			if _, err := c.Respond(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			if c.API() != tt.api || len(bodies) != tt.requests {
				t.Errorf("%d requests over %s, want %d over %s", len(bodies), c.API(), tt.requests, tt.api)
			}
			for _, b := range bodies {
				if b["previous_response_id"] != nil || b["store"] == true {
					t.Errorf("a request counts on what the server keeps: %v", b)
				}
			}
		})
	}
}

// A deployment that is not there is told as such, over both APIs.
func TestUnknownDeployment(t *testing.T) {
	url := serve(t, respond(404, `{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}`))
	_, err := ask(t, url, openai.Auto)
	if e := llm.AsError(err); e == nil || e.Kind != llm.KindNoModel || !strings.Contains(e.Advice(), "--model") {
		t.Errorf("error %v", err)
	}
}
