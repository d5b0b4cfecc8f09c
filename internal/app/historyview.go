package app

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v2"
	"golang.org/x/term"

	"github.com/regreen/regreen/internal/history"
	"github.com/regreen/regreen/internal/scrub"
)

// walkView shows how far a walk through the history is: a bar on a terminal, a line a
// commit anywhere else.
type walkView struct {
	w     io.Writer
	total int
	done  *int
	bar   *bar // nil where there is no terminal
}

// bar is a progress bar that is drawn again now and then, so that its clock moves.
type bar struct {
	mu   sync.Mutex
	bar  *progressbar.ProgressBar
	stop chan struct{}
	gone sync.WaitGroup
}

func newWalkView(w io.Writer, total int) walkView {
	v := walkView{w: w, total: total, done: new(int)}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || total == 0 {
		return v
	}
	v.bar = &bar{stop: make(chan struct{}), bar: progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetWidth(20),
		progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish())}
	v.bar.gone.Go(v.bar.animate)
	return v
}

func (b *bar) animate() {
	for {
		select {
		case <-b.stop:
			return
		case <-time.After(time.Second):
			b.mu.Lock()
			_ = b.bar.RenderBlank() // a terminal that is gone
			b.mu.Unlock()
		}
	}
}

// begin says which commit is in hand.
func (v walkView) begin(c history.Commit) {
	if v.bar == nil {
		return
	}
	v.bar.mu.Lock()
	defer v.bar.mu.Unlock()
	v.bar.bar.Describe(fmt.Sprintf("%.10s %-30s", c.SHA, scrub.Line(c.Subject, 30)))
	_ = v.bar.bar.RenderBlank() // a terminal that is gone
}

// end says what came of a commit.
func (v walkView) end(t history.Tried) {
	*v.done++
	if t.Earlier {
		v.add()
		return
	}
	if v.bar != nil {
		v.bar.mu.Lock()
		_ = v.bar.bar.Clear() // a terminal that is gone
		v.bar.mu.Unlock()
	}
	fmt.Fprintf(v.w, "history    %d/%d %-9s %.10s %s (%.1fs)\n", *v.done, v.total, t.Verdict, t.Commit, t.Subject, t.Seconds)
	v.add()
}

func (v walkView) add() {
	if v.bar == nil {
		return
	}
	v.bar.mu.Lock()
	defer v.bar.mu.Unlock()
	_ = v.bar.bar.Add(1) // a terminal that is gone
}

// close takes the bar away.
func (v walkView) close() {
	if v.bar == nil {
		return
	}
	close(v.bar.stop)
	v.bar.gone.Wait()
	_ = v.bar.bar.Clear() // a terminal that is gone
}
