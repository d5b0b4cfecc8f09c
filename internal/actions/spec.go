package actions

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Kind says what an input's value may be.
type Kind string

// The kinds of input.
const (
	Text   Kind = "text"
	Bool   Kind = "bool"   // true or false
	Number Kind = "number" // not negative
	List   Kind = "list"   // separated by commas or line feeds
	Secret Kind = "secret" // masked before anything else, and never printed
	Choice Kind = "choice"
)

// Input is an input of the action. A flag of the command line with the same name
// means the same.
type Input struct {
	Name    string
	Kind    Kind
	Default string
	Choices []string // for Choice
	Help    string
}

// JobStatus is the input that tells a green job. Its default is evaluated in the
// job that uses the action; inside the action, job.status may be that of its own
// steps.
const JobStatus = "job-status"

// The modes of the action.
const (
	ModePullRequest = "pull-request" // repair, prove, remember, open a pull request
	ModePropose     = "propose"      // repair and prove with a read-only token, leave a bundle
	ModePublish     = "publish"      // take a bundle, run no code, remember and open a pull request
	ModeComment     = "comment"      // repair and prove, but only comment
	ModeDiagnose    = "diagnose"     // reproduce, and try what is remembered; ask no model and change nothing
	ModeFeedback    = "feedback"     // tell the memory what became of a pull request
)

