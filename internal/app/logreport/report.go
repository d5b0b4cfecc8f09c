// Package logreport reads the failures out of logs: for the command report, which prints
// them, and for whoever else is given logs.
package logreport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/proc"
	"github.com/regreen/regreen/internal/scrub"
)

// reportFlags are the flags of "regreen report".
type reportFlags struct {
	Format    string
	Framework string
	Root      string
	Tests     bool
}

// New makes the command report.
func New(e cli.Env) *cobra.Command {
	var f reportFlags
	c := &cobra.Command{
		Use:   "report [flags] FILE...|-",
		Short: "Read the failures out of CI logs and test results",
		Long: `Reads GitHub Actions job logs, the output of test tools, compilers and linters, or
result files such as JUnit XML, and prints what failed, where and why, each failure
with its signatures. Several files make one report; - is standard input.

A log in which nothing is recognised has no framework and no counts (null in JSON);
an empty one has no tail either. A log that says only that something failed gives one
failure of kind unknown. no_tests is true where test tools found nothing to run.

Exit status: 0 if the report could be made, whatever it says.`,
		Example: `  regreen report job.log
  go test ./... 2>&1 | regreen report --format text -`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("name a log file, or - for standard input")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return reportMain(c.Context(), e, f, args) },
	}
	fl := c.Flags()
	fl.StringVar(&f.Format, "format", "json", "json or text")
	fl.StringVar(&f.Framework, "framework", "", "read the output as that of this tool; default: detect")
	fl.StringVar(&f.Root, "root", "", "the checkout that paths are made relative to")
	fl.BoolVar(&f.Tests, "tests", false, "list the result of every test too")
	return c
}

// reportMemory is where the garbage collector begins to hurry, which costs less than a
// tenth of the time on a plain log. The command is to stay under 64 MB, and the program
// itself takes 36 of them.
const reportMemory = 24 << 20

func reportMain(ctx context.Context, e cli.Env, f reportFlags, args []string) error {
	if f.Format != "json" && f.Format != "text" {
		return cli.Usagef("--format %q: json or text", f.Format)
	}
	if e.Getenv("GOMEMLIMIT") == "" {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(reportMemory))
	}
	inputs, closeAll, err := cli.OpenInputs(ctx, e, args)
	if err != nil {
		return err
	}
	defer closeAll()
	r, err := failure.Parse(inputs, failure.Options{Framework: f.Framework, Root: f.Root, KeepTests: f.Tests})
	if errors.Is(err, failure.ErrFramework) {
		return cli.Usagef("--framework: %w", err)
	}
	if err != nil {
		return fmt.Errorf("read the log: %w", err)
	}
	redact, err := scrub.New(proc.SecretValues(e.Environ))
	if err != nil {
		return err
	}
	r = Clean(r, func(s string) string { clean, _ := redact.Redact(s); return clean })
	if f.Format == "json" {
		return console.JSON(e.Stdout, r)
	}
	return printReport(e.Stdout, r)
}

// printReport prints a report for a person, with nothing in it that a terminal or a
// runner would obey.
func printReport(w io.Writer, r failure.Report) error {
	var b strings.Builder
	for _, t := range r.Tests {
		b.WriteString(testLine(t))
	}
	for _, f := range slices.Concat(r.Failures, r.Infra) {
		b.WriteString(failureText(f))
	}
	b.WriteString(Sum(r) + "\n")
	if r.Truncated {
		b.WriteString("cut: " + r.Cut + "\n")
	}
	_, err := io.WriteString(w, scrub.WorkflowCommands(b.String()))
	return err
}

// testLine is the result of one test, or of a package or class as a whole.
func testLine(t failure.TestResult) string {
	line := fmt.Sprintf("%-8s%s", t.Status, strings.TrimSpace(t.Package+" "+t.Test))
	if t.Cached {
		line += " (cached)"
	}
	if t.Flaky {
		line += " (flaky)"
	}
	return line + "\n"
}

func failureText(f failure.Failure) string {
	text := cmp.Or(strings.TrimSpace(f.Package+" "+f.Test), string(f.Kind))
	if f.Framework != "" {
		text += "  (" + f.Framework + ")"
	}
	switch {
	case f.File != "" && f.Line > 0:
		text += fmt.Sprintf("\n    %s:%d", f.File, f.Line)
	case f.File != "":
		text += "\n    " + f.File
	}
	return fmt.Sprintf("%s\n    %s: %s\n    exact %s  template %s\n\n", text, f.ErrorType, strings.ReplaceAll(f.Message, "\n", "\n    "),
		f.Signature.Exact, f.Signature.Template)
}

// Sum is a report in a line. A log that says nothing is told from a green one.
func Sum(r failure.Report) string {
	of := ""
	if len(r.Frameworks) > 0 {
		of = " (" + strings.Join(r.Frameworks, ", ") + ")"
	}
	for _, count := range Counts(r.Counts) {
		of += ", " + count
	}
	switch {
	case r.NoTests:
		return "no test was run" + of
	case len(r.Failures) > 0:
		return console.Plural(len(r.Failures), "failure") + of
	case r.InfraOnly():
		return "no failure of the project; " + console.Plural(len(r.Infra), "fault") + " of the machinery" + of
	case len(r.Frameworks) > 0:
		return "no failures" + of
	case r.Tail == "":
		return "the log is empty: it says neither what ran nor how it ended"
	}
	return "nothing recognised: no known tool reports a result in the log"
}

// Counts are the totals of a run, as far as they are known, such as "3 passed".
func Counts(c failure.Counts) []string {
	var words []string
	for _, n := range []struct {
		count *int
		word  string
	}{{c.Passed, "passed"}, {c.Failed, "failed"}, {c.Skipped, "skipped"}} {
		if n.count != nil {
			words = append(words, fmt.Sprintf("%d %s", *n.count, n.word))
		}
	}
	return words
}

// Clean takes the secrets out of what a report shows, and out of nothing that
// failures are compared by.
func Clean(r failure.Report, clean func(string) string) failure.Report {
	r.Failures, r.Infra = cleanFailures(r.Failures, clean), cleanFailures(r.Infra, clean)
	r.Tail = clean(r.Tail)
	return r
}

func cleanFailures(list []failure.Failure, clean func(string) string) []failure.Failure {
	list = slices.Clone(list)
	for i := range list {
		f := &list[i]
		f.Message, f.Output, f.Signature.Text = clean(f.Message), clean(f.Output), clean(f.Signature.Text)
	}
	return list
}

// Read makes the report of the logs; nil if none was named.
func Read(ctx context.Context, e cli.Env, logs []string, root string) (*failure.Report, error) {
	if len(logs) == 0 {
		return nil, nil
	}
	inputs, closeAll, err := cli.OpenInputs(ctx, e, logs)
	if err != nil {
		return nil, err
	}
	defer closeAll()
	return Parse(inputs, root)
}

// Parse makes one report of all inputs.
func Parse(inputs []failure.Input, root string) (*failure.Report, error) {
	r, err := failure.Parse(inputs, failure.Options{Root: root, KeepTests: true})
	if err != nil {
		return nil, fmt.Errorf("read the log: %w", err)
	}
	return &r, nil
}
