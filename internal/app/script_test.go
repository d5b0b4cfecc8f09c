package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/ghapi/ghapitest"
)

func TestMain(m *testing.M) {
	if ran, code := Hidden(os.Args[1:]); ran {
		os.Exit(code)
	}
	testscript.Main(m, map[string]func(){"regreen": func() {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		os.Exit(Main(ctx, processEnv()))
	}})
}

func processEnv() cli.Env {
	return cli.Env{Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Environ: os.Environ(), Now: time.Now}
}

// repos are the small broken projects that the scripts start from.
var repos, _ = filepath.Abs(filepath.Join("..", "..", "testdata", "repos"))

// TestScripts tells the stories of testdata/scripts, each with real git and the
// real command, and servers on loopback.
func TestScripts(t *testing.T) {
	if os.Getenv(ghapitest.ContractsEnv) == "" {
		t.Logf("%s is not set: requests are not held to the published documents", ghapitest.ContractsEnv)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("..", "..", "testdata", "scripts"),
		Setup: func(e *testscript.Env) error {
			for name, value := range scriptEnv(e.WorkDir) {
				e.Setenv(name, value)
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"project": makeProject,
			"quick":   quickGo,
			"status":  exitStatus,
			"commit":  commitAll,
			"model":   startModel,
			"asked":   func(ts *testscript.TestScript, neg bool, args []string) { modelAsked(t, ts, neg, args) },
			"saw":     modelSaw,
			"github":  startGitHub,
			"pulls":   countPulls,
			"same":    sameTree,
			"proxy":   startProxy,
			"proxied": wasProxied,
			"begins":  beginsWith,
			"join":    joinFiles,
			"again":   proveAgain,
		},
	})
}

// raceOptions keep a command with the race detector from waiting a second before it
// ends, which it does a hundred times in these tests.
const raceOptions = "atexit_sleep_ms=0"

// scriptEnv keeps a script away from the user's files, but for the tool caches,
// without which every script would compile the standard library.
func scriptEnv(work string) map[string]string {
	home, _ := os.UserHomeDir()
	env := map[string]string{
		"HOME": filepath.Join(work, "home"), "XDG_STATE_HOME": filepath.Join(work, "state"), "XDG_DATA_HOME": filepath.Join(work, "data"),
		"GOCACHE": goEnv("GOCACHE", filepath.Join(home, ".cache", "go-build")), "GOMODCACHE": goEnv("GOMODCACHE", filepath.Join(home, "go", "pkg", "mod")),
		"GOFLAGS": "", "GOTOOLCHAIN": "local", "GORACE": raceOptions, "REGREEN_MODEL_DIR": filepath.Join(work, "no-model"),
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
		"GIT_AUTHOR_NAME": "A Person", "GIT_AUTHOR_EMAIL": "person@example.com",
		"GIT_COMMITTER_NAME": "A Person", "GIT_COMMITTER_EMAIL": "person@example.com",
		"OPENAI_API_KEY": "", "OPENAI_BASE_URL": "", "RUNNER_TEMP": "",
		"GITHUB_TOKEN": "", "GITHUB_REPOSITORY": "", "GITHUB_REPOSITORY_OWNER": "", "GITHUB_ACTIONS": "",
	}
	for _, name := range []string{"CARGO_HOME", "RUSTUP_HOME", "PYENV_ROOT"} {
		if v := os.Getenv(name); v != "" {
			env[name] = v
		}
	}
	return env
}

func goEnv(name, fallback string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return fallback
}

// makeProject copies a project of testdata/repos and makes it a repository with
// one commit.
func makeProject(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: project NAME")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.CopyFS(dir, os.DirFS(filepath.Join(repos, args[0]))))
	ts.Check(ts.Exec("git", "-C", dir, "init", "-q", "-b", "main"))
	commitAll(ts, false, []string{args[0], "first"})
}

// quickGo lets quickTest take the place of go, which takes most of the time of a script,
// from here on: for stories of what is made of a run, and not of the run.
func quickGo(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: quick")
	}
	dir := ts.MkAbs("quick")
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Check(os.WriteFile(filepath.Join(dir, "go"), []byte("#!/bin/sh\n"+quickTest), 0o755))
	ts.Setenv("PATH", dir+string(os.PathListSeparator)+ts.Getenv("PATH"))
}

// exitStatus runs a command and checks how it exits.
func exitStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND...")
	}
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	got := 0
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}

// commitAll commits everything in a folder.
func commitAll(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: commit DIR MESSAGE")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(ts.Exec("git", "-C", dir, "add", "-A"))
	ts.Check(ts.Exec("git", "-C", dir, "commit", "-q", "-m", args[1]))
}

