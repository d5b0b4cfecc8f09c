package joblog

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// lazy is a job's log that is downloaded when it is first read, so that a run with
// hundreds of jobs has one download open at a time. It never fails: a parser goes
// on with the other logs.
type lazy struct {
	ctx    context.Context // of Collect: a Reader has no other way to take one
	source Source
	job    Job
	limits Limits

	opened bool
	r      io.Reader
	closer io.Closer
	bound  *Bounded
	read   int64
	note   string
	err    error
}

// Read reads from the log, and opens it the first time.
func (l *lazy) Read(p []byte) (int, error) {
	if !l.opened {
		l.opened = true
		l.open()
	}
	if l.r == nil {
		return 0, io.EOF
	}
	n, err := l.r.Read(p)
	l.read += int64(n)
	if err == nil {
		return n, nil
	}
	if !errors.Is(err, io.EOF) {
		l.note = "its log broke off: " + err.Error()
		l.err = fmt.Errorf("read the log of job %q: %w", l.job.Name, err)
	}
	l.close()
	return n, io.EOF
}

// open takes the log, else the annotations (G2: some logs are empty).
func (l *lazy) open() {
	rc, err := l.ask()
	if err == nil {
		buffered := bufio.NewReader(rc)
		if _, peekErr := buffered.Peek(1); peekErr == nil {
			l.bound = Bound(buffered, l.limits.Head, l.limits.Tail)
			l.r, l.closer = l.bound, rc
			return
		}
		_ = rc.Close() // nothing was read from it
		l.note = "its log is empty"
	} else {
		l.note = err.Error()
		l.err = fmt.Errorf("get the log of job %q: %w", l.job.Name, err)
	}
	text, err := l.source.Annotations(l.ctx, l.job)
	if err != nil || strings.TrimSpace(text) == "" {
		return
	}
	l.note += "; its annotations were read instead"
	l.r = strings.NewReader(text)
}

// ask asks again while the log is not ready, up to the limit (G1).
func (l *lazy) ask() (io.ReadCloser, error) {
	wait := l.limits.Wait
	for n := 1; ; n++ {
		rc, err := l.source.Open(l.ctx, l.job)
		if err == nil || !errors.Is(err, ErrNotReady) || n >= l.limits.Asks {
			return rc, err
		}
		select {
		case <-l.ctx.Done():
			return nil, l.ctx.Err()
		case <-time.After(wait):
			wait *= 2
		}
	}
}

func (l *lazy) close() {
	if l.closer != nil {
		_ = l.closer.Close() // a download; nothing is lost
		l.closer = nil
	}
	l.r = nil
}
