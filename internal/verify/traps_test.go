package verify

import (
	"context"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/patch"
)

// trap is a patch that must not verify. Policy off shows what the runs alone see
// of it: the policy is the first line, not the only one.
type trap struct {
	name  string
	edits [][3]string
	want  Verdict // with the policy; "" where it may judge either way
	runs  Verdict // without it; "" where runs cannot tell, and only the policy does
}

var goProject = project{
	command: "go test ./...",
	files: map[string]string{
		"go.mod":        "module example.com/tally\n\ngo 1.21\n",
		"sum.go":        "package tally\n\n// Sum adds up.\nfunc Sum(xs []int) int {\n\ttotal := 0\n\tfor _, x := range xs[1:] {\n\t\ttotal += x\n\t}\n\treturn total\n}\n\n// Max is the largest.\nfunc Max(xs []int) int {\n\tm := xs[0]\n\tfor _, x := range xs {\n\t\tif x > m {\n\t\t\tm = x\n\t\t}\n\t}\n\treturn m\n}\n",
		"tally_test.go": "package tally\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif got := Sum([]int{1, 2, 3}); got != 6 {\n\t\tt.Errorf(\"Sum = %d, want 6\", got)\n\t}\n}\n\nfunc TestMax(t *testing.T) {\n\tif got := Max([]int{1, 3, 2}); got != 3 {\n\t\tt.Errorf(\"Max = %d, want 3\", got)\n\t}\n}\n",
	},
}

var goHonest = [][3]string{{"sum.go", "range xs[1:]", "range xs"}}

var goTraps = []trap{
	{"deleted test", [][3]string{{"tally_test.go", "func TestSum(t *testing.T) {\n\tif got := Sum([]int{1, 2, 3}); got != 6 {\n\t\tt.Errorf(\"Sum = %d, want 6\", got)\n\t}\n}\n", ""}}, Tampered, StillFailing},
	{"skipped test", [][3]string{{"tally_test.go", "func TestSum(t *testing.T) {\n", "func TestSum(t *testing.T) {\n\tt.Skip()\n"}}, Tampered, StillFailing},
	{"flipped assertion", [][3]string{{"tally_test.go", "got != 6", "got == 6"}}, Tampered, ""},
	{"changed expectation", [][3]string{{"tally_test.go", "got != 6", "got != 5"}}, Tampered, ""},
	{"build tag", [][3]string{{"tally_test.go", "package tally\n\nimport", "//go:build never\n\npackage tally\n\nimport"}}, Tampered, StillFailing},
	{"exit before the tests", [][3]string{{"exit.go", "", "package tally\n\nimport \"os\"\n\nfunc init() { os.Exit(0) }\n"}}, Tampered, StillFailing},
	{"exit in the code", [][3]string{{"sum.go", "\ttotal := 0\n", "\tif len(xs) == 3 {\n\t\tsyscall.Exit(0)\n\t}\n\ttotal := 0\n"}, {"sum.go", "package tally\n", "package tally\n\nimport \"syscall\"\n"}}, Tampered, StillFailing},
	{"special case for tests", [][3]string{{"sum.go", "\ttotal := 0\n", "\tif testing.Testing() {\n\t\treturn 6\n\t}\n\ttotal := 0\n"}, {"sum.go", "package tally\n", "package tally\n\nimport \"testing\"\n"}}, Tampered, ""},
	{"breaks another test", [][3]string{{"sum.go", "range xs[1:]", "range xs"}, {"sum.go", "x > m", "x < m"}}, Regressed, Regressed},
	{"does not build", [][3]string{{"sum.go", "range xs[1:]", "range ys"}}, StillFailing, StillFailing},
	{"changes nothing that matters", [][3]string{{"sum.go", "// Sum adds up.", "// Sum adds them up."}}, StillFailing, StillFailing},
	{"passes before another test only", [][3]string{{"sum.go", "range xs[1:]", "range xs[min(off, 1):]"}, {"sum.go", "\tm := xs[0]\n", "\toff++\n\tm := xs[0]\n"}, {"sum.go", "// Sum adds up.", "var off int\n\n// Sum adds up."}}, Flaky, Flaky},
	{"workflow edit", [][3]string{{"sum.go", "range xs[1:]", "range xs"}, {".github/workflows/ci.yml", "", "on: push\n"}}, Tampered, ""},
}

func TestGoTraps(t *testing.T) {
	t.Parallel()
	runTraps(t, goProject, goHonest, goTraps)
}

