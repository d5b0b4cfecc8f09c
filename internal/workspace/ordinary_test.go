package workspace

import (
	"archive/zip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/proc"
)

// outside is a folder that is not below a temp folder, which every command may
// write: a home and a checkout in one would prove nothing.
func outside(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux confines")
	}
	parent := "/var/lib"
	if os.Getuid() != 0 {
		parent, _ = os.UserHomeDir()
	}
	dir, err := os.MkdirTemp(parent, "regreen-test-")
	if err != nil {
		t.Skipf("no folder outside of the temp folders: %v", err)
	}
	t.Cleanup(func() {
		_ = filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				_ = os.Chmod(p, 0o755) // the module cache is read-only
			}
			return nil
		})
		_ = os.RemoveAll(dir)
	})
	return dir
}

// project is an ordinary project with the command that tests it.
type project struct {
	tools   []string
	files   map[string]string
	setup   string // runs before, unconfined, as earlier steps of a job do
	command string
	env     []string // HOME and DIR stand for the test's own
}

const goTest = `package x

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"example.org/dep"
)

func TestDependency(t *testing.T) {
	if dep.Value != 42 {
		t.Fatal(dep.Value)
	}
}

func TestLoopback(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		at := "127.0.0.1:0"
		if network == "unix" {
			at = filepath.Join(t.TempDir(), "s")
		}
		l, err := net.Listen(network, at)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			if c, err := l.Accept(); err == nil {
				c.Close()
			}
		}()
		c, err := net.Dial(network, l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
	}
	l, err := net.Listen("unix", "@regreen-ordinary")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := net.Dial("unix", "@regreen-ordinary")
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

func TestShm(t *testing.T) {
	f, err := os.CreateTemp("/dev/shm", "x")
	if err != nil {
		t.Fatal(err)
	}
	os.Remove(f.Name())
}

func TestDevices(t *testing.T) {
	for _, name := range []string{"/dev/null", "/dev/zero", "/dev/urandom"} {
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	if f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0); err != nil {
		t.Fatal(err)
	} else {
		f.Close()
	}
}

func TestChildrenAndSignals(t *testing.T) {
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if _, err := os.ReadFile("/proc/self/maps"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile("/proc/meminfo"); err != nil {
		t.Fatal(err)
	}
}

func TestGit(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"init", "-q"}, {"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "x"}, {"log"}, {"gc", "-q"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v %s", args, err, out)
		}
	}
	for _, args := range [][]string{{"log", "-1"}, {"status"}, {"describe", "--always", "--dirty"}, {"stash", "list"}, {"tag", "x"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v %s", args, err, out)
		}
	}
}

func TestRenameAndLink(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "a"), nil, 0o644)
	os.Mkdir(filepath.Join(dir, "d"), 0o755)
	if err := os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "d", "b")); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(filepath.Join(dir, "d", "b"), filepath.Join(dir, "c")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("generated.txt", nil, 0o644); err != nil {
		t.Fatal(err)
	}
}
`

