package failure

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// Limits of a report.
const (
	// maxFailures is the most failures that a report lists; a run with more has one
	// cause, and what reads the report needs to be bounded too.
	maxFailures = 1000
	// maxOutput is the size to which one failure's output is cut, and maxOutputs that
	// of all of them together.
	maxOutput  = 16 << 10
	maxOutputs = 4 << 20
	// maxMessage is the size to which a message is cut.
	maxMessage = 4 << 10
)

// merger makes one report of what was read from all inputs.
type merger struct {
	o       Options
	out     Report
	tests   map[[2]string]int
	seen    map[string]bool
	sources map[string]int // of each failed test of a job: which parser found it
	read    int            // parsers so far
	outputs int
	cut     []string

	idle, idleFails, busy int // test tools that found no test, that failed for it, and that ran some

	documents Counts // of result files: they count where no log does, which may be of the same run
}

// tail keeps the last lines of an input: those before the runner's first error mark,
// because what it does after that is to clean up.
func (m *merger) tail(r *reading) {
	text := r.marked
	if text == "" {
		text = r.tail.text()
	}
	if text != "" {
		m.out.Tail = text
	}
}

func newMerger(o Options) *merger {
	return &merger{o: o, tests: map[[2]string]int{}, seen: map[string]bool{}, sources: map[string]int{}}
}

// add takes what one input gave.
func (m *merger) add(in Input, r *reading) {
	got := m.findings(r)
	m.read += len(r.sinks())
	m.frameworks(r, got)
	for _, f := range got.failures {
		m.fail(in, f)
	}
	m.infra(in, got.infra)
	m.unexplained(in, r, got)
	m.cases(r)
	m.job(r)
	m.cuts(in, r)
	m.tail(r)
}

// frameworks lists what was recognised, in order of appearance. What had only weak
// findings counts if one of them does: a traceback within a test's output is of no
// framework of its own.
func (m *merger) frameworks(r *reading, got found) {
	var seen []*format.Sink
	for _, s := range r.sinks() {
		blamed := slices.ContainsFunc(got.failures, func(f format.Finding) bool { return f.Framework == s.Framework })
		if s.Seen && (blamed || !s.OnlyWeak() && !s.OfOthers()) {
			seen = append(seen, s)
		}
	}
	seen = slices.DeleteFunc(seen, func(s *format.Sink) bool { return isHidden(s.Framework) })
	slices.SortStableFunc(seen, func(a, b *format.Sink) int { return a.FirstNo - b.FirstNo })
	for _, s := range seen {
		m.sawFramework(s.Framework)
	}
	for _, f := range got.failures {
		m.sawFramework(f.Framework)
	}
}

func (m *merger) sawFramework(name string) {
	if name != "" && !slices.Contains(m.out.Frameworks, name) {
		m.out.Frameworks = append(m.out.Frameworks, name)
	}
}

// found is what of an input's findings counts, in order of appearance.
type found struct{ failures, infra []format.Finding }

// findings sorts the findings of an input. What is strong counts; else what the runner
// marked as a fault of the machinery; else weak findings; else other faults of the
// machinery; else what a step says that ended well; and last the first line that says
// only that something failed.
func (m *merger) findings(r *reading) found {
	if r.job.passed() && !m.failedForSure() {
		return found{}
	}
	var got sorted
	for _, f := range r.findings(m.read) {
		got.add(f, r.job.steps[f.Step] == stepPassed)
	}
	switch {
	case len(got.strong) > 0:
		return found{failures: got.strong}
	case slices.ContainsFunc(got.machinery, func(f format.Finding) bool { return !f.Weak }):
		return found{infra: got.machinery}
	case len(got.weak) > 0 && m.mayBlame(r, got.fallback):
		return found{failures: got.weak}
	case len(got.machinery) > 0:
		return found{infra: got.machinery}
	case len(got.moot) > 0:
		return found{failures: got.moot}
	case len(got.fallback) > 0 && m.mayBlame(r, got.fallback):
		return found{failures: got.fallback[:1]}
	}
	return found{}
}

// sorted are findings by what they are worth, in order of appearance.
type sorted struct{ strong, weak, moot, machinery, fallback []format.Finding }

// add puts a finding where it belongs. over says that its step ended well.
func (s *sorted) add(f format.Finding, over bool) {
	to := &s.strong
	switch {
	case f.Kind == format.Infra:
		if over && f.Weak {
			return
		}
		to = &s.machinery
	case (f.Weak || f.Fallback) && over:
		return
	case f.Fallback:
		to = &s.fallback
	case f.Weak:
		to = &s.weak
	case over:
		to = &s.moot
	}
	at, _ := slices.BinarySearchFunc(*to, f.No+1, func(o format.Finding, no int) int { return o.No - no })
	*to = slices.Insert(*to, at, f)
}

// failedForSure reports whether the caller knows that the run failed.
func (m *merger) failedForSure() bool { return m.o.ExitCode != nil && *m.o.ExitCode != 0 }

