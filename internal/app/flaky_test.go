package app

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/app/cli"
)

// L11: a failure that comes and goes day after day is not called transient each time.
func TestFlakyDayAfterDayIsSaid(t *testing.T) {
	t.Parallel()
	repo, home, flag := committed(t), t.TempDir(), filepath.Join(t.TempDir(), "flag")
	flips := fmt.Sprintf(`if [ -e %[1]s ]; then rm %[1]s; echo "ok	example.com/tally	0.002s"; else touch %[1]s; `+
		`printf -- "--- FAIL: TestSum (0.00s)\n    sum_test.go:7: Sum = 5, want 6\nFAIL\nFAIL\texample.com/tally\t0.002s\n"; exit 1; fi`, flag)
	vars := map[string]string{"HOME": home, "PATH": os.Getenv("PATH"), "XDG_STATE_HOME": home + "/state", "XDG_DATA_HOME": home + "/data"}
	for day, want := range []string{"", "on 2 of the last 30 days", "on 3 of the last 30 days: this does not pass by itself", "on 4 of"} {
		os.Remove(flag)
		var stdout, stderr bytes.Buffer
		now := time.Date(2026, 3, 1+day, 12, 0, 0, 0, time.UTC)
		Main(t.Context(), cli.Env{
			Args: []string{"run", "--repo", repo, "--test", flips, "--flake-reruns", "2", "--embedding-model", "off", "--json"}, Stdin: strings.NewReader(""),
			Stdout: &stdout, Stderr: &stderr, Environ: environ(vars), Getenv: func(name string) string { return vars[name] }, Now: func() time.Time { return now }})
		out := stdout.String()
		if !strings.Contains(out, `"outcome": "flaky"`) || !strings.Contains(out, want) || want == "" && strings.Contains(out, "of the last 30 days") {
			t.Errorf("day %d: want %q in %s%s", day+1, want, out, &stderr)
		}
	}
}

// committed is a checkout with one file and one commit.
func committed(t *testing.T) string {
	t.Helper()
	repo := t.TempDir()
	if err := os.WriteFile(filepath.Join(repo, "a.txt"), []byte("a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "."}, {"-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "a"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = repo
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	return repo
}

// environ is vars as the system gives them.
func environ(vars map[string]string) []string {
	var list []string
	for k, v := range vars {
		list = append(list, k+"="+v)
	}
	return list
}
