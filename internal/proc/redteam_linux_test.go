package proc

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// nobody is the user that owns nothing.
const nobody = 65534

// attack is one run of the red team under a bot of its own.
type attack struct {
	Bot     Command // what the bot runs
	Plain   bool    // without proc: as any program would
	Secret  string
	Socket  string
	Started string // the bot's environment has it, and its memory
}

// field is the place of an attack: a home, a runner and a checkout, outside of
// the temp folders, which every command may write.
type field struct {
	base, home, temp, work, state string
	program, bot                  string
	read, write, create           []string
}

// newField builds it for a user.
func newField(t *testing.T, uid int) *field {
	t.Helper()
	parent := "/var/lib"
	if os.Getuid() != 0 {
		parent, _ = os.UserHomeDir()
	}
	base, err := os.MkdirTemp(parent, "regreen-redteam-")
	if err != nil {
		t.Skipf("no folder outside of the temp folders: %v", err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	f := &field{base: base, home: base + "/home", temp: base + "/runner/_work/_temp", work: base + "/runner/_work/shop/shop", state: base + "/state"}
	for _, dir := range []string{f.home + "/.cache", f.home + "/.cargo/bin", f.work, f.temp + "/venv"} {
		mkdir(t, dir)
	}
	commands := f.temp + "/_runner_file_commands"
	f.read = []string{
		f.home + "/.ssh/id_ed25519", f.home + "/.aws/credentials", f.home + "/.config/gh/hosts.yml", f.home + "/.git-credentials",
		f.home + "/.netrc", f.home + "/.npmrc", f.home + "/.docker/config.json", commands + "/set_env_1", commands + "/set_output_1",
		f.temp + "/git-credentials-0b1c.config", f.temp + "/5b3c-key", base + "/runner/.credentials", f.state + "/copies",
	}
	for _, path := range f.read {
		put(t, path, "//registry.example.org/:_authToken=x\n\"auth\": \"x\"\n-----BEGIN OPENSSH PRIVATE KEY-----\nextraheader = AUTHORIZATION\n")
	}
	put(t, base+"/runner/.runner", "{}")
	put(t, f.home+"/.bashrc", "")
	f.write = append([]string{f.home + "/.bashrc", base + "/runner/.runner"}, f.read...)
	f.create = []string{f.home + "/.bash_profile", f.home + "/.cargo/bin/git", commands + "/set_env_2", f.temp + "/new.sh", f.temp + "/venv/python", base + "/x", "/etc/regreen-x"}
	f.program, f.bot = base+"/redteam", base+"/bot"
	build(t, f.program, "./testdata/redteam")
	copyFile(t, "/proc/self/exe", f.bot)
	must(t, os.Chmod(base, 0o755))
	chown(t, base, uid)
	return f
}

func mkdir(t *testing.T, dir string) {
	t.Helper()
	must(t, os.MkdirAll(dir, 0o755))
}

func put(t *testing.T, path, text string) {
	t.Helper()
	mkdir(t, filepath.Dir(path))
	must(t, os.WriteFile(path, []byte(text), 0o600))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func build(t *testing.T, out, pkg string) {
	t.Helper()
	cmd := exec.Command("go", "build", "-o", out, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", pkg, err, text)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	must(t, err)
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE, 0o755)
	must(t, err)
	_, err = io.Copy(out, in)
	must(t, err)
	must(t, out.Close())
}

func chown(t *testing.T, base string, uid int) {
	t.Helper()
	if uid == os.Getuid() {
		return
	}
	must(t, filepath.WalkDir(base, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, uid, uid)
	}))
}

// TestHelperBot is the bot of an attack: it holds the secret in its environment
// and memory, opens an abstract socket, and runs what it is told.
func TestHelperBot(t *testing.T) {
	text := os.Getenv("REGREEN_TEST_ATTACK")
	if text == "" {
		t.Skip("only runs as the bot of an attack")
	}
	var a attack
	must(t, json.Unmarshal([]byte(text), &a))
	a.Started = strings.Clone(os.Getenv("REGREEN_TEST_SECRET"))
	l, err := net.Listen("unix", "@"+a.Socket)
	must(t, err)
	defer l.Close()
	if a.Plain {
		cmd := exec.Command(a.Bot.Argv[0], a.Bot.Argv[1:]...)
		cmd.Env, cmd.Dir, cmd.Stdout = a.Bot.Env, a.Bot.Dir, os.Stderr
		must(t, cmd.Run())
		return
	}
	r := run(t, a.Bot)
	if _, err := os.Stderr.Write(r.Output); err != nil || r.ExitCode != 0 {
		t.Fatalf("exit code %d, %v, %v", r.ExitCode, r.Unenforced, err)
	}
}

// strike lets a bot run the red team as uid and returns what held each attempt.
func (f *field) strike(t *testing.T, uid int, mode Mode, plain bool) map[string]string {
	t.Helper()
	disk := ""
	if found, _ := filepath.Glob("/dev/[sv]da"); len(found) > 0 && uid == 0 {
		disk = found[0]
	}
	socket := "regreen-" + filepath.Base(f.base) + string(mode)
	daemonFile := filepath.Join(f.work, "daemon")
	plan, err := json.Marshal(map[string]any{
		"Secret": "S3CR3T", "Read": f.read, "Write": f.write, "Create": f.create, "Socket": socket, "Disk": disk, "Workdir": f.work,
		"Daemon": daemonFile, "Launched": !plain,
	})
	must(t, err)
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + f.home, "RUNNER_TEMP=" + f.temp}
	a := attack{Plain: plain, Socket: socket, Bot: Command{
		Argv: []string{f.program, string(plan)}, Dir: f.work, Env: env, Timeout: time.Minute,
		Sandbox: Sandbox{Mode: mode, Writable: []string{f.work}, Hidden: []string{f.state}},
	}}
	text, err := json.Marshal(a)
	must(t, err)
	cmd := exec.Command(f.bot, "-test.run=^TestHelperBot$", "-test.timeout=2m")
	cmd.Env = append(env, "REGREEN_TEST_SECRET=S3CR3T-hunter2", "REGREEN_TEST_ATTACK="+string(text))
	cmd.Dir = f.base
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if uid != os.Getuid() {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
	}
	var out, log bytes.Buffer
	cmd.Stderr, cmd.Stdout = &out, &log
	if err := cmd.Run(); err != nil {
		t.Fatalf("bot: %v\n%s\n%s", err, log.String(), out.String())
	}
	held := map[string]string{}
	if err := json.Unmarshal(out.Bytes(), &held); err != nil {
		t.Fatalf("red team said %q: %v", out.String(), err)
	}
	f.judgeDaemon(t, daemonFile, held)
	return held
}

