package failure

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// frames are ways in which a CI system wraps output.
var frames = []struct {
	name string
	wrap func(log string) string
}{
	{"job log", func(log string) string { return jobFrame(log, "\n") }},
	{"CRLF", func(log string) string { return jobFrame(log, "\r\n") }},
	{"columns", func(log string) string {
		return "test\tRun tests\t" + strings.ReplaceAll(strings.TrimSuffix(jobFrame(log, "\n"), "\n"), "\n", "\ntest\tRun tests\t") + "\n"
	}},
	{"redrawn", func(log string) string {
		return "progress 10%\rprogress 100%\r\n" + strings.ReplaceAll(log, "\n", "\r\n")
	}},
}

// jobFrame puts output into the frame of a GitHub Actions job log.
func jobFrame(log, eol string) string {
	var b strings.Builder
	b.WriteString("\ufeff")
	line := func(text string) { fmt.Fprintf(&b, "2026-03-11T09:14:02.7690625Z %s%s", text, eol) }
	for _, text := range []string{"Current runner version: '2.329.0'", "##[group]Run ./test", "\x1b[36;1m./test\x1b[0m", "shell: /usr/bin/bash -e {0}", "##[endgroup]"} {
		line(text)
	}
	for text := range strings.SplitSeq(strings.TrimSuffix(log, "\n"), "\n") {
		line(text)
	}
	for _, text := range []string{"##[error]Process completed with exit code 1.", "Post job cleanup.", "[command]/usr/bin/git version", "Cleaning up orphan processes"} {
		line(text)
	}
	return b.String()
}

// TestFramesDoNotMatter holds the failures of each captured log in a frame against
// those of the bare output.
func TestFramesDoNotMatter(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join(logs, "*.log"))
	for _, name := range names {
		log, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := essence(mustParse(t, bytes.NewReader(log)))
		if len(want) == 0 {
			continue // a job that failed for no reason that is seen has a failure of its own
		}
		for _, f := range frames {
			t.Run(filepath.Base(name)+"/"+f.name, func(t *testing.T) {
				got := essence(mustParse(t, strings.NewReader(f.wrap(string(log)))))
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("failures (-bare +framed):\n%s", d)
				}
			})
		}
	}
}

// TestInterleavedOutput mixes the lines of two outputs, as tools that run several
// commands at once do.
func TestInterleavedOutput(t *testing.T) {
	a, b := string(captured(t, "jest.log")), string(captured(t, "pytest-long.log"))
	want := append(essence(mustParse(t, strings.NewReader(a))), essence(mustParse(t, strings.NewReader(b)))...)
	slices.Sort(want)
	for name, prefix := range map[string][2]string{
		"compose": {"web-1  | ", "api-12 | "}, "turbo": {"web:test: ", "@acme/api:test:unit: "}, "pnpm": {"packages/web test: ", "packages/api test: "}, "concurrently": {"[web] ", "[1] "},
	} {
		t.Run(name, func(t *testing.T) {
			got := essence(mustParse(t, strings.NewReader(jobFrame(zip(a, b, prefix), "\n"))))
			slices.Sort(got)
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("failures (-one by one +mixed):\n%s", d)
			}
		})
	}
}

// TestPrefixesDoNotMatter holds what tools put before each line against the bare output.
func TestPrefixesDoNotMatter(t *testing.T) {
	for _, prefix := range []string{
		"#12 3.456 ", "tests-1  | ", "                +test | ", "@acme/app: ", "[CI/test]   | ", "[Unit tests] ", "[2026-03-11T09:14:02.769Z] ", "[09:14:02] ", "09:14:02 ",
		"2026-03-11 09:14:02,123 ", "2026-03-11T09:14:02.769062Z 01O ", "Mar 11 09:14:02 ",
	} {
		for _, name := range []string{"gotest-plain.log", "pytest-long.log", "jest.log", "cargo-test.log", "maven.log", "gcc-make.log", "tsc.log"} {
			log := string(captured(t, name))
			want := essence(mustParse(t, strings.NewReader(log)))
			got := essence(mustParse(t, strings.NewReader(prefix+strings.ReplaceAll(log, "\n", "\n"+prefix))))
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%q before %s (-bare +prefixed):\n%s", prefix, name, d)
			}
		}
	}
}

// zip puts the lines of two outputs in turn.
func zip(a, b string, prefix [2]string) string {
	var out []string
	left, right := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(left), len(right)) {
		if i < len(left) {
			out = append(out, prefix[0]+left[i])
		}
		if i < len(right) {
			out = append(out, prefix[1]+right[i])
		}
	}
	return strings.Join(out, "\n")
}

// essence is what a frame must not change.
func essence(r Report) []string {
	var list []string
	for _, f := range r.Failures {
		list = append(list, fmt.Sprintf("%s %s %s %s:%d %s %s", f.Kind, f.Framework, f.Test, f.File, f.Line, f.ErrorType, f.Signature.Exact))
	}
	return list
}

func TestJobLogSaysWhatFailed(t *testing.T) {
	r := mustParse(t, strings.NewReader(jobFrame(goFailure, "\n")))
	if r.Command != "./test" || r.ExitCode == nil || *r.ExitCode != 1 {
		t.Errorf("command %q, exit code %v", r.Command, r.ExitCode)
	}
}

// TestSystem: the job log names the image of its machine before the first step; of own
// runners the shell tells.
func TestSystem(t *testing.T) {
	const (
		at      = "2026-03-11T09:14:02.7690625Z "
		begin   = "##[group]Run go test ./...\ngo test ./...\n"
		failed  = "##[endgroup]\nImage: not-this\n##[error]Process completed with exit code 1."
		windows = begin + "shell: C:\\Program Files\\Git\\bin\\bash.EXE -e {0}\n" + failed
	)
	for log, want := range map[string][]string{
		"##[group]Runner Image\nImage: windows-2022\nVersion: 20260302.94.1\n##[endgroup]\n" + windows: {"windows-2022"},
		windows: {"windows"},
		begin + "shell: /usr/bin/bash -e {0}\n" + failed: nil,
	} {
		stamped := at + strings.ReplaceAll(log, "\n", "\n"+at) + "\n"
		r, err := Parse([]Input{{Name: "job", R: strings.NewReader(stamped)}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, r.Systems); d != "" {
			t.Errorf("%s\n%s", d, log)
		}
	}
}
