package repair_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/llm"
	"github.com/regreen/regreen/internal/llm/llmtest"
	"github.com/regreen/regreen/internal/repair"
	"github.com/regreen/regreen/internal/repair/spend"
	"github.com/regreen/regreen/internal/scrub"
)

// stopwatch is a model that measures the time between its answers and the next requests.
type stopwatch struct {
	steps    []llmtest.Step
	n        int
	answered time.Time
	host     time.Duration
	between  int
}

func (*stopwatch) Name() string { return "gpt-6-sol" }

func (m *stopwatch) Respond(_ context.Context, r llm.Request) (llm.Response, error) {
	if m.n > 0 {
		m.host += time.Since(m.answered)
		m.between++
	}
	m.n++
	resp, err := m.steps[m.n-1](r)
	m.answered = time.Now()
	return resp, err
}

// BenchmarkHostTime is the time that regreen itself takes between an answer and the
// next request, with the redaction of what the tools say and the logs on disk, over
// a run of seven requests on a project that fills the first message.
func BenchmarkHostTime(b *testing.B) {
	redactor, err := scrub.New([]string{"a-known-secret-value"})
	if err != nil {
		b.Fatal(err)
	}
	redactor.Redact("warm")
	const files = 30
	var host time.Duration
	var between int
	for b.Loop() {
		w := bigWorld(files)
		w.task.RunDir = b.TempDir()
		w.task.Clean = func(s string) string { s, _ = redactor.Redact(s); return s }
		m := &stopwatch{steps: usualRun(files)}
		budget := spend.NewBudget(w.limits, spend.PublishedPrices(), w.clock.Now, spend.NewLedger(b.TempDir()+"/ledger.jsonl", 0, w.clock.Now))
		a, err := repair.Agent{Model: m, Clock: w.clock.clock()}.Attempt(context.Background(), w.task, budget)
		if err != nil || a.StopReason != repair.StopStored {
			b.Fatal(a.StopReason, err)
		}
		host += m.host
		between += m.between
	}
	b.ReportMetric(float64(host.Microseconds())/float64(between)/1000, "ms/turn")
}

// BenchmarkFirstMessage is the time to write the first message in a project of
// 3,000 source files.
func BenchmarkFirstMessage(b *testing.B) {
	w := bigWorld(30)
	for i := range 3000 {
		w.files[fmt.Sprintf("deep/pkg%03d/file%d.go", i%300, i)] = "package deep\n\nfunc Thing() int {\n\treturn 1\n}\n\nfunc Other() int {\n\treturn 2\n}\n"
	}
	for b.Loop() {
		_, err := repair.Agent{Model: llmtest.New(b, "gpt-6-sol", say("No."))}.Attempt(context.Background(), w.task, spend.NewBudget(w.limits, spend.PublishedPrices(), time.Now, nil))
		if err != nil {
			b.Fatal(err)
		}
	}
}
