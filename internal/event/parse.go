package event

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The servers that the runner's variables name unless they name another.
const (
	DefaultServerURL = "https://github.com"
	DefaultAPIURL    = "https://api.github.com"
)

// MaxPayload is the most bytes of a payload: GitHub sends no webhook above 25 MB.
const MaxPayload = 25 << 20

// ErrMalformed says that the environment or the payload is not what a runner gives.
var ErrMalformed = errors.New("malformed event")

// Parse makes an Event of the runner's variables and the payload, which is the
// content of the file that GITHUB_EVENT_PATH names and may be empty by hand. bots
// are the logins of the bots that are trusted like people. It only reads what it is
// given: what needs a look-up is marked by Resolve.
func Parse(getenv func(string) string, body []byte, bots []string) (Event, error) {
	if len(body) > MaxPayload {
		return Event{}, fmt.Errorf("%w: payload of %d bytes", ErrMalformed, len(body))
	}
	var p payload
	if len(strings.TrimSpace(string(body))) > 0 {
		if err := json.Unmarshal(body, &p); err != nil {
			return Event{}, fmt.Errorf("%w: payload: %w", ErrMalformed, err)
		}
	}
	e := fromEnvironment(getenv)
	e.fromRepository(p.Repository)
	e.Action = p.Action
	e.addActor(p.Sender)
	e.read(p, getenv)
	if err := e.check(); err != nil {
		return Event{}, err
	}
	return e, e.judge(p, bots)
}

func fromEnvironment(getenv func(string) string) Event {
	e := Event{
		Trigger:     getenv("GITHUB_EVENT_NAME"),
		Repo:        getenv("GITHUB_REPOSITORY"),
		HeadSHA:     getenv("GITHUB_SHA"),
		CheckoutSHA: getenv("GITHUB_SHA"),
		BaseRef:     getenv("GITHUB_BASE_REF"),
		Job:         getenv("GITHUB_JOB"),
		Workflow:    getenv("GITHUB_WORKFLOW"),
		Actor:       getenv("GITHUB_ACTOR"),
		ServerURL:   cmp.Or(getenv("GITHUB_SERVER_URL"), DefaultServerURL),
		APIURL:      cmp.Or(getenv("GITHUB_API_URL"), DefaultAPIURL),
	}
	e.HeadRepo = e.Repo
	e.HeadRef = branchOf(getenv("GITHUB_REF"))
	e.RunID, _ = strconv.ParseInt(getenv("GITHUB_RUN_ID"), 10, 64) // 0 where there is none
	e.RunAttempt, _ = strconv.Atoi(getenv("GITHUB_RUN_ATTEMPT"))
	for _, a := range []string{e.Actor, getenv("GITHUB_TRIGGERING_ACTOR")} {
		e.addLogin(a)
	}
	return e
}

// branchOf returns the branch that a full ref names, "" for tags and others.
func branchOf(ref string) string {
	branch, ok := strings.CutPrefix(ref, "refs/heads/")
	if !ok {
		return ""
	}
	return branch
}

func (e *Event) fromRepository(r *repository) {
	if r == nil {
		return
	}
	e.Repo = cmp.Or(e.Repo, r.FullName)
	e.HeadRepo = e.Repo
	e.Default = r.DefaultBranch
	e.Private = r.Private || r.Visibility == "internal"
}

func (e *Event) addActor(u *user) {
	if u == nil {
		return
	}
	login := u.Login
	if u.Type == "Bot" && !strings.HasSuffix(login, botSuffix) {
		login += botSuffix
	}
	e.addLogin(login)
}

func (e *Event) addLogin(login string) {
	if login != "" && !slices.Contains(e.Actors, login) {
		e.Actors = append(e.Actors, login)
	}
}

// read takes what the payload of each event says.
func (e *Event) read(p payload, getenv func(string) string) {
	switch {
	case p.Run != nil:
		e.readRun(*p.Run)
	case p.Job != nil:
		e.readJob(*p.Job)
	case p.Pull != nil:
		e.readPull(*p.Pull)
	case p.CheckRun != nil:
		e.readCheckRun(*p.CheckRun)
	case p.CheckSuite != nil:
		e.readSuite(*p.CheckSuite)
	case p.MergeGroup != nil:
		e.readMergeGroup(*p.MergeGroup)
	case p.Issue != nil:
		e.readComment(p)
	case p.Inputs != nil || p.Client != nil:
		e.readDispatch(p)
	default:
		e.readPush(p)
	}
	if e.HeadRef == "" && getenv("GITHUB_HEAD_REF") != "" && !e.Resolve {
		e.HeadRef = getenv("GITHUB_HEAD_REF")
	}
}

func (e *Event) readRun(r run) {
	e.RunID, e.RunAttempt, e.Workflow, e.Job = r.ID, r.RunAttempt, r.Name, ""
	e.HeadSHA, e.HeadRef, e.Upstream, e.Conclusion = r.HeadSHA, r.HeadBranch, r.Event, r.Conclusion
	e.setMessage(r.HeadCommit)
	e.setHeadRepo(r.HeadRepository)
	e.addActor(r.Actor)
	e.addActor(r.TriggeringActor)
	if r.Actor != nil {
		e.Actor = r.Actor.Login
	}
	e.setPulls(r.PullRequests)
	if e.PR == 0 && strings.HasPrefix(r.Event, "pull_request") {
		e.Resolve = true // the list is empty for forks, and after the pull request was merged
	}
	e.concluded()
}

func (e *Event) readJob(j job) {
	e.RunID, e.RunAttempt, e.Workflow, e.Job = j.RunID, j.RunAttempt, j.WorkflowName, j.Name
	e.HeadSHA, e.HeadRef, e.Conclusion = j.HeadSHA, j.HeadBranch, j.Conclusion
	e.Resolve = true // a job names neither its pull request nor its repository
	e.concluded()
}

