package repair

import (
	"fmt"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/repair/tool"
)

// The loop turns in circles when the same call gives the same answer for the
// maxSame-th time, or when edits go back to an earlier state maxUndone times. The
// second time of either may be an accident; the model is told.
const (
	maxSame   = 3
	maxUndone = 2
)

// circle counts calls that were answered in the same way.
type circle struct {
	seen map[[3]string]int
	most int
	last string
}

// saw counts a call. A change of the files starts the count anew: the same run then
// says something new, even in the same words.
func (c *circle) saw(call llm.ToolCall, r tool.Result) {
	if r.Canceled {
		return
	}
	if call.Name == tool.ApplyEdit && !r.Failed {
		*c = circle{}
		return
	}
	if c.seen == nil {
		c.seen = map[[3]string]int{}
	}
	k := [3]string{call.Name, call.Arguments, r.Output}
	c.seen[k]++
	if c.seen[k] > c.most {
		c.most, c.last = c.seen[k], call.Name
	}
}

// turnInCircles ends the attempt if it makes no progress.
func (s *session) turnInCircles() {
	switch {
	case s.box.Circles() >= maxUndone:
		s.stop(StopCircle, fmt.Sprintf("edits went back to an earlier state %d times", s.box.Circles()))
	case s.circle.most >= maxSame:
		s.stop(StopCircle, fmt.Sprintf("%s was called %d times with the same arguments and the same answer", s.task.Clean(s.circle.last), s.circle.most))
	}
}
