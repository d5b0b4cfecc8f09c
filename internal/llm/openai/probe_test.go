package openai_test

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/openai"
)

// Only a clear no is one: a server without a list of models must not be refused.
func TestProbe(t *testing.T) {
	for _, tt := range []struct {
		name string
		h    http.HandlerFunc
		want llm.Kind // "" if the model may be asked
	}{
		{"there (OpenAI)", respond(200, `{"id":"gpt-6-sol","object":"model","created":1,"owned_by":"openai"}`), ""},
		{"wrong key", respond(401, `{"error":{"message":"m","type":"invalid_request_error","code":"invalid_api_key"}}`), llm.KindAuth},
		{"a key that may not read the list", respond(403, `{"error":{"message":"m","code":"missing_scope"}}`), ""},
		{"the same, as unauthorized", respond(401, `{"error":{"message":"m","type":"invalid_request_error","code":"missing_scope"}}`), ""},
		{"unknown model (OpenAI)", respond(404, `{"error":{"message":"m","type":"invalid_request_error","param":"model","code":"model_not_found"}}`), llm.KindNoModel},
		{"no such path (vLLM)", respond(404, `{"detail":"Not Found"}`), ""},
		{"no such path (LM Studio)", respond(200, `{"error":"Unexpected endpoint or method. (GET /v1/models/gpt-6-sol)"}`), ""},
		{"no such path, as a page (OpenRouter)", respond(404, `<html>not found</html>`, "Content-Type", "text/html"), ""},
		{"unknown model in words (Ollama)", respond(404, `{"error":{"message":"model 'x' not found","type":"not_found_error","param":null,"code":null}}`), ""},
		{"only by POST", respond(405, ``), ""},
		{"a broken list", respond(500, `{}`), ""},
		{"too many requests", respond(429, `{"error":{"message":"m"}}`), ""},
		{"hung up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var mu sync.Mutex
			var asked []string
			url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				asked = append(asked, r.Method+" "+r.URL.Path)
				mu.Unlock()
				tt.h(w, r)
			}))
			err := newClient(t, url, "gpt-6-sol", openai.Auto).Probe(t.Context())
			got := llm.AsError(err)
			if (err != nil) != (tt.want != "") || err != nil && got.Kind != tt.want || err != nil && got.Advice() == "" {
				t.Errorf("%v, want %q", err, tt.want)
			}
			mu.Lock()
			defer mu.Unlock()
			if len(asked) != 1 || asked[0] != "GET /v1/models/gpt-6-sol" {
				t.Errorf("asked %v", asked)
			}
		})
	}
	if err := newClient(t, "http://127.0.0.1:1/v1", "m", openai.Auto).Probe(t.Context()); llm.AsError(err) == nil || llm.AsError(err).Kind != llm.KindNetwork {
		t.Errorf("nobody there: %v", err)
	}
}

// The list of models on Azure is not that of the deployments, which are what is asked.
func TestProbeAzure(t *testing.T) {
	answer := respond(404, `{"error":{"message":"m","code":"model_not_found"}}`)
	client := &http.Client{Transport: handled{answer}}
	c, err := openai.New(openai.Config{BaseURL: "https://acme.openai.azure.com/openai/v1/", APIKey: "k", Model: "our-deployment", HTTP: client})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Probe(t.Context()); err != nil {
		t.Error(err)
	}
}

// handled answers in the process, whatever the host is.
type handled struct{ h http.Handler }

func (h handled) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	h.h.ServeHTTP(w, r)
	res := w.Result()
	res.Request = r
	return res, nil
}
