// Package ruby reads the output of RSpec and minitest.
package ruby

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/trace"
)

// Names of the frameworks in reports.
const (
	RSpec    = "rspec"
	Minitest = "minitest"
)

// Formats returns the formats of this package.
func Formats() []format.Format {
	return []format.Format{
		{
			Name: RSpec, Language: "ruby",
			Triggers: []string{"^Failures:", " examples, ", " example, ", "^An error occurred while loading ", "^Failed examples:"},
			New:      func(out *format.Sink) format.Scanner { return newRSpec(out) },
		},
		{
			Name: Minitest, Language: "ruby",
			Triggers: []string{") Failure:", ") Error:", "^Failure:", "^Error:", " runs, ", " tests, "},
			New:      func(out *format.Sink) format.Scanner { return newMinitest(out) },
		},
	}
}

type rspec struct {
	out     *format.Sink
	section bool
	tests   []*example
	current *example
}

// example is the report of one example.
type example struct {
	name  string
	text  format.Block
	load  bool // a file that could not be loaded
	error bool
	no    int
}

func newRSpec(out *format.Sink) *rspec { return &rspec{out: out} }

var numbered = regexp.MustCompile(`^ {1,4}(\d+)\) (.+)$`)

func (r *rspec) Line(l format.Line) bool {
	switch {
	case l.Text == "Failures:":
		r.section = true
	case strings.HasPrefix(l.Text, "An error occurred while loading "):
		r.begin(strings.TrimSuffix(strings.TrimPrefix(l.Text, "An error occurred while loading "), "."), l)
		r.current.load = true
	case strings.Contains(l.Text, " example") && r.totals(l):
		return false
	case strings.HasPrefix(l.Text, "Finished in ") || strings.HasPrefix(l.Text, "Failed examples:") || l.Text == "Pending:":
		r.section, r.current = false, nil
	case r.section && numbered.MatchString(l.Text):
		r.begin(numbered.FindStringSubmatch(l.Text)[2], l)
	case r.current != nil:
		r.current.text.Add(l.Text)
	}
	return r.section || r.current != nil
}

func (r *rspec) begin(name string, l format.Line) {
	r.current = &example{name: name, no: l.No}
	r.tests = format.Keep(r.out, r.tests, r.current)
}

// totals takes "3 examples, 1 failure, 1 pending".
func (r *rspec) totals(l format.Line) bool {
	n, rest := format.Number(l.Trim)
	if n < 0 || !strings.HasPrefix(rest, " example") {
		return false
	}
	t, outside := format.Totals{}, false
	for part := range strings.SplitSeq(rest, ", ") {
		k, word := format.Number(part)
		word, _, _ = strings.Cut(strings.TrimSpace(word), " ")
		switch strings.TrimSuffix(word, "s") {
		case "failure":
			t.Failed = max(k, 0)
		case "pending":
			t.Skipped = max(k, 0)
		case "error":
			outside = k > 0
		}
	}
	t.Passed = max(0, n-t.Failed-t.Skipped)
	r.out.See(l.No)
	r.out.Add(t)
	if t.Failed == 0 && !outside {
		r.out.Green++
		r.tests = nil
	}
	r.flush()
	return true
}

func (r *rspec) flush() {
	for _, e := range r.tests {
		r.out.Red++
		r.fail(e)
	}
	r.tests, r.current, r.section = nil, nil, false
}

func (r *rspec) fail(e *example) {
	f := format.Finding{Kind: format.Test, Test: e.name, No: e.no}
	if e.load {
		f.Test, f.Kind, f.Assert.File = "", format.Build, e.name
	} else {
		r.out.Case(format.Case{Test: e.name, Status: format.Failed})
	}
	lines := format.Dedent(e.text.Lines())
	f.Output = format.Join(lines)
	f.Frames = trace.Frames(lines)
	f.ErrorType, f.Message = rubyError(lines)
	if f.ErrorType == "" {
		f.ErrorType = "RSpec::Expectations::ExpectationNotMetError"
	}
	f.Expect = strings.HasPrefix(f.ErrorType, "RSpec::")
	r.out.Fail(f)
}

// rubyError returns the class, which stands on a line of its own with a colon, and
// the message, which is indented below it. An expectation has no class.
func rubyError(lines []string) (class, message string) {
	var kept []string
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if strings.HasPrefix(t, "# ") || strings.HasPrefix(t, "Failure/Error: ") && len(kept) > 0 {
			break
		}
		if name, ok := strings.CutSuffix(t, ":"); ok && class == "" && isClass(name) {
			class, kept = name, nil
			continue
		}
		if !strings.HasPrefix(t, "Failure/Error: ") || class != "" {
			kept = append(kept, l)
		}
	}
	message = format.Join(kept)
	if class != "" { // Ruby quotes the source below the message
		message, _, _ = strings.Cut(message, "\n\n")
	}
	if message == "" {
		for _, l := range lines {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(l), "Failure/Error: "); ok {
				message = rest
			}
		}
	}
	return class, message
}

func isClass(name string) bool {
	return format.IsExceptionName(name) && !strings.ContainsAny(name, `.$\`) && name != "Diff" && name != "Expected" && name != "Actual"
}

func (r *rspec) End() { r.flush() }
