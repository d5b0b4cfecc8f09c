package failure

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/document"
	"github.com/regreen/regreen/internal/failure/format/javascript"
	"github.com/regreen/regreen/internal/failure/frame"
)

// reading is the state of reading one input.
type reading struct {
	known    parsers
	keep     bool
	main     *lane
	lanes    map[string]*lane // what is interleaved, by prefix
	order    []*lane
	document *format.Sink // the input is a result file
	tail     tail
	job      jobLog
	no       int
	stepAt   int // lines before the current step
	cutLines int
	cutShort bool   // a result file ends early
	marked   string // the last lines before the first error mark
	numbered bool   // CTest runs with -V
}

func newReading(known parsers, o Options) *reading {
	r := &reading{known: known, keep: o.KeepTests, lanes: map[string]*lane{}}
	r.main = newLane(known, r.keep, r.before)
	r.order = []*lane{r.main}
	return r
}

// read reads an input to its end.
func (r *reading) read(in Input) error {
	lines := frame.NewReader(in.R)
	if r.readDocument(lines) {
		return nil
	}
	for {
		l, err := lines.Next()
		if err != nil {
			r.end()
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

// readDocument reads the input as a result file, if it is one.
func (r *reading) readDocument(lines *frame.Reader) bool {
	head := lines.Peek(sniffed)
	out := format.NewSink(document.JUnit)
	out.KeepCases = r.keep
	handled, cut := document.Read(head, lines.Raw(), out)
	if handled {
		r.document, r.cutShort = out, cut
	}
	return handled
}

func (r *reading) end() {
	for _, p := range r.order {
		p.end()
	}
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
	if l.Mark == frame.Group {
		r.stepAt = r.tail.n
	}
	group := l.Mark == frame.Group && !titled(l.Text)
	if l.Script || group || l.Mark == frame.EndGroup || l.Mark == frame.Debug {
		return
	}
	r.tail.add(l.Text)
	r.offer(r.main, l, l.Text)
	if name, n := r.prefix(l.Text); n > 0 {
		if p := r.lane(name); p != nil {
			r.offer(p, l, l.Text[n:])
		}
	}
}

// titled reports whether a group's title is part of a tool's output: bun puts
// "cart.test.js:" so, and Jest "Errors thrown in cart.test.js".
func titled(t []byte) bool {
	return bytes.HasSuffix(t, []byte(":")) || bytes.HasPrefix(t, []byte(javascript.ErrorsIn))
}

// prefix is the prefix of a line, also the number of the test that CTest puts before each
// line of its output with -V ("12: "). As such it counts behind a line that is CTest's own.
func (r *reading) prefix(t []byte) (name string, n int) {
	if len(t) == 0 || t[0] < '0' || t[0] > '9' { // nearly all lines
		return prefix(t)
	}
	number := format.Numbered(string(t[:min(len(t), maxPrefix)]))
	r.numbered = r.numbered || number > 0 && bytes.HasPrefix(t[number:], []byte("Test command: "))
	if number == 0 || !r.numbered {
		return prefix(t)
	}
	return "ctest", number
}

// lane returns the interleaved output with a prefix; nil if there are too many.
func (r *reading) lane(prefix string) *lane {
	p := r.lanes[prefix]
	if p == nil && len(r.lanes) < maxLanes {
		p = newLane(r.known, r.keep, nil)
		r.lanes[prefix] = p
		r.order = append(r.order, p)
	}
	return p
}

// offer gives a line's text to the scanners of a lane that may want it.
func (r *reading) offer(p *lane, l frame.Line, text []byte) {
	set := p.wants(text)
	if p != r.main {
		set = set.Without(r.known.matcher.Large(set))
	}
	if set == (format.Set{}) {
		return
	}
	line := format.NewLine(strings.ToValidUTF8(string(text), "\uFFFD"))
	line.No, line.Step, line.Error = r.no, r.job.step, l.Mark == frame.Error
	p.offer(line, set)
}

// sinks returns what took the findings, for each format that was seen.
func (r *reading) sinks() []*format.Sink {
	var list []*format.Sink
	if r.document != nil {
		list = append(list, r.document)
	}
	for _, p := range r.order {
		for _, s := range p.sinks {
			if s != nil {
				list = append(list, s)
			}
		}
	}
	return list
}

// findings returns what all scanners found, with the scanner's number above base as
// its source.
func (r *reading) findings(base int) []format.Finding {
	var list []format.Finding
	inLane := r.foundInLanes()
	for i, s := range r.sinks() {
		for _, f := range s.Findings {
			if at := (place{f.Framework, f.No}); inLane[at] != nil && inLane[at] != s {
				continue // the same line, with its prefix
			}
			f.Source = base + i
			list = append(list, f)
		}
	}
	return list
}

// place is a line in which a framework said something.
type place struct {
	framework string
	no        int
}

// foundInLanes returns who found something in lines that have a prefix.
func (r *reading) foundInLanes() map[place]*format.Sink {
	found := map[place]*format.Sink{}
	for _, p := range r.order[1:] {
		for _, s := range p.sinks {
			if s == nil {
				continue
			}
			for _, f := range s.Findings {
				found[place{f.Framework, f.No}] = s
			}
		}
	}
	return found
}

// context is how many lines before a failure explain it where nothing else does.
const context = 25

// before returns the lines before the one that is being read.
func (r *reading) before() []string { return r.tail.last(min(context, r.tail.n-1-r.stepAt)) }
