package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/regreen/regreen/internal/actions"
	"github.com/regreen/regreen/internal/app/backend"
	"github.com/regreen/regreen/internal/app/checkout"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/app/console"
	"github.com/regreen/regreen/internal/app/options"
	"github.com/regreen/regreen/internal/check"
	"github.com/regreen/regreen/internal/history"
	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/outcome"
	"github.com/regreen/regreen/internal/remember"
	"github.com/regreen/regreen/internal/scrub"
	"github.com/regreen/regreen/internal/workspace"
	"github.com/regreen/regreen/internal/workspace/tempdir"
)

// walk tries the commits of a repository's own history, one after the other, in copies
// at one and the same path, so that the caches of the tools serve them all.
type walk struct {
	env      cli.Env
	flags    learnFlags
	from     *workspace.Workspace
	lent     *lent
	journal  *history.Journal
	learnt   map[string]string // ids of records by the commits that people made
	stored   map[string]bool   // ids of all records
	copies   string            // folder of the copies
	deadline time.Time         // zero: none
	view     walkView
	answer   walkAnswer
}

// walkAnswer is what "learn --from-history --json" prints.
type walkAnswer struct {
	Schema     int             `json:"schema"`
	LookedAt   int             `json:"looked_at"`
	Candidates int             `json:"candidates"`
	Left       int             `json:"left"` // candidates that were not tried yet
	Session    string          `json:"session"`
	Journal    string          `json:"journal"`
	Stopped    string          `json:"stopped,omitempty"` // why some are left
	Repeat     string          `json:"repeat"`            // command that proves COMMIT again
	Commits    []history.Tried `json:"commits"`
}

func learnHistory(ctx context.Context, e cli.Env, f learnFlags) (err error) {
	w := walk{env: e, flags: f, answer: walkAnswer{Schema: console.Schema, Commits: []history.Tried{}}}
	if f.MaxMinutes > 0 {
		w.deadline = e.Now().Add(time.Duration(f.MaxMinutes * float64(time.Minute)))
	}
	if w.from, err = checkout.Open(ctx, e, f.Project, console.Lines(e.Stderr)); err != nil {
		return err
	}
	defer w.from.Close() // nothing was changed in it
	if w.lent, err = lend(ctx, e, f.Place, w.from); err != nil {
		return err
	}
	w.answer.Session = w.lent.id
	w.answer.Repeat = options.Repetition{Repo: w.from.Dir(), Test: f.Test, Project: f.Project}.Learn("COMMIT^", "COMMIT", f.Place)
	err = w.all(ctx)
	if cerr := w.lent.close(); cerr != nil {
		err = errors.Join(err, fmt.Errorf("what was learnt may not be kept: %w", cerr))
	}
	if err == nil || errors.Is(err, cli.ErrInterrupted) {
		err = errors.Join(w.print(), err)
	}
	return err
}

// all tries the candidates that were not tried before, until the time is up.
func (w *walk) all(ctx context.Context) error {
	log, err := w.from.Git(ctx, history.LogArgs(w.flags.FromHistory)...)
	if err != nil {
		return checkout.Lacking(w.from, fmt.Errorf("read the history: %w", err))
	}
	candidates, looked := history.Candidates(string(log))
	if shallow, _ := w.from.Shallow(ctx); shallow && looked < w.flags.FromHistory {
		fmt.Fprintf(w.env.Stderr, "history    the clone is shallow: git fetch --unshallow brings what is before its %s\n", console.Plural(looked, "commit"))
	}
	w.answer.LookedAt, w.answer.Candidates, w.answer.Left = looked, len(candidates), len(candidates)
	if err := w.openJournal(); err != nil {
		return err
	}
	var remove func() error
	if w.copies, remove, err = tempdir.Make("learn"); err != nil {
		return fmt.Errorf("make a copy: %w", err)
	}
	defer remove() // a leftover in the temp folder harms nobody
	w.view = newWalkView(w.env.Stderr, len(candidates))
	defer w.view.close()
	if err := w.recollect(ctx); err != nil {
		return err
	}
	for _, c := range candidates {
		t, known := w.journal.Tried(c.SHA)
		if id := w.learnt[c.SHA]; !known && id != "" { // on another machine, or by hand
			t, known = history.Tried{Commit: c.SHA, Subject: scrub.Line(c.Subject, 120), Verdict: history.Held, RecordID: id, Earlier: true}, true
		}
		if known {
			w.keep(w.asStored(t))
			continue
		}
		if stop, err := w.one(ctx, c); stop || err != nil {
			return err
		}
	}
	return nil
}

