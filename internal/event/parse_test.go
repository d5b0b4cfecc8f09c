package event_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/event"
)

const head = "0123456789abcdef0123456789abcdef01234567"

// environment is a runner's for a push to main; override changes it.
func environment(override map[string]string) func(string) string {
	base := map[string]string{
		"GITHUB_EVENT_NAME": "push", "GITHUB_REPOSITORY": "acme/shop", "GITHUB_SHA": head, "GITHUB_REF": "refs/heads/main",
		"GITHUB_RUN_ID": "42", "GITHUB_RUN_ATTEMPT": "2", "GITHUB_JOB": "test", "GITHUB_WORKFLOW": "CI", "GITHUB_ACTOR": "alice",
	}
	return func(name string) string {
		if v, ok := override[name]; ok {
			return v
		}
		return base[name]
	}
}

func parse(t *testing.T, env map[string]string, body string, bots ...string) event.Event {
	t.Helper()
	e, err := event.Parse(environment(env), []byte(body), bots)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestParsePush(t *testing.T) {
	got := parse(t, map[string]string{"GITHUB_SERVER_URL": "https://git.acme.example", "GITHUB_API_URL": "https://git.acme.example/api/v3"},
		`{"ref":"refs/heads/main","after":"`+head+`","head_commit":{"id":"`+head+`","message":"Break it"},
		  "repository":{"full_name":"acme/shop","private":false,"visibility":"internal","default_branch":"trunk"},"sender":{"login":"alice","type":"User"}}`)
	want := event.Event{Trigger: "push", Repo: "acme/shop", Private: true, HeadSHA: head, HeadRef: "main", HeadRepo: "acme/shop", Default: "trunk",
		RunID: 42, RunAttempt: 2, Job: "test", Workflow: "CI", Actor: "alice", Trusted: true,
		ServerURL: "https://git.acme.example", APIURL: "https://git.acme.example/api/v3", CheckoutSHA: head, HeadMessage: "Break it", Actors: []string{"alice"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("event (-want +got):\n%s", diff)
	}
}

func TestParseByHand(t *testing.T) {
	got, err := event.Parse(func(string) string { return "" }, nil, nil)
	want := event.Event{Trusted: true, ServerURL: event.DefaultServerURL, APIURL: event.DefaultAPIURL}
	if err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("Parse of nothing = %+v, %v", got, err)
	}
}

func pullBody(headRepo string) string {
	return `{"action":"synchronize","pull_request":{"number":7,"state":"open","title":"T","body":null,"user":{"login":"bob"},
	 "labels":[{"name":"regreen:stop"}],"head":{"ref":"fix/#1+a@b","sha":"` + head + `","repo":` + headRepo + `},
	 "base":{"ref":"main","sha":"` + head + `","repo":{"full_name":"acme/shop"}}},
	 "repository":{"full_name":"acme/shop","default_branch":"main"},"sender":{"login":"bob","type":"User"}}`
}

func TestParsePullRequest(t *testing.T) {
	merge := strings.Repeat("f", 40)
	env := map[string]string{"GITHUB_EVENT_NAME": "pull_request", "GITHUB_SHA": merge, "GITHUB_REF": "refs/pull/7/merge", "GITHUB_BASE_REF": "main", "GITHUB_HEAD_REF": "fix/#1+a@b"}
	for name, tc := range map[string]struct {
		headRepo string
		fork     bool
	}{
		"same repository": {`{"full_name":"acme/shop"}`, false},
		// P2: a fork's branch is not on origin.
		"fork P2":      {`{"full_name":"bob/shop"}`, true},
		"deleted fork": {`null`, true},
	} {
		t.Run(name, func(t *testing.T) {
			e := parse(t, env, pullBody(tc.headRepo))
			if e.PR != 7 || e.HeadSHA != head || e.CheckoutSHA != merge || e.HeadRef != "fix/#1+a@b" || e.BaseRef != "main" {
				t.Errorf("event = %+v", e)
			}
			if e.FromFork != tc.fork || e.Trusted == tc.fork || e.Refused || (e.Untrusted != "") != tc.fork {
				t.Errorf("trust of %+v", e)
			}
			if diff := cmp.Diff([]string{"regreen:stop"}, e.Labels); diff != "" {
				t.Errorf("labels: %s", diff)
			}
		})
	}
}

func runBody(headRepo, actor, upstream, pulls, conclusion string) string {
	return `{"action":"completed","workflow_run":{"id":99,"name":"CI","run_attempt":3,"event":"` + upstream + `","conclusion":"` + conclusion + `",
	 "head_branch":"topic","head_sha":"` + head + `","head_commit":{"message":"m\n\nRegreen-Signature: v1:a"},"head_repository":{"full_name":"` + headRepo + `"},
	 "actor":{"login":"` + actor + `","type":"User"},"triggering_actor":{"login":"carol","type":"User"},"pull_requests":` + pulls + `},
	 "repository":{"full_name":"acme/shop","default_branch":"main"},"sender":{"login":"carol","type":"User"}}`
}

func TestParseWorkflowRun(t *testing.T) {
	env := map[string]string{"GITHUB_EVENT_NAME": "workflow_run", "GITHUB_SHA": strings.Repeat("d", 40)}
	ours := `[{"number":5,"head":{"sha":"` + strings.Repeat("9", 40) + `"},"base":{"ref":"old"}},{"number":6,"head":{"sha":"` + head + `"},"base":{"ref":"main"}}]`
	e := parse(t, env, runBody("acme/shop", "alice", "pull_request", ours, "failure"))
	if e.RunID != 99 || e.RunAttempt != 3 || e.PR != 6 || e.HeadSHA != head || e.HeadRef != "topic" || e.BaseRef != "main" || e.Resolve || !e.Trusted || e.Skip != "" {
		t.Errorf("event = %+v", e)
	}
	if e.HeadMessage == "" {
		t.Error("the head commit's message is lost, by which an own commit is known (L1)")
	}
	// P3: for a fork the list of pull requests is empty.
	e = parse(t, env, runBody("bob/shop", "bob", "pull_request", "[]", "failure"))
	if !e.Resolve || e.PR != 0 || !e.FromFork || e.Trusted {
		t.Errorf("fork: event = %+v", e)
	}
	e = parse(t, env, runBody("acme/shop", "alice", "push", "[]", "failure"))
	if e.Resolve || e.PR != 0 || !e.Trusted {
		t.Errorf("push: event = %+v", e)
	}
	for _, conclusion := range []string{"success", "cancelled", "skipped", ""} {
		if e := parse(t, env, runBody("acme/shop", "alice", "push", "[]", conclusion)); e.Skip == "" {
			t.Errorf("a run that ended with %q is not skipped", conclusion)
		}
	}
}

// M4: the actor and the upstream run's actor count, and no bot is trusted for its
// suffix alone.
func TestTrustM4Bots(t *testing.T) {
	run := map[string]string{"GITHUB_EVENT_NAME": "workflow_run"}
	push := `{"repository":{"full_name":"acme/shop"},"sender":{"login":"evil","type":"Bot"}}`
	for name, tc := range map[string]struct {
		env              map[string]string
		body             string
		bots             []string
		refused, trusted bool
	}{
		"person":                {nil, ``, nil, false, true},
		"unknown bot":           {map[string]string{"GITHUB_ACTOR": "evil[bot]"}, ``, nil, true, false},
		"bot by type":           {nil, push, nil, true, false},
		"listed bot":            {map[string]string{"GITHUB_ACTOR": "Renovate[bot]"}, ``, []string{"renovate"}, false, true},
		"re-run by a bot":       {map[string]string{"GITHUB_TRIGGERING_ACTOR": "evil[bot]"}, ``, nil, true, false},
		"upstream bot":          {run, runBody("acme/shop", "evil[bot]", "push", "[]", "failure"), nil, true, false},
		"upstream bot, listed":  {run, runBody("acme/shop", "evil[bot]", "push", "[]", "failure"), []string{"evil[bot]"}, false, true},
		"dependabot":            {map[string]string{"GITHUB_ACTOR": "dependabot[bot]"}, ``, nil, false, false},
		"upstream dependabot":   {run, runBody("acme/shop", "dependabot[bot]", "pull_request", "[]", "failure"), nil, false, false},
		"pull_request_target":   {map[string]string{"GITHUB_EVENT_NAME": "pull_request_target"}, pullBody(`{"full_name":"acme/shop"}`), nil, true, false},
		"upstream of a target":  {run, runBody("acme/shop", "alice", "pull_request_target", "[]", "failure"), nil, true, false},
		"fork by workflow_run":  {run, runBody("bob/shop", "bob", "pull_request", "[]", "failure"), nil, false, false},
		"fork's branch is main": {run, strings.Replace(runBody("bob/shop", "bob", "pull_request", "[]", "failure"), `"topic"`, `"main"`, 1), nil, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			e := parse(t, tc.env, tc.body, tc.bots...)
			if e.Refused != tc.refused || e.Trusted != tc.trusted {
				t.Errorf("refused %v, trusted %v (%s)", e.Refused, e.Trusted, e.Untrusted)
			}
			if !e.Trusted && e.Untrusted == "" {
				t.Error("no reason is given")
			}
		})
	}
	if _, err := event.Parse(environment(nil), nil, []string{"*"}); !errors.Is(err, event.ErrAnyBot) {
		t.Errorf("* as a trusted bot: %v", err)
	}
}

