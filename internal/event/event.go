// Package event turns the environment and payload of a GitHub Actions run into
// what a run needs to know: what failed, who triggered it, and what may be written.
package event

// Event is what started a run. The zero value stands for a run by hand on a local
// checkout.
type Event struct {
	Trigger    string `json:"trigger"`     // event name, such as workflow_run; "" by hand
	Repo       string `json:"repo"`        // owner/name; "" if unknown
	Private    bool   `json:"private"`     // the repository is not public
	HeadSHA    string `json:"head_sha"`    // commit under repair
	HeadRef    string `json:"head_ref"`    // branch that failed, without refs/heads/
	HeadRepo   string `json:"head_repo"`   // owner/name that HeadRef belongs to
	BaseRef    string `json:"base_ref"`    // branch that the pull request goes into
	Default    string `json:"default"`     // the repository's default branch
	PR         int    `json:"pr"`          // number of the failing pull request; 0 if none
	RunID      int64  `json:"run_id"`      // the failed run
	RunAttempt int    `json:"run_attempt"` // its attempt, from 1
	Job        string `json:"job"`
	Workflow   string `json:"workflow"`
	Actor      string `json:"actor"`
	FromFork   bool   `json:"from_fork"`
	Trusted    bool   `json:"trusted"`    // may write memory and branches
	Untrusted  string `json:"untrusted"`  // why not, in words
	ServerURL  string `json:"server_url"` // such as https://github.com
	APIURL     string `json:"api_url"`

	Action      string            `json:"action,omitempty"`       // of the payload, such as completed or closed
	Conclusion  string            `json:"conclusion,omitempty"`   // of the run, job or suite that the payload reports
	CheckoutSHA string            `json:"checkout_sha,omitempty"` // GITHUB_SHA; for a pull request its merge commit, not HeadSHA
	BaseSHA     string            `json:"base_sha,omitempty"`     // of the pull request's base
	HeadMessage string            `json:"head_message,omitempty"` // commit message of HeadSHA, where the payload has it
	Upstream    string            `json:"upstream,omitempty"`     // event that triggered the run which a workflow_run reports
	Actors      []string          `json:"actors,omitempty"`       // everyone who had a hand in it: actor, re-runner, upstream actor, sender
	Labels      []string          `json:"labels,omitempty"`       // of the pull request
	Pull        *Pull             `json:"pull,omitempty"`         // the pull request, where the payload has it whole
	Comment     *Comment          `json:"comment,omitempty"`      // the comment, for issue_comment
	Inputs      map[string]string `json:"inputs,omitempty"`       // of a dispatch
	Refused     bool              `json:"refused,omitempty"`      // nothing may run at all; Untrusted says why
	Skip        string            `json:"skip,omitempty"`         // in words, why there is nothing to repair; "" if there may be
	Resolve     bool              `json:"resolve,omitempty"`      // the pull request must be looked up: by HeadSHA, or by PR if HeadSHA is ""
}

// Pull is what a payload says of a pull request. Title and Body are outside text.
type Pull struct {
	Title    string `json:"title"`
	Body     string `json:"body"`
	Author   string `json:"author"`
	Closed   bool   `json:"closed"`
	Merged   bool   `json:"merged"`
	MergedBy string `json:"merged_by,omitempty"`
}

// Comment is a comment on a pull request. Body is outside text.
type Comment struct {
	Author string `json:"author"`
	Body   string `json:"body"`
	Member bool   `json:"member"` // its author may write to the repository, or belongs to its owner
}
