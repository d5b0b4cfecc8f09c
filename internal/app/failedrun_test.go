package app

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/ghapi/ghapitest"
)

// stepLog is a job's log as the runner writes it, with the step that ran a command.
func stepLog(command string) string {
	var b strings.Builder
	for line := range strings.Lines("Current runner version: '2.330.0'\n##[group]Run " + command + "\n\x1b[36;1m" + command +
		"\x1b[0m\nshell: /usr/bin/bash -e {0}\nenv:\n  TALLY_MODE: strict\n##[endgroup]\n" + ciLog + "##[error]Process completed with exit code 1.\nCleaning up orphan processes\n") {
		b.WriteString("2026-01-02T03:04:05.0000000Z " + line)
	}
	return b.String()
}

// cli runs a command in the checkout, as a person with a token of their own.
func (w *workflow) cli(args ...string) (code int, stdout, stderr string) {
	w.t.Helper()
	env := scriptEnv(w.work)
	for name, value := range map[string]string{"GITHUB_TOKEN": "ghp_person", "GITHUB_SERVER_URL": w.server.URL, "GITHUB_API_URL": w.server.APIURL,
		"OPENAI_API_KEY": "sk-test-0000", "OPENAI_BASE_URL": w.model.url(), "PATH": w.env["PATH"]} {
		env[name] = value
	}
	for name, value := range w.person {
		env[name] = value
	}
	environ := []string{}
	for name, value := range env {
		environ = append(environ, name+"="+value)
	}
	var out, errs bytes.Buffer
	code = Main(context.Background(), cli.Env{Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
		Getenv: func(name string) string { return env[name] }, Environ: environ, Now: time.Now})
	return code, out.String(), errs.String()
}

func (w *workflow) runURL(id int64) string {
	return fmt.Sprintf("%s/acme/tally/actions/runs/%d", w.server.URL, id)
}

// Way 5: a person repairs a failed run on their own machine. The logs of all its failed
// jobs are read, of every page and of the latest attempt (G5); the command is that of
// the failed step; nothing is pushed.
func TestRunByAddress(t *testing.T) {
	t.Parallel()
	w := newWorkflow(t)
	w.quickGo()
	jobs := []ghapitest.Job{{Name: "old", Attempt: 1, Conclusion: "failure", Log: "--- FAIL: TestOld (0.00s)\nFAIL\n"}}
	for i := range 140 {
		jobs = append(jobs, ghapitest.Job{Name: fmt.Sprintf("leg %d", i), Conclusion: "success"})
	}
	jobs = append(jobs, ghapitest.Job{Name: "last leg", Conclusion: "failure", Log: stepLog("go test -v ./...")})
	w.repo.AddRun(ghapitest.Run{ID: 41, Attempt: 2, Branch: "main", Jobs: jobs})
	for _, name := range []string{w.runURL(41), "41"} {
		code, stdout, stderr := w.cli("run", "--repo", filepath.Join(w.work, "tally"), "--run", name, "--flake-reruns", "2", "--json", "--memory", "dir:"+filepath.Join(w.work, "memory"))
		if code != 0 || !strings.Contains(stdout, `"outcome": "fixed`) || !strings.Contains(stdout, `"delivery": "patch"`) {
			t.Fatalf("exit %d\n%s\n%s", code, stdout, stderr)
		}
		for _, want := range []string{`test command "go test -v ./...", which is what the failed step ran`, "TALLY_MODE", "1 failing"} {
			if !strings.Contains(stderr, want) {
				t.Errorf("%q is not in\n%s", want, stderr)
			}
		}
	}
	if n := len(w.repo.Pulls()); n != 0 {
		t.Errorf("%d pull requests", n)
	}
	for _, r := range w.server.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("%s %s was called", r.Method, r.Path)
		}
	}
	for _, d := range w.server.Downloads() {
		if d.Get("Authorization") != "" {
			t.Error("the log's host got the token")
		}
	}
}

// What is asked of a person is said in one line, with exit status 2, before anything
// is run.
func TestRunByAddressMistakes(t *testing.T) {
	t.Parallel()
	w := newWorkflow(t)
	head := w.repo.Head("main")
	w.git(filepath.Join(w.work, "tally"), "commit", "-q", "--allow-empty", "-m", "further on")
	failed := []ghapitest.Job{{Name: "test", Conclusion: "failure", Log: stepLog("go test ./...")}}
	w.repo.AddRun(ghapitest.Run{ID: 41, Branch: "main", Jobs: failed})
	w.repo.AddRun(ghapitest.Run{ID: 42, Branch: "main", Jobs: []ghapitest.Job{{Name: "test", Conclusion: "failure"}, {Name: "slow"}}})
	w.repo.AddRun(ghapitest.Run{ID: 43, Branch: "main", Event: "pull_request_target", Jobs: failed})
	for name, tc := range map[string]struct {
		run  string
		env  map[string]string
		want string
	}{
		"another commit": {w.runURL(41), nil, "fetch origin " + head + " && git -C "},
		"no token":       {w.runURL(41), map[string]string{"GITHUB_TOKEN": ""}, "set GITHUB_TOKEN"},
		"no such run":    {w.runURL(99), nil, "run 99 of acme/tally: not found: it does not exist, or the token may not see it"},
		"other server":   {"https://evil.example/acme/tally/actions/runs/41", nil, `the token is not sent to "https://evil.example"`},
		"still running":  {w.runURL(42), nil, "run 42 of acme/tally: it is still running"},
		"target":         {w.runURL(43), nil, "pull_request_target"},
		"no run":         {"https://github.com/acme/tally", nil, "not the address of a run's page"},
	} {
		w.person = tc.env
		code, _, stderr := w.cli("run", "--repo", filepath.Join(w.work, "tally"), "--run", tc.run)
		if code != exitUsage || !strings.Contains(stderr, tc.want) {
			t.Errorf("%s: exit %d, %q is not in\n%s", name, code, tc.want, stderr)
		}
	}
	w.person = nil
	w.server.Fail(ghapitest.Fault{Path: "/runs/41$", Status: http.StatusUnauthorized})
	if code, _, stderr := w.cli("run", "--repo", filepath.Join(w.work, "tally"), "--run", "41"); code != exitUsage || !strings.Contains(stderr, "the token is not accepted") {
		t.Errorf("a refused token: exit %d\n%s", code, stderr)
	}
	if n := w.model.count(); n != 0 {
		t.Errorf("the model was asked %d times", n)
	}
}

