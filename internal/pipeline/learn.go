package pipeline

import (
	"context"
	"fmt"

	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/verify"
)

// Lesson is a fix that a person made: the source part of the change between a red
// commit and a green one. The workspace holds the red sources with the green tests.
type Lesson struct {
	Source      patch.Patch
	Description string // the person's own words, such as the commit message
	Look        bool   // where the tests pass without the fix, run them once more to see whether they use the sources
}

// Learn proves a person's fix on the same road as any other, and remembers it.
func Learn(ctx context.Context, s Stages, l Lesson) (Result, error) {
	r := &run{Stages: s}
	err := r.learn(ctx, l)
	if err != nil {
		r.res.Outcome, r.res.Reason = outcome.Error, err.Error()
	}
	if serr := s.Save("result.json", r.res); err == nil {
		err = serr
	}
	return r.res, err
}

// unnoticed says why the tests may pass on the red sources.
func (r *run) unnoticed(ctx context.Context, l Lesson) (string, error) {
	if !l.Look {
		return r.copyOnly(), nil
	}
	r.say("verify", "with the files of the change broken")
	why, err := r.Verifier.Unnoticed(ctx, l.Source)
	if err != nil || why == "" {
		return r.copyOnly(), err
	}
	return "; " + why, nil
}

// copyOnly says what a lesson that does not hold may be for want of.
func (s Stages) copyOnly() string {
	return "; the tests ran in a copy with only what is committed: " + s.option("setup-command") + " prepares it, such as npm ci, " +
		"and a package that is installed from another folder is not what was tested"
}

func (r *run) learn(ctx context.Context, l Lesson) error {
	if l.Source.Empty() {
		r.end(outcome.NoFix, "between the two commits only tests changed")
		return nil
	}
	a := repair.Attempt{Kind: "human", Patch: l.Source, Description: l.Description}
	if t, refused := r.Verifier.Refuse(ctx, l.Source); refused { // before anything is run
		r.res.Attempts = append(r.res.Attempts, Tried{Attempt: a, Trial: t})
		r.end(outcome.RejectedByGuard, "%s", reasons(t))
		return nil
	}
	if err := r.reproduce(ctx); err != nil {
		return err
	}
	switch r.res.Outcome {
	case "":
	case outcome.Green:
		why, err := r.unnoticed(ctx, l)
		if err != nil {
			return fmt.Errorf("learn: %w", err)
		}
		r.end(outcome.NotReproduced, "the tests of the green commit pass on the red sources: %s%s", r.base.Reason, why)
		return nil
	default:
		return nil
	}
	trial, err := r.prove(ctx, a)
	if err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	switch trial.Verdict {
	case verify.Verified:
	case verify.Tampered:
		r.end(outcome.RejectedByGuard, "%s", reasons(trial))
		return nil
	case verify.Partial:
		r.end(outcome.Partial, "%s", reasons(trial))
		return nil
	case verify.Flaky:
		r.end(outcome.Flaky, "%s", reasons(trial))
		return nil
	default:
		r.end(outcome.NoFix, "%s: %s%s", trial.Verdict, reasons(trial), r.copyOnly())
		return nil
	}
	r.proved(trial, &r.res.Attempts[0].Attempt)
	rec, err := r.Remember.Fix(ctx, trial.Proof, remember.Story{Description: l.Description, Before: r.story(&a).Before})
	if err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	r.res.Record = &rec
	r.end(outcome.Fixed, "proved and remembered")
	return nil
}
