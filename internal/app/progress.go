package app

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// tick is how often the live line on a terminal is redrawn: smooth to the eye,
// nothing to the processor.
const tick = 120 * time.Millisecond

// progress prints what happens to a terminal, with a live line for the work in
// hand, or as plain lines to anything else.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	live  bool
	now   func() time.Time
	last  string // the line in hand
	since time.Time
	stop  chan struct{}
	done  sync.WaitGroup
}

func newProgress(w io.Writer, now func() time.Time) *progress {
	p := &progress{w: w, now: now, stop: make(chan struct{})}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.live = true
		p.done.Go(p.animate)
	}
	return p
}

// line prints one line of a stage.
func (p *progress) line(stage, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.live {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	fmt.Fprintf(p.w, "%-10s %s\n", stage, text)
	p.last, p.since = stage, p.now()
}

func (p *progress) animate() {
	frames := []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
	for i := 0; ; i++ {
		select {
		case <-p.stop:
			return
		case <-time.After(tick):
		}
		p.mu.Lock()
		if p.last != "" {
			fmt.Fprintf(p.w, "\r\x1b[K%c %s %s", frames[i%len(frames)], p.last, p.now().Sub(p.since).Round(time.Second))
		}
		p.mu.Unlock()
	}
}

// close ends the live line.
func (p *progress) close() {
	if !p.live {
		return
	}
	close(p.stop)
	p.done.Wait()
	fmt.Fprint(p.w, "\r\x1b[K")
}