// A log that expired is no end: the tests say what fails. A green run is.
func TestRunByAddressWithoutLog(t *testing.T) {
	t.Parallel()
	w := newWorkflow(t)
	w.quickGo()
	w.repo.AddRun(ghapitest.Run{ID: 41, Branch: "main", Jobs: []ghapitest.Job{{Name: "test", Conclusion: "failure", Expired: true}}})
	w.repo.AddRun(ghapitest.Run{ID: 42, Branch: "main", Jobs: []ghapitest.Job{{Name: "test", Conclusion: "success"}}})
	args := []string{"run", "--repo", filepath.Join(w.work, "tally"), "--flake-reruns", "2", "--json", "--memory", "dir:" + filepath.Join(w.work, "memory"), "--run"}
	code, stdout, stderr := w.cli(append(args, "41")...)
	if code != 0 || !strings.Contains(stdout, `"outcome": "fixed"`) || !strings.Contains(stdout, "it expired or was deleted; running the tests instead") {
		t.Errorf("an expired log: exit %d\n%s\n%s", code, stdout, stderr)
	}
	code, stdout, stderr = w.cli(append(args, "42")...)
	if code != 0 || !strings.Contains(stdout, `"outcome": "green"`) || !strings.Contains(stdout, "run 42 ended with success") {
		t.Errorf("a green run: exit %d\n%s\n%s", code, stdout, stderr)
	}
}

// With --base the checkout may be further on; the fix is then for where it is.
func TestRunByAddressWithBase(t *testing.T) {
	t.Parallel()
	w := newWorkflow(t)
	w.repo.AddRun(ghapitest.Run{ID: 41, Branch: "main", Jobs: []ghapitest.Job{{Name: "test", Conclusion: "failure", Log: stepLog("go test ./...")}}})
	dir := filepath.Join(w.work, "tally")
	w.file("tally/doc.go", "package tally\n\n// Moved on.\n")
	w.git(dir, "add", "-A")
	w.git(dir, "commit", "-q", "-m", "further on")
	code, stdout, stderr := w.cli("run", "--repo", dir, "--run", "41", "--base", "HEAD~1", "--flake-reruns", "2", "--json", "--memory", "dir:"+filepath.Join(w.work, "memory"))
	if code != 0 || !strings.Contains(stdout, `"outcome": "red-at-base"`) || !strings.Contains(stdout, "run 41 is of commit") {
		t.Errorf("exit %d\n%s\n%s", code, stdout, stderr)
	}
}

// The hosts that a token may go to, and where their interface is.
func TestServerOfAnAddress(t *testing.T) {
	for name, tc := range map[string]struct {
		server, env string
		api         string // "" if the token is not sent there
	}{
		"github.com":                {"https://github.com", "", "https://api.github.com"},
		"none named":                {"", "", "https://api.github.com"},
		"enterprise, not named":     {"https://ghe.acme.example", "", ""},
		"enterprise of the runner":  {"https://ghe.acme.example", "https://ghe.acme.example", "https://ghe.acme.example/api/v3"},
		"runner's in the clear":     {"http://ghe.acme.example", "https://ghe.acme.example", "https://ghe.acme.example/api/v3"},
		"github.com in the clear":   {"http://github.com", "", "https://api.github.com"},
		"github.com, on enterprise": {"https://github.com", "https://ghe.acme.example", ""},
		"a stranger's":              {"https://github.com.evil.example", "", ""},
	} {
		env := map[string]string{"GITHUB_SERVER_URL": tc.env}
		h := byHand{env: cli.Env{Getenv: func(n string) string { return env[n] }}, token: "ghp_x"}
		err := h.signIn(tc.server, "acme/tally")
		if (err == nil) != (tc.api != "") || err == nil && h.event.APIURL != tc.api {
			t.Errorf("%s: interface %q, error %v", name, h.event.APIURL, err)
		}
		if err == nil && !strings.HasPrefix(h.event.ServerURL, "https://") {
			t.Errorf("%s: what is pushed goes to %q", name, h.event.ServerURL)
		}
	}
}
