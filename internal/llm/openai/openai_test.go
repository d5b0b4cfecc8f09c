package openai_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/llmtest"
	"github.com/regreen/regreen/internal/llm/openai"
	"github.com/regreen/regreen/internal/llm/openai/openaitest"
	"github.com/regreen/regreen/internal/repair/tool"
)

func newClient(t testing.TB, url, model string, api openai.API) *openai.Client {
	t.Helper()
	c, err := openai.New(openai.Config{BaseURL: url, APIKey: "test-key", Model: model, API: api})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func request(input ...llm.Item) llm.Request {
	return llm.Request{Instructions: "Repair.", Input: input, Tools: tool.Specs(), MaxOutputTokens: 4000, Effort: "low", Verbosity: "low", CacheKey: "acme/shop"}
}

func say(text string) llm.Item { return llm.Item{Role: "user", Text: text} }

// A conversation of two requests over each API keeps what the model made as it came.
func TestConversation(t *testing.T) {
	for _, tt := range []struct {
		name  string
		start func(testing.TB, ...llmtest.Step) *openaitest.Server
		api   openai.API
		want  openai.API
	}{
		{"responses", openaitest.Responses, openai.Auto, openai.Responses},
		{"chat after one 404", openaitest.Chat, openai.Auto, openai.Chat},
		{"chat by choice", openaitest.Chat, openai.Chat, openai.Chat},
	} {
		t.Run(tt.name, func(t *testing.T) {
			srv := tt.start(t,
				llmtest.Reply(llmtest.Calls(llmtest.Call("c1", tool.ListFiles, `{"path_glob":null}`), llmtest.Call("c2", tool.RunTests, `{"selection":null}`))),
				llmtest.Reply(llmtest.Say("done")))
			c := newClient(t, srv.URL, "gpt-6-sol", tt.api)
			first, err := c.Respond(context.Background(), request(say("go")))
			if err != nil {
				t.Fatal(err)
			}
			if first.Status != llm.Completed || first.Usage.InputTokens != 1000 || first.Usage.OutputTokens != 100 {
				t.Errorf("first answer %+v", first)
			}
			items := append([]llm.Item{say("go")}, first.Items...)
			items = append(items, llm.Item{Result: &llm.ToolResult{ID: "c1", Output: "a.go"}}, llm.Item{Result: &llm.ToolResult{ID: "c2", Output: "{}"}})
			second, err := c.Respond(context.Background(), request(items...))
			if err != nil {
				t.Fatal(err)
			}
			if n := len(second.Items); n == 0 || second.Items[n-1].Text != "done" {
				t.Errorf("second answer %+v", second)
			}
			if c.API() != tt.want {
				t.Errorf("API %q, want %q", c.API(), tt.want)
			}
		})
	}
}

// Reasoning goes back before the call that it led to, byte for byte.
func TestResponsesSendsItemsBackUnchanged(t *testing.T) {
	srv := openaitest.Responses(t, llmtest.Reply(llmtest.Calls(llmtest.Call("c1", tool.ListFiles, `{"path_glob": "a<b>"}`))), llmtest.Reply(llmtest.Say("done")))
	c := newClient(t, srv.URL, "gpt-6-sol", openai.Auto)
	first, err := c.Respond(context.Background(), request(say("go")))
	if err != nil {
		t.Fatal(err)
	}
	items := append([]llm.Item{say("go")}, first.Items...)
	items = append(items, llm.Item{Result: &llm.ToolResult{ID: "c1", Output: "x"}})
	if _, err := c.Respond(context.Background(), request(items...)); err != nil {
		t.Fatal(err)
	}
	var body struct {
		Store   *bool
		Include []string
		Input   []map[string]any
	}
	if err := json.Unmarshal(srv.Requests()[1].Body, &body); err != nil {
		t.Fatal(err)
	}
	if body.Store == nil || *body.Store || len(body.Include) != 1 || body.Include[0] != "reasoning.encrypted_content" {
		t.Errorf("store %v, include %v", body.Store, body.Include)
	}
	if got := body.Input[1]; got["type"] != "reasoning" || got["encrypted_content"] != "sealed-1" {
		t.Errorf("item 1 is %v, want the reasoning", got)
	}
	if got := body.Input[2]; got["id"] != "fc_1_0" || got["arguments"] != `{"path_glob": "a<b>"}` {
		t.Errorf("item 2 is %v, want the call", got)
	}
}

// The document check must be able to fail.
func TestContractFinds(t *testing.T) {
	c := openaitest.Load(t)
	for _, tt := range []struct{ name, path, body string }{
		{"an unknown option", "/v1/responses", `{"model":"m","input":"x","shiny":1}`},
		{"a wrong type", "/v1/responses", `{"model":"m","input":"x","store":"no"}`},
		{"an unknown effort", "/v1/responses", `{"model":"m","input":"x","reasoning":{"effort":"extreme"}}`},
		{"an unknown option inside", "/v1/responses", `{"model":"m","input":"x","reasoning":{"effort":"low","shiny":1}}`},
		{"a tool without strict", "/v1/responses", `{"model":"m","input":"x","tools":[{"type":"function","name":"f","parameters":{}}]}`},
		{"an unknown field of a tool", "/v1/responses", `{"model":"m","input":"x","tools":[{"type":"function","name":"f","parameters":{},"strict":true,"shiny":1}]}`},
		{"an unknown field of a result", "/v1/responses", `{"model":"m","input":[{"type":"function_call_output","call_id":"c","output":"x","shiny":1}]}`},
		{"no messages", "/v1/chat/completions", `{"model":"m"}`},
		{"an unknown option of chat", "/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":"x"}],"shiny":1}`},
	} {
		if len(c.Check(tt.path, []byte(tt.body))) == 0 {
			t.Errorf("%s was not found", tt.name)
		}
	}
	ok := `{"model":"m","input":[{"role":"user","content":"x"}],"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":true,"async":true}]}`
	if errs := c.Check("/v1/responses", []byte(ok)); len(errs) > 0 {
		t.Errorf("a good body breaks the document: %s", strings.Join(errs, "\n"))
	}
}
