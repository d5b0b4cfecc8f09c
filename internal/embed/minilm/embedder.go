package minilm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/regreen/regreen/internal/embed"
)

const (
	// loadTimeout and textTimeout are many times what a slow machine needs; they are
	// there for a model that hangs.
	loadTimeout = 30 * time.Second
	textTimeout = time.Minute
	// maxCrashes is how often the model is started again before it is given up.
	maxCrashes = 2
	// stderrTail is how much of what the model printed goes into an error.
	stderrTail = 2 << 10
)

var (
	// ErrCrashed says that the model's process ended or spoke nonsense.
	ErrCrashed = errors.New("embedding model crashed")
	// ErrTimeout says that the model did not answer in time and was stopped.
	ErrTimeout = errors.New("embedding model does not answer")
	// ErrClosed says that the Embedder was closed.
	ErrClosed = errors.New("embedding model is closed")
)

// Embedder runs the model in a child process, which it starts when it is first asked.
type Embedder struct {
	command func() (*exec.Cmd, error)
	check   func() error
	turn    chan struct{} // holds one token: the right to talk to the child

	mu      sync.Mutex
	cache   map[string]embed.Vector
	child   *child
	crashes int
	closed  bool
}

// New returns an Embedder of the model in dir. Nothing is read or started yet.
func New(dir string) *Embedder {
	e := &Embedder{turn: make(chan struct{}, 1), cache: map[string]embed.Vector{}}
	e.check = func() error { return Check(dir) }
	e.command = func() (*exec.Cmd, error) {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		cmd := exec.Command(self, serveCommand, dir)
		// The model needs nothing of the environment, and a child that may crash and
		// dump its memory is given no secret. The limit keeps garbage from doubling the
		// space of the weights.
		cmd.Env = []string{"GOMEMLIMIT=500MiB"}
		return cmd, nil
	}
	e.turn <- struct{}{}
	return e
}

// Name implements embed.Embedder.
func (e *Embedder) Name() string { return Name }

// Dim implements embed.Embedder.
func (e *Embedder) Dim() int { return Dim }

// Warm starts the model and waits until it is loaded, so that it can load while
// something else runs. It is not needed: Embed does the same.
func (e *Embedder) Warm(ctx context.Context) error {
	_, err := e.ask(ctx, nil)
	return err
}

// Embed implements embed.Embedder. A text that was embedded before is taken from a
// cache. Errors wrap ErrNoModel, ErrWrongModel, ErrCrashed, ErrTimeout or ErrClosed.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([]embed.Vector, error) {
	clean := make([]string, len(texts))
	var missing []string
	e.mu.Lock()
	for i, t := range texts {
		clean[i] = Clean(t)
		if e.cache[clean[i]] == nil {
			missing = append(missing, clean[i])
		}
	}
	e.mu.Unlock()
	if len(missing) > 0 {
		vectors, err := e.ask(ctx, missing)
		if err != nil {
			return nil, err
		}
		e.remember(missing, vectors)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	out := make([]embed.Vector, len(texts))
	for i, t := range clean {
		out[i] = append(embed.Vector(nil), e.cache[t]...)
	}
	return out, nil
}

func (e *Embedder) remember(texts []string, vectors []embed.Vector) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, t := range texts {
		e.cache[t] = vectors[i]
	}
}

// Close stops the child.
func (e *Embedder) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	if e.child != nil {
		e.child.kill()
		e.child = nil
	}
	return nil
}

// ask sends texts to the child, one caller at a time, and starts it if need be.
func (e *Embedder) ask(ctx context.Context, texts []string) ([]embed.Vector, error) {
	select {
	case <-e.turn:
		defer func() { e.turn <- struct{}{} }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c, err := e.start(ctx)
	if err != nil || len(texts) == 0 {
		return nil, err
	}
	r, err := c.exchange(ctx, &request{texts}, time.Duration(len(texts))*textTimeout)
	if err == nil && r.Error == "" && len(r.Vectors) == len(texts) {
		return r.Vectors, nil
	}
	e.stop(c, ctx.Err() == nil)
	if err == nil {
		err = fmt.Errorf("%w: %s", ErrCrashed, r.Error)
	}
	return nil, err
}

func (e *Embedder) start(ctx context.Context) (*child, error) {
	e.mu.Lock()
	c, crashes, closed := e.child, e.crashes, e.closed
	e.mu.Unlock()
	switch {
	case closed:
		return nil, ErrClosed
	case c != nil:
		return c, nil
	case crashes >= maxCrashes:
		return nil, fmt.Errorf("%w: given up after %d times", ErrCrashed, crashes)
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	cmd, err := e.command()
	if err != nil {
		return nil, fmt.Errorf("start embedding model: %w", err)
	}
	c, err = launch(cmd)
	if err != nil {
		return nil, fmt.Errorf("start embedding model: %w", err)
	}
	r, err := c.exchange(ctx, nil, loadTimeout)
	if err == nil && r.Error != "" {
		err = fmt.Errorf("%w: %s", ErrCrashed, r.Error)
	}
	if err != nil {
		e.stop(c, ctx.Err() == nil)
		return nil, err
	}
	return c, e.adopt(c)
}

// adopt keeps a child that has loaded, unless Close came first.
func (e *Embedder) adopt(c *child) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		c.kill()
		return ErrClosed
	}
	e.child = c
	return nil
}

// stop ends a child that cannot be used any more; it counts as a crash unless the
// caller lost patience.
func (e *Embedder) stop(c *child, crashed bool) {
	c.kill()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.child = nil
	if crashed {
		e.crashes++
	}
}

// child is a running model.
type child struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	replies chan reply // closed when the child ends
	stderr  *tail
	dead    chan struct{} // closed by kill
	once    sync.Once
}

func launch(cmd *exec.Cmd) (*child, error) {
	c := &child{cmd: cmd, replies: make(chan reply, 1), stderr: &tail{}, dead: make(chan struct{})}
	cmd.Stderr = c.stderr
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in = in
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go c.listen(out)
	return c, nil
}

func (c *child) listen(out io.Reader) {
	defer close(c.replies)
	defer c.cmd.Wait()
	decoder := json.NewDecoder(bufio.NewReader(out))
	for {
		var r reply
		if decoder.Decode(&r) != nil {
			c.cmd.Process.Kill()
			return
		}
		select {
		case c.replies <- r:
		case <-c.dead: // nobody asks any more
		}
	}
}

// exchange sends req, if there is one, and waits for the reply to it.
func (c *child) exchange(ctx context.Context, req *request, limit time.Duration) (reply, error) {
	if req != nil {
		line, err := json.Marshal(req)
		if err != nil {
			return reply{}, err
		}
		if _, err := c.in.Write(append(line, '\n')); err != nil {
			return reply{}, fmt.Errorf("%w: %s", ErrCrashed, c.stderr)
		}
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case r, ok := <-c.replies:
		if !ok {
			return reply{}, fmt.Errorf("%w: %s", ErrCrashed, c.stderr)
		}
		return r, nil
	case <-timer.C:
		return reply{}, fmt.Errorf("%w within %s", ErrTimeout, limit)
	case <-ctx.Done():
		return reply{}, ctx.Err()
	}
}

func (c *child) kill() {
	c.once.Do(func() {
		close(c.dead)
		c.in.Close()
		c.cmd.Process.Kill()
	})
}

// tail keeps the end of what is written to it.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - stderrTail; over > 0 {
		t.buf = bytes.Clone(t.buf[over:])
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := string(bytes.TrimSpace(t.buf))
	if text == "" {
		return "its process ended"
	}
	return text
}
