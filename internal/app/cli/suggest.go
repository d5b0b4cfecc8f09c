package cli

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// near is how many letters may be wrong in a name that is still known for what is meant.
const near = 2

// Group gives c its sub-commands. By itself it does nothing: a person who names none of
// them, or one that is not there, is told which there are, or which may be meant.
func Group(c *cobra.Command, subs ...*cobra.Command) *cobra.Command {
	c.AddCommand(subs...)
	c.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return UnknownCommand(c, args[0])
		}
		var names []string
		for _, s := range subs {
			names = append(names, s.Name())
		}
		return Usagef("name a sub-command of %s: %s", c.CommandPath(), strings.Join(names, ", "))
	}
	return c
}

// UnknownCommand is the mistake of a sub-command that c does not have.
func UnknownCommand(c *cobra.Command, name string) error {
	c.SuggestionsMinimumDistance = near
	meant := c.SuggestionsFor(name)
	for _, sub := range c.Commands() {
		for _, below := range sub.Commands() {
			if below.Name() == name {
				meant = append(meant, sub.Name()+" "+name)
			}
		}
	}
	return Usagef("unknown command %q; %s", name, didYouMean(c, "", meant))
}

// FlagMistake is a mistake in the flags of c, with those that may be meant by one that c
// does not have.
func FlagMistake(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return Usage(err)
	}
	name := cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName())
	return Usagef("%w; %s", err, didYouMean(c, "--", flagsLike(c.Flags(), name)))
}

// flagsLike are the names of the flags that are like name, as a command's sub-commands
// are: cobra compares these, and has nothing for flags.
func flagsLike(f *pflag.FlagSet, name string) []string {
	if f.Lookup(name) != nil { // with one dash
		return []string{name}
	}
	names := &cobra.Command{SuggestionsMinimumDistance: near}
	add := func(name string) { names.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}}) }
	f.VisitAll(func(flag *pflag.Flag) {
		add(flag.Name)
		if word, _, cut := strings.Cut(flag.Name, "-"); cut && f.Lookup(word) == flag { // its short form
			add(word)
		}
	})
	return names.SuggestionsFor(name)
}

// didYouMean asks whether one of names is meant; where there is none, or too many, it says
// where all of them are.
func didYouMean(c *cobra.Command, dashes string, names []string) string {
	const most = 3 // more is no answer
	if len(names) == 0 || len(names) > most {
		return "see " + c.CommandPath() + " --help"
	}
	return "did you mean " + dashes + strings.Join(names, " or "+dashes) + "?"
}
