package answer

import (
	"bytes"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/publish"
)

// What others wrote, such as the reason of a run, commands no runner.
func TestAnswerCommandsNobody(t *testing.T) {
	var out bytes.Buffer
	d := Run{}
	d.Res.Reason, d.Res.Notes = "b\n::error::x", []string{"##[error]y"}
	if err := Print(&out, d); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") || strings.Contains(line, "\x1b") {
			t.Errorf("the output has %q", line)
		}
	}
}

// The long texts come first: how the run ended, and what failed, are the last to be seen.
func TestOutcomeIsLast(t *testing.T) {
	d := Run{PR: publish.PullRequest{Title: "Fix it", Body: "a long text\n"}, RunDir: "/runs/1"}
	d.Res.Outcome, d.Res.Reason = outcome.Diagnosed, "a guess"
	d.Change = publish.Change{Outcome: outcome.Diagnosed, Patch: "+++ b/sum.go\n+right\n", Diagnosis: "The cache is stale.\nClear it."}
	for _, name := range []string{"TestA", "TestB", "TestC", "TestD", "TestE"} {
		d.Change.Report.Failures = append(d.Change.Report.Failures, failure.Failure{Kind: failure.KindTest, Test: name, File: "a_test.go", Line: 7, Message: "got 1,\nwant 2"})
	}
	var out bytes.Buffer
	if err := Print(&out, d); err != nil {
		t.Fatal(err)
	}
	want := []string{"--- the pull request", "a long text", "--- the patch ---\n+++ b/sum.go\n+right\n---", "--- the diagnosis", "Clear it.", "\noutcome         diagnosed\n",
		"\nfailure         TestA at a_test.go:7: got 1, want 2\n", "\nfailure         and 2 more\n", "\nwhat next       mend it by hand", "\nrun folder      /runs/1\n"}
	at := 0
	for _, text := range want {
		i := strings.Index(out.String()[at:], text)
		if i < 0 {
			t.Fatalf("%q is not there, or too early:\n%s", text, out.String())
		}
		at += i
	}
}
