package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/failure"
)

func TestArrange(t *testing.T) {
	near := []failure.Failure{fail("gotest", "example.com/x", "TestA"), fail("gotest", "example.com/x", "TestB")}
	for _, c := range []struct {
		name, command string
		order         Order
		want          string // the command; "usual" where a variable does it
	}{
		{"go", "make test", Order{Framework: "gotest", Seed: 7}, "usual"},
		{"go, near", "go test -race ./...", Order{Framework: "gotest", Seed: 7, Near: near}, "go test -race example.com/x"},
		{"go, near, in a script", "make test", Order{Framework: "gotest", Seed: 7, Near: near}, ""},
		{"pytest", "tox", Order{Framework: "pytest"}, "usual"},
		{"pytest, near", "pytest -q tests", Order{Framework: "pytest", Near: []failure.Failure{fail("pytest", "", "a/t.py::x"), fail("pytest", "", "a/t.py::y")}}, "pytest -q a/t.py"},
		{"rspec", "rake", Order{Framework: "rspec"}, "usual"},
		{"unittest", "python3 -m unittest -v t", Order{Framework: "unittest"}, "python3 -m regreen_unittest -v t"},
		{"unittest in a script", "make test", Order{Framework: "unittest"}, ""},
		{"jest", "npx jest", Order{Framework: "jest", Seed: 7}, "npx jest --randomize --seed=7"},
		{"vitest by npm", "npm test", Order{Framework: "vitest", Seed: 7}, "npm test -- --sequence.shuffle --sequence.seed=7"},
		{"mocha by yarn", "yarn mocha", Order{Framework: "mocha"}, "yarn mocha --require '{scratch}/reverse.cjs'"},
		{"bun", "bun test src", Order{Framework: "bun", Seed: 7}, "bun test src --randomize --seed=7"},
		{"deno", "deno test -A", Order{Framework: "deno", Seed: 7}, "deno test -A --shuffle=7"},
		{"jasmine", "npx jasmine", Order{Framework: "jasmine", Seed: 7}, "npx jasmine --random=true --seed=7"},
		{"robot", "robot -d out tests", Order{Framework: "robot", Seed: 7}, "robot --randomize tests:7 -d out tests"},
		{"phpunit", "phpunit", Order{Framework: "phpunit"}, "phpunit --order-by=reverse"},
		{"phpunit with an order", "phpunit --order-by=random", Order{Framework: "phpunit"}, ""},
		{"ctest", "ctest", Order{Framework: "ctest"}, "ctest --schedule-random"},
		{"cargo", "cargo test", Order{Framework: "cargo"}, ""},
		{"node", "node --test", Order{Framework: "node-test"}, ""},
		{"jest, near", "npx jest", Order{Framework: "jest", Near: near}, ""},
	} {
		r, err := New(Suite{Command: c.command})
		if err != nil {
			t.Fatal(err)
		}
		a, ok := r.arrange(c.order, packageScript)
		got := a.command
		if ok && got == "" {
			got = "usual"
		}
		if got != c.want || ok != (c.want != "") || ok && a.says == "" {
			t.Errorf("%s: %q, %v, says %q; want %q", c.name, got, ok, a.says, c.want)
		}
	}
}

// TestReversed runs the plugins for real.
func TestReversed(t *testing.T) {
	files := map[string]string{
		"test_a.py": "import unittest\n\n\nclass A(unittest.TestCase):\n    def test_1(self):\n        print('a1')\n\n    def test_2(self):\n        print('a2')\n\n\nclass B(unittest.TestCase):\n    def test_1(self):\n        print('b1')\n",
		"test_b.py": "import unittest\n\n\nclass C(unittest.TestCase):\n    def test_1(self):\n        print('c1')\n",
	}
	for _, c := range []struct {
		name, command string
		order         Order
		want          []string
	}{
		{"unittest", "python3 -m unittest test_a test_b", Order{Framework: "unittest"}, []string{"c1", "b1", "a2", "a1"}},
		{"unittest discovers", "python3 -m unittest", Order{Framework: "unittest"}, []string{"c1", "b1", "a2", "a1"}},
		{"pytest", "python3 -m pytest -q -s", Order{Framework: "pytest"}, []string{"c1", "b1", "a2", "a1"}},
		{"pytest with a path", "PYTHONPATH=. python3 -m pytest -q -s", Order{Framework: "pytest"}, []string{"c1", "b1", "a2", "a1"}},
		{"pytest by env", "env PYTHONPATH=$PWD:src python3 -m pytest -q -s", Order{Framework: "pytest"}, []string{"c1", "b1", "a2", "a1"}},
		{"pytest by a shell", "sh -c 'export PYTHONPATH=; python3 -m pytest -q -s'", Order{Framework: "pytest"}, []string{"c1", "b1", "a2", "a1"}},
		{"unittest with a path", "PYTHONPATH=src python3 -m unittest", Order{Framework: "unittest"}, []string{"c1", "b1", "a2", "a1"}},
		{"out of reach", "env -u PYTEST_ADDOPTS python3 -m pytest -q -s", Order{Framework: "pytest"}, []string{"a1", "a2", "b1", "c1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := exec.Command("python3", "-c", "import "+c.order.Framework).Run(); err != nil {
				t.Skipf("no %s: %v", c.order.Framework, err)
			}
			if got := ordered(t, files, c.command, c.order); cmp.Diff(c.want, got) != "" {
				t.Errorf("ran %v, want %v", got, c.want)
			}
		})
	}
}

