package workspace

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// forms are the ways in which CI and people check out; each returns the folder to open.
func forms() map[string]func(t *testing.T) string {
	all := clones()
	maps.Copy(all, contents())
	return all
}

// usual are the files of a checkout that is not about its files.
func usual() map[string]string {
	return map[string]string{"a.txt": "one\ntwo\n", "app/main.go": "package main\n", "docs/b.txt": "b\n", ".gitignore": "*.log\n"}
}

// clones differ in how they were made.
func clones() map[string]func(t *testing.T) string {
	files := usual()
	return map[string]func(t *testing.T) string{
		"plain":      func(t *testing.T) string { return repository(t, files) },
		"sub folder": func(t *testing.T) string { return filepath.Join(repository(t, files), "app") },
		"detached": func(t *testing.T) string {
			dir := repository(t, files)
			gitIn(t, dir, "checkout", "-q", "--detach")
			return dir
		},
		"shallow": func(t *testing.T) string {
			from := repository(t, files)
			gitIn(t, from, "commit", "-q", "--allow-empty", "-m", "second")
			dir := filepath.Join(t.TempDir(), "c")
			gitIn(t, from, "clone", "-q", "--depth=1", "file://"+from, dir)
			return dir
		},
		"sparse": func(t *testing.T) string {
			from := repository(t, files)
			dir := filepath.Join(t.TempDir(), "c")
			gitIn(t, from, "clone", "-q", "--sparse", "file://"+from, dir)
			gitIn(t, dir, "sparse-checkout", "set", "app")
			return dir
		},
		"partial": func(t *testing.T) string {
			from := repository(t, files)
			gitIn(t, from, "config", "uploadpack.allowFilter", "true")
			dir := filepath.Join(t.TempDir(), "c")
			gitIn(t, from, "clone", "-q", "--filter=blob:none", "file://"+from, dir)
			return dir
		},
		"linked worktree": func(t *testing.T) string {
			from := repository(t, files)
			dir := filepath.Join(t.TempDir(), "wt")
			gitIn(t, from, "worktree", "add", "-q", dir, "-b", "side")
			return dir
		},
		"submodule": func(t *testing.T) string {
			lib := repository(t, map[string]string{"lib.txt": "lib\n", ".gitignore": "*.o\n"})
			dir := repository(t, files)
			gitIn(t, dir, "-c", "protocol.file.allow=always", "submodule", "add", "-q", lib, "lib")
			gitIn(t, dir, "commit", "-q", "-m", "lib")
			write(t, dir, "lib/x.o", "built\n")
			return dir
		},
		"another checkout inside": func(t *testing.T) string {
			dir := repository(t, files)
			other := repository(t, map[string]string{"t.txt": "t\n"})
			gitIn(t, dir, "clone", "-q", "file://"+other, "tools")
			return dir
		},
	}
}

// contents differ in what is in them.
func contents() map[string]func(t *testing.T) string {
	files := usual()
	return map[string]func(t *testing.T) string{
		"LFS pointers": func(t *testing.T) string {
			return repository(t, map[string]string{"a.txt": "one\n", "app/main.go": "x\n", ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
				"big.bin": pointer("content\n")})
		},
		"LFS content": func(t *testing.T) string {
			dir := repository(t, map[string]string{"a.txt": "one\n", "app/main.go": "x\n", ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
				"big.bin": pointer("content\n")})
			write(t, dir, "big.bin", "content\n")
			return dir
		},
		"CRLF": func(t *testing.T) string {
			dir := repository(t, map[string]string{"a.txt": "one\r\ntwo\r\n", "app/main.go": "x\n", "w.txt": "1\n", ".gitattributes": "w.txt text eol=crlf\n"})
			must(t, os.Remove(filepath.Join(dir, "w.txt")))
			gitIn(t, dir, "checkout", "--", "w.txt")
			return dir
		},
		"autocrlf": func(t *testing.T) string {
			dir := repository(t, map[string]string{"a.txt": "one\ntwo\n", "app/main.go": "x\n"})
			gitIn(t, dir, "config", "core.autocrlf", "true")
			must(t, os.Remove(filepath.Join(dir, "a.txt")))
			gitIn(t, dir, "checkout", "--", "a.txt")
			return dir
		},
		"sha256": func(t *testing.T) string {
			dir := t.TempDir()
			gitIn(t, dir, "init", "-q", "--object-format=sha256")
			for name, text := range files {
				write(t, dir, name, text)
			}
			gitIn(t, dir, "add", "-A")
			gitIn(t, dir, "commit", "-q", "-m", "x")
			return dir
		},
		"odd names": func(t *testing.T) string {
			return repository(t, map[string]string{"a.txt": "one\n", "app/main.go": "x\n", "new\nline": "x\n", "caf\u00e9/\"q\"": "x\n", " lead": "x\n"})
		},
	}
}

