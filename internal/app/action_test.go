package app

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/actions"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/ghapi/ghapitest"
	"github.com/regreen/regreen/internal/publish"
)

// fixScript is a model that fixes the project tally in two requests.
const fixScript = `[
  {"calls": [
    {"name": "apply_edit", "args": {"edits": [{"path": "sum.go", "old": "range xs[1:]", "new": "range xs"}]}},
    {"name": "run_tests", "args": {"selection": null}}]},
  {"calls": [
    {"name": "store_fix_memory", "args": {"fix_description": "Sum left out the first element.", "error_type": "test", "file_paths": ["sum.go"], "outcome": "$OUTCOME"}}]}
]`

// workflow is a runner with a checkout of acme/tally from a loopback GitHub.
type workflow struct {
	t      testing.TB
	ctx    context.Context // of the steps
	server *ghapitest.Server
	repo   ghapitest.Repo
	model  *fakeModel
	work   string
	env    map[string]string
	inputs map[string]string
	person map[string]string // of a person's own environment, for commands by hand
	log    bytes.Buffer
}

func newWorkflow(t testing.TB) *workflow {
	t.Helper()
	return workflowOf(t, "go test ./...", nil)
}

// quickTest says of tally what its tests say, without building them. Where the effects
// of a run are what is tested, the run itself need not take long.
const quickTest = `status=0 sum=FAIL max=FAIL
says() {
  echo "=== RUN   $1"
  [ "$2" = PASS ] || { echo "    $3"; status=1; }
  echo "--- $2: $1 (0.00s)"
}
grep -q "for _, x := range xs {" sum.go && sum=PASS
grep -q "i == 0 || x > m" sum.go && max=PASS
says TestSum $sum "sum_test.go:7: Sum = 5, want 6"
case "$*" in *"(TestSum)"*) ;; *) says TestMax $max "sum_test.go:19: Max = 0, want -1" ;; esac
[ $status = 0 ] && printf "PASS\nok  \texample.com/tally\t0.002s\n" || printf "FAIL\nFAIL\texample.com/tally\t0.002s\nFAIL\n"
exit $status
`

// quickWorkflow is newWorkflow with tests that are told by quickTest.
func quickWorkflow(t testing.TB) *workflow {
	t.Helper()
	return workflowOf(t, "sh tests.sh", map[string]string{"tests.sh": quickTest})
}

// quickGo lets quickTest take the place of go in the commands that follow.
func (w *workflow) quickGo() {
	w.t.Helper()
	if err := os.Chmod(w.file("quick/go", "#!/bin/sh\n"+quickTest), 0o755); err != nil {
		w.t.Fatal(err)
	}
	w.env["PATH"] = filepath.Join(w.work, "quick") + string(os.PathListSeparator) + w.env["PATH"]
}

func workflowOf(t testing.TB, command string, more map[string]string) *workflow {
	t.Helper()
	w := &workflow{t: t, ctx: t.Context(), server: ghapitest.New(t), work: t.TempDir(), inputs: map[string]string{}}
	origin := filepath.Join(w.work, "origin")
	if err := os.CopyFS(origin, os.DirFS(filepath.Join(repos, "tally"))); err != nil {
		t.Fatal(err)
	}
	for name, text := range more {
		w.file(filepath.Join("origin", name), text)
	}
	w.git(origin, "init", "-q", "-b", "main")
	w.git(origin, "add", "-A")
	w.git(origin, "commit", "-q", "-m", "first")
	var err error
	if w.repo, err = w.server.AddRepo("acme/tally", origin); err != nil {
		t.Fatal(err)
	}
	w.checkout("main")
	if w.model, err = newFakeModel(fixScript); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.model.close)
	w.env = scriptEnv(w.work)
	for name, value := range map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "acme/tally", "GITHUB_REPOSITORY_OWNER": "acme",
		"GITHUB_API_URL": w.server.APIURL, "GITHUB_SERVER_URL": w.server.URL, "GITHUB_WORKSPACE": filepath.Join(w.work, "tally"),
		"GITHUB_EVENT_NAME": "push", "GITHUB_SHA": w.repo.Head("main"), "GITHUB_REF": "refs/heads/main", "GITHUB_ACTOR": "person",
		"GITHUB_RUN_ID": "77", "GITHUB_RUN_ATTEMPT": "1", "GITHUB_JOB": "test", "GITHUB_WORKFLOW": "tests", "REGREEN_JOB_STATUS": "failure",
		"REGREEN_RUNNER_TOKEN": "ghs_runner", "RUNNER_TEMP": filepath.Join(w.work, "temp"), "PATH": os.Getenv("PATH"),
	} {
		w.env[name] = value
	}
	w.input("test-command", command, "github-token", "ghs_runner", "mode", "pull-request", "draft", "true", "flake-reruns", "2",
		"memory", "git:regreen-memory", "openai-api-key", "sk-test-0000", "openai-base-url", w.model.url())
	return w
}

