package app

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/ghapi/ghapitest"
)

// The two jobs and the feedback as commands that a person types: the first has a token
// that may only read, and writes nothing; the second needs no checkout.
func TestModesByHand(t *testing.T) {
	t.Parallel()
	w := newWorkflow(t)
	w.quickGo()
	w.server.Allow("ghs_runner", ghapitest.Runner())
	w.server.Allow("ghp_read", ghapitest.Rights{Logs: true, Login: "person"})
	w.server.Allow("ghp_write", ghapitest.Rights{Push: true, Pulls: true, Comments: true, Login: "person"})
	w.repo.AddRun(ghapitest.Run{ID: 41, Branch: "main", Jobs: []ghapitest.Job{{Name: "test", Conclusion: "failure", Log: stepLog("go test ./...")}}})
	bundle, checkout := filepath.Join(w.work, "bundle"), filepath.Join(w.work, "tally")

	w.person = map[string]string{"GITHUB_TOKEN": "ghp_read"}
	code, stdout, stderr := w.cli("propose", "--repo", checkout, "--run", w.runURL(41), "--bundle", bundle, "--flake-reruns", "2")
	if code != 0 || !strings.Contains(stdout, "outcome         fixed\n") || !strings.Contains(stdout, "bundle          "+bundle) {
		t.Fatalf("propose: exit %d\n%s\n%s", code, stdout, stderr)
	}
	if len(w.repo.Pulls()) != 0 || w.repo.Head("regreen-memory") != "" {
		t.Fatal("propose wrote something")
	}
	if err := os.RemoveAll(checkout); err != nil {
		t.Fatal(err)
	}

	w.person = map[string]string{"GITHUB_TOKEN": "ghp_write"}
	code, stdout, stderr = w.cli("publish", bundle, "--run", w.runURL(41), "--draft=false", "--json")
	pulls := w.repo.Pulls()
	if code != 0 || len(pulls) != 1 || pulls[0].Draft || !strings.Contains(stdout, `"delivery": "pull-request"`) || w.repo.Head("regreen-memory") == "" {
		t.Fatalf("publish: exit %d, pull requests %+v\n%s\n%s", code, pulls, stdout, stderr)
	}
	if !strings.Contains(pulls[0].Body, `"tenant":"acme"`) {
		t.Error("what is published by hand is not remembered for the owner of the repository, as what a workflow publishes is")
	}
	if strings.Contains(pulls[0].Body, "runner's own token") {
		t.Error("a person's token is taken for the runner's")
	}

	address := fmt.Sprintf("%s/acme/tally/pull/%d", w.server.URL, pulls[0].Number)
	if code, stdout, stderr = w.cli("feedback", "--pull-request", address); code != 0 || !strings.Contains(stdout, "not a closed pull request") {
		t.Errorf("feedback on an open one: exit %d\n%s\n%s", code, stdout, stderr)
	}
	w.repo.MergePull(pulls[0].Number)
	if code, stdout, stderr = w.cli("feedback", "--pull-request", address); code != 0 || !strings.Contains(stdout, "1 record now merged") {
		t.Errorf("feedback: exit %d\n%s\n%s", code, stdout, stderr)
	}
}

// What is missing outside of a workflow is named.
func TestModesMissing(t *testing.T) {
	w := newWorkflow(t)
	for name, tc := range map[string]struct {
		args []string
		env  map[string]string
		want string
	}{
		"propose, no run":     {[]string{"propose"}, nil, "name the failed run with --run"},
		"propose, no token":   {[]string{"propose", "--run", w.runURL(41)}, map[string]string{"GITHUB_TOKEN": ""}, "set GITHUB_TOKEN"},
		"propose, no sandbox": {[]string{"propose", "--run", "41", "--sandbox", "off"}, nil, `"--sandbox" must not be off in mode propose`},
		"publish, no bundle":  {[]string{"publish"}, nil, "name the folder that propose left"},
		"publish, no run":     {[]string{"publish", "bundle"}, nil, "name the failed run with --run"},
		"publish, no repo":    {[]string{"publish", "bundle", "--run", "41"}, nil, "it is not known which repository is meant"},
		"feedback, no pull":   {[]string{"feedback"}, nil, "name the pull request with --pull-request"},
		"feedback, unknown":   {[]string{"feedback", "--pull-request", w.server.URL + "/acme/tally/pull/9"}, nil, "pull request 9 of acme/tally: not found"},
	} {
		w.person = tc.env
		if tc.want == "it is not known which repository is meant" {
			t.Chdir(t.TempDir())
		}
		if code, stdout, stderr := w.cli(tc.args...); code != exitUsage || !strings.Contains(stderr, tc.want) {
			t.Errorf("%s: exit %d, %q is not in\n%s\n%s", name, code, tc.want, stdout, stderr)
		}
	}
}

// Each mode does with the rights that the table in workflows-example has for it, and
// makes no call that needs more.
func TestRightsByMode(t *testing.T) {
	t.Parallel()
	read := ghapitest.Rights{Logs: true, Login: "github-actions[bot]", Bot: true}
	comment := read
	comment.Comments = true
	for mode, tc := range map[string]struct {
		rights   ghapitest.Rights
		comments int
	}{"comment": {comment, 1}, "diagnose": {read, 0}, "propose": {read, 0}} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			w := quickWorkflow(t)
			failing := w.onTopic()
			w.server.Allow("ghs_runner", tc.rights)
			w.input("mode", mode, "memory", "dir:"+filepath.Join(w.work, "memory"), "bundle", filepath.Join(w.work, "bundle"))
			out, _ := w.step()
			if want := map[string]string{"comment": "fixed", "diagnose": "no-fix", "propose": "fixed"}[mode]; out["outcome"] != want || out["pull-request-number"] != "" {
				t.Errorf("outputs %v\n%s", out, w.log.String())
			}
			for _, r := range w.server.Requests() {
				if r.Status == http.StatusForbidden {
					t.Errorf("%s %s is forbidden in this mode", r.Method, r.Path)
				}
			}
			if n := len(w.repo.Comments(failing)); n != tc.comments || len(w.repo.Pulls()) != 1 {
				t.Errorf("%d comments, pull requests %+v", n, w.repo.Pulls())
			}
			records, err := filepath.Glob(filepath.Join(w.work, "memory", "*.json"))
			if err != nil || (len(records) > 0) != (mode == "comment") {
				t.Errorf("records %v, %v", records, err)
			}
		})
	}
}
