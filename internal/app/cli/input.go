package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/regreen/regreen/internal/failure"
)

// OpenInputs opens the named files as OpenInput does. closeAll closes them; it is nil
// with an error.
func OpenInputs(ctx context.Context, e Env, names []string) (inputs []failure.Input, closeAll func(), err error) {
	var open []io.Closer
	closeAll = func() {
		for _, f := range open {
			f.Close() // read only
		}
	}
	for _, name := range names {
		f, err := OpenInput(ctx, e, name)
		if err != nil {
			closeAll()
			return nil, nil, fmt.Errorf("read the log: %w", err)
		}
		open = append(open, f)
		in := failure.Input{Name: name, R: f}
		if name == "-" {
			in.Name = "standard input"
		}
		inputs = append(inputs, in)
	}
	return inputs, closeAll, nil
}

// OpenInput opens a file that the command line names; - is standard input. It may be a
// pipe, as a shell's <(command) is: neither opening nor reading it outlasts ctx.
func OpenInput(ctx context.Context, e Env, name string) (io.ReadCloser, error) {
	if name == "-" {
		return &interruptible{ctx: ctx, in: io.NopCloser(e.Stdin)}, nil
	}
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() { // opening a named pipe waits for who writes it
		f, err := os.Open(name)
		done <- opened{f, err}
	}()
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("open %q: %w", name, ctx.Err())
	case o := <-done:
		if o.err != nil {
			return nil, Usage(o.err)
		}
		return readable(ctx, o.f)
	}
}

// readable returns a file for reading; a folder is a mistake.
func readable(ctx context.Context, f *os.File) (io.ReadCloser, error) {
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("it is a folder")
	}
	if err != nil {
		f.Close() // nothing was read
		return nil, Usagef("open %q: %v", f.Name(), err)
	}
	return &interruptible{ctx: ctx, in: f}, nil
}

// interruptible is a stream whose Read returns when ctx ends, although a pipe may
// never say anything.
type interruptible struct {
	ctx  context.Context
	in   io.ReadCloser
	buf  []byte // of the goroutine that reads, so that one left behind writes nothing of the caller's
	left []byte // read and not yet handed out
}

// Read implements io.Reader.
func (r *interruptible) Read(p []byte) (int, error) {
	if len(r.left) == 0 {
		if err := r.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.left)
	r.left = r.left[n:]
	return n, nil
}

// readSize is how much is read at once: waiting for it must cost nothing beside it.
const readSize = 256 << 10

// fill waits for the next part of the stream.
func (r *interruptible) fill() error {
	if r.buf == nil {
		r.buf = make([]byte, readSize)
	}
	type part struct {
		n   int
		err error
	}
	done := make(chan part, 1)
	go func() {
		n, err := r.in.Read(r.buf)
		done <- part{n, err}
	}()
	select {
	case <-r.ctx.Done():
		return r.ctx.Err()
	case p := <-done:
		r.left = r.buf[:p.n]
		if p.n > 0 {
			return nil // an error comes again
		}
		return p.err
	}
}

// Close implements io.Closer.
func (r *interruptible) Close() error { return r.in.Close() }
