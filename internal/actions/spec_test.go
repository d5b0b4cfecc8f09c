package actions_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"github.com/regreen/regreen/internal/actions"
)

// action is what action.yml says, with inputs and outputs in their order.
type action struct {
	Name, Description string
	Branding          map[string]string
	Inputs, Outputs   yaml.Node
	Runs              struct {
		Using string
		Steps []struct {
			ID, Run, Uses, Shell string
			Env                  map[string]string
		}
	}
}

func readAction(t *testing.T) action {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// entries returns the pairs of a mapping in their order.
func entries(t *testing.T, n yaml.Node) (names []string, values []map[string]string) {
	t.Helper()
	for i := 0; i < len(n.Content); i += 2 {
		var v map[string]string
		if err := n.Content[i+1].Decode(&v); err != nil {
			t.Fatal(err)
		}
		names, values = append(names, n.Content[i].Value), append(values, v)
	}
	return names, values
}

func TestActionHasTheInputs(t *testing.T) {
	names, values := entries(t, readAction(t).Inputs)
	want := actions.Inputs()
	if len(names) != len(want) {
		t.Fatalf("action.yml has %d inputs, the table %d", len(names), len(want))
	}
	for i, in := range want {
		if names[i] != in.Name || values[i]["description"] != in.Help || values[i]["default"] != in.Default {
			t.Errorf("input %d of action.yml is %q %v, the table has %+v", i, names[i], values[i], in)
		}
		if in.Kind != actions.Secret && in.Name != actions.JobStatus && strings.Contains(in.Default, "${{") {
			t.Errorf("the default of %q is an expression", in.Name)
		}
	}
}

func TestActionHasTheOutputs(t *testing.T) {
	names, values := entries(t, readAction(t).Outputs)
	want := actions.Outputs()
	if len(names) != len(want) {
		t.Fatalf("action.yml has %d outputs, the table %d", len(names), len(want))
	}
	for i, out := range want {
		if names[i] != out.Name || values[i]["description"] != out.Help || values[i]["value"] != "${{ steps.regreen.outputs."+out.Name+" }}" {
			t.Errorf("output %d of action.yml is %q %v, the table has %+v", i, names[i], values[i], out)
		}
	}
}

// M3: nothing that comes from outside is spliced into a command.
func TestActionSplicesNothingM3(t *testing.T) {
	a := readAction(t)
	if a.Runs.Using != "composite" || a.Branding["icon"] == "" || a.Branding["color"] == "" || a.Name == "" || a.Description == "" {
		t.Errorf("action.yml: %+v", a)
	}
	pinned := regexp.MustCompile(`@[0-9a-f]{40}$`)
	for _, s := range a.Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("an expression in the command %q", s.Run)
		}
		if s.Run != "" && s.Shell != "bash" { // G4: bash of a composite step has pipefail
			t.Errorf("%q runs in %q", s.Run, s.Shell)
		}
		if s.Uses != "" && !pinned.MatchString(s.Uses) {
			t.Errorf("%q is not pinned to a commit", s.Uses)
		}
	}
}

func TestCheck(t *testing.T) {
	for name, tc := range map[string]struct {
		values map[string]string
		want   []string
	}{
		"nothing": {map[string]string{}, nil},
		"good":    {map[string]string{"mode": "propose", "draft": "false", "max-cost-usd": "0.5", "model": "a,b"}, nil},
		"unknown": {map[string]string{"test-comand": "x"}, []string{`input "test-comand" is not known`}},
		"bad": {map[string]string{"mode": "x", "draft": "yes", "max-requests": "-1"}, []string{
			`input "draft" is "yes": true or false`, `input "max-requests" is "-1": a number from 0`,
			`input "mode" is "x": pull-request, propose, publish, comment, diagnose, feedback`}},
		"app":     {map[string]string{"app-id": "1", "ci-trigger-token": "t"}, []string{`inputs "app-id" and "app-private-key" go together`, `inputs "app-id" and "ci-trigger-token" exclude each other: both start CI`}},
		"propose": {map[string]string{"mode": "propose", "sandbox": "off"}, []string{`input "sandbox" must not be off in mode propose, which runs untrusted code`}},
		"log":     {map[string]string{"run": "1", "log-file": "x"}, []string{`inputs "run" and "log-file" exclude each other: the log of that run is read`}},
		"bots":    {map[string]string{"trusted-bots": "a, *"}, []string{`input "trusted-bots" must name each bot`}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, actions.Check(tc.values)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	defaults := map[string]string{}
	for _, in := range actions.Inputs() {
		defaults[in.Name] = in.Default
	}
	if wrong := actions.Check(defaults); len(wrong) > 0 {
		t.Errorf("the defaults are wrong: %v", wrong)
	}
}

func TestArgsHaveNoSecrets(t *testing.T) {
	values := map[string]string{"test-command": "go test ./... --x=y", "allowed-paths": "a/**, b/**\nc", "draft": "false", "mode": "comment"}
	for _, in := range actions.Inputs() {
		if in.Kind == actions.Secret {
			values[in.Name] = "s3cret"
		}
	}
	want := []string{"--test-command=go test ./... --x=y", "--draft=false", "--allowed-paths=a/**", "--allowed-paths=b/**", "--allowed-paths=c"}
	if diff := cmp.Diff(want, actions.Args(values)); diff != "" {
		t.Error(diff)
	}
}

// H4: the action changes nothing on the host, and expects no user by name.
func TestScriptsLeaveTheHostAloneH4(t *testing.T) {
	scripts, err := filepath.Glob("../../action/*.sh")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("scripts %v, %v", scripts, err)
	}
	forbidden := regexp.MustCompile(`\bsudo\b|/etc/|/home/|\bapt(-get)?\b|\bchown\b|\bsysctl\b|\biptables\b`)
	for _, path := range scripts {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if found := forbidden.Find(data); found != nil {
			t.Errorf("%s has %q", path, found)
		}
	}
}
