package actions_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/actions"
)

// runner is a runner whose files lie in a folder of the test.
func runner(t *testing.T, env map[string]string) (*actions.Runner, *bytes.Buffer, map[string]string) {
	t.Helper()
	dir := t.TempDir()
	all := map[string]string{"GITHUB_OUTPUT": filepath.Join(dir, "output"), "GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary")}
	for k, v := range env {
		all[k] = v
	}
	var log bytes.Buffer
	return actions.New(&log, func(k string) string { return all[k] }), &log, all
}

func inputs(t *testing.T, values map[string]string) map[string]string {
	t.Helper()
	data, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{actions.InputsEnv: string(data)}
}

// M2: secrets are masked before anything else is printed, each line of them.
func TestInputsAreMaskedFirst(t *testing.T) {
	r, log, _ := runner(t, inputs(t, map[string]string{"github-token": " tok%en\n", "app-private-key": "line 1\nline 2", "test-command": " go test ", "model": ""}))
	got, err := r.Inputs()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"github-token": "tok%en", "app-private-key": "line 1\nline 2", "test-command": "go test"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if want := "::add-mask::tok%25en\n::add-mask::line 1\n::add-mask::line 2\n"; log.String() != want {
		t.Errorf("log %q", log)
	}
	for _, line := range actions.Configuration(got) {
		if strings.Contains(line, "tok%en") || strings.Contains(line, "line 1") {
			t.Errorf("the configuration shows a secret: %q", line)
		}
	}
}

func TestInputsMalformed(t *testing.T) {
	for _, text := range []string{"", "{", `{"a":1}`, `["secret"]`} {
		r, _, _ := runner(t, map[string]string{actions.InputsEnv: text})
		if v, err := r.Inputs(); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("Inputs of %q = %v, %v", text, v, err)
		}
	}
}

// readOutputs reads the file as the runner does.
func readOutputs(t *testing.T, path string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		name, mark, ok := strings.Cut(lines[i], "<<")
		if !ok {
			t.Fatalf("line %q", lines[i])
		}
		var value []string
		for i++; lines[i] != mark; i++ {
			value = append(value, lines[i])
		}
		out[name] = strings.Join(value, "\n")
	}
	return out
}

// A value with line feeds and marks in it cannot forge another output.
func TestOutputsCannotBeForged(t *testing.T) {
	r, _, env := runner(t, nil)
	want := map[string]string{"reason": "x\n_GitHubActionsFileCommandDelimeter_\nfixed<<EOF\ntrue\nEOF", "fixed": "false", "patch-file": ""}
	if err := r.SetOutputs(want); err != nil {
		t.Fatal(err)
	}
	if err := r.SetOutputs(map[string]string{"outcome": "no-fix"}); err != nil {
		t.Fatal(err)
	}
	want["outcome"] = "no-fix"
	if diff := cmp.Diff(want, readOutputs(t, env["GITHUB_OUTPUT"])); diff != "" {
		t.Error(diff)
	}
	first, _ := os.ReadFile(env["GITHUB_OUTPUT"])
	other, _, env2 := runner(t, nil)
	if err := other.SetOutputs(map[string]string{"outcome": "no-fix"}); err != nil {
		t.Fatal(err)
	}
	second, _ := os.ReadFile(env2["GITHUB_OUTPUT"])
	if strings.HasSuffix(string(first), string(second)) {
		t.Error("the marks are the same each time")
	}
}

func TestPanicsBecomeErrors(t *testing.T) {
	r, _, _ := runner(t, map[string]string{"GITHUB_OUTPUT": t.TempDir(), "GITHUB_STEP_SUMMARY": t.TempDir()})
	if err := r.SetOutputs(map[string]string{"a": "b"}); err == nil {
		t.Error("outputs into a folder: no error")
	}
	if err := r.Summary("x"); err == nil {
		t.Error("summary into a folder: no error")
	}
	broken := actions.New(failing{}, func(string) string { return "" })
	if err := broken.Mask("secret"); !errors.Is(err, errDisk) {
		t.Errorf("Mask: %v", err)
	}
	if err := broken.SetOutputs(map[string]string{"a": "b"}); err == nil {
		t.Error("outputs without a file: no error")
	}
	if err := broken.Summary("x"); err != nil {
		t.Errorf("summary without a file: %v", err)
	}
}

var errDisk = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errDisk }

func TestSummaryIsCut(t *testing.T) {
	r, _, env := runner(t, nil)
	if err := r.Summary(strings.Repeat("ü", 1<<20)); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(env["GITHUB_STEP_SUMMARY"])
	if len(data) > 1<<20 || !strings.Contains(string(data), "_(cut)_") {
		t.Errorf("%d bytes", len(data))
	}
}

func TestAnnotate(t *testing.T) {
	r, log, _ := runner(t, nil)
	a := actions.Annotation{Level: actions.Error, File: "a,b:c.go", Line: 3, Title: "T::x", Text: "one\n::set-output name=x::y"}
	if err := r.Annotate(a); err != nil {
		t.Fatal(err)
	}
	if want := "::error file=a%2Cb%3Ac.go,line=3,title=T%3A%3Ax::one%0A::set-output name=x::y\n"; log.String() != want {
		t.Errorf("log %q", log)
	}
	for range 20 {
		if err := r.Annotate(a); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(log.String(), "::error"); n != 10 {
		t.Errorf("%d annotations", n)
	}
}

func TestLogHasNoCommands(t *testing.T) {
	var out bytes.Buffer
	l := actions.NewLog(&out)
	for _, s := range []string{"ok\n:", ":error::x\n", "a ##[group]b\n", strings.Repeat("x", 70<<10), "::error::y"} {
		if n, err := l.Write([]byte(s)); n != len(s) || err != nil {
			t.Fatalf("Write = %d, %v", n, err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "::") || strings.Contains(line, "##[") {
			t.Errorf("a command is left: %q", line)
		}
	}
	if !strings.HasPrefix(out.String(), "ok\n: :error::x\na ## [group]b\n") {
		t.Errorf("log %.60q", out.String())
	}
}

func TestPayload(t *testing.T) {
	path := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := func(p string) func(string) string {
		return func(k string) string {
			if k == "GITHUB_EVENT_PATH" {
				return p
			}
			return ""
		}
	}
	if data, err := actions.Payload(env(path)); err != nil || string(data) != "{}" {
		t.Errorf("Payload = %q, %v", data, err)
	}
	if data, err := actions.Payload(env("")); err != nil || data != nil {
		t.Errorf("Payload without a path = %q, %v", data, err)
	}
	if _, err := actions.Payload(env(path + "x")); err == nil {
		t.Error("a missing file has no error")
	}
}
