// Package memorycmd is the command memory: people look at the records of the memory with
// it, and tidy them.
package memorycmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/app/backend"
	"github.com/regreen/regreen/internal/app/checkout"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/logreport"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/failure"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/qdrant"
	"github.com/regreen/regreen/internal/proc"
	"github.com/regreen/regreen/internal/recall"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/scrub"
)

// memoryFlags are the flags of "regreen memory".
type memoryFlags struct {
	options.Place
	JSON bool
}

// New makes the command memory with its sub-commands.
func New(e cli.Env) *cobra.Command {
	f := &memoryFlags{}
	c := cli.Group(&cobra.Command{Use: "memory", Short: "Look at and tidy the memory of fixes"}, newList(e, f), newShow(e, f), newSearch(e, f),
		newForget(e, f), newMark(e, f), newPrune(e, f), newExport(e, f), newImport(e, f), newDoctor(e, f))
	p := c.PersistentFlags()
	f.Place.Bind(p)
	p.BoolVar(&f.JSON, "json", false, "print JSON")
	return c
}

// intent is what a command wants of the memory.
type intent int

// The intents.
const (
	looks   intent = iota // reads: creates nothing, not even an index
	changes               // of what is there
	fills                 // may be the first to write
)

// with opens the store for fn and closes it after. A folder that was mistyped is named
// and not made.
func (f *memoryFlags) with(ctx context.Context, e cli.Env, want intent, fn func(memory.Store, string) error) error {
	if path, ok := strings.CutPrefix(f.Memory, "dir:"); ok && want != fills {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return cli.Negative(e, "there is no memory at %q", path)
		}
	}
	if doubt := checkout.Doubt(e.Getenv); doubt != "" && want != looks {
		return cli.Negative(e, "nothing is written to the memory: %s", doubt)
	}
	owner, remote := checkout.Here(ctx, e)
	tenant := backend.TenantOf(e, f.Place, owner)
	store, err := backend.Open(ctx, e, f.Place, backend.Access{Session: uuid.NewString(), ReadOnly: want == looks, Remote: remote})
	if errors.Is(err, qdrant.ErrNoCollection) {
		return cli.Negative(e, "%v", err)
	}
	if err != nil {
		return err
	}
	for _, line := range backend.Warnings(store) {
		fmt.Fprintln(e.Stderr, "memory:", scrub.Line(line, 400))
	}
	return errors.Join(fn(store, tenant), store.Close())
}

// redactor takes the secrets that the environment has, and what looks like one, out of
// what is to be remembered.
func redactor(e cli.Env) (func(string) string, error) {
	r, err := scrub.New(proc.SecretValues(e.Environ))
	if err != nil {
		return nil, err
	}
	return func(text string) string { clean, _ := r.RedactVerbatim(text); return clean }, nil
}

// writing opens the memory for fn to write to.
func (f *memoryFlags) writing(ctx context.Context, e cli.Env, want intent, fn func(memory.Store, remember.Memory) error) error {
	redact, err := redactor(e)
	if err != nil {
		return err
	}
	return f.with(ctx, e, want, func(s memory.Store, tenant string) error {
		return fn(s, remember.Memory{Store: s, Tenant: tenant, Now: e.Now, Redact: redact})
	})
}

// minPrefix is the shortest beginning of an id that names a record: among a million, two
// hardly share as much.
const minPrefix = 8

// find returns the id of the one record that arg is, or begins.
func (f *memoryFlags) find(ctx context.Context, e cli.Env, s memory.Reader, tenant, arg string) (string, error) {
	if _, err := s.Get(ctx, tenant, arg); err == nil || !errors.Is(err, memory.ErrNotFound) {
		return arg, err
	}
	var found []string
	if len(arg) >= minPrefix {
		err := memory.Each(ctx, s, tenant, func(r memory.Record) error {
			if strings.HasPrefix(r.ID, strings.ToLower(arg)) {
				found = append(found, r.ID)
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return "", cli.Negative(e, "tenant %q has no record %q", tenant, arg)
	}
	return "", cli.Negative(e, "%q begins the ids of %d records: %s", arg, len(found), console.Few(found))
}

func newList(e cli.Env, f *memoryFlags) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the tenant's records, newest first", Args: cli.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return f.with(c.Context(), e, looks, func(s memory.Store, tenant string) error { return f.list(c.Context(), e.Stdout, s, tenant) })
		},
	}
}

