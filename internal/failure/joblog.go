package failure

import (
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/frame"
)

// jobLog follows the frame of a GitHub Actions job log: its steps, what they ran,
// and how the job ended.
type jobLog struct {
	step   int
	now    shown  // the current step
	failed Step   // the first step that failed
	exit   *int   // its exit status
	begun  bool   // the log has its beginning
	ended  bool   // the log has its end
	said   string // what the runner first marked as an error, beside exit statuses
	errors int    // lines that the runner marked as errors
	image  string // of the machine that ran the job
	steps  map[int]outcome
}

// outcome is how a step ended.
type outcome uint8

const (
	unknownOutcome outcome = iota
	stepPassed
	stepFailed
)

// maxSteps bounds how many steps are told apart; what comes after counts as one.
const maxSteps = 10_000

// end records how the current step ended. A failure stays one.
func (j *jobLog) end(o outcome) {
	if j.steps == nil {
		j.steps = map[int]outcome{}
	}
	if j.steps[j.step] != stepFailed {
		j.steps[j.step] = o
	}
}

// next begins another step. A step of a job log that another one follows, and in
// which nothing was marked as an error, ended well.
func (j *jobLog) next() {
	if j.step < maxSteps {
		j.step++
	}
	j.now = shown{}
}

func (j *jobLog) line(l frame.Line) {
	switch {
	case l.Mark == frame.Group && strings.HasPrefix(string(l.Text[:min(4, len(l.Text))]), "Run "):
		if j.step > 0 {
			j.end(stepPassed)
		}
		j.next()
	case l.Script && l.Mark == frame.Plain:
		j.now.line(l)
	case l.Mark == frame.Error:
		j.failure(string(l.Text))
	case l.Mark == frame.Warning:
		j.retried(string(l.Text))
	case l.Stamped:
		j.edge(l.Text)
		j.machine(l.Text)
	case len(l.Text) > 0 && (l.Text[0] == 'T' || l.Text[0] == 'D'):
		j.travis(string(l.Text))
	}
}

// machine takes the line before the first step that names the runner's image.
func (j *jobLog) machine(text []byte) {
	if j.step > 0 || j.image != "" || len(text) > maxImage {
		return
	}
	for _, label := range []string{"Image: ", "Environment: "} { // the second until 2022
		if name, ok := strings.CutPrefix(string(text), label); ok {
			j.image = strings.TrimSpace(name)
		}
	}
}

// maxImage bounds the name of an image: those of GitHub have some twenty bytes.
const maxImage = 100

// system is the machine that ran the job: its image, else what the shell of the step
// that failed tells; "" if nothing does.
func (j *jobLog) system() string {
	switch shell := j.failed.Shell; {
	case j.image != "":
		return j.image
	case strings.Contains(shell, `:\`):
		return "windows"
	case strings.HasPrefix(shell, "/opt/homebrew/"), strings.HasPrefix(shell, "/Users/"):
		return "macos"
	}
	return ""
}

// travis takes the lines in which Travis CI says how a command ended.
func (j *jobLog) travis(text string) {
	i := strings.LastIndex(text, " exited with ")
	if i < 0 || !strings.HasSuffix(text, ".") {
		return
	}
	code, rest := format.Number(text[i+len(" exited with "):])
	if code < 0 || rest != "." {
		return
	}
	switch {
	case strings.HasPrefix(text, "Done. Your build"):
		j.begun, j.ended = true, true
		if code != 0 {
			j.errors++
		}
	case strings.HasPrefix(text, "The command \""):
		j.now = shown{echo: []string{strings.TrimSuffix(strings.TrimPrefix(text[:i], "The command \""), "\"")}}
		j.exited(code)
		j.next()
	}
}

// exited records the exit status of the current step's command.
func (j *jobLog) exited(code int) {
	if code == 0 {
		j.end(stepPassed)
		return
	}
	j.errors++
	j.end(stepFailed)
	if j.exit == nil {
		j.exit = &code
		j.failed = j.now.step()
	}
}

// retried takes the remark of a step that runs its command again: "Attempt 1 failed.
// Reason: ...". What failed in that attempt counts only if it fails in the last one.
func (j *jobLog) retried(text string) {
	if rest, ok := strings.CutPrefix(text, "Attempt "); !ok || !strings.Contains(rest, " failed") {
		return
	}
	j.end(stepPassed)
	if j.step < maxSteps {
		j.step++
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
	if code, ok := exitCode(text); ok {
		j.exited(code)
		return
	}
	if j.said == "" {
		j.said = text
	}
	j.errors++
	j.end(stepFailed)
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
