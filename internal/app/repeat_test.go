package app

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/check"
)

// A shell gives back each word as it was.
func TestShellWord(t *testing.T) {
	for _, word := range []string{"", "go", "go test ./...", "it's", `$HOME "x" \n`, "a\nb\tc", "\x1b[31m", "~/x", "!!", "ä\u202eb", "a\x00"[:1], `\`, "'\n'", "-x=*?[a]{b,c}#;&|<>()"} {
		quoted := shellWord(word)
		out, err := exec.Command("bash", "-c", "printf %s "+quoted).Output()
		if err != nil || string(out) != word {
			t.Errorf("%q as %s is %q to bash; %v", word, quoted, out, err)
		}
		for _, r := range quoted {
			if unseen(r) {
				t.Errorf("%q as %q holds %q", word, quoted, r)
			}
		}
	}
}

// The flags of verify, read from the command that a run prints, are those of the run.
func TestRepetitionSaysAll(t *testing.T) {
	p := project{Repo: "/a b/tally", Test: "go test ./... | tee 'log'", Targeted: "go test -run {tests}", JUnit: []string{"a,b/*.xml", `"c"`}, Dir: "sub",
		Timeout: 5 * time.Minute, PassEnv: []string{"DB_URL", "LANG"}, Writable: []string{"~/.cache/x"}, Sandbox: "require", Setup: "npm ci\nnpm run build", Reruns: 4, Isolation: worktree}
	l := limits{TestEdits: "forbid", Allowed: []string{"src/{a,b}/**"}, Protected: []string{"db/**", "a b"}}
	line := repetition{repo: p.Repo, commit: "0123", test: p.Test, project: p, limits: l}.verify("fix it.patch")
	out, err := exec.Command("bash", "-c", "regreen() { printf '%s\\0' \"$@\"; }; "+line).Output()
	if err != nil {
		t.Fatal(err)
	}
	var f runFlags
	var q ask
	args := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if err := newVerifyWith(processEnv(), &f, &q).ParseFlags(args[1:]); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p, f.project); diff != "" {
		t.Errorf("%s\n-want +got:\n%s", line, diff)
	}
	if diff := cmp.Diff(l, f.limits); diff != "" {
		t.Errorf("%s\n-want +got:\n%s", line, diff)
	}
	if want := (ask{file: "fix it.patch", commit: "0123"}); q != want || args[0] != "verify" {
		t.Errorf("%s\nasks %+v of %s, want %+v", line, q, args[0], want)
	}
}

// A flag that is as it is by default is not said, and a clone may lie anywhere.
func TestRepetitionIsShort(t *testing.T) {
	r := repetition{repo: "/home/me/shop/api", commit: "0123", test: "pytest -q", project: project{Timeout: check.DefaultTimeout, Sandbox: autoSandbox, Isolation: inPlace}}
	for want, got := range map[string]string{
		"regreen verify --repo /home/me/shop/api --commit 0123 --test 'pytest -q' --patch -":                         r.verify("-"),
		"regreen verify --repo api --commit 0123 --test 'pytest -q'":                                                 r.judgeClone("/home/me/shop"),
		"regreen verify --repo . --commit 0123 --test 'pytest -q'":                                                   r.judgeClone("/home/me/shop/api"),
		"regreen learn --repo /home/me/shop/api --red ab --green cd --test 'pytest -q' --memory dir:m --tenant acme": r.learn("ab", "cd", place{Memory: "dir:m", Tenant: "acme"}),
	} {
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
