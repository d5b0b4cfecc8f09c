package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFresh: the fresh checkout has the commit and nothing else, and what is done in
// it leaves the opened one alone.
func TestFresh(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n", "sub/run.sh": "#!/bin/sh\n"})
	must(t, os.Chmod(filepath.Join(dir, "sub/run.sh"), 0o755))
	gitIn(t, dir, "add", "-A")
	gitIn(t, dir, "commit", "-q", "-m", "executable")
	gitIn(t, dir, "remote", "add", "origin", "https://user:hunter2@example.com/acme/shop.git")
	write(t, dir, "a.txt", "an edit that is not committed\n")
	write(t, dir, "untracked.txt", "mine\n")
	before := picture(t, dir)
	w, err := Open(t.Context(), dir, Options{StateDir: filepath.Join(t.TempDir(), "state"), Environ: os.Environ()})
	must(t, err)
	defer w.Close()
	root, state, err := w.Fresh(t.Context())
	must(t, err)

	fresh, err := Open(t.Context(), root, Options{StateDir: state, Environ: os.Environ(), Hidden: w.Private()})
	must(t, err)
	defer fresh.Close()
	if fresh.Head() != w.Head() || fresh.Branch() != w.Branch() || fresh.RemoteRepo() != "acme/shop" || filepath.Base(root) != filepath.Base(dir) {
		t.Errorf("head %s, branch %s, remote %s, root %s", fresh.Head(), fresh.Branch(), fresh.RemoteRepo(), root)
	}
	if dirty, err := fresh.Dirty(t.Context()); err != nil || len(dirty) > 0 {
		t.Errorf("dirty: %v, %v", dirty, err)
	}
	if _, err := os.Stat(filepath.Join(root, "untracked.txt")); !os.IsNotExist(err) {
		t.Errorf("an untracked file came along: %v", err)
	}
	res, err := fresh.Run(t.Context(), command("git log --format=%s; git status --short; stat -c %a sub/run.sh; cat "+filepath.Join(dir, ".git/config")+" .git/config; echo new >made; rm a.txt"))
	must(t, err)
	if out := string(res.Output); !strings.HasPrefix(out, "executable\nfirst\n755\n") || strings.Contains(out, "hunter2") {
		t.Errorf("a command in it printed\n%s", out)
	}
	if d := cmp.Diff(before, picture(t, dir)); d != "" {
		t.Errorf("the checkout that was opened changed:\n%s", d)
	}

	// A killed run leaves it, unwritable folders and all.
	must(t, os.MkdirAll(filepath.Join(root, "cache/mod"), 0o755))
	must(t, os.Chmod(filepath.Join(root, "cache"), 0o555))
	must(t, w.RemoveFresh())
	if _, err := os.Stat(root); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
	must(t, w.RemoveFresh())
}
