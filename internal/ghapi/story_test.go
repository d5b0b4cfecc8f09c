package ghapi_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/event"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/ghapi"
	"github.com/regreen/regreen/internal/ghapi/ghapitest"
	"github.com/regreen/regreen/internal/joblog"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/publish"
)

// failed is a server where a run of pull request 7 has failed.
func failed(t testing.TB) fixture {
	f := serve(t)
	f.repo.AddPull(ghapitest.Pull{Number: 7, Head: "topic", Base: "main", Open: true, Title: "Second"})
	f.repo.AddRun(ghapitest.Run{ID: 99, Branch: "topic", Event: "pull_request", Jobs: []ghapitest.Job{{ID: 1, Name: "test", Conclusion: "failure", Log: "--- FAIL: TestTotal\n"}}})
	return f
}

func change(f fixture) publish.Change {
	return publish.Change{
		Event: event.Event{Trigger: "workflow_run", Repo: "acme/shop", HeadSHA: f.head, HeadRef: "topic", HeadRepo: "acme/shop", Default: "main", PR: 7, RunID: 99,
			RunAttempt: 1, Trusted: true, ServerURL: f.URL, APIURL: f.APIURL},
		Outcome: outcome.Fixed, Patch: fix, Description: "It was one off.", Fingerprint: "v1:abc", Token: publish.TokenRunner,
		Report:   failure.Report{Failures: []failure.Failure{{Test: "TestTotal", Kind: failure.KindTest}}},
		Evidence: memory.Evidence{Command: "go test ./...", ExitBefore: 1, Reproduced: 2, Passes: 3, ControlRun: true},
	}
}

// job does what a run does with the server: logs, guard, post.
func job(ctx context.Context, c *ghapi.Client, ch publish.Change) (publish.Standing, publish.Posted, error) {
	logs, err := joblog.Collect(ctx, c.Run(event.RunRef{ID: 99, Attempt: 1}), joblog.Limits{})
	if err != nil {
		return publish.Standing{}, publish.Posted{}, err
	}
	defer logs.Close()
	for _, in := range logs.Inputs {
		if _, err := io.Copy(io.Discard, in.R); err != nil {
			return publish.Standing{}, publish.Posted{}, err
		}
	}
	standing, err := publish.Guard{Publish: true}.Check(ctx, c, ch.Event, ch.Fingerprint)
	if err != nil {
		return standing, publish.Posted{}, err
	}
	if standing.Stop != "" {
		ch.Outcome, ch.Reason = standing.Stop, standing.Reason
		ch.Posted = publish.Found(standing.Pull)
		return standing, ch.Posted, publish.Finish(ctx, c, ch, publish.Style{})
	}
	posted, err := publish.Post(ctx, c, ch, publish.Style{}, publish.Effects{Push: true, Comment: true})
	return standing, posted, err
}

// From a failed run with one failed job to a pull request: at most 12 calls by git
// push, 18 with commits by the API.
func TestCallsOfARun(t *testing.T) {
	for name, way := range ways() {
		t.Run(name, func(t *testing.T) {
			f := failed(t)
			_, posted, err := job(t.Context(), f.client(t, way), change(f))
			if err != nil || posted.Delivery != outcome.PullRequest || posted.Number != 8 {
				t.Fatalf("posted %+v, %v", posted, err)
			}
			calls, limit := f.calls(), map[string]int{"git": 12, "API": 18}[name]
			t.Logf("%d calls:\n%s", len(calls), strings.Join(calls, "\n"))
			if len(calls) > limit {
				t.Errorf("%d calls, at most %d", len(calls), limit)
			}
			comments := f.repo.Comments(7)
			if len(comments) != 1 || !strings.Contains(comments[0].Body, f.URL+"/acme/shop/pull/8") {
				t.Errorf("comments %+v", comments)
			}
			pull := f.repo.Pulls()[1]
			if !pull.Draft || pull.Base != "topic" || len(pull.Labels) != 1 || !strings.Contains(pull.Body, "start no workflows") { // L4
				t.Errorf("pull request %+v", pull)
			}
		})
	}
}

// A run that is killed before or after any of its writes is finished by the next
// one: one branch, one commit, one pull request, one comment.
func TestCrashAtEachEffect(t *testing.T) {
	// The first question for a ref is the one for the right to push.
	api := map[string]ghapitest.Fault{"tree": {Path: "/git/trees$"}, "commit": {Path: "/git/commits$"}, "ref": {Path: "/git/refs$", Skip: 1}}
	git := map[string]ghapitest.Fault{"push": {Path: "/git-receive-pack$"}}
	for name, effects := range map[string]map[string]ghapitest.Fault{"API": api, "git": git} {
		maps.Copy(effects, map[string]ghapitest.Fault{"pull": {Path: "/pulls$"}, "label": {Path: "/labels$"}, "comment": {Path: "/comments$"}})
		for effect, fault := range effects {
			for _, after := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s %s after=%v", name, effect, after), func(t *testing.T) {
					fault.After = after
					crash(t, ways()[name], fault)
				})
			}
		}
	}
}

func crash(t *testing.T, way func(*ghapi.Config), fault ghapitest.Fault) {
	f := failed(t)
	ctx, kill := context.WithCancel(t.Context())
	defer kill()
	fault.Method, fault.Times, fault.Do, fault.Status = "POST", 1, kill, 500
	f.Fail(fault)
	// The answer of the faulty call may come before the end of the run is noticed.
	if _, _, err := job(ctx, f.client(t, way), change(f)); err == nil {
		t.Error("the killed run ended well")
	}
	standing, posted, err := job(t.Context(), f.client(t, way), change(f))
	if err != nil || posted.Number != 8 {
		t.Fatalf("rerun: %+v, %+v, %v", standing, posted, err)
	}
	check(t, f)
	if labels := f.repo.Pulls()[1].Labels; len(labels) != 1 {
		t.Errorf("labels %v", labels)
	}
}