func (w *workflow) checkout(branch string) {
	w.t.Helper()
	dir := filepath.Join(w.work, "tally")
	if err := os.RemoveAll(dir); err != nil {
		w.t.Fatal(err)
	}
	w.git(w.work, "clone", "-q", "-b", branch, w.server.URL+"/acme/tally.git", dir)
}

func (w *workflow) git(dir string, args ...string) {
	w.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_KEY_0=http.extraheader", "GIT_CONFIG_VALUE_0=AUTHORIZATION: basic "+basicToken("ghs_runner"),
		"GIT_AUTHOR_NAME=P", "GIT_AUTHOR_EMAIL=p@example.com", "GIT_COMMITTER_NAME=P", "GIT_COMMITTER_EMAIL=p@example.com")
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// basicToken is a token as GitHub takes it for git over https.
func basicToken(token string) string {
	return base64.StdEncoding.EncodeToString([]byte("x-access-token:" + token))
}

func (w *workflow) input(pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		w.inputs[pairs[i]] = pairs[i+1]
	}
}

func (w *workflow) file(name, text string) string {
	w.t.Helper()
	path := filepath.Join(w.work, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
	return path
}

// event sets what triggers the next step.
func (w *workflow) event(name string, payload any) {
	w.t.Helper()
	data, err := json.Marshal(payload)
	if err != nil {
		w.t.Fatal(err)
	}
	w.env["GITHUB_EVENT_NAME"], w.env["GITHUB_EVENT_PATH"] = name, w.file("event.json", string(data))
}

// step runs the action and returns its outputs and the summary.
func (w *workflow) step() (out map[string]string, summary string) {
	w.t.Helper()
	if code := w.start(); code != 0 && w.ctx.Err() == nil {
		w.t.Fatalf("the step exits %d:\n%s", code, w.log.String())
	}
	text, err := os.ReadFile(w.env["GITHUB_STEP_SUMMARY"])
	if err != nil {
		w.t.Fatal(err)
	}
	return w.outputs(), string(text)
}

// start runs the action and returns its exit status.
func (w *workflow) start() (code int) {
	w.t.Helper()
	w.env["GITHUB_OUTPUT"], w.env["GITHUB_STEP_SUMMARY"] = w.file("output", ""), w.file("summary", "")
	data, err := json.Marshal(w.inputs)
	if err != nil {
		w.t.Fatal(err)
	}
	w.env[actions.InputsEnv] = string(data)
	environ := []string{}
	for name, value := range w.env {
		environ = append(environ, name+"="+value)
	}
	w.log.Reset()
	return Main(w.ctx, cli.Env{Args: []string{"action"}, Stdin: strings.NewReader(""), Stdout: &w.log, Stderr: &w.log,
		Getenv: func(name string) string { return w.env[name] }, Environ: environ, Now: time.Now})
}

func (w *workflow) outputs() map[string]string {
	w.t.Helper()
	data, err := os.ReadFile(w.env["GITHUB_OUTPUT"])
	if err != nil {
		w.t.Fatal(err)
	}
	out := map[string]string{}
	lines := strings.Split(string(data), "\n")
	for i := 0; i < len(lines); i++ {
		name, mark, ok := strings.Cut(lines[i], "<<")
		if !ok {
			continue
		}
		end := slices.Index(lines[i+1:], mark)
		if end < 0 {
			w.t.Fatalf("output %q has no end", name)
		}
		out[name] = strings.Join(lines[i+1:i+1+end], "\n")
		i += end + 1
	}
	return out
}

func (w *workflow) want(out map[string]string, want map[string]string) {
	w.t.Helper()
	for name, value := range want {
		if out[name] != value {
			w.t.Errorf("output %s = %q, want %q\n%s", name, out[name], value, w.log.String())
		}
	}
	w.model.held(w.t)
	for _, p := range w.model.problems() {
		w.t.Errorf("the model's requests: %s", p)
	}
	if strings.Contains(w.log.String(), "\nsk-test-0000") {
		w.t.Error("the key is in the log")
	}
}

const ciLog = `=== RUN   TestSum
    sum_test.go:7: Sum = 5, want 6
--- FAIL: TestSum (0.00s)
FAIL
FAIL	example.com/tally	0.002s
FAIL
`

// Way 1: a step after the failed tests, in the same job. The memory on the branch
// then serves the next run, which needs no model.
func TestSameJob(t *testing.T) {
	t.Parallel()
	w := newWorkflow(t)
	w.input("log-file", w.file("temp/test.log", ciLog))
	out, summary := w.step()
	w.want(out, map[string]string{"outcome": "fixed", "fixed": "true", "delivery": "pull-request", "pull-request-operation": "created",
		"model-requests": "2", "memory-hits": "0"})
	if out["memory-stored-id"] == "" || out["head-sha"] != w.repo.Head(out["branch"]) || w.repo.Head("regreen-memory") == "" {
		t.Errorf("stored %q, branch %q at %q, memory at %q", out["memory-stored-id"], out["branch"], out["head-sha"], w.repo.Head("regreen-memory"))
	}
	pulls := w.repo.Pulls()
	if len(pulls) != 1 || !pulls[0].Draft || !strings.Contains(pulls[0].Body, "TestSum") {
		t.Fatalf("pull requests: %+v", pulls)
	}
	for _, want := range []string{"TestSum", "test-command", "Token: the runner's own.", "Limits of the run: 12 requests, 1.00 US dollars, "} {
		if !strings.Contains(summary, want) {
			t.Errorf("%q is not in the summary:\n%s", want, summary)
		}
	}
	if m, ok := publish.ParseMarker(pulls[0].Body); !ok || m.Stored != out["memory-stored-id"] {
		t.Errorf("marker %+v", m)
	}

	// The same failure on another branch, after the first one was mended.
	w.repo.MergePull(pulls[0].Number)
	other := filepath.Join(w.work, "tally")
	w.git(other, "checkout", "-q", "-b", "release")
	w.file("tally/doc.go", "package tally\n\n// Moved on.\n")
	w.git(other, "add", "-A")
	w.git(other, "commit", "-q", "-m", "Move on")
	w.git(other, "push", "-q", "origin", "release")
	w.env["GITHUB_REF"], w.env["GITHUB_SHA"] = "refs/heads/release", w.repo.Head("release")
	out, _ = w.step()
	w.want(out, map[string]string{"outcome": "fixed-from-memory", "delivery": "pull-request", "model-requests": "0", "memory-hits": "1", "cost-usd": "0.0000"})
	if got := len(w.repo.Pulls()); got != 2 {
		t.Errorf("%d pull requests, want 2", got)
	}
}

// M2: what the action got as a secret input is in nothing that is shown or kept, though
// the tests print it.
func TestSecretInputsAreNotShownM2(t *testing.T) {
	t.Parallel()
	w := quickWorkflow(t)
	const secret = "correct horse battery"
	w.input("qdrant-api-key", secret, "log-file", w.file("temp/test.log", strings.Replace(ciLog, "want 6", "want 6, password \x1b[31m"+secret, 1)))
	out, summary := w.step()
	w.want(out, map[string]string{"outcome": "fixed"})
	report, err := os.ReadFile(out["report-file"])
	if err != nil {
		t.Fatal(err)
	}
	memory, err := w.repo.Git("grep", "-c", "battery", "regreen-memory")
	if err == nil {
		t.Errorf("it is in the memory: %s", memory)
	}
	log := strings.ReplaceAll(w.log.String(), "::add-mask::"+secret, "")
	for where, text := range map[string]string{"pull request": w.repo.Pulls()[0].Body, "summary": summary, "log": log, "report": string(report)} {
		if strings.Contains(text, "battery") {
			t.Errorf("it is in the %s:\n%s", where, text)
		}
	}
}

// A green job is a no-op, also under always().
func TestGreenJobIsNoOp(t *testing.T) {
	w := newWorkflow(t)
	w.env["REGREEN_JOB_STATUS"] = "success"
	out, _ := w.step()
	w.want(out, map[string]string{"outcome": "green", "fixed": "false", "delivery": "none", "pull-request-operation": "none"})
	if n := len(w.server.Requests()); n != 0 {
		t.Errorf("%d calls of GitHub for a green job", n)
	}
}

// Way 2: on workflow_run, the log is fetched from GitHub.
func TestWorkflowRun(t *testing.T) {
	t.Parallel()
	w := newWorkflow(t)
	w.run(t)
	w.input("test-command", "")
	out, summary := w.step()
	w.want(out, map[string]string{"outcome": "fixed", "delivery": "pull-request", "model-requests": "2"})
	if want := "test-command: go test ./... (which is what the failed step ran)"; !strings.Contains(summary, want) {
		t.Errorf("%q is not in the summary:\n%s", want, summary)
	}
	// L5, L6: run again, it finds its own pull request.
	out, _ = w.step()
	w.want(out, map[string]string{"outcome": "skipped-duplicate", "model-requests": "0"})
	if got := len(w.repo.Pulls()); got != 1 {
		t.Errorf("%d pull requests, want 1", got)
	}
}

// run adds a failed run of the commit, and the event that reports it.
func (w *workflow) run(t testing.TB) { w.runOn(t, "main", 0) }

// runOn is run for a branch and its pull request, 0 if there is none.
func (w *workflow) runOn(t testing.TB, branch string, pull int) {
	t.Helper()
	head, upstream, pulls := w.repo.Head(branch), "push", []any{}
	if pull > 0 {
		upstream = "pull_request"
		pulls = append(pulls, map[string]any{"number": pull, "head": map[string]any{"sha": head, "ref": branch}, "base": map[string]any{"ref": "main", "sha": w.repo.Head("main")}})
	}
	w.repo.AddRun(ghapitest.Run{ID: 41, Branch: branch, Event: upstream, Jobs: []ghapitest.Job{{ID: 5, Name: "test", Conclusion: "failure", Log: stepLog("go test ./...")}}})
	repo := map[string]any{"full_name": "acme/tally", "name": "tally", "private": false, "default_branch": "main", "owner": map[string]any{"login": "acme"}}
	w.event("workflow_run", map[string]any{"action": "completed", "repository": repo, "sender": map[string]any{"login": "person", "type": "User"},
		"workflow_run": map[string]any{"id": 41, "run_attempt": 1, "name": "tests", "event": upstream, "status": "completed", "conclusion": "failure",
			"head_branch": branch, "head_sha": head, "head_repository": repo, "pull_requests": pulls,
			"actor": map[string]any{"login": "person", "type": "User"}, "triggering_actor": map[string]any{"login": "person", "type": "User"},
			"head_commit": map[string]any{"id": head, "message": "first"}}})
}

// onTopic makes a pull request whose branch brings the failure, and its failed run.
func (w *workflow) onTopic() int {
	w.t.Helper()
	dir := filepath.Join(w.work, "tally")
	broken, err := os.ReadFile(filepath.Join(dir, "sum.go"))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, to := range []struct{ branch, sum string }{{"main", strings.Replace(string(broken), "xs[1:]", "xs", 1)}, {"topic", string(broken)}} {
		w.git(dir, "checkout", "-q", "-B", to.branch)
		w.file("tally/sum.go", to.sum)
		w.git(dir, "commit", "-q", "-a", "-m", "Change "+to.branch)
		w.git(dir, "push", "-q", "origin", to.branch)
	}
	n := w.repo.AddPull(ghapitest.Pull{Number: 7, Head: "topic", Base: "main", Open: true, Title: "Change topic"})
	w.runOn(w.t, "topic", n)
	return n
}

// A run that is killed right after any of its effects is finished by the next one: one
// branch, one pull request with its label, one comment, one record.
func TestKilledBetweenEffects(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]ghapitest.Fault{
		"remember": {Path: "/git-receive-pack$"},
		"push":     {Path: "/git-receive-pack$", Skip: 1},
		"create":   {Path: "/pulls$"},
		"label":    {Path: "/labels$"},
		"comment":  {Path: "/comments$"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := quickWorkflow(t)
			failing := w.onTopic()
			var kill context.CancelFunc
			w.ctx, kill = context.WithCancel(t.Context())
			fault.Method, fault.Times, fault.Status, fault.After, fault.Do = "POST", 1, 500, true, kill
			w.server.Fail(fault)
			// H2: outputs and report are written as soon as they are known.
			if out, _ := w.step(); name != "remember" && (out["outcome"] != "error" || out["patch-file"] == "") {
				t.Errorf("outputs of the killed run: %v", out)
			}
			if w.ctx.Err() == nil {
				t.Fatalf("nothing killed the run:\n%s", w.log.String())
			}
			w.ctx = t.Context()
			out, _ := w.step()
			w.finished(out, failing)
		})
	}
}

