package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/failure"
)

// What of a failed step's script repeats it, and what does not.
func TestRepeatable(t *testing.T) {
	const bash = "/usr/bin/bash -e {0}"
	for name, tc := range map[string]struct {
		script, shell string
		want, why     string
	}{
		"plain":               {"go test ./...", bash, "go test ./...", ""},
		"no shell known":      {"go test ./...", "", "go test ./...", ""},
		"several lines":       {"cd api\ngo vet ./...\ngo test ./...", "/usr/bin/bash --noprofile --norc -e -o pipefail {0}", "cd api\ngo vet ./...\ngo test ./...", ""},
		"sh":                  {"make test", "sh -e {0}", "make test", ""},
		"teed":                {`go test ./... 2>&1 | tee "$RUNNER_TEMP/test.log"`, bash, "go test ./...", ""},
		"teed, both streams":  {"pytest -q |& tee -a out.log", bash, "pytest -q", ""},
		"teed in the middle":  {"go test ./... | tee x | grep FAIL", bash, "go test ./... | tee x | grep FAIL", ""},
		"masked":              {"TOKEN=*** npm test", bash, "", "secret"},
		"runner's variable":   {`pytest --junitxml "$RUNNER_TEMP/x.xml"`, bash, "", "$RUNNER_TEMP"},
		"composite action":    {`bash "$GITHUB_ACTION_PATH/run.sh"`, "/usr/bin/bash -e {0}", "", "$GITHUB_ACTION"},
		"action's own folder": {"node /home/runner/work/_actions/a/b/v1/dist/index.js", bash, "", "/_actions/"},
		"other variables":     {"go test -tags $TAGS ./...", bash, "go test -tags $TAGS ./...", ""},
		"PowerShell":          {"go test ./...", "/usr/bin/pwsh -command \". '{0}'\"", "", "its shell is"},
		"Python":              {"import os", "/usr/bin/python {0}", "", "its shell is"},
		"cmd":                 {"go test ./...", `C:\Windows\system32\cmd.EXE /D /E:ON /V:OFF /S /C "CALL "{0}""`, "", "its shell is"},
		"long":                {strings.Repeat("true\n", maxScript), bash, "", "too long"},
		"only tee":            {"| tee x", bash, "", "empty"},
	} {
		got, why := repeatable(failure.Step{Script: tc.script, Shell: tc.shell})
		if got != tc.want || (why == "") != (tc.why == "") || !strings.Contains(why, tc.why) {
			t.Errorf("%s: command %q, reason %q; want %q, %q", name, got, why, tc.want, tc.why)
		}
	}
}

// The commands of real jobs, from their logs.
func TestCommandOfCapturedLogs(t *testing.T) {
	cases := os.Getenv("REGREEN_CASES")
	if cases == "" {
		t.Skip("REGREEN_CASES is not set: the logs of real jobs are not at hand")
	}
	logs, err := filepath.Glob(filepath.Join(cases, "logs", "*", "raw.log"))
	if err != nil || len(logs) == 0 {
		t.Fatalf("%d logs, %v", len(logs), err)
	}
	got := map[string]string{}
	for _, path := range logs {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := failure.Parse([]failure.Input{{Name: path, R: f}}, failure.Options{})
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if r.Step.Script != "" {
			command, why := repeatable(r.Step)
			got[filepath.Base(filepath.Dir(path))[:3]] = command + why
		}
	}
	want := map[string]string{"009": "./gradlew && ./gradlew jar", "010": "./gradlew build", "011": "./mvnw -V --no-transfer-progress clean package",
		"012": "mvn -B formatter:validate verify javadoc:jar", "013": "./tools/travis-test.sh",
		"014": "export COVERAGE_PROCESS_START=gluon/tests/coverage.ini; ./web2py.py --run_system_tests --with_coverage", "015": "coverage run -a `which py.test`",
		"103": "go build ./...", "107": "go test ./report/", "113": "python -m pytest", "117": "npm test", "121": "node --test --test-reporter=tap nt/",
		"129": "ctest --test-dir build --output-on-failure"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("commands by log (-want +got):\n%s", diff)
	}
}
