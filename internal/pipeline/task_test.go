package pipeline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/publish"
	"github.com/regreen/regreen/internal/verify"
)

// The passing tests beside a failing one come first, and there are not too many.
func TestPassing(t *testing.T) {
	var rep failure.Report
	add := func(pkg, test string, status failure.Status) {
		rep.Tests = append(rep.Tests, failure.TestResult{Package: pkg, Test: test, Status: status})
	}
	for i := range 300 {
		add("a", fmt.Sprintf("TestFar%d", i), failure.Passed)
	}
	add("b", "TestBad", failure.Failed)
	add("b", "TestNear", failure.Passed)
	add("b", "", failure.Passed)
	rep.Failures = []failure.Failure{{Package: "b", Test: "TestBad"}}
	r := &run{res: Result{Report: rep}}
	got := r.passing()
	if len(got) != maxPassing || !slices.Equal(got[:2], []string{"b TestNear", "a TestFar0"}) {
		t.Errorf("%d names, first %v", len(got), got[:2])
	}
}

// An option is named as the reader sets it: by a flag, or as an input.
func TestOptionIsTheReaders(t *testing.T) {
	b := verify.Baseline{Full: &check.Run{Withheld: []string{"DATABASE_URL"}}}
	for want, st := range map[string]Stages{"(--pass-env lets": {}, "(`pass-env` lets": {Option: publish.Input}} {
		r := &run{Stages: st}
		if got := r.withheld(b); !strings.Contains(got, want) {
			t.Errorf("%q has no %q", got, want)
		}
	}
}
