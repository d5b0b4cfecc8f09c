package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/patch"
)

func snapshotOf(t *testing.T, files map[string]string) (*Workspace, string) {
	t.Helper()
	dir := repository(t, files)
	w := open(t, dir)
	must(t, w.Snapshot(t.Context()))
	return w, dir
}

func TestDiffHoldsOnlyOwnEdits(t *testing.T) {
	w, dir := snapshotOf(t, map[string]string{"a.txt": "one\ntwo\n", "gone.txt": "x\n", "golden.txt": "old\n"})
	must(t, w.Write("a.txt", []byte("one\n2\n")))
	must(t, w.Write("new/b.txt", []byte("b\n")))
	must(t, w.Remove("gone.txt"))
	write(t, dir, "golden.txt", "made by a test run\n") // P10
	write(t, dir, "coverage.out", "made by a test run\n")

	p, err := w.Diff(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a.txt", "gone.txt", "new/b.txt"}, p.Paths()); diff != "" {
		t.Fatalf("paths (-want +got):\n%s", diff)
	}

	if _, err := w.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	must(t, w.Apply(t.Context(), p))
	again, err := w.Diff(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p.String(), again.String()); diff != "" {
		t.Errorf("applied again (-want +got):\n%s", diff)
	}
}

func TestApplyIsAllOrNothing(t *testing.T) {
	const fits = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+ONE\n"
	for _, c := range []struct {
		name, second string
		want         error
	}{
		{"second hunk does not fit", "diff --git a/b.txt b/b.txt\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-other\n+x\n", patch.ErrConflict},
		{"link", "diff --git a/link b/link\n--- a/link\n+++ b/link\n@@ -1 +1 @@\n-two\n+x\n", ErrSymlink},
		{"behind a link", "diff --git a/way/b.txt b/way/b.txt\n--- a/way/b.txt\n+++ b/way/b.txt\n@@ -1 +1 @@\n-deep\n+x\n", ErrSymlink},
		{"ignored", "diff --git a/x.log b/x.log\n--- a/x.log\n+++ b/x.log\n@@ -1 +1 @@\n-log\n+x\n", ErrIgnored},
		{"new link", "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n", ErrSymlink},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := repository(t, map[string]string{"a.txt": "one\n", "b.txt": "two\n", "sub/b.txt": "deep\n", ".gitignore": "*.log\n"})
			must(t, os.Symlink("b.txt", filepath.Join(dir, "link")))
			must(t, os.Symlink("sub", filepath.Join(dir, "way")))
			write(t, dir, "x.log", "log\n")
			w := open(t, dir)
			must(t, w.Snapshot(t.Context()))
			before := picture(t, dir)
			p, err := patch.Parse(fits + c.second)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Apply(t.Context(), p); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if diff := cmp.Diff(before, picture(t, dir)); diff != "" {
				t.Errorf("checkout changed:\n%s", diff)
			}
		})
	}
}

func TestApplyKeepsModes(t *testing.T) {
	w, dir := snapshotOf(t, map[string]string{"run.sh": "one\n", "plain": "one\n"})
	must(t, os.Chmod(filepath.Join(dir, "run.sh"), 0o750))
	p, err := patch.Parse("diff --git a/run.sh b/run.sh\n--- a/run.sh\n+++ b/run.sh\n@@ -1 +1 @@\n-one\n+two\n" +
		"diff --git a/plain b/plain\nold mode 100644\nnew mode 100755\n")
	if err != nil {
		t.Fatal(err)
	}
	must(t, w.Apply(t.Context(), p))
	for name, want := range map[string]string{"run.sh": "-rwxr-x---", "plain": "-rwxr-xr-x"} {
		info, err := os.Lstat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().String(); got != want {
			t.Errorf("%s: mode %s, want %s", name, got, want)
		}
	}
}

