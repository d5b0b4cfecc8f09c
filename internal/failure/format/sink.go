package format

import "slices"

// Limits of what a Sink keeps.
const (
	// MaxFindings is the most failures that one scanner's output is kept of. A run
	// with more has one cause, and a log that claims ten million must not fill memory.
	MaxFindings = 1000
	// MaxCases is the most results of single tests that are kept.
	MaxCases = 100_000
)

// Sink takes what the scanner of one format found.
type Sink struct {
	Framework string // name of the format
	Step      int    // step of the line that is being read; each finding gets it
	KeepCases bool   // results of single tests are wanted, also of those that passed

	Context func() []string // the last lines of the input; nil if they are not kept

	Findings []Finding
	Dropped  int // failures beyond MaxFindings
	Cases    []Case
	Lost     int // cases beyond MaxCases
	Totals   Totals
	Seen     bool // the format was recognised
	Document bool // what was read is a result file
	Green    int  // runs that ended well
	Red      int  // runs that ended badly
	FirstNo  int  // line of the first thing that was recognised

	Idle      int // times that a tool said that it found no test to run
	IdleFails int // of these, by a tool that takes it for a failure
	Hollow    int // of the runs that ended well, those that had no test to run
}

// NewSink returns an empty Sink.
func NewSink(framework string) *Sink {
	return &Sink{Framework: framework, Totals: NoTotals()}
}

// Keep adds what a scanner holds of a failure until it hands it over to the list of such,
// and counts it where the list has MaxFindings.
func Keep[T any](s *Sink, list []T, item T) []T {
	if len(list) >= MaxFindings {
		s.Dropped++
		return list
	}
	return append(list, item)
}

// Fail takes a failure.
func (s *Sink) Fail(f Finding) {
	s.See(f.No)
	if len(s.Findings) >= MaxFindings {
		s.Dropped++
		return
	}
	if f.Framework == "" {
		f.Framework = s.Framework
	}
	if f.Step == 0 {
		f.Step = s.Step
	}
	if s.again(f) {
		return
	}
	s.Findings = append(s.Findings, f)
}

// again reports whether a failure is known already: repeated in a summary, or another
// attempt of the same test, which is counted.
func (s *Sink) again(f Finding) bool {
	if f.Test == "" {
		return false
	}
	for i := range s.Findings {
		if o := &s.Findings[i]; o.Test == f.Test && o.Package == f.Package && o.Step == f.Step && (f.Rerun || o.Message == f.Message) {
			if f.Rerun {
				o.Attempts = max(o.Attempts, 1) + max(f.Attempts, 1)
			}
			return true
		}
	}
	return false
}

// Recover takes back the failure of a test that was run again and passed.
func (s *Sink) Recover(pkg, test string) {
	s.Findings = slices.DeleteFunc(s.Findings, func(f Finding) bool { return f.Package == pkg && f.Test == test })
}

// Before returns the last lines before the one that is being read; nil if they are
// not known.
func (s *Sink) Before() []string {
	if s.Context == nil {
		return nil
	}
	return s.Context()
}

// Case takes the result of a test. A later result of the same test stands beside
// the earlier one.
func (s *Sink) Case(c Case) {
	s.Seen = true
	if !s.KeepCases {
		return
	}
	if len(s.Cases) >= MaxCases {
		s.Lost++
		return
	}
	s.Cases = append(s.Cases, c)
}

// OnlyWeak reports whether all that was found are weak findings.
func (s *Sink) OnlyWeak() bool {
	return len(s.Findings) > 0 && s.Totals == unsaid && s.Green == 0 && s.Red == 0 &&
		!slices.ContainsFunc(s.Findings, func(f Finding) bool { return !f.Weak })
}

// OfOthers reports whether all that was found has the name of another framework, whose
// output looks alike.
func (s *Sink) OfOthers() bool {
	return len(s.Findings) > 0 && !slices.ContainsFunc(s.Findings, func(f Finding) bool { return f.Framework == s.Framework })
}

// See says that the format was recognised in a line.
func (s *Sink) See(no int) {
	if !s.Seen {
		s.Seen, s.FirstNo = true, no
	}
}

// Add adds the totals of one run to those of the runs before.
func (s *Sink) Add(t Totals) {
	s.Seen = true
	add(&s.Totals.Passed, t.Passed)
	add(&s.Totals.Failed, t.Failed)
	add(&s.Totals.Skipped, t.Skipped)
}

func add(to *int, n int) {
	if n < 0 {
		return
	}
	*to = max(*to, 0) + n
}
