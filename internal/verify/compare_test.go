package verify

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
)

func n(i int) *int { return &i }

func report(results map[string]failure.Status) failure.Report {
	var r failure.Report
	for name, s := range results {
		r.Tests = append(r.Tests, failure.TestResult{Package: "p", Test: name, Status: s})
		if s == failure.Failed {
			r.Failures = append(r.Failures, failure.Failure{Kind: failure.KindTest, Package: "p", Test: name})
		}
	}
	return r
}

const (
	pass = failure.Passed
	bad  = failure.Failed
	skip = failure.Skipped
)

func TestCompare(t *testing.T) {
	before := map[string]failure.Status{"a": pass, "b": bad, "c": skip}
	for name, c := range map[string]struct {
		after map[string]failure.Status
		want  Comparison
	}{
		"cured":             {map[string]failure.Status{"a": pass, "b": pass, "c": skip}, Comparison{PerTest: true}},
		"a new test":        {map[string]failure.Status{"a": pass, "b": pass, "c": skip, "d": pass}, Comparison{PerTest: true}},
		"breaks another":    {map[string]failure.Status{"a": bad, "b": pass, "c": skip}, Comparison{PerTest: true, Regressed: []string{"p a"}}},
		"a new failing one": {map[string]failure.Status{"a": pass, "b": pass, "c": skip, "d": bad}, Comparison{PerTest: true, Regressed: []string{"p d"}}},
		"deleted":           {map[string]failure.Status{"a": pass, "c": skip}, Comparison{PerTest: true, Lost: []string{"p b"}}},
		"skipped":           {map[string]failure.Status{"a": pass, "b": skip, "c": skip}, Comparison{PerTest: true, Skipped: []string{"p b"}}},
		"skip mended":       {map[string]failure.Status{"a": pass, "b": pass, "c": pass}, Comparison{PerTest: true}},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(c.want, compare(report(before), report(c.after))); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestCompareTotals(t *testing.T) {
	old := failure.Report{Counts: failure.Counts{Passed: n(3), Failed: n(1), Skipped: n(0)}}
	for name, c := range map[string]struct {
		now   failure.Counts
		clean bool
	}{
		"the same":     {failure.Counts{Passed: n(4), Failed: n(0), Skipped: n(0)}, true},
		"fewer":        {failure.Counts{Passed: n(3), Failed: n(0), Skipped: n(0)}, false},
		"more skipped": {failure.Counts{Passed: n(4), Failed: n(0), Skipped: n(1)}, false},
		"unknown":      {failure.Counts{}, true},
	} {
		if got := compare(old, failure.Report{Counts: c.now}); got.Clean() != c.clean {
			t.Errorf("%s: %+v, want clean %v", name, got, c.clean)
		}
	}
}

func TestStateOf(t *testing.T) {
	target := failure.Failure{Package: "p", Test: "b"}
	run := func(exit int, results map[string]failure.Status) check.Run {
		return check.Run{ExitCode: exit, Report: report(results)}
	}
	for name, c := range map[string]struct {
		run      check.Run
		want     state
		evidence bool
	}{
		"ran and passed":        {run(0, map[string]failure.Status{"b": pass}), cured, true},
		"failed again":          {run(1, map[string]failure.Status{"b": bad}), ill, true},
		"skipped":               {run(0, map[string]failure.Status{"a": pass, "b": skip}), absent, true},
		"not among the passing": {run(0, map[string]failure.Status{"a": pass}), absent, false},
		"no test is named":      {run(0, nil), absent, false},
		"broke before tests":    {run(2, nil), unknown, false},
	} {
		got, evidence := stateOf(target, c.run, 1)
		if got != c.want || evidence != c.evidence {
			t.Errorf("%s: state %d, evidence %v; want %d, %v", name, got, evidence, c.want, c.evidence)
		}
	}
}

// Specs of Ginkgo run inside a Go test, which is named where it passes; they are counted.
func TestStateOfSpecs(t *testing.T) {
	target := failure.Failure{Framework: "ginkgo", Test: "cart adds"}
	for passed, want := range map[int]state{2: cured, 1: absent} {
		r := report(map[string]failure.Status{"TestCart": pass})
		r.Counts.Passed = &passed
		if got, evidence := stateOf(target, check.Run{Report: r}, 2); got != want || evidence {
			t.Errorf("%d passed: state %d, evidence %v; want %d without", passed, got, evidence, want)
		}
	}
}

func TestFailedOnceIsFailed(t *testing.T) {
	r := failure.Report{Tests: []failure.TestResult{{Test: "a", Status: bad}, {Test: "a", Status: pass}}}
	if got := byTest(r)[[2]string{"", "a"}]; got != bad {
		t.Errorf("a test that failed and passed in one run is %q, want failed", got)
	}
}

// TestCachedDoesNotCount: what a tool remembers of an earlier run proves nothing.
func TestCachedDoesNotCount(t *testing.T) {
	r := failure.Report{Tests: []failure.TestResult{{Package: "p", Test: "b", Status: pass, Cached: true}}}
	if s, _ := stateOf(failure.Failure{Package: "p", Test: "b"}, check.Run{Report: r}, 1); s != absent {
		t.Errorf("a cached pass is state %d", s)
	}
	if c := compare(report(map[string]failure.Status{"a": pass, "b": bad}), r); c.Clean() && c.PerTest {
		t.Errorf("only cached results, and the comparison is clean: %+v", c)
	}
}

func TestPlan(t *testing.T) {
	for _, c := range []struct {
		one      float64 // seconds
		min, max int
	}{{0.01, maxReproduce, maxReproduce}, {1, 3, maxReproduce}, {60, 2, 2}, {600, 1, 1}} {
		p := PlanFor(seconds(c.one), 0)
		if p.Reproduce < c.min || p.Reproduce > c.max || p.Control < 1 || p.Repeat < 1 || p.Budget <= 0 {
			t.Errorf("a run of %gs: %+v, want %d to %d runs", c.one, p, c.min, c.max)
		}
	}
}