// TestPrefixed: what a command itself says of a path is kept, behind the folder.
func TestPrefixed(t *testing.T) {
	for command, want := range map[string]string{
		"pytest": "pytest",
		"PYTHONPATH=src pytest && PYTHONPATH='a b' pytest": "PYTHONPATH=/s:src pytest && PYTHONPATH=/s:'a b' pytest",
		"env PYTHONPATH= pytest":                           "env PYTHONPATH=/s pytest",
		"MYPYTHONPATH=src pytest --opt=PYTHONPATH=x":       "MYPYTHONPATH=src pytest --opt=PYTHONPATH=x",
		"export PYTHONPATH=$PWD\npytest; PYTHONPATH=":      "export PYTHONPATH=/s:$PWD\npytest; PYTHONPATH=/s",
	} {
		if got := prefixed(command, "PYTHONPATH", "/s"); got != want {
			t.Errorf("%q becomes %q, want %q", command, got, want)
		}
	}
	if got := prefixed("PYTHONPATH=a pytest", "PYTHONPATH", "/a b"); got != "PYTHONPATH=a pytest" {
		t.Errorf("a folder that needs quotes: %q", got)
	}
}

// ordered runs a command in another order and returns the marks that tests print.
func ordered(t *testing.T, files map[string]string, command string, o Order) []string {
	t.Helper()
	dir, scratch := t.TempDir(), t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := New(Suite{Command: command})
	if err != nil {
		t.Fatal(err)
	}
	a, ok := r.arrange(o, packageScript)
	if !ok {
		t.Fatal("no order")
	}
	env, run, err := a.apply(os.Environ(), command, scratch)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", run)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", run, err, out)
	}
	var marks []string
	defer func() {
		if sorted := slices.IsSorted(marks); a.taken(scratch, out) == sorted {
			t.Errorf("ran %v, taken for another order: %v", marks, !sorted)
		}
	}()
	for _, word := range strings.FieldsFunc(string(out), func(r rune) bool { return strings.ContainsRune(" .\n", r) }) {
		if len(word) == 2 && strings.ContainsAny(word[:1], "abc") {
			marks = append(marks, word)
		}
	}
	return marks
}

func TestReverseMocha(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	hook := filepath.Join(t.TempDir(), "reverse.cjs")
	if err := os.WriteFile(hook, []byte(reverseMocha), 0o644); err != nil {
		t.Fatal(err)
	}
	const script = `const suite = (tests, suites) => ({ tests, suites });
const root = suite(['t1', 't2'], [suite(['a1', 'a2'], []), suite(['b1'], [])]);
require(process.argv[1]).mochaHooks.beforeAll.call({ test: { parent: root } });
const walk = (s) => { s.tests.forEach((x) => console.log(x)); s.suites.forEach(walk); };
walk(root);`
	out, err := exec.Command("node", "-e", script, hook).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(string(out)); cmp.Diff([]string{"t2", "t1", "b1", "a2", "a1"}, got) != "" {
		t.Errorf("ran %v", got)
	}
}

// TestSeed: with two tests every other seed leaves the order as it is.
func TestSeed(t *testing.T) {
	for n := 2; n < 6; n++ {
		for start := range int64(20) {
			if s := Seed(n, start*1000); inversions(n, s) == 0 {
				t.Errorf("seed %d leaves %d tests in their order", s, n)
			}
		}
	}
	if inversions(2, Seed(2, 5)) != 1 {
		t.Error("two tests are not exchanged")
	}
	if s := Seed(1_000_000, 7); s != 7 { // looking for a better one would take days
		t.Errorf("seed %d for a million tests, want the first", s)
	}
}
