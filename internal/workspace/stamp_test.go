package workspace

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// builds are tools that keep a cache beside the sources and look at times to see
// whether it is stale. The source is one file with one digit, so that every
// edit has the same size.
func builds() map[string]struct {
	tool, source, text, command string
	files                       map[string]string
	slow                        bool // go round once
} {
	return map[string]struct {
		tool, source, text, command string
		files                       map[string]string
		slow                        bool
	}{
		"python bytecode": {"python3", "m.py", "VALUE = %d\n", "unset PYTHONDONTWRITEBYTECODE; python3 main.py", map[string]string{
			"main.py": "import m\nprint(m.VALUE)\n", ".gitignore": "__pycache__/\n"}, false},
		"make": {"make", "in.txt", "%d\n", "make -s out.txt 2>/dev/null; cat out.txt", map[string]string{
			"Makefile": "out.txt: in.txt\n\tcp in.txt out.txt\n", ".gitignore": "out.txt\n"}, false},
		"a compiler by make": {"cc", "main.c", "#include <stdio.h>\nint main(void) { puts(\"%d\"); }\n", "make -s main 2>/dev/null; ./main", map[string]string{
			".gitignore": "/main\n*.o\n", "Makefile": "main: main.o\n\t$(CC) -o $@ $^\n"}, false},
		"cargo": {"cargo", "src/main.rs", "fn main() { println!(\"%d\"); }\n", "cargo run -q --offline", map[string]string{
			"Cargo.toml": "[package]\nname = \"x\"\nversion = \"0.1.0\"\nedition = \"2021\"\n", ".gitignore": "target/\nCargo.lock\n"}, false},
		"tsc of projects": {"tsc", "lib/m.ts", "export const value: number = %d;\n", "tsc -b && node out/app/main.js", map[string]string{
			"tsconfig.json":     `{"files": [], "references": [{"path": "app"}]}`,
			"lib/tsconfig.json": `{"compilerOptions": {"composite": true, "outDir": "../out/lib", "rootDir": ".", "module": "commonjs", "types": []}, "files": ["m.ts"]}`,
			"app/tsconfig.json": `{"compilerOptions": {"composite": true, "outDir": "../out/app", "rootDir": ".", "module": "commonjs", "types": []}, "files": ["main.ts"], "references": [{"path": "../lib"}]}`,
			"app/main.ts":       "import { value } from '../lib/m';\nconsole.log(value);\n", ".gitignore": "out/\n*.tsbuildinfo\n"}, true},
		"tsc incremental": {"tsc", "m.ts", "export const value: number = %d;\n", "tsc && node out/main.js", map[string]string{
			"tsconfig.json": incremental, "main.ts": useValue, ".gitignore": "out/\n"}, true},
		"gradle": {"gradle", "src/main/java/M.java", "class M {\n    public static void main(String[] a) { System.out.println(%d); }\n}\n", "gradle --offline -q classes 2>/dev/null; java -cp build/classes/java/main M", map[string]string{
			"build.gradle": "apply plugin: 'java'\n", "settings.gradle": "rootProject.name = 'x'\n", ".gitignore": ".gradle/\nbuild/\n"}, true},
		"go": {"go", "main.go", "package main\n\nfunc main() { println(%d) }\n", "go run . 2>&1", map[string]string{"go.mod": "module x\n"}, false},
	}
}

const (
	incremental = `{"compilerOptions": {"incremental": true, "outDir": "out", "rootDir": ".", "module": "commonjs", "types": []}, "files": ["main.ts"]}`
	useValue    = "import { value } from './m';\nconsole.log(value);\n"
)

// What a run makes anew is taken away after it; the next run has to make it again, though
// the compiler's list of what it made says that it is there.
func TestNewOutputIsMadeAgain(t *testing.T) {
	if _, err := exec.LookPath("tsc"); err != nil {
		t.Skip("no tsc here")
	}
	w := open(t, repository(t, map[string]string{"tsconfig.json": incremental, "main.ts": useValue, "m.ts": "export const value: number = 0;\n", ".gitignore": "out/\n"}))
	runIn(t, w, "tsc") // the outputs, and the list of them, are there before
	must(t, w.Snapshot(t.Context()))
	for range 2 {
		must(t, w.Write("n.ts", []byte("export const other: number = 7;\n")))
		must(t, w.Write("m.ts", []byte("export { other as value } from './n';\n")))
		if got := strings.TrimSpace(string(runIn(t, w, "tsc && node out/main.js").Output)); got != "7" {
			t.Errorf("the run says %q, want 7", got)
		}
		_, err := w.Restore(t.Context())
		must(t, err)
	}
	if got := strings.TrimSpace(string(runIn(t, w, "tsc && node out/main.js").Output)); got != "0" {
		t.Errorf("without the change the run says %q, want 0", got)
	}
}

