package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/regreen/regreen/internal/workspace"
)

// checkout is a repository with the files, opened in its folder sub.
func checkout(t *testing.T, sub string, files map[string]string) *workspace.Workspace {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=T", "-c", "user.email=t@example.com", "commit", "-q", "-m", "first"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	w, err := workspace.Open(t.Context(), filepath.Join(dir, sub), workspace.Options{StateDir: t.TempDir(), Environ: os.Environ()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

// The nearest manifest counts, and the command runs where it is.
func TestGuess(t *testing.T) {
	files := map[string]string{"go.mod": "module a\n", "web/package.json": `{"scripts":{"test":"jest"}}`, "web/src/deep/a.js": "", "web/plain/package.json": "{}", "docs/a.md": "x"}
	for dir, want := range map[string][3]string{
		".": {"go test ./...", "go.mod", "."}, "docs": {"go test ./...", "go.mod", "."}, "web": {"npm test", "package.json", "web"},
		"web/src/deep": {"npm test", "package.json", "web"}, "web/plain": {"npm test", "package.json", "web"},
	} {
		command, manifest, in := Guess(checkout(t, ".", files), dir)
		if got := [3]string{command, manifest, in}; got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
	for text, want := range map[string]string{"test:\n\tgo test\n": "make test", "all: test\n\ntest :: build\n": "make test", "test := 1\nall:\n": "", "testing:\n": "", "test ::= 1\nall:\n": "", "all:\n\ttest: 1\n": ""} {
		if command, _, _ := Guess(checkout(t, ".", map[string]string{"Makefile": text}), "."); command != want {
			t.Errorf("%q: %q, want %q", text, command, want)
		}
	}
	if command, _, in := Guess(checkout(t, ".", map[string]string{"docs/a.md": "x"}), "docs"); command != "" || in != "" {
		t.Errorf("without a manifest: %q in %q", command, in)
	}
}

// A script is named from where the command runs.
func TestScripts(t *testing.T) {
	w := checkout(t, ".", map[string]string{"api/test.sh": "exit 1\n", "test.sh": "exit 1\n"})
	if got := Scripts("bash ./test.sh -v", w, "api"); !slices.Equal(got, []string{"api/test.sh"}) {
		t.Errorf("scripts %q", got)
	}
}
