package console

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/regreen/regreen/internal/scrub"
)

const (
	// tick is how often the live line on a terminal is redrawn: smooth to the eye,
	// nothing to the processor.
	tick = 120 * time.Millisecond
	// silence is how long a log is left without a line: a job that says nothing looks
	// dead, and some runners end it.
	silence = time.Minute
)

// Progress prints what happens to a terminal, with a live line for the work in
// hand, or as plain lines to anything else, with one more for each minute of silence.
type Progress struct {
	mu    sync.Mutex
	w     io.Writer
	live  bool
	now   func() time.Time
	stage string // in hand
	text  string
	since time.Time
	stop  chan struct{}
	done  sync.WaitGroup
}

// NewProgress starts the progress of a command; close ends it.
func NewProgress(w io.Writer, now func() time.Time) *Progress {
	p := &Progress{w: w, now: now, stop: make(chan struct{})}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.live = true
	}
	p.done.Go(p.watch)
	return p
}

// Line prints one line of a stage. text may be from others, such as the message of a
// failure: there is nothing in it that a terminal or a runner would obey.
func (p *Progress) Line(stage, text string) {
	text = scrub.WorkflowCommands(scrub.Line(text, MaxRow))
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.live {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	fmt.Fprintf(p.w, "%-10s %s\n", stage, text)
	p.stage, p.text, p.since = stage, text, p.now()
}

// watch shows that the work in hand goes on.
func (p *Progress) watch() {
	every := silence
	if p.live {
		every = tick
	}
	t := time.NewTicker(every)
	defer t.Stop()
	for i := 0; ; i++ {
		select {
		case <-p.stop:
			return
		case <-t.C:
			p.still(i)
		}
	}
}

// still says what is in hand, and for how long.
func (p *Progress) still(i int) {
	const wide = 60 // columns: what fits beside the rest on any terminal
	frames := []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
	p.mu.Lock()
	defer p.mu.Unlock()
	took := p.now().Sub(p.since).Round(time.Second)
	switch {
	case p.stage == "":
	case p.live:
		fmt.Fprintf(p.w, "\r\x1b[K%c %s %s: %s", frames[i%len(frames)], took, p.stage, firstRunes(p.text, wide))
	case took >= silence:
		fmt.Fprintf(p.w, "%-10s still at it after %s: %s\n", p.stage, took, firstRunes(p.text, 2*wide))
	}
}

// firstRunes cuts s to n runes.
func firstRunes(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// Close ends the live line.
func (p *Progress) Close() {
	close(p.stop)
	p.done.Wait()
	if p.live {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
