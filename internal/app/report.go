package app

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/scrub"
)

// reportFlags are the flags of "regreen report".
type reportFlags struct {
	Format    string
	Framework string
	Root      string
	Tests     bool
}

func newReport(e Env) *cobra.Command {
	var f reportFlags
	c := &cobra.Command{
		Use:   "report [flags] FILE...|-",
		Short: "Read the failures out of CI logs and test results",
		Long: `Reads GitHub Actions job logs, the output of test tools, compilers and linters, or
result files such as JUnit XML, and prints what failed, where and why, each failure
with its signatures. Several files make one report; - is standard input.

Exit status: 0 if the report could be made, whatever it says.`,
		Example: `  regreen report job.log
  go test ./... 2>&1 | regreen report --format text -`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("name a log file, or - for standard input")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return reportMain(e, f, args) },
	}
	fl := c.Flags()
	fl.StringVar(&f.Format, "format", "json", "json or text")
	fl.StringVar(&f.Framework, "framework", "", "read the output as that of this tool; default: detect")
	fl.StringVar(&f.Root, "root", "", "the checkout that paths are made relative to")
	fl.BoolVar(&f.Tests, "tests", false, "list the result of every test too")
	return c
}

func reportMain(e Env, f reportFlags, args []string) error {
	if f.Format != "json" && f.Format != "text" {
		return usagef("--format %q: json or text", f.Format)
	}
	inputs, closeAll, err := openInputs(e, args)
	if err != nil {
		return err
	}
	defer closeAll()
	r, err := failure.Parse(inputs, failure.Options{Framework: f.Framework, Root: f.Root, KeepTests: f.Tests})
	if err != nil {
		return fmt.Errorf("read the log: %w", err)
	}
	redact, err := scrub.New(secretsIn(e.Environ))
	if err != nil {
		return err
	}
	r = cleanReport(r, func(s string) string { clean, _ := redact.Redact(s); return clean })
	if f.Format == "json" {
		return printJSON(e.Stdout, r)
	}
	return printReport(e.Stdout, r)
}

// printReport prints a report for a person.
func printReport(w io.Writer, r failure.Report) error {
	if len(r.Failures) == 0 {
		_, err := fmt.Fprintln(w, "no failures")
		return err
	}
	for _, f := range r.Failures {
		name := strings.TrimSpace(f.Package + " " + f.Test)
		if name == "" {
			name = string(f.Kind)
		}
		fmt.Fprintf(w, "%s  (%s)\n", name, f.Framework)
		if f.File != "" {
			fmt.Fprintf(w, "    %s:%d\n", f.File, f.Line)
		}
		fmt.Fprintf(w, "    %s: %s\n    exact %s  template %s\n", f.ErrorType, strings.ReplaceAll(f.Message, "\n", "\n    "),
			f.Signature.Exact, f.Signature.Template)
	}
	_, err := fmt.Fprintf(w, "\n%d failures\n", len(r.Failures))
	return err
}
