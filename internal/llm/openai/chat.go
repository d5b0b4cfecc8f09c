package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"

	"github.com/regreen/regreen/internal/llm"
)

func (c *Client) respondChat(ctx context.Context, r llm.Request) (llm.Response, error) {
	params, err := c.chatParams(r)
	if err != nil {
		return llm.Response{}, &llm.Error{Kind: llm.KindBadRequest, Err: err}
	}
	var raw *http.Response
	res, err := c.chat.New(ctx, params, option.WithResponseInto(&raw))
	if err != nil {
		return filtered(classify(ctx, err, raw))
	}
	return chatAnswer(res)
}

func (c *Client) chatParams(r llm.Request) (sdk.ChatCompletionNewParams, error) {
	p := sdk.ChatCompletionNewParams{Model: c.model, Messages: messages(r)}
	for _, s := range r.Tools {
		var schema map[string]any
		if err := json.Unmarshal(s.Parameters, &schema); err != nil {
			return p, fmt.Errorf("schema of tool %q: %w", s.Name, err)
		}
		f := shared.FunctionDefinitionParam{Name: s.Name, Description: param.NewOpt(s.Description), Parameters: schema}
		if c.features.on(featStrict) {
			f.Strict = param.NewOpt(true)
		}
		p.Tools = append(p.Tools, sdk.ChatCompletionFunctionTool(f))
	}
	c.chatOptions(&p, r)
	return p, nil
}

func (c *Client) chatOptions(p *sdk.ChatCompletionNewParams, r llm.Request) {
	if r.MaxOutputTokens > 0 {
		limit := param.NewOpt(int64(r.MaxOutputTokens))
		if c.features.on(featMaxNew) {
			p.MaxCompletionTokens = limit
		} else {
			p.MaxTokens = limit
		}
	}
	if c.features.on(featStore) {
		p.Store = param.NewOpt(false)
	}
	if e := c.features.effort(r.Effort); e != "" {
		p.ReasoningEffort = shared.ReasoningEffort(e)
	}
	if r.Verbosity != "" && c.features.on(featVerbosity) {
		p.Verbosity = sdk.ChatCompletionNewParamsVerbosity(r.Verbosity)
	}
	if r.CacheKey != "" && c.features.on(featCacheKey) {
		p.PromptCacheKey = param.NewOpt(r.CacheKey)
	}
}

// messages turns the conversation into chat messages. One message of the model
// may be several items, its text and its calls, which all carry the same raw form;
// it goes back once, unchanged, with whatever fields the server put into it.
func messages(r llm.Request) []sdk.ChatCompletionMessageParamUnion {
	out := []sdk.ChatCompletionMessageParamUnion{sdk.SystemMessage(r.Instructions)}
	var last []byte
	for _, it := range r.Input {
		switch {
		case it.Raw != nil:
			if !bytes.Equal(it.Raw, last) {
				out = append(out, param.Override[sdk.ChatCompletionMessageParamUnion](it.Raw))
			}
		case it.Result != nil:
			out = append(out, sdk.ToolMessage(it.Result.Output, it.Result.ID))
		case it.Call != nil:
			out = append(out, madeCall(*it.Call))
		case it.Role == "assistant":
			out = append(out, sdk.AssistantMessage(it.Text))
		default:
			out = append(out, sdk.UserMessage(it.Text))
		}
		last = it.Raw
	}
	return out
}

// madeCall is a call that did not come from this server.
func madeCall(c llm.ToolCall) sdk.ChatCompletionMessageParamUnion {
	return sdk.ChatCompletionMessageParamUnion{OfAssistant: &sdk.ChatCompletionAssistantMessageParam{
		ToolCalls: []sdk.ChatCompletionMessageToolCallUnionParam{{OfFunction: &sdk.ChatCompletionMessageFunctionToolCallParam{
			ID: c.ID, Function: sdk.ChatCompletionMessageFunctionToolCallFunctionParam{Name: c.Name, Arguments: c.Arguments},
		}}},
	}}
}

func chatAnswer(res *sdk.ChatCompletion) (llm.Response, error) {
	out := llm.Response{ID: res.ID, Model: res.Model, Status: llm.Completed, Tier: string(res.ServiceTier), Usage: llm.Usage{
		InputTokens: int(res.Usage.PromptTokens), CachedTokens: int(res.Usage.PromptTokensDetails.CachedTokens),
		CacheWriteToken: int(res.Usage.PromptTokensDetails.CacheWriteTokens),
		OutputTokens:    int(res.Usage.CompletionTokens), ReasoningTokens: int(res.Usage.CompletionTokensDetails.ReasoningTokens),
	}}
	if len(res.Choices) == 0 {
		out.Status = llm.Failed
		return out, chatFailure(res)
	}
	choice := res.Choices[0]
	msg := choice.Message
	raw := json.RawMessage(msg.RawJSON())
	if msg.Content != "" || len(msg.ToolCalls) == 0 {
		out.Items = append(out.Items, llm.Item{Role: "assistant", Text: msg.Content, Raw: raw})
	}
	for _, tc := range msg.ToolCalls {
		out.Items = append(out.Items, llm.Item{Call: &llm.ToolCall{ID: tc.ID, Name: tc.Function.Name, Arguments: tc.Function.Arguments}, Raw: raw})
	}
	switch {
	case msg.Refusal != "":
		out.Status, out.Reason = llm.Refused, msg.Refusal
	case choice.FinishReason == "length":
		out.Status, out.Reason = llm.Incomplete, "max_output_tokens"
	case choice.FinishReason == codeFilter:
		out.Status, out.Reason = llm.Incomplete, codeFilter
	}
	return out, nil
}

// chatFailure reads the error that some servers put into an answer with 200.
func chatFailure(res *sdk.ChatCompletion) error {
	var v struct {
		Error *detail `json:"error"`
	}
	if json.Unmarshal([]byte(res.RawJSON()), &v) == nil && v.Error != nil {
		code, _ := v.Error.Code.(string)
		e := failed(code, v.Error.Message)
		if e.Kind == llm.KindBadRequest {
			e.Kind, e.MayBill = llm.KindUnavailable, true
		}
		return e
	}
	return &llm.Error{Kind: llm.KindMalformed, Status: http.StatusOK, Message: "the answer has no choice", MayBill: true}
}
