package cli

import (
	"errors"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// tree is a command with a group below it, whose errors are those of the real one.
func tree() *cobra.Command {
	run := func(*cobra.Command, []string) error { return nil }
	root := &cobra.Command{Use: "regreen", SilenceErrors: true, SilenceUsage: true, RunE: run}
	root.Args = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return UnknownCommand(c, args[0])
		}
		return nil
	}
	root.SetFlagErrorFunc(FlagMistake)
	verify := &cobra.Command{Use: "verify", RunE: run}
	for _, name := range []string{"patch", "test-command", "replay-only", "max-minutes", "max-requests", "max-cost-usd", "max-tool-calls"} {
		verify.Flags().String(name, "", "")
	}
	verify.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "test" {
			name = "test-command"
		}
		return pflag.NormalizedName(name)
	})
	memory := Group(&cobra.Command{Use: "memory"}, &cobra.Command{Use: "list", RunE: run}, &cobra.Command{Use: "search", RunE: run})
	root.AddCommand(verify, memory)
	return root
}

func TestMistypedNames(t *testing.T) {
	for want, args := range map[string][]string{
		`unknown command "verfiy"; did you mean verify?`:               {"verfiy"},
		`unknown command "search"; did you mean memory search?`:        {"search"},
		`unknown command "frobnicate"; see regreen --help`:             {"frobnicate"},
		`unknown command "lst"; did you mean list?`:                    {"memory", "lst"},
		`name a sub-command of regreen memory: list, search`:           {"memory"},
		`unknown flag: --replay-olny; did you mean --replay-only?`:     {"verify", "--replay-olny"},
		`unknown flag: --tset; did you mean --test?`:                   {"verify", "--tset=x"},
		`unknown shorthand flag: 'p' in -patch; did you mean --patch?`: {"verify", "-patch", "x"},
		`unknown shorthand flag: 't' in -test; did you mean --test?`:   {"verify", "-test", "x"},
		`unknown flag: --max; see regreen verify --help`:               {"verify", "--max", "3"}, // four begin so
		`unknown flag: --frobnicate; see regreen verify --help`:        {"verify", "--frobnicate"},
		`flag needs an argument: --patch`:                              {"verify", "--patch"},
	} {
		root := tree()
		root.SetArgs(args)
		err := root.Execute()
		var usage UsageError
		if err == nil || err.Error() != want || !errors.As(err, &usage) {
			t.Errorf("%v: %v\nwant %s", args, err, want)
		}
	}
}
