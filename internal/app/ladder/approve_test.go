package ladder

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/pipeline"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/spend"
)

// counted is an agent that only counts.
type counted struct{ n *int }

func (c counted) Attempt(context.Context, repair.Task, *spend.Budget) (repair.Attempt, error) {
	*c.n++
	return repair.Attempt{}, nil
}

func (counted) Ready(context.Context) error { return nil }

var _ pipeline.Agent = counted{}

func TestAskBeforeSpending(t *testing.T) {
	for answer, want := range map[string]int{"y\n": 2, "YES\n": 2, "n\n": 0, "\n": 0, "": 0} {
		var out bytes.Buffer
		n, said := 0, ""
		b := spend.NewBudget(spend.DefaultLimits(), spend.PublishedPrices(), time.Now, nil)
		e := cli.Env{Stdin: strings.NewReader(answer)}
		p := console.NewProgress(&out, time.Now)
		for range 2 { // two rungs, one question
			if _, err := (asking{counted{&n}, "gpt-6-astra", e, p.Line, &said}).Attempt(context.Background(), repair.Task{}, b); err != nil {
				t.Fatal(err)
			}
		}
		p.Close()
		if n != want || strings.Count(out.String(), "Go on?") != 1 || !strings.Contains(out.String(), "US dollars") {
			t.Errorf("answer %q: %d attempts, want %d; it said %q", answer, n, want, out.String())
		}
	}
}