func (f *memoryFlags) list(ctx context.Context, w io.Writer, s memory.Store, tenant string) error {
	records := []memory.Record{}
	err := memory.Each(ctx, s, tenant, func(r memory.Record) error { records = append(records, r); return nil })
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}
	if f.JSON {
		return console.JSON(w, records)
	}
	return console.Print(w, func(w io.Writer) error {
		for _, r := range records {
			fmt.Fprintln(w, row(r))
		}
		_, err := fmt.Fprintf(w, "%s of tenant %s\n", console.Plural(len(records), "record"), tenant)
		return err
	})
}

const (
	// rowWidth is how long a line of a list gets, in columns: what half a screen has.
	rowWidth = 100
	// fromWidth is what of it says where a record comes from, at most.
	fromWidth = 40
)

// row is a record on one line: how its id begins, which the other commands take for it,
// and what they select by.
func row(r memory.Record) string {
	head := fmt.Sprintf("%.*s  %s  %-8s %-11s ", minPrefix, r.ID, r.CreatedAt.Format(time.DateOnly), r.Trust, r.Status)
	from := scrub.Line(r.Origin.Repo, fromWidth)
	if r.Origin.Actor != "" {
		from = scrub.Line(r.Origin.Repo+" by "+r.Origin.Actor, fromWidth)
	}
	subject, _, _ := strings.Cut(strings.TrimSpace(r.Fix.Description), "\n") // of a person's commit
	return head + scrub.Line(from+": "+subject, rowWidth-len(head))
}

func newShow(e cli.Env, f *memoryFlags) *cobra.Command {
	return &cobra.Command{
		Use: "show ID", Short: "Show one record", Args: oneArg("the id of a record"),
		RunE: func(c *cobra.Command, args []string) error {
			return f.with(c.Context(), e, looks, func(s memory.Store, tenant string) error {
				id, err := f.find(c.Context(), e, s, tenant, args[0])
				if err != nil {
					return err
				}
				r, err := s.Get(c.Context(), tenant, id)
				if err != nil {
					return fmt.Errorf("show %q: %w", args[0], err)
				}
				n, err := s.Counters(c.Context(), tenant, id)
				if err != nil {
					return fmt.Errorf("show %q: %w", args[0], err)
				}
				return f.show(e.Stdout, r, n)
			})
		},
	}
}

func (f *memoryFlags) show(w io.Writer, r memory.Record, n memory.Counters) error {
	if f.JSON {
		return console.JSON(w, struct {
			memory.Record
			Counters memory.Counters `json:"counters"`
		}{r, n})
	}
	return console.Print(w, func(w io.Writer) error { return describe(w, r, n) })
}

// describe prints a record for a person.
func describe(w io.Writer, r memory.Record, n memory.Counters) error {
	fmt.Fprintf(w, "record     %s\ntrust      %s, %s\n", r.ID, r.Trust, scrub.Line(r.Standing(), 200))
	if r.Supersedes != "" {
		fmt.Fprintf(w, "instead of %s\n", scrub.Line(r.Supersedes, 120))
	}
	fmt.Fprintf(w, "from       %s by %s at %s\nfix        %s\n",
		scrub.Line(r.Origin.Repo, 120), scrub.Line(maker(r.Origin), 120), r.CreatedAt.Format(time.RFC3339), scrub.Line(r.Fix.Description, 400))
	for _, s := range r.Symptoms {
		fmt.Fprintf(w, "cures      %s: %s\n", scrub.Line(s.Test, 120), scrub.Line(s.Message, 200))
	}
	fmt.Fprintf(w, "confirmed  %s (commit %s)\nused       recalled %d, replayed %d, held %d, failed %d\n", scrub.Line(r.Outcome, 200), scrub.Line(r.Proof.Commit, 120),
		n.Recalled, n.Replayed, n.Held, n.Failed)
	if e := n.Elsewhere; e != (memory.Claims{}) {
		fmt.Fprintf(w, "elsewhere  recalled %d, replayed %d, held %d, failed %d, as the import says\n", e.Recalled, e.Replayed, e.Held, e.Failed)
	}
	_, err := fmt.Fprintf(w, "\n%s", r.Fix.Patch)
	return err
}

// maker is who or what made a record, and on whose behalf.
func maker(o memory.Origin) string {
	if o.Actor == "" {
		return o.Maker
	}
	return fmt.Sprintf("%s (%s)", o.Maker, o.Actor)
}

func oneArg(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return cli.Usagef("name %s", what)
		}
		return nil
	}
}