func projects() map[string]project {
	return map[string]project{
		"go test with a module to download": {tools: []string{"go", "git"}, files: map[string]string{
			"go.mod": "module x\n\ngo 1.21\n\nrequire example.org/dep v1.0.0\n", "x_test.go": goTest,
		}, command: "go test ./...", env: []string{"GOPROXY=file://DIR/proxy", "GONOSUMDB=*", "GONOSUMCHECK=1", "GOFLAGS=-mod=mod", "GOPATH=HOME/go",
			"GOCACHE=" + goCache(), "GOTOOLCHAIN=local", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*"}},
		"pytest in a venv with an editable install": {tools: []string{"python3"}, files: map[string]string{
			"setup.py":         "from setuptools import setup\nsetup(name='shop', version='1', packages=['shop'])\n",
			"shop/__init__.py": "VALUE = 42\n", "tests/test_shop.py": "import multiprocessing, os, shop, socket, subprocess, sys, tempfile\n" +
				"def test_value(): assert shop.VALUE == 42\n" +
				"def test_queue():\n    q = multiprocessing.Queue(); q.put(1); assert q.get() == 1\n" +
				"def test_temp(tmp_path): (tmp_path / 'x').write_text('x')\n" +
				"def test_child(): assert subprocess.run([sys.executable, '-c', 'import shop']).returncode == 0\n",
			".gitignore": "venv/\n*.egg-info/\n__pycache__/\n",
		}, setup: "python3 -m venv --system-site-packages venv && venv/bin/python setup.py -q develop --no-deps",
			command: "venv/bin/python -m pytest -q", env: []string{"PATH=DIR/work/venv/bin:" + os.Getenv("PATH")}},
		"npm test": {tools: []string{"npm", "node"}, files: map[string]string{
			"package.json":   `{"name":"x","version":"1.0.0","scripts":{"test":"node --test"},"dependencies":{"y":"file:./y"}}`,
			"y/package.json": `{"name":"y","version":"1.0.0"}`, "y/index.js": "module.exports = 42\n",
			"x.test.js": "const test = require('node:test'), assert = require('node:assert');\ntest('y', () => assert.equal(require('y'), 42));\n" +
				"test('http', async () => { const s = require('http').createServer((q, r) => r.end('x')).listen(0); await new Promise(r => s.on('listening', r));" +
				" assert.equal(await (await fetch('http://127.0.0.1:' + s.address().port)).text(), 'x'); s.close(); s.closeAllConnections(); });\n",
		}, command: "npm install --offline --no-audit --no-fund && npm test"},
		"cargo test": {tools: []string{"cargo"}, files: map[string]string{
			"Cargo.toml": "[package]\nname = \"x\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
			"src/lib.rs": "#[test]\nfn works() { let d = std::env::temp_dir().join(\"regreen-x\"); std::fs::write(&d, \"x\").unwrap(); std::fs::remove_file(d).unwrap(); }\n",
		}, command: "cargo test --offline", env: []string{"RUSTUP_HOME=" + rustupHome(), "CARGO_HOME=HOME/.cargo"}},
		"mvn test": {tools: []string{"mvn"}, files: map[string]string{
			"pom.xml": "<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>" +
				"<properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target>" +
				"<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>" +
				"<dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.2</version><scope>test</scope></dependency></dependencies>" +
				"<build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><version>3.11.0</version></plugin>" +
				"<plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin></plugins></build></project>\n",
			"src/test/java/XTest.java": "import org.junit.jupiter.api.Test;\nclass XTest { @Test void works() throws Exception { java.nio.file.Files.createTempFile(\"x\", \"y\"); } }\n",
			"src/main/java/X.java":     "public class X {}\n",
		}, command: "mvn -o -q test", env: []string{"HOME=" + os.Getenv("HOME")}},
		"gradle build": {tools: []string{"gradle"}, files: map[string]string{
			"build.gradle": "task check { doLast { file('out.txt').text = 'x' } }\n", "settings.gradle": "rootProject.name = 'x'\n",
		}, command: "gradle --offline -q check && test -f out.txt", env: []string{"GRADLE_USER_HOME=HOME/.gradle"}},
		"make and a shell": {tools: []string{"make"}, files: map[string]string{
			"Makefile": "test:\n\tmktemp -d >/dev/null; echo hi | tee log; test -n \"$$HOME\"; (sleep 0.01 &); echo x > /dev/null; ls / >/dev/null; ls $$HOME > /dev/null\n",
		}, command: "make test"},
	}
}

// goCache is the real one: a new one would have to compile the standard library.
func goCache() string {
	out, _ := exec.Command("go", "env", "GOCACHE").Output()
	return strings.TrimSpace(string(out))
}

func rustupHome() string {
	if dir := os.Getenv("RUSTUP_HOME"); dir != "" {
		return dir
	}
	return filepath.Join(os.Getenv("HOME"), ".rustup")
}

// moduleProxy is a file tree that GOPROXY can name.
func moduleProxy(t *testing.T, dir string) {
	t.Helper()
	at := filepath.Join(dir, "example.org", "dep", "@v")
	write(t, at, "list", "v1.0.0\n")
	write(t, at, "v1.0.0.info", `{"Version":"v1.0.0","Time":"2024-01-01T00:00:00Z"}`)
	write(t, at, "v1.0.0.mod", "module example.org/dep\n")
	f, err := os.Create(filepath.Join(at, "v1.0.0.zip"))
	must(t, err)
	z := zip.NewWriter(f)
	for name, text := range map[string]string{"go.mod": "module example.org/dep\n", "dep.go": "package dep\n\nconst Value = 42\n"} {
		part, err := z.Create("example.org/dep@v1.0.0/" + name)
		must(t, err)
		_, err = part.Write([]byte(text))
		must(t, err)
	}
	must(t, z.Close())
	must(t, f.Close())
}

// TestOrdinaryProjectsDoNotNotice runs each project without the sandbox, so that a toolchain
// that is not there or not complete is told from one that was disturbed, and then with it.
func TestOrdinaryProjectsDoNotNotice(t *testing.T) {
	if testing.Short() {
		t.Skip("every toolchain takes its time")
	}
	for name, p := range projects() {
		t.Run(name, func(t *testing.T) {
			for _, tool := range p.tools {
				if _, err := exec.LookPath(tool); err != nil {
					t.Skipf("no %s here", tool)
				}
			}
			base := outside(t)
			home, dir := filepath.Join(base, "home"), filepath.Join(base, "work")
			must(t, os.MkdirAll(home, 0o755))
			write(t, home, ".ssh/id_ed25519", "secret\n") // so that the home is granted by parts
			moduleProxy(t, filepath.Join(base, "proxy"))
			for file, text := range p.files {
				write(t, dir, file, text)
			}
			gitIn(t, dir, "init", "-q")
			gitIn(t, dir, "add", "-A")
			gitIn(t, dir, "commit", "-q", "-m", "x")
			env := p.environ(home, base)
			if p.setup != "" {
				cmd := exec.Command("bash", "-e", "-c", p.setup)
				cmd.Dir, cmd.Env = dir, env
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Skipf("setup: %v\n%s", err, out)
				}
			}
			if r := p.run(t, dir, env, proc.Off); r.ExitCode != 0 {
				t.Skipf("it does not work without the sandbox either: exit code %d\n%s", r.ExitCode, r.Output)
			}
			must(t, os.RemoveAll(filepath.Join(home, "go", "pkg", "mod", "cache"))) // there is something to download again
			r := p.run(t, dir, env, proc.Auto)
			if r.ExitCode != 0 {
				t.Errorf("exit code %d, unenforced %q\n%s", r.ExitCode, r.Unenforced, r.Output)
			}
			if leaks := p.leftovers(t, base); len(leaks) > 0 {
				t.Errorf("left in the checkout: %q", leaks)
			}
		})
	}
}

func (p project) environ(home, base string) []string {
	kept, _ := proc.Environ(os.Environ(), nil)
	env := append(kept, "HOME="+home, "XDG_CACHE_HOME="+home+"/.cache")
	for _, entry := range p.env {
		env = append(env, strings.NewReplacer("HOME/", home+"/", "DIR/", base+"/").Replace(entry))
	}
	return env
}

func (p project) run(t *testing.T, dir string, env []string, mode proc.Mode) proc.Result {
	t.Helper()
	// As for a user: the state lies in the home, not in the temp folder, which could then
	// not be granted as a whole, and Java does not obey TMPDIR.
	w, err := Open(t.Context(), dir, Options{StateDir: filepath.Join(filepath.Dir(dir), "state"), Environ: os.Environ()})
	must(t, err)
	defer w.Close()
	must(t, w.Snapshot(t.Context()))
	r, err := w.Run(t.Context(), proc.Command{Shell: p.command, Env: env, Timeout: 3 * time.Minute, Sandbox: proc.Sandbox{Mode: mode}})
	must(t, err)
	if _, err := w.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

// leftovers are what git sees in the checkout after the runs.
func (p project) leftovers(t *testing.T, base string) []string {
	t.Helper()
	return strings.Fields(gitIn(t, filepath.Join(base, "work"), "status", "--short"))
}

func ExampleWorkspace_Resolve() {
	w := &Workspace{root: "/work"}
	_, err := w.Resolve("../etc/passwd")
	fmt.Println(err)
	// Output: resolve "../etc/passwd": path is outside the checkout: it holds ".."
}
