package failure

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the reports of the captured logs")

// logs is where the captured logs are. Beside x.log, x.cmd has the command that
// printed it, how it ended, and the versions of the tools.
const logs = "../../testdata/logs"

// captureRoot is the checkout in the captured logs.
const captureRoot = "/home/runner/work/app/app"

func TestCapturedLogs(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(logs, "*.log"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no captured logs in %s: %v", logs, err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".log"), func(t *testing.T) {
			got := encodeReport(t, parseFile(t, name, Options{Root: captureRoot}))
			golden := strings.TrimSuffix(name, ".log") + ".report.json"
			if *update {
				writeFile(t, golden, got)
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), string(got)); d != "" {
				t.Errorf("report (-want +got):\n%s", d)
			}
		})
	}
}

// TestCapturedLogsSayHowTheyEnded holds the reports against what the commands said of
// themselves: what ended well has no failures, what did not has some.
func TestCapturedLogsSayHowTheyEnded(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join(logs, "*.cmd"))
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".cmd"), func(t *testing.T) {
			cmd, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(string(cmd)), "\n")
			if len(lines) != 3 || lines[2] == "" {
				t.Fatalf("want command, exit status and versions, got %q", lines)
			}
			report := parseFile(t, strings.TrimSuffix(name, ".cmd")+".log", Options{})
			red := lines[1] != "exit 0" || strings.Contains(lines[0], "; cat ") || strings.HasPrefix(lines[0], "cat ")
			if found := len(report.Failures)+len(report.Infra) > 0; found != red {
				t.Errorf("%s, but failures found: %v", lines[1], found)
			}
		})
	}
}

func parseFile(t *testing.T, name string, o Options) Report {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	report, err := Parse([]Input{{Name: name, R: f}}, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func encodeReport(t *testing.T, r Report) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func writeFile(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