func newSearch(e cli.Env, f *memoryFlags) *cobra.Command {
	var q search
	c := &cobra.Command{
		Use: "search TEXT | --log FILE", Short: "Search the memory for a failure",
		Long: `With --log, looks up the failures of a log as a run would, with its gate; only a run
sees in the checkout whether a fix stands there already. With a text, prints the
nearest records, whatever their score.`,
		RunE: func(c *cobra.Command, args []string) error {
			q.text = strings.Join(args, " ")
			if (q.text == "") == (len(q.logs) == 0) {
				return cli.Usagef("search for a text or for the failures of --log FILE")
			}
			if err := q.narrow(); err != nil {
				return err
			}
			return f.with(c.Context(), e, looks, func(s memory.Store, tenant string) error {
				q.store, q.tenant = s, tenant
				return f.search(c.Context(), e, q)
			})
		},
	}
	c.Flags().StringSliceVar(&q.logs, "log-file", nil, "log with the failures to look up (short: --log)")
	c.Flags().IntVar(&q.limit, "limit", 5, "the most records to print for a text")
	c.Flags().StringVar(&q.only.Language, "language", "", "only records of this language, such as go or python")
	c.Flags().StringVar(&q.only.Framework, "framework", "", "only records of this test framework or tool, such as pytest")
	c.Flags().StringVar(&q.only.ErrorType, "error-type", "", "only records with this error type, such as TypeError")
	options.ShortForms(c)
	return c
}

type search struct {
	store  memory.Store
	tenant string
	text   string
	logs   []string
	limit  int
	only   memory.Filter
}

// narrow puts what the flags name in the words of records.
func (q *search) narrow() error {
	q.only.Language = strings.ToLower(q.only.Language)
	if q.only.Framework == "" {
		return nil
	}
	name, known := failure.Framework(q.only.Framework)
	if !known {
		return cli.Usagef("--framework %q is not one of %s", q.only.Framework, strings.Join(failure.Frameworks(), ", "))
	}
	q.only.Framework = name
	return nil
}

type searchAnswer struct {
	Schema        int            `json:"schema"`
	Matches       []memory.Match `json:"matches"`
	SimilarityOff string         `json:"similarity_off"`
	Note          string         `json:"note"` // why nothing was searched for; "" if something was
}

func (f *memoryFlags) search(ctx context.Context, e cli.Env, q search) error {
	embedder, closeEmbedder := backend.Embedder(e, f.ModelDir)
	r := recall.Recaller{Store: q.store, Embedder: embedder}
	a, err := q.ask(ctx, e, r)
	if err = errors.Join(err, closeEmbedder()); err != nil {
		return err
	}
	if f.JSON {
		return console.JSON(e.Stdout, a)
	}
	if a.SimilarityOff != "" {
		fmt.Fprintln(e.Stderr, "similarity was off:", a.SimilarityOff)
	}
	return console.Print(e.Stdout, func(w io.Writer) (err error) {
		for _, m := range a.Matches {
			_, err = fmt.Fprintf(w, "%.4f  %-10s %s  %s\n", m.Score, m.MatchedBy, m.Record.ID, scrub.Line(m.Record.Fix.Description, 100))
		}
		if len(a.Matches) == 0 {
			_, err = fmt.Fprintln(w, cmp.Or(a.Note, "no match"))
		}
		return err
	})
}

func (q search) ask(ctx context.Context, e cli.Env, r recall.Recaller) (searchAnswer, error) {
	a := searchAnswer{Schema: console.Schema, Matches: []memory.Match{}}
	if q.text != "" {
		ms, off, err := r.Search(ctx, recall.Request{Tenant: q.tenant, Filter: q.only}, q.text, q.limit)
		a.Matches, a.SimilarityOff = append(a.Matches, ms...), off
		return a, err
	}
	report, err := logreport.Read(ctx, e, q.logs, "")
	if err != nil {
		return a, err
	}
	if len(report.Failures) == 0 {
		a.Note = "no failure was found in the log: " + logreport.Sum(*report)
		return a, nil
	}
	found, err := r.Recall(ctx, recall.Request{Tenant: q.tenant, Report: *report, Filter: q.only})
	a.Matches, a.SimilarityOff = append(a.Matches, found.Matches...), found.SimilarityOff
	return a, err
}

