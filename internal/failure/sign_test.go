package failure

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var signaturePattern = regexp.MustCompile(`^v1:[0-9a-f]{32}$`)

func TestSignIsVersioned(t *testing.T) {
	s := Sign(Failure{Framework: "pytest", Kind: KindTest, Test: "t.py::t", ErrorType: "ValueError", Message: "bad"})
	for _, h := range []string{s.Exact, s.Template} {
		if !signaturePattern.MatchString(h) {
			t.Errorf("signature %q", h)
		}
	}
	if s.Text != "ValueError bad t.py::t" {
		t.Errorf("text %q", s.Text)
	}
}

// noisy are pairs of messages of the same fault in two runs.
var noisy = []struct{ name, a, b string }{
	{"timestamp", "at 2026-03-11T09:14:02.769Z lock lost", "at 2025-12-01T23:00:59+02:00 lock lost"},
	{"date and time", "2026/03/11 09:14:02 dial failed", "2026/11/29 19:00:00 dial failed"},
	{"clock", "woke at 09:14:02.123", "woke at 23:59:59.999"},
	{"duration", "no answer within 1.5s", "no answer within 902ms"},
	{"go duration", "took 1h2m3.4s, too long", "took 59m0.1s, too long"},
	{"duration in words", "terminated after 310.0115718841553 seconds", "terminated after 12 seconds"},
	{"address", "<Tracker object at 0x7fea0d9b9480> leaked", "<Tracker object at 0x55c2a1> leaked"},
	{"java identity", "should be ThreadPool@d0358f1", "should be ThreadPool@643b5e4e"},
	{"uuid", "no job 7b68f4a8-6e66-408f-965b-23f0073b6ee7", "no job 3e8432a2-ff59-c925-c08b-bb7f9ee02dd1"},
	{"temp folder", "open /tmp/TestX123/001/a.txt: no such file", "open /tmp/TestX987/002/a.txt: no such file"},
	{"mac temp folder", "open /var/folders/x/y/T/abc/a.txt: no such file", "open /tmp/TestX987/a.txt: no such file"},
	{"windows temp folder", `open C:\Users\dev\AppData\Local\Temp\x1\a.txt: gone`, `open C:\Users\runneradmin\AppData\Local\Temp\y2\b.txt: gone`},
	{"runner path", "Cannot find module '/home/runner/work/app/app/src/sum'", "Cannot find module '/__w/app/app/src/sum'"},
	{"windows runner path", `cannot open D:\a\app\app\src\sum.c`, "cannot open /home/runner/work/app/app/src/sum.c"},
	{"library path", "in /opt/venv/lib/python3.10/site-packages/attr/x.py", "in /usr/lib/python3/dist-packages/attr/x.py"},
	{"ip and port", "dial tcp 127.0.0.1:40123: connection refused", "dial tcp 127.0.0.1:53999: connection refused"},
	{"port", "listening on port 8081 failed", "listening on port 50123 failed"},
	{"seed", "property failed with seed 1234567", "property failed with seed 99"},
	{"goroutine", "goroutine 6 is stuck", "goroutine 1834 is stuck"},
	{"thread", "pool-1-thread-3 died", "pool-12-thread-1 died"},
	{"pid", "process with pid 80709 died", "process with pid 12 died"},
	{"line number", "panic in calc.go:12: overflow", "panic in calc.go:431: overflow"},
	{"line in words", "syntax error in x.sh, line 12", "syntax error in x.sh, line 20"},
	{"count", "leaked 17 goroutines", "leaked 3 goroutines"},
	{"worker", "[gw0] node down", "[gw13] node down"},
	{"shard", "shard 1/4 lost", "shard 3/4 lost"},
	{"quotes", "no matching function for ‘add’", "no matching function for 'add'"},
	{"line ends", "one\r\ntwo", "one\ntwo"},
}

func TestSignSurvivesNoise(t *testing.T) {
	for _, c := range noisy {
		t.Run(c.name, func(t *testing.T) {
			a, b := Failure{Framework: "gotest", Test: "TestX", Message: c.a}, Failure{Framework: "gotest", Test: "TestX", Message: c.b}
			if Sign(a).Exact != Sign(b).Exact {
				t.Errorf("exact differs:\n%s\n%s", Sign(a).Text, Sign(b).Text)
			}
			if Sign(a).Template != Sign(b).Template {
				t.Error("template differs")
			}
		})
	}
}