// finished checks what one repair of a pull request leaves, however often it ran.
func (w *workflow) finished(out map[string]string, failing int) {
	w.t.Helper()
	pulls, comments := w.repo.Pulls(), w.repo.Comments(failing)
	if len(pulls) != 2 || len(comments) != 1 || !slices.Contains(pulls[1].Labels, "regreen") {
		w.t.Fatalf("pull requests %+v, comments %+v\n%s", pulls, comments, w.log.String())
	}
	if want := fmt.Sprintf("/pull/%d", pulls[1].Number); !strings.Contains(comments[0].Body, want) || !strings.HasSuffix(out["pull-request-url"], want) {
		w.t.Errorf("output %q, comment\n%s", out["pull-request-url"], comments[0].Body)
	}
	branches, err := w.repo.Git("for-each-ref", "--format=%(refname)", "refs/heads/regreen/")
	commits, countErr := w.repo.Git("rev-list", "--count", "topic.."+pulls[1].Head)
	records, lsErr := w.repo.Git("ls-tree", "-r", "--name-only", "regreen-memory")
	if err = errors.Join(err, countErr, lsErr); err != nil {
		w.t.Fatal(err)
	}
	if n := len(strings.Fields(branches)); n != 1 || strings.TrimSpace(commits) != "1" || strings.Count(records, ".json") != 1 {
		w.t.Errorf("branches %q, %s commits, memory\n%s", branches, commits, records)
	}
}