func newForget(e cli.Env, f *memoryFlags) *cobra.Command {
	var sel memory.Selector
	var all bool
	c := &cobra.Command{
		Use: "forget [ID]", Short: "Delete records: one, a session's, or all of a tenant's",
		Example: `  regreen memory forget 6a1f… --tenant acme
  regreen memory forget --session 0b7c…`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 1 || len(args) == 0 && sel == (memory.Selector{}) && !all {
				return cli.Usagef("name one record, or --session, --from-repo, --actor, --run or --all")
			}
			return f.writing(c.Context(), e, changes, func(s memory.Store, m remember.Memory) (err error) {
				if len(args) == 1 {
					if sel.ID, err = f.find(c.Context(), e, s, m.Tenant, args[0]); err != nil {
						return err
					}
				}
				n, err := m.Forget(c.Context(), sel)
				if err != nil {
					return fmt.Errorf("forget: %w", err)
				}
				return f.changed(e, "deleted", n, none{m.Tenant, sel})
			})
		},
	}
	bindSelector(c, &sel)
	c.Flags().BoolVar(&all, "all", false, "all records of the tenant")
	return c
}

// none is a selection of a tenant's records, said in words where it has none.
type none struct {
	tenant string
	sel    memory.Selector
}

func (n none) String() string {
	text := fmt.Sprintf("tenant %q has no record", n.tenant)
	for _, by := range []struct{ name, value string }{
		{"", n.sel.ID}, {" of session", n.sel.Session}, {" from repository", n.sel.Repo}, {" of actor", n.sel.Actor}, {" of run", n.sel.RunID},
	} {
		if by.value != "" {
			text += fmt.Sprintf("%s %q", by.name, by.value)
		}
	}
	return text
}

// changed prints how many records were. A selection that has none is most often a name
// that was mistyped, so a script is told too; that all of nothing is deleted is no error.
func (f *memoryFlags) changed(e cli.Env, verb string, n int, selected none) error {
	if err := f.printCount(e.Stdout, verb, n); err != nil || n > 0 || selected.sel == (memory.Selector{}) {
		return err
	}
	return cli.Negative(e, "%s", selected)
}

func (f *memoryFlags) printCount(w io.Writer, verb string, n int) error {
	if f.JSON {
		return console.JSON(w, map[string]int{"schema": console.Schema, verb: n})
	}
	_, err := fmt.Fprintf(w, "%s %s\n", verb, console.Plural(n, "record"))
	return err
}

func newDoctor(e cli.Env, f *memoryFlags) *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "Say in plain words what is wrong with the memory", Args: cli.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.doctor(c.Context(), e) },
	}
}

// doctor looks at a Qdrant server step by step; any other memory is opened and read.
func (f *memoryFlags) doctor(ctx context.Context, e cli.Env) error {
	if !strings.HasPrefix(f.Memory, "qdrant") {
		return f.with(ctx, e, looks, func(s memory.Store, tenant string) error {
			n := 0
			if err := memory.Each(ctx, s, tenant, func(memory.Record) error { n++; return nil }); err != nil {
				return fmt.Errorf("list: %w", err)
			}
			odd := ""
			if w := backend.Warnings(s); len(w) > 0 {
				odd = fmt.Sprintf("; %s in it cannot be used, named above", console.Plural(len(w), "thing"))
			}
			found := fmt.Sprintf("the memory opens; tenant %s has %s%s", tenant, console.Plural(n, "record"), odd)
			if f.JSON {
				return console.JSON(e.Stdout, []qdrant.Finding{{Check: "open", OK: true, Detail: found}})
			}
			_, err := fmt.Fprintln(e.Stdout, "ok    "+found)
			return err
		})
	}
	o, err := backend.Qdrant(e, f.Place, backend.Access{ReadOnly: true})
	if err != nil {
		return err
	}
	findings := qdrant.Diagnose(ctx, o)
	if f.JSON {
		if err := console.JSON(e.Stdout, findings); err != nil {
			return err
		}
	}
	sick := slices.ContainsFunc(findings, func(x qdrant.Finding) bool { return !x.OK })
	if !f.JSON {
		err = console.Print(e.Stdout, func(w io.Writer) error { return diagnosis(w, findings) })
	}
	if sick && err == nil {
		return cli.ErrNegative
	}
	return err
}

// diagnosis prints what was found, a line each, and what to do about it.
func diagnosis(w io.Writer, findings []qdrant.Finding) (err error) {
	for _, x := range findings {
		mark := "FAIL"
		switch {
		case x.OK && x.Note:
			mark = "note"
		case x.OK:
			mark = "ok  "
		}
		_, err = fmt.Fprintf(w, "%s  %-12s %s\n", mark, x.Check, x.Detail)
		if x.Remedy != "" {
			_, err = fmt.Fprintf(w, "      → %s\n", x.Remedy)
		}
	}
	return err
}

