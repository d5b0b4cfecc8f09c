package app

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/app/backend"
	"github.com/regreen/regreen/internal/app/cli"
)

// What the action adds to a job, besides the runs of the tests and the model, which
// here answers at once: with a failure, and with a green job. The embedding model is
// used where it is installed.
func BenchmarkAction(b *testing.B) {
	home, err := os.UserHomeDir()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("failed job", func(b *testing.B) {
		var own time.Duration
		for b.Loop() {
			b.StopTimer()
			w := newWorkflow(b)
			w.env["REGREEN_MODEL_DIR"] = backend.ModelDir(cli.Env{Getenv: func(name string) string { return map[string]string{"HOME": home}[name] }})
			w.input("log-file", w.file("temp/test.log", ciLog))
			b.StartTimer()
			start := time.Now()
			out, _ := w.step()
			if out["outcome"] != "fixed" {
				b.Fatalf("outcome %s", out["outcome"])
			}
			if strings.Contains(w.log.String(), "similarity was off") {
				b.Log("without the embedding model: regreen model pull")
			}
			own += time.Since(start) - testRuns(b, w.log.String())
		}
		b.ReportMetric(own.Seconds()/float64(b.N), "own-s/op")
	})
	b.Run("green job", func(b *testing.B) {
		w := newWorkflow(b)
		w.env["REGREEN_JOB_STATUS"] = "success"
		for b.Loop() {
			w.step()
		}
	})
}

// spentLine is what the log says of the runs of the tests.
var spentLine = regexp.MustCompile(`all runs of the tests took (\S+)`)

func testRuns(b *testing.B, log string) time.Duration {
	b.Helper()
	m := spentLine.FindStringSubmatch(log)
	if m == nil {
		b.Fatalf("the log does not say how long the tests ran:\n%s", log)
	}
	d, err := time.ParseDuration(m[1])
	if err != nil {
		b.Fatal(err)
	}
	return d
}
