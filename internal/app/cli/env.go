// Package cli is what the commands share: what the process gives them, the files and
// folders that they find by it, and the ways in which they end.
package cli

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/scrub"
)

// Env is what the process hands to its command. Nothing below main reads the process's own
// arguments, streams, environment or clock.
type Env struct {
	Args    []string // without the program's name
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	Getenv  func(string) string
	Environ []string
	Now     func() time.Time
}

// ErrNegative ends a command whose answer is no; its text was already printed.
var ErrNegative = errors.New("negative verdict")

// ErrInterrupted ends a run that a person or the runner stopped.
var ErrInterrupted = errors.New("interrupted; the checkout is as it was")

// UsageError is a mistake in the command line; it exits with 2. Usagef and Usage make one.
type UsageError struct{ error }

// Usagef is such a mistake in words, put together as by fmt.Errorf.
func Usagef(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// Usage marks an error as a mistake in the command line.
func Usage(err error) error { return UsageError{err} }

// Unwrap returns the error that was marked.
func (e UsageError) Unwrap() error { return e.error }

// NoArgs refuses arguments beside the flags.
func NoArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("%q is not expected here; see %s --help", args[0], c.CommandPath())
	}
	return nil
}

// Negative says why the answer is no, and returns ErrNegative.
func Negative(e Env, format string, args ...any) error {
	fmt.Fprintln(e.Stderr, scrub.WorkflowCommands(fmt.Sprintf("regreen: "+format, args...)))
	return ErrNegative
}
