// Package llm is the port to a language model that can call tools.
package llm

import (
	"context"
	"encoding/json"
)

// Model answers requests. Implementations are safe for sequential use.
type Model interface {
	// Name is the model's name as the server knows it.
	Name() string
	// Respond sends one request and returns the model's answer. It obeys ctx.
	Respond(ctx context.Context, r Request) (Response, error)
}

// Prober is a Model that can tell, without a request that is billed, whether it can be
// asked.
type Prober interface {
	// Probe returns nil if the server answers, takes the key and knows the model, and also
	// where the server has no way to tell. Its errors are *Error.
	Probe(ctx context.Context) error
}

// Request is one turn's input. It carries the whole conversation: nothing is kept
// by the server.
type Request struct {
	Instructions    string
	Input           []Item
	Tools           []ToolSpec
	MaxOutputTokens int
	Effort          string // reasoning effort; "" leaves the server's default
	Verbosity       string // low, medium or high; "" leaves the server's default
	CacheKey        string // groups requests that share a prefix
}

// Item is one piece of the conversation: a message, a tool call or its result.
// Raw holds the server's own form of an item that the model made, and is sent
// back unchanged.
type Item struct {
	Role   string          `json:"role,omitempty"` // user or assistant, for a message
	Text   string          `json:"text,omitempty"`
	Call   *ToolCall       `json:"call,omitempty"`
	Result *ToolResult     `json:"result,omitempty"`
	Raw    json.RawMessage `json:"raw,omitempty"`
}

// ToolCall is the model's request to run a tool. Arguments is the text that the
// model sent; it may not be valid JSON.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// ToolResult answers the call with the same ID.
type ToolResult struct {
	ID     string `json:"id"`
	Output string `json:"output"`
}

// ToolSpec describes a tool. Parameters is a strict JSON schema.
type ToolSpec struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Async       bool            `json:"async,omitempty"` // the model may go on before the answer comes
}

// Status says how a response ended.
type Status string

// The ways in which a response ends. Calls of an Incomplete response may be cut
// off and must not be executed.
const (
	Completed  Status = "completed"
	Incomplete Status = "incomplete"
	Refused    Status = "refused"
	Failed     Status = "failed"
)

// Response is the model's answer.
type Response struct {
	ID     string
	Model  string
	Status Status
	Reason string // why it is incomplete, refused or failed
	Items  []Item // in order; calls and messages carry their Raw form too
	Usage  Usage
	Tier   string // service tier that was billed, such as flex or priority; "" if the server does not say
}

// Usage is measured in tokens. InputTokens includes the cached ones and the
// written ones; OutputTokens includes reasoning.
type Usage struct {
	InputTokens     int `json:"input_tokens"`
	CachedTokens    int `json:"cached_tokens"`
	CacheWriteToken int `json:"cache_write_tokens"`
	OutputTokens    int `json:"output_tokens"`
	ReasoningTokens int `json:"reasoning_tokens"`
}
