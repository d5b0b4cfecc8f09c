package gitconfig

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWithoutCredentials(t *testing.T) {
	secret := func(file string) bool { return strings.Contains(file, "git-credentials") }
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "[core]\n\tbare = false\n", "[core]\n\tbare = false\n"},
		{"header", "[http]\n\textraHeader = x\n\tproxy = y\n", "[http]\n\tproxy = y\n"},
		{"header beside its section", "[http \"u\"] extraheader = x\n[core]\n", "[http \"u\"]\n[core]\n"},
		{"continued", "[http]\n\textraheader = a \\\n  b\n\tproxy = y\n", "[http]\n\tproxy = y\n"},
		{"continued with two backslashes", "[http]\n\textraheader = a\\\\\n\tproxy = y\n", "[http]\n\tproxy = y\n"},
		{"old subsection", "[http.https://x/]\n\textraheader = a\n", "[http.https://x/]\n"},
		{"include", "[include]\n\tpath = /t/git-credentials-1.config\n\tpath = other\n", "[include]\n\tpath = other\n"},
		{"quoted include", "[includeIf \"gitdir:/w/.git\"]\n\tpath = \"/t/git-credentials-1.config\"\n", "[includeIf \"gitdir:/w/.git\"]\n"},
		{"password in a section", "[url \"https://u:p@h/\"]\n\tinsteadOf = x\n[core]\n\tbare = false\n", "[core]\n\tbare = false\n"},
		{"token as user", "[remote \"o\"]\n\turl = https://tok@h/x\n\tfetch = y\n", "[remote \"o\"]\n\tfetch = y\n"},
		{"git as user", "[remote \"o\"]\n\turl = ssh://git@h/x\n\turl = git@h:x\n", "[remote \"o\"]\n\turl = ssh://git@h/x\n\turl = git@h:x\n"},
		{"credential", "[credential \"https://h\"]\n\thelper = x\n[core]\r\n", "[core]\r\n"},
		{"bracket in a quoted name", "[x \"a]b\"]\n\tk = v\n[http]\nextraheader=1", "[x \"a]b\"]\n\tk = v\n[http]\n"},
		{"comments", "# c\n; d\n[core] # e\n\tbare = false ; f\n", "# c\n; d\n[core] # e\n\tbare = false ; f\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, string(WithoutCredentials([]byte(c.in), secret))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzWithoutCredentials asks git itself: what is left of a file that git can
// read, git can read, and it holds no header.
func FuzzWithoutCredentials(f *testing.F) {
	f.Add([]byte("[remote \"origin\"]\n\turl = https://github.com/acme/shop\n[http \"https://github.com/\"]\n\textraheader = AUTHORIZATION: basic x\n"))
	f.Add([]byte("[http \"u\"] extraheader = x\n[a]b\\\n=c\n"))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, in []byte) {
		if readable, _ := gitReads(t, dir, in); !readable {
			return
		}
		out := WithoutCredentials(in, func(string) bool { return false })
		readable, list := gitReads(t, dir, out)
		if !readable {
			t.Fatalf("git cannot read %q, made of %q", out, in)
		}
		for _, item := range strings.Split(list, "\x00") {
			key, _, _ := strings.Cut(item, "\n")
			if strings.HasPrefix(key, "http.") && strings.HasSuffix(key, ".extraheader") || strings.HasPrefix(key, "credential.") {
				t.Fatalf("%q is left in %q, made of %q", key, out, in)
			}
		}
	})
}

func gitReads(t *testing.T, dir string, config []byte) (bool, string) {
	path := filepath.Join(dir, "config")
	if err := os.WriteFile(path, config, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("git", "config", "--file", path, "--no-includes", "--list", "-z").Output()
	return err == nil, string(out)
}