// recollect notes which records the memory has, and those of fixes that people made by
// their commits.
func (w *walk) recollect(ctx context.Context) error {
	tenant := backend.TenantOf(w.env, w.flags.Place, w.from.RemoteOwner())
	w.learnt, w.stored = map[string]string{}, map[string]bool{}
	err := memory.Each(ctx, w.lent.store, tenant, func(r memory.Record) error {
		w.stored[r.ID] = true
		if r.Origin.Maker != "agent" {
			w.learnt[r.Proof.Commit] = r.ID
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("look for what was learnt before: %w", err)
	}
	return nil
}

// asStored is what an earlier run found, without a record that was deleted since: whoever
// did so does not want it learnt again.
func (w *walk) asStored(t history.Tried) history.Tried {
	if t.RecordID != "" && !w.stored[t.RecordID] {
		t.Reason, t.RecordID = "its record "+t.RecordID+" is no longer in the memory", ""
	}
	return t
}

// openJournal opens the journal of this repository, memory, and way to run the tests:
// a commit that could not be tried for want of a setup is tried again with one.
func (w *walk) openJournal() (err error) {
	state, err := cli.StateDir(w.env.Getenv)
	if err != nil {
		return err
	}
	f := w.flags
	key := slices.Concat([]string{w.from.Dir(), f.Test, f.Dir, f.Memory, f.Tenant, f.Setup, f.Sandbox}, f.PassEnv, f.Writable)
	sum := sha256.Sum256([]byte(strings.Join(key, "\x00")))
	w.journal, err = history.OpenJournal(filepath.Join(state, "history", hex.EncodeToString(sum[:8])+".jsonl"))
	w.answer.Journal = w.journal.Path()
	return err
}

// one tries a commit. stop ends the walk: no time is left.
func (w *walk) one(ctx context.Context, c history.Commit) (stop bool, err error) {
	start, limited := w.env.Now(), ctx
	if !w.deadline.IsZero() {
		if !start.Before(w.deadline) {
			w.answer.Stopped = fmt.Sprintf("the %g minutes are over", w.flags.MaxMinutes)
			return true, nil
		}
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, w.deadline.Sub(start))
		defer cancel()
	}
	w.view.begin(c)
	t, err := w.try(limited, c)
	t.Commit, t.Subject, t.Seconds = c.SHA, scrub.Line(c.Subject, 120), w.env.Now().Sub(start).Round(100*time.Millisecond).Seconds()
	switch {
	case ctx.Err() != nil:
		w.answer.Stopped = "interrupted"
		return true, cli.ErrInterrupted
	case limited.Err() != nil: // cut short: the next run tries it anew
		w.answer.Stopped = fmt.Sprintf("the %g minutes were over during %.10s", w.flags.MaxMinutes, c.SHA)
		return true, nil
	case err != nil && !ofThisCommit(err):
		return true, fmt.Errorf("try %.10s: %w", c.SHA, err)
	case err != nil:
		t.Verdict, t.Reason = history.Skipped, err.Error()
	}
	t.Reason = scrub.Line(t.Reason, 300)
	if err := w.journal.Add(t); err != nil {
		return true, err
	}
	w.keep(t)
	return false, nil
}

func (w *walk) keep(t history.Tried) {
	w.answer.Commits = append(w.answer.Commits, t)
	w.answer.Left--
	w.view.end(t)
}

// try proves and remembers the fix of one commit.
func (w *walk) try(ctx context.Context, c history.Commit) (history.Tried, error) {
	change, err := between(ctx, w.from, c.Parent, c.SHA)
	if err != nil {
		return history.Tried{}, errCopy{err}
	}
	dir := filepath.Join(w.copies, filepath.Base(w.from.Root()))
	defer os.RemoveAll(dir) // the next copy is laid at the same place
	if err := change.lay(ctx, w.env, w.from, dir); err != nil {
		return history.Tried{}, errCopy{err}
	}
	res, err := learnIn(ctx, w.env, w.flags, lesson{change: change, dir: dir, maker: remember.Backfill, lent: w.lent, say: func(string, string) {}})
	if err != nil {
		return history.Tried{}, err
	}
	t := history.Tried{Verdict: verdictOf(res.Res.Outcome), Reason: res.Res.Reason}
	if res.Res.Record != nil {
		t.RecordID = res.Res.Record.ID
	}
	return t, nil
}

// errCopy is a commit that cannot be laid out as files, or whose change cannot be read.
type errCopy struct{ error }

func (e errCopy) Unwrap() error { return e.error }

// ofThisCommit reports whether an error is about the commit that was tried, and not
// about the machine or the memory, which the next one would meet too.
func ofThisCommit(err error) bool {
	var copying errCopy
	var usage cli.UsageError
	return !errors.Is(err, syscall.ENOSPC) && (errors.As(err, &copying) || errors.As(err, &usage) || errors.Is(err, memory.ErrInvalid) || errors.Is(err, check.ErrNotRunnable))
}

func verdictOf(o outcome.Outcome) history.Verdict {
	switch o {
	case outcome.Fixed:
		return history.Held
	case outcome.Green, outcome.NotReproduced:
		return history.NotRed
	case outcome.Infra, outcome.Error:
		return history.Skipped
	}
	return history.NotGreen
}

// print prints the summary, and each commit with what came of it.
func (w *walk) print() error {
	if w.flags.JSON {
		return console.JSON(w.env.Stdout, w.answer)
	}
	log := actions.NewLog(w.env.Stdout)
	return errors.Join(w.answer.print(log), log.Close())
}

func (a walkAnswer) print(out io.Writer) error {
	count := map[history.Verdict]int{}
	earlier := 0
	for _, t := range a.Commits {
		count[t.Verdict]++
		if t.Earlier {
			earlier++
		}
		text := t.Reason
		if t.RecordID != "" {
			text = "remembered " + t.RecordID
		}
		fmt.Fprintf(out, "%-9s  %.10s  %s\n           %s\n", t.Verdict, t.Commit, t.Subject, text)
	}
	fmt.Fprintf(out, "\nlooked at  %s, %d of them worth trying\ntried      %d, %d of them by earlier runs\n", console.Plural(a.LookedAt, "commit"), a.Candidates, len(a.Commits), earlier)
	if a.Candidates == 0 {
		fmt.Fprintln(out, "           one is worth trying if it says that it mends something, or changes sources and tests; --red and --green take any other")
	}
	for _, v := range []history.Verdict{history.Held, history.NotRed, history.NotGreen, history.Skipped} {
		fmt.Fprintf(out, "%-9s  %d\n", v, count[v])
	}
	if a.Left > 0 {
		fmt.Fprintf(out, "left       %d, %s; the same command goes on with them\n", a.Left, a.Stopped)
	}
	if count[history.Held] > 0 {
		fmt.Fprintf(out, "again      %s (proves one of them once more)\n", a.Repeat)
	}
	_, err := fmt.Fprintf(out, "session    %s (regreen memory forget --session takes back what was learnt)\njournal    %s (without it everything is tried anew)\n", a.Session, a.Journal)
	return err
}
