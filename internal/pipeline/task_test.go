package pipeline

import (
	"fmt"
	"slices"
	"testing"

	"github.com/regreen/regreen/internal/failure"
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
