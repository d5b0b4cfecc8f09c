package failure

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tests returns the names of the tests that a report lists.
func tests(r Report) string {
	var names []string
	for _, f := range r.Failures {
		names = append(names, f.Test)
	}
	return strings.Join(names, " ")
}

func step(command, output string) string {
	return "##[group]Run " + command + "\n\x1b[36;1m" + command + "\x1b[0m\nshell: /usr/bin/bash -e {0}\n##[endgroup]\n" + output
}

// job puts steps into the frame of a job log, without saying how it ended.
func job(steps ...string) string {
	text := "Current runner version: '2.329.0'\n" + strings.Join(steps, "") + "Post job cleanup.\nCleaning up orphan processes\n"
	return "2026-03-11T09:14:02.7690625Z " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n2026-03-11T09:14:02.7690625Z ") + "\n"
}

const exit1 = "##[error]Process completed with exit code 1.\n"

func goFails(test string) string {
	return "--- FAIL: " + test + " (0.00s)\n    x_test.go:3: got 1, want 2\nFAIL\nFAIL\texample.com/app\t0.01s\nFAIL\n"
}

const scary = `ERROR: something is wrong
FAIL: not really
Traceback (most recent call last):
  File "/srv/app/x.py", line 3, in <module>
    raise ValueError("expected by a test")
ValueError: expected by a test
src/a.c:3:4: error: expected by a test
panic: expected
`

func TestVerdicts(t *testing.T) {
	for name, c := range map[string]struct{ log, want string }{
		"green job":                         {job(step("make", scary+goFails("TestX"))), ""},
		"green step before a red one":       {job(step("make probe", scary+goFails("TestProbe")), step("go test", goFails("TestX")+exit1)), "TestX"},
		"red step that may fail":            {job(step("go test", goFails("TestX")+exit1), step("echo", "ok\n")), "TestX"},
		"only a green step explains it":     {job(step("go test | tee log", goFails("TestX")), step("exit 1", exit1)), "TestX"},
		"retried step that passes":          {job(step("retry", goFails("TestX")+"##[warning]Attempt 1 failed. Reason: Child_process exited with error code 1\nok  \texample.com/app\t0.01s\nCommand completed after 2 attempt(s).\n"), step("false", goFails("TestY")+exit1)), "TestY"},
		"retried step, another one is left": {job(step("retry", goFails("TestX")+goFails("TestY")+"##[warning]Attempt 1 failed. Reason: x\n"+goFails("TestY")+"##[error]Final attempt failed. Child_process exited with error code 1\n")), "TestY"},
		"script that prints a failure":      {job(step("echo '--- FAIL: TestNo (0.00s)'", "--- x\n"+exit1)), ""},
		"go test that passes":               {"=== RUN   TestX\n" + scary + "--- PASS: TestX (0.00s)\nPASS\nok  \texample.com/app\t0.01s\n", ""},
		"pytest that passes":                {"=== test session starts ===\n" + scary + "=== 3 passed in 0.10s ===\n", ""},
		"pytest that reports another's":     {"=== test session starts ===\ncollected 1 item\n=== PASSES ===\n___ test_x ___\n--- Captured stdout call ---\nFAILED tests/x.py::test_y - no\n=== 1 passed in 0.10s ===\n", ""},
		"jest that passes":                  {"PASS a.test.js\n  ● Console\n\n    console.error\n      ● not › real\n\nTests:       1 passed, 1 total\n", ""},
		"cargo that passes":                 {"running 1 test\ntest a ... ok\n\nsuccesses:\n\n---- a stdout ----\nthread 'a' panicked at src/lib.rs:3:4:\nno\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n", ""},
		"maven that passes":                 {"[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in com.acme.T\njava.lang.Error: printed\n\tat com.acme.T.m(T.java:3)\n[INFO] BUILD SUCCESS\n", ""},
		"same test in two packages":         {goFails("TestX") + strings.ReplaceAll(goFails("TestX"), "app", "other"), "TestX TestX"},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustParse(t, strings.NewReader(c.log))
			got := tests(r)
			if len(r.Failures) == 1 && r.Failures[0].Kind == KindUnknown {
				got = ""
			}
			if got != c.want {
				t.Errorf("failed: %q, want %q\n%+v", got, c.want, r.Failures)
			}
		})
	}
}

func TestExitCodeDecidesOnWeakEvidence(t *testing.T) {
	zero, one := 0, 1
	for _, c := range []struct {
		code *int
		want int
	}{{nil, 1}, {&one, 1}, {&zero, 0}} {
		r, err := Parse([]Input{{R: strings.NewReader("src/a.c:3:4: error: unknown type name 'x'\n")}}, Options{ExitCode: c.code})
		if err != nil || len(r.Failures) != c.want {
			t.Errorf("exit code %v: %d failures, want %d (%v)", c.code, len(r.Failures), c.want, err)
		}
	}
}

