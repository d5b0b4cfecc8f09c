package verify

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
)

func reproduce(t *testing.T, p project, r failure.Report) Baseline {
	t.Helper()
	v := open(t, p)
	b, err := v.Reproduce(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func with(p project, name, text string) project {
	files := map[string]string{}
	for k, v := range p.files {
		files[k] = v
	}
	files[name] = text
	return project{p.command, files}
}

func TestReproduced(t *testing.T) {
	v := open(t, goProject)
	v.Reruns = 0 // as often as the plan says
	b, err := v.Reproduce(context.Background(), failure.Report{})
	if err != nil {
		t.Fatal(err)
	}
	if b.Verdict != Reproduced || len(b.Targets) != 1 || b.Targets[0].Test != "TestSum" || !b.Select || b.Failed < 2 || b.Failed != b.Runs {
		t.Errorf("%s: %s; targets %v, select %v, %d of %d", b.Verdict, b.Reason, b.Targets, b.Select, b.Failed, b.Runs)
	}
}

func TestGreen(t *testing.T) {
	files := edit(goProject.files, goHonest...)
	fixed, err := files.Apply(func(p string) ([]byte, bool) { s, ok := goProject.files[p]; return []byte(s), ok })
	if err != nil {
		t.Fatal(err)
	}
	b := reproduce(t, with(goProject, "sum.go", string(fixed["sum.go"].Data)), failure.Report{})
	if b.Verdict != Green {
		t.Errorf("a green project is %s: %s", b.Verdict, b.Reason)
	}
}

// TestNotReproduced: CI saw a failure that does not come here.
func TestNotReproduced(t *testing.T) {
	p := with(goProject, "sum.go", "package tally\n\nfunc Sum(xs []int) int { return 6 }\n\nfunc Max(xs []int) int { return 3 }\n")
	ci := failure.Report{Failures: []failure.Failure{{Kind: failure.KindTest, Framework: "gotest", Package: "example.com/tally", Test: "TestSum"}}}
	b := reproduce(t, p, ci)
	if b.Verdict != NotReproduced || b.Failed != 0 {
		t.Errorf("%s: %s", b.Verdict, b.Reason)
	}
}

// TestFlaky: a test that fails every other run is told apart without any patch.
func TestFlaky(t *testing.T) {
	p := with(goProject, "tally_test.go", fmt.Sprintf(`package tally

import (
	"os"
	"testing"
)

func TestEveryOther(t *testing.T) {
	const mark = %q
	if os.Remove(mark) == nil {
		return
	}
	if err := os.WriteFile(mark, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Error("every other time")
}
`, filepath.Join(t.TempDir(), "mark")))
	v := open(t, p)
	v.Reruns = 2 // which fall on the runs that fail, if a pass alone counts for nothing
	b, err := v.Reproduce(context.Background(), failure.Report{})
	if err != nil {
		t.Fatal(err)
	}
	if b.Verdict != Flaky || b.Failed == 0 || b.Failed == b.Runs {
		t.Errorf("%s: %s", b.Verdict, b.Reason)
	}
	if want := fmt.Sprintf("example.com/tally TestEveryOther failed in %d of %d runs without any change", b.Failed, b.Runs); b.Reason != want {
		t.Errorf("reason %q, want %q", b.Reason, want)
	}
}

// TestJudge: a run in which one failure came instead of another is no sign that either
// of them stays.
func TestJudge(t *testing.T) {
	one := []failure.Failure{{Test: "TestA"}}
	two := []failure.Failure{{Test: "TestA"}, {Test: "TestB"}}
	for name, c := range map[string]struct {
		ts      []failure.Failure
		runs    []map[string]failure.Status
		verdict Verdict
		reason  string
	}{
		"stays":          {one, []map[string]failure.Status{{"TestA": bad}, {"TestA": bad}}, Reproduced, "failed in 2 of 2 runs without any change"},
		"comes and goes": {one, []map[string]failure.Status{{"TestA": bad}, {"TestA": pass}}, Flaky, "TestA failed in 1 of 2 runs without any change"},
		"one stays": {two, []map[string]failure.Status{{"TestA": bad, "TestB": bad}, {"TestA": bad, "TestB": pass}}, Reproduced,
			"failed in 2 of 2 runs without any change; TestB failed in 1 of 2 runs"},
		"neither stays": {two, []map[string]failure.Status{{"TestA": bad, "TestB": pass}, {"TestA": pass, "TestB": bad}}, Flaky,
			"TestA failed in 1 of 2 runs, TestB failed in 1 of 2 runs without any change"},
		"without a name": {[]failure.Failure{{Kind: failure.KindBuild}}, []map[string]failure.Status{{}, {}}, Reproduced, "failed in 2 of 2 runs without any change"},
	} {
		b := Baseline{Targets: c.ts, Runs: len(c.runs)}
		for _, results := range c.runs {
			r := report(results)
			for i := range r.Failures {
				r.Failures[i].Package = ""
			}
			if run := (check.Run{ExitCode: 1, Report: r}); failing(run, b.Targets) {
				b.failed(run)
			}
		}
		v := &Verifier{Check: &check.Runner{}}
		v.judge(&b)
		if b.Verdict != c.verdict || b.Reason != c.reason {
			t.Errorf("%s: %s: %q, want %s: %q", name, b.Verdict, b.Reason, c.verdict, c.reason)
		}
	}
}

// TestOrderDependent: a test that fails only after another one is not flaky: it
// fails every time in the whole, so the whole is run.
func TestOrderDependent(t *testing.T) {
	p := with(goProject, "tally_test.go", `package tally

import "testing"

var dirty bool

func TestFirst(t *testing.T) { dirty = true }

func TestSecond(t *testing.T) {
	if dirty {
		t.Error("left over from the first")
	}
}
`)
	b := reproduce(t, p, failure.Report{})
	if b.Verdict != Reproduced || b.Select {
		t.Errorf("%s: %s; select %v", b.Verdict, b.Reason, b.Select)
	}
}

// TestBuildBeforeOrder: what did not compile has no order. Tests that depend on theirs,
// and could not be run before, are not held against the patch that makes them compile.
func TestBuildBeforeOrder(t *testing.T) {
	p := with(goProject, "tally_test.go", `package tally

import "testing"

var ready bool

func TestFirst(t *testing.T) { ready = true }

func TestSecond(t *testing.T) {
	if !ready || Sum([]int{1, 2}) != Total([]int{1, 2}) {
		t.Error("not after the first")
	}
}
`)
	honest := [][3]string{{"sum.go", "package tally\n", "package tally\n\nfunc Total(list []int) int { return Sum(list) }\n"}}
	b := open(t, p)
	trial, err := b.Prove(context.Background(), b.baseline(), edit(p.files, honest...))
	if err != nil || trial.Verdict != Verified {
		t.Fatalf("%s: %v, %v", trial.Verdict, trial.Reasons, err)
	}
	if !slices.ContainsFunc(trial.Notes, func(n string) bool { return strings.Contains(n, "not proved in another order: other tests fail") }) {
		t.Errorf("notes %q do not say that other tests fail in another order", trial.Notes)
	}
}

// TestFailsInAnotherWay: a run that fails for want of something is not the failure
// that CI saw, and no patch is asked for.
func TestFailsInAnotherWay(t *testing.T) {
	p := project{"echo 'mkdir /nowhere: permission denied' >&2; exit 1", goProject.files}
	ci := failure.Report{Failures: []failure.Failure{{Kind: failure.KindTest, Framework: "gotest", Package: "example.com/tally", Test: "TestSum"}}}
	b := reproduce(t, p, ci)
	if b.Verdict != NotReproduced || !strings.Contains(b.Reason, "permission denied") {
		t.Errorf("%s: %s", b.Verdict, b.Reason)
	}
}

// TestFailedElsewhere: a failure of another operating system that does not come here
// names both.
func TestFailedElsewhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		systems []string
		want    string
	}{
		{[]string{"windows-2022"}, "; it failed on windows-2022, and this is ubuntu24"},
		{[]string{"windows-2022", "macos-14-arm64"}, "; it failed on windows-2022 and macos-14-arm64, and this is ubuntu24"},
		{[]string{"windows-2022", "ubuntu-22.04"}, ""},
		{[]string{"self-hosted-x"}, ""},
		{nil, ""},
	} {
		v := open(t, project{"true", goProject.files}) // no failure comes
		v.System = "ubuntu24"
		ci := failure.Report{Systems: c.systems, Failures: []failure.Failure{{Kind: failure.KindTest, Framework: "gotest", Package: "example.com/tally", Test: "TestSum"}}}
		b, err := v.Reproduce(context.Background(), ci)
		if err != nil {
			t.Fatal(err)
		}
		_, got, _ := strings.Cut(b.Reason, " runs here")
		if b.Verdict != NotReproduced || got != c.want {
			t.Errorf("%v: %s: %q, want %q", c.systems, b.Verdict, got, c.want)
		}
	}
}

