package actions_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// checkout is a copy of what get.sh reads of the action's source.
func checkout(t *testing.T, release string) string {
	t.Helper()
	dir := t.TempDir()
	script, err := os.ReadFile(filepath.Join("..", "..", "action", "get.sh"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"action/get.sh": string(script), "action/release.txt": release, "go.mod": "module x\n", "go.sum": "", "cmd/a.go": "a", "internal/b.go": "b"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// get runs the script. A "go" that only writes a file stands in for the compiler.
func get(t *testing.T, dir string, env ...string) (outputs map[string]string, log string, err error) {
	t.Helper()
	bin, temp := filepath.Join(dir, "bin"), filepath.Join(dir, "temp")
	for _, d := range []string{bin, temp} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	compiler := "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\nprintf '#!/bin/sh\\necho built\\n' >\"$2\"\nchmod +x \"$2\"\n"
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(compiler), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(temp, "output")
	_ = os.Remove(file) // of an earlier run
	cmd := exec.Command("bash", filepath.Join(dir, "action", "get.sh"))
	cmd.Env = append([]string{"PATH=" + bin + ":" + os.Getenv("PATH"), "RUNNER_TOOL_CACHE=" + filepath.Join(dir, "cache"), "RUNNER_TEMP=" + temp, "GITHUB_OUTPUT=" + file,
		"HOME=" + temp, "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1"}, env...)
	out, err := cmd.CombinedOutput()
	outputs = map[string]string{}
	data, _ := os.ReadFile(file) // absent when the script failed
	for line := range strings.Lines(string(data)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		outputs[name] = value
	}
	return outputs, string(out), err
}

func needBash(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the script runs in the runner's bash, which tests on Windows do not have")
	}
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl, which every hosted runner has")
	}
}

func TestGetBuildsOnce(t *testing.T) {
	needBash(t)
	dir := checkout(t, "# nothing released\n")
	outputs, log, err := get(t, dir, "REGREEN_JOB_STATUS=failure")
	if err != nil || outputs["binary"] == "" || !strings.Contains(log, "building") {
		t.Fatalf("%v, %v\n%s", outputs, err, log)
	}
	if out, err := exec.Command(outputs["binary"]).Output(); err != nil || string(out) != "built\n" {
		t.Errorf("the binary says %q, %v", out, err)
	}
	again, log, err := get(t, dir, "REGREEN_JOB_STATUS=failure")
	if err != nil || again["binary"] != outputs["binary"] || strings.Contains(log, "building") {
		t.Errorf("built again: %v\n%s", err, log)
	}
	if err := os.WriteFile(filepath.Join(dir, "internal", "b.go"), []byte("changed"), 0o644); err != nil {
		t.Fatal(err)
	}
	if changed, _, err := get(t, dir, "REGREEN_JOB_STATUS=failure"); err != nil || changed["binary"] == outputs["binary"] {
		t.Errorf("other sources give the same binary: %v", err)
	}
}

func TestGetDownloads(t *testing.T) {
	needBash(t)
	const content = "#!/bin/sh\necho released\n"
	asset := "regreen_" + runtime.GOOS + "_" + runtime.GOARCH
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1.2.3/"+asset {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(content))
	}))
	defer s.Close()
	release := func(sum string) string { return "version v1.2.3\n" + sum + "  " + asset + "\n" }
	right := fmt.Sprintf("%x", sha256.Sum256([]byte(content)))
	outputs, log, err := get(t, checkout(t, release(right)), "REGREEN_RELEASES="+s.URL)
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	if out, err := exec.Command(outputs["binary"]).Output(); err != nil || string(out) != "released\n" {
		t.Errorf("the binary says %q, %v", out, err)
	}
	// A binary that is not the one that was pinned is never run.
	outputs, log, err = get(t, checkout(t, release(strings.Repeat("0", 64))), "REGREEN_RELEASES="+s.URL)
	if err == nil || outputs["binary"] != "" || !strings.Contains(log, "another SHA-256") {
		t.Errorf("a wrong checksum: %v, %v\n%s", outputs, err, log)
	}
	// A release that cannot be reached is built from the source.
	outputs, log, err = get(t, checkout(t, release(right)), "REGREEN_RELEASES="+s.URL+"/none")
	if err != nil || outputs["binary"] == "" || !strings.Contains(log, "building") {
		t.Errorf("no release: %v, %v\n%s", outputs, err, log)
	}
}

// A green job downloads no model.
func TestGetModelOnlyWhenNeeded(t *testing.T) {
	needBash(t)
	dir := checkout(t, "")
	for _, tc := range []struct {
		status, event string
		want          bool
	}{{"success", "push", false}, {"failure", "push", true}, {"success", "workflow_run", true}, {"success", "workflow_dispatch", true}, {"", "", true}} {
		outputs, log, err := get(t, dir, "REGREEN_JOB_STATUS="+tc.status, "GITHUB_EVENT_NAME="+tc.event)
		if err != nil || (outputs["model-dir"] != "") != tc.want || (outputs["model-key"] != "") != tc.want {
			t.Errorf("%+v: %v, %v\n%s", tc, outputs, err, log)
		}
	}
}
