// Package smoke is the command smoke: it tries the memory and the models alone, each as a
// run would use it.
package smoke

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/app/backend"
	"github.com/regreen/regreen/internal/app/checkout"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/embed"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/scrub"
)

// New makes the command smoke with its sub-commands.
func New(e cli.Env) *cobra.Command {
	return cli.Group(&cobra.Command{Use: "smoke", Short: "Check that the memory and the model can be used"}, newSmokeStore(e), newSmokeVerify(e))
}

// smoke is a check in steps. Each of them is a line of text, or an entry of the JSON.
type smoke struct {
	env    cli.Env
	asJSON bool
	steps  []smokeStep
}

type smokeStep struct {
	Step   string `json:"step"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
}

// step takes in what came of a step, and reports whether it went well. detail is for
// a step that did.
func (s *smoke) step(name string, err error, detail string, args ...any) bool {
	st := smokeStep{Step: name, OK: err == nil, Detail: fmt.Sprintf(detail, args...)}
	if err != nil {
		st.Detail = scrub.Line(err.Error(), 1000)
	}
	s.steps = append(s.steps, st)
	if !s.asJSON {
		fmt.Fprintf(s.env.Stdout, "%-7s %-10s %s\n", map[bool]string{true: "ok", false: "failed"}[st.OK], st.Step, st.Detail)
	}
	return err == nil
}

// end prints the JSON and turns a failed step into the exit status.
func (s *smoke) end() error {
	ok := true
	for _, st := range s.steps {
		ok = ok && st.OK
	}
	if s.asJSON {
		if err := console.JSON(s.env.Stdout, map[string]any{"schema": console.Schema, "ok": ok, "steps": s.steps}); err != nil {
			return err
		}
	}
	if !ok {
		return cli.ErrNegative
	}
	return nil
}

func newSmokeStore(e cli.Env) *cobra.Command {
	var p options.Place
	s := &smoke{env: e}
	c := &cobra.Command{
		Use: "store", Short: "Write a record to the memory, find it, read it back and delete it", Args: cli.NoArgs,
		Long: `Opens the memory as a run does, and in a tenant that only this check uses writes a
record, finds it by its signature and by its text, reads it back and deletes it. No
model is asked and nothing is paid. Exits with 1 if a step fails. On a git branch the
record and its deletion are two commits.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.store(cmd.Context(), p); err != nil {
				return err
			}
			return s.end()
		},
	}
	p.Bind(c.Flags())
	c.Flags().BoolVar(&s.asJSON, "json", false, "print JSON")
	return c
}

// store makes the steps on the memory. Only a mistake in the command line is an error.
func (s *smoke) store(ctx context.Context, p options.Place) error {
	if doubt := checkout.Doubt(s.env.Getenv); doubt != "" {
		return cli.Negative(s.env, "smoke store: nothing is written to the memory: %s", doubt)
	}
	id := uuid.NewString()
	_, remote := checkout.Here(ctx, s.env)
	open, uri, err := backend.Plan(s.env, p, backend.Access{Session: id, Remote: remote})
	if err != nil {
		return err
	}
	store, err := open(ctx)
	if !s.step("open", err, "memory %s", uri) {
		return nil
	}
	e, closeEmbedder := backend.Embedder(s.env, p.ModelDir)
	defer closeEmbedder() // it holds no data
	t := trial{store: store, embed: e, now: s.env.Now, tenant: "regreen-smoke-" + id}
	t.steps(ctx, s)
	s.step("close", store.Close(), "what was written is where other runs see it")
	return nil
}

// trial is the temporary record of smoke store, in a tenant of its own.
type trial struct {
	store  memory.Store
	embed  embed.Embedder // nil: similarity is off
	now    func() time.Time
	tenant string
	vector embed.Vector
	note   string // why the text is searched for by its terms alone
}

