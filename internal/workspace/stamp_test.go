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
} {
	return map[string]struct {
		tool, source, text, command string
		files                       map[string]string
	}{
		"python bytecode": {"python3", "m.py", "VALUE = %d\n", "unset PYTHONDONTWRITEBYTECODE; python3 main.py", map[string]string{
			"main.py": "import m\nprint(m.VALUE)\n", ".gitignore": "__pycache__/\n"}},
		"make": {"make", "in.txt", "%d\n", "make -s out.txt 2>/dev/null; cat out.txt", map[string]string{
			"Makefile": "out.txt: in.txt\n\tcp in.txt out.txt\n", ".gitignore": "out.txt\n"}},
		"cargo": {"cargo", "src/main.rs", "fn main() { println!(\"%d\"); }\n", "cargo run -q --offline", map[string]string{
			"Cargo.toml": "[package]\nname = \"x\"\nversion = \"0.1.0\"\nedition = \"2021\"\n", ".gitignore": "target/\nCargo.lock\n"}},
		"go": {"go", "main.go", "package main\n\nfunc main() { println(%d) }\n", "go run . 2>&1", map[string]string{"go.mod": "module x\n"}},
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
			sees := func(want int) {
				t.Helper()
				r := runIn(t, w, b.command)
				if got := strings.TrimSpace(string(r.Output)); got != fmt.Sprint(want) {
					t.Fatalf("the source says %d and the run %q", want, got)
				}
			}
			sees(0)
			must(t, w.Snapshot(t.Context())) // the cache is there now, and stays
			for i := 1; i <= 3; i++ {
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

func TestStamps(t *testing.T) {
	s := stamps{}
	now := time.Unix(100, 600)
	s.saw("p", time.Unix(100, 1))
	for i, want := range []time.Time{time.Unix(101, 0), time.Unix(102, 0)} {
		if got := s.next("p", now); !got.Equal(want) {
			t.Errorf("write %d: %v, want %v", i, got, want)
		}
	}
	if got := s.next("q", now); !got.Equal(now) {
		t.Errorf("another path: %v", got)
	}
	if got := s.next("p", time.Unix(200, 5)); !got.Equal(time.Unix(200, 5)) {
		t.Errorf("later: %v", got)
	}
	s.saw("r", time.Unix(4_000_000_000, 0)) // a child may set any time
	if got := s.next("r", now); !got.Equal(now) {
		t.Errorf("after a time far ahead: %v", got)
	}
}
