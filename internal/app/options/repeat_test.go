package options

import (
	"os/exec"
	"testing"

	"github.com/regreen/regreen/internal/check"
)

// A shell gives back each word as it was.
func TestShellWord(t *testing.T) {
	for _, word := range []string{"", "go", "go test ./...", "it's", `$HOME "x" \n`, "a\nb\tc", "\x1b[31m", "~/x", "!!", "ä\u202eb", "a\x00"[:1], `\`, "'\n'", "-x=*?[a]{b,c}#;&|<>()"} {
		quoted := ShellWord(word)
		out, err := exec.Command("bash", "-c", "printf %s "+quoted).Output()
		if err != nil || string(out) != word {
			t.Errorf("%q as %s is %q to bash; %v", word, quoted, out, err)
		}
		for _, r := range quoted {
			if unseen(r) {
				t.Errorf("%q as %q holds %q", word, quoted, r)
			}
		}
	}
}

// A flag that is as it is by default is not said, and a clone may lie anywhere.
func TestRepetitionIsShort(t *testing.T) {
	r := Repetition{Repo: "/home/me/shop/api", Commit: "0123", Test: "pytest -q", Project: Project{Timeout: check.DefaultTimeout, Sandbox: AutoSandbox, Isolation: InPlace}}
	for want, got := range map[string]string{
		"regreen verify --repo /home/me/shop/api --commit 0123 --test 'pytest -q' --patch -":                         r.Verify("-"),
		"regreen verify --repo api --commit 0123 --test 'pytest -q'":                                                 r.JudgeClone("/home/me/shop"),
		"regreen verify --repo . --commit 0123 --test 'pytest -q'":                                                   r.JudgeClone("/home/me/shop/api"),
		"regreen learn --repo /home/me/shop/api --red ab --green cd --test 'pytest -q' --memory dir:m --tenant acme": r.Learn("ab", "cd", Place{Memory: "dir:m", Tenant: "acme"}),
	} {
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
