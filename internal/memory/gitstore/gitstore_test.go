package gitstore_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/memory/gitstore"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func newRemote(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "remote.git")
	git(t, t.TempDir(), "init", "-q", "--bare", "-b", "main", dir)
	return dir
}

func open(t *testing.T, remote string, changes ...func(*gitstore.Options)) *gitstore.Store {
	t.Helper()
	o := gitstore.Options{Remote: remote, StateDir: t.TempDir(), Environ: os.Environ(), Session: "run 1"}
	for _, c := range changes {
		c(&o)
	}
	s, err := gitstore.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConforms(t *testing.T) {
	remotes := map[memory.Store]string{}
	again := func(t *testing.T, remote string) memory.Store {
		s := open(t, remote)
		remotes[s] = remote
		t.Cleanup(func() { s.Close() })
		return s
	}
	memorytest.Suite{
		Open:   func(t *testing.T) memory.Store { return again(t, newRemote(t)) },
		Again:  func(t *testing.T, s memory.Store) memory.Store { return again(t, remotes[s]) },
		Settle: func(t *testing.T, s memory.Store) { flush(t, s.(*gitstore.Store)) },
	}.Run(t)
}

func flush(t *testing.T, s *gitstore.Store) {
	t.Helper()
	if err := s.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func mustPut(t *testing.T, s memory.Store, r memory.Record) {
	t.Helper()
	if err := s.Put(t.Context(), r); err != nil {
		t.Fatal(err)
	}
}

func TestOneCommitARun(t *testing.T) {
	remote := newRemote(t)
	s := open(t, remote)
	mustPut(t, s, memorytest.New("acme", "Alpha"))
	mustPut(t, s, memorytest.New("acme", "Beta"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := open(t, remote).Close(); err != nil {
		t.Fatal(err)
	}
	if got := git(t, remote, "log", "--format=%s|%(trailers)", gitstore.DefaultBranch); got != "memory: 2 added, 0 changed, 0 removed|Regreen-Session: run 1" {
		t.Errorf("log is %q", got)
	}
	files := git(t, remote, "ls-tree", "-r", "--name-only", gitstore.DefaultBranch)
	if !strings.Contains(files, "README.md") || strings.Count(files, ".json") != 2 || strings.Contains(files, ".regreen") || strings.Contains(files, "audit") {
		t.Errorf("the branch holds\n%s", files)
	}
	if heads := git(t, remote, "for-each-ref", "--format=%(refname)"); heads != "refs/heads/"+gitstore.DefaultBranch {
		t.Errorf("refs are %q", heads)
	}
}

// writersAtOnce is twenty, or what REGREEN_TEST_WRITERS says: each has a git of its own.
func writersAtOnce(t *testing.T) int {
	text := os.Getenv("REGREEN_TEST_WRITERS")
	if text == "" {
		return 20
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTwentyWritersLoseNothing(t *testing.T) {
	remote := newRemote(t)
	same := memorytest.New("acme", "Same")
	writers := writersAtOnce(t)
	stores := make([]*gitstore.Store, writers)
	for i := range stores { // all stand on the same base
		stores[i] = open(t, remote)
	}
	var wg sync.WaitGroup
	for i, s := range stores {
		wg.Go(func() {
			if err := errors.Join(s.Put(t.Context(), memorytest.New("acme", fmt.Sprint("Topic", i))), s.Put(t.Context(), same),
				s.Add(t.Context(), memory.Use{Tenant: "acme", ID: same.ID, Run: fmt.Sprint("run", i), Delta: memory.Counters{Recalled: 1}}),
				s.Close()); err != nil {
				t.Errorf("writer %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	s := open(t, remote)
	defer s.Close()
	page, err := s.List(t.Context(), "acme", "", 2*writers)
	if err != nil || len(page.Records) != writers+1 {
		t.Errorf("%d records, %v, want %d", len(page.Records), err, writers+1)
	}
	if c, err := s.Counters(t.Context(), "acme", same.ID); c.Recalled != writers || err != nil {
		t.Errorf("recalled %d times, %v, want %d", c.Recalled, err, writers)
	}
}

func TestReadOnlyWritesNothing(t *testing.T) {
	remote := newRemote(t)
	s := open(t, remote, func(o *gitstore.Options) { o.Mode = dirstore.ReadOnly })
	if err := s.Put(t.Context(), memorytest.New("acme", "Alpha")); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("put: %v, want ErrReadOnly", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if refs := git(t, remote, "for-each-ref"); refs != "" {
		t.Errorf("a read-only run made %s", refs)
	}
}

func TestBranchRewrittenByForce(t *testing.T) {
	remote := newRemote(t)
	first := open(t, remote)
	mustPut(t, first, memorytest.New("acme", "Alpha"))
	flush(t, first)
	other := open(t, newRemote(t))
	mustPut(t, other, memorytest.New("acme", "Beta"))
	flush(t, other)
	elsewhere := filepath.Join(t.TempDir(), "clone")
	git(t, t.TempDir(), "clone", "-q", "-b", gitstore.DefaultBranch, remote, elsewhere)
	git(t, elsewhere, "-c", "user.name=ann", "-c", "user.email=a@b", "commit", "-q", "--amend", "-m", "rewritten")
	git(t, elsewhere, "push", "-q", "--force", "origin", "HEAD")
	mustPut(t, first, memorytest.New("acme", "Gamma"))
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if got := git(t, remote, "log", "--format=%s", gitstore.DefaultBranch); !strings.HasSuffix(got, "\nrewritten") {
		t.Errorf("log is %q", got)
	}
	if got := git(t, remote, "ls-tree", "--name-only", gitstore.DefaultBranch); strings.Count(got, ".json") != 2 {
		t.Errorf("the branch holds\n%s", got)
	}
}

func TestDeletionWins(t *testing.T) {
	remote := newRemote(t)
	r := memorytest.New("acme", "Alpha")
	first := open(t, remote)
	mustPut(t, first, r)
	flush(t, first)
	second := open(t, remote)
	if _, err := first.Delete(t.Context(), memory.Selector{Tenant: "acme", ID: r.ID}); err != nil {
		t.Fatal(err)
	}
	flush(t, first)
	if _, err := second.SetStatus(t.Context(), memory.Selector{Tenant: "acme"}, memory.Rejected, "closed"); err != nil {
		t.Fatal(err)
	}
	flush(t, second)
	if _, err := second.Get(t.Context(), "acme", r.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a deleted record came back by a merge: %v", err)
	}
}

// Who changed what, and why, is in the commit: the audit log stays on a machine that may
// be thrown away.
func TestCommitHasTheAudit(t *testing.T) {
	remote := newRemote(t)
	fill(t, remote, memorytest.New("acme", "Alpha"), memorytest.New("acme", "Beta"))
	s := open(t, remote)
	why := "leaked, see #12\nSigned-off-by: owner\n@everyone"
	if n, err := s.SetStatus(t.Context(), memory.Selector{Tenant: "acme", Actor: "ann"}, memory.Quarantined, why); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	flush(t, s)
	first := git(t, remote, "log", "-1", "--format=%B", gitstore.DefaultBranch)
	if !strings.Contains(first, `"op":"status quarantined","tenant":"acme","count":2,"actor":"ann","reason":"leaked, see # 12\nSigned-off-by: owner\n(at)everyone"}`) {
		t.Errorf("the commit says\n%s", first)
	}
	if n, err := s.Delete(t.Context(), memory.Selector{Tenant: "acme", RunID: "run-Alpha"}); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	mustClose(t, s)
	second := git(t, remote, "log", "-1", "--format=%B", gitstore.DefaultBranch)
	if !strings.Contains(second, `"op":"delete","tenant":"acme","count":1,"run_id":"run-Alpha"}`) || strings.Contains(second, "quarantined") {
		t.Errorf("the next commit says\n%s", second)
	}
	if got := git(t, remote, "log", "-2", "--format=%(trailers:only)", gitstore.DefaultBranch); strings.Contains(got, "Signed-off-by") {
		t.Errorf("trailers: %s", got)
	}
}

func TestRevertIsHonoured(t *testing.T) {
	remote := newRemote(t)
	r := memorytest.New("acme", "Alpha")
	s := open(t, remote)
	mustPut(t, s, r)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	clone := filepath.Join(t.TempDir(), "clone")
	git(t, t.TempDir(), "clone", "-q", "-b", gitstore.DefaultBranch, remote, clone)
	git(t, clone, "-c", "user.name=ann", "-c", "user.email=a@b", "revert", "--no-edit", "HEAD")
	git(t, clone, "push", "-q", "origin", "HEAD")
	if _, err := open(t, remote).Get(t.Context(), "acme", r.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a reverted record is served: %v", err)
	}
}

func TestUnpushedChangesGoWithTheNextRun(t *testing.T) {
	remote, state := newRemote(t), t.TempDir()
	inState := func(o *gitstore.Options) { o.StateDir = state }
	s := open(t, remote, inState)
	r := memorytest.New("acme", "Alpha")
	mustPut(t, s, r)
	if err := os.Rename(remote, remote+".away"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); !errors.Is(err, gitstore.ErrRemote) {
		t.Errorf("close without the remote: %v, want ErrRemote", err)
	}
	if _, err := gitstore.Open(t.Context(), gitstore.Options{Remote: remote, StateDir: state, Environ: os.Environ()}); !errors.Is(err, gitstore.ErrRemote) {
		t.Errorf("open without the remote: %v, want ErrRemote", err)
	}
	if err := os.Rename(remote+".away", remote); err != nil {
		t.Fatal(err)
	}
	reader := open(t, remote, inState, func(o *gitstore.Options) { o.Mode = dirstore.ReadOnly })
	if err := reader.Close(); err != nil { // must leave the unpushed changes alone
		t.Fatal(err)
	}
	if err := open(t, remote, inState).Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, remote).Get(t.Context(), "acme", r.ID); err != nil {
		t.Errorf("the record was lost: %v", err)
	}
	line := `"op":"put","tenant":"acme","id":"` + r.ID
	if got := git(t, remote, "log", "-1", "--format=%B", gitstore.DefaultBranch); strings.Count(got, line) != 1 {
		t.Errorf("the commit does not say who put it:\n%s", got)
	}
	last := open(t, remote, inState)
	mustPut(t, last, memorytest.New("acme", "Beta"))
	mustClose(t, last)
	if got := git(t, remote, "log", "--format=%B", gitstore.DefaultBranch); strings.Count(got, line) != 1 || strings.Count(got, `"op":"put"`) != 2 {
		t.Errorf("each line is told once, and the branch says\n%s", got)
	}
}

// A branch can hold anything: links, filters and hooks must not run or be followed.
func TestHostileBranch(t *testing.T) {
	remote, clone := newRemote(t), filepath.Join(t.TempDir(), "clone")
	git(t, t.TempDir(), "init", "-q", "-b", gitstore.DefaultBranch, clone)
	secret := filepath.Join(t.TempDir(), "secret.json")
	if err := os.WriteFile(secret, []byte(`{"schema":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	marker := filepath.Join(t.TempDir(), "marker")
	for name, text := range map[string]string{".gitattributes": "* filter=evil\n", "a.json": "half a rec"} {
		if err := os.WriteFile(filepath.Join(clone, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(secret, filepath.Join(clone, "link.json")); err != nil {
		t.Skipf("needs symbolic links: %v", err)
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(clone, "uses")); err != nil {
		t.Fatal(err)
	}
	git(t, clone, "add", "-A")
	git(t, clone, "-c", "user.name=m", "-c", "user.email=m@b", "commit", "-q", "-m", "x")
	git(t, clone, "push", "-q", remote, "HEAD")
	home := t.TempDir()
	config := fmt.Sprintf("[filter \"evil\"]\n smudge = touch %s\n clean = touch %s\n", marker, marker)
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := gitstore.Open(t.Context(), gitstore.Options{Remote: remote, StateDir: t.TempDir(), Mode: dirstore.ReadOnly, Environ: append(os.Environ(), "HOME="+home)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := os.Stat(marker); err == nil {
		t.Error("a filter that the branch names was run")
	}
	if info, err := os.Lstat(filepath.Join(s.Path(), "link.json")); err == nil && info.Mode()&os.ModeSymlink != 0 {
		t.Error("the branch made a link")
	}
	if w := strings.Join(s.Warnings(), "\n"); !strings.Contains(w, "a.json") {
		t.Errorf("warnings do not name the broken file: %q", w)
	}
}

func TestBadNames(t *testing.T) {
	for _, branch := range []string{"a..b", "-x", "a b", "x.lock"} {
		_, err := gitstore.Open(t.Context(), gitstore.Options{Remote: newRemote(t), StateDir: t.TempDir(), Branch: branch, Environ: os.Environ()})
		if !errors.Is(err, gitstore.ErrBranch) {
			t.Errorf("branch %q: %v, want ErrBranch", branch, err)
		}
	}
}

func TestHooksDoNotRun(t *testing.T) {
	remote := newRemote(t)
	s := open(t, remote)
	marker := filepath.Join(t.TempDir(), "marker")
	hook := filepath.Join(filepath.Dir(s.Path()), "git", "hooks", "pre-push")
	if err := os.MkdirAll(filepath.Dir(hook), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(hook, []byte("#!/bin/sh\ntouch "+marker+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	mustPut(t, s, memorytest.New("acme", "Alpha"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(marker); err == nil {
		t.Error("a hook was run")
	}
}
