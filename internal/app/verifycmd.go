package app

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/verify"
)

// verifyAnswer is the object that "regreen verify" prints.
type verifyAnswer struct {
	Schema   int              `json:"schema"`
	Verdict  verify.Verdict   `json:"verdict"`
	Reasons  []string         `json:"reasons"`
	Baseline verify.Baseline  `json:"baseline"`
	Trial    *verify.Trial    `json:"trial"`
	Evidence *memory.Evidence `json:"evidence"` // null unless verified
}

func newVerify(e Env) *cobra.Command {
	var f runFlags
	var file string
	c := &cobra.Command{
		Use:   "verify --patch FILE",
		Short: "Prove or refuse a patch, as a run would",
		Long: `Reproduces the failure in the checkout, applies the patch to clean sources, reruns
the tests, and runs them again without the patch. Prints the verdict as JSON.

Exit status: 0 if the patch is verified, 1 if not.`,
		Example: `  regreen verify --repo . --test 'go test ./...' --patch fix.patch`,
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return verifyMain(cmd.Context(), e, f, file) },
	}
	f.project.bind(c.Flags())
	f.project.bindIsolation(c.Flags())
	f.limits.bind(c.Flags())
	c.Flags().StringSliceVar(&f.Logs, "log-file", nil, "the output of the failed run (short: --log); default: run the tests")
	c.Flags().StringVar(&file, "patch", "", "the patch to judge, - for standard input")
	shortForms(c)
	return c
}

func verifyMain(ctx context.Context, e Env, f runFlags, file string) error {
	if file == "" {
		return usagef("name the patch with --patch")
	}
	p, err := readPatch(ctx, e, file)
	if err != nil {
		return err
	}
	progress := newProgress(e.Stderr, e.Now)
	defer progress.close()
	s := newSession(e, f, progress.line)
	if err := s.steps(ctx, s.openPolicy, s.openWorkspace, s.openReport, s.prepare, s.openSuite); err != nil {
		return err
	}
	a, err := s.verify(ctx, p)
	if err = errors.Join(err, s.close()); err != nil {
		return err
	}
	if err := printJSON(e.Stdout, a); err != nil {
		return err
	}
	if a.Verdict != verify.Verified {
		return errNegative
	}
	return nil
}

func readPatch(ctx context.Context, e Env, file string) (patch.Patch, error) {
	in, err := openInput(ctx, e, file)
	if err != nil {
		return patch.Patch{}, fmt.Errorf("read the patch: %w", err)
	}
	defer in.Close() // read only
	data, err := io.ReadAll(io.LimitReader(in, patch.MaxBytes+1))
	if err != nil {
		return patch.Patch{}, fmt.Errorf("read the patch: %w", err)
	}
	p, err := patch.Parse(string(data))
	if err != nil {
		return patch.Patch{}, usageError{fmt.Errorf("read the patch %q: %w", file, err)}
	}
	if p.Empty() {
		return p, usagef("%q holds no patch", file)
	}
	return p, nil
}

func (s *session) verify(ctx context.Context, p patch.Patch) (verifyAnswer, error) {
	v := &verify.Verifier{Check: s.runner, Workspace: s.work, Policy: s.policy.Strict(), Now: s.env.Now,
		Reruns: s.flags.Reruns, Isolation: s.isolation()}
	a := verifyAnswer{Schema: answerSchema, Reasons: []string{}}
	report := s.report
	if report == nil {
		report = &a.Baseline.Report
	}
	var err error
	if a.Baseline, err = v.Reproduce(ctx, *report); err != nil {
		return a, err
	}
	a.Verdict, a.Reasons = a.Baseline.Verdict, append(a.Reasons, a.Baseline.Reason)
	if a.Verdict != verify.Reproduced {
		return a, nil
	}
	t, err := v.Prove(ctx, a.Baseline, p)
	if err != nil {
		return a, err
	}
	a.Trial, a.Verdict, a.Reasons = &t, t.Verdict, append([]string{}, t.Reasons...)
	if t.Proof != nil {
		evidence := t.Proof.Evidence()
		a.Evidence = &evidence
	}
	return a, nil
}
