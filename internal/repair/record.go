package repair

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/regreen/regreen/internal/llm"
)

// The files that an attempt writes into the run folder; attempts append.
const (
	transcriptFile = "transcript.jsonl"
	eventsFile     = "events.jsonl"
)

// recorder writes the transcript (what was said) and the event log (what happened)
// as JSON lines. What it is given is cleaned already, but for the model's own words,
// which it cleans. A recorder without files writes nothing. The first fault is kept
// for the end: a full disk costs the log, not the repair.
type recorder struct {
	transcript, events *os.File
	clean              func(string) string
	now                func() time.Time
	err                error
}

func openRecorder(dir string, clean func(string) string, now func() time.Time) *recorder {
	r := &recorder{clean: clean, now: now}
	if dir == "" {
		return r
	}
	r.transcript = r.open(filepath.Join(dir, transcriptFile))
	r.events = r.open(filepath.Join(dir, eventsFile))
	return r
}

func (r *recorder) open(path string) *os.File {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		r.keep(fmt.Errorf("open %q: %w", filepath.Base(path), err))
		return nil
	}
	return f
}

func (r *recorder) keep(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *recorder) path() string {
	if r.transcript == nil {
		return ""
	}
	return r.transcript.Name()
}

// said is one line of the transcript. Raw forms are left out: encrypted reasoning
// is no use to a reader.
type said struct {
	Time   time.Time       `json:"time"`
	Turn   int             `json:"turn"`
	From   string          `json:"from"` // regreen, model or tool
	Text   string          `json:"text,omitempty"`
	Call   *llm.ToolCall   `json:"call,omitempty"`
	Result *llm.ToolResult `json:"result,omitempty"`
}

func (r *recorder) item(turn int, it llm.Item) {
	s := said{Time: r.now(), Turn: turn, From: "regreen", Text: it.Text, Result: it.Result}
	switch {
	case it.Call != nil:
		s.From = "model"
		s.Call = &llm.ToolCall{ID: it.Call.ID, Name: r.clean(it.Call.Name), Arguments: r.clean(it.Call.Arguments)}
	case it.Result != nil:
		s.From = "tool"
	case it.Role == "assistant":
		s.From, s.Text = "model", r.clean(it.Text)
	case it.Text == "":
		return
	}
	r.write(r.transcript, s)
}

// event logs what happened; fields must hold no outside text that was not cleaned.
func (r *recorder) event(turn int, what string, fields map[string]any) {
	line := map[string]any{"time": r.now(), "turn": turn, "event": what}
	for k, v := range fields {
		line[k] = v
	}
	r.write(r.events, line)
}

func (r *recorder) write(f *os.File, v any) {
	if f == nil {
		return
	}
	line, err := json.Marshal(v)
	if err == nil {
		_, err = f.Write(append(line, '\n'))
	}
	if err != nil {
		r.keep(fmt.Errorf("write %q: %w", filepath.Base(f.Name()), err))
	}
}

// close returns the first fault of all the recording.
func (r *recorder) close() error {
	for _, f := range []*os.File{r.transcript, r.events} {
		if f != nil {
			r.err = errors.Join(r.err, f.Close())
		}
	}
	return r.err
}
