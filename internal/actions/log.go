package actions

import (
	"bytes"
	"io"

	"github.com/regreen/regreen/internal/scrub"
)

// maxLine is the longest line that is held back for its end; the runner itself
// cuts lines far shorter.
const maxLine = 64 << 10

// Log is a writer for what others say, such as test output: it writes whole lines
// to w in which the runner finds no command.
type Log struct {
	w       io.Writer
	pending []byte
}

// NewLog makes a Log that writes to w.
func NewLog(w io.Writer) *Log { return &Log{w: w} }

// Write implements io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.pending = append(l.pending, p...)
	end := bytes.LastIndexByte(l.pending, '\n') + 1
	if end == 0 && len(l.pending) > maxLine {
		// A cut line goes on where a command could start; a line feed of its own
		// keeps the rest from being read as the end of this one.
		l.pending = append(l.pending, '\n')
		end = len(l.pending)
	}
	if end == 0 {
		return len(p), nil
	}
	if err := l.emit(l.pending[:end]); err != nil {
		return 0, err
	}
	l.pending = append(l.pending[:0], l.pending[end:]...)
	return len(p), nil
}

// Close writes a last line that has no end.
func (l *Log) Close() error {
	if len(l.pending) == 0 {
		return nil
	}
	err := l.emit(append(l.pending, '\n'))
	l.pending = nil
	return err
}

func (l *Log) emit(lines []byte) error {
	_, err := io.WriteString(l.w, scrub.WorkflowCommands(string(lines)))
	return err
}
