package verify

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/proc"
	"github.com/regreen/regreen/internal/workspace"
)

func TestMain(m *testing.M) {
	if ran, code := proc.LauncherMain(os.Args[1:]); ran {
		os.Exit(code)
	}
	directPython()
	os.Exit(m.Run())
}

// directPython puts the interpreter itself first, where python3 is a script that looks
// for it at each start, as pyenv's is: that takes longer than the tests here do.
func directPython() {
	found, err := exec.LookPath("python3")
	if err != nil {
		return
	}
	out, err := exec.Command(found, "-c", "import os, sys; print(os.path.dirname(sys.executable))").Output()
	if dir := strings.TrimSpace(string(out)); err == nil && dir != filepath.Dir(found) {
		os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// reruns keeps the tests short; those of flakiness take what the plan says.
const reruns = 2

// project is a small broken project in a real repository.
type project struct {
	command string
	files   map[string]string
}

// bench is a verifier at work in a project.
type bench struct {
	*Verifier
	t   *testing.T
	dir string
}

func open(t *testing.T, p project) *bench {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "project")
	for name, text := range p.files {
		write(t, filepath.Join(dir, name), text)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "broken"}} {
		gitIn(t, dir, args...)
	}
	ctx := context.Background()
	w, err := workspace.Open(ctx, dir, workspace.Options{StateDir: t.TempDir(), Environ: os.Environ()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	if err := w.Snapshot(ctx); err != nil {
		t.Fatal(err)
	}
	// Maven's short life is over before its code is compiled for speed.
	environ := append(os.Environ(), "MAVEN_OPTS=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
	r, err := check.New(check.Suite{Command: p.command, Environ: environ, Timeout: 2 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	v := &Verifier{Check: r, Workspace: w, Policy: patch.DefaultPolicy(), Now: time.Now, Reruns: reruns}
	return &bench{Verifier: v, t: t, dir: dir}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func gitIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_AUTHOR_NAME=T", "GIT_AUTHOR_EMAIL=t@example.com", "GIT_COMMITTER_NAME=T", "GIT_COMMITTER_EMAIL=t@example.com")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// baseline reproduces the failure, which must be there.
func (b *bench) baseline() Baseline {
	b.t.Helper()
	base, err := b.Reproduce(context.Background(), failure.Report{})
	if err != nil {
		b.t.Fatal(err)
	}
	if base.Verdict != Reproduced {
		b.t.Fatalf("baseline is %s: %s", base.Verdict, base.Reason)
	}
	return base
}

// edit makes the patch that replaces old by new in each file; an empty old makes
// the file, an empty new with an empty old removes it.
func edit(files map[string]string, edits ...[3]string) patch.Patch {
	before, after := map[string]*patch.Content{}, map[string]*patch.Content{}
	for _, e := range edits {
		name, old, now := e[0], e[1], e[2]
		text, there := files[name]
		if prior := after[name]; prior != nil {
			text = string(prior.Data)
		}
		if there {
			before[name] = &patch.Content{Data: []byte(files[name])}
		}
		switch {
		case old == "" && now == "":
			after[name] = nil
		case old == "":
			after[name] = &patch.Content{Data: []byte(now)}
		default:
			if strings.Count(text, old) != 1 {
				panic("edit of " + name + ": " + old)
			}
			after[name] = &patch.Content{Data: []byte(strings.Replace(text, old, now, 1))}
		}
	}
	return patch.Diff(before, after)
}

// tree is every file of the checkout, to see that it was left as it was.
func (b *bench) tree() map[string]string {
	b.t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(b.dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(b.dir, p)
		if strings.HasPrefix(rel, "node_modules") || strings.Contains(rel, "__pycache__") || strings.HasPrefix(rel, "target") {
			return nil
		}
		data, err := os.ReadFile(p)
		files[rel] = string(data)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return files
}

// A patch that takes away the folder which the command runs in has broken something; it
// breaks no run.
func TestFolderOfTestsRemoved(t *testing.T) {
	b := open(t, project{command: "test ! -e broken", files: map[string]string{"app/broken": "x", "top": "x"}})
	suite := b.Check.Suite()
	suite.Dir = "app"
	var err error
	if b.Check, err = check.New(suite); err != nil {
		t.Fatal(err)
	}
	b.Policy = patch.Policy{}
	trial, err := b.Prove(t.Context(), b.baseline(), edit(map[string]string{"app/broken": "x"}, [3]string{"app/broken", "", ""}))
	if err != nil || trial.Verdict != Regressed {
		t.Errorf("%s: %v, %v", trial.Verdict, trial.Reasons, err)
	}
}
