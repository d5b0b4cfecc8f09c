package app

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/ghapi/ghapitest"
)

// actTimeout is for one workflow; it compiles and runs small tests several times.
const actTimeout = 5 * time.Minute

// actScript is a model that fixes the project tally in two requests.
const actScript = `[
  {"calls": [
    {"name": "apply_edit", "args": {"edits": [{"path": "sum.go", "old": "range xs[1:]", "new": "range xs"}]}},
    {"name": "run_tests", "args": {"selection": null}}]},
  {"calls": [
    {"name": "store_fix_memory", "args": {"fix_description": "Sum left out the first element.", "error_type": "test", "file_paths": ["sum.go"], "outcome": "$OUTCOME"}}]}
]`

// standIns take the place of actions that a machine without a network cannot get.
var standIns = map[string]string{
	"checkout": `inputs: {ref: {default: ''}, repository: {default: ''}, persist-credentials: {default: ''}}
runs:
  using: composite
  steps:
    - shell: bash
      run: git clone --quiet "$GITHUB_SERVER_URL/acme/tally.git" . && git checkout --quiet --detach "${REF:-origin/main}"
      env: {REF: '${{ inputs.ref }}'}
`,
	"upload-artifact": `inputs: {name: {default: ''}, path: {default: ''}, retention-days: {default: ''}}
runs:
  using: composite
  steps:
    - {shell: bash, run: 'mkdir -p "$ARTIFACTS" && cp -R "$FROM" "$ARTIFACTS/$NAME"', env: {FROM: '${{ inputs.path }}', NAME: '${{ inputs.name }}'}}
`,
	"download-artifact": `inputs: {name: {default: ''}, path: {default: ''}}
runs:
  using: composite
  steps:
    - {shell: bash, run: 'mkdir -p "$TO" && cp -R "$ARTIFACTS/$NAME/." "$TO"', env: {TO: '${{ inputs.path }}', NAME: '${{ inputs.name }}'}}
`,
	"setup-go": "runs: {using: composite, steps: [{shell: bash, run: 'true'}]}\ninputs: {go-version-file: {default: ''}, cache: {default: ''}}\n",
	"cache":    "runs: {using: composite, steps: [{shell: bash, run: 'true'}]}\ninputs: {path: {default: ''}, key: {default: ''}}\n",
}

// stage is a loopback GitHub with the repository acme/tally, a scripted model, and
// what act needs to run the examples on a checkout of it.
type stage struct {
	t      *testing.T
	act    string
	server *ghapitest.Server
	repo   ghapitest.Repo
	model  *fakeModel
	work   string
	args   []string
}

func findAct(t *testing.T) string {
	t.Helper()
	if path, err := exec.LookPath("act"); err == nil {
		return path
	}
	path := filepath.Join(goEnv("GOPATH", filepath.Join(os.Getenv("HOME"), "go")), "bin", "act")
	if _, err := os.Stat(path); err != nil || runtime.GOOS != "linux" {
		t.Skip("act is not installed: go install github.com/nektos/act@v0.2.89")
	}
	return path
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{t: t, act: findAct(t), server: ghapitest.New(t), work: t.TempDir()}
	origin := filepath.Join(s.work, "origin")
	if err := os.CopyFS(origin, os.DirFS(filepath.Join(repos, "tally"))); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(origin, ".github", "workflows"), os.DirFS(filepath.Join("..", "..", "workflows-example"))); err != nil {
		t.Fatal(err)
	}
	s.git(origin, "init", "-q", "-b", "main")
	s.git(origin, "add", "-A")
	s.git(origin, "commit", "-q", "-m", "first")
	var err error
	if s.repo, err = s.server.AddRepo("acme/tally", origin); err != nil {
		t.Fatal(err)
	}
	s.git(s.work, "clone", "-q", s.server.URL+"/acme/tally.git", "tally")
	if s.model, err = newFakeModel(actScript); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.model.close)
	action := s.action()
	s.args = append(s.args, "-P", "ubuntu-latest=-self-hosted", "--local-repository", "regreen/regreen@v1="+action)
	s.standIn()
	return s
}

func (s *stage) git(dir string, args ...string) string {
	s.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=p", "GIT_AUTHOR_EMAIL=p@example.com",
		"GIT_COMMITTER_NAME=p", "GIT_COMMITTER_EMAIL=p@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (s *stage) write(path, content string) string {
	s.t.Helper()
	path = filepath.Join(s.work, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		s.t.Fatal(err)
	}
	return path
}

