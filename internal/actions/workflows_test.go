package actions_test

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
	"gopkg.in/yaml.v3"

	"github.com/regreen/regreen/internal/actions"
)

func workflows(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"workflows-example/*.yml", ".github/workflows/*.yml"} {
		files, err := filepath.Glob(filepath.Join("..", "..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, files...)
	}
	if len(all) < 8 {
		t.Fatalf("%d workflows: %v", len(all), all)
	}
	return all
}

func TestWorkflowsAreLinted(t *testing.T) {
	linter, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{Shellcheck: "", Pyflakes: ""})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range workflows(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found, err := linter.Lint(path, data, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range found {
			t.Errorf("%s: %s", filepath.Base(path), e)
		}
	}
}

// workflow is what the rules below look at.
type workflow struct {
	Permissions map[string]string `yaml:"permissions"`
	Concurrency struct{ Group string }
	Jobs        map[string]struct {
		Permissions map[string]string
		Timeout     int `yaml:"timeout-minutes"`
		Steps       []struct {
			Uses, Run, Shell string
			With             map[string]string
		}
	}
}

var pin = regexp.MustCompile(`^[\w.-]+/[\w.-]+@[0-9a-f]{40}$`)

func TestWorkflowsKeepTheRules(t *testing.T) {
	inputs := map[string]bool{}
	for _, in := range actions.Inputs() {
		inputs[in.Name] = true
	}
	for _, path := range workflows(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var w workflow
			if err := yaml.Unmarshal(data, &w); err != nil {
				t.Fatal(err)
			}
			if w.Permissions == nil || len(w.Permissions) != 0 {
				t.Errorf("permissions at the top: %v, want {}", w.Permissions)
			}
			// L9: groups of other workflows are not shared.
			if g := w.Concurrency.Group; !strings.HasPrefix(g, "${{ github.workflow }}-") || !strings.Contains(g, "sha") {
				t.Errorf("concurrency group %q", g)
			}
			for name, j := range w.Jobs {
				if j.Permissions == nil || j.Timeout == 0 {
					t.Errorf("job %s has permissions %v and timeout %d", name, j.Permissions, j.Timeout)
				}
				for _, s := range j.Steps {
					if s.Uses != "" && s.Uses != "regreen/regreen@v1" && !pin.MatchString(s.Uses) {
						t.Errorf("%q is not pinned", s.Uses)
					}
					if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != "false" {
						t.Errorf("checkout of job %s leaves its token behind", name)
					}
					if strings.Contains(s.Run, "${{") { // M3
						t.Errorf("an expression in the command %q", s.Run)
					}
					if strings.Contains(s.Run, "| tee") && s.Shell != "bash" { // G4
						t.Errorf("%q hides the exit status: its shell is %q", s.Run, s.Shell)
					}
					if s.Uses == "regreen/regreen@v1" {
						checkInputs(t, s.With, inputs)
					}
				}
			}
		})
	}
}

func checkInputs(t *testing.T, with map[string]string, known map[string]bool) {
	t.Helper()
	plain := map[string]string{}
	for name, v := range with {
		if !known[name] {
			t.Errorf("input %q is not known", name)
		}
		if !strings.Contains(v, "${{") {
			plain[name] = v
		}
	}
	if wrong := actions.Check(plain); len(wrong) > 0 {
		t.Errorf("inputs: %v", wrong)
	}
}

// The job that runs a fork's code may not write, and the one that writes has no checkout.
func TestTwoJobsKeepTheWall(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "workflows-example", "two-jobs.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var w workflow
	if err := yaml.Unmarshal(data, &w); err != nil {
		t.Fatal(err)
	}
	for scope, access := range w.Jobs["propose"].Permissions {
		if access != "read" {
			t.Errorf("propose has %s: %s", scope, access)
		}
	}
	steps := w.Jobs["publish"].Steps
	if len(steps) == 0 {
		t.Fatal("there is no publish job")
	}
	for _, s := range steps {
		if s.Run != "" || strings.HasPrefix(s.Uses, "actions/checkout@") {
			t.Errorf("publish has the step %+v", s)
		}
	}
}

// Every way has its example, and every pin of an action is the same everywhere.
func TestWorkflowsAgree(t *testing.T) {
	pins := map[string][]string{}
	for _, path := range append(workflows(t), filepath.Join("..", "..", "action.yml")) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`uses: ([\w/.-]+)@([0-9a-f]{40} # v[\d.]+)`).FindAllStringSubmatch(string(data), -1) {
			if !slices.Contains(pins[m[1]], m[2]) {
				pins[m[1]] = append(pins[m[1]], m[2])
			}
		}
	}
	for name, at := range pins {
		if len(at) != 1 {
			t.Errorf("%s is pinned to %v", name, at)
		}
	}
}