func pointer(content string) string {
	return fmt.Sprintf("version https://git-lfs.github.com/spec/v1\noid sha256:%x\nsize %d\n", sha256.Sum256([]byte(content)), len(content))
}

// TestForms: in each form a fresh checkout is clean, and what a run destroys
// comes back.
func TestForms(t *testing.T) {
	for name, form := range forms() {
		t.Run(name, func(t *testing.T) {
			dir := form(t)
			w := open(t, dir)
			if dirty, err := w.Dirty(t.Context()); err != nil || len(dirty) > 0 {
				t.Errorf("dirty: %q, %v", dirty, err)
			}
			must(t, w.Snapshot(t.Context()))
			before := picture(t, w.Root())
			for _, victim := range []string{"a.txt", "lib/lib.txt", "tools/t.txt", "w.txt", "big.bin"} {
				path := filepath.Join(w.Root(), victim)
				if _, err := os.Lstat(path); err == nil {
					must(t, os.WriteFile(path, []byte("changed\n"), 0o644))
				}
			}
			must(t, os.RemoveAll(filepath.Join(w.Root(), "app")))
			write(t, w.Root(), "new.txt", "new\n")
			if dirty, err := w.Dirty(t.Context()); err != nil || !strings.Contains(strings.Join(dirty, " "), "app/main.go") {
				t.Errorf("after changes: dirty %q, %v", dirty, err)
			}
			if _, err := w.Restore(t.Context()); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, picture(t, w.Root())); diff != "" {
				t.Errorf("checkout (-before +after):\n%s", diff)
			}
			if dirty, err := w.Dirty(t.Context()); err != nil || len(dirty) > 0 {
				t.Errorf("after restore: dirty %q, %v", dirty, err)
			}
		})
	}
}

func TestSubFolder(t *testing.T) {
	dir := repository(t, map[string]string{"app/web/main.go": "x\n"})
	w := open(t, filepath.Join(dir, "app", "web"))
	if w.Root() != dir || w.Sub() != "app/web" || w.Dir() != filepath.Join(dir, "app", "web") {
		t.Errorf("root %q, sub %q, dir %q", w.Root(), w.Sub(), w.Dir())
	}
	if got := strings.TrimSpace(string(runIn(t, w, "pwd").Output)); got != w.Dir() {
		t.Errorf("a command runs in %q", got)
	}
}

// TestDubiousOwnership: in a container action the checkout belongs to another
// user, and git refuses it (P12).
func TestDubiousOwnership(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give files away")
	}
	dir := repository(t, map[string]string{"a.txt": "one\n"})
	must(t, filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return syscall.Chown(path, 1234, 1234)
	}))
	w := open(t, dir)
	if _, err := w.Paths(t.Context()); err != nil {
		t.Error(err)
	}
	must(t, w.Snapshot(t.Context()))
	must(t, w.Write("a.txt", []byte("two\n")))
	if dirty, err := w.Dirty(t.Context()); err != nil || len(dirty) != 1 {
		t.Errorf("dirty %q, %v", dirty, err)
	}
}

// TestUserChangesSurvive: what the user had not committed is the state that comes back.
func TestUserChangesSurvive(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n", "b.txt": "b\n", "c.txt": "c\n", ".gitignore": "*.log\n"})
	write(t, dir, "a.txt", "mine\n")
	write(t, dir, "staged.txt", "staged\n")
	write(t, dir, "forced.log", "forced\n")
	gitIn(t, dir, "add", "-f", "staged.txt", "forced.log")
	write(t, dir, "staged.txt", "and then changed\n")
	must(t, os.Remove(filepath.Join(dir, "b.txt")))
	w := open(t, dir)
	dirty, err := w.Dirty(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a.txt", "b.txt"}, dirty); diff != "" {
		t.Errorf("dirty (-want +got):\n%s", diff)
	}
	before := picture(t, dir)
	must(t, w.Snapshot(t.Context()))
	runIn(t, w, "echo x | tee a.txt b.txt c.txt staged.txt forced.log > /dev/null; git reset -q --hard; git clean -qfdx")
	if _, err := w.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, picture(t, dir)); diff != "" {
		t.Errorf("checkout (-before +after):\n%s", diff)
	}
}

