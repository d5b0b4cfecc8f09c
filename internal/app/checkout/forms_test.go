package checkout_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/app/backend"
	"github.com/regreen/regreen/internal/app/checkout"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/memory/memorytest"
	"github.com/regreen/regreen/internal/workspace"
)

// git runs git for a person with an empty home.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// origins makes two repositories in dir, top.git with lib.git as its submodule, each of
// more than one commit.
func origins(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"lib", "top"} {
		bare, work := filepath.Join(dir, name+".git"), filepath.Join(dir, name)
		git(t, dir, "init", "-q", "--bare", "-b", "main", bare)
		git(t, bare, "config", "uploadpack.allowFilter", "true")
		git(t, dir, "clone", "-q", bare, work)
		git(t, work, "checkout", "-q", "-b", "main")
		for _, text := range []string{"first\n", "second\n"} {
			if err := os.WriteFile(filepath.Join(work, "a.txt"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			git(t, work, "add", "-A")
			git(t, work, "commit", "-q", "-m", text)
		}
		if name == "top" {
			git(t, work, "submodule", "--quiet", "add", "../lib.git", "lib")
			git(t, work, "commit", "-q", "-m", "Add lib")
		}
		git(t, work, "push", "-q", "origin", "HEAD:main")
	}
}

// The memory on a branch of the checkout's own remote opens, takes a record and pushes it
// whatever form the checkout has, and leaves the checkout alone.
func TestBranchMemoryInEveryForm(t *testing.T) {
	dir := t.TempDir()
	origins(t, dir)
	clone := func(name string, args ...string) string {
		to := filepath.Join(dir, name)
		git(t, dir, append(append([]string{"clone", "-q"}, args...), "file://"+filepath.Join(dir, "top.git"), to)...)
		return to
	}
	whole := clone("whole")
	git(t, whole, "worktree", "add", "-q", filepath.Join(dir, "linked"), "-b", "linked")
	modules := clone("modules", "--recurse-submodules")
	relative := filepath.Join(clone("relative"), "sub")
	if err := os.Mkdir(relative, 0o700); err != nil {
		t.Fatal(err)
	}
	git(t, relative, "remote", "set-url", "origin", "../top.git")
	for name, form := range map[string]struct{ dir, remote string }{
		"submodules":        {modules, "top.git"},
		"inside submodule":  {filepath.Join(modules, "lib"), "lib.git"},
		"linked":            {filepath.Join(dir, "linked"), "top.git"},
		"shallow":           {clone("shallow", "--depth=1"), "top.git"},
		"partial":           {clone("partial", "--filter=blob:none"), "top.git"},
		"treeless":          {clone("treeless", "--filter=tree:0"), "top.git"},
		"sparse":            {clone("sparse", "--depth=1", "--filter=blob:none", "--sparse"), "top.git"},
		"relative, sub dir": {relative, "top.git"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(form.dir)
			before := git(t, form.dir, "status", "--porcelain=v2", "--branch", "--untracked-files=all")
			home := t.TempDir()
			e := cli.Env{Environ: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home}, Now: time.Now, Getenv: func(name string) string {
				return map[string]string{"HOME": home}[name]
			}}
			_, remote := checkout.Here(t.Context(), e)
			branch := "memory-" + strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == ',' }), "-")
			place := options.Place{Memory: "git:" + branch}
			r := memorytest.New("acme", "Alpha")
			for _, write := range []bool{true, false} {
				s, err := backend.Open(t.Context(), e, place, backend.Access{ReadOnly: !write, Remote: remote})
				if err != nil {
					t.Fatal(err)
				}
				if write {
					err = s.Put(t.Context(), r)
				} else {
					_, err = s.Get(t.Context(), "acme", r.ID)
				}
				if err := errors.Join(err, s.Close()); err != nil {
					t.Errorf("write %v: %v", write, err)
				}
			}
			if got := git(t, filepath.Join(dir, form.remote), "branch", "--list", branch); got == "" {
				t.Error("the branch is not at the remote")
			}
			if after := git(t, form.dir, "status", "--porcelain=v2", "--branch", "--untracked-files=all"); after != before {
				t.Errorf("the checkout was\n%s\nand is\n%s", before, after)
			}
		})
	}
}

// What a clone lacks of its history is said, with what to do, as a mistake of the checkout.
func TestLackingHistory(t *testing.T) {
	dir := t.TempDir()
	origins(t, dir)
	for filter, want := range map[string]string{"--filter=blob:none": "clone it without --filter", "--depth=1": "git fetch --unshallow", "-q": ""} {
		to := filepath.Join(t.TempDir(), "c")
		git(t, dir, "clone", "-q", filter, "file://"+filepath.Join(dir, "top.git"), to)
		w, err := workspace.Open(t.Context(), to, workspace.Options{Environ: os.Environ()})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		old, err := checkout.Resolve(t.Context(), w, "HEAD~2")
		if err == nil {
			_, err = w.Git(t.Context(), "diff", old, "HEAD")
			err = checkout.Lacking(w, err)
		}
		var mistake cli.UsageError
		if want == "" && err != nil || want != "" && (!errors.As(err, &mistake) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", filter, err)
		}
	}
}