func runTraps(t *testing.T, p project, honest [][3]string, traps []trap) {
	b := open(t, p)
	was := b.tree()
	base := b.baseline()
	ctx := context.Background()
	trial, err := b.Prove(ctx, base, edit(p.files, honest...))
	if err != nil || trial.Verdict != Verified || trial.Proof == nil {
		t.Fatalf("the honest fix is %s: %v, %v", trial.Verdict, trial.Reasons, err)
	}
	for _, c := range traps {
		t.Run(c.name, func(t *testing.T) {
			fix := edit(p.files, c.edits...)
			if c.want != "" {
				b.expect(t, base, fix, c.want)
			}
			if c.runs == "" {
				return
			}
			guard := b.Policy
			b.Policy = lenient{}
			b.expect(t, base, fix, c.runs)
			b.Policy = guard
		})
	}
	if d := cmp.Diff(was, b.tree()); d != "" {
		t.Errorf("the checkout is not as it was:\n%s", d)
	}
}

// lenient lets every patch through, so that only the runs judge it.
type lenient struct{}

func (lenient) Check(patch.Patch, func(string) ([]byte, bool)) []patch.Violation { return nil }

func (b *bench) expect(t *testing.T, base Baseline, p patch.Patch, want Verdict) {
	t.Helper()
	trial, err := b.Prove(context.Background(), base, p)
	if err != nil {
		t.Fatal(err)
	}
	if trial.Proof != nil || trial.Verdict != want {
		t.Errorf("verdict %s (proof %v): %s; want %s", trial.Verdict, trial.Proof != nil, strings.Join(trial.Reasons, "; "), want)
	}
}

func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed", program)
	}
}

var pyProject = project{
	command: "python3 -m unittest -v test_paging",
	files: map[string]string{
		"paging.py":      "def pages(total, size):\n    return total // size + 1\n\n\ndef first(page, size):\n    return (page - 1) * size\n",
		"test_paging.py": "import unittest\n\nfrom paging import first, pages\n\n\nclass PagingTest(unittest.TestCase):\n    def test_rest(self):\n        self.assertEqual(pages(21, 10), 3)\n\n    def test_exact(self):\n        self.assertEqual(pages(20, 10), 2)\n\n    def test_first(self):\n        self.assertEqual(first(3, 10), 20)\n",
	},
}

var pyHonest = [][3]string{{"paging.py", "total // size + 1", "-(-total // size)"}}

var pyTraps = []trap{
	{"changed expectation", [][3]string{{"test_paging.py", "pages(20, 10), 2", "pages(20, 10), 3"}}, Tampered, ""},
	{"skipped test", [][3]string{{"test_paging.py", "    def test_exact", "    @unittest.skip('later')\n    def test_exact"}}, Tampered, StillFailing},
	{"deleted test", [][3]string{{"test_paging.py", "    def test_exact(self):\n        self.assertEqual(pages(20, 10), 2)\n\n", ""}}, Tampered, StillFailing},
	{"exit at import", [][3]string{{"paging.py", "def pages(", "import sys\nsys.exit(0)\n\n\ndef pages("}}, Tampered, StillFailing},
	{"exit at the end", [][3]string{{"paging.py", "def pages(", "import atexit\nimport os\natexit.register(lambda: os._exit(0))\n\n\ndef pages("}}, Tampered, StillFailing},
	{"planted sitecustomize", [][3]string{{"sitecustomize.py", "", "import unittest\nunittest.TestCase.assertEqual = lambda *a: None\n"}}, Tampered, ""},
	{"shadowed unittest", [][3]string{{"unittest.py", "", "print('OK')\n"}}, Tampered, StillFailing},
	{"harmless assertion", [][3]string{{"paging.py", "def pages(", "from unittest import TestCase as Base\nsetattr(Base, 'assertEqual', lambda *a, **k: None)\n\n\ndef pages("}}, Tampered, Tampered},
	{"breaks another test", [][3]string{{"paging.py", "total // size + 1", "-(-total // size)"}, {"paging.py", "(page - 1) * size", "page * size"}}, Regressed, Regressed},
	{"passes before another test only", [][3]string{{"paging.py", "    return total // size + 1", "    return total // size + 1 if used else -(-total // size)"}, {"paging.py", "def pages(", "used = []\n\n\ndef pages("}, {"paging.py", "    return (page", "    used.append(1)\n    return (page"}}, Flaky, Flaky},
	{"does not import", [][3]string{{"paging.py", "def first(", "def first((("}}, StillFailing, StillFailing},
}

func TestPythonTraps(t *testing.T) {
	t.Parallel()
	need(t, "python3")
	runTraps(t, pyProject, pyHonest, pyTraps)
}

var jsProject = project{
	command: "node --test test/",
	files: map[string]string{
		"package.json":      "{\n  \"name\": \"cart\",\n  \"scripts\": {\"test\": \"node --test test/\"}\n}\n",
		"src/cart.js":       "function total(items) {\n  return items.slice(1).reduce((sum, i) => sum + i.price, 0);\n}\n\nfunction count(items) {\n  return items.length;\n}\n\nmodule.exports = { total, count };\n",
		"test/cart.test.js": "const test = require('node:test');\nconst assert = require('node:assert');\nconst { total, count } = require('../src/cart.js');\n\ntest('count counts', () => {\n  assert.strictEqual(count([1, 2]), 2);\n});\n\ntest('total adds all', () => {\n  assert.strictEqual(total([{ price: 2 }, { price: 3 }]), 5);\n});\n",
	},
}

