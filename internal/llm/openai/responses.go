package openai

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"

	"github.com/regreen/regreen/internal/llm"
)

func (c *Client) respond(ctx context.Context, r llm.Request) (llm.Response, error) {
	params, err := c.params(r)
	if err != nil {
		return llm.Response{}, &llm.Error{Kind: llm.KindBadRequest, Err: err}
	}
	var raw *http.Response
	res, err := c.responses.New(ctx, params, option.WithResponseInto(&raw))
	if err != nil {
		return filtered(classify(ctx, err, raw))
	}
	return c.answer(res)
}

func (c *Client) params(r llm.Request) (responses.ResponseNewParams, error) {
	p := responses.ResponseNewParams{
		Model:        c.model,
		Instructions: param.NewOpt(r.Instructions),
		Input:        responses.ResponseNewParamsInputUnion{OfInputItemList: input(r.Input)},
	}
	tools, err := c.tools(r.Tools)
	if err != nil {
		return p, err
	}
	p.Tools = tools
	if r.MaxOutputTokens > 0 {
		p.MaxOutputTokens = param.NewOpt(int64(r.MaxOutputTokens))
	}
	if c.features.on(featStore) {
		p.Store = param.NewOpt(false)
	}
	if c.features.on(featInclude) {
		p.Include = []responses.ResponseIncludable{responses.ResponseIncludableReasoningEncryptedContent}
	}
	if e := c.features.effort(r.Effort); e != "" {
		p.Reasoning = shared.ReasoningParam{Effort: shared.ReasoningEffort(e)}
	}
	if r.Verbosity != "" && c.features.on(featVerbosity) {
		p.Text = responses.ResponseTextConfigParam{Verbosity: responses.ResponseTextConfigVerbosity(r.Verbosity)}
	}
	if r.CacheKey != "" && c.features.on(featCacheKey) {
		p.PromptCacheKey = param.NewOpt(r.CacheKey)
	}
	return p, nil
}

// input turns the conversation into items. What the model made goes back as it came:
// reasoning must stand before the call that it led to, unchanged.
func input(items []llm.Item) []responses.ResponseInputItemUnionParam {
	out := make([]responses.ResponseInputItemUnionParam, 0, len(items))
	for _, it := range items {
		switch {
		case it.Raw != nil:
			out = append(out, param.Override[responses.ResponseInputItemUnionParam](it.Raw))
		case it.Call != nil:
			out = append(out, responses.ResponseInputItemParamOfFunctionCall(it.Call.Arguments, it.Call.ID, it.Call.Name))
		case it.Result != nil:
			made := responses.ResponseInputItemParamOfFunctionCallOutput(it.Result.Output)
			made.OfFunctionCallOutput.CallID = param.NewOpt(it.Result.ID)
			out = append(out, made)
		default:
			made := responses.ResponseInputItemParamOfMessage(it.Text, responses.EasyInputMessageRole(it.Role))
			made.OfMessage.Type = responses.EasyInputMessageTypeMessage
			out = append(out, made)
		}
	}
	return out
}

func (c *Client) tools(specs []llm.ToolSpec) ([]responses.ToolUnionParam, error) {
	var out []responses.ToolUnionParam
	for _, s := range specs {
		var schema map[string]any
		if err := json.Unmarshal(s.Parameters, &schema); err != nil {
			return nil, fmt.Errorf("schema of tool %q: %w", s.Name, err)
		}
		// Strict is a required key of this API, so it is sent as false where a server refuses true.
		f := responses.FunctionToolParam{Name: s.Name, Description: param.NewOpt(s.Description), Parameters: schema, Strict: param.NewOpt(c.features.on(featStrict))}
		if s.Async && c.features.on(featAsync) {
			f.Async = param.NewOpt(true)
		}
		out = append(out, responses.ToolUnionParam{OfFunction: &f})
	}
	return out, nil
}

// outItem is what is read of an output item, of whatever type.
type outItem struct {
	Type      string `json:"type"`
	Role      string `json:"role"`
	Status    string `json:"status"`
	CallID    string `json:"call_id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	Content   []struct {
		Type    string `json:"type"`
		Text    string `json:"text"`
		Refusal string `json:"refusal"`
	} `json:"content"`
}

const unfinished = "incomplete"

// answer reads a response. An item of an unknown type is kept and sent back.
func (c *Client) answer(res *responses.Response) (llm.Response, error) {
	out := llm.Response{ID: res.ID, Model: res.Model, Status: llm.Completed, Tier: string(res.ServiceTier), Usage: llm.Usage{
		InputTokens: int(res.Usage.InputTokens), CachedTokens: int(res.Usage.InputTokensDetails.CachedTokens),
		CacheWriteToken: int(res.Usage.InputTokensDetails.CacheWriteTokens), OutputTokens: int(res.Usage.OutputTokens),
		ReasoningTokens: int(res.Usage.OutputTokensDetails.ReasoningTokens),
	}}
	for _, o := range res.Output {
		item, cut, refusal := readItem([]byte(o.RawJSON()))
		if cut {
			out.Status, out.Reason = llm.Incomplete, "an output item is incomplete"
		}
		if refusal != "" {
			out.Status, out.Reason = llm.Refused, refusal
		}
		out.Items = append(out.Items, item)
	}
	return out, finishStatus(res, &out)
}

// readItem reads one output item; cut says that the server marks it as unfinished.
func readItem(raw []byte) (item llm.Item, cut bool, refusal string) {
	item.Raw = raw
	var v outItem
	if json.Unmarshal(raw, &v) != nil {
		return item, false, "" // an item whose fields mean something else
	}
	switch v.Type {
	case "function_call":
		item.Call = &llm.ToolCall{ID: v.CallID, Name: v.Name, Arguments: v.Arguments}
		return item, v.Status == unfinished, ""
	case "message":
		item.Role = "assistant"
		var text []string
		for _, part := range v.Content {
			if part.Type == "refusal" {
				refusal = part.Refusal
			}
			if part.Text != "" {
				text = append(text, part.Text)
			}
		}
		item.Text = strings.Join(text, "\n")
	}
	return item, false, refusal
}

// finishStatus turns the status of the whole into ours. A server may answer 200 and
// have failed.
func finishStatus(res *responses.Response, out *llm.Response) error {
	switch {
	case res.Status == responses.ResponseStatusIncomplete:
		out.Status, out.Reason = llm.Incomplete, res.IncompleteDetails.Reason
	case res.Status == responses.ResponseStatusFailed, res.Status == "" && res.Error.Code != "":
		out.Status, out.Reason = llm.Failed, string(res.Error.Code)
		return failed(string(res.Error.Code), res.Error.Message)
	case res.Status == "" && len(res.Output) == 0:
		out.Status = llm.Failed
		return &llm.Error{Kind: llm.KindMalformed, Status: http.StatusOK, Message: "the answer has neither status nor output", MayBill: true}
	case res.Status != responses.ResponseStatusCompleted && res.Status != "":
		out.Status, out.Reason = llm.Failed, string(res.Status)
		return &llm.Error{Kind: llm.KindUnavailable, Status: http.StatusOK, Code: string(res.Status), MayBill: true}
	}
	return nil
}
