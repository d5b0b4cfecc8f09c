package failure

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a test of unittest prints stands between its name and its result, a docstring
// between its name and the dots, and subtests have results of their own.
func TestUnittestNamesEachTest(t *testing.T) {
	want := map[string]Status{
		"T.test_doc": Passed, "T.test_doc2": Passed, "T.test_fail_doc": Failed, "T.test_log": Passed, "T.test_plain": Passed,
		"T.test_prints": Passed, "T.test_prints_err": Passed, "T.test_prints_noline": Passed, "T.test_prints_stdout_noline": Passed,
		"T.test_skip": Skipped, "T.test_skip_doc": Skipped, "T.test_sub": Passed, "T.test_subskip": Skipped, "T.test_warn": Passed,
		"T.test_xf": Skipped, "T.test_xs": Failed, "T.test_subfail": Failed,
		"Ce.setUpClass": Failed, "Cl.setUpClass": Skipped,
	}
	before311 := maps.Clone(want)
	delete(before311, "T.test_subfail") // no word on it but those on its subtests
	delete(before311, "Cl.setUpClass")  // "skipped", and not what; so with "ERROR"
	delete(before311, "Ce.setUpClass")
	for log, want := range map[string]map[string]Status{"unittest-v-talk.log": want, "unittest-v-talk-old.log": before311} {
		got := map[string]Status{}
		for _, test := range parseFile(t, filepath.Join(logs, log), Options{KeepTests: true}).Tests {
			got[strings.TrimPrefix(test.Test, "test_talk.")] = test.Status
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", log, diff)
		}
	}
}

// What the code under test prints makes no result better.
func TestUnittestResultIsNotWhatIsPrinted(t *testing.T) {
	const end = "\n----------------------------------------------------------------------\nRan 2 tests in 0.001s\n\nOK (skipped=1)\n"
	for name, c := range map[string]struct {
		log  string
		want map[string]Status
	}{
		"ok, then skipped":       {"test_a (m.T) ... ok\nskipped 'no'\ntest_b (m.T) ... ok\n", map[string]Status{"m.T.test_a": Skipped, "m.T.test_b": Passed}},
		"skipped, then ok":       {"test_a (m.T) ... skipped 'no'\nok\ntest_b (m.T) ... ok\n", map[string]Status{"m.T.test_a": Skipped, "m.T.test_b": Passed}},
		"prose that ends so":     {"test_a (m.T) ... all is ok\nskipped 'no'\ntest_b (m.T) ... look\nok\n", map[string]Status{"m.T.test_a": Skipped, "m.T.test_b": Passed}},
		"dots of its own":        {"test_a (m.T) ... Loading ... ok\nSaving ... ok\nFAIL\ntest_b (m.T) ... ok\n", map[string]Status{"m.T.test_a": Failed, "m.T.test_b": Passed, "Saving": Passed}},
		"a test without a word":  {"test_a (m.T) ... quiet\ntest_b (m.T) ... ok\n", map[string]Status{"m.T.test_b": Passed}},
		"doctest":                {"pages (paging)\nDoctest: paging.pages ... ok\n", map[string]Status{"paging.pages": Passed}},
		"nose":                   {"m.test_a ... ok\nSays what it does. ... ok\n", map[string]Status{"m.test_a": Passed, "Says what it does.": Passed}},
		"prose that looks so":    {"Reading (all)\nconfig ... done\ntest_b (m.T) ... ok\n", map[string]Status{"m.T.test_b": Passed}},
		"dots without the blank": {"test_a (m.T) ...\n  test_a (m.T) (i=1) ... skipped 'no'\n", map[string]Status{"m.T.test_a": Skipped}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Parse([]Input{{R: strings.NewReader(c.log + end)}}, Options{KeepTests: true})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]Status{}
			for _, test := range r.Tests {
				got[test.Test] = test.Status
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
