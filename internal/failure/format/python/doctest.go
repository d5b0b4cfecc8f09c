package python

import (
	"github.com/regreen/regreen/internal/failure/format"
)

// doctest reads the output of python -m doctest.
type doctest struct {
	out  *format.Sink
	text format.Block
	at   format.Frame
	no   int
}

func newDoctest(out *format.Sink) *doctest { return &doctest{out: out} }

func (d *doctest) Line(l format.Line) bool {
	if isRule(l.Text, '*') {
		d.End()
		return true
	}
	if d.at.File == "" {
		at, ok := filePlace(l.Text)
		if !ok || l.Indent > 0 {
			return false
		}
		d.at, d.no = at, l.No
		return true
	}
	d.text.Add(l.Text)
	return true
}

// End hands over the example that was read.
func (d *doctest) End() {
	lines := d.text.Lines()
	at := d.at
	d.at, d.text = format.Frame{}, format.Block{}
	if at.File == "" || indexOf(lines, "Failed example:") < 0 {
		return
	}
	f := format.Finding{Kind: format.Test, Test: at.Func, File: at.File, Line: at.Line, ErrorType: "DocTestFailure", Output: format.Join(lines), No: d.no}
	f.Message = f.Output
	if i := indexOf(lines, "Exception raised:"); i >= 0 {
		Describe(&f, lines[i:])
		f.File, f.Line = at.File, at.Line
	}
	d.out.Red++
	d.out.Fail(f)
}
