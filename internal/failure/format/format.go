// Package format is what the parsers of test output have in common: the lines that
// they read, the findings that they hand over, and the choice of parsers by the
// words that give a format away.
package format

import "strings"

// Line is one line of output, without timestamps and colours.
type Line struct {
	Text   string // as printed
	Trim   string // without blanks at either end
	Indent int    // number of blanks and tabs before the text
	No     int    // number of the line in its input, from 1
	Step   int    // number of the job's step
	Error  bool   // the runner marked it as an error
}

// NewLine returns the Line with a text.
func NewLine(text string) Line {
	trim := strings.TrimLeft(text, " \t")
	return Line{Text: text, Trim: strings.TrimRight(trim, " \t"), Indent: len(text) - len(trim)}
}

// Scanner reads the output of one tool, line by line.
type Scanner interface {
	// Line takes a line that holds one of the format's triggers. If it returns true,
	// it gets each following line too, until it returns false.
	Line(l Line) bool
	// End says that the output is over; what is pending is handed over.
	End()
}

// Format is a kind of output that can be recognised.
type Format struct {
	Name     string // of the framework, as it stands in a report
	Language string // of the code under test; "" if any
	// Triggers are texts that may begin something of this format. With ^ before it,
	// a text stands at the beginning of the line, after blanks.
	Triggers []string
	// Exclusive says that a line with a trigger is of no other format.
	Exclusive bool
	// Large says that a scanner may hold megabytes: of what is interleaved, it gets none.
	Large bool
	// New starts a scanner that hands its findings to out.
	New func(out *Sink) Scanner
}

// Kind is the sort of a finding; the words are those of a report.
type Kind string

// The kinds of finding.
const (
	Test    Kind = "test"
	Build   Kind = "build"
	Panic   Kind = "panic"
	Timeout Kind = "timeout"
	Race    Kind = "race"
	Lint    Kind = "lint"
	Infra   Kind = "infra"
	Unknown Kind = "unknown"
)

// Status is the result of a test; the words are those of a report.
type Status string

// The results of a test.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped"
)

// Frame is a stack frame.
type Frame struct {
	File string
	Line int
	Func string
}

// Finding is a failure as a scanner read it. Where File is empty, it is chosen from
// the frames, else from Assert.
type Finding struct {
	Framework string // empty: that of the scanner's format
	Kind      Kind
	Package   string
	Test      string
	File      string
	Line      int
	Assert    Frame // where the assertion stands
	ErrorType string
	Message   string
	Output    string
	Attempts  int
	Flaky     bool
	Rerun     bool    // the test ran before in this run
	Frames    []Frame // innermost first
	Source    int     // number of the parser that found it
	Unit      string  // what was being built: a header's error counts once for each
	Expect    bool    // an assertion of the test: its own frames are the place
	Weak      bool    // counts only where nothing else explains that the run failed
	Fallback  bool    // counts only where there is nothing else
	No        int     // number of the line where it was found
	Step      int
}

// Case is the result of one test.
type Case struct {
	Package, Test string
	Status        Status
	Cached        bool
	Flaky         bool // it failed before it passed
}

// Totals are the numbers that a tool printed at the end of a run; -1 where it did not.
type Totals struct {
	Passed, Failed, Skipped int
}

// Unsaid are totals of which nothing is known.
var unsaid = Totals{-1, -1, -1}

// Nothing reports whether the tool counted, and there was nothing to count.
func (t Totals) Nothing() bool { return t != unsaid && max(t.Passed, t.Failed, t.Skipped) <= 0 }

// NoTotals returns totals of which nothing is known.
func NoTotals() Totals { return unsaid }
