package failure

import (
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/frame"
)

// jobLog follows the frame of a GitHub Actions job log: its steps, what they ran,
// and how the job ended.
type jobLog struct {
	step    int
	command []string // script of the current step
	failed  string   // script of the first step that failed
	exit    *int     // its exit status
	begun   bool     // the log has its beginning
	ended   bool     // the log has its end
	errors  int      // lines that the runner marked as errors
}

// maxScript bounds how much of a step's script is kept, in lines.
const maxScript = 50

func (j *jobLog) line(l frame.Line) {
	switch {
	case l.Mark == frame.Group && strings.HasPrefix(string(l.Text[:min(4, len(l.Text))]), "Run "):
		j.step++
		j.command = j.command[:0]
	case l.Echo:
		if len(j.command) < maxScript {
			j.command = append(j.command, string(l.Text))
		}
	case l.Mark == frame.Error:
		j.failure(string(l.Text))
	case l.Stamped:
		j.edge(l.Text)
	}
}

func (j *jobLog) edge(t []byte) {
	switch {
	case len(t) > 60 || len(t) < 20:
	case strings.HasPrefix(string(t), "Current runner version: "):
		j.begun = true
	case strings.HasPrefix(string(t), "Cleaning up orphan processes"):
		j.ended = true
	}
}

func (j *jobLog) failure(text string) {
	j.errors++
	code, ok := exitCode(text)
	if !ok || j.exit != nil {
		return
	}
	j.exit = &code
	j.failed = strings.TrimSpace(strings.Join(j.command, "\n"))
}

// exitCode parses "Process completed with exit code 1."
func exitCode(text string) (int, bool) {
	rest, ok := strings.CutPrefix(text, "Process completed with exit code ")
	if !ok {
		return 0, false
	}
	n, rest := format.Number(rest)
	return n, n >= 0 && rest == "."
}

// passed reports whether the log is that of a job that ended well: it is whole, and
// the runner marked nothing as an error.
func (j *jobLog) passed() bool { return j.begun && j.ended && j.errors == 0 }