func TestSignSurvivesMovedCode(t *testing.T) {
	at := func(file string, line int, name string) []Frame {
		return []Frame{{File: file, Line: line, Func: name}, {File: "x_test.go", Line: 3, Func: "example.com/app.TestX"}}
	}
	a := Failure{Framework: "gotest", Test: "TestX", File: "a.go", Line: 3, Message: "boom", Frames: at("a.go", 3, "example.com/app.(*Node).Sum.func1")}
	b := Failure{Framework: "gotest", Test: "TestX", File: "other/a.go", Line: 99, Message: "boom", Frames: at("other/a.go", 99, "example.com/app.(*Node).Sum.func2")}
	if Sign(a).Exact != Sign(b).Exact {
		t.Error("exact differs")
	}
}

// TestSignDependsOnNoOrder: a test that walks over a map prints its assertions in another
// order each time.
func TestSignDependsOnNoOrder(t *testing.T) {
	of := func(entries ...string) Failure {
		log := "--- FAIL: TestX (0.00s)\n    " + strings.Join(entries, "\n    ") + "\nFAIL\nFAIL\texample.com/app\t0.01s\n"
		r := mustParse(t, strings.NewReader(log))
		if len(r.Failures) != 1 {
			t.Fatalf("failures: %+v", r.Failures)
		}
		return r.Failures[0]
	}
	a, b, other := "x_test.go:3: a: got 1, want 2", "x_test.go:3: b: got 5,\n        want 6", "x_test.go:3: c: got 1, want 2"
	log := "x_test.go:2: dialing port 1"
	want := of(log, a, b).Signature
	if got := of(log, b, a).Signature; got != want {
		t.Errorf("the order counts: %+v, %+v", got, want)
	}
	if got := of(b, log, a).Signature; got != want {
		t.Errorf("what is only logged counts: %+v, %+v", got, want)
	}
	for name, f := range map[string]Failure{"fewer": of(log, a), "more": of(log, a, b, other), "others": of(log, a, other)} {
		if f.Signature.Exact == want.Exact {
			t.Errorf("%s assertions make the same fault", name)
		}
	}
}

// different are pairs of faults that must not be taken for one.
var different = []struct {
	name string
	a, b Failure
}{
	{"test", Failure{Test: "TestA", Message: "x"}, Failure{Test: "TestB", Message: "x"}},
	{"case of a table", Failure{Test: "TestA/1+2", Message: "x"}, Failure{Test: "TestA/0+0", Message: "x"}},
	{"parameter", Failure{Framework: "pytest", Test: "t.py::t[1]", Message: "x"}, Failure{Framework: "pytest", Test: "t.py::t[2]", Message: "x"}},
	{"package", Failure{Package: "a", Test: "TestA"}, Failure{Package: "b", Test: "TestA"}},
	{"class of error", Failure{Test: "t", ErrorType: "KeyError", Message: "'a'"}, Failure{Test: "t", ErrorType: "ValueError", Message: "'a'"}},
	{"kind", Failure{Test: "t", Kind: KindTimeout}, Failure{Test: "t", Kind: KindTest}},
	{"identifier", Failure{File: "a.go", Message: "undefined: foo"}, Failure{File: "a.go", Message: "undefined: bar"}},
	{"file of a build error", Failure{File: "a.go", Message: "undefined: foo"}, Failure{File: "b.go", Message: "undefined: foo"}},
	{"diagnostic code", Failure{File: "a.rs", ErrorType: "E0308", Message: "x"}, Failure{File: "a.rs", ErrorType: "E0425", Message: "x"}},
	{"value", Failure{Test: "t", Message: "got 4, want 3"}, Failure{Test: "t", Message: "got 5, want 3"}},
	{"kind of value", Failure{Test: "t", Message: "expected nil, got 3"}, Failure{Test: "t", Message: `expected nil, got "3"`}},
	{"status", Failure{Test: "t", Message: "server answered 404"}, Failure{Test: "t", Message: "server answered 500"}},
	{"exit status", Failure{Test: "t", Message: "exit status 1"}, Failure{Test: "t", Message: "exit status 2"}},
	{"version", Failure{Test: "t", Message: "needs go 1.25"}, Failure{Test: "t", Message: "needs go 1.26"}},
	{"file in a message", Failure{Test: "t", Message: "open /srv/a/x.txt: no such file"}, Failure{Test: "t", Message: "open /srv/a/y.txt: no such file"}},
	{"folder in a message", Failure{Test: "t", Message: "no module '/srv/a/index.js'"}, Failure{Test: "t", Message: "no module '/srv/b/index.js'"}},
	{"date", Failure{Test: "t", Message: "got 2025-03-03"}, Failure{Test: "t", Message: "got 2025-03-02"}},
	{"function under test", Failure{Framework: "jest", Test: "t", Message: "x", Frames: []Frame{{File: "src/a.js", Func: "add"}}}, Failure{Framework: "jest", Test: "t", Message: "x", Frames: []Frame{{File: "src/a.js", Func: "sub"}}}},
	{"language", Failure{Framework: "pytest", Test: "t", Message: "x"}, Failure{Framework: "rspec", Test: "t", Message: "x"}},
}