// mayBlame reports whether weak findings may explain the input: it is known that
// something failed, a command says so at the end, or nothing says that all was well.
func (m *merger) mayBlame(r *reading, ends []format.Finding) bool {
	if m.o.ExitCode != nil {
		return *m.o.ExitCode != 0
	}
	if r.job.errors > 0 || len(ends) > 0 && ends[len(ends)-1].No > r.no-context {
		return true
	}
	for _, s := range r.sinks() {
		if s.Green > 0 && s.Red == 0 {
			return false
		}
	}
	return true
}

// fail adds a failure to the report.
func (m *merger) fail(in Input, f format.Finding) {
	out := m.convert(in, f)
	if m.known(out, f.Unit, f.Source) {
		return
	}
	if len(m.out.Failures) >= maxFailures {
		m.note("failures after the first %d", maxFailures)
		return
	}
	out.Output = m.bounded(f.Output)
	m.out.Failures = append(m.out.Failures, out)
}

// convert makes a Failure of a finding, with its whole output.
func (m *merger) convert(in Input, f format.Finding) Failure {
	f.Locate()
	f.Complete()
	out := Failure{
		Kind: Kind(f.Kind), Framework: f.Framework, Job: in.Job, Package: m.path(f.Package), Test: m.testName(f.Test),
		File: m.path(f.File), Line: f.Line, ErrorType: f.ErrorType, Message: format.Shorten(f.Message, maxMessage),
		Attempts: f.Attempts, Flaky: f.Flaky, Output: f.Output,
	}
	for _, at := range f.Frames {
		out.Frames = append(out.Frames, Frame{File: m.path(at.File), Line: at.Line, Func: at.Func})
	}
	if out.File == "" {
		out.Line = 0
	}
	out.Signature = sign(out, m.o.Root)
	return out
}

// infra adds the faults of the machinery, one of each class: of many retries one says
// enough. Those that the runner marked come first; the first line of a class tells the
// cause, a later one mostly that it was given up.
func (m *merger) infra(in Input, list []format.Finding) {
	sort.SliceStable(list, func(i, j int) bool { return list[i].No < list[j].No })
	var marked, rest []format.Finding
	for _, f := range list {
		if i := slices.IndexFunc(list, func(o format.Finding) bool { return o.ErrorType == f.ErrorType }); list[i].No != f.No {
			continue
		}
		if slices.ContainsFunc(list, func(o format.Finding) bool { return o.ErrorType == f.ErrorType && !o.Weak }) {
			marked = append(marked, f)
		} else {
			rest = append(rest, f)
		}
	}
	for _, f := range append(marked, rest...) {
		f.Framework = ""
		out := m.convert(in, f)
		out.Output = m.bounded(f.Output)
		m.out.Infra = append(m.out.Infra, out)
	}
}

// unexplained adds a failure of unknown kind where something failed and nothing
// that was recognised says what.
func (m *merger) unexplained(in Input, r *reading, got found) {
	if len(got.failures)+len(got.infra) > 0 {
		return
	}
	if m.uncounted(in, r) {
		return
	}
	if !m.failedForSure() && (m.o.ExitCode != nil || r.job.errors == 0) {
		return
	}
	output := r.marked
	if output == "" {
		output = r.tail.text()
	}
	message := format.BestLine(output)
	if r.job.exit == nil && r.job.said != "" { // an action failed, and no command
		message, output = r.job.said, r.tail.text()
	}
	if message == "" {
		return
	}
	m.fail(in, format.Finding{Kind: format.Unknown, ErrorType: string(format.Unknown), Message: message, Output: output})
}

// wordless adds a failure for a command that failed and said nothing.
func (m *merger) wordless() {
	if !m.failedForSure() || len(m.out.Failures)+len(m.out.Infra) > 0 {
		return
	}
	m.fail(Input{}, format.Finding{Kind: format.Unknown, ErrorType: string(format.Unknown),
		Message: fmt.Sprintf("exit status %d, and nothing was printed that says why", *m.o.ExitCode)})
}

// uncounted adds a failure where a tool counts failed tests and names none.
func (m *merger) uncounted(in Input, r *reading) bool {
	if r.job.passed() || m.o.ExitCode != nil && *m.o.ExitCode == 0 {
		return false
	}
	for _, s := range r.sinks() {
		if s.Totals.Failed > 0 && len(s.Findings) == 0 {
			m.fail(in, format.Finding{
				Framework: s.Framework, Kind: format.Unknown, ErrorType: string(format.Unknown),
				Message: fmt.Sprintf("%d failed, and the log does not say which", s.Totals.Failed), Output: r.tail.text(),
			})
			return true
		}
	}
	return false
}