func check(t *testing.T, f fixture) {
	t.Helper()
	pulls, comments := f.repo.Pulls(), f.repo.Comments(7)
	branches, err := f.repo.Git("for-each-ref", "--format=%(refname)", "refs/heads/regreen")
	if err != nil || len(pulls) != 2 || len(comments) != 1 || len(strings.Fields(branches)) != 1 {
		t.Errorf("%d pull requests, %d comments, branches %q", len(pulls), len(comments), branches)
	}
	if !strings.Contains(comments[0].Body, "/pull/8") {
		t.Errorf("the comment does not link it:\n%s", comments[0].Body)
	}
	log, err := f.repo.Git("rev-list", "--count", "topic.."+pulls[1].Head)
	if err != nil || log != "1" {
		t.Errorf("%s commits on the branch, %v", log, err)
	}
}

// L7: the second leg of a matrix, or a second run, finds the first one's pull request.
func TestSecondRunL7(t *testing.T) {
	f := failed(t)
	if _, _, err := job(t.Context(), f.client(t, nil), change(f)); err != nil {
		t.Fatal(err)
	}
	body := f.repo.Comments(7)[0].Body
	standing, _, err := job(t.Context(), f.client(t, nil), change(f))
	if err != nil || standing.Stop != outcome.SkippedDup {
		t.Errorf("standing %+v, %v", standing, err)
	}
	check(t, f)
	if f.repo.Comments(7)[0].Body != body {
		t.Error("the comment changed with nothing new")
	}
	// A person closes it: it stays closed.
	f.repo.ClosePull(8)
	standing, _, err = job(t.Context(), f.client(t, nil), change(f))
	if err != nil || standing.Stop != outcome.SkippedStopped || len(f.repo.Pulls()) != 2 {
		t.Errorf("after closing: %+v, %v", standing, err)
	}
}

// A person pushed to the bot's branch: it is theirs now.
func TestPersonsPushStops(t *testing.T) {
	f := failed(t)
	c := f.client(t, nil)
	ch := change(f)
	branch := publish.Render(ch, publish.Style{}).Branch
	if _, err := f.repo.Git("update-ref", "refs/heads/"+branch, f.head); err != nil {
		t.Fatal(err)
	}
	_, posted, err := job(t.Context(), c, ch)
	if err != nil || posted.Delivery != outcome.Patch || f.repo.Head(branch) != f.head || len(f.repo.Pulls()) != 1 {
		t.Errorf("posted %+v, %v", posted, err)
	}
	if !strings.Contains(posted.Reason, publish.ErrTaken.Error()) {
		t.Errorf("reason %q", posted.Reason)
	}
}

// P1: forbidden to open pull requests.
func TestStoryP1(t *testing.T) {
	f := failed(t)
	f.Allow(token, ghapitest.Rights{Push: true, Comments: true, Logs: true, Login: "github-actions[bot]", Bot: true})
	_, posted, err := job(t.Context(), f.client(t, nil), change(f))
	if err != nil || posted.Delivery != outcome.Branch || f.repo.Head(posted.Branch) == "" {
		t.Fatalf("posted %+v, %v", posted, err)
	}
	if !strings.Contains(f.repo.Comments(7)[0].Body, "Allow GitHub Actions to create and approve pull requests") {
		t.Error("the setting is not named")
	}
}

// H6 in the middle of a run, L6 right before the creation.
func TestIncompleteSearchStops(t *testing.T) {
	f := failed(t)
	f.repo.IncompleteSearch()
	standing, posted, err := job(t.Context(), f.client(t, nil), change(f))
	if err != nil || standing.Stop != outcome.SkippedDup || posted.Number != 0 || len(f.repo.Pulls()) != 1 {
		t.Errorf("standing %+v, posted %+v, %v", standing, posted, err)
	}
	f = failed(t)
	f.Fail(ghapitest.Fault{Method: "GET", Path: "/pulls$", Status: 500})
	_, posted, err = job(t.Context(), f.client(t, nil), change(f))
	if err != nil || posted.Delivery != outcome.Patch || len(f.repo.Pulls()) != 1 {
		t.Errorf("posted %+v, %v", posted, err)
	}
}

func TestCancelledRunSaysSo(t *testing.T) {
	f := failed(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := job(ctx, f.client(t, nil), change(f)); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

// Logs of a run with 200 jobs of 5 MB: own time and memory.
func BenchmarkLogs200x5MB(b *testing.B) {
	f := serve(b)
	run := ghapitest.Run{ID: 99, Branch: "topic"}
	text := strings.Repeat("2026-01-02T03:04:05.0000000Z ok  \tgithub.com/acme/shop/pkg\t0.012s\n", 400)
	for i := range 200 {
		run.Jobs = append(run.Jobs, ghapitest.Job{ID: int64(i + 1), Name: fmt.Sprintf("leg %d", i), Conclusion: "failure", Log: text, Size: 5 << 20})
	}
	f.repo.AddRun(run)
	c := f.client(b, nil)
	b.ReportAllocs()
	b.SetBytes(200 * 5 << 20)
	for b.Loop() {
		logs, err := joblog.Collect(b.Context(), c.Run(event.RunRef{ID: 99}), joblog.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := failure.Parse(logs.Inputs, failure.Options{}); err != nil {
			b.Fatal(err)
		}
		logs.Close()
	}
}