// judgeDaemon looks whether the daemon is still there after the run.
func (f *field) judgeDaemon(t *testing.T, file string, held map[string]string) {
	t.Helper()
	data, err := os.ReadFile(file)
	for range 50 { // the daemon of a plain run may not have begun
		if err == nil && len(data) > 0 || held["leave a daemon"] != "" {
			break
		}
		time.Sleep(20 * time.Millisecond)
		data, err = os.ReadFile(file)
	}
	_ = os.Remove(file)
	pid, err := strconv.Atoi(string(data))
	if err != nil {
		held["leave a daemon"] += "; ended before it began"
		return
	}
	if syscall.Kill(pid, 0) != nil {
		held["leave a daemon"] += "; gone after the run"
		return
	}
	must(t, syscall.Kill(pid, syscall.SIGKILL))
}

func escaped(held map[string]string) []string {
	var names []string
	for name, why := range held {
		if why == "" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

func users(t *testing.T) map[string]int {
	t.Helper()
	if os.Getuid() != 0 {
		return map[string]int{"user": os.Getuid()}
	}
	return map[string]int{"root": 0, "nobody": nobody}
}

func TestRedTeamIsHeld(t *testing.T) {
	needLandlock(t)
	for name, uid := range users(t) {
		t.Run(name, func(t *testing.T) {
			f := newField(t, uid)
			held := f.strike(t, uid, Auto, false)
			if len(held) < 60 {
				t.Errorf("only %d attempts", len(held))
			}
			if got := escaped(held); len(got) > 0 {
				t.Errorf("got through: %q", got)
			}
		})
	}
}

// TestRedTeamGetsOut is the proof that the other test can fail: without the
// sandbox the same program does what it tries.
func TestRedTeamGetsOut(t *testing.T) {
	for name, uid := range users(t) {
		t.Run(name, func(t *testing.T) {
			f := newField(t, uid)
			want := append([]string{"signal the bot", "abstract socket of the bot", "gain privileges on exec", "environ of the bot", "maps of the bot",
				"memory of the bot", "process_vm_readv of the bot", "files of the bot by fd", "leave a daemon"}, f.fileAttempts()...)
			if uid == 0 {
				want = append(want, "mount", "make a disk device", "core pattern")
			}
			held := f.strike(t, uid, Off, true)
			for _, attempt := range want {
				if why, tried := held[attempt]; why != "" || !tried {
					t.Errorf("%s is held by %q (tried: %v) without any sandbox", attempt, why, tried)
				}
			}
		})
	}
}

// TestModeOffStillReaps: what proc does beside the sandbox holds in every mode.
func TestModeOffStillReaps(t *testing.T) {
	f := newField(t, os.Getuid())
	held := f.strike(t, os.Getuid(), Off, false)
	for _, attempt := range []string{"leave a daemon", "own environment", "secret in an argument", "environ of the parent"} {
		if held[attempt] == "" {
			t.Errorf("%s got through", attempt)
		}
	}
	if held["read "+f.read[0]] != "" {
		t.Error("mode off confines files")
	}
}

func (f *field) fileAttempts() []string {
	var names []string
	for _, path := range f.read {
		names = append(names, "read "+path, "read by own root "+path, "read by link "+path, "read by hard link "+path, "take "+path)
	}
	for _, path := range f.write {
		names = append(names, "write "+path, "empty "+path)
	}
	for _, path := range f.create[:len(f.create)-1] { // /etc is root's
		names = append(names, "make "+path)
	}
	return names
}