// known reports whether the same failure stands in the report already, but for noise such
// as addresses: a job's log may show it in two forms, or of two runs, and a result file
// shows what the log does. source tells those forms apart.
func (m *merger) known(f Failure, unit string, source int) bool {
	if f.Test != "" {
		name := f.Job + "\x00" + f.Test
		if from, seen := m.sources[name]; seen && from != source {
			return true
		}
		m.sources[name] = source
	}
	key := strings.Join([]string{f.Job, f.Package, f.Test, f.File, fmt.Sprint(f.Line), f.ErrorType, f.Signature.Exact, unit}, "\x00")
	if m.seen[key] {
		return true
	}
	m.seen[key] = true
	return false
}

func (m *merger) bounded(output string) string {
	size := min(maxOutput, maxOutputs-m.outputs)
	if size <= 0 {
		m.note("output of failures beyond %d MiB in all", maxOutputs>>20)
		return ""
	}
	if len(output) > size {
		m.note("the middle of a failure's output where it is longer than %d KiB", maxOutput>>10)
	}
	output = format.Shorten(output, size)
	m.outputs += len(output)
	return output
}

// note says what was cut, once.
func (m *merger) note(text string, args ...any) {
	text = fmt.Sprintf(text, args...)
	if !slices.Contains(m.cut, text) {
		m.cut = append(m.cut, text)
	}
}

// cases takes the results of single tests. Of several results of one test the last
// counts, but a failure stays one.
func (m *merger) cases(r *reading) {
	if !m.o.KeepTests {
		return
	}
	for _, s := range r.sinks() {
		for _, c := range s.Cases {
			m.test(c)
		}
	}
}

func (m *merger) test(c format.Case) {
	t := TestResult{Package: m.path(c.Package), Test: m.testName(c.Test), Status: Status(c.Status), Cached: c.Cached, Flaky: c.Flaky}
	key := [2]string{t.Package, t.Test}
	i, known := m.tests[key]
	switch {
	case !known:
		m.tests[key] = len(m.out.Tests)
		m.out.Tests = append(m.out.Tests, t)
	case m.out.Tests[i].Status != Failed || t.Status == Failed:
		m.out.Tests[i] = t
	}
}

// job takes the frame of the job log.
func (m *merger) job(r *reading) {
	if r.job.exit != nil && m.out.ExitCode == nil {
		m.out.ExitCode = r.job.exit
		m.out.Command, m.out.Step = r.job.failed.Script, r.job.failed
	}
	if s := r.job.system(); s != "" && !slices.Contains(m.out.Systems, s) {
		m.out.Systems = append(m.out.Systems, s)
	}
	for _, s := range r.sinks() {
		m.idle += s.Idle
		m.idleFails += s.IdleFails
		m.busy += s.Green - s.Hollow
		if s.Totals.Nothing() { // it says so by its totals
			m.idle++
			m.busy -= s.Green - s.Hollow
		}
		to := &m.out.Counts
		if s.Document {
			to = &m.documents
		}
		to.add(s.Totals)
	}
}

func (c *Counts) add(t format.Totals) {
	count(&c.Passed, t.Passed)
	count(&c.Failed, t.Failed)
	count(&c.Skipped, t.Skipped)
}

func count(to **int, n int) {
	if n < 0 {
		return
	}
	if *to != nil {
		n += **to
	}
	*to = &n
}

func (m *merger) cuts(in Input, r *reading) {
	dropped, lost := 0, 0
	for _, s := range r.sinks() {
		dropped += s.Dropped
		lost += s.Lost
	}
	if dropped > 0 {
		m.note("%d more failures", dropped)
	}
	if lost > 0 {
		m.note("results of %d more tests", lost)
	}
	if r.cutShort {
		m.note("what follows the break in result file %q", in.Name)
	}
	if r.cutLines > 0 {
		m.note("the middle of %d very long lines", r.cutLines)
	}
}

// report finishes the report.
func (m *merger) report() Report {
	out := m.out
	out.Schema = SchemaVersion
	if m.o.Command != "" {
		out.Command = m.o.Command
	}
	if m.o.ExitCode != nil {
		out.ExitCode = m.o.ExitCode
	}
	if len(out.Frameworks) > 0 {
		out.Framework = out.Frameworks[0]
	}
	if len(out.Failures) > 0 {
		out.Framework = out.Failures[0].Framework
		m.sawFramework(out.Framework)
		out.Frameworks = m.out.Frameworks
	}
	if out.Counts == (Counts{}) {
		out.Counts = m.documents
	}
	out.NoTests = m.noTests(out)
	out.Truncated = len(m.cut) > 0
	out.Cut = strings.Join(m.cut, "; ")
	return out
}

// noTests reports whether all that was run found no test. A run that failed did so for
// want of tests only where a tool says that it takes this for a failure.
func (m *merger) noTests(r Report) bool {
	for _, n := range []*int{r.Counts.Passed, r.Counts.Failed, r.Counts.Skipped} {
		if n != nil && *n > 0 {
			return false
		}
	}
	for _, f := range r.Failures {
		if f.Kind != KindUnknown {
			return false
		}
	}
	failed := r.ExitCode != nil && *r.ExitCode != 0
	return m.busy <= 0 && (m.idleFails > 0 || m.idle > 0 && !failed && len(r.Failures) == 0)
}