func (t *trial) steps(ctx context.Context, s *smoke) {
	want := t.record(ctx)
	writer := remember.Memory{Store: t.store, Tenant: t.tenant, Now: t.now}
	n, err := t.write(ctx, writer, want)
	if !s.step("write", err, "%d record in tenant %s", n, t.tenant) {
		_, _ = writer.Forget(context.WithoutCancel(ctx), memory.Selector{ID: want.ID}) // it may be there in part
		return
	}
	sig := want.Symptoms[0].Signature
	err = t.finds(ctx, want.ID, memory.Query{Tenant: t.tenant, Exact: sig.Exact})
	s.step("signature", err, "the record is found")
	err = t.finds(ctx, want.ID, memory.Query{Tenant: t.tenant, Text: sig.Text, Vector: t.vector, Model: t.model()})
	s.step("text", err, "the record is found%s", t.note)
	got, err := t.store.Get(ctx, t.tenant, want.ID)
	if err == nil && (got.Fix.Patch != want.Fix.Patch || got.Symptoms[0].Message != want.Symptoms[0].Message) {
		err = errors.New("the record came back changed")
	}
	s.step("read", err, "patch and symptom came back as they were")
	n, err = writer.Forget(context.WithoutCancel(ctx), memory.Selector{ID: want.ID})
	if _, gone := t.store.Get(ctx, t.tenant, want.ID); err == nil && (n != 1 || !errors.Is(gone, memory.ErrNotFound)) {
		err = fmt.Errorf("%d records were deleted, and reading it again says: %v", n, gone)
	}
	s.step("delete", err, "%d record", n)
}

// write stores the record the way that export and import do, and puts it where others
// see it, if that takes a step of its own.
func (t *trial) write(ctx context.Context, writer remember.Memory, r memory.Record) (int, error) {
	line, err := json.Marshal(r)
	if err != nil {
		return 0, err
	}
	n, err := writer.Import(ctx, bytes.NewReader(line))
	if f, ok := t.store.(interface{ Flush(context.Context) error }); ok && err == nil {
		err = f.Flush(ctx)
	}
	return n.Total(), err
}

func (t *trial) finds(ctx context.Context, id string, q memory.Query) error {
	found, err := t.store.Search(ctx, q)
	if err != nil {
		return err
	}
	for _, m := range found {
		if m.Record.ID == id {
			return nil
		}
	}
	return fmt.Errorf("the record is not among the %d that were found", len(found))
}

func (t *trial) model() string {
	if t.vector == nil {
		return ""
	}
	return t.embed.Name()
}

// record is one like those that runs leave; its vectors are there if the embedding
// model is.
func (t *trial) record(ctx context.Context) memory.Record {
	f := failure.Failure{Kind: failure.KindTest, Framework: "gotest", Package: "example.com/smoke", Test: "TestSmoke", File: "smoke_test.go",
		ErrorType: "assertion", Message: "Smoke = 1, want 2 in " + t.tenant}
	f.Signature = failure.Sign(f)
	const fix = "--- a/smoke.go\n+++ b/smoke.go\n@@ -1 +1 @@\n-one\n+two\n"
	r := memory.Record{
		Schema: memory.SchemaVersion, Tenant: t.tenant, Language: "go",
		Symptoms: []memory.Symptom{{Framework: f.Framework, Kind: f.Kind, ErrorType: f.ErrorType, Package: f.Package, Test: f.Test, File: f.File,
			Message: f.Message, Signature: f.Signature}},
		Fix:     memory.Fix{Description: "A temporary record of regreen smoke store.", Paths: []string{"smoke.go"}, Patch: fix},
		Outcome: "none: this record is a check", Proof: memory.Evidence{Command: "true", Commit: strings.Repeat("0", 40)},
		Origin: memory.Origin{Session: t.tenant, Maker: "human", Repo: "regreen/smoke"},
		Trust:  memory.Imported, Status: memory.Active, Visibility: memory.VisibleTenant, CreatedAt: t.now(),
	}
	r.ID = memory.NewID(t.tenant, r.Symptoms, fmt.Sprintf("%x", sha256.Sum256([]byte(fix))))
	if t.embed == nil {
		t.note = " by its terms: similarity is off"
		return r
	}
	vs, err := t.embed.Embed(ctx, []string{f.Signature.Text, r.Fix.Description})
	if err != nil || len(vs) != 2 {
		t.note = fmt.Sprintf(" by its terms: similarity is off (%v)", err)
		return r
	}
	t.vector = vs[0]
	r.Vectors = &memory.Vectors{Model: t.embed.Name(), Symptom: vs[0], Fix: vs[1]}
	return r
}