// Inputs lists the inputs of action.yml, in its order. A test holds both together.
func Inputs() []Input {
	return []Input{
		{"test-command", Text, "", nil, "The command that fails. Default: the failed step's own command line in the log, else what the project's manifest says."},
		{"setup-command", Text, "", nil, "A command that prepares a fresh runner before the tests, such as npm ci."},
		{"isolation", Choice, "in-place", []string{"in-place", "worktree"}, "Where the tests run: in-place, or worktree for a fresh checkout of the commit, which setup-command prepares."},
		{"log-file", List, "", nil, "Files with the output of the failed tests, for a step in the same job. A job that still runs has no log on GitHub."},
		{"junit-files", List, "", nil, "Globs of the JUnit XML files that the test command writes."},
		{"working-directory", Text, "", nil, "Folder of the checkout to run the command in."},
		{"run", Text, "", nil, "The failed run to repair, by number or address. Default: the run that triggered this one, else this one."},
		{"retry", Bool, "false", nil, "Try again although this failure was tried, or its pull request was closed."},
		{"mode", Choice, ModePullRequest, []string{ModePullRequest, ModePropose, ModePublish, ModeComment, ModeDiagnose, ModeFeedback},
			"What to do: pull-request; propose (read-only token, leaves a bundle); publish (takes a bundle, runs no code); comment (no branch); diagnose (no model, changes nothing); feedback (what became of a pull request)."},
		{"bundle", Text, "regreen-bundle", nil, "Folder that propose writes and publish reads."},
		{"dry-run", Bool, "false", nil, "Repair and prove, but push, open and comment nothing."},
		{"github-token", Secret, "${{ github.token }}", nil, "Token to read logs, push the branch and open the pull request with."},
		{"ci-trigger-token", Secret, "", nil, "Token to push and open with instead, so that the pull request starts CI. What github-token pushes starts none."},
		{"app-id", Text, "", nil, "Id of a GitHub App to act as. Its pull requests start CI."},
		{"app-private-key", Secret, "", nil, "Private key of the GitHub App, in PEM form."},
		{"openai-api-key", Secret, "", nil, "Key of the model's server. Without it regreen works from memory alone."},
		{"openai-base-url", Text, "", nil, "Address of another server that speaks the Responses or Chat Completions interface."},
		{"model", List, "gpt-6-astra", nil, "The model, or a ladder of models, cheapest first."},
		{"reasoning-effort", Choice, "low", []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"}, "How much the model reasons."},
		{"verbosity", Choice, "low", []string{"low", "medium", "high"}, "How much the model writes."},
		{"model-api", Choice, "auto", []string{"auto", "responses", "chat"}, "How to talk to the model's server: auto finds out with the first request."},
		{"memory", Text, "git:regreen-memory", nil, "The memory: git:[REMOTE#]BRANCH, qdrants://HOST[:6334]/COLLECTION or dir:PATH."},
		{"memory-write", Bool, "true", nil, "Remember what is proved. Untrusted runs never write."},
		{"qdrant-api-key", Secret, "", nil, "Key of the Qdrant server."},
		{"tenant", Text, "", nil, "Whose memory it is. Default: the owner of the repository."},
		{"draft", Bool, "true", nil, "Open pull requests as drafts."},
		{"labels", List, "regreen", nil, "Labels of the pull request."},
		{"base-branch", Text, "", nil, "Branch to open the pull request against. Default: the branch that failed."},
		{"branch-prefix", Text, "regreen/", nil, "Start of the names of the branches that are pushed."},
		{"sign-commits", Bool, "false", nil, "Make commits through GitHub's API, which signs them."},
		{"allowed-paths", List, "", nil, "Globs of the only paths that a fix may touch."},
		{"protected-paths", List, "", nil, "Globs of paths that no fix may touch, beside tests, CI and lock files."},
		{"test-edits", Choice, "forbid", []string{"forbid", "propose"}, "Edits of tests: forbid, or propose to show them without proof."},
		{"flake-reruns", Number, "0", nil, "How often the failing tests are run without a change, to see whether the failure stays. 0: by how long they take."},
		{"pass-env", List, "", nil, "Environment variables that the tests may see beside the usual ones."},
		{"writable-paths", List, "", nil, "Folders outside of the checkout that the tests may write, where they are confined. ~ is the home."},
		{"sandbox", Choice, "auto", []string{"auto", "require", "off"}, "Confine the tests: auto, require or off."},
		{"trusted-bots", List, "", nil, "Bots whose runs are treated like those of people, by name. There is no wildcard."},
		{"untrusted-model", Bool, "false", nil, "Let a run on code of a fork use the model key, in mode propose."},
		{"max-cost-usd", Number, "1", nil, "Most US dollars that a run may spend on the model."},
		{"max-cost-usd-total", Number, "0", nil, "Most US dollars over all runs of the last 30 days, as far as the memory knows them. 0: no such limit."},
		{"price-input", Number, "0", nil, "US dollars for a million input tokens, for a model whose price is not built in."},
		{"price-output", Number, "0", nil, "US dollars for a million output tokens, for such a model."},
		{"max-requests", Number, "12", nil, "Most requests to the model."},
		{"max-minutes", Number, "20", nil, "Most minutes for the model's attempts."},
		{JobStatus, Text, "${{ job.status }}", nil, "How the job stands before this step; leave it as it is. A green job is left alone."},
	}
}

// Output is an output of the action.
type Output struct {
	Name string
	Help string
}

// Outputs lists the outputs of action.yml, in its order. A test holds both together.
func Outputs() []Output {
	return []Output{
		{"outcome", "How the run ended, one word of a closed set."},
		{"reason", "Why it ended so, on one line."},
		{"fixed", "true if a patch was proved, else false."},
		{"delivery", "What was delivered: none, patch, branch or pull-request."},
		{"pull-request-number", "Number of the pull request."},
		{"pull-request-url", "Address of the pull request, or of the page that opens it."},
		{"pull-request-operation", "created, updated or none."},
		{"branch", "The branch that was pushed."},
		{"head-sha", "The commit on that branch."},
		{"failure-fingerprint", "Identifies the failure across runs."},
		{"memory-hits", "How many memories were reused."},
		{"memory-ids", "Their ids, separated by commas."},
		{"memory-stored-id", "Id of the memory that was stored."},
		{"model-requests", "Requests that were sent to the model."},
		{"cost-usd", "What they cost, in US dollars."},
		{"tokens", "Tokens that they used."},
		{"patch-file", "File with the patch."},
		{"report-file", "File with the run's result, as JSON."},
	}
}

// Check returns what is wrong with the values of inputs, one remark each: unknown
// names, values that their kind does not take, and contradictions.
func Check(values map[string]string) []string {
	var wrong []string
	known := map[string]Input{}
	for _, in := range Inputs() {
		known[in.Name] = in
	}
	for name, value := range values {
		in, ok := known[name]
		if !ok {
			wrong = append(wrong, fmt.Sprintf("input %q is not known", name))
			continue
		}
		if remark := in.check(value); remark != "" {
			wrong = append(wrong, remark)
		}
	}
	wrong = append(wrong, contradictions(values)...)
	slices.Sort(wrong)
	return wrong
}

func (in Input) check(value string) string {
	if value == "" {
		return ""
	}
	switch in.Kind {
	case Bool:
		if value != "true" && value != "false" {
			return fmt.Sprintf("input %q is %q: true or false", in.Name, value)
		}
	case Number:
		if n, err := strconv.ParseFloat(value, 64); err != nil || n < 0 {
			return fmt.Sprintf("input %q is %q: a number from 0", in.Name, value)
		}
	case Choice:
		if !slices.Contains(in.Choices, value) {
			return fmt.Sprintf("input %q is %q: %s", in.Name, value, strings.Join(in.Choices, ", "))
		}
	}
	return ""
}

func contradictions(v map[string]string) []string {
	var wrong []string
	say := func(condition bool, text string) {
		if condition {
			wrong = append(wrong, text)
		}
	}
	say((v["app-id"] == "") != (v["app-private-key"] == ""), `inputs "app-id" and "app-private-key" go together`)
	say(v["app-id"] != "" && v["ci-trigger-token"] != "", `inputs "app-id" and "ci-trigger-token" exclude each other: both start CI`)
	say(v["mode"] == ModePropose && v["sandbox"] == "off", `input "sandbox" must not be off in mode propose, which runs untrusted code`)
	say(v["run"] != "" && v["log-file"] != "", `inputs "run" and "log-file" exclude each other: the log of that run is read`)
	say(slices.Contains(Split(v["trusted-bots"]), "*"), `input "trusted-bots" must name each bot`)
	return wrong
}

// Split reads a list: items separated by commas or line feeds, without blanks and
// empty ones.
func Split(list string) []string {
	var items []string
	for _, s := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == '\n' || r == '\r' }) {
		if s = strings.TrimSpace(s); s != "" {
			items = append(items, s)
		}
	}
	return items
}
