package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/proc"
)

// command is a shell script with the environment that a run would have.
func command(script string) proc.Command {
	kept, _ := proc.Environ(os.Environ(), nil)
	return proc.Command{Shell: script, Env: kept, Timeout: time.Minute}
}

func runIn(t *testing.T, w *Workspace, script string) proc.Result {
	t.Helper()
	r, err := w.Run(t.Context(), command(script))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkoutConfig is what actions/checkout leaves: a header in the old versions,
// an included file in the new ones.
const checkoutConfig = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = false
[remote "origin"]
	url = https://github.com/acme/shop
	fetch = +refs/heads/*:refs/remotes/origin/*
[http "https://github.com/"]
	extraheader = AUTHORIZATION: basic c2VjcmV0
[includeIf "gitdir:DIR/.git"]
	path = TEMP/git-credentials-0b1c.config
[url "https://x-access-token:c2VjcmV0@github.com/"]
	insteadOf = git@github.com:
[submodule "lib"]
	active = true
	url = https://x-access-token:c2VjcmV0@github.com/acme/lib
[credential]
	helper = "!f() { echo password=c2VjcmV0; }; f"
`

func TestCredentialsAreOutOfSightWhileItRuns(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n"})
	temp := t.TempDir()
	write(t, temp, "git-credentials-0b1c.config", "[http \"https://github.com/\"]\n\textraheader = AUTHORIZATION: basic c2VjcmV0\n")
	write(t, dir, ".git/config", strings.NewReplacer("DIR", dir, "TEMP", temp).Replace(checkoutConfig))
	before := picture(t, filepath.Join(dir, ".git"))
	w := open(t, dir)
	r := runIn(t, w, "cat .git/config; git config --list; git log --oneline; git status --short; git remote -v")
	if out := string(r.Output); r.ExitCode != 0 || strings.Contains(out, "c2VjcmV0") || !strings.Contains(out, "remote.origin.url=https://github.com/acme/shop") {
		t.Errorf("exit code %d, output:\n%s", r.ExitCode, out)
	}
	if diff := cmp.Diff(before, picture(t, filepath.Join(dir, ".git"))); diff != "" {
		t.Errorf(".git after the run (-before +after):\n%s", diff)
	}
	c, err := w.Restore(t.Context())
	if err != nil || !c.Empty() {
		t.Errorf("changes %+v, %v", c, err)
	}
}

func TestGitPlantsDoNotOutliveTheRun(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n"})
	before := picture(t, filepath.Join(dir, ".git"))
	w := open(t, dir)
	marker := filepath.Join(t.TempDir(), "owned")
	runIn(t, w, `
		printf '#!/bin/sh\ntouch `+marker+`\n' > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout
		cp .git/hooks/post-checkout .git/hooks/pre-push
		git config core.fsmonitor "touch `+marker+`"
		git config core.hooksPath "$PWD/evil"; git config filter.x.smudge "touch `+marker+`"; git config alias.status '!touch `+marker+`'
		echo '* filter=x diff=x' > .git/info/attributes
		git commit -q --allow-empty -m planted -c user.name=x 2>/dev/null || true
		git update-ref refs/heads/planted HEAD; git checkout -q -b other; rm -rf .git/refs/tags; echo x > .git/packed-refs
		mkdir -p .git/modules/x; ln -s /etc .git/link; chmod 000 .git/objects`)
	_ = os.Remove(marker) // the command's own git ran the hook
	if diff := cmp.Diff(before, picture(t, filepath.Join(dir, ".git"))); diff != "" {
		t.Errorf(".git after the run (-before +after):\n%s", diff)
	}
	c, err := w.Restore(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{".git/config", ".git/hooks/post-checkout", ".git/HEAD", ".git/link"} {
		if !strings.Contains(strings.Join(c.Git, "\n"), want) {
			t.Errorf("%q is not among the changes %q", want, c.Git)
		}
	}
	for _, args := range [][]string{{"status", "--short"}, {"diff"}, {"log", "-1"}, {"add", "-A"}, {"checkout", "HEAD", "--", "a.txt"}} {
		if _, err := w.Git(t.Context(), args...); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Lstat(marker); err == nil {
		t.Error("something planted was run")
	}
}

// TestOwnGitRunsNothing: even with the plants still there, regreen's git runs none.
func TestOwnGitRunsNothing(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n", "b.bin": "x\n", ".gitattributes": "* filter=x diff=x merge=x\n"})
	marker := filepath.Join(t.TempDir(), "owned")
	evil := filepath.Join(t.TempDir(), "evil")
	must(t, os.WriteFile(evil, []byte("#!/bin/sh\ntouch "+marker+"\ncat\n"), 0o755))
	for _, key := range []string{"core.fsmonitor", "filter.x.clean", "filter.x.smudge", "filter.x.process", "diff.x.textconv", "diff.x.command", "diff.external",
		"merge.x.driver", "core.pager", "pager.log", "pager.diff", "credential.helper", "core.editor", "core.sshCommand", "core.askPass",
		"uploadpack.packObjectsHook", "core.alternateRefsCommand", "gpg.program", "core.gitProxy"} {
		gitIn(t, dir, "config", key, evil)
	}
	gitIn(t, dir, "config", "commit.gpgSign", "true")
	for _, hook := range []string{"pre-commit", "post-checkout", "post-index-change", "reference-transaction", "post-commit", "prepare-commit-msg", "pre-push"} {
		must(t, os.MkdirAll(filepath.Join(dir, ".git/hooks"), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, ".git/hooks", hook), []byte("#!/bin/sh\ntouch "+marker+"\n"), 0o755))
	}
	w := open(t, dir)
	must(t, w.Snapshot(t.Context()))
	must(t, w.Write("a.txt", []byte("two\n")))
	remote := t.TempDir()
	gitIn(t, remote, "init", "-q", "--bare")
	for _, args := range [][]string{
		{"status", "--short"}, {"diff"}, {"diff", "--cached"}, {"add", "-A"}, {"-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "-m", "x"},
		{"log", "-p", "-1"}, {"show"}, {"checkout", "HEAD~1", "--", "a.txt"}, {"push", "-q", remote, "HEAD:refs/heads/x"}, {"fetch", "-q", remote, "x"},
	} {
		if _, err := w.Git(t.Context(), args...); err != nil {
			t.Error(err)
		}
	}
	if _, err := w.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(marker); err == nil {
		t.Error("the checkout's configuration ran something")
	}
	if out := gitIn(t, dir, "-c", "core.fsmonitor=false", "rev-parse", "HEAD"); out != w.Head() {
		t.Errorf("the checkout's HEAD moved to %s", out)
	}
}

// TestStateIsOutOfReach: the copies hold what git's configuration held, and
// what will be put back.
func TestStateIsOutOfReach(t *testing.T) {
	base := outside(t)
	dir := filepath.Join(base, "work")
	write(t, dir, "a.txt", "one\n")
	gitIn(t, dir, "init", "-q")
	gitIn(t, dir, "add", "-A")
	gitIn(t, dir, "commit", "-q", "-m", "x")
	w, err := Open(t.Context(), dir, Options{StateDir: filepath.Join(base, "state"), Environ: os.Environ()})
	must(t, err)
	defer w.Close()
	r := runIn(t, w, "cd "+w.StateDir()+" && for f in copies manifest git/*/HEAD; do cat $f && echo read; echo x >> $f && echo written; done; echo x > planted && echo planted; true")
	for _, unenforced := range r.Unenforced {
		if unenforced == proc.NoLandlock {
			t.Skip(unenforced)
		}
	}
	if out := string(r.Output); strings.Contains(out, "read\n") || strings.Contains(out, "written\n") || strings.Contains(out, "planted\n") {
		t.Errorf("output:\n%s", out)
	}
}