func TestPathConfinement(t *testing.T) {
	w, dir := snapshotOf(t, map[string]string{"a.txt": "one\n", "sub/b.txt": "two\n"})
	outside := t.TempDir()
	write(t, outside, "secret", "hunter2\n")
	for name, target := range map[string]string{
		"out": filepath.Join(outside, "secret"), "up": "../" + filepath.Base(outside), "conf": ".git/config", "dotgit": ".git",
		"chain": "out", "loop": "loop", "in": "sub/b.txt", "dirlink": "sub", "abs": filepath.Join(dir, "a.txt"),
	} {
		must(t, os.Symlink(target, filepath.Join(dir, name)))
	}
	for _, c := range []struct {
		name string
		want error
	}{
		{"", ErrBadPath}, {"a\x00b", ErrBadPath}, {"\xff", ErrBadPath}, {strings.Repeat("x", 300), ErrBadPath},
		{"/etc/passwd", ErrOutside}, {"../x", ErrOutside}, {"sub/../../x", ErrOutside}, {"sub/..", ErrOutside}, {"..", ErrOutside},
		{".git", ErrGitPath}, {".git/config", ErrGitPath}, {".GIT/config", ErrGitPath}, {"sub/.Git/hooks/x", ErrGitPath},
		{"git~1/config", ErrGitPath}, {"GIT~2", ErrGitPath}, {".git. /config", ErrGitPath}, {".git::$INDEX_ALLOCATION/config", ErrGitPath},
		{".g\u200cit/config", ErrGitPath}, {`sub\.git\config`, ErrGitPath}, {"./.git/config", ErrGitPath}, {"a//.git", ErrGitPath},
		{"out", ErrOutside}, {"up/secret", ErrOutside}, {"chain", ErrOutside}, {"conf", ErrGitPath}, {"dotgit/config", ErrGitPath},
		{"loop", ErrBadPath},
	} {
		if _, err := w.Resolve(c.name); !errors.Is(err, c.want) {
			t.Errorf("Resolve(%.40q): got %v, want %v", c.name, err, c.want)
		}
		if _, err := w.Read(c.name); !errors.Is(err, c.want) {
			t.Errorf("Read(%.40q): got %v, want %v", c.name, err, c.want)
		}
		if err := w.Write(c.name, []byte("x")); !errors.Is(err, c.want) {
			t.Errorf("Write(%.40q): got %v, want %v", c.name, err, c.want)
		}
		if err := w.Remove(c.name); !errors.Is(err, c.want) {
			t.Errorf("Remove(%.40q): got %v, want %v", c.name, err, c.want)
		}
	}
	for _, name := range []string{"in", "dirlink/b.txt", "abs"} {
		if _, err := w.Read(name); err != nil {
			t.Errorf("Read(%q): %v", name, err)
		}
		if err := w.Write(name, []byte("x")); !errors.Is(err, ErrSymlink) {
			t.Errorf("Write(%q): got %v, want %v", name, err, ErrSymlink)
		}
	}
	if data, _ := os.ReadFile(filepath.Join(outside, "secret")); string(data) != "hunter2\n" {
		t.Errorf("the file outside is now %q", data)
	}
}

func TestOddButValidNames(t *testing.T) {
	w, _ := snapshotOf(t, map[string]string{"a.txt": "one\n"})
	for _, name := range []string{
		".gitignore", ".github/workflows/ci.yml", ".gitattributes", "git", "a b/c d", "-x", "--help", "#1", "caf\u00e9/\u65e5\u672c.txt",
		"new\nline", "tab\there", "'quote\"", "a:b", "...", "..x", "x..", "~", "$HOME", "*", "CON2", "git~x", "a\\b", strings.Repeat("d/", 100) + "f",
	} {
		if err := w.Write(name, []byte("x")); err != nil {
			t.Errorf("Write(%.40q): %v", name, err)
			continue
		}
		if data, err := w.Read(name); err != nil || string(data) != "x" {
			t.Errorf("Read(%.40q): %q, %v", name, data, err)
		}
		if err := w.Remove(name); err != nil {
			t.Errorf("Remove(%.40q): %v", name, err)
		}
	}
}
