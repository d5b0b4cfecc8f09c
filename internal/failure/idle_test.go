package failure

import (
	"strings"
	"testing"
)

// TestNoTests holds what is told of output that shows no test.
func TestNoTests(t *testing.T) {
	zero, five, one := 0, 5, 1
	pytest := "============================= test session starts ==============================\ncollected 0 items\n\n============================ no tests ran in 0.01s =============================\n"
	cargo := "     Running unittests src/lib.rs (target/debug/deps/a-de22c1bda0609b20)\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n"
	for name, c := range map[string]struct {
		log  string
		exit *int
		want bool
	}{
		"go":                    {"?   \texample.com/a\t[no test files]\n", &zero, true},
		"go, no exit status":    {"?   \texample.com/a\t[no test files]\n", nil, true},
		"go, another has some":  {"?   \texample.com/a\t[no test files]\n?   \texample.com/c\t[no test files]\nok  \texample.com/b\t0.003s\n", &zero, false},
		"go, cached":            {"?   \texample.com/a\t[no test files]\nok  \texample.com/b\t(cached)\n", &zero, false},
		"go, none selected":     {"testing: warning: no tests to run\nPASS\nok  \texample.com/a\t0.003s [no tests to run]\n", &zero, true},
		"go, one package fails": {"?   \texample.com/a\t[no test files]\n" + goFails("TestX"), &one, false},
		"go -json":              {`{"Action":"output","Package":"example.com/a","Output":"?   \texample.com/a\t[no test files]\n"}` + "\n" + `{"Action":"skip","Package":"example.com/a","Elapsed":0}` + "\n", &zero, true},
		"go does not build":     {"# example.com/a\n./a.go:3:1: syntax error: unexpected }\n?   \texample.com/b\t[no test files]\nFAIL\texample.com/a [build failed]\n", &one, false},
		"pytest":                {pytest, &five, true},
		"pytest, selected":      {"collected 3 items / 3 deselected / 0 selected\n\n============================ 3 deselected in 0.01s =============================\n", &five, true},
		"pytest, then another":  {pytest + cargo, &five, true},
		"pytest behind make":    {pytest + "make: *** [Makefile:2: test] Error 5\n", &one, true},
		"unittest":              {"\n----------------------------------------------------------------------\nRan 0 tests in 0.000s\n\nOK\n", &zero, true},
		"unittest of 3.12":      {"\n----------------------------------------------------------------------\nRan 0 tests in 0.000s\n\nNO TESTS RAN\n", &five, true},
		"cargo":                 {cargo, &zero, true},
		"cargo, a failure":      {cargo + "something else went wrong\n", &one, false},
		"cargo with tests":      {cargo + strings.Replace(cargo, "0 passed", "3 passed", 1), &zero, false},
		"jest":                  {"No tests found, exiting with code 1\nRun with `--passWithNoTests` to exit with code 0\n", &one, true},
		"jest, allowed":         {"No tests found, exiting with code 0\n", &zero, true},
		"jest, then a linter":   {"No tests found, exiting with code 0\nlint: 3 problems\n", &one, false},
		"vitest":                {"\n RUN  v3.2.4 /srv/a\n\nNo test files found, exiting with code 1\n", &one, true},
		"mocha":                 {`Error: No test files found: "test"` + "\n", &one, true},
		"maven":                 {"[INFO] --- surefire:3.2.5:test (default-test) @ a ---\n[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n", &zero, true},
		"maven, a module has":   {"[INFO] No tests to run.\n[INFO] Running com.example.CartTest\n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.05 s -- in com.example.CartTest\n[INFO] Results:\n[INFO] \n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n", &zero, false},
		"mocha, none passes":    {"\n\n  0 passing (1ms)\n\n", &zero, true},
		"tap":                   {"TAP version 13\n1..0\n# tests 0\n# suites 0\n# pass 0\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n", &zero, true},
		"a linter":              {"All checks passed!\n", &zero, false},
		"nothing":               {"", &zero, false},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Parse([]Input{{R: strings.NewReader(c.log)}}, Options{ExitCode: c.exit, KeepTests: true})
			if err != nil || r.NoTests != c.want {
				t.Errorf("no tests: %v, want %v; counts %v, failures %+v, %v", r.NoTests, c.want, r.Counts, r.Failures, err)
			}
		})
	}
}
