package gitstore_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/memory/gitstore"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

// cloneOf is a person's clone of the branch.
func cloneOf(t *testing.T, remote string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "clone")
	git(t, t.TempDir(), "clone", "-q", "-b", gitstore.DefaultBranch, remote, dir)
	git(t, dir, "config", "user.name", "Ann")
	git(t, dir, "config", "user.email", "ann@example.test")
	return dir
}

func mustClose(t *testing.T, s *gitstore.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// fill begins the branch with the records.
func fill(t *testing.T, remote string, records ...memory.Record) {
	t.Helper()
	s := open(t, remote)
	for _, r := range records {
		mustPut(t, s, r)
	}
	mustClose(t, s)
}

func use(t *testing.T, s *gitstore.Store, id, run string, delta memory.Counters) {
	t.Helper()
	if err := s.Add(t.Context(), memory.Use{Tenant: "acme", ID: id, Run: run, Delta: delta}); err != nil {
		t.Fatal(err)
	}
}

// What one run counts is not lost where another puts the files of counters into one
// meanwhile, whichever of the two pushes first.
func TestCountersOutliveFolding(t *testing.T) {
	for _, first := range []string{"counting", "folding"} {
		remote := newRemote(t)
		r := memorytest.New("acme", "Alpha")
		fill(t, remote, r)
		counting := open(t, remote)
		use(t, counting, r.ID, "long run", memory.Counters{Recalled: 1})
		flush(t, counting)
		folding := open(t, remote)
		for n := range 201 { // more than lie there unfolded
			use(t, folding, r.ID, fmt.Sprint("run ", n), memory.Counters{Replayed: 1})
		}
		if err := folding.Store.Close(); err != nil { // folds, and does not push
			t.Fatal(err)
		}
		use(t, counting, r.ID, "long run", memory.Counters{Failed: 1})
		stores := []*gitstore.Store{counting, folding}
		if first == "folding" {
			stores = []*gitstore.Store{folding, counting}
		}
		for _, s := range stores {
			flush(t, s)
		}
		mustClose(t, counting)
		mustClose(t, folding)
		again := open(t, remote)
		c, err := again.Counters(t.Context(), "acme", r.ID)
		if c.Recalled != 1 || c.Failed != 1 || c.Replayed != 201 || err != nil {
			t.Errorf("%s pushed first: %+v, %v", first, c, err)
		}
		mustClose(t, again)
	}
}

// A status that was set goes through, whatever another run made of the record meanwhile.
func TestStatusMeetsAnotherChange(t *testing.T) {
	for name, test := range map[string]struct {
		was, set memory.Status
		trust    memory.Trust
	}{
		"brought back": {memory.Rejected, memory.Active, memory.Verified},
		"released":     {memory.Quarantined, memory.Active, memory.Imported},
		"rejected":     {memory.Active, memory.Rejected, memory.Imported},
	} {
		remote := newRemote(t)
		r := memorytest.New("acme", "Alpha", func(r *memory.Record) { r.Status, r.Trust = test.was, test.trust })
		fill(t, remote, r)
		person, run := open(t, remote), open(t, remote)
		if n, err := person.SetStatus(t.Context(), memory.Selector{Tenant: "acme", ID: r.ID}, test.set, "looked at"); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		merged := memory.Clone(r)
		merged.Trust = memory.Merged
		mustPut(t, run, merged)
		mustClose(t, run)
		mustClose(t, person)
		again := open(t, remote)
		got, err := again.Get(t.Context(), "acme", r.ID)
		if err != nil || got.Status != test.set || got.StatusReason != "looked at" || got.Trust != memory.Merged {
			t.Errorf("%s: %v, status %s (%s), trust %s", name, err, got.Status, got.StatusReason, got.Trust)
		}
		mustClose(t, again)
	}
}

// What people do on the branch stays as they did it, also what no run would make, and
// what is a record is served.
func TestPeopleOnTheBranch(t *testing.T) {
	remote := newRemote(t)
	crlf, typo, renamed, kept := memorytest.New("acme", "Crlf"), memorytest.New("acme", "Typo"), memorytest.New("acme", "Renamed"), memorytest.New("acme", "Kept")
	fill(t, remote, crlf, typo, renamed, kept)
	dir := cloneOf(t, remote)
	edit := func(r memory.Record, change func(string) string) {
		path := filepath.Join(dir, r.ID+".json")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(change(string(data))), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	edit(crlf, func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") })
	edit(typo, func(s string) string { return strings.Replace(s, `"exit_before": 1`, `"exit_before": "one"`, 1) })
	git(t, dir, "mv", renamed.ID+".json", "panic-in-renamed.json")
	if err := os.Symlink("README.md", filepath.Join(dir, "link.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, memorytest.New("acme", "Later").ID+".json"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{memorytest.New("acme", "Later").ID + ".json/notes.txt", ".gitattributes", ".gitignore"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("*.json text eol=crlf\n*.json\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git(t, dir, "add", "-A", "-f")
	git(t, dir, "update-index", "--add", "--cacheinfo", "160000,"+git(t, dir, "rev-parse", "HEAD")+",vendored")
	git(t, dir, "commit", "-q", "-m", "by hand")
	git(t, dir, "checkout", "-q", "-b", "side", "HEAD~1")
	if err := os.WriteFile(filepath.Join(dir, "notes.md"), []byte("notes\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "add", "notes.md")
	git(t, dir, "commit", "-q", "-m", "notes")
	git(t, dir, "checkout", "-q", gitstore.DefaultBranch)
	git(t, dir, "merge", "-q", "--no-ff", "-m", "merge", "side")
	git(t, dir, "push", "-q", "origin", gitstore.DefaultBranch)
	before := git(t, remote, "ls-tree", "-r", gitstore.DefaultBranch)

	s := open(t, remote)
	for _, r := range []memory.Record{crlf, kept} {
		if got, err := s.Get(t.Context(), "acme", r.ID); err != nil || got.Fix.Patch != r.Fix.Patch {
			t.Errorf("%s: %v", r.Symptoms[0].Test, err)
		}
	}
	if w := strings.Join(s.Warnings(), "\n"); !strings.Contains(w, typo.ID) || !strings.Contains(w, "panic-in-renamed") {
		t.Errorf("warnings: %s", w)
	}
	added := memorytest.New("acme", "Added")
	mustPut(t, s, added)
	mustClose(t, s)
	after := git(t, remote, "ls-tree", "-r", gitstore.DefaultBranch)
	var lines []string
	for line := range strings.SplitSeq(after, "\n") {
		if !strings.Contains(line, added.ID) {
			lines = append(lines, line)
		}
	}
	if diff := cmp.Diff(strings.Split(before, "\n"), lines); diff != "" {
		t.Errorf("the tree changed beyond the record (-before +after):\n%s", diff)
	}
	git(t, remote, "fsck", "--strict")
}

// A remote that takes a push and is gone before it says so gets no second commit.
func TestRemoteDropsAfterThePush(t *testing.T) {
	remote := newRemote(t)
	fill(t, remote, memorytest.New("acme", "First"))
	dropped := filepath.Join(t.TempDir(), "dropped")
	hook := fmt.Sprintf("#!/bin/sh\nif [ ! -e %[1]s ]; then : >%[1]s; kill -9 $PPID; fi\n", dropped)
	if err := os.WriteFile(filepath.Join(remote, "hooks", "post-receive"), []byte(hook), 0o700); err != nil {
		t.Fatal(err)
	}
	s := open(t, remote)
	mustPut(t, s, memorytest.New("acme", "Second"))
	mustClose(t, s)
	if _, err := os.Stat(dropped); err != nil {
		t.Fatal("nothing was dropped")
	}
	log := git(t, remote, "log", "--oneline", gitstore.DefaultBranch)
	if n := strings.Count(log, "\n") + 1; n != 2 {
		t.Errorf("%d commits:\n%s", n, log)
	}
}

// A folder of the state that git's or Go's patterns would read as one is a folder.
func TestStateFolderWithOddName(t *testing.T) {
	remote := newRemote(t)
	state := filepath.Join(t.TempDir(), "[memory", "a*b?", "ü 日本")
	s := open(t, remote, func(o *gitstore.Options) { o.StateDir = state })
	r := memorytest.New("acme", "Alpha")
	mustPut(t, s, r)
	for n := range 201 {
		use(t, s, r.ID, fmt.Sprint(n), memory.Counters{Recalled: 1})
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, remote, func(o *gitstore.Options) { o.Mode = dirstore.ReadOnly })
	defer again.Close()
	if c, err := again.Counters(t.Context(), "acme", r.ID); c.Recalled != 201 || err != nil {
		t.Errorf("%+v, %v", c, err)
	}
	if files, err := filepath.Glob(filepath.Join(again.Path(), "uses", "*")); len(files) != 1 || err != nil {
		t.Errorf("%d files of counters, %v; want them folded", len(files), err)
	}
}
