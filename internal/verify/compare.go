package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/failure"
)

// Comparison says how the tests of two runs differ.
type Comparison struct {
	PerTest   bool     `json:"per_test"`            // by the results of single tests; else only by totals or exit codes
	Regressed []string `json:"regressed,omitempty"` // passed before or were not there, fail now
	Lost      []string `json:"lost,omitempty"`      // ran before, do not run now
	Skipped   []string `json:"skipped,omitempty"`   // ran before, are skipped now
	Fewer     string   `json:"fewer,omitempty"`     // by the totals: fewer ran, or more were skipped
}

// Clean reports whether nothing got worse.
func (c Comparison) Clean() bool {
	return len(c.Regressed) == 0 && len(c.Lost) == 0 && len(c.Skipped) == 0 && c.Fewer == ""
}

// maxNamed bounds the tests that a comparison names, so that a proof stays readable.
const maxNamed = 20

type results map[[2]string]failure.Status

func byTest(r failure.Report) results {
	m := results{}
	for _, t := range r.Tests {
		if t.Test == "" || t.Cached {
			continue // the result of a package, not of a test; or of an earlier run, not of this one
		}
		k := [2]string{t.Package, t.Test}
		if m[k] != failure.Failed { // a test that failed once in a run has failed
			m[k] = t.Status
		}
	}
	return m
}

// compare holds a run with the patch against the baseline without it.
func compare(before, after failure.Report) Comparison {
	old, now := byTest(before), byTest(after)
	c := Comparison{PerTest: passedCount(old) > 0 && len(now) > 0}
	failedBefore := signatures(before)
	for _, f := range after.Failures {
		if !failedBefore[identity(f)] && old[[2]string{f.Package, f.Test}] != failure.Failed {
			c.Regressed = append(c.Regressed, name(f))
		}
	}
	if c.PerTest {
		c.tests(old, now)
	}
	c.totals(before.Counts, after.Counts)
	c.bound()
	return c
}

func (c *Comparison) tests(old, now results) {
	for k, was := range old {
		is, there := now[k]
		label := k[1]
		if k[0] != "" {
			label = k[0] + " " + k[1]
		}
		switch {
		case was == failure.Skipped:
		case !there:
			c.Lost = append(c.Lost, label)
		case is == failure.Skipped:
			c.Skipped = append(c.Skipped, label)
		case was == failure.Passed && is == failure.Failed && !slices.Contains(c.Regressed, label):
			c.Regressed = append(c.Regressed, label)
		}
	}
}

func (c *Comparison) totals(old, now failure.Counts) {
	ran := func(k failure.Counts) (int, bool) {
		if k.Passed == nil || k.Failed == nil {
			return 0, false
		}
		return *k.Passed + *k.Failed, true
	}
	was, ok1 := ran(old)
	is, ok2 := ran(now)
	switch {
	case ok1 && ok2 && is < was:
		c.Fewer = fmt.Sprintf("%d tests ran before, %d with the patch", was, is)
	case old.Skipped != nil && now.Skipped != nil && *now.Skipped > *old.Skipped:
		c.Fewer = fmt.Sprintf("%d tests were skipped before, %d with the patch", *old.Skipped, *now.Skipped)
	}
}

func (c *Comparison) bound() {
	for _, l := range []*[]string{&c.Regressed, &c.Lost, &c.Skipped} {
		slices.Sort(*l)
		*l = slices.Compact(*l)
		if len(*l) > maxNamed {
			*l = append((*l)[:maxNamed:maxNamed], fmt.Sprintf("and %d more", len(*l)-maxNamed))
		}
	}
}

func passedCount(m results) int {
	n := 0
	for _, s := range m {
		if s == failure.Passed {
			n++
		}
	}
	return n
}

// identity is what makes two failures of two runs the same one.
func identity(f failure.Failure) string {
	if f.Test != "" {
		return f.Package + "\x00" + f.Test
	}
	return f.Signature.Exact
}

func signatures(r failure.Report) map[string]bool {
	m := map[string]bool{}
	for _, f := range r.Failures {
		m[identity(f)] = true
	}
	return m
}

func name(f failure.Failure) string {
	switch {
	case f.Test != "" && f.Package != "":
		return f.Package + " " + f.Test
	case f.Test != "":
		return f.Test
	case f.File != "":
		return fmt.Sprintf("%s:%d %s", f.File, f.Line, f.ErrorType)
	}
	return f.ErrorType + " " + f.Message
}

// state is what a run says about one target failure.
type state int

const (
	unknown state = iota // the run has no word on it
	cured                // it ran and passed
	ill                  // it failed again
	absent               // the run lists tests, and this one is not among those that passed
)

// stateOf reads what run says of target. A named test counts as cured only if the
// run shows that it ran and passed; a run that names no test at all must at least
// count as many as ran before. Otherwise nothing tells a fix from a program that
// exits before its tests. evidence is false where only totals or the exit status
// speak.
func stateOf(target failure.Failure, run check.Run, before int) (s state, evidence bool) {
	for _, f := range run.Report.Failures {
		if identity(f) == identity(target) || target.Test != "" && f.Test == target.Test {
			return ill, true
		}
	}
	tests := byTest(run.Report)
	if target.Test == "" { // a compiler or linter error: its absence in a green run is the cure
		if run.Passed() {
			return cured, len(tests) > 0
		}
		return unknown, false
	}
	if st, named := lookup(tests, target); named {
		if st == failure.Passed {
			return cured, true
		}
		return absent, true
	}
	passed := run.Report.Counts.Passed
	switch {
	case !run.Passed():
		return unknown, false
	case (passedCount(tests) == 0 || target.Framework == specs) && passed != nil && *passed > 0 && *passed >= before:
		return cured, false
	}
	return absent, false
}

// specs is the framework whose tests run inside those of another, which names its own
// that passed while the specs are only counted.
const specs = "ginkgo"

// lookup finds the result of a target. unittest names a subtest only where it fails: its
// test passes if all of them do.
func lookup(tests results, target failure.Failure) (st failure.Status, named bool) {
	if st, named = find(tests, target); named || target.Framework != "unittest" {
		return st, named
	}
	target.Test, _, _ = strings.Cut(target.Test, " ")
	return find(tests, target)
}

func find(tests results, target failure.Failure) (st failure.Status, named bool) {
	for k, st := range tests {
		if k[1] == target.Test && (target.Package == "" || k[0] == "" || k[0] == target.Package) {
			return st, true
		}
	}
	return "", false
}

// ranBefore is how many tests ran, by the totals of a report; 0 if it has none.
func ranBefore(r failure.Report) int {
	n := 0
	for _, c := range []*int{r.Counts.Passed, r.Counts.Failed} {
		if c != nil {
			n += *c
		}
	}
	return n
}
