package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/patch"
)

// testState is what the latest run said.
type testState struct {
	tested    bool   // a run saw the files as they are now
	confirmed string // "" unless the latest run passed and no edit came after it
	proved    patch.Patch
	proof     string
}

// Limits of a run's digest: enough to see what failed first, not a log.
const (
	maxDigest       = 5
	maxDigestOutput = 1_200
	maxDigestMsg    = 400
	maxTail         = 1_500
	maxPlace        = 80 // an output that is longer than the message by this much says more
)

// runAnswer is what run_tests answers, as JSON. confirmed_outcome is null unless
// the run passed.
type runAnswer struct {
	ExitCode  int           `json:"exit_code"`
	Confirmed *string       `json:"confirmed_outcome"`
	Selection []string      `json:"selection,omitempty"`
	Passed    *int          `json:"passed,omitempty"`
	Failed    *int          `json:"failed,omitempty"`
	TimedOut  bool          `json:"timed_out,omitempty"`
	Failures  []failedEntry `json:"failures,omitempty"`
	More      int           `json:"more_failures,omitempty"`
	Tail      string        `json:"output_tail,omitempty"`
	Note      string        `json:"note,omitempty"`
}

type failedEntry struct {
	Test      string `json:"test,omitempty"` // as a selection names it
	Package   string `json:"package,omitempty"`
	At        string `json:"at,omitempty"` // file:line
	ErrorType string `json:"error_type,omitempty"`
	Message   string `json:"message,omitempty"`
	Output    string `json:"output,omitempty"` // of the first one only
}

func (b *Box) runTests(ctx context.Context, args json.RawMessage) (Result, error) {
	var a struct {
		Selection []string `json:"selection"`
	}
	if bad := decode(args, &a); bad != "" {
		return refuse("%s", bad), nil
	}
	ans, err := b.Verify(ctx, a.Selection)
	if err != nil {
		return Result{}, err
	}
	return Result{Output: ans, ready: true}, nil
}

// Verify runs the tests as run_tests does, and returns its answer.
func (b *Box) Verify(ctx context.Context, selection []string) (string, error) {
	res, err := b.cfg.Tests.Run(ctx, selection)
	if err != nil {
		return "", err
	}
	b.tests.tested = true
	ans := b.digest(res, selection)
	b.tests.confirmed = ""
	if ans.Confirmed != nil {
		b.tests.confirmed = *ans.Confirmed
		b.tests.proved, b.tests.proof = b.Changes(), *ans.Confirmed
	}
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false) // a < as \u003c costs the model tokens and attention
	if err := enc.Encode(ans); err != nil {
		return "", fmt.Errorf("encode test result: %w", err)
	}
	return strings.TrimSpace(out.String()), nil
}

// Confirmed is the outcome of the latest run if it passed and nothing was edited since, else "".
func (b *Box) Confirmed() string { return b.tests.confirmed }

// Tested reports whether a run has seen the files as they are now.
func (b *Box) Tested() bool { return b.tests.tested }

// Proved is the change with which a run passed last, and that run's outcome; "" if none did.
func (b *Box) Proved() (patch.Patch, string) { return b.tests.proved, b.tests.proof }

// digest says what came out, short; it holds no times, so that the same result
// reads the same.
func (b *Box) digest(res TestResult, selection []string) runAnswer {
	rep := res.Report
	ans := runAnswer{ExitCode: res.ExitCode, Selection: selection, Passed: rep.Counts.Passed, Failed: rep.Counts.Failed, TimedOut: res.TimedOut}
	if ans.Note = unconfirmed(res); ans.Note == "" {
		s := b.cfg.Clean(outcomeText(res, selection))
		ans.Confirmed = &s
		return ans
	}
	for i, f := range rep.Failures {
		if i == maxDigest {
			ans.More = len(rep.Failures) - maxDigest
			break
		}
		ans.Failures = append(ans.Failures, b.entry(f, i == 0))
	}
	if len(rep.Failures) == 0 {
		ans.Tail = b.cfg.Clean(tail(rep.Tail, maxTail))
	}
	return ans
}

// unconfirmed says why a run does not count as passed; "" if it does. The exit code
// alone is not enough: a pipe can hide it (G4), and a run without a test proves
// nothing (V4).
func unconfirmed(res TestResult) string {
	c := res.Report.Counts
	switch {
	case res.TimedOut:
		return "the run was stopped at its time limit"
	case res.ExitCode != 0:
		return "the run failed"
	case c.Failed != nil && *c.Failed > 0, hard(res.Report.Failures):
		return "the exit code is 0 but failures were printed; the run does not count as passed"
	case c.Passed != nil && *c.Passed == 0:
		return "no test ran; check the names in the selection"
	}
	return ""
}

// hard reports whether a failure is there that did not pass on a later try.
func hard(fs []failure.Failure) bool {
	for _, f := range fs {
		if !f.Flaky {
			return true
		}
	}
	return false
}

func outcomeText(res TestResult, selection []string) string {
	what := "full test command"
	if len(selection) > 0 {
		what = fmt.Sprintf("%d selected tests", len(selection))
		if len(selection) == 1 {
			what = "selected test " + short(selection[0])
		}
	}
	s := "tests passed: " + what + ", exit code 0"
	if p := res.Report.Counts.Passed; p != nil {
		s += fmt.Sprintf(", %d passed", *p)
	}
	if p := res.Report.Counts.Skipped; p != nil && *p > 0 {
		s += fmt.Sprintf(", %d skipped", *p)
	}
	return s
}

func (b *Box) entry(f failure.Failure, first bool) failedEntry {
	e := failedEntry{Test: f.Test, ErrorType: b.cfg.Clean(clip(f.ErrorType, maxDigestMsg)), Message: b.cfg.Clean(clip(f.Message, maxDigestMsg))}
	e.Package = b.cfg.Clean(clip(f.Package, maxDigestMsg))
	if f.File != "" {
		e.At = fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	e.Test, e.At = b.cfg.Clean(clip(e.Test, maxDigestMsg)), b.cfg.Clean(e.At)
	if out := strings.TrimSpace(f.Output); first && (len(out) > len(f.Message)+maxPlace || strings.Contains(out, "\n")) {
		e.Output = b.cfg.Clean(clip(f.Output, maxDigestOutput))
	}
	return e
}

// tail keeps the last bytes of s, from the start of a line.
func tail(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	s = s[len(s)-limit:]
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[i+1:]
	}
	return strings.ToValidUTF8(s, "")
}