// Way 4: one job runs the code and may write nothing, the other writes and runs none.
func TestTwoJobs(t *testing.T) {
	t.Parallel()
	w := quickWorkflow(t)
	w.run(t)
	bundle := filepath.Join(w.work, "bundle")
	w.input("mode", "propose", "bundle", bundle)
	out, _ := w.step()
	w.want(out, map[string]string{"outcome": "fixed", "delivery": "patch", "pull-request-operation": "none", "memory-stored-id": ""})
	if len(w.repo.Pulls()) != 0 || w.repo.Head("regreen-memory") != "" {
		t.Fatal("the first job wrote something")
	}
	if err := os.RemoveAll(filepath.Join(w.work, "tally")); err != nil {
		t.Fatal(err)
	}
	w.input("mode", "publish")
	out, _ = w.step()
	w.want(out, map[string]string{"outcome": "fixed", "delivery": "pull-request", "pull-request-operation": "created"})
	if len(w.repo.Pulls()) != 1 || w.repo.Head("regreen-memory") == "" {
		t.Errorf("%d pull requests, memory at %q", len(w.repo.Pulls()), w.repo.Head("regreen-memory"))
	}
	if body := w.repo.Pulls()[0].Body; !strings.Contains(body, "| regreen verify --repo . --commit "+w.repo.Head("main")+" --test ") {
		t.Errorf("the pull request does not say how to prove it again:\n%s", body)
	}
	// What the first job paid, which may not write, is in the memory too.
	if lines, err := w.repo.Git("grep", "-h", `"id":"cost-20`, "regreen-memory"); err != nil || strings.Count(lines, `"cost_usd":0.`) != 1 {
		t.Errorf("costs in the memory: %q, %v; want one line", lines, err)
	}

	// A bundle of another commit is refused.
	data, err := os.ReadFile(filepath.Join(bundle, bundleFile))
	if err != nil {
		t.Fatal(err)
	}
	w.file("bundle/"+bundleFile, strings.ReplaceAll(string(data), w.repo.Head("main"), strings.Repeat("a", 40)))
	w.refused("publish")
}

