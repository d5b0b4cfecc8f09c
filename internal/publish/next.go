package publish

import (
	"cmp"
	"fmt"

	"github.com/regreen/regreen/internal/outcome"
)

// Next says what a person can do after a run that ended so; "" where there is nothing to
// do. option names an option as the reader sets it: see Input and Flag.
func (c Change) Next(option func(name string) string) string {
	switch c.Outcome {
	case outcome.NoFix, outcome.Diagnosed:
		return c.byHand(option)
	case outcome.Partial:
		return "apply the patch if it helps, and look at the failures that are left."
	case outcome.Flaky:
		return "rerun the job, and mend the test: what comes and goes proves no patch."
	case outcome.Infra:
		return "rerun the job when what it names is back: no patch can mend it."
	case outcome.NotReproduced:
		return "compare this machine with the failed job: " + option("test-command") + ", " + option("working-directory") + ", " +
			option("setup-command") + ", " + option("pass-env") + ", versions of tools."
	case outcome.RedAtBase:
		return "mend the base branch first; its own failing run is repaired there."
	case outcome.RejectedByGuard:
		return "look at the patch. If the tests are what is wrong, " + option("test-edits") + " with the value propose shows edits of them without proof."
	case outcome.BudgetExhausted:
		return "raise the limit that is named, and try again with " + option("retry") + "."
	case outcome.AgentError:
		return "look at the model's server and the key, and try again with " + option("retry") + "."
	}
	return ""
}

// byHand says how what a person mends is remembered, and what lets a model try.
func (c Change) byHand(option func(name string) string) string {
	red := c.base()
	text := fmt.Sprintf("mend it by hand and commit that; \"regreen learn --red %s --green HEAD\" then remembers how.", cmp.Or(red[:min(len(red), 12)], "COMMIT"))
	if c.Requests == 0 {
		text += " No model was asked: that takes " + key(option) + "."
	}
	return text
}

// Input names an option as a workflow sets it.
func Input(name string) string { return "`" + name + "`" }

// Flag names an option as the command line has it.
func Flag(name string) string { return "--" + name }

// key is where the key of the model's server comes from: no flag takes one.
func key(option func(string) string) string {
	const input = "openai-api-key"
	if option(input) == Flag(input) {
		return "OPENAI_API_KEY"
	}
	return option(input)
}

// nextInWorkflow is Next for what is read on GitHub.
func nextInWorkflow(c Change) string { return c.Next(Input) }