// TestParseSaysSoWhereNothingIsKnown: a run that failed for no reason that is
// recognised has one failure of unknown kind, with the words before the end.
func TestParseSaysSoWhereNothingIsKnown(t *testing.T) {
	r := mustParse(t, strings.NewReader(job(step("./deploy", "starting\nError: no such table: users\nbye\n"+exit1))))
	if len(r.Failures) != 1 || r.Failures[0].Kind != KindUnknown || r.Failures[0].Message != "Error: no such table: users" {
		t.Errorf("%+v", r.Failures)
	}
}

func TestInfra(t *testing.T) {
	for name, c := range map[string]struct{ output, class string }{
		"image":           {"Error response from daemon: manifest for python:3.99 not found: manifest unknown: manifest unknown\n##[error]Docker pull failed with exit code 1\n", "image-pull"},
		"docker limit":    {"toomanyrequests: You have reached your pull rate limit.\n" + exit1, "image-pull"},
		"service":         {"##[error]One or more containers failed to start.\n", "service"},
		"npm":             {"npm error code ETIMEDOUT\nnpm error network request to https://registry.example/x failed\n" + exit1, "network"},
		"pip":             {"WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(': Failed to establish a new connection: [Errno 101]')': /simple/x/\nERROR: No matching distribution found for x\n" + exit1, "network"},
		"apt":             {"Err:1 http://archive.example/ubuntu\n  Temporary failure resolving 'archive.example'\nE: Unable to fetch some archives\n" + exit1, "network"},
		"maven":           {"[ERROR] Failed to execute goal on project x: Could not transfer artifact a:b:jar:1 from/to central: Connect timed out\n" + exit1, "network"},
		"go proxy":        {"go: example.com/x@v1: Get \"https://proxy.example/x\": dial tcp: lookup proxy.example: no such host\n" + exit1, "network"},
		"disk":            {"tar: x: Cannot write: No space left on device\n" + exit1, "disk"},
		"memory":          {"##[error]Process completed with exit code 137.\n", "memory"},
		"node memory":     {"FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n##[error]Process completed with exit code 134.\n", "memory"},
		"runner":          {"##[error]The self-hosted runner: r1 lost communication with the server. Verify the machine is running.\n", "runner"},
		"shutdown":        {"##[error]The runner has received a shutdown signal.\n##[error]Process completed with exit code 143.\n", "runner"},
		"cancelled":       {"##[error]The operation was canceled.\n", "cancelled"},
		"too long":        {"##[error]The job running on runner r1 has exceeded the maximum execution time of 360 minutes.\n", "cancelled"},
		"npm rate limit":  {"npm error code E429\nnpm error 429 too fast\n" + exit1, "rate-limit"},
		"docker login":    {"Error response from daemon: Head \"https://registry.example/v2/x\": unauthorized\n" + exit1, "image-pull"},
		"pnpm":            {" ERR_PNPM_META_FETCH_FAIL  GET https://registry.example/x: request failed\n" + exit1, "network"},
		"gradle download": {"* What went wrong:\nCould not download y.jar\n> Could not get resource 'https://repo.example/y.jar'.\n   > Read timed out\n\nBUILD FAILED in 5s\n" + exit1, "network"},
		"killed compiler": {"example.com/app: /usr/local/go/pkg/tool/compile: signal: killed\n" + exit1, "memory"},
		"no runner":       {"##[error]No runner matching the specified labels was found: big\n", "runner"},
		"rate limit":      {"##[error]API rate limit exceeded for installation ID 1.\n", "rate-limit"},
		"npm refused":     {"npm error code ECONNREFUSED\nnpm error syscall connect\n" + exit1, "network"},
		"go module":       {"# x\nx.go:1:19: example.com/y@v1.0.0: Get \"https://proxy.example/y/@v/v1.0.0.zip\": dial tcp 10.0.0.1:443: connect: connection refused\nFAIL\tx [setup failed]\nFAIL\n" + exit1, "network"},
		"go module, JSON": {`{"ImportPath":"x","Action":"build-output","Output":"# x\n"}` + "\n" + `{"ImportPath":"x","Action":"build-output","Output":"x.go:1:19: example.com/y@v1.0.0: Get \"https://proxy.example/y/@v/v1.0.0.zip\": net/http: TLS handshake timeout\n"}` + "\n" + `{"ImportPath":"x","Action":"build-fail"}` + "\n" + `{"Action":"fail","Package":"x","Elapsed":0,"FailedBuild":"x"}` + "\n" + exit1, "network"},
		"missing tool":    {"/home/runner/work/_temp/1.sh: line 1: gotestsum: command not found\n##[error]Process completed with exit code 127.\n", "tool"},
		"git":             {"fatal: unable to access 'https://git.example/x/': Could not resolve host: git.example\n##[error]The process '/usr/bin/git' failed with exit code 128\n", "network"},
		"download action": {"##[error]Failed to download action 'https://api.example/x'. Error: Response status code does not indicate success: 503\n", "network"},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustParse(t, strings.NewReader(job(step("x", c.output))))
			if len(r.Failures) > 0 {
				t.Errorf("failures: %+v", r.Failures)
			}
			if len(r.Infra) == 0 || r.Infra[0].ErrorType != c.class || r.Infra[0].Kind != KindInfra {
				t.Errorf("infra: %+v, want class %q", r.Infra, c.class)
			}
		})
	}
}