// P2, M1: code of a fork is run only in the job that may write nothing, confined, and
// with the model key only if the owner says so. The other job writes nothing but a
// comment with the patch and the command to apply it.
func TestTwoJobsOnAFork(t *testing.T) {
	t.Parallel()
	w := quickWorkflow(t)
	failing := w.onTopic()
	w.forked("bob/tally")
	w.input("mode", "propose", "bundle", filepath.Join(w.work, "bundle"))
	out, summary := w.step()
	w.want(out, map[string]string{"outcome": "no-fix", "model-requests": "0", "memory-stored-id": ""})
	if want := "the model key is not used: the code comes from a fork"; !strings.Contains(summary, want) {
		t.Errorf("%q is not in\n%s", want, summary)
	}
	w.input("untrusted-model", "true")
	out, _ = w.step()
	w.want(out, map[string]string{"outcome": "fixed", "delivery": "patch", "model-requests": "2", "memory-stored-id": ""})

	w.input("mode", "publish")
	out, _ = w.step()
	w.want(out, map[string]string{"outcome": "fixed", "delivery": "patch", "pull-request-number": "", "memory-stored-id": ""})
	branches, err := w.repo.Git("for-each-ref", "--format=%(refname)", "refs/heads/")
	if err != nil || len(w.repo.Pulls()) != 1 || strings.Contains(branches, "regreen") {
		t.Errorf("pull requests %+v, branches %s, %v", w.repo.Pulls(), branches, err)
	}
	if c := w.repo.Comments(failing); len(c) != 1 || !strings.Contains(c[0].Body, "git apply <<'REGREEN'") {
		t.Errorf("comments %+v", c)
	} else if strings.Contains(c[0].Body, "regreen verify") { // strangers had their hands on the bundle
		t.Errorf("a command that the first job wrote is shown to be run:\n%s", c[0].Body)
	}
}

