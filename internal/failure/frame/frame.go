// Package frame takes the wrapping off CI logs: it cuts a stream into lines and
// removes the runner's timestamps, colours, byte order marks, carriage returns
// and workflow commands, within a fixed amount of memory.
package frame

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Limits of a Reader.
const (
	// maxLine is how much of a line's beginning is kept: a whole JSON report on one
	// line fits, and a 200 MB line costs no more than this.
	maxLine = 1 << 20
	// maxLineTail is how much of the end of a longer line is kept beside that.
	maxLineTail = 16 << 10
	// bufferSize is how much is read at once.
	bufferSize = 256 << 10
)

// Mark says what the runner made of a line.
type Mark uint8

// The marks of a line. Plain lines come from the commands that the job ran.
const (
	Plain Mark = iota
	Group      // beginning of a folded group
	EndGroup
	Error // an error annotation
	Warning
	Notice
	Debug
	Command // a command that the runner itself executes
)

// Line is one line without its wrapping.
type Line struct {
	Text    []byte // valid until the next call of Next
	Mark    Mark
	Script  bool // inside the group that shows a step's script and environment
	Echo    bool // a line of that script
	Cut     int  // bytes left out of the line's middle
	Stamped bool // it had a runner's timestamp
}

// Reader cuts a stream into lines. It is not safe for concurrent use.
type Reader struct {
	in     *bufio.Reader
	long   []byte // a line that did not fit the buffer
	clean  []byte // scratch for a line with escapes
	script bool
	n      int64
}

// NewReader returns a Reader of in.
func NewReader(in io.Reader) *Reader {
	return &Reader{in: bufio.NewReaderSize(in, bufferSize)}
}

// Peek returns up to n bytes of what comes next without taking them.
func (r *Reader) Peek(n int) []byte {
	head, _ := r.in.Peek(n)
	return head
}

// Raw returns the underlying stream, from where the Reader stands.
func (r *Reader) Raw() io.Reader { return r.in }

// Bytes returns how many bytes were read so far.
func (r *Reader) Bytes() int64 { return r.n }

// Next returns the next line. It returns io.EOF after the last one, and any other
// error of the stream as it stands, after the lines before it.
func (r *Reader) Next() (Line, error) {
	raw, cut, err := r.physical()
	if err != nil {
		return Line{}, err
	}
	l := Line{Text: raw, Cut: cut}
	r.unwrap(&l)
	return l, nil
}

// physical returns a line without its end, and how much of it was cut.
func (r *Reader) physical() ([]byte, int, error) {
	chunk, err := r.in.ReadSlice('\n')
	r.n += int64(len(chunk))
	if err == nil {
		return chunk[:len(chunk)-1], 0, nil
	}
	if !errors.Is(err, bufio.ErrBufferFull) {
		return last(chunk, err)
	}
	return r.physicalLong(chunk)
}

func last(chunk []byte, err error) ([]byte, int, error) {
	if len(chunk) > 0 {
		return chunk, 0, nil
	}
	return nil, 0, err
}

// physicalLong gathers a line that is longer than the buffer: its beginning, and a
// ring of its end.
func (r *Reader) physicalLong(chunk []byte) ([]byte, int, error) {
	r.long = append(r.long[:0], chunk...)
	var tail []byte
	dropped := 0
	for {
		more, err := r.in.ReadSlice('\n')
		r.n += int64(len(more))
		if room := maxLine - len(r.long); room > 0 {
			take := min(room, len(more))
			r.long = append(r.long, more[:take]...)
			more = more[take:]
		}
		dropped += len(more)
		tail = keepEnd(tail, more)
		if !errors.Is(err, bufio.ErrBufferFull) {
			break
		}
	}
	cut := dropped - len(tail)
	r.long = append(r.long, tail...)
	return bytes.TrimSuffix(r.long, []byte("\n")), cut, nil
}

// keepEnd returns the last maxLineTail bytes of tail followed by more.
func keepEnd(tail, more []byte) []byte {
	if len(more) >= maxLineTail {
		return append(tail[:0], more[len(more)-maxLineTail:]...)
	}
	if over := len(tail) + len(more) - maxLineTail; over > 0 {
		tail = append(tail[:0], tail[over:]...)
	}
	return append(tail, more...)
}

var bom = []byte("\xef\xbb\xbf")

// unwrap removes the wrapping of one line, outermost first.
func (r *Reader) unwrap(l *Line) {
	t := l.Text
	if len(t) > 0 && t[len(t)-1] == '\r' {
		t = t[:len(t)-1]
	}
	t = bytes.TrimPrefix(t, bom)
	t = trimJobColumns(t)
	if n := stampLen(t); n > 0 {
		l.Stamped = true
		t = bytes.TrimPrefix(t[n:], bom)
	}
	if r.script && bytes.HasPrefix(t, echoColour) {
		l.Echo = true
	}
	t = lastRedraw(t)
	t = r.plain(t)
	l.Mark, l.Text = command(t)
	r.follow(l)
}

// echoColour is the colour in which the runner shows a step's script.
var echoColour = []byte("\x1b[36;1m")

// follow keeps track of the group that shows what a step is about to run.
func (r *Reader) follow(l *Line) {
	switch l.Mark {
	case Group:
		r.script = bytes.HasPrefix(l.Text, []byte("Run "))
	case EndGroup:
		r.script = false
	default:
		l.Script = r.script
	}
}

// trimJobColumns removes the "job TAB step TAB" that some clients put before each
// line of a log.
func trimJobColumns(t []byte) []byte {
	const longest = 300 // of job and step names together
	head := t[:min(len(t), longest)]
	i := bytes.IndexByte(head, '\t')
	if i <= 0 {
		return t
	}
	j := bytes.IndexByte(head[i+1:], '\t')
	if j <= 0 {
		return t
	}
	rest := bytes.TrimPrefix(t[i+j+2:], bom)
	if stampLen(rest) == 0 {
		return t
	}
	return rest
}

// stampLen returns the length of the runner's timestamp and the blank after it,
// such as "2026-03-11T09:14:02.7690625Z ", or 0.
func stampLen(t []byte) int {
	const seconds = len("2026-03-11T09:14:02")
	if len(t) <= seconds || t[4] != '-' || t[7] != '-' || t[10] != 'T' || t[13] != ':' || t[16] != ':' || t[seconds] != '.' {
		return 0
	}
	i := seconds + 1
	for i < len(t) && t[i] >= '0' && t[i] <= '9' {
		i++
	}
	if i < seconds+4 || i >= len(t) || t[i] != 'Z' {
		return 0
	}
	if i+1 < len(t) && t[i+1] == ' ' {
		return i + 2
	}
	return i + 1
}

// lastRedraw returns what a terminal would show of a line that was redrawn with
// carriage returns: its last part that is not empty.
func lastRedraw(t []byte) []byte {
	for len(t) > 0 && t[len(t)-1] == '\r' {
		t = t[:len(t)-1]
	}
	if i := bytes.LastIndexByte(t, '\r'); i >= 0 {
		if rest := t[i+1:]; !blankEscapes(rest) {
			return rest
		}
		return lastRedraw(t[:i])
	}
	return t
}

// blankEscapes reports whether t shows nothing: only blanks and escape sequences.
func blankEscapes(t []byte) bool {
	for len(t) > 0 {
		if t[0] == esc {
			t = t[escapeLen(t):]
			continue
		}
		if t[0] != ' ' {
			return false
		}
		t = t[1:]
	}
	return true
}