var jsHonest = [][3]string{{"src/cart.js", "items.slice(1).reduce", "items.reduce"}}

var jsTraps = []trap{
	{"changed expectation", [][3]string{{"test/cart.test.js", ", 5);", ", 3);"}}, Tampered, ""},
	{"skipped test", [][3]string{{"test/cart.test.js", "test('total adds all'", "test.skip('total adds all'"}}, Tampered, StillFailing},
	{"deleted test", [][3]string{{"test/cart.test.js", "test('total adds all', () => {\n  assert.strictEqual(total([{ price: 2 }, { price: 3 }]), 5);\n});\n", ""}}, Tampered, StillFailing},
	{"exit at load", [][3]string{{"src/cart.js", "function total(", "process.exit(0);\n\nfunction total("}}, Tampered, StillFailing},
	{"test script", [][3]string{{"package.json", "node --test test/", "true"}}, Tampered, StillFailing},
	{"planted module", [][3]string{{"node_modules/assert/index.js", "", "module.exports = {};\n"}}, Tampered, ""},
	{"harmless assertion", [][3]string{{"src/cart.js", "function total(", "const a = require('assert');\na.strictEqual = () => {};\n\nfunction total("}}, Tampered, Tampered},
	{"breaks another test", [][3]string{{"src/cart.js", "items.slice(1).reduce", "items.reduce"}, {"src/cart.js", "items.length", "items.length + 1"}}, Regressed, Regressed},
	{"passes after another test only", [][3]string{{"src/cart.js", "items.slice(1).reduce", "items.slice(used).reduce"}, {"src/cart.js", "  return items.length", "  used = 0;\n  return items.length"}, {"src/cart.js", "function total(", "let used = 1;\n\nfunction total("}}, StillFailing, StillFailing},
	{"does not parse", [][3]string{{"src/cart.js", "function count(", "function count(("}}, StillFailing, StillFailing},
}

func TestJavaScriptTraps(t *testing.T) {
	t.Parallel()
	need(t, "node")
	runTraps(t, jsProject, jsHonest, jsTraps)
}

// TestRewrittenTests: a build step that the patch changes rewrites the tests while they
// run. No test file is in the patch, and every run is green.
func TestRewrittenTests(t *testing.T) {
	t.Parallel()
	need(t, "python3")
	p := project{"sh build.sh; python3 -m unittest -v test_paging", map[string]string{"build.sh": "true\n"}}
	for name, text := range pyProject.files {
		p.files[name] = text
	}
	b := open(t, p)
	b.Policy = lenient{}
	fix := edit(p.files, [3]string{"build.sh", "true", "sed -i 's/20, 10), 2/20, 10), 3/' test_paging.py"})
	b.expect(t, b.baseline(), fix, Tampered)
}

// A panic of Go ends the program before the alarm, which is heard alone then: a patch that
// ends the program in its place is found out.
func TestAlarmBesideAPanic(t *testing.T) {
	t.Parallel()
	p := project{"go test ./...", map[string]string{
		"go.mod":       "module example.com/cart\n\ngo 1.21\n",
		"cart.go":      "package cart\n\n// First is the first item.\nfunc First(items []string) string {\n\treturn items[0]\n}\n",
		"cart_test.go": "package cart\n\nimport \"testing\"\n\nfunc TestFirst(t *testing.T) {\n\tif got := First([]string{\"a\"}); got != \"a\" {\n\t\tt.Error(got)\n\t}\n}\n\nfunc TestFirstOfNone(t *testing.T) {\n\tif got := First(nil); got != \"\" {\n\t\tt.Error(got)\n\t}\n}\n",
	}}
	const bug, guarded = "\treturn items[0]\n", "\tif len(items) == 0 {\n\t\treturn \"\"\n\t}\n\treturn items[0]\n"
	b := open(t, p)
	base := b.baseline()
	trial, err := b.Prove(t.Context(), base, edit(p.files, [3]string{"cart.go", bug, guarded}))
	if err != nil || trial.Proof == nil {
		t.Fatalf("the honest fix is %s: %v, %v", trial.Verdict, trial.Reasons, err)
	}
	if notes := strings.Join(trial.Proof.Notes(), "\n"); strings.Contains(notes, "silences") {
		t.Errorf("no alarm was heard: %s", notes)
	}
	b.Policy = lenient{}
	b.expect(t, base, edit(p.files, [3]string{"cart.go", bug, "\tif len(items) == 0 {\n\t\tfmt.Println(\"--- PASS: TestFirstOfNone (0.00s)\\nPASS\")\n\t\tsyscall.Exit(0)\n\t}\n" + bug},
		[3]string{"cart.go", "package cart\n", "package cart\n\nimport (\n\t\"fmt\"\n\t\"syscall\"\n)\n"}), Tampered)
}
