// Package jasmine reads the output of Jasmine, and of Karma, which runs its tests and
// those of others in browsers.
package jasmine

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/javascript"
)

// Names of the frameworks in reports.
const (
	Framework = "jasmine"
	Karma     = "karma"
)

// Formats returns the formats of this package.
func Formats() []format.Format {
	return []format.Format{
		{
			Name: Framework, Language: "javascript",
			Triggers: []string{"^Failures:", "^Suite error: ", " spec, ", " specs, "},
			New:      func(out *format.Sink) format.Scanner { return &scanner{out: out} },
		},
		{
			Name: Karma, Language: "javascript",
			Triggers: []string{" FAILED", ": Executed "},
			New:      func(out *format.Sink) format.Scanner { return &karma{out: out} },
		},
	}
}

// scanner reads the list of failures and the totals below it.
type scanner struct {
	out     *format.Sink
	failed  []*spec
	current *spec
	section bool
	said    []string // the totals, until the line below shows whose they are
	at      int
}

// spec is a failed spec, or a suite that failed outside of any.
type spec struct {
	name  string
	suite bool
	text  format.Block
	no    int
}

var (
	numbered = regexp.MustCompile(`^\d+\) (\S.*)$`)
	suite    = regexp.MustCompile(`^Suite error: (.+)$`)
	summary  = regexp.MustCompile(`^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?$`)
)

func (s *scanner) Line(l format.Line) bool {
	if s.said != nil && l.Trim != "" {
		s.settle(strings.HasPrefix(l.Text, "Finished in ") || len(s.failed) > 0)
	}
	switch {
	case l.Text == "Failures:":
		s.section = true
	case summary.MatchString(l.Text):
		s.said, s.at = summary.FindStringSubmatch(l.Text), l.No
	case l.Text == "Pending:":
		s.section, s.current = false, nil
		return len(s.failed) > 0
	case s.section && numbered.MatchString(l.Text):
		s.begin(&spec{name: numbered.FindStringSubmatch(l.Text)[1], no: l.No})
	case s.section && suite.MatchString(l.Text):
		s.begin(&spec{name: suite.FindStringSubmatch(l.Text)[1], suite: true, no: l.No})
	case s.current != nil:
		s.current.text.Add(l.Text)
	}
	return s.section || len(s.failed) > 0 || s.said != nil
}

func (s *scanner) begin(f *spec) {
	s.current = f
	s.failed = format.Keep(s.out, s.failed, f)
}

// settle takes "6 specs, 4 failures, 1 pending spec", which ends a run: what was listed
// before it was Jasmine's. Other programs count specs too, and do not say below it how
// long that took.
func (s *scanner) settle(own bool) {
	m := s.said
	if !own {
		*s = scanner{out: s.out}
		return
	}
	all, _ := format.Number(m[1])
	t := format.Totals{}
	t.Failed, _ = format.Number(m[2])
	t.Skipped, _ = format.Number(cmp.Or(m[3], "0"))
	t.Passed = max(0, all-t.Failed-t.Skipped)
	s.out.See(s.at)
	s.out.Add(t)
	if t.Failed == 0 && len(s.failed) == 0 {
		s.out.Green++
	}
	for _, f := range s.failed {
		s.fail(f)
	}
	*s = scanner{out: s.out}
}

func (s *scanner) fail(f *spec) {
	s.out.Red++
	s.out.Fail(f.finding())
	if !f.suite {
		s.out.Case(format.Case{Test: f.name, Status: format.Failed})
	}
}

// End implements format.Scanner. Without totals it was no run of Jasmine, or one that
// was cut off: of that, what is told as only Jasmine does counts.
func (s *scanner) End() {
	if s.said != nil {
		s.settle(len(s.failed) > 0)
	}
	for _, f := range s.failed {
		if lines := f.text.Lines(); len(lines) > 1 && lines[0] == "  Message:" {
			s.out.See(f.no)
			s.fail(f)
		}
	}
	*s = scanner{out: s.out}
}

func (f *spec) finding() format.Finding {
	found := format.Finding{Kind: format.Test, Test: f.name, No: f.no}
	lines := f.text.Lines()
	javascript.Describe(&found, first(lines))
	found.Output = format.Join(lines)
	if f.suite {
		found.Kind, found.Test = format.Build, ""
	}
	return found
}

// first is the first message of a spec with its stack, without the words above them.
func first(lines []string) []string {
	var out []string
	for _, l := range lines {
		switch t := strings.TrimSpace(l); {
		case t == "Message:" && len(out) > 0:
			return out
		case t == "Message:" || t == "Stack:" || t == "at <Jasmine>":
		default:
			out = append(out, l)
		}
	}
	return out
}

// karma reads Karma's reports on the console: a failed test with its error, indented by
// a tab, and how far each browser is.
type karma struct {
	out     *format.Sink
	current *spec
	failed  []*spec
	counts  map[string][]string // of each browser, the last
}

// maxBrowsers bounds whose counts are kept: any program may print such a line.
const maxBrowsers = 100

var (
	karmaFailed = regexp.MustCompile(`^\S.* \([^()]+\) (\S.*) FAILED$`)
	karmaCount  = regexp.MustCompile(`^(\S.* \([^()]+\)): Executed (\d+) of (\d+)(?: \((\d+) FAILED\))?(?: \(skipped (\d+)\))?`)
)

func (k *karma) Line(l format.Line) bool {
	if m := karmaCount.FindStringSubmatch(l.Text); m != nil {
		if k.counts == nil {
			k.counts = map[string][]string{}
		}
		if _, known := k.counts[m[1]]; known || len(k.counts) < maxBrowsers {
			k.counts[m[1]] = m[2:]
		}
		k.current = nil
		k.out.See(l.No)
		return true
	}
	if m := karmaFailed.FindStringSubmatch(l.Text); m != nil {
		k.current = &spec{name: m[1], no: l.No}
		k.failed = format.Keep(k.out, k.failed, k.current)
		return true
	}
	if k.current != nil && strings.HasPrefix(l.Text, "\t") {
		k.current.text.Add(l.Text)
	} else {
		k.current = nil
	}
	return k.current != nil
}

// End implements format.Scanner.
func (k *karma) End() {
	if len(k.counts) == 0 {
		return
	}
	for _, m := range k.counts {
		ran, _ := format.Number(m[0])
		t := format.Totals{}
		t.Failed, _ = format.Number(cmp.Or(m[2], "0"))
		t.Skipped, _ = format.Number(cmp.Or(m[3], "0"))
		t.Passed = max(0, ran-t.Failed)
		k.out.Add(t)
	}
	if len(k.failed) == 0 {
		k.out.Green++
	}
	for _, f := range k.failed {
		k.out.Red++
		k.out.Case(format.Case{Test: f.name, Status: format.Failed})
		k.out.Fail(f.finding())
	}
}
