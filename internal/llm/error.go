package llm

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Kind sorts what can go wrong with a request, by what the caller can do about it.
type Kind string

// The kinds of a failed request.
const (
	KindQuota       Kind = "quota"        // the account has no money or hit its own limit: stop
	KindAuth        Kind = "auth"         // the key is absent, wrong or may not use the model: stop
	KindNoModel     Kind = "no-model"     // the server does not know the model, or not this path: stop
	KindRateLimited Kind = "rate-limited" // wait and send again
	KindUnavailable Kind = "unavailable"  // the server broke: wait and send again
	KindNetwork     Kind = "network"      // no answer, or half of one: wait and send again
	KindMalformed   Kind = "malformed"    // the answer cannot be read: sending again may help
	KindOverflow    Kind = "overflow"     // the input is longer than the model's context: shorten it
	KindBadRequest  Kind = "bad-request"  // the server refuses the request as it is
	KindCanceled    Kind = "canceled"     // the caller's context ended
)

// Error is a failed request. Code, Type and Param are the server's own words for
// the cause ("" where it gave none); Message is outside text.
type Error struct {
	Kind       Kind
	Status     int // HTTP status; 0 if there was no answer
	Code       string
	Type       string
	Param      string
	Message    string
	Offers     []string      // models that the server has, where it does not know the one that was asked
	RetryAfter time.Duration // what the server asked for; 0 if nothing
	MayBill    bool          // the server may have done and billed the work
	Final      bool          // the server says that sending again is no use
	Err        error         // the cause, if another layer reported one
}

func (e *Error) Error() string {
	s := "model request: " + string(e.Kind)
	if e.Status != 0 {
		s += fmt.Sprintf(": status %d", e.Status)
	}
	if e.Code != "" {
		s += fmt.Sprintf(" %q", e.Code)
	}
	if e.Message != "" {
		s += fmt.Sprintf(": %q", e.Message)
	}
	if len(e.Offers) > 0 {
		s += ": the server has " + offers(e.Offers)
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// maxOffers is how many models are named: enough to see that a name is misspelt.
const maxOffers = 8

func offers(names []string) string {
	var quoted []string
	for _, n := range names[:min(len(names), maxOffers)] {
		quoted = append(quoted, strconv.Quote(n))
	}
	text := strings.Join(quoted, ", ")
	if more := len(names) - maxOffers; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// Retryable reports whether sending the same request again can help.
func (e *Error) Retryable() bool {
	if e.Final {
		return false
	}
	switch e.Kind {
	case KindRateLimited, KindUnavailable, KindNetwork, KindMalformed:
		return true
	}
	return false
}

// Advice says what a person can do about it; "" where it is not theirs to do.
func (e *Error) Advice() string {
	switch e.Kind {
	case KindQuota:
		return "the account has no credit left or has hit its own limit: add credit, or use another key"
	case KindAuth:
		return "the server refuses the key: check OPENAI_API_KEY (in the action: openai-api-key)"
	case KindNoModel:
		return "the server does not know the model, or the key may not use it: check --model and OPENAI_BASE_URL"
	case KindMalformed:
		return "what the server sends is no answer of a model: check OPENAI_BASE_URL (in the action: openai-base-url)"
	case KindNetwork:
		return "no answer from the model's server: check the network and OPENAI_BASE_URL (in the action: openai-base-url)"
	}
	return ""
}

// AsError returns the *Error in err's chain, or nil.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}
