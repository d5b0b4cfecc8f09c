package gitstore_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/regreen/regreen/internal/memory"
	"github.com/regreen/regreen/internal/memory/dirstore"
	"github.com/regreen/regreen/internal/memory/gitstore"
	"github.com/regreen/regreen/internal/memory/memorytest"
)

// asRun makes the test binary a run that stores records and pushes after each, until it
// is killed.
const asRun = "REGREEN_TEST_GITSTORE_RUN"

func TestMain(m *testing.M) {
	if remote := os.Getenv(asRun); remote != "" {
		fmt.Fprintln(os.Stderr, pushForever(remote, os.Getenv(asRun+"_STATE"), os.Getenv(asRun+"_ROUND")))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func pushForever(remote, state, round string) error {
	ctx := context.Background()
	s, err := gitstore.Open(ctx, gitstore.Options{Remote: remote, StateDir: state, Environ: os.Environ(), Session: "run " + round})
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		if err := s.Put(ctx, memorytest.New("acme", fmt.Sprintf("Round%sItem%d", round, i))); err != nil {
			return err
		}
		fmt.Println(i) // stored: it must not be lost from here on
		if err := s.Flush(ctx); err != nil {
			return err
		}
	}
}

// A run that is killed at any instant, between storing and pushing too, leaves a branch
// that is whole, and what it stored goes with the next run of the same state folder.
func TestKilledRunLosesNothing(t *testing.T) {
	remote, state := newRemote(t), t.TempDir()
	want := 0
	for round := range 4 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), asRun+"="+remote, asRun+"_STATE="+state, asRun+"_ROUND="+strconv.Itoa(round))
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			want++
			if n == round { // each round in another moment of what it does then
				time.AfterFunc(time.Duration(40*round)*time.Millisecond, func() { cmd.Process.Kill() })
			}
		}
		cmd.Wait()
		if stderr.Len() > 0 {
			t.Fatalf("round %d: %s", round, stderr.String())
		}
	}
	s := open(t, remote, func(o *gitstore.Options) { o.StateDir = state })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, remote)
	defer again.Close()
	n := 0
	if err := memory.Each(t.Context(), again, "acme", func(memory.Record) error { n++; return nil }); err != nil || n < want {
		t.Errorf("%d records, %v; %d were stored", n, err, want)
	}
	if w := again.Warnings(); len(w) > 0 {
		t.Errorf("the branch holds what is no record: %v", w)
	}
	git(t, remote, "fsck", "--strict")
}

// Of many runs at once that share a state folder and are killed at any instant, each
// stored record is on the branch when one more run has come and gone.
func TestKilledCrowdLosesNothing(t *testing.T) {
	remote, state := newRemote(t), t.TempDir()
	var wg sync.WaitGroup
	var stored atomic.Int64
	for run := range writersAtOnce(t) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), asRun+"="+remote, asRun+"_STATE="+state, asRun+"_ROUND="+strconv.Itoa(run))
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			lines := bufio.NewScanner(out)
			for lines.Scan() { // killed after the first, somewhere in what follows
				if stored.Add(1); lines.Text() == "0" {
					time.AfterFunc(time.Duration(run*37%400)*time.Millisecond, func() { cmd.Process.Kill() })
				}
			}
			cmd.Wait()
		})
	}
	wg.Wait()
	if err := open(t, remote, func(o *gitstore.Options) { o.StateDir = state }).Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, remote)
	defer again.Close()
	n := 0
	if err := memory.Each(t.Context(), again, "acme", func(memory.Record) error { n++; return nil }); err != nil || n < int(stored.Load()) {
		t.Errorf("%d records, %v; %d were stored", n, err, stored.Load())
	}
	git(t, remote, "fsck", "--strict")
}

// A copy that a power cut left unreadable is set aside whole; the branch is served, and
// written to.
func TestBrokenCopyIsSetAside(t *testing.T) {
	for name, damage := range map[string]func(repo string) error{
		"empty objects": func(repo string) error {
			return filepath.WalkDir(filepath.Join(repo, "objects"), func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				return errors.Join(os.Chmod(path, 0o600), os.Truncate(path, 0))
			})
		},
		"no head": func(repo string) error { return os.WriteFile(filepath.Join(repo, "HEAD"), nil, 0o600) },
	} {
		remote, state := newRemote(t), t.TempDir()
		inState := func(o *gitstore.Options) { o.StateDir = state }
		first, unpushed, next := memorytest.New("acme", "First"), memorytest.New("acme", "Unpushed"), memorytest.New("acme", "Next")
		s := open(t, remote, inState)
		mustPut(t, s, first)
		mustClose(t, s)
		files := filepath.Join(state, "copy0", "files")
		data, err := dirstore.Encode(unpushed)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(files, unpushed.ID+".json"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := damage(filepath.Join(state, "copy0", "git")); err != nil {
			t.Fatal(err)
		}
		again := open(t, remote, inState)
		if _, err := again.Get(t.Context(), "acme", first.ID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		mustPut(t, again, next)
		mustClose(t, again)
		kept, err := filepath.Glob(filepath.Join(state, "copy0", "broken-*", "files", unpushed.ID+".json"))
		if len(kept) != 1 || err != nil || !strings.Contains(strings.Join(again.Warnings(), "\n"), "broken-") {
			t.Errorf("%s: %v, %v, warnings %v", name, kept, err, again.Warnings())
		}
		if out := git(t, remote, "ls-tree", "--name-only", gitstore.DefaultBranch); !strings.Contains(out, next.ID) {
			t.Errorf("%s: the branch has %s", name, out)
		}
	}
}

// What others stored is not taken for deleted by a run that follows one which was
// killed when it had fetched that and not made the files of it.
func TestKilledAfterFetchDeletesNothing(t *testing.T) {
	remote, state := newRemote(t), t.TempDir()
	sameFolder := func(o *gitstore.Options) { o.StateDir = state }
	put := func(s *gitstore.Store, name string) memory.Record {
		t.Helper()
		r := memorytest.New("acme", name)
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		return r
	}
	put(open(t, remote, sameFolder), "First")
	other := put(open(t, remote), "Other")
	copied := filepath.Join(state, "copy0", "git")
	git(t, copied, "fetch", "-q", remote, "+refs/heads/"+gitstore.DefaultBranch+":refs/regreen/base")
	for _, name := range []string{"memory.index.lock", "commit.index.lock"} { // and git was at work
		if err := os.WriteFile(filepath.Join(copied, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(open(t, remote, sameFolder), "Second")
	again := open(t, remote)
	defer again.Close()
	if _, err := again.Get(t.Context(), "acme", other.ID); err != nil {
		t.Errorf("the other run's record: %v", err)
	}
}

// Half a file, as a killed git leaves it, does not win over the whole one.
func TestHalfAFileIsNotPushed(t *testing.T) {
	remote, state := newRemote(t), t.TempDir()
	sameFolder := func(o *gitstore.Options) { o.StateDir = state }
	s := open(t, remote, sameFolder)
	r := memorytest.New("acme", "First")
	if err := s.Put(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(state, "copy0", "files", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v; want the record's file", files, err)
	}
	git(t, filepath.Join(state, "copy0", "git"), "update-ref", "-d", "refs/regreen/files") // the checkout did not end
	if err := os.Truncate(files[0], 100); err != nil {
		t.Fatal(err)
	}
	if err := open(t, remote, sameFolder).Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, remote)
	defer again.Close()
	if _, err := again.Get(t.Context(), "acme", r.ID); err != nil {
		t.Errorf("the record: %v", err)
	}
}
