package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/app/answer"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/logreport"
	"github.com/regreen/regreen/internal/app/memorycmd"
	"github.com/regreen/regreen/internal/app/smoke"
	"github.com/regreen/regreen/internal/embed/minilm"
	"github.com/regreen/regreen/internal/proc"
	"github.com/regreen/regreen/internal/scrub"
	"github.com/regreen/regreen/internal/version"
)

// The exit statuses of the command.
const (
	exitOK       = 0
	exitNegative = 1 // a stage command's verdict, or an unfixed failure with --exit-code
	exitUsage    = 2
	exitBroken   = 3
	exitStopped  = 130 // as a shell reports a program that was interrupted
)

// Env is what the process hands to Main.
type Env = cli.Env

// Hidden runs the sub-commands that regreen starts itself with: the sandbox
// launcher and the server of the embedding model. ran is false for any other.
func Hidden(args []string) (ran bool, code int) {
	if ran, code = proc.LauncherMain(args); ran {
		return ran, code
	}
	return minilm.ServeMain(append([]string{"regreen"}, args...)) // it wants the name of the program first
}

// Main runs the command that e.Args name and returns the exit status: 0 for every
// outcome but a broken one (3) and bad usage (2); stage commands give 1 for no.
func Main(ctx context.Context, e Env) int {
	if ran, code := Hidden(e.Args); ran {
		return code
	}
	root := newRoot(e)
	root.SetArgs(e.Args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	if errors.Is(err, cli.ErrNegative) {
		return exitNegative
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = fmt.Errorf("interrupted: %w", err)
	}
	// An error may quote outside text, and a runner obeys some of the lines that it reads.
	fmt.Fprintln(e.Stderr, scrub.WorkflowCommands(fmt.Sprintf("regreen: %v", err)))
	if errors.Is(err, cli.ErrInterrupted) || ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return exitStopped
	}
	var usage cli.UsageError
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitBroken
}

func newRoot(e cli.Env) *cobra.Command {
	root := &cobra.Command{
		Use:   "regreen",
		Short: "Repairs failing builds from a memory of proved fixes",
		Long: `regreen takes a failing checkout, looks for the failure in a memory of proved
fixes, replays a remembered fix or lets a model write a new one, proves it by
rerunning the tests, remembers what it proved, and opens a pull request.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.UnknownCommand(c, args[0])
			}
			return nil
		},
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       version.String(),
	}
	root.SetIn(e.Stdin)
	root.SetOut(e.Stdout)
	root.SetErr(e.Stderr)
	root.SetVersionTemplate("regreen {{.Version}}\n")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return mistake(e, c, cli.FlagMistake(c, err)) })
	for _, g := range groups() {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, add := range g.commands {
			c := add(e)
			c.GroupID = g.id
			if check := c.Args; check != nil {
				c.Args = func(c *cobra.Command, args []string) error { return mistake(e, c, check(c, args)) }
			}
			root.AddCommand(c)
		}
	}
	root.AddCommand(newVersion(e))
	return root
}

// mistake tells what is wrong with a command line also to a program that wants JSON of a
// command whose answer is a run's.
func mistake(e cli.Env, c *cobra.Command, err error) error {
	if err != nil && slices.Contains(e.Args, "--json") && slices.Contains([]string{"run", "learn", "propose", "publish", "feedback"}, c.Name()) {
		err = errors.Join(err, console.JSON(e.Stdout, answer.Broken(err)))
	}
	return err
}

// group are commands that stand together in the help.
type group struct {
	id, title string
	commands  []func(cli.Env) *cobra.Command
}

func groups() []group {
	return []group{
		{"work", "In a checkout:", []func(cli.Env) *cobra.Command{newRun, newLearn, newVerify, newDemo, logreport.New, memorycmd.New}},
		{"ci", "In CI, or for a run of it:", []func(cli.Env) *cobra.Command{newAction, newPropose, newPublish, newFeedback}},
		{"setup", "To set up and to measure:", []func(cli.Env) *cobra.Command{newModel, smoke.New, newBench}},
	}
}

func newVersion(e cli.Env) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(e.Stdout, "regreen %s\n", version.String())
			return err
		},
	}
}