func TestSubmoduleConfigurationRunsNothing(t *testing.T) {
	dir := forms()["submodule"](t)
	write(t, dir, "app/main.go", "changed\n")
	marker := filepath.Join(t.TempDir(), "owned")
	sub := filepath.Join(dir, "lib")
	gitIn(t, sub, "config", "core.fsmonitor", "touch "+marker+"; false")
	gitIn(t, dir, "config", "-f", ".gitmodules", "submodule.lib.ignore", "none")
	write(t, dir, "lib/lib.txt", "changed\n")
	w := open(t, dir)
	must(t, w.Snapshot(t.Context()))
	for _, args := range [][]string{{"status"}, {"diff"}, {"-c", "a.b=c", "diff", "HEAD"}, {"add", "-A"}, {"-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "-m", "x"}, {"log", "-p", "-1"}} {
		if _, err := w.Git(t.Context(), args...); err != nil {
			t.Error(err)
		}
	}
	if err := w.Write("lib/lib.txt", []byte("x")); err == nil {
		t.Error("a file of a submodule was written")
	}
	if _, err := os.Lstat(marker); err == nil {
		t.Error("the submodule's configuration ran something")
	}
}

func TestRemote(t *testing.T) {
	for _, c := range []struct{ url, clean, repo string }{
		{"https://github.com/acme/shop.git", "https://github.com/acme/shop.git", "acme/shop"},
		{"https://x-access-token:t0k@github.com/acme/shop", "https://github.com/acme/shop", "acme/shop"},
		{"git@github.com:acme/shop.git", "git@github.com:acme/shop.git", "acme/shop"},
		{"ssh://git@github.com/acme/shop.git", "ssh://git@github.com/acme/shop.git", "acme/shop"},
		{"https://ghe.example.org/acme/shop/", "https://ghe.example.org/acme/shop/", "acme/shop"},
		{"/srv/git/shop.git", "/srv/git/shop.git", ""},
		{"file:///srv/git/shop.git", "file:///srv/git/shop.git", ""},
		{"", "", ""},
	} {
		dir := repository(t, nil)
		if c.url != "" {
			gitIn(t, dir, "remote", "add", "origin", c.url)
		}
		w := open(t, dir)
		owner, _, _ := strings.Cut(c.repo, "/")
		if w.RemoteURL() != c.clean || w.RemoteRepo() != c.repo || w.RemoteOwner() != owner {
			t.Errorf("%q: url %q, repo %q, owner %q", c.url, w.RemoteURL(), w.RemoteRepo(), w.RemoteOwner())
		}
	}
}

func TestMergeBase(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n"})
	base := gitIn(t, dir, "rev-parse", "HEAD")
	gitIn(t, dir, "checkout", "-q", "-b", "side")
	gitIn(t, dir, "commit", "-q", "--allow-empty", "-m", "side")
	gitIn(t, dir, "checkout", "-q", "main")
	gitIn(t, dir, "commit", "-q", "--allow-empty", "-m", "more")
	gitIn(t, dir, "checkout", "-q", "--orphan", "other")
	gitIn(t, dir, "commit", "-q", "--allow-empty", "-m", "other")
	w := open(t, dir)
	if got, err := w.MergeBase(t.Context(), "refs/heads/main", "refs/heads/side"); err != nil || got != base {
		t.Errorf("got %q, %v, want %q", got, err, base)
	}
	if got, err := w.MergeBase(t.Context(), "refs/heads/main", "HEAD"); err != nil || got != "" {
		t.Errorf("unrelated: got %q, %v", got, err)
	}
	if _, err := w.MergeBase(t.Context(), "refs/heads/main", "--all"); err == nil {
		t.Error("an option as a name is no error")
	}
}
