// Package outcome holds the closed sets of words that say how a run ended and
// what was delivered. The words are an interface: they stand unchanged in JSON,
// action outputs, summaries, comments and logs, so that users can count them.
package outcome

// Outcome says how a run ended.
type Outcome string

// The outcomes of a run.
const (
	Fixed           Outcome = "fixed"             // the agent's patch was proved
	FixedFromMemory Outcome = "fixed-from-memory" // a replayed patch was proved
	Partial         Outcome = "partial"           // some of the failures are cured, the others are as before
	Diagnosed       Outcome = "diagnosed"         // a cause or a proposal is shown, nothing was proved
	Flaky           Outcome = "flaky"             // the failure comes and goes without any change
	Infra           Outcome = "infra"             // no patch can mend it: network, disk, runner, registry
	NotReproduced   Outcome = "not-reproduced"    // the failure does not show here
	RedAtBase       Outcome = "red-at-base"       // the merge base fails in the same way
	NoFix           Outcome = "no-fix"            // every attempt failed verification, or there was none
	RejectedByGuard Outcome = "rejected-by-guard" // a patch went green only by breaking the policy
	BudgetExhausted Outcome = "budget-exhausted"  // a limit was reached before a fix was proved
	AgentError      Outcome = "agent-error"       // the model or its service broke down
	SkippedLoop     Outcome = "skipped-loop"      // the failing commit is regreen's own
	SkippedUntrust  Outcome = "skipped-untrusted" // the trigger may not run this
	SkippedDup      Outcome = "skipped-duplicate" // another run or pull request has it in hand
	SkippedStopped  Outcome = "skipped-stopped"   // a person said stop
	Green           Outcome = "green"             // nothing failed
	Error           Outcome = "error"             // regreen or a dependency broke
)

// All lists every outcome, in the order of their declaration.
func All() []Outcome {
	return []Outcome{Fixed, FixedFromMemory, Partial, Diagnosed, Flaky, Infra, NotReproduced, RedAtBase, NoFix,
		RejectedByGuard, BudgetExhausted, AgentError, SkippedLoop, SkippedUntrust, SkippedDup, SkippedStopped, Green, Error}
}

// Proved reports whether o stands for a patch that verify proved in full.
func (o Outcome) Proved() bool { return o == Fixed || o == FixedFromMemory }

// Delivery says what the user was given.
type Delivery string

// The deliveries of a run.
const (
	None        Delivery = "none"         // nothing to deliver
	Patch       Delivery = "patch"        // a patch file: dry run, fork or read-only token
	Branch      Delivery = "branch"       // a pushed branch: pull requests are forbidden
	PullRequest Delivery = "pull-request" // a pull request
)
