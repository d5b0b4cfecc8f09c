package event

import "encoding/json"

// payload is the part of a webhook body that matters, over all supported events.
type payload struct {
	Action     string                     `json:"action"`
	Ref        string                     `json:"ref"`
	After      string                     `json:"after"`
	Deleted    bool                       `json:"deleted"`
	HeadCommit *commit                    `json:"head_commit"`
	Repository *repository                `json:"repository"`
	Sender     *user                      `json:"sender"`
	Pull       *pull                      `json:"pull_request"`
	Run        *run                       `json:"workflow_run"`
	Job        *job                       `json:"workflow_job"`
	CheckRun   *checkRun                  `json:"check_run"`
	CheckSuite *checkSuite                `json:"check_suite"`
	MergeGroup *mergeGroup                `json:"merge_group"`
	Issue      *issue                     `json:"issue"`
	Comment    *comment                   `json:"comment"`
	Inputs     map[string]json.RawMessage `json:"inputs"`
	Client     map[string]json.RawMessage `json:"client_payload"`
	Branch     string                     `json:"branch"`
}

type user struct {
	Login string `json:"login"`
	Type  string `json:"type"`
}

type repository struct {
	FullName      string `json:"full_name"`
	Private       bool   `json:"private"`
	Visibility    string `json:"visibility"`
	DefaultBranch string `json:"default_branch"`
}

type commit struct {
	ID      string `json:"id"`
	Message string `json:"message"`
}

type label struct {
	Name string `json:"name"`
}

type pull struct {
	Number   int     `json:"number"`
	State    string  `json:"state"`
	Title    string  `json:"title"`
	Body     string  `json:"body"`
	Merged   bool    `json:"merged"`
	MergedBy *user   `json:"merged_by"`
	User     *user   `json:"user"`
	Labels   []label `json:"labels"`
	Head     tip     `json:"head"`
	Base     tip     `json:"base"`
}

// tip is an end of a pull request. Repo is nil when the fork was deleted.
type tip struct {
	Ref  string      `json:"ref"`
	SHA  string      `json:"sha"`
	Repo *repository `json:"repo"`
}

// pullRef is the short form of a pull request in runs and checks.
type pullRef struct {
	Number int `json:"number"`
	Head   tip `json:"head"`
	Base   tip `json:"base"`
}

type run struct {
	ID              int64       `json:"id"`
	Name            string      `json:"name"`
	RunAttempt      int         `json:"run_attempt"`
	Event           string      `json:"event"`
	Conclusion      string      `json:"conclusion"`
	HeadBranch      string      `json:"head_branch"`
	HeadSHA         string      `json:"head_sha"`
	HeadCommit      *commit     `json:"head_commit"`
	HeadRepository  *repository `json:"head_repository"`
	Actor           *user       `json:"actor"`
	TriggeringActor *user       `json:"triggering_actor"`
	PullRequests    []pullRef   `json:"pull_requests"`
}

type job struct {
	RunID        int64  `json:"run_id"`
	RunAttempt   int    `json:"run_attempt"`
	HeadSHA      string `json:"head_sha"`
	HeadBranch   string `json:"head_branch"`
	Name         string `json:"name"`
	Conclusion   string `json:"conclusion"`
	WorkflowName string `json:"workflow_name"`
}

type checkRun struct {
	Name         string      `json:"name"`
	HeadSHA      string      `json:"head_sha"`
	Conclusion   string      `json:"conclusion"`
	CheckSuite   *checkSuite `json:"check_suite"`
	PullRequests []pullRef   `json:"pull_requests"`
}

type checkSuite struct {
	HeadSHA      string    `json:"head_sha"`
	HeadBranch   string    `json:"head_branch"`
	HeadCommit   *commit   `json:"head_commit"`
	Conclusion   string    `json:"conclusion"`
	PullRequests []pullRef `json:"pull_requests"`
}

type mergeGroup struct {
	HeadSHA    string  `json:"head_sha"`
	BaseRef    string  `json:"base_ref"`
	BaseSHA    string  `json:"base_sha"`
	HeadCommit *commit `json:"head_commit"`
}

type issue struct {
	Number      int             `json:"number"`
	Labels      []label         `json:"labels"`
	PullRequest json.RawMessage `json:"pull_request"` // there if the issue is a pull request
}

type comment struct {
	Body        string `json:"body"`
	User        *user  `json:"user"`
	Association string `json:"author_association"`
}