func TestParseComment(t *testing.T) {
	body := func(association, pull string) string {
		return `{"action":"created","issue":{"number":3` + pull + `,"labels":[]},"comment":{"body":"/regreen","author_association":"` + association + `","user":{"login":"dave"}},
		 "repository":{"full_name":"acme/shop","default_branch":"main"},"sender":{"login":"dave","type":"User"}}`
	}
	env := map[string]string{"GITHUB_EVENT_NAME": "issue_comment"}
	e := parse(t, env, body("MEMBER", `,"pull_request":{}`))
	if e.PR != 3 || e.HeadSHA != "" || !e.Resolve || e.Trusted || e.Refused {
		t.Errorf("event = %+v", e)
	}
	r := e.Resolved(event.Resolution{Number: 3, HeadRef: "topic", HeadRepo: "acme/shop", HeadSHA: head, BaseRef: "main"})
	if !r.Trusted || r.HeadSHA != head || r.HeadRef != "topic" {
		t.Errorf("resolved event = %+v", r)
	}
	if r := e.Resolved(event.Resolution{Number: 3, HeadRef: "main", HeadSHA: head}); r.Trusted || !r.FromFork {
		t.Errorf("resolved event of a deleted fork = %+v", r)
	}
	if e := parse(t, env, body("NONE", `,"pull_request":{}`)); !e.Refused {
		t.Errorf("a stranger's comment is obeyed: %+v", e)
	}
	if e := parse(t, env, body("OWNER", ``)); e.Skip == "" {
		t.Errorf("a comment on an issue is not skipped: %+v", e)
	}
}

