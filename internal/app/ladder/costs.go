package ladder

import (
	"context"
	"time"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/repair/spend"
)

// memoryBook is the tenant's memory as a book of costs: the ledger in the state folder
// of a runner that is thrown away after its job knows of no other run. What others
// spent is read once, when it is first asked for; runs at the same time may overstep a
// total by what each of them spends.
type memoryBook struct {
	reader memory.Reader
	writer *remember.Memory // nil: this run may not write, and its costs are in the ledger alone
	tenant string
	run    string
	window time.Duration
	now    func() time.Time

	read   bool
	others float64
	mine   float64
	n      int // requests entered
}

var _ spend.Book = (*memoryBook)(nil)

// Append implements spend.Book.
func (b *memoryBook) Append(ctx context.Context, e spend.Entry) error {
	b.n++
	b.mine += e.CostUSD
	if b.writer == nil {
		return nil
	}
	return b.writer.Paid(ctx, b.run, b.n, e.CostUSD)
}

// Spent implements spend.Book.
func (b *memoryBook) Spent(ctx context.Context) (float64, error) {
	if !b.read {
		now := b.now()
		sum, err := memory.Costs(ctx, b.reader, b.tenant, now.Add(-b.window), now)
		if err != nil {
			return 0, err
		}
		b.read, b.others = true, sum
		if b.writer != nil {
			b.others -= b.mine // entered before, and so in the sum
		}
	}
	return b.others + b.mine, nil
}
