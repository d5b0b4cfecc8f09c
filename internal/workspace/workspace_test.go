package workspace

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/proc"
)

func TestMain(m *testing.M) {
	if ran, code := proc.LauncherMain(os.Args[1:]); ran {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// repository makes a checkout with one commit of files and returns its top.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	gitIn(t, dir, "init", "-q", "-b", "main")
	for name, text := range files {
		write(t, dir, name, text)
	}
	gitIn(t, dir, "add", "-A", "-f")
	gitIn(t, dir, "commit", "-q", "--allow-empty", "-m", "first")
	return dir
}

func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// open opens dir with a state folder of its own.
func open(t *testing.T, dir string) *Workspace {
	t.Helper()
	w, err := Open(t.Context(), dir, Options{StateDir: t.TempDir(), Environ: os.Environ()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// picture is a folder as text: mode and content of each path.
func picture(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text := info.Mode().String()
		switch {
		case info.Mode().IsRegular():
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text += " " + string(data)
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			text += " -> " + target
		}
		out[strings.TrimPrefix(path, dir)] = text
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestOpenErrors(t *testing.T) {
	plain := t.TempDir()
	bare := t.TempDir()
	gitIn(t, bare, "init", "-q", "--bare")
	empty := t.TempDir()
	gitIn(t, empty, "init", "-q")
	for _, c := range []struct {
		name, dir string
		want      error
	}{
		{"not git", plain, ErrNotGit},
		{"bare", bare, ErrBare},
		{"no commit", empty, ErrNoCommit},
		{"absent", filepath.Join(plain, "absent"), fs.ErrNotExist},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Open(t.Context(), c.dir, Options{StateDir: t.TempDir(), Environ: os.Environ()})
			if !errors.Is(err, c.want) {
				t.Fatalf("got %v, want %v", err, c.want)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("not one line: %q", err)
			}
		})
	}
}

func TestRestoreBringsBackEverything(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n", "sub/b.txt": "two\n", "run.sh": "#!/bin/sh\n", ".gitignore": "*.o\ncache/\n"})
	write(t, dir, "untracked.txt", "mine\n")
	write(t, dir, "cache/x", "built\n")
	if err := os.Symlink("a.txt", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	w := open(t, dir)
	if err := w.Snapshot(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := picture(t, dir)

	write(t, dir, "a.txt", "ONE\n")
	write(t, dir, "new/deep/file", "x")
	write(t, dir, "main.o", "x")
	write(t, dir, ".git/hooks/post-checkout", "#!/bin/sh\n")
	write(t, dir, ".git/config", "[core]\n\tfsmonitor = evil\n")
	write(t, dir, "cache/x", "rebuilt\n")
	must(t, os.Chmod(filepath.Join(dir, "run.sh"), 0o755))
	must(t, os.RemoveAll(filepath.Join(dir, "sub")))
	must(t, os.RemoveAll(filepath.Join(dir, "empty")))
	must(t, os.Remove(filepath.Join(dir, "untracked.txt")))
	must(t, os.Remove(filepath.Join(dir, "link")))
	must(t, os.Symlink("/etc/passwd", filepath.Join(dir, "link")))

	got, err := w.Restore(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := Changes{
		Modified: []string{"a.txt", "link", "run.sh"},
		Deleted:  []string{"empty", "sub", "sub/b.txt", "untracked.txt"},
		Created:  []string{"main.o", "new/"},
		Git:      []string{".git/config", ".git/hooks/post-checkout"},
		Caches:   []string{"cache/x"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	after := picture(t, dir)
	before["/cache/x"] = after["/cache/x"] // a changed cache stays
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("checkout (-before +after):\n%s", diff)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
