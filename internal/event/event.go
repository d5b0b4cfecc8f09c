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
}
