// Package spend keeps the limits of a run: requests, calls, tokens, minutes and
// dollars, what was spent of them, what models cost, and the ledger over all runs.
package spend

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrLimit says that a limit of the budget does not allow the next step. The error
// that wraps it is a *LimitError, which names the limit.
var ErrLimit = errors.New("limit reached")

// LimitError names the limit that was reached.
type LimitError struct {
	Limit  string // the flag that sets it, such as max-requests
	Detail string
}

func (e *LimitError) Error() string { return fmt.Sprintf("%s: %s", e.Limit, e.Detail) }

// Is makes the error be ErrLimit.
func (e *LimitError) Is(target error) bool { return target == ErrLimit }

// Limits bound all attempts of one run together.
type Limits struct {
	Requests     int
	ToolCalls    int
	OutputTokens int           // of one request
	Time         time.Duration // from the first attempt on
	CostUSD      float64
	TotalUSD     float64 // over all runs of the book's window; 0: no such limit
	Tokens       int     // input and output of the run; rules where no price is known
}

// DefaultLimits are the limits of a run that sets none. An able model needs 2
// requests and some 30,000 tokens; the rest is room for a hard case.
func DefaultLimits() Limits {
	return Limits{Requests: 12, ToolCalls: 60, OutputTokens: 8_000, Time: 20 * time.Minute, CostUSD: 1, Tokens: 400_000}
}

// MinOutputTokens is the floor of the output cap: below it a model that reasons
// cannot finish an edit, and the request would be paid for nothing.
const MinOutputTokens = 1_000

// Budget is what is left of the Limits. All attempts of a run share one. It is not
// safe for concurrent use.
type Budget struct {
	limits Limits
	prices Prices
	now    func() time.Time
	start  time.Time // zero before Begin
	spent  Usage
	book   Book
}

// NewBudget returns a budget of which nothing is spent. The book may be nil; TotalUSD
// then holds over this run alone.
func NewBudget(l Limits, p Prices, now func() time.Time, book Book) *Budget {
	return &Budget{limits: l, prices: p, now: now, book: book, spent: Usage{PriceKnown: true}}
}

// Begin starts the time of the run, if it does not run yet: what was done before the
// first attempt, such as reproducing the failure, is not the model's.
func (b *Budget) Begin() {
	if b.start.IsZero() {
		b.start = b.now()
	}
}

// Spent is what all attempts took so far.
func (b *Budget) Spent() Usage { return b.spent }

// Price is what a model costs; false if no price is known.
func (b *Budget) Price(model string) (Price, bool) { return b.prices.Of(model) }

// Enter writes a request into the book, if there is one.
func (b *Budget) Enter(ctx context.Context, e Entry) error {
	if b.book == nil {
		return nil
	}
	return b.book.Append(ctx, e)
}

// Limits returns the limits that the budget started with.
func (b *Budget) Limits() Limits { return b.limits }

// Deadline is when the time of the run is up; before Begin it is the whole time from now.
func (b *Budget) Deadline() time.Time {
	if b.start.IsZero() {
		return b.now().Add(b.limits.Time)
	}
	return b.start.Add(b.limits.Time)
}

// Admit says how many output tokens a request with about input tokens may have, so
// that its worst case fits what is left. It returns a *LimitError if it may not be sent.
func (b *Budget) Admit(ctx context.Context, model string, input int) (outputCap int, err error) {
	switch {
	case b.spent.Requests >= b.limits.Requests:
		return 0, &LimitError{"max-requests", fmt.Sprintf("%d requests were sent", b.spent.Requests)}
	case !b.now().Before(b.Deadline()):
		return 0, &LimitError{"max-minutes", fmt.Sprintf("%s are over", b.limits.Time)}
	}
	price, known := b.prices.Of(model)
	if !known {
		return b.admitTokens(input)
	}
	left, limit, err := b.LeftUSD(ctx)
	if err != nil {
		return 0, err
	}
	outputCap = b.limits.OutputTokens
	for price.Worst(input, outputCap) > left {
		if outputCap == MinOutputTokens {
			return 0, &LimitError{limit, fmt.Sprintf("the next request may cost $%.4f and $%.4f are left", price.Worst(input, outputCap), max(left, 0))}
		}
		outputCap = max(outputCap*3/4, MinOutputTokens)
	}
	return outputCap, nil
}

func (b *Budget) admitTokens(input int) (int, error) {
	left := b.limits.Tokens - b.spent.Tokens() - input
	if left < MinOutputTokens {
		return 0, &LimitError{"max-tokens", fmt.Sprintf("no price is known, and of %d tokens %d are left for input and output", b.limits.Tokens, max(left+input, 0))}
	}
	return min(left, b.limits.OutputTokens), nil
}

// LeftUSD is the money left, and the flag of the limit that is nearer. It fails if
// the book cannot be read: with the sum unknown nothing is spent.
func (b *Budget) LeftUSD(ctx context.Context) (float64, string, error) {
	left, limit := b.limits.CostUSD-b.spent.CostUSD, "max-cost-usd"
	if b.limits.TotalUSD <= 0 {
		return left, limit, nil
	}
	total := b.spent.CostUSD
	if b.book != nil {
		sum, err := b.book.Spent(ctx)
		if err != nil {
			return 0, "", err
		}
		total = sum
	}
	if rest := b.limits.TotalUSD - total; rest < left {
		return rest, "max-cost-usd-total", nil
	}
	return left, limit, nil
}

// usualInput is what a request of a usual run carries, for an estimate before any is sent.
const usualInput = 18_000

// AtMost is what a run with this model may cost at most, in dollars: all its requests
// at their worst case, within the limits. It is false if no price is known.
func (b *Budget) AtMost(model string) (float64, bool) {
	price, ok := b.prices.Of(model)
	if !ok {
		return 0, false
	}
	usd := min(b.limits.CostUSD, float64(b.limits.Requests)*price.Worst(usualInput, b.limits.OutputTokens))
	if b.limits.TotalUSD > 0 {
		usd = min(usd, b.limits.TotalUSD)
	}
	return usd, true
}

// Call takes one tool call from the budget, or returns a *LimitError.
func (b *Budget) Call() error {
	if b.spent.ToolCalls >= b.limits.ToolCalls {
		return &LimitError{"max-tool-calls", fmt.Sprintf("%d calls were made", b.spent.ToolCalls)}
	}
	b.spent.ToolCalls++
	return nil
}

// Charge adds what was used.
func (b *Budget) Charge(u Usage) { b.spent = b.spent.Add(u) }