func newExport(e cli.Env, f *memoryFlags) *cobra.Command {
	return &cobra.Command{
		Use: "export", Short: "Print the tenant's records as JSON lines", Args: cli.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return f.with(c.Context(), e, looks, func(s memory.Store, tenant string) error {
				n, err := memory.Export(c.Context(), s, tenant, e.Stdout)
				if err != nil {
					return fmt.Errorf("export: %w", err)
				}
				fmt.Fprintf(e.Stderr, "exported %s of tenant %s\n", console.Plural(n, "record"), tenant)
				return nil
			})
		},
	}
}

func newImport(e cli.Env, f *memoryFlags) *cobra.Command {
	return &cobra.Command{
		Use: "import FILE|-", Short: "Take over exported records, with trust imported", Args: oneArg("the file to import, or -"),
		RunE: func(c *cobra.Command, args []string) error {
			in, err := cli.OpenInput(c.Context(), e, args[0])
			if err != nil {
				return fmt.Errorf("import: %w", err)
			}
			defer in.Close() // read only
			return f.writing(c.Context(), e, fills, func(_ memory.Store, m remember.Memory) error {
				n, err := m.Import(c.Context(), in)
				if perr := f.printTaken(e.Stdout, n); perr != nil {
					return perr
				}
				if errors.Is(err, memory.ErrPartly) {
					return cli.Negative(e, "import: %v", err)
				}
				if err != nil {
					return fmt.Errorf("import: %w", err)
				}
				return nil
			})
		},
	}
}

// printTaken says what became of the lines of an import.
func (f *memoryFlags) printTaken(w io.Writer, n memory.Taken) error {
	if f.JSON {
		return console.JSON(w, struct {
			Schema   int `json:"schema"`
			Imported int `json:"imported"`
			memory.Taken
		}{console.Schema, n.Total(), n})
	}
	_, err := fmt.Fprintf(w, "imported %s: %d new, %d changed, %d unchanged; %d refused\n", console.Plural(n.Total(), "record"), n.New, n.Changed, n.Unchanged, n.Refused)
	return err
}

// newMark sets the status of records: quarantine hides them until they are looked at.
func newMark(e cli.Env, f *memoryFlags) *cobra.Command {
	var sel memory.Selector
	var reason string
	c := &cobra.Command{
		Use: "mark active|rejected|quarantined [ID]", Short: "Reject records, put them into quarantine, or make them active again",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 || len(args) == 1 && sel == (memory.Selector{}) {
				return cli.Usagef("name a status and one record, or --session, --from-repo, --actor or --run")
			}
			status := memory.Status(args[0])
			switch status {
			case memory.Active, memory.Rejected, memory.Quarantined:
			default:
				return cli.Usagef("status %q: active, rejected or quarantined", args[0])
			}
			return f.writing(c.Context(), e, changes, func(s memory.Store, m remember.Memory) (err error) {
				if len(args) == 2 {
					if sel.ID, err = f.find(c.Context(), e, s, m.Tenant, args[1]); err != nil {
						return err
					}
				}
				n, err := m.Mark(c.Context(), sel, status, reason)
				if err != nil {
					return fmt.Errorf("mark: %w", err)
				}
				return f.changed(e, "marked", n, none{m.Tenant, sel})
			})
		},
	}
	bindSelector(c, &sel)
	c.Flags().StringVar(&reason, "reason", "", "why, kept with the record")
	return c
}

func bindSelector(c *cobra.Command, sel *memory.Selector) {
	fl := c.Flags()
	fl.StringVar(&sel.Session, "session", "", "all records of this run")
	fl.StringVar(&sel.Repo, "from-repo", "", "all records that came from this repository")
	fl.StringVar(&sel.Actor, "actor", "", "all records of this actor")
	fl.StringVar(&sel.RunID, "run", "", "all records of this workflow run")
}

func newPrune(e cli.Env, f *memoryFlags) *cobra.Command {
	var r memory.Retention
	c := &cobra.Command{
		Use: "prune", Short: "Delete the tenant's oldest records", Args: cli.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case r == (memory.Retention{}):
				return cli.Usagef("say what to keep with --keep or --max-age")
			case r.Keep < 0 || r.MaxAge < 0:
				return cli.Usagef("--keep and --max-age must not be negative")
			}
			return f.writing(c.Context(), e, changes, func(_ memory.Store, m remember.Memory) error {
				n, err := m.Prune(c.Context(), r)
				if err != nil {
					return fmt.Errorf("prune: %w", err)
				}
				return f.printCount(e.Stdout, "deleted", n)
			})
		},
	}
	c.Flags().IntVar(&r.Keep, "keep", 0, "the most records to keep; 0: any number")
	c.Flags().DurationVar(&r.MaxAge, "max-age", 0, "delete records that are older and were not used since; 0: never")
	return c
}