// TestStaleCaches: edits and restores follow each other as fast as they can, and
// the cache from before stays; no run sees another state than its own.
func TestStaleCaches(t *testing.T) {
	for name, b := range builds() {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(b.tool); err != nil {
				t.Skipf("no %s here", b.tool)
			}
			b.files[b.source] = fmt.Sprintf(b.text, 0)
			dir := repository(t, b.files)
			w := open(t, dir)
			if at := time.Now(); b.tool == "python3" || b.tool == "gradle" { // they go by equal times: let all be in one second, however slow this is
				w.o.Now = func() time.Time { return at }
			}
			sees := func(want int) {
				t.Helper()
				r := runIn(t, w, b.command)
				if got := strings.TrimSpace(string(r.Output)); got != fmt.Sprint(want) {
					t.Fatalf("the source says %d and the run %q", want, got)
				}
			}
			if b.tool == "gradle" { // it needs a daemon, which not every version can start with what a test's folders are
				if out := string(runIn(t, w, b.command).Output); strings.TrimSpace(out) != "0" {
					t.Skipf("gradle builds nothing here: %q", out)
				}
			}
			sees(0)
			must(t, w.Snapshot(t.Context())) // the cache is there now, and stays
			rounds := 3
			if b.slow {
				rounds = 1
			}
			for i := 1; i <= rounds; i++ {
				must(t, w.Write(b.source, fmt.Appendf(nil, b.text, i)))
				sees(i)
				must(t, w.Write(b.source, fmt.Appendf(nil, b.text, i+5)))
				sees(i + 5)
				c, err := w.Restore(t.Context())
				must(t, err)
				if len(c.Modified) != 1 {
					t.Fatalf("changes %+v", c)
				}
				sees(0)
			}
		})
	}
}

// TestRestoredTimeWouldFool is why a restored file does not get its first time
// back: it shows both traps with plain writes.
func TestRestoredTimeWouldFool(t *testing.T) {
	for _, name := range []string{"python bytecode", "make"} {
		b := builds()[name]
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(b.tool); err != nil {
				t.Skipf("no %s here", b.tool)
			}
			b.files[b.source] = fmt.Sprintf(b.text, 0)
			dir := repository(t, b.files)
			w := open(t, dir)
			old := time.Now().Add(-time.Hour)
			set := func(value int, at time.Time) {
				write(t, dir, b.source, fmt.Sprintf(b.text, value))
				must(t, os.Chtimes(filepath.Join(dir, b.source), at, at))
			}
			at := old
			if name == "make" {
				at = time.Now() // a patched source is built, then the source goes back an hour
			}
			set(1, at)
			runIn(t, w, b.command)
			set(0, old)
			if got := strings.TrimSpace(string(runIn(t, w, b.command).Output)); got != "1" {
				t.Errorf("the stale cache gave %q: the trap is gone, and so is its reason", got)
			}
		})
	}
}

func TestUntouchedFilesKeepTheirTimes(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n", "b.txt": "two\n"})
	old := time.Unix(1_600_000_000, 0)
	for _, name := range []string{"a.txt", "b.txt"} {
		must(t, os.Chtimes(filepath.Join(dir, name), old, old))
	}
	w := open(t, dir)
	must(t, w.Snapshot(t.Context()))
	must(t, w.Write("b.txt", []byte("TWO\n")))
	if _, err := w.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"a.txt": true, "b.txt": false} {
		info, err := os.Stat(filepath.Join(dir, name))
		must(t, err)
		if info.ModTime().Equal(old) != want {
			t.Errorf("%s has time %s", name, info.ModTime())
		}
	}
}
