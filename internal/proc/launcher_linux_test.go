package proc

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestProgramWithoutLauncher: a binary that forgot LauncherMain must say so,
// and not start itself for ever.
func TestProgramWithoutLauncher(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "forgetful")
	build(t, bin, "./testdata/forgetful")
	out, err := exec.Command(bin).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != ErrNoLauncher.Error() {
		t.Errorf("%v: %s", err, out)
	}
}

func TestLauncherIsNotForOthers(t *testing.T) {
	for _, args := range [][]string{nil, {"run"}, {launcherFlag, "x"}, {"x", launcherFlag}, {launcherFlag + "=1"}} {
		if ran, _ := LauncherMain(args); ran {
			t.Errorf("%q started the launcher", args)
		}
	}
	for name, cmd := range map[string]*exec.Cmd{"no pipes": exec.Command("/proc/self/exe", launcherFlag), "other pipes": withJunk(t)} {
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(string(out), "started by regreen alone") {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
}

func withJunk(t *testing.T) *exec.Cmd {
	t.Helper()
	r, w, err := os.Pipe()
	must(t, err)
	_, err = w.WriteString("{\"Argv\":[]}\n")
	must(t, err)
	must(t, w.Close())
	t.Cleanup(func() { r.Close() })
	cmd := exec.Command("/proc/self/exe", launcherFlag)
	cmd.ExtraFiles = []*os.File{r, r}
	return cmd
}

// TestHelperMortal runs a command and waits to be killed.
func TestHelperMortal(t *testing.T) {
	file := os.Getenv("REGREEN_TEST_MORTAL")
	if file == "" {
		t.Skip("only runs as the bot that is killed")
	}
	run(t, shell(t, "setsid sh -c 'echo $$ >> "+file+"; sleep 100' & echo $$ >> "+file+"; sleep 100"))
}

// TestDeathOfTheBot: a command does not outlive the bot, whatever ended that.
func TestDeathOfTheBot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	cmd := exec.Command("/proc/self/exe", "-test.run=^TestHelperMortal$")
	cmd.Env = append(os.Environ(), "REGREEN_TEST_MORTAL="+file)
	must(t, cmd.Start())
	pids := waitPids(t, file, 2)
	must(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
	for _, pid := range pids {
		if !endsSoon(pid) {
			t.Errorf("process %d outlived the bot", pid)
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

func waitPids(t *testing.T, file string, n int) []int {
	t.Helper()
	for range 500 {
		data, _ := os.ReadFile(file)
		if fields := strings.Fields(string(data)); len(fields) >= n {
			var pids []int
			for _, f := range fields {
				pid, err := strconv.Atoi(f)
				must(t, err)
				pids = append(pids, pid)
			}
			return pids
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the command did not start")
	return nil
}

func endsSoon(pid int) bool {
	for range 500 {
		if syscall.Kill(pid, 0) != nil {
			return true
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}

// TestCancelKillsDaemons: the end of the context is the end of all of it.
func TestCancelKillsDaemons(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	c := shell(t, "trap '' TERM; setsid sh -c 'trap \"\" TERM; echo $$ >> "+file+"; sleep 100' & sleep 100 & echo $! >> "+file+"; wait")
	go func() {
		_, err := Run(ctx, c)
		done <- err
	}()
	pids := waitPids(t, file, 2)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	for _, pid := range pids {
		if syscall.Kill(pid, 0) == nil {
			t.Errorf("process %d is alive after the run", pid)
		}
	}
}

func TestRequireRefusesAContainerEngine(t *testing.T) {
	needLandlock(t)
	sock := filepath.Join(t.TempDir(), "docker.sock")
	l, err := net.Listen("unix", sock)
	must(t, err)
	defer l.Close()
	c := shell(t, "echo ran")
	c.Env = append(c.Env, "DOCKER_HOST=unix://"+sock)
	if r := run(t, c); !slices.Contains(r.Unenforced, ContainerEngine) || string(r.Output) != "ran\n" {
		t.Errorf("auto: unenforced %q, output %q", r.Unenforced, r.Output)
	}
	c.Sandbox.Mode = Require
	if _, err := Run(t.Context(), c); !errors.Is(err, ErrSandbox) || !strings.Contains(err.Error(), ContainerEngine) {
		t.Errorf("require: %v", err)
	}
}

// TestDeniedIsNotAbsent: what would make tools die of a denied file is put
// where they look instead.
func TestDeniedIsNotAbsent(t *testing.T) {
	needLandlock(t)
	f := newField(t, os.Getuid())
	put(t, f.home+"/.gitconfig", "[http \"https://github.com/\"]\n\textraheader = AUTHORIZATION: basic x\n")
	c := Command{Shell: `git init -q . && git config user.name x; echo "$RUNNER_TEMP"; echo x > "$RUNNER_TEMP/x"; ls ` + f.temp + `/venv`,
		Dir: f.work, Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + f.home, "RUNNER_TEMP=" + f.temp}, Timeout: time.Minute,
		Sandbox: Sandbox{Writable: []string{f.work}}}
	r := run(t, c)
	if r.ExitCode != 0 || bytes.Contains(r.Output, []byte(f.temp)) {
		t.Errorf("exit code %d, output %q", r.ExitCode, r.Output)
	}
	if _, err := os.Stat(strings.TrimSpace(string(r.Output))); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder in place of RUNNER_TEMP is still there: %v", err)
	}
}

func TestReaperBearsManyChildren(t *testing.T) {
	r := run(t, shell(t, "for i in $(seq 200); do (setsid sh -c 'sleep 100 & sleep 100' &) ; done; echo done"))
	if r.ExitCode != 0 || len(r.Unenforced) > 0 && slices.Contains(r.Unenforced, Survivors) {
		t.Errorf("exit code %d, unenforced %q", r.ExitCode, r.Unenforced)
	}
}

func TestAgentSocketIsNamed(t *testing.T) {
	needLandlock(t)
	sock := filepath.Join(t.TempDir(), "agent")
	l, err := net.Listen("unix", sock)
	must(t, err)
	defer l.Close()
	c := shell(t, "touch "+filepath.Join(filepath.Dir(sock), "x"))
	c.Sandbox.Hidden = Secrets([]string{"SSH_AUTH_SOCK=" + sock})
	if r := run(t, c); !slices.Contains(r.Unenforced, AgentSocket) || r.ExitCode != 0 {
		t.Errorf("unenforced %q, exit code %d: %s", r.Unenforced, r.ExitCode, r.Output)
	}
}

// TestHiddenFileInATempFolder: nothing can be made beside it, so the command
// gets a temp folder of its own.
func TestHiddenFileInATempFolder(t *testing.T) {
	needLandlock(t)
	dir := t.TempDir()
	put(t, filepath.Join(dir, "set_env"), "secret")
	c := shell(t, `f=$(mktemp); echo "$f"; cat `+filepath.Join(dir, "set_env")+` && exit 9; rm "$f"`)
	c.Env = append(c.Env, "TMPDIR="+dir)
	c.Sandbox.Hidden = []string{filepath.Join(dir, "set_env")}
	r := run(t, c)
	if r.ExitCode != 0 || !bytes.HasPrefix(r.Output, []byte(dir+"/regreen-temp-")) || bytes.Contains(r.Output, []byte("secret")) {
		t.Errorf("exit code %d, output %q", r.ExitCode, r.Output)
	}
	if left, _ := filepath.Glob(dir + "/regreen-temp-*"); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestRequireRunsWhereAllIsEnforced(t *testing.T) {
	needLandlock(t)
	c := shell(t, "echo ran")
	if r := run(t, c); slices.ContainsFunc(r.Unenforced, gap) {
		t.Skipf("not all is enforced here: %q", r.Unenforced)
	}
	c.Sandbox.Mode = Require
	if r := run(t, c); string(r.Output) != "ran\n" {
		t.Errorf("output %q", r.Output)
	}
}

func TestRefuse(t *testing.T) {
	for _, c := range []struct {
		mode  Mode
		words []string
		want  string
	}{
		{Auto, []string{NoLandlock}, ""}, {"", []string{ContainerEngine}, ""}, {Off, []string{SandboxOff}, ""},
		{Require, nil, ""}, {Require, []string{NoSudo, NoPipefail}, ""}, {Require, []string{NoSudo, NoScopes}, NoScopes},
		{Require, []string{NoLandlock}, NoLandlock},
	} {
		if got := refuse(c.mode, c.words); got != c.want {
			t.Errorf("%s with %q: %q, want %q", c.mode, c.words, got, c.want)
		}
	}
}

// TestShimFolderMoves: nyc and tap make a folder directly in the home, which they
// can move.
func TestShimFolderMoves(t *testing.T) {
	needLandlock(t)
	f := newField(t, os.Getuid())
	c := Command{Shell: `mkdir -p "${SPAWN_WRAP_SHIM_ROOT:-$HOME}/.node-spawn-wrap-1" && echo "$SPAWN_WRAP_SHIM_ROOT"`,
		Dir: f.work, Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + f.home}, Timeout: time.Minute}
	if r := run(t, c); r.ExitCode == 0 && strings.TrimSpace(string(r.Output)) != "" {
		t.Errorf("a project without package.json has the variable: %q", r.Output)
	}
	put(t, f.work+"/package.json", "{}")
	if r := run(t, c); r.ExitCode != 0 || strings.TrimSpace(string(r.Output)) == "" {
		t.Errorf("exit code %d, output %q", r.ExitCode, r.Output)
	}
	c.Sandbox.Writable = []string{f.work}
	c.Env = append(c.Env, "SPAWN_WRAP_SHIM_ROOT="+f.work)
	if r := run(t, c); strings.TrimSpace(string(r.Output)) != f.work {
		t.Errorf("the project's own choice became %q", r.Output)
	}
}
