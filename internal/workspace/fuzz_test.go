package workspace

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzResolve: whatever the name, the result lies in the checkout and outside
// of .git, also when the system itself follows the links.
func FuzzResolve(f *testing.F) {
	for _, name := range []string{"a.txt", "../x", "in/../../x", ".git/config", "up", "chain/x", "dotgit/config", "loop", "deep/up/.git", ".GIT", "a//b", "./a", "git~1"} {
		f.Add(name)
	}
	dir, err := filepath.EvalSymlinks(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	cmd := exec.Command("git", "-c", "user.name=a", "-c", "user.email=a@example.org", "init", "-q", dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		f.Fatalf("%v %s", err, out)
	}
	if err := os.Mkdir(filepath.Join(dir, "deep"), 0o755); err != nil {
		f.Fatal(err)
	}
	for name, target := range map[string]string{"up": "..", "chain": "up", "dotgit": ".git", "loop": "loop", "deep/up": "..", "in": "deep", "abs": "/etc"} {
		if err := os.Symlink(target, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			f.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		f.Fatal(err)
	}
	w := &Workspace{root: dir, dir: root}
	f.Fuzz(func(t *testing.T, name string) {
		got, err := w.Resolve(name)
		if err != nil {
			return
		}
		real, err := filepath.EvalSymlinks(got)
		if err != nil {
			real = got // it is not there
		}
		for _, path := range []string{got, real} {
			rel, err := filepath.Rel(dir, path)
			if err != nil || !filepath.IsLocal(rel) {
				t.Fatalf("%q resolves to %q", name, path)
			}
			for _, part := range strings.Split(rel, "/") {
				if strings.EqualFold(part, ".git") {
					t.Fatalf("%q resolves to %q", name, path)
				}
			}
		}
	})
}