func (e *Event) readPull(p pull) {
	e.PR, e.HeadSHA, e.HeadRef = p.Number, p.Head.SHA, p.Head.Ref
	e.BaseRef, e.BaseSHA = p.Base.Ref, p.Base.SHA
	e.setHeadRepo(p.Head.Repo)
	e.setLabels(p.Labels)
	e.Pull = &Pull{Title: p.Title, Body: p.Body, Closed: p.State == "closed", Merged: p.Merged}
	if p.User != nil {
		e.Pull.Author = p.User.Login
	}
	if p.MergedBy != nil {
		e.Pull.MergedBy = p.MergedBy.Login
	}
}

func (e *Event) readCheckRun(c checkRun) {
	e.HeadSHA, e.HeadRef, e.Job, e.Conclusion = c.HeadSHA, "", c.Name, c.Conclusion
	if c.CheckSuite != nil {
		e.HeadRef = c.CheckSuite.HeadBranch
	}
	e.setPulls(c.PullRequests)
	e.Resolve = e.PR == 0
	e.concluded()
}

func (e *Event) readSuite(s checkSuite) {
	e.HeadSHA, e.HeadRef, e.Conclusion = s.HeadSHA, s.HeadBranch, s.Conclusion
	e.setMessage(s.HeadCommit)
	e.setPulls(s.PullRequests)
	e.Resolve = e.PR == 0
	e.concluded()
}

func (e *Event) readMergeGroup(m mergeGroup) {
	// The queue's own branch takes no pull request; the fix goes to where it leads.
	e.HeadSHA, e.BaseSHA = m.HeadSHA, m.BaseSHA
	e.BaseRef = branchOf(m.BaseRef)
	e.HeadRef = e.BaseRef
	e.setMessage(m.HeadCommit)
}

func (e *Event) readComment(p payload) {
	e.setLabels(p.Issue.Labels)
	if p.Comment != nil {
		e.Comment = &Comment{Body: p.Comment.Body, Member: slices.Contains(members, p.Comment.Association)}
		if p.Comment.User != nil {
			e.Comment.Author = p.Comment.User.Login
		}
	}
	if len(p.Issue.PullRequest) == 0 || string(p.Issue.PullRequest) == "null" {
		e.Skip = "the comment is on an issue, not on a pull request"
		return
	}
	// The workflow runs on the default branch; the pull request's head is to be looked up.
	e.PR, e.HeadSHA, e.HeadRef, e.Resolve = p.Issue.Number, "", "", true
}

func (e *Event) readDispatch(p payload) {
	e.HeadRef = cmp.Or(branchOf(p.Ref), e.HeadRef, p.Branch)
	e.Inputs = map[string]string{}
	for _, m := range []map[string]json.RawMessage{p.Inputs, p.Client} {
		for name, raw := range m {
			e.Inputs[name] = scalar(raw)
		}
	}
}

// scalar returns a JSON string's value, and any other value as it is written.
func scalar(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

func (e *Event) readPush(p payload) {
	e.setMessage(p.HeadCommit)
	if p.Ref != "" {
		e.HeadRef = branchOf(p.Ref)
	}
	if p.Deleted {
		e.HeadSHA, e.Skip = "", "the push deleted its ref"
		return
	}
	e.HeadSHA = cmp.Or(e.HeadSHA, p.After)
}

func (e *Event) setMessage(c *commit) {
	if c != nil {
		e.HeadMessage = c.Message
	}
}

func (e *Event) setLabels(labels []label) {
	for _, l := range labels {
		e.Labels = append(e.Labels, l.Name)
	}
}

// setHeadRepo notes where the head lives. A deleted fork is a fork all the same.
func (e *Event) setHeadRepo(r *repository) {
	if r == nil {
		e.HeadRepo, e.FromFork = "", true
		return
	}
	e.HeadRepo = r.FullName
	e.FromFork = !strings.EqualFold(r.FullName, e.Repo)
}

func (e *Event) setPulls(pulls []pullRef) {
	for _, p := range pulls {
		if p.Head.SHA == "" || p.Head.SHA == e.HeadSHA {
			e.PR, e.BaseRef, e.BaseSHA = p.Number, p.Base.Ref, p.Base.SHA
			return
		}
	}
}

// concluded notes when the reported run has nothing to repair.
func (e *Event) concluded() {
	switch e.Conclusion {
	case "failure", "timed_out":
	case "":
		e.Skip = "the run has not ended yet"
	default:
		e.Skip = "the run ended with " + e.Conclusion
	}
}

// check refuses values that no GitHub server sends, before they reach a command
// line or an address.
func (e *Event) check() error {
	if e.Repo != "" && !ValidRepo(e.Repo) {
		return fmt.Errorf("%w: repository %q", ErrMalformed, e.Repo)
	}
	if e.HeadRepo != "" && !ValidRepo(e.HeadRepo) {
		return fmt.Errorf("%w: head repository %q", ErrMalformed, e.HeadRepo)
	}
	for _, sha := range []string{e.HeadSHA, e.CheckoutSHA, e.BaseSHA} {
		if sha != "" && !ValidSHA(sha) {
			return fmt.Errorf("%w: commit %q", ErrMalformed, sha)
		}
	}
	for _, b := range []string{e.HeadRef, e.BaseRef, e.Default} {
		if b != "" && !ValidBranch(b) {
			return fmt.Errorf("%w: branch %q", ErrMalformed, b)
		}
	}
	if e.PR < 0 || e.RunID < 0 || e.RunAttempt < 0 {
		return fmt.Errorf("%w: negative number", ErrMalformed)
	}
	return nil
}
