package failure

import (
	"strings"
	"testing"
)

// TestParseRunnersThatAreCutOff: what a log has told of before it ends counts, and lines
// that a program prints are not taken for a runner's.
func TestParseRunnersThatAreCutOff(t *testing.T) {
	const goFails = "--- FAIL: TestA (0.00s)\n    a_test.go:3: got 1, want 2\nFAIL\nFAIL\texample.com/a\t0.01s\n"
	for name, c := range map[string]struct {
		log  string
		want []string // framework, test and message of each failure
	}{
		"behave":  {"Feature: cart # features/cart.feature:1\n\n  Scenario: sums  # features/cart.feature:2\n    Then the total is 3 # features/steps/steps.py:16\n      ASSERT FAILED: 4 is not 3\n\n  Scenario: cou", []string{"behave sums: 4 is not 3"}},
		"jasmine": {"Started\nF.\n\nFailures:\n1) cart sums\n  Message:\n    Expected 4 to be 3.\n  Stack:\n        at <Jasmine>\n        at UserContext.<anonymous> (/x/spec/cart.spec.js:3:20)\n", []string{"jasmine cart sums: Expected 4 to be 3."}},
		"deno":    {"running 2 tests from ./cart_test.js\nsums ... FAILED (1ms)\nfine ... ok (0ms)\n", []string{"deno sums: failed without a message"}},
		"a test of Bun's that prints the end of a run": {"bun test v1.2.3 (abc)\n\ntest/cart.test.js:\nRan 3 tests across 2 files. [1.00ms]\nerror: four\n(fail) cart > sums [0.20ms]\n(pass) cart > ok\n\n 1 pass\n 1 fail\nRan 2 tests across 1 file. [9.00ms]\n", []string{"bun cart > sums: four"}},
		"a suite of Ginkgo's that is not set up":       {"Running Suite: Gk Suite - /x\n====\nWill run 2 of 2 specs\n------------------------------\n[BeforeSuite] [FAILED] [0.001 seconds]\n[BeforeSuite]\n/x/cart_test.go:9\n\n  [FAILED] no database\n  In [BeforeSuite] at: /x/cart_test.go:10\n------------------------------\n\nSummarizing 1 Failure:\n  [FAIL] [BeforeSuite] \n  /x/cart_test.go:9\n\nRan 0 of 2 Specs in 0.001 seconds\nFAIL! -- A BeforeSuite node failed so all tests were skipped.\n--- FAIL: TestGk (0.00s)\nFAIL\nFAIL\texample.com/gk\t0.02s\nFAIL\n", []string{"ginkgo: no database"}},
		"a table of results":                           {"name             | FAIL |\nbuild            | FAIL |\nsome text\n" + goFails, []string{"gotest TestA: got 1, want 2"}},
		"RSpec, then green Jasmine":                    {"Failures:\n\n  1) Cart sums\n     Failure/Error: expect(total).to eq 3\n\n       expected: 3\n            got: 4\n     # ./spec/cart_spec.rb:4:in `block'\n\nFinished in 0.01 seconds (files took 0.08 seconds to load)\n3 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/cart_spec.rb:3 # Cart sums\nStarted\n..\n\n\n2 specs, 0 failures\nFinished in 0.01 seconds\n", []string{"rspec Cart sums: expected: 3\n     got: 4"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range mustParse(t, strings.NewReader(c.log)).Failures {
				got = append(got, strings.TrimSpace(f.Framework+" "+f.Test)+": "+f.Message)
			}
			if strings.Join(got, "; ") != strings.Join(c.want, "; ") {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestParseCountsOfAnotherProgram: a program that says how many specs it has is no run
// of Jasmine, and a table is none of Robot Framework.
func TestParseCountsOfAnotherProgram(t *testing.T) {
	for _, log := range []string{
		"loading\n12 specs, 0 failures\nerror: something broke\nmake: *** [test] Error 1\n",
		"name             | PASS |\nbuild            | PASS |\nmake: *** [test] Error 1\n",
	} {
		if r := mustParse(t, strings.NewReader(log)); r.Counts.Passed != nil {
			t.Errorf("%d passed in %q", *r.Counts.Passed, log)
		}
	}
}

// TestBehaveNamesEachScenarioThatPassed: in a green run no list of failures ends the last.
func TestBehaveNamesEachScenarioThatPassed(t *testing.T) {
	const log = "Feature: cart # features/cart.feature:1\n\n  Scenario: sums        # features/cart.feature:2\n    Then the total is 3 # features/steps/steps.py:16\n\n  Scenario: counts     # features/cart.feature:6\n    Then there are 2   # features/steps/steps.py:21\n\n1 feature passed, 0 failed, 0 skipped\n2 scenarios passed, 0 failed, 0 skipped\n4 steps passed, 0 failed, 0 skipped\n"
	r, err := Parse([]Input{{Name: "output", R: strings.NewReader(log)}}, Options{KeepTests: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Tests) != 2 || r.Tests[1].Test != "counts" || r.Tests[1].Status != Passed {
		t.Errorf("tests %+v", r.Tests)
	}
}
