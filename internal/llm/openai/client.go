// Package openai is the adapter to servers that speak OpenAI's Responses API or
// its Chat Completions API. Nothing is kept by the server: each request carries the
// whole conversation. It is the only importer of openai-go.
//
// Respond makes one billable request and reports what went wrong as *llm.Error;
// waiting and sending again is the caller's, who keeps the budget. The library's
// own retries are off, since they send no idempotency key and may bill twice.
// Only a refusal that names an option is answered here, by leaving it out: such a
// request was not run.
//
// Answers are not streamed. Nothing can be done with a part of one, since a call that
// is cut off is never executed; a stream adds ways to break in the middle of an item,
// and not every server counts the tokens of one. What a stream would give, an early
// sign that the server is dead, the caller has from a time limit on each request.
package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"

	"github.com/regreen/regreen/internal/llm"
)

// API is the way to talk to the server.
type API string

// The APIs. Auto takes Responses and falls back to Chat, once, where the server
// does not have that path.
const (
	Auto      API = "auto"
	Responses API = "responses"
	Chat      API = "chat"
)

// DefaultBaseURL is OpenAI's own server.
const DefaultBaseURL = "https://api.openai.com/v1/"

// Config says which model to use and where.
type Config struct {
	BaseURL string // "" is DefaultBaseURL
	APIKey  string // "" sends no key, as local servers need none
	Model   string // required
	API     API    // "" is Auto
	HTTP    *http.Client
}

// Client is one model on one server. It remembers what the server lacks.
type Client struct {
	model     string
	api       API
	settled   bool // api is known to be there
	features  features
	azure     bool // its list of models is not that of the deployments
	responses responses.ResponseService
	chat      sdk.ChatCompletionService
	models    sdk.ModelService
}

var (
	_ llm.Model  = (*Client)(nil)
	_ llm.Prober = (*Client)(nil)
)

// New returns a client. It sends nothing and reads no environment variable.
func New(c Config) (*Client, error) {
	if c.Model == "" {
		return nil, errors.New("openai: no model given")
	}
	switch c.API {
	case "":
		c.API = Auto
	case Auto, Responses, Chat:
	default:
		return nil, fmt.Errorf("openai: unknown API %q: use auto, responses or chat", c.API)
	}
	base, query, err := baseURL(c.BaseURL)
	if err != nil {
		return nil, err
	}
	opts := []option.RequestOption{option.WithBaseURL(base), option.WithMaxRetries(0), option.WithHTTPClient(bounded(c.HTTP))}
	for key := range query {
		opts = append(opts, option.WithQuery(key, query.Get(key)))
	}
	if c.APIKey != "" {
		opts = append(opts, option.WithAPIKey(c.APIKey))
	}
	return &Client{
		model: c.Model, api: c.API, features: featuresOf(c.Model), azure: strings.Contains(base, ".azure.com/"),
		responses: responses.NewResponseService(opts...), chat: sdk.NewChatCompletionService(opts...), models: sdk.NewModelService(opts...),
	}, nil
}

// baseURL splits a base URL into its address with a slash at the end, and its query,
// which Azure wants on each request (api-version).
func baseURL(s string) (base string, query url.Values, err error) {
	if s == "" {
		return DefaultBaseURL, nil, nil
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", nil, fmt.Errorf("openai: base URL %q is no http or https address", s)
	}
	query = u.Query()
	u.RawQuery, u.Fragment = "", ""
	return strings.TrimRight(u.String(), "/") + "/", query, nil
}

// Name implements llm.Model.
func (c *Client) Name() string { return c.model }

// API is the API in use; Auto before the first answer.
func (c *Client) API() API { return c.api }

// Missing names the options that the server refused and that are left out since.
func (c *Client) Missing() []string { return c.features.missing() }

// Respond implements llm.Model. Its errors are *llm.Error.
func (c *Client) Respond(ctx context.Context, r llm.Request) (llm.Response, error) {
	fell := false
	for {
		resp, err := c.once(ctx, r)
		e := llm.AsError(err)
		switch {
		case e == nil:
			c.settle()
			return resp, err
		case c.fallBack(e):
			fell = true
		case e.Kind == llm.KindBadRequest && c.features.drop(e.Param):
		default:
			if e.Kind == llm.KindNoModel && !c.azure {
				e.Offers = c.offers(ctx)
			}
			if fell && e.Kind == llm.KindNoModel && e.Message == "" {
				e.Message = "the base URL has neither /responses nor /chat/completions, or the model is unknown there"
			}
			return resp, err
		}
	}
}

func (c *Client) once(ctx context.Context, r llm.Request) (llm.Response, error) {
	if c.api == Chat {
		return c.respondChat(ctx, r)
	}
	return c.respond(ctx, r)
}

// settle ends the probing: the API in use has answered.
func (c *Client) settle() {
	if c.api == Auto {
		c.api = Responses
	}
	c.settled = true
}

// fallBack goes over to Chat Completions if the server does not know the path of the
// Responses API. A server that names the model as what it does not know has the path.
func (c *Client) fallBack(e *llm.Error) bool {
	if c.api != Auto || c.settled {
		return false
	}
	switch e.Status {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
	default:
		return false
	}
	if e.Code == codeNoModel {
		return false
	}
	c.api = Chat
	return true
}

// maxBody bounds an answer. The longest output of any model is some 128,000 tokens.
const maxBody = 32 << 20

// bounded returns a client that reads no more than maxBody of an answer and follows
// no redirect to another host, which would get the conversation.
func bounded(h *http.Client) *http.Client {
	c := http.Client{}
	if h != nil {
		c = *h
	}
	next := c.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	c.Transport = limited{next}
	c.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		if len(via) > 3 || req.URL.Host != via[0].URL.Host || req.URL.Scheme != via[0].URL.Scheme {
			return http.ErrUseLastResponse
		}
		return nil
	}
	return &c
}

type limited struct{ next http.RoundTripper }

func (l limited) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := l.next.RoundTrip(r)
	if err == nil {
		resp.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(resp.Body, maxBody), resp.Body}
	}
	return resp, err
}
