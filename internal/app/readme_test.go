package app

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/actions"
	"github.com/regreen/regreen/internal/outcome"
)

// TestREADME holds the README's tables to the action, the flags and the outcomes.
func TestREADME(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(data)
	for _, in := range actions.Inputs() {
		if row := fmt.Sprintf("| `%s` | %s |", in.Name, in.Help); !strings.Contains(readme, row) {
			t.Errorf("the README lacks the input row\n%s", row)
		}
	}
	for _, out := range actions.Outputs() {
		if row := fmt.Sprintf("| `%s` | %s |", out.Name, out.Help); !strings.Contains(readme, row) {
			t.Errorf("the README lacks the output row\n%s", row)
		}
	}
	for _, o := range outcome.All() {
		if !strings.Contains(readme, "`"+string(o)+"`") {
			t.Errorf("the README does not explain the outcome %s", o)
		}
	}
	if i := strings.Index(readme, "```sh"); i < 0 || !strings.HasPrefix(readme[i:], "```sh\ngo run ./cmd/regreen demo\ngo test ./...\n```") {
		t.Error("the README does not open with the two commands")
	}
}

// TestInputsAreFlags: an input that is not the action's own is a flag of "run" with
// the same name, and takes its default.
func TestInputsAreFlags(t *testing.T) {
	values := map[string]string{}
	for _, in := range actions.Inputs() {
		if in.Kind != actions.Secret {
			values[in.Name] = in.Default
		}
	}
	delete(values, "trusted-bots")
	var f runFlags
	c := newRunWith(processEnv(), &f)
	if err := c.ParseFlags(actions.Args(values)); err != nil {
		t.Fatal(err)
	}
	for _, arg := range actions.Args(values) {
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		if c.Flags().Lookup(name) == nil {
			t.Errorf("the input %s is no flag", name)
		}
	}
}

// TestHelp: every command explains itself, and so does each of its flags.
func TestHelp(t *testing.T) {
	root := newRoot(processEnv())
	for _, c := range root.Commands() {
		if c.Short == "" {
			t.Errorf("%s has no short help", c.Name())
		}
		if c.GroupID == "" && c.Name() != "version" {
			t.Errorf("%s stands in no group of the help", c.Name())
		}
		for _, sub := range c.Commands() {
			if sub.Short == "" {
				t.Errorf("%s %s has no short help", c.Name(), sub.Name())
			}
		}
	}
}
