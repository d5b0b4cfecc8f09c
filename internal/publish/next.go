package publish

import "github.com/regreen/regreen/internal/outcome"

// Next says what a person can do after a run that ended with o; "" where there is
// nothing to do. Flags of the command line have the names of the inputs.
func Next(o outcome.Outcome) string {
	switch o {
	case outcome.NoFix, outcome.Diagnosed:
		return "mend it by hand; \"regreen learn --red COMMIT --green COMMIT\" then remembers how. Where no model was asked, set OPENAI_API_KEY or the input openai-api-key."
	case outcome.Partial:
		return "apply the patch if it helps, and look at the failures that are left."
	case outcome.Flaky:
		return "rerun the job, and mend the test: what comes and goes proves no patch."
	case outcome.Infra:
		return "rerun the job when what it names is back: no patch can mend it."
	case outcome.NotReproduced:
		return "compare this machine with the failed job: test-command, working-directory, setup-command, pass-env, versions of tools."
	case outcome.RedAtBase:
		return "mend the base branch first; its own failing run is repaired there."
	case outcome.RejectedByGuard:
		return "look at the patch. If the tests are what is wrong, test-edits: propose shows edits of them without proof."
	case outcome.BudgetExhausted:
		return "raise the limit that is named, and try again with retry."
	case outcome.AgentError:
		return "look at the model's server and the key, and try again with retry."
	}
	return ""
}