// TestScriptWithoutItsTool: what a script of the project calls may be missing from its own
// list of dependencies.
func TestScriptWithoutItsTool(t *testing.T) {
	r := mustParse(t, strings.NewReader(job(step("npm test", "> app@1.0.0 test\n> jest\n\nsh: jest: command not found\n##[error]Process completed with exit code 127.\n"))))
	if r.InfraOnly() || len(r.Failures) != 1 || r.Failures[0].Message != "sh: jest: command not found" {
		t.Errorf("failures %+v, infra %+v", r.Failures, r.Infra)
	}
}

// TestActionFails: an action that fails says why in the mark, and ends with no status.
func TestActionFails(t *testing.T) {
	r := mustParse(t, strings.NewReader(job(step("actions/setup-python", "Installed versions\n##[error]Version 3.99 with arch x64 not found\n"))))
	if len(r.Failures) != 1 || r.Failures[0].Kind != KindUnknown || r.Failures[0].Message != "Version 3.99 with arch x64 not found" {
		t.Errorf("failures: %+v", r.Failures)
	}
}

// TestTitlesAreNoTestsOfCargo: the words of a docstring are no name of a test in Rust.
func TestTitlesAreNoTestsOfCargo(t *testing.T) {
	for log, want := range map[string]int{"test that it adds ... ok\n": 0, "test tests::adds ... ok\n": 1, "test src/lib.rs - add (line 3) ... ok\n": 1} {
		if r := mustParse(t, strings.NewReader(log)); len(r.Frameworks) != want {
			t.Errorf("%q: frameworks %q", log, r.Frameworks)
		}
	}
}

// TestInfraIsNoExcuse: where a test failed, that is what counts.
func TestInfraIsNoExcuse(t *testing.T) {
	r := mustParse(t, strings.NewReader(job(step("go test", "curl: (28) timed out, retrying\n"+goFails("TestX")+exit1))))
	if tests(r) != "TestX" || len(r.Infra) > 0 {
		t.Errorf("failures %q, infra %+v", tests(r), r.Infra)
	}
}

// TestInfraBeforeMootWords: what a step printed that ended well is not why the job failed.
func TestInfraBeforeMootWords(t *testing.T) {
	for name, log := range map[string]string{
		"network in a later step": job(step("go test", goFails("TestPrinted")), step("push", "curl: (6) Could not resolve host: x\n"+exit1)),
		"lost after a compiler":   job(step("make", "src/a.c:3:4: error: expected by a test\n##[error]The runner has received a shutdown signal.\n")),
	} {
		r := mustParse(t, strings.NewReader(log))
		if !r.InfraOnly() {
			t.Errorf("%s: failures %q, infra %+v", name, tests(r), r.Infra)
		}
	}
	r := mustParse(t, strings.NewReader(job(step("fetch", "curl: (28) timed out, retrying\nok\n"), step("./deploy", "Error: no such table\n"+exit1))))
	if r.InfraOnly() || len(r.Failures) != 1 || r.Failures[0].Kind != KindUnknown {
		t.Errorf("a retry that went well was blamed: %+v", r)
	}
}

func TestSeveralJobs(t *testing.T) {
	inputs := []Input{
		{Name: "1", Job: "linux", R: strings.NewReader(goFails("TestX"))},
		{Name: "2", Job: "windows", R: strings.NewReader(goFails("TestX"))},
		{Name: "3", Job: "windows", R: strings.NewReader(`<testsuite name="x"><testcase classname="example.com/app" name="TestX"><failure message="Failed">x</failure></testcase></testsuite>`)},
	}
	r, err := Parse(inputs, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Failures) != 2 || r.Failures[0].Job != "linux" || r.Failures[1].Job != "windows" {
		t.Errorf("failures: %+v", r.Failures)
	}
	if r.Failures[0].Signature.Exact != r.Failures[1].Signature.Exact {
		t.Error("one fault in two jobs has two signatures")
	}
}

