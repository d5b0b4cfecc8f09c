package ladder

import (
	"context"
	"fmt"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/pipeline"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/spend"
)

// asking is an agent that asks a person before its first paid request. The answer
// holds for the whole ladder.
type asking struct {
	agent pipeline.Agent
	model string
	env   cli.Env
	say   pipeline.Progress
	said  *string // "", "yes" or "no"; shared by the ladder
}

// Ready implements pipeline.Agent: nobody is asked about a model that is not there.
func (a asking) Ready(ctx context.Context) error { return a.agent.Ready(ctx) }

// Attempt asks, unless that was done, and goes on if the person agrees.
func (a asking) Attempt(ctx context.Context, t repair.Task, b *spend.Budget) (repair.Attempt, error) {
	if *a.said == "" {
		*a.said = a.ask(b)
	}
	if *a.said != "yes" {
		return repair.Attempt{Kind: repair.KindAgent, Model: a.model, StopReason: repair.StopGaveUp, Stop: "the cost was not approved"}, nil
	}
	return a.agent.Attempt(ctx, t, b)
}

func (a asking) ask(b *spend.Budget) string {
	cost := "has no known price; the token limit holds"
	if usd, known := b.AtMost(a.model); known {
		cost = fmt.Sprintf("may cost up to %.2f US dollars", usd)
	}
	// Without a stage nothing is in hand, and no live line is drawn over the question.
	a.say("", fmt.Sprintf("Asking %s %s. Go on? [y/N]", a.model, cost))
	if console.Agrees(a.env.Stdin) {
		return "yes"
	}
	return "no"
}
