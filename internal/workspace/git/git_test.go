package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// commit makes a repository with a commit of files on the branch main.
func commit(t *testing.T, files map[string]string) (root string) {
	t.Helper()
	root = t.TempDir()
	for name, text := range files {
		must(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"commit", "-q", "-m", "first"}} {
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	return root
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, root string) *Repo {
	t.Helper()
	r, err := Open(t.Context(), root, filepath.Join(t.TempDir(), "own"), Options{Environ: os.Environ()})
	must(t, err)
	return r
}

func TestOpen(t *testing.T) {
	root := commit(t, map[string]string{"a.txt": "one\n"})
	f, err := os.OpenFile(filepath.Join(root, ".git", "config"), os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteString("[remote \"origin\"]\n\turl = https://token@github.com/acme/shop\n[core]\n\tsparseCheckout = true\n")
	must(t, errors.Join(err, f.Close()))
	r := open(t, root)
	got := []any{r.Root, r.GitDir, r.Common, r.Remote, r.Sparse, r.Branch(), LooseHead(r.GitDir), len(r.Head)}
	dot := filepath.Join(root, ".git")
	if diff := cmp.Diff([]any{root, dot, dot, "https://github.com/acme/shop", true, "main", r.Head, 40}, got); diff != "" {
		t.Error(diff)
	}
}

func TestOpenRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		dot  string // text of .git; "" for none
		path string // PATH
		want error
	}{
		"no repository":      {path: os.Getenv("PATH"), want: ErrNotRepo},
		".git of other text": {dot: "nonsense", path: os.Getenv("PATH"), want: ErrNotRepo},
		".git leads nowhere": {dot: "gitdir: ../gone", path: os.Getenv("PATH"), want: ErrNotRepo},
		"no git":             {path: t.TempDir(), want: ErrMissing},
		"git by the folder":  {path: ".", want: ErrMissing},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			if c.dot != "" {
				must(t, os.WriteFile(filepath.Join(root, ".git"), []byte(c.dot), 0o644))
			}
			_, err := Open(t.Context(), root, filepath.Join(t.TempDir(), "own"), Options{Environ: []string{"PATH=" + c.path}})
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestCallsThatFail(t *testing.T) {
	r := open(t, commit(t, map[string]string{"a.txt": "one\n"}))
	_, err := r.Git(t.Context(), "rev-parse", "--verify", "no-such-branch")
	var refused *Error
	if !errors.As(err, &refused) || refused.ExitCode != 128 || !strings.Contains(err.Error(), "git rev-parse: exit status 128") {
		t.Errorf("got %v, want an *Error with status 128", err)
	}
	_, err = r.With(t.Context(), Call{Args: []string{"-c", "alias.hang=!sleep 100 | sleep 100", "hang"}, Timeout: 200 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "no answer within 200ms") {
		t.Errorf("got %v, want the deadline's error", err)
	}
}

// What the checkout's configuration would start stays off: the own repository has none
// of it, and Lay gives it to no new checkout.
func TestNothingOfTheCheckoutRuns(t *testing.T) {
	root := commit(t, map[string]string{"a.txt": "one\n", ".gitattributes": "*.txt filter=f diff=d\n"})
	mark := filepath.Join(t.TempDir(), "ran")
	run := "touch " + mark
	f, err := os.OpenFile(filepath.Join(root, ".git", "config"), os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteString("[filter \"f\"]\n\tclean = \"" + run + "; cat\"\n\tsmudge = \"" + run + "; cat\"\n" +
		"[diff \"d\"]\n\ttextconv = \"" + run + "; cat\"\n[core]\n\tfsmonitor = \"" + run + "\"\n\tpager = \"" + run + "\"\n" +
		"[alias]\n\tstatus = \"!" + run + "\"\n")
	must(t, errors.Join(err, f.Close()))
	r := open(t, root)
	must(t, os.WriteFile(filepath.Join(root, "a.txt"), []byte("two\n"), 0o644))
	for _, args := range [][]string{{"status", "--porcelain"}, {"diff", "HEAD"}, {"log", "-p"}} {
		_, err := r.Git(t.Context(), args...)
		must(t, err)
	}
	laid := filepath.Join(t.TempDir(), "laid")
	must(t, r.Lay(t.Context(), laid))
	text, err := os.ReadFile(filepath.Join(laid, "a.txt"))
	must(t, err)
	if string(text) != "one\n" {
		t.Errorf("the new checkout has %q", text)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("something of the checkout's configuration ran")
	}
}

func TestSplit(t *testing.T) {
	for in, want := range map[string][]string{"": nil, "a\x00": {"a"}, "a\x00b\x00": {"a", "b"}} {
		if diff := cmp.Diff(want, Split([]byte(in))); diff != "" {
			t.Errorf("%q: %s", in, diff)
		}
	}
}