func TestSignTellsFaultsApart(t *testing.T) {
	for _, c := range different {
		t.Run(c.name, func(t *testing.T) {
			if a, b := Sign(c.a), Sign(c.b); a.Exact == b.Exact {
				t.Errorf("equal: %q and %q", a.Text, b.Text)
			}
		})
	}
}

func TestTemplate(t *testing.T) {
	same := [][2]Failure{
		{{Test: "TestA", Message: "connection to 'db1' refused"}, {Test: "TestB", Message: "connection to 'db2' refused"}},
		{{Test: "TestA", ErrorType: "panic", Message: "attempt to subtract with overflow"}, {Test: "TestB", ErrorType: "panic", Message: "attempt to subtract with overflow"}},
	}
	for _, p := range same {
		if Sign(p[0]).Template != Sign(p[1]).Template {
			t.Errorf("templates differ: %q, %q", p[0].Message, p[1].Message)
		}
	}
	// The shape of an assertion alone says nothing: other tests are other faults.
	a, b := Failure{Test: "TestA", Message: "expected 3, got 4"}, Failure{Test: "TestB", Message: "expected 7, got 1"}
	if Sign(a).Template == Sign(b).Template {
		t.Error("templates of unrelated assertions are equal")
	}
}

// TestSignOfReruns runs failing projects twice: as they are, and with the failing code
// moved and other code around it. What fails in both must have the same signature.
func TestSignOfReruns(t *testing.T) {
	cases := os.Getenv("REGREEN_CASES")
	if cases == "" {
		t.Skip("REGREEN_CASES is not set: no projects to run")
	}
	for _, c := range []struct{ a, b, tool string }{{"go-backoff-overflow", "go-backoff-overflow-again", "go"}, {"js-add-months", "js-add-months-moved", "node"}} {
		t.Run(c.a, func(t *testing.T) {
			if _, err := exec.LookPath(c.tool); err != nil {
				t.Skipf("%s is not installed", c.tool)
			}
			a, b := runCase(t, filepath.Join(cases, "repairs", c.a)), runCase(t, filepath.Join(cases, "repairs", c.b))
			if len(a) == 0 {
				t.Fatal("nothing failed")
			}
			for test, signature := range a {
				if b[test] != signature {
					t.Errorf("%s: %s, then %s", test, signature, b[test])
				}
			}
		})
	}
}

// runCase runs a copy of a broken project's tests and returns the exact signatures by
// test.
func runCase(t *testing.T, dir string) map[string]string {
	t.Helper()
	command, err := os.ReadFile(filepath.Join(dir, "test_command.txt"))
	if err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(t.TempDir(), "checkout")
	if err := os.CopyFS(work, os.DirFS(filepath.Join(dir, "before"))); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", strings.TrimSpace(string(command)))
	cmd.Dir = work
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("%s passed:\n%s", command, out)
	}
	report, err := Parse([]Input{{Name: "output", R: bytes.NewReader(out)}}, Options{Root: work})
	if err != nil {
		t.Fatal(err)
	}
	signatures := map[string]string{}
	for _, f := range report.Failures {
		signatures[f.Package+" "+f.Test] = f.Signature.Exact
	}
	return signatures
}