// forked says that the failed run and its pull request come from another repository.
func (w *workflow) forked(from string) {
	w.t.Helper()
	data, err := os.ReadFile(w.env["GITHUB_EVENT_PATH"])
	if err != nil {
		w.t.Fatal(err)
	}
	var payload map[string]any
	if err := json.Unmarshal(data, &payload); err != nil {
		w.t.Fatal(err)
	}
	payload["workflow_run"].(map[string]any)["head_repository"] = map[string]any{"full_name": from}
	w.event("workflow_run", payload)
}

// refused runs a step that must break.
func (w *workflow) refused(what string) {
	w.t.Helper()
	environ := []string{}
	for name, value := range w.env {
		environ = append(environ, name+"="+value)
	}
	code := Main(context.Background(), cli.Env{Args: []string{"action"}, Stdin: strings.NewReader(""), Stdout: &w.log, Stderr: &w.log,
		Getenv: func(name string) string { return w.env[name] }, Environ: environ, Now: time.Now})
	if code == 0 {
		w.t.Errorf("%s was accepted:\n%s", what, w.log.String())
	}
}

// Way 6: what became of the pull request goes back into the memory.
func TestFeedback(t *testing.T) {
	t.Parallel()
	for _, merged := range []bool{true, false} {
		t.Run(fmt.Sprintf("merged %v", merged), func(t *testing.T) {
			t.Parallel()
			w := quickWorkflow(t)
			w.input("log-file", w.file("temp/test.log", ciLog))
			out, _ := w.step()
			id := out["memory-stored-id"]
			pull := w.repo.Pulls()[0]
			if merged {
				w.repo.MergePull(pull.Number)
			} else {
				w.repo.ClosePull(pull.Number)
				w.repo.AddComment(ghapitest.Comment{Number: pull.Number, Author: "person", Association: "OWNER", Body: "The first element is the header."})
			}
			repo := map[string]any{"full_name": "acme/tally", "name": "tally", "private": false, "default_branch": "main", "owner": map[string]any{"login": "acme"}}
			side := func(ref, sha string) map[string]any { return map[string]any{"ref": ref, "sha": sha, "repo": repo} }
			w.event("pull_request", map[string]any{"action": "closed", "number": pull.Number, "repository": repo, "sender": map[string]any{"login": "person", "type": "User"},
				"pull_request": map[string]any{"number": pull.Number, "state": "closed", "merged": merged, "title": pull.Title, "body": pull.Body, "draft": false,
					"user": map[string]any{"login": "github-actions[bot]", "type": "Bot"}, "labels": []any{},
					"head": side(pull.Head, w.repo.Head(pull.Head)), "base": side("main", w.repo.Head("main"))}})
			w.input("mode", "feedback")
			// Killed when it has written, and run again: it is the same once more.
			var kill context.CancelFunc
			w.ctx, kill = context.WithCancel(t.Context())
			w.server.Fail(ghapitest.Fault{Method: "POST", Path: "/git-receive-pack$", Times: 1, Status: 500, After: true, Do: kill})
			w.step()
			if w.ctx.Err() == nil {
				t.Error("nothing killed the feedback")
			}
			w.ctx = t.Context()
			w.step()
			var list bytes.Buffer
			code := Main(context.Background(), cli.Env{Args: []string{"memory", "show", id, "--tenant", "acme", "--memory", "git:" + w.server.URL + "/acme/tally.git#regreen-memory"},
				Stdin: strings.NewReader(""), Stdout: &list, Stderr: &list, Getenv: func(name string) string { return w.env[name] }, Environ: os.Environ(), Now: time.Now})
			want := "merged, active"
			if !merged {
				want = "verified, rejected"
			}
			if code != 0 || !strings.Contains(list.String(), want) {
				t.Errorf("merged %v: exit %d, want %q in\n%s\n%s", merged, code, want, list.String(), w.log.String())
			}
		})
	}
}

// The App, or the token whose pushes start CI, pushes and opens; the logs are read with
// the job's own token, since the other one need not have the right to (L4).
func TestWhoWrites(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		inputs []string
		token  string
	}{
		"App":              {[]string{"app-id", "7", "app-private-key", appKey(t)}, "ghs_installation"},
		"ci-trigger-token": {[]string{"ci-trigger-token", "ghp_ci"}, "ghp_ci"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := quickWorkflow(t)
			w.run(t)
			w.input(tc.inputs...)
			out, summary := w.step()
			w.want(out, map[string]string{"outcome": "fixed", "delivery": "pull-request"})
			for _, r := range w.server.Requests() {
				want := tc.token
				if strings.Contains(r.Path, "/actions/") {
					want = "ghs_runner"
				}
				if r.Token != want && !strings.Contains(r.Path, "installation") {
					t.Errorf("%s %s with the token %q, want %q", r.Method, r.Path, r.Token, want)
				}
			}
			if strings.Contains(w.repo.Pulls()[0].Body+summary, "start no workflows") {
				t.Error("it says that no CI starts")
			}
		})
	}
}

func appKey(t *testing.T) string {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))
}
