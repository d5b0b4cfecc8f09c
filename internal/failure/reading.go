package failure

import (
	"errors"
	"io"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/document"
	"github.com/regreen/regreen/internal/failure/frame"
)

// reading is the state of reading one input.
type reading struct {
	formats  []format.Format
	matcher  *format.Matcher
	sinks    []*format.Sink
	scanners []format.Scanner
	active   format.Set
	tail     tail
	job      jobLog
	keep     bool
	no       int
	bytes    int64
	cutLines int
	cutShort bool   // a result file ends early
	marked   string // the last lines before the first error mark
}

func newReading(known parsers, o Options) *reading {
	return &reading{
		formats: known.formats, matcher: known.matcher, keep: o.KeepTests,
		sinks: make([]*format.Sink, len(known.formats)), scanners: make([]format.Scanner, len(known.formats)),
	}
}

// read reads an input to its end.
func (r *reading) read(in Input) error {
	lines := frame.NewReader(in.R)
	if r.document(lines) {
		return nil
	}
	for {
		l, err := lines.Next()
		if err != nil {
			r.end(lines)
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		r.line(l)
	}
}

// sniffed is how much of an input shows whether it is a result file.
const sniffed = 4096

// document reads the input as a result file, if it is one.
func (r *reading) document(lines *frame.Reader) bool {
	head := lines.Peek(sniffed)
	out := format.NewSink(document.JUnit)
	out.KeepCases = r.keep
	handled, cut := document.Read(head, lines.Raw(), out)
	if handled {
		r.sinks = append(r.sinks, out)
		r.cutShort = cut
	}
	return handled
}

func (r *reading) end(lines *frame.Reader) {
	for _, s := range r.scanners {
		if s != nil {
			s.End()
		}
	}
	r.bytes = lines.Bytes()
}

func (r *reading) line(l frame.Line) {
	r.no++
	if l.Cut > 0 {
		r.cutLines++
	}
	if l.Mark == frame.Error && r.marked == "" {
		r.marked = r.tail.text()
	}
	r.job.line(l)
	if l.Script || l.Mark == frame.Group || l.Mark == frame.EndGroup || l.Mark == frame.Debug {
		return
	}
	r.tail.add(l.Text)
	set := r.matcher.Match(l.Text)
	if alone := r.matcher.Alone(set); alone != 0 {
		set = alone
	} else {
		set |= r.active
	}
	if set != 0 {
		r.offer(l, set)
	}
}

// offer gives a line to the scanners of a set of formats.
func (r *reading) offer(l frame.Line, set format.Set) {
	line := format.NewLine(strings.ToValidUTF8(string(l.Text), "\uFFFD"))
	line.No, line.Step, line.Error = r.no, r.job.step, l.Mark == frame.Error
	set.Each(func(i int) {
		bit := format.Set(1) << i
		scanner := r.scanner(i)
		r.sinks[i].Step = line.Step
		if scanner.Line(line) {
			r.active |= bit
		} else {
			r.active &^= bit
		}
	})
}

// findings returns what all scanners found, with the scanner's number above base as
// its source.
func (r *reading) findings(base int) []format.Finding {
	var list []format.Finding
	for i, s := range r.sinks {
		if s == nil {
			continue
		}
		for _, f := range s.Findings {
			f.Source = base + i
			list = append(list, f)
		}
	}
	return list
}

// context is how many lines before a failure explain it where nothing else does.
const context = 25

// before returns the lines before the one that is being read.
func (r *reading) before() []string { return r.tail.last(context) }

func (r *reading) scanner(i int) format.Scanner {
	if r.scanners[i] == nil {
		r.sinks[i] = format.NewSink(r.formats[i].Name)
		r.sinks[i].KeepCases = r.keep
		r.sinks[i].Context = r.before
		r.scanners[i] = r.formats[i].New(r.sinks[i])
	}
	return r.scanners[i]
}
