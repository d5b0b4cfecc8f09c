package app

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/app/backend"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/embed/minilm"
	"github.com/regreen/regreen/internal/outcome"
)

// script stands for a test suite that takes no time: what is left is regreen's own.
const script = `grep -q good f.txt && {
  echo "=== RUN   TestX"; echo "--- PASS: TestX (0.00s)"; echo PASS; echo "ok  	p	0.01s"; exit 0; }
echo "=== RUN   TestX"; echo "--- FAIL: TestX (0.00s)"; echo "    x_test.go:3: WORD is bad"; echo FAIL; echo "FAIL	p	0.01s"; exit 1
`

// benchRepo makes a repository whose first commit fails and whose second is fixed.
func benchRepo(b testing.TB) (dir string, e cli.Env) {
	b.Helper()
	root := b.TempDir()
	dir = filepath.Join(root, "repo")
	e = processEnv()
	e.Args, e.Stdout, e.Stderr = nil, io.Discard, io.Discard
	e.Environ = append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(root, "state"), "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com")
	getenv := e.Getenv
	e.Getenv = func(name string) string {
		switch name {
		case "XDG_STATE_HOME":
			return filepath.Join(root, "state")
		case "XDG_DATA_HOME":
			return filepath.Join(root, "data")
		case "OPENAI_API_KEY", "OPENAI_BASE_URL", "RUNNER_TEMP", "GITHUB_REPOSITORY_OWNER":
			return ""
		}
		return getenv(name)
	}
	put := func(name, text string) {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	run := func(args ...string) {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = dir, e.Environ
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	put("t.sh", script)
	put("f.txt", "bad\n")
	run("init", "-q")
	run("add", "-A")
	run("commit", "-q", "-m", "red")
	put("f.txt", "good\n")
	run("commit", "-q", "-a", "-m", "green")
	return dir, e
}

// benchRun measures "regreen run" less the time of the test command. own-ms is what
// regreen itself takes.
func benchRun(b *testing.B, f runFlags, e cli.Env, want outcome.Outcome) {
	b.Helper()
	var own time.Duration
	for b.Loop() {
		start := time.Now()
		s, err := openSession(context.Background(), e, f, func(string, string) {})
		if err != nil {
			b.Fatal(err)
		}
		d, err := s.run(context.Background())
		_, tests := s.runner.Spent()
		if cerr := s.close(); err != nil || cerr != nil {
			b.Fatal(err, cerr)
		}
		if d.Res.Outcome != want {
			b.Fatalf("outcome %s: %s", d.Res.Outcome, d.Res.Reason)
		}
		own += time.Since(start) - tests
	}
	b.ReportMetric(float64(own.Milliseconds())/float64(b.N), "own-ms/run")
}

func benchFlags(dir string) runFlags {
	return runFlags{Project: options.Project{Repo: dir, Test: "sh t.sh", Sandbox: "auto"}, Place: options.Place{Visibility: "tenant"},
		Limits: options.Limits{TestEdits: "forbid"}, Ladder: options.DefaultLadder(), MemoryWrite: true}
}

// BenchmarkExactHit is a run whose failure has an exact signature in the memory: the
// embedding model is never loaded.
func BenchmarkExactHit(b *testing.B) {
	dir, e := benchRepo(b)
	f := benchFlags(dir)
	lf := learnFlags{Project: f.Project, Place: f.Place, Red: "HEAD~1", Green: "HEAD"}
	d, err := learn(context.Background(), e, lf, func(string, string) {})
	if err != nil || d.Res.Outcome != outcome.Fixed {
		b.Fatal(err, d.Res.Outcome, d.Res.Reason)
	}
	toRed(b, dir)
	benchRun(b, f, e, outcome.FixedFromMemory)
}

// BenchmarkEmbedding is a run whose failure is not known, so that its text is
// embedded and compared.
func BenchmarkEmbedding(b *testing.B) {
	dir, e := benchRepo(b)
	f := benchFlags(dir)
	if err := minilm.Check(backend.ModelDir(e)); err != nil {
		b.Skipf("the embedding model is not installed: %v", err)
	}
	toRed(b, dir)
	benchRun(b, f, e, outcome.NoFix)
}

func toRed(b testing.TB, dir string) {
	b.Helper()
	cmd := exec.Command("git", "-C", dir, "checkout", "-q", "HEAD~1")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
}