func TestParseDispatch(t *testing.T) {
	e := parse(t, map[string]string{"GITHUB_EVENT_NAME": "workflow_dispatch"}, `{"inputs":{"run":"99","dry-run":true},"ref":"refs/heads/topic","repository":{"full_name":"acme/shop"}}`)
	if diff := cmp.Diff(map[string]string{"run": "99", "dry-run": "true"}, e.Inputs); diff != "" || e.HeadRef != "topic" {
		t.Errorf("event = %+v\n%s", e, diff)
	}
}

func TestParseMalformed(t *testing.T) {
	for name, tc := range map[string]struct {
		env  map[string]string
		body string
	}{
		"JSON":       {nil, `{"ref":`},
		"type":       {nil, `[]`},
		"repository": {map[string]string{"GITHUB_REPOSITORY": "a/b/../c"}, ``},
		"commit":     {map[string]string{"GITHUB_SHA": "--upload-pack=x"}, ``},
		"branch":     {map[string]string{"GITHUB_REF": "refs/heads/-x"}, ``},
		"head repo":  {nil, strings.Replace(pullBody(`{"full_name":"a b"}`), "x", "x", 1)},
	} {
		t.Run(name, func(t *testing.T) {
			if e, err := event.Parse(environment(tc.env), []byte(tc.body), nil); !errors.Is(err, event.ErrMalformed) {
				t.Errorf("Parse = %+v, %v", e, err)
			}
		})
	}
	if _, err := event.Parse(environment(nil), make([]byte, event.MaxPayload+1), nil); !errors.Is(err, event.ErrMalformed) {
		t.Errorf("an oversized payload: %v", err)
	}
}

