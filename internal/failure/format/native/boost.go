package native

import (
	"regexp"

	"github.com/regreen/regreen/internal/failure/format"
)

// Boost is the name of Boost.Test in reports.
const Boost = "boost-test"

// boost reads the output of Boost.Test: errors a line each, and a last line that says how
// many.
type boost struct {
	out    *format.Sink
	all    int // test cases that were to run; -1 if it did not say
	failed []format.Finding
}

func newBoost(out *format.Sink) *boost { return &boost{out: out, all: -1} }

var (
	boostRuns  = regexp.MustCompile(`^Running (\d+) test cases?\.\.\.$`)
	boostError = regexp.MustCompile(`^(\S.*?)\((\d+)\): (?:fatal )?error: in "(.+?)": (.+)$`)
	boostPoint = regexp.MustCompile(`^(\S.*?)\((\d+)\): last checkpoint`)
	boostEnd   = regexp.MustCompile(`^\*\*\* (?:\d+ failures? (?:is|are) detected|No errors detected)`)
)

func (b *boost) Line(l format.Line) bool {
	switch {
	case boostRuns.MatchString(l.Text):
		b.all, _ = format.Number(boostRuns.FindStringSubmatch(l.Text)[1])
	case boostEnd.MatchString(l.Text):
		b.end(l)
		return false
	case boostError.MatchString(l.Text):
		b.fail(boostError.FindStringSubmatch(l.Text), l)
	case len(b.failed) > 0 && boostPoint.MatchString(l.Text):
		if last := &b.failed[len(b.failed)-1]; last.Line == 0 { // an exception is thrown nowhere
			at := placeOf(boostPoint.FindStringSubmatch(l.Text))
			last.File, last.Line = at.File, at.Line
		}
	}
	return b.all >= 0
}

// fail takes `a.cpp(6): error: in "suite/case": check a == b has failed [4 != 3]`. The
// first error of a case is its message.
func (b *boost) fail(m []string, l format.Line) {
	at := placeOf(m)
	for i := range b.failed {
		if f := &b.failed[i]; f.Test == m[3] {
			if len(f.Output) < maxBoostOutput {
				f.Output += "\n" + l.Text
			}
			return
		}
	}
	f := format.Finding{Kind: format.Test, Test: m[3], File: at.File, Line: at.Line, ErrorType: "error", Message: m[4], Output: l.Text, No: l.No}
	if at.File == "unknown location" {
		f.File, f.ErrorType = "", "exception"
	}
	b.failed = format.Keep(b.out, b.failed, f)
}

// maxBoostOutput bounds what is kept of a case that fails again and again, in bytes.
const maxBoostOutput = 8 << 10

func (b *boost) end(l format.Line) {
	b.out.See(l.No)
	t := format.NoTotals()
	if t.Failed = len(b.failed); b.all >= 0 {
		t.Passed = max(0, b.all-t.Failed)
	}
	b.out.Add(t)
	if len(b.failed) == 0 {
		b.out.Green++
	}
	for _, f := range b.failed {
		b.out.Red++
		b.out.Fail(f)
	}
	*b = *newBoost(b.out)
}

// End implements format.Scanner. Without its last line it was no run of Boost.Test, or
// one that was cut off.
func (b *boost) End() {}
