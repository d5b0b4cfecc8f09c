package event_test

import (
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/event"
)

// H9: a branch is valid when git says so.
func TestValidBranchH9(t *testing.T) {
	for _, name := range []string{"main", "feature/#12", "a+b", "a,b", "a@b", "_x", "x.y", "ü/日本", "a-", "@", "HEAD", "a@{b", "a..b", "a.lock", "a.lock/b",
		".a", "a/.b", "a/", "/a", "a//b", "a b", "a~b", "a^b", "a:b", "a?b", "a*b", "a[b", `a\b`, "-a", "a.", "a\x7fb", "a\tb", "dependabot/go_modules/x-1.2.3"} {
		err := exec.Command("git", "check-ref-format", "--branch", name).Run()
		if got, want := event.ValidBranch(name), err == nil; got != want {
			t.Errorf("ValidBranch(%q) = %v, git says %v", name, got, want)
		}
	}
	if event.ValidBranch("") {
		t.Error(`ValidBranch("") = true`)
	}
}

func TestValidRepo(t *testing.T) {
	for name, want := range map[string]bool{"a/b": true, "A-1/b.c_d": true, "a/..": false, "a": false, "a/b/c": false, "-a/b": false, "a/b c": false, "": false, "user_corp/x": true} {
		if got := event.ValidRepo(name); got != want {
			t.Errorf("ValidRepo(%q) = %v", name, got)
		}
	}
}

func TestParseRun(t *testing.T) {
	for in, want := range map[string]event.RunRef{
		" 42 ": {ID: 42},
		"https://github.com/acme/shop/actions/runs/42":                  {Server: "https://github.com", Repo: "acme/shop", ID: 42},
		"https://ghe.acme.example/a/b/actions/runs/42/attempts/3":       {Server: "https://ghe.acme.example", Repo: "a/b", ID: 42, Attempt: 3},
		"https://github.com/acme/shop/actions/runs/42/job/7?pr=1#s:1:2": {Server: "https://github.com", Repo: "acme/shop", ID: 42, JobID: 7},
	} {
		got, err := event.ParseRun(in)
		if err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("ParseRun(%q) = %+v, %v", in, got, err)
		}
	}
	for _, in := range []string{"", "0", "-1", "x", "https://github.com/acme/shop", "https://github.com/a b/c/actions/runs/1", "ftp://h/a/b/actions/runs/1", "/a/b/actions/runs/1"} {
		if got, err := event.ParseRun(in); err == nil {
			t.Errorf("ParseRun(%q) = %+v", in, got)
		}
	}
}

func TestParsePull(t *testing.T) {
	for in, want := range map[string]event.PullRef{
		"7": {Number: 7}, "#7": {Number: 7},
		"https://github.com/acme/shop/pull/7":                  {Server: "https://github.com", Repo: "acme/shop", Number: 7},
		"https://ghe.acme.example/a/b/pull/7/files?w=1#diff-0": {Server: "https://ghe.acme.example", Repo: "a/b", Number: 7},
	} {
		if got, err := event.ParsePull(in); err != nil || got != want {
			t.Errorf("ParsePull(%q) = %+v, %v", in, got, err)
		}
	}
	for _, in := range []string{"", "0", "-1", "x", "https://github.com/acme/shop/issues/7", "https://github.com/a b/c/pull/1", "ftp://h/a/b/pull/1"} {
		if got, err := event.ParsePull(in); err == nil {
			t.Errorf("ParsePull(%q) = %+v", in, got)
		}
	}
}
