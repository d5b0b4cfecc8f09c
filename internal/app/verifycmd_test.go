package app

import (
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/patch"
)

func TestPatchWithoutEnd(t *testing.T) {
	_, err := readPatch(t.Context(), cli.Env{Stdin: strings.NewReader(strings.Repeat("x", patch.MaxBytes+1))}, "-")
	if !errors.Is(err, patch.ErrTooLarge) {
		t.Errorf("a patch without end: %v", err)
	}
}

// The flags of verify, read from the command that a run prints, are those of the run.
func TestRepetitionSaysAll(t *testing.T) {
	p := options.Project{Repo: "/a b/tally", Test: "go test ./... | tee 'log'", Targeted: "go test -run {tests}", JUnit: []string{"a,b/*.xml", `"c"`}, Dir: "sub",
		Timeout: 5 * time.Minute, PassEnv: []string{"DB_URL", "LANG"}, Writable: []string{"~/.cache/x"}, Sandbox: "require", Setup: "npm ci\nnpm run build", Reruns: 4, Isolation: options.Worktree}
	l := options.Limits{TestEdits: "forbid", Allowed: []string{"src/{a,b}/**"}, Protected: []string{"db/**", "a b"}}
	line := options.Repetition{Repo: p.Repo, Commit: "0123", Test: p.Test, Project: p, Limits: l}.Verify("fix it.patch")
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
	if diff := cmp.Diff(p, f.Project); diff != "" {
		t.Errorf("%s\n-want +got:\n%s", line, diff)
	}
	if diff := cmp.Diff(l, f.Limits); diff != "" {
		t.Errorf("%s\n-want +got:\n%s", line, diff)
	}
	if want := (ask{file: "fix it.patch", commit: "0123"}); q != want || args[0] != "verify" {
		t.Errorf("%s\nasks %+v of %s, want %+v", line, q, args[0], want)
	}
}