// What GitHub itself publishes as examples must all be understood.
func TestParsePublishedEvents(t *testing.T) {
	dir := os.Getenv("REGREEN_CONTRACTS")
	if dir == "" {
		t.Skip("REGREEN_CONTRACTS is not set: the published event payloads are not at hand")
	}
	type facts struct {
		PR              int
		Ref             string
		Skip, Resolve   bool
		Fork, Trusted   bool
		Refused, Closed bool
	}
	for name, want := range map[string]facts{
		"check_run.completed":                   {PR: 2, Ref: "changes", Skip: true, Trusted: true},
		"check_suite.completed":                 {PR: 2, Ref: "changes", Skip: true, Trusted: true},
		"issue_comment.created.on-issue":        {Ref: "main", Skip: true, Trusted: true},
		"issue_comment.created.on-pull-request": {PR: 1, Resolve: true},
		"pull_request.closed.merged":            {PR: 2, Ref: "changes", Trusted: true, Closed: true},
		"pull_request.opened":                   {PR: 2, Ref: "changes", Trusted: true},
		"pull_request.opened.null-body":         {PR: 2, Ref: "changes", Trusted: true},
		"pull_request.synchronize":              {PR: 2, Ref: "changes", Trusted: true},
		"push":                                  {Skip: true, Trusted: true},
		"push.new-branch":                       {Ref: "master", Trusted: true},
		"repository_dispatch":                   {Ref: "main", Trusted: true},
		"workflow_dispatch":                     {Ref: "master", Trusted: true},
		"workflow_job.completed.failure":        {Ref: "main", Resolve: true},
		"workflow_job.completed.success":        {Ref: "main", Resolve: true, Skip: true},
		"workflow_run.completed.failure":        {Ref: "master", Trusted: true},
		"workflow_run.completed.failure.fork":   {Ref: "master", Fork: true, Resolve: true},
		"workflow_run.completed.success":        {Ref: "master", Skip: true, Trusted: true},
		"workflow_run.requested":                {Ref: "master", Skip: true, Trusted: true},
	} {
		t.Run(name, func(t *testing.T) {
			body, err := os.ReadFile(filepath.Join(dir, "events", name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			trigger, _, _ := strings.Cut(name, ".")
			e := parse(t, map[string]string{"GITHUB_EVENT_NAME": trigger, "GITHUB_REPOSITORY": ""}, string(body))
			got := facts{PR: e.PR, Ref: e.HeadRef, Skip: e.Skip != "", Resolve: e.Resolve, Fork: e.FromFork, Trusted: e.Trusted, Refused: e.Refused,
				Closed: e.Pull != nil && e.Pull.Closed}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s\n%+v", diff, e)
			}
		})
	}
	all, err := filepath.Glob(filepath.Join(dir, "events", "*.json"))
	if err != nil || len(all) != 18 {
		t.Errorf("%d published events, %v; the table has 18", len(all), err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("push", pullBody("null"))
	f.Add("workflow_run", runBody("a/b", "c", "push", "[]", "failure"))
	f.Fuzz(func(t *testing.T, trigger, body string) {
		e, err := event.Parse(environment(map[string]string{"GITHUB_EVENT_NAME": trigger}), []byte(body), nil)
		if err == nil && e.Trusted && (e.Refused || e.FromFork || e.Untrusted != "") {
			t.Errorf("trusted in spite of all: %+v", e)
		}
	})
}