func TestFlakyTestsAreToldApart(t *testing.T) {
	for log, want := range map[string]string{
		"pytest-reruns.log": "tests_flaky.py::test_comes_and_goes", "maven-rerun.log": "com.acme.FlakyTest.comesAndGoes", "maven-junit.log": "com.acme.FlakyTest.comesAndGoes",
		"playwright-list.log": "suite › flaky one", "nextest-retries.log": "comes_and_goes", "nextest-junit.log": "comes_and_goes",
	} {
		r := parseFile(t, filepath.Join(logs, log), Options{KeepTests: true})
		var flaky []string
		for _, test := range r.Tests {
			if test.Flaky {
				flaky = append(flaky, test.Test)
			}
		}
		if len(flaky) != 1 || flaky[0] != want {
			t.Errorf("%s: flaky %q, want %q", log, flaky, want)
		}
		for _, f := range r.Failures {
			if f.Test == want {
				t.Errorf("%s: %s is listed as failed", log, want)
			}
		}
	}
}

func TestKeepTests(t *testing.T) {
	log := "=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n    x_test.go:3: got 1, want 2\n--- FAIL: TestB (0.00s)\n=== RUN   TestC\n--- SKIP: TestC (0.00s)\nFAIL\nFAIL\ta\t0.01s\nok  \tb\t(cached)\n"
	r, err := Parse([]Input{{R: strings.NewReader(log)}}, Options{KeepTests: true})
	if err != nil {
		t.Fatal(err)
	}
	want := map[TestResult]bool{
		{Package: "a", Test: "TestA", Status: Passed}: true, {Package: "a", Test: "TestB", Status: Failed}: true, {Package: "a", Test: "TestC", Status: Skipped}: true,
		{Package: "a", Status: Failed}: true, {Package: "b", Status: Passed, Cached: true}: true,
	}
	for _, got := range r.Tests {
		if !want[got] {
			t.Errorf("unexpected %+v", got)
		}
		delete(want, got)
	}
	if len(want) > 0 {
		t.Errorf("missing %+v", want)
	}
}

// TestPassingTestsHaveFullNames: what passed before and after is compared by name.
func TestPassingTestsHaveFullNames(t *testing.T) {
	for log, want := range map[string][]string{
		"mocha-tree.log":     {"outer case 29", "outer inner after logs", "outer inner deep passes", "outer back in outer", "second one"},
		"mocha.log":          {"price add adds zero"},
		"vitest.log":         {"price > add > adds zero"},
		"vitest-verbose.log": {"price > add > adds zero"},
		"jest-verbose.log":   {"price › add › adds zero"},
		"node-spec.log":      {"price > add > adds zero"},
		"node-tap.log":       {"price > add > adds zero"},
	} {
		var passed []string
		for _, test := range parseFile(t, filepath.Join(logs, log), Options{KeepTests: true}).Tests {
			if test.Status == Passed {
				passed = append(passed, test.Test)
			}
		}
		for _, name := range want {
			if !slices.Contains(passed, name) {
				t.Errorf("%s: %q is not among %q", log, name, passed)
			}
		}
	}
}

// A build that ends well without a test is green, and no log of which nothing is known.
func TestGreenBuildWithoutTests(t *testing.T) {
	for name, log := range map[string]string{
		"maven-surefire": "[INFO] Scanning for projects...\n[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n[INFO] Total time:  1.2 s\n",
		"gradle":         "> Task :compileJava UP-TO-DATE\n> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 3s\n1 actionable task: 1 up-to-date\n",
	} {
		r := mustParse(t, strings.NewReader(log))
		if len(r.Failures) > 0 || len(r.Frameworks) != 1 || r.Frameworks[0] != name {
			t.Errorf("%s: frameworks %q, failures %+v", name, r.Frameworks, r.Failures)
		}
	}
}

// Where pytest wrote its results to is no part of the last failure.
func TestWrittenResultsAreNoOutput(t *testing.T) {
	const log = "=== test session starts ===\ncollected 1 item\n\n=================== FAILURES ===================\n________ test_x ________\n\n" +
		"    def test_x():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntest_x.py:2: AssertionError\n----- Captured stdout call -----\nprinted\n" +
		"- generated xml file: /tmp/run/junit.xml -\n- Generated html report: file:///tmp/run/report.html -\n=== short test summary info ===\nFAILED test_x.py::test_x - assert 1 == 2\n=== 1 failed in 0.01s ===\n"
	r := mustParse(t, strings.NewReader(log))
	if len(r.Failures) != 1 || strings.Contains(r.Failures[0].Output, "enerated") || !strings.Contains(r.Failures[0].Output, "printed") {
		t.Errorf("%+v", r.Failures)
	}
}
