package native

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// Doctest is the name of the C++ framework in reports; Python's has the shorter one.
const Doctest = "doctest-cpp"

// doctest reads the output of the C++ framework of that name: a block for each test case
// that failed, below a rule, and totals.
type doctest struct {
	out     *format.Sink
	ruled   bool
	place   format.Frame
	suite   string
	current *doctestCase
	failed  []*doctestCase
}

type doctestCase struct {
	suite, name string
	place       format.Frame
	text        format.Block
	no          int
}

var (
	doctestPlace  = regexp.MustCompile(`^(\S.*?)[:(](\d+)\)?:$`)
	doctestError  = regexp.MustCompile(`^(\S.*?)[:(](\d+)\)?: (?:FATAL )?ERROR: (.+)$`)
	doctestTotals = regexp.MustCompile(`^\[doctest\] test cases: +(\d+) \| +(\d+) passed \| +(\d+) failed \| +(\d+) skipped`)
)

func (d *doctest) Line(l format.Line) bool {
	switch {
	case strings.HasPrefix(l.Text, "[doctest] doctest version"):
		d.out.See(l.No)
	case doctestTotals.MatchString(l.Text):
		d.total(l)
		return false
	case len(l.Text) == 79 && strings.Trim(l.Text, "=") == "":
		d.ruled, d.current, d.suite = true, nil, ""
	case d.ruled && doctestPlace.MatchString(l.Text):
		d.place, d.ruled = placeOf(doctestPlace.FindStringSubmatch(l.Text)), false
	case strings.HasPrefix(l.Text, "TEST SUITE: "):
		d.suite = strings.TrimPrefix(l.Text, "TEST SUITE: ")
	case strings.HasPrefix(l.Text, "TEST CASE:  "):
		d.begin(strings.TrimPrefix(l.Text, "TEST CASE:  "), l.No)
	case d.current != nil:
		d.current.text.Add(l.Text)
	}
	return true
}

func placeOf(m []string) format.Frame {
	return format.Frame{File: m[1], Line: format.Count(m[2])}
}

func (d *doctest) begin(name string, no int) {
	d.current = &doctestCase{suite: d.suite, name: name, place: d.place, no: no}
	d.failed = format.Keep(d.out, d.failed, d.current)
}

func (d *doctest) total(l format.Line) {
	m := doctestTotals.FindStringSubmatch(l.Text)
	n := func(i int) int { return format.Count(m[i]) }
	d.out.See(l.No)
	d.out.Add(format.Totals{Passed: n(2), Failed: n(3), Skipped: n(4)})
	if n(3) == 0 {
		d.out.Green++
	}
	for _, c := range d.failed {
		d.out.Red++
		d.out.Fail(c.finding())
	}
	*d = doctest{out: d.out}
}

// End implements format.Scanner. Without totals it was no run of doctest, or one that
// was cut off.
func (d *doctest) End() {}

// finding is the first assertion of a case; the others are in the output.
func (c *doctestCase) finding() format.Finding {
	lines := c.text.Lines()
	f := format.Finding{Kind: format.Test, Package: c.suite, Test: c.name, Assert: c.place, ErrorType: "error", Output: format.Join(lines), No: c.no}
	for i, l := range lines {
		m := doctestError.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		f.Assert, f.Message = placeOf(m), m[3]
		if i+1 < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[i+1]), "values: ") {
			f.Message += "\n" + strings.TrimSpace(lines[i+1])
		}
		break
	}
	return f
}
