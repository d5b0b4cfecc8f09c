package openai

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	sdk "github.com/openai/openai-go/v3"

	"github.com/regreen/regreen/internal/llm"
)

// The error codes that decide. Texts of messages never do.
const (
	codeNoModel  = "model_not_found"
	codeOverflow = "context_length_exceeded"
	codeFilter   = "content_filter"
	codePrompt   = "invalid_prompt"
	codeQuota    = "insufficient_quota"
)

// quotaCode reports a code that says that there is no money: waiting does not help.
func quotaCode(code string) bool {
	return slices.Contains([]string{codeQuota, "credit_balance_exhausted", "organization_usage_limit_exceeded", "billing_hard_limit_reached", "billing_not_active"}, code) ||
		strings.HasSuffix(code, "_spend_limit_exceeded")
}

// classify turns an error of the library into ours. raw is the HTTP response, nil
// if none came.
func classify(ctx context.Context, err error, raw *http.Response) *llm.Error {
	var api *sdk.Error
	switch {
	case errors.As(err, &api):
		return classifyStatus(api)
	case ctx.Err() != nil:
		return &llm.Error{Kind: llm.KindCanceled, MayBill: raw != nil || !dialing(err), Err: ctx.Err()}
	case raw == nil:
		return &llm.Error{Kind: llm.KindNetwork, MayBill: !dialing(err), Err: err}
	case raw.StatusCode >= http.StatusMultipleChoices && raw.StatusCode < http.StatusBadRequest:
		return &llm.Error{Kind: llm.KindBadRequest, Status: raw.StatusCode, Message: "the server redirects to another place", Err: err}
	}
	var netErr net.Error
	if errors.As(err, &netErr) || broken(err) {
		return &llm.Error{Kind: llm.KindNetwork, Status: raw.StatusCode, MayBill: true, Err: err}
	}
	e := &llm.Error{Kind: llm.KindMalformed, Status: raw.StatusCode, MayBill: true, Err: err}
	if kind, _, _ := mime.ParseMediaType(raw.Header.Get("Content-Type")); kind != "" && kind != "application/json" {
		e.Message, e.Err = "it is "+kind+" and not JSON", nil // the library speaks of its own types
	}
	return e
}

// dialing reports whether the request did not leave: no connection was made.
func dialing(err error) bool {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Op == "dial"
	}
	var dns *net.DNSError
	return errors.As(err, &dns)
}

// broken reports whether an answer ended before its end.
func broken(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

// detail is what servers put into an error. Code is a number on some.
type detail struct {
	Code      any    `json:"code"`
	Type      string `json:"type"`
	Param     string `json:"param"`
	Message   string `json:"message"`
	ErrorType string `json:"error_type"`
	Metadata  struct {
		ErrorType string `json:"error_type"`
	} `json:"metadata"`
}

func classifyStatus(api *sdk.Error) *llm.Error {
	e := &llm.Error{Status: api.StatusCode, Code: api.Code, Type: api.Type, Param: api.Param, Message: api.Message}
	var d detail
	if json.Unmarshal([]byte(api.RawJSON()), &d) == nil {
		if s, ok := d.Code.(string); ok {
			e.Code = s
		}
		if d.Metadata.ErrorType != "" {
			d.ErrorType = d.Metadata.ErrorType
		}
		if d.ErrorType != "" {
			e.Code = d.ErrorType // OpenRouter: the code is its own, this is the cause
		}
	}
	if api.Response != nil {
		e.RetryAfter = retryAfter(api.Response.Header)
		e.Final = api.Response.Header.Get("x-should-retry") == "false"
	}
	e.Kind = kindOf(e)
	e.MayBill = e.Kind == llm.KindUnavailable && e.Status != http.StatusConflict
	return e
}

func kindOf(e *llm.Error) llm.Kind {
	switch {
	case quotaCode(e.Type), quotaCode(e.Code), e.Status == http.StatusPaymentRequired:
		return llm.KindQuota
	case e.Code == codeOverflow, e.Status == http.StatusRequestEntityTooLarge:
		return llm.KindOverflow
	case e.Status == http.StatusTooManyRequests:
		return llm.KindRateLimited
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden:
		return llm.KindAuth
	case e.Status == http.StatusNotFound, e.Code == codeNoModel:
		return llm.KindNoModel
	case e.Status == http.StatusRequestTimeout, e.Status == http.StatusConflict:
		return llm.KindUnavailable
	case e.Status == http.StatusMethodNotAllowed, e.Status == http.StatusNotImplemented:
		return llm.KindNoModel
	case e.Status >= http.StatusInternalServerError:
		return llm.KindUnavailable
	}
	return llm.KindBadRequest
}

// retryAfter reads how long the server asks to wait; 0 if it does not.
func retryAfter(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	s := h.Get("Retry-After")
	if sec, err := strconv.ParseFloat(s, 64); err == nil && sec > 0 {
		return time.Duration(sec * float64(time.Second))
	}
	at, err := http.ParseTime(s)
	if err != nil {
		return 0
	}
	// Counted from the server's own clock, so that a wrong one here does no harm.
	sent, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0
	}
	return max(at.Sub(sent), 0)
}

// failed is the error of an answer that came with 200 and has failed.
func failed(code, message string) *llm.Error {
	e := &llm.Error{Status: http.StatusOK, Code: code, Message: message}
	switch {
	case quotaCode(code):
		e.Kind = llm.KindQuota
	case code == "rate_limit_exceeded":
		e.Kind = llm.KindRateLimited
	case code == codeOverflow:
		e.Kind = llm.KindOverflow
	case code == "server_error", code == "vector_store_timeout":
		e.Kind, e.MayBill = llm.KindUnavailable, true
	default:
		e.Kind = llm.KindBadRequest
	}
	return e
}

// filtered turns refusals that come as errors into answers: the request was
// understood, and sending it again changes nothing.
func filtered(e *llm.Error) (llm.Response, error) {
	switch {
	case e.Kind != llm.KindBadRequest:
	case e.Code == codeFilter:
		return llm.Response{Status: llm.Incomplete, Reason: codeFilter}, nil
	case e.Code == codePrompt:
		return llm.Response{Status: llm.Refused, Reason: e.Message}, nil
	}
	return llm.Response{}, e
}