// action is a copy of the action whose release is this test binary, which runs as
// regreen under that name. It is fetched as a user's would be.
func (s *stage) action() string {
	s.t.Helper()
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	binary, err := os.ReadFile(self)
	if err != nil {
		s.t.Fatal(err)
	}
	asset := "regreen_" + runtime.GOOS + "_" + runtime.GOARCH
	releases := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(binary) }))
	s.t.Cleanup(releases.Close)
	s.args = append(s.args, "--env", "REGREEN_RELEASES="+releases.URL)
	for _, name := range []string{"action.yml", "action/get.sh", "action/model.sh"} {
		data, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			s.t.Fatal(err)
		}
		s.write("action/"+name, string(data))
	}
	s.write("action/action/release.txt", fmt.Sprintf("version v0.0.1\n%x  %s\n", sha256.Sum256(binary), asset))
	return filepath.Join(s.work, "action")
}

// uses finds which commit of an action a file is pinned to.
var uses = regexp.MustCompile(`uses: actions/([\w-]+)@([0-9a-f]{40})`)

func (s *stage) standIn() {
	s.t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "workflows-example", "*.yml"))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, file := range append(files, filepath.Join("..", "..", "action.yml")) {
		data, err := os.ReadFile(file)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, m := range uses.FindAllStringSubmatch(string(data), -1) {
			path := s.write("stand-in/"+m[1]+"/action.yml", "name: "+m[1]+"\ndescription: stand-in\n"+standIns[m[1]])
			s.args = append(s.args, "--local-repository", "actions/"+m[1]+"@"+m[2]+"="+filepath.Dir(path))
		}
	}
}

// run lets act run a workflow on an event, and returns its log.
func (s *stage) run(workflow, trigger string, payload map[string]any) string {
	s.t.Helper()
	data, err := json.Marshal(payload)
	if err != nil {
		s.t.Fatal(err)
	}
	s.args = append(s.args, "--eventpath", s.write("event.json", string(data)), "-W", ".github/workflows/"+workflow,
		"-s", "GITHUB_TOKEN=ghs_runner", "-s", "OPENAI_API_KEY=sk-test-0000", "--actor", "person", "--no-cache-server")
	for name, value := range map[string]string{
		"GITHUB_API_URL": s.server.APIURL, "GITHUB_SERVER_URL": s.server.URL, "GITHUB_REPOSITORY": "acme/tally", "GITHUB_REPOSITORY_OWNER": "acme",
		"OPENAI_BASE_URL": s.model.url(), "REGREEN_MODEL_DOWNLOAD": "off", "ARTIFACTS": filepath.Join(s.work, "artifacts"), "RUNNER_TOOL_CACHE": filepath.Join(s.work, "tools"),
		"GOCACHE": goEnv("GOCACHE", filepath.Join(os.Getenv("HOME"), ".cache", "go-build")), "GOFLAGS": "-mod=mod", "GORACE": raceOptions, "XDG_STATE_HOME": filepath.Join(s.work, "state"),
	} {
		s.args = append(s.args, "--env", name+"="+value)
	}
	cmd := exec.CommandContext(s.t.Context(), s.act, append([]string{trigger}, s.args...)...)
	cmd.Dir = filepath.Join(s.work, "tally")
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+s.runnerHome(), "GIT_CONFIG_GLOBAL="+os.DevNull)
	cmd.WaitDelay = time.Second
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	stop := time.AfterFunc(actTimeout, func() { _ = cmd.Process.Kill() })
	defer stop.Stop()
	_ = cmd.Run() // a job whose tests failed is red, and stays so
	return log.String()
}

// runnerHome is a folder for the runner's own files outside the temp folder, as on a
// real runner: a sandbox cannot hide files in a folder that it lets the tests write.
func (s *stage) runnerHome() string {
	s.t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		s.t.Fatal(err)
	}
	dir, err := os.MkdirTemp(cache, "regreen-act-")
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = os.RemoveAll(dir) }) // a cache; a leftover harms nobody
	return dir
}

// output is an output of the action, as act prints it.
func output(log, name string) string {
	m := regexp.MustCompile(`::set-output:: `+regexp.QuoteMeta(name)+`=(.*)`).FindAllStringSubmatch(log, -1)
	if len(m) == 0 {
		return ""
	}
	return strings.TrimSpace(m[len(m)-1][1])
}

func repository() map[string]any {
	return map[string]any{"full_name": "acme/tally", "default_branch": "main", "private": false}
}

func (s *stage) ran(log, outcome string) {
	s.t.Helper()
	if got := output(log, "outcome"); got != outcome {
		s.t.Errorf("outcome %q, want %q\n%s", got, outcome, log)
	}
	for _, p := range s.model.problems() {
		s.t.Errorf("the model: %s", p)
	}
}