// A command that finds no test to run is told as such: it neither passes a test nor
// fails one, and nothing is to be cured.
func TestNoTestToRun(t *testing.T) {
	untested := map[string]string{"go.mod": "module example.com/a\n\ngo 1.26\n", "a.go": "package a\n"}
	pytest := `echo "collected 0 items"; echo "============ no tests ran in 0.01s ============"; exit 5`
	seen := failure.Report{Failures: []failure.Failure{{Kind: failure.KindTest, Framework: "gotest", Package: "example.com/a", Test: "TestSum"}}}
	empty := failure.Report{Failures: []failure.Failure{{Kind: failure.KindUnknown, Message: "no tests ran in 0.01s"}}}
	for name, c := range map[string]struct {
		project project
		ci      failure.Report
		verdict Verdict
		reason  string
	}{
		"go":                  {project{"go test ./...", untested}, failure.Report{}, Green, "no test was run"},
		"go, a failure of CI": {project{"go test ./...", untested}, seen, NotReproduced, "exits 0, and no test was run here"},
		"pytest":              {project{pytest, untested}, failure.Report{}, NotReproduced, "exits 5, and no test was run here"},
		"pytest, in CI too":   {project{pytest, untested}, empty, NotReproduced, "exits 5, and no test was run here"},
	} {
		b := reproduce(t, c.project, c.ci)
		if b.Verdict != c.verdict || !strings.Contains(b.Reason, c.reason) {
			t.Errorf("%s: %s: %s", name, b.Verdict, b.Reason)
		}
	}
}
