package app

import (
	"os"
	"strings"
	"testing"
)

// What is wrong with a workflow is told in its own words, and no model is paid for it: a
// mistake exits with 2, what broke with 3.
func TestMistakesInAWorkflow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		arrange func(*workflow)
		code    int
		reason  string
	}{
		"folder": {func(w *workflow) { w.input("working-directory", "absent") }, exitUsage, "`working-directory` \"absent\": the checkout has no such folder"},
		"setup":  {func(w *workflow) { w.input("setup-command", "exit 7") }, exitUsage, "`setup-command` \"exit 7\" exits 7"},
		"secret": {func(w *workflow) {
			w.input("qdrant-api-key", "correct horse battery", "setup-command", "printf 'the %s horse %s%0386d' correct battery 0; exit 7")
		}, exitUsage, "exits 7: "},
		"secret in a command": {func(w *workflow) {
			w.input("qdrant-api-key", "correct horse battery", "test-command", "'correct horse battery'")
		}, exitUsage, "`setup-command` installs what it needs"},
		"command": {func(w *workflow) { w.input("test-command", "no-such-program") }, exitUsage, "`setup-command` installs what it needs"},
		"changes": {func(w *workflow) { w.file("tally/sum.go", "package tally\n") }, exitUsage, "leave them out with `isolation` worktree"},
		"GitHub":  {func(w *workflow) { w.env["GITHUB_API_URL"] = "http://127.0.0.1:1" }, exitBroken, "connection refused"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := quickWorkflow(t)
			c.arrange(w)
			if code := w.start(); code != c.code {
				t.Errorf("exit status %d, want %d\n%s", code, c.code, w.log.String())
			}
			out := w.outputs()
			if out["outcome"] != "error" || !strings.Contains(out["reason"], c.reason) || out["model-requests"] != "0" {
				t.Errorf("outputs %q, want the reason %q", out, c.reason)
			}
			if strings.Contains(out["reason"], "horse battery") {
				t.Errorf("a secret is shown: %s", out["reason"])
			}
			if summary, err := os.ReadFile(w.env["GITHUB_STEP_SUMMARY"]); err != nil || !strings.Contains(string(summary), "Outcome: error.") {
				t.Errorf("summary %q, %v", summary, err)
			}
		})
	}
}