// opened checks that there is one draft pull request with one commit against main.
func (s *stage) opened(log string) ghapitest.Pull {
	s.t.Helper()
	pulls := s.repo.Pulls()
	if len(pulls) != 1 || !pulls[0].Draft || pulls[0].Base != "main" || !strings.HasPrefix(pulls[0].Head, "regreen/fix-") {
		s.t.Fatalf("pull requests %+v\n%s", pulls, log)
	}
	if got := output(log, "pull-request-url"); !strings.HasSuffix(got, "/acme/tally/pull/1") {
		s.t.Errorf("output pull-request-url = %q", got)
	}
	if s.repo.Head("regreen-memory") == "" {
		s.t.Error("there is no memory branch")
	}
	return pulls[0]
}

// Way 1: a step after the failed tests.
func TestActSameJob(t *testing.T) {
	s := newStage(t)
	log := s.run("same-job.yml", "push", map[string]any{"ref": "refs/heads/main", "after": s.repo.Head("main"), "repository": repository()})
	s.ran(log, "fixed")
	s.opened(log)
	if strings.Contains(log, "sk-test-0000") || strings.Contains(log, "ghs_runner") {
		t.Error("a secret is in the log")
	}
}

func (s *stage) failedRun() map[string]any {
	s.t.Helper()
	cmd := exec.Command("go", "test", "./...")
	cmd.Dir = filepath.Join(s.work, "tally")
	out, err := cmd.CombinedOutput()
	if err == nil {
		s.t.Fatal("the tests of tally pass")
	}
	var log strings.Builder
	for line := range strings.Lines("##[group]Run go test ./...\ngo test ./...\n##[endgroup]\n" + string(out) + "##[error]Process completed with exit code 1.\n") {
		log.WriteString("2026-01-02T03:04:05.0000000Z " + line)
	}
	s.repo.AddRun(ghapitest.Run{ID: 99, Branch: "main", Jobs: []ghapitest.Job{{Name: "test", Conclusion: "failure", Log: log.String()}}})
	head := s.repo.Head("main")
	return map[string]any{"action": "completed", "repository": repository(), "workflow": map[string]any{"name": "tests"},
		"workflow_run": map[string]any{"id": 99, "name": "tests", "run_attempt": 1, "event": "push", "conclusion": "failure", "head_branch": "main", "head_sha": head,
			"head_commit": map[string]any{"id": head, "message": "first"}, "head_repository": map[string]any{"full_name": "acme/tally"},
			"actor": map[string]any{"login": "person", "type": "User"}, "pull_requests": []any{}}}
}

// Way 2: a workflow of its own, after another one failed.
func TestActWorkflowRun(t *testing.T) {
	s := newStage(t)
	log := s.run("workflow-run.yml", "workflow_run", s.failedRun())
	s.ran(log, "fixed")
	s.opened(log)
}

// Way 3: by hand, first without effects.
func TestActDispatch(t *testing.T) {
	s := newStage(t)
	s.failedRun()
	s.args = append(s.args, "--input", "run=99", "--input", "head-sha="+s.repo.Head("main"), "--input", "dry-run=true")
	log := s.run("dispatch.yml", "workflow_dispatch", map[string]any{"ref": "refs/heads/main", "repository": repository(),
		"inputs": map[string]any{"run": "99", "head-sha": s.repo.Head("main"), "dry-run": "true", "retry": "false", "model": "gpt-6-astra", "memory-write": "true", "max-cost-usd": "1"}})
	s.ran(log, "fixed")
	if len(s.repo.Pulls()) != 0 || s.repo.Head("regreen-memory") != "" {
		t.Errorf("a dry run left %+v", s.repo.Pulls())
	}
}

// Way 4: one job runs the code, another one writes.
func TestActTwoJobs(t *testing.T) {
	s := newStage(t)
	log := s.run("two-jobs.yml", "workflow_run", s.failedRun())
	s.ran(log, "fixed")
	s.opened(log)
}

// Way 6: the memory hears what became of the pull request.
func TestActFeedback(t *testing.T) {
	s := newStage(t)
	pull := s.opened(s.run("same-job.yml", "push", map[string]any{"ref": "refs/heads/main", "after": s.repo.Head("main"), "repository": repository()}))
	before := s.repo.Head("regreen-memory")
	s.repo.MergePull(pull.Number)
	branch := map[string]any{"ref": pull.Head, "sha": pull.HeadSHA, "repo": repository()}
	log := s.run("feedback.yml", "pull_request", map[string]any{"action": "closed", "number": pull.Number, "repository": repository(), "sender": map[string]any{"login": "person", "type": "User"},
		"pull_request": map[string]any{"number": pull.Number, "state": "closed", "merged": true, "title": pull.Title, "body": pull.Body, "head": branch,
			"base": map[string]any{"ref": "main", "sha": s.repo.Head("main"), "repo": repository()}, "merged_by": map[string]any{"login": "person"}}})
	if after := s.repo.Head("regreen-memory"); after == before || !strings.Contains(log, "merged") {
		t.Errorf("the memory stays at %s\n%s", after, log)
	}
}