// sameTree checks that a checkout has no change at all.
func sameTree(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: same DIR")
	}
	cmd := []string{"-C", ts.MkAbs(args[0]), "status", "--porcelain"}
	ts.Check(ts.Exec("git", cmd...))
	if out := ts.ReadFile("stdout"); strings.TrimSpace(out) != "" {
		ts.Fatalf("the checkout is not as it was:\n%s", out)
	}
}

// startModel starts a scripted model and points regreen at it.
func startModel(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: model FILE")
	}
	m, err := newFakeModel(ts.ReadFile(args[0]))
	ts.Check(err)
	ts.Defer(m.close)
	ts.Setenv("OPENAI_BASE_URL", m.url())
	ts.Setenv("OPENAI_API_KEY", "sk-test-0000")
	models.Store(ts.MkAbs("."), m)
}

// modelAsked checks how many requests the model got, and that each was as the
// published document of the API says.
func modelAsked(tb testing.TB, ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: asked N")
	}
	m, _ := models.Load(ts.MkAbs("."))
	fake := m.(*fakeModel)
	fake.held(tb)
	if got := fmt.Sprint(fake.count()); got != args[0] {
		ts.Fatalf("the model was asked %s times, want %s", got, args[0])
	}
	for _, p := range fake.problems() {
		ts.Fatalf("%s", p)
	}
}

// modelSaw checks that the N-th request to the model holds a text, given as a regular
// expression.
func modelSaw(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: [!] saw N REGEXP")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	re, err := regexp.Compile(args[1])
	ts.Check(err)
	m, _ := models.Load(ts.MkAbs("."))
	body, err := m.(*fakeModel).request(n)
	ts.Check(err)
	if re.MatchString(body) == neg {
		ts.Fatalf("request %d to the model, %q found: %v\n%s", n, args[1], !neg, body)
	}
}

// servers has the loopback GitHub of each running script, by its work folder.
var servers sync.Map

// startGitHub starts a loopback GitHub that has the checkout as acme/NAME.
func startGitHub(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: github DIR")
	}
	dir := ts.MkAbs("github")
	ts.Check(os.MkdirAll(dir, 0o755))
	s, err := ghapitest.Start(dir, os.Getenv(ghapitest.ContractsEnv))
	ts.Check(err)
	ts.Defer(s.Close)
	name := "acme/" + args[0]
	_, err = s.AddRepo(name, ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Setenv("GITHUB_API_URL", s.APIURL)
	ts.Setenv("GITHUB_SERVER_URL", s.URL)
	ts.Setenv("GITHUB_TOKEN", "ghs_runnertoken")
	ts.Setenv("GITHUB_REPOSITORY", name)
	servers.Store(ts.MkAbs("."), s)
}

// countPulls checks how many pull requests there are, and that every call was as the
// published document says.
func countPulls(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: pulls NAME N")
	}
	v, _ := servers.Load(ts.MkAbs("."))
	s := v.(*ghapitest.Server)
	pulls := s.Repo("acme/" + args[0]).Pulls()
	if got := fmt.Sprint(len(pulls)); got != args[1] {
		ts.Fatalf("there are %s pull requests, want %s", got, args[1])
	}
	for _, p := range pulls {
		ts.Check(os.WriteFile(ts.MkAbs("pull.md"), []byte(p.Title+"\n\n"+p.Body), 0o644))
	}
	for _, v := range s.Violations() {
		ts.Fatalf("against the published document: %s", v)
	}
}

// beginsWith sets SHORT to the first eight characters of a file.
func beginsWith(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: begins FILE")
	}
	ts.Setenv("SHORT", ts.ReadFile(args[0])[:8])
}

// joinFiles writes two files into a third.
func joinFiles(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: join A B OUT")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(ts.ReadFile(args[0])+ts.ReadFile(args[1])), 0o600))
}

// proveAgain runs, in DIR, the command by which FILE says that its proof is made again,
// and checks whether it is.
func proveAgain(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: [!] again FILE DIR")
	}
	text := ts.ReadFile(args[0])
	found := repeats.FindStringSubmatch(text)
	if found == nil {
		found = repeatsInPull.FindStringSubmatch(text)
	}
	if found == nil {
		ts.Fatalf("%s does not say how to prove it again", args[0])
	}
	command := found[1]
	ts.Logf("%s", command)
	if err := ts.Exec("bash", "-c", `cd "$1" && `+command, "bash", ts.MkAbs(args[1])); err == nil == neg {
		ts.Fatalf("it ends with %v", err)
	}
}

// repeats matches the command in the text that a person gets, and repeatsInPull in that of
// a pull request.
var (
	repeats       = regexp.MustCompile("(?m)^(?:prove it again|again     ) +(.*)$")
	repeatsInPull = regexp.MustCompile("Prove it again: .*\n\n```sh\n((?s:.*?))\n```")
)
