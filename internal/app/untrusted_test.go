package app_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/memory/memorytest"
)

// pulled is the environment of a workflow's run for a pull request from that repository.
func pulled(t *testing.T, event, from string) []string {
	t.Helper()
	payload := filepath.Join(t.TempDir(), "event.json")
	body := `{"action":"opened","number":7,"repository":{"full_name":"acme/shop"},"pull_request":{"number":7,"head":{"ref":"x","sha":"` +
		strings.Repeat("a", 40) + `","repo":{"full_name":"` + from + `"}},"base":{"ref":"main","sha":"` + strings.Repeat("b", 40) + `","repo":{"full_name":"acme/shop"}}}}`
	if err := os.WriteFile(payload, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=" + event, "GITHUB_EVENT_PATH=" + payload, "GITHUB_REPOSITORY=acme/shop", "GITHUB_ACTOR=ann",
		"GITHUB_SHA=" + strings.Repeat("c", 40), "GITHUB_REF=refs/pull/7/merge"}
}

// No command writes to the memory in a workflow's run on code of strangers, whatever it
// is asked to do; all read it.
func TestCommandsWriteNothingOnCodeOfStrangers(t *testing.T) {
	r := memorytest.New("acme", "Alpha")
	dir := folderOf(t, r)
	more := filepath.Join(t.TempDir(), "more.jsonl")
	line, err := json.Marshal(memorytest.New("acme", "Beta"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(more, line, 0o600); err != nil {
		t.Fatal(err)
	}
	in := []string{"--memory", "dir:" + dir, "--tenant", "acme"}
	writes := [][]string{{"import", more}, {"mark", "rejected", r.ID}, {"forget", r.ID}, {"forget", "--all"}, {"prune", "--keep", "0", "--max-age", "1ns"}}
	for name, environ := range map[string][]string{
		"fork":      pulled(t, "pull_request", "mallory/shop"),
		"target":    pulled(t, "pull_request_target", "acme/shop"),
		"dependent": append(pulled(t, "pull_request", "acme/shop"), "GITHUB_ACTOR=dependabot[bot]"),
		"unknown":   append(pulled(t, "pull_request", "acme/shop"), "GITHUB_EVENT_PATH=/nowhere"),
	} {
		for _, args := range writes {
			if code, printed := memoryCommand(t, environ, append(args, in...)...); code != 1 || !strings.Contains(printed, "nothing is written") {
				t.Errorf("%s: memory %s: status %d: %s", name, args[0], code, printed)
			}
		}
		if code, printed := memoryCommand(t, environ, append([]string{"list"}, in...)...); code != 0 || !strings.Contains(printed, r.ID[:8]+"  ") || !strings.Contains(printed, " active ") || !strings.Contains(printed, "1 record ") {
			t.Errorf("%s: list: status %d: %s", name, code, printed)
		}
	}
	ours := pulled(t, "pull_request", "acme/shop")
	if code, printed := memoryCommand(t, ours, append([]string{"import", more}, in...)...); code != 0 {
		t.Errorf("a pull request of the repository's own: status %d: %s", code, printed)
	}
}
