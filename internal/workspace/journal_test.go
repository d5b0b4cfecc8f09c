package workspace

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/regreen/regreen/internal/workspace/snapshot"
)

// TestHelperVictim works in a checkout until it is killed.
func TestHelperVictim(t *testing.T) {
	dir, state := os.Getenv("REGREEN_TEST_VICTIM"), os.Getenv("REGREEN_TEST_STATE")
	if dir == "" {
		t.Skip("only runs as the victim of a kill")
	}
	w, err := Open(t.Context(), dir, Options{StateDir: state, Environ: os.Environ()})
	must(t, err)
	must(t, w.Snapshot(t.Context()))
	fmt.Println("ready")
	for i := 0; ; i++ {
		must(t, w.Write("a.txt", fmt.Appendf(nil, "edit %d\n", i)))
		must(t, w.Write("new/deep/b.txt", []byte("new\n")))
		must(t, w.Remove("gone.txt"))
		for j := range 20 {
			must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("many/%d.txt", j)), fmt.Appendf(nil, "run %d\n", i), 0o600))
		}
		must(t, os.WriteFile(filepath.Join(dir, ".git", "HEAD"), []byte("ref: refs/heads/evil\n"), 0o644))
		must(t, os.RemoveAll(filepath.Join(dir, "sub")))
		must(t, os.Symlink("/etc", filepath.Join(dir, "sub")))
		if i%3 == 1 {
			_, err := w.Run(t.Context(), command("true"))
			must(t, err)
		}
		_, err := w.Restore(t.Context())
		must(t, err)
	}
}

// TestKillAtAnyInstant: whatever the instant, the next command puts everything back.
func TestKillAtAnyInstant(t *testing.T) {
	files := map[string]string{"a.txt": "one\n", "gone.txt": "here\n", "sub/x.txt": "x\n", ".git-like": "x\n"}
	for j := range 20 {
		files[fmt.Sprintf("many/%d.txt", j)] = strings.Repeat("original\n", j*50)
	}
	dir := repository(t, files)
	write(t, dir, "untracked.txt", "mine\n")
	write(t, dir, ".git/config", strings.NewReplacer("DIR", dir, "TEMP", "/nowhere").Replace(checkoutConfig))
	state := t.TempDir()
	before := picture(t, dir)
	o := Options{StateDir: state, Environ: os.Environ()}
	recovered := 0
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	for round := range 25 {
		delay := time.Duration(random.IntN(60_000)) * time.Microsecond
		killVictim(t, dir, state, delay)
		_, found, err := Recover(t.Context(), dir, o)
		if err != nil {
			t.Fatalf("seed %d, round %d, killed after %s: %v", seed, round, delay, err)
		}
		if diff := cmp.Diff(before, picture(t, dir)); diff != "" {
			t.Fatalf("seed %d, round %d, killed after %s: checkout (-before +after):\n%s", seed, round, delay, diff)
		}
		if _, again, err := Recover(t.Context(), dir, o); again || err != nil {
			t.Fatalf("a second recovery found something: %v, %v", again, err)
		}
		if found {
			recovered++
		}
	}
	if recovered < 20 {
		t.Errorf("only %d of 25 kills left something to recover", recovered)
	}
}

func killVictim(t *testing.T, dir, state string, delay time.Duration) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHelperVictim$")
	cmd.Env = append(os.Environ(), "REGREEN_TEST_VICTIM="+dir, "REGREEN_TEST_STATE="+state)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		_ = cmd.Process.Kill()
		t.Fatalf("victim said %q, %v", line, err)
	}
	time.Sleep(delay)
	must(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
}

// TestRecoveryKeepsWhatItTakesOut: a person may have edited after the kill.
func TestRecoveryKeepsWhatItTakesOut(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n", "b.txt": "b\n"})
	o := Options{StateDir: t.TempDir(), Environ: os.Environ()}
	w, err := Open(t.Context(), dir, o)
	must(t, err)
	must(t, w.Snapshot(t.Context()))
	must(t, w.Close()) // as a kill would: the journal stays
	write(t, dir, "a.txt", "an hour of work\n")
	write(t, dir, "new/c.txt", "another\n")
	c, found, err := Recover(t.Context(), dir, o)
	if err != nil || !found || c.Replaced == "" {
		t.Fatalf("found %v, changes %+v, %v", found, c, err)
	}
	for name, want := range map[string]string{"a.txt": "an hour of work\n", "new/c.txt": "another\n"} {
		if got, err := os.ReadFile(filepath.Join(c.Replaced, name)); string(got) != want {
			t.Errorf("%s: kept %q, %v", name, got, err)
		}
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "a.txt")); string(got) != "one\n" {
		t.Errorf("a.txt is %q", got)
	}
}

// TestKillWhileTakingTheSnapshot: an unfinished snapshot is none.
func TestKillWhileTakingTheSnapshot(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n"})
	state := t.TempDir()
	write(t, state, snapshot.CopiesName, "half of")
	write(t, state, snapshot.ManifestName+".new", "half of")
	before := picture(t, dir)
	_, found, err := Recover(t.Context(), dir, Options{StateDir: state, Environ: os.Environ()})
	if found || err != nil {
		t.Errorf("found %v, %v", found, err)
	}
	if diff := cmp.Diff(before, picture(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestTwoRunsInOneCheckout(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n"})
	o := Options{StateDir: t.TempDir(), Environ: os.Environ()}
	w, err := Open(t.Context(), dir, o)
	must(t, err)
	must(t, w.Snapshot(t.Context()))
	if _, err := Open(t.Context(), dir, o); !errors.Is(err, ErrBusy) {
		t.Errorf("second open: %v", err)
	}
	if _, _, err := Recover(t.Context(), dir, o); !errors.Is(err, ErrBusy) {
		t.Errorf("recover beside a living run: %v", err)
	}
	must(t, w.Close())
	w, err = Open(t.Context(), dir, o)
	must(t, err)
	must(t, w.Close())
}

// TestTamperedCopies: a command that is not confined may have written them; they
// are not put into the user's checkout.
func TestTamperedCopies(t *testing.T) {
	w, dir := snapshotOf(t, map[string]string{"a.txt": "one\n"})
	copies := filepath.Join(w.StateDir(), snapshot.CopiesName)
	data, err := os.ReadFile(copies)
	must(t, err)
	must(t, os.WriteFile(copies, []byte(strings.ReplaceAll(string(data), "one\n", "own\n")), 0o600))
	write(t, dir, "a.txt", "changed\n")
	if _, err := w.Restore(t.Context()); !errors.Is(err, ErrTampered) {
		t.Errorf("got %v", err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "a.txt")); string(data) != "changed\n" {
		t.Errorf("the file is now %q", data)
	}
}

func TestForget(t *testing.T) {
	w, dir := snapshotOf(t, map[string]string{"a.txt": "one\n"})
	must(t, w.Write("a.txt", []byte("kept\n")))
	must(t, w.Forget())
	if _, err := w.Restore(t.Context()); !errors.Is(err, ErrNoSnapshot) {
		t.Errorf("got %v", err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "a.txt")); string(data) != "kept\n" {
		t.Errorf("the file is now %q", data)
	}
}

// TestRecoveryLeavesCommits: what a person committed after the kill stays checked out.
func TestRecoveryLeavesCommits(t *testing.T) {
	dir, state := repository(t, map[string]string{"a.txt": "one\n"}), t.TempDir()
	o := Options{StateDir: state, Environ: os.Environ()}
	w, err := Open(t.Context(), dir, o)
	must(t, err)
	must(t, w.Snapshot(t.Context()))
	write(t, dir, "a.txt", "half done\n") // and here the run is killed
	must(t, w.Close())
	gitIn(t, dir, "checkout", "-q", "--", ".")
	gitIn(t, dir, "checkout", "-q", "-b", "feature")
	write(t, dir, "b.txt", "mine\n")
	gitIn(t, dir, "add", "b.txt")
	gitIn(t, dir, "commit", "-q", "-m", "my work")
	head, err := os.ReadFile(filepath.Join(dir, ".git", "HEAD"))
	must(t, err)
	c, found, err := Recover(t.Context(), dir, o)
	must(t, err)
	if !found {
		t.Fatal("nothing to recover")
	}
	now, err := os.ReadFile(filepath.Join(dir, ".git", "HEAD"))
	must(t, err)
	if string(now) != string(head) {
		t.Errorf("HEAD was %q, is %q", head, now)
	}
	gitIn(t, dir, "cat-file", "-e", "HEAD:b.txt")
	if c.Replaced == "" {
		t.Error("b.txt went, and nobody is told where")
	}
}

// TestRunKeepsWhatAPersonSaves: who goes on working in a checkout while a run is going
// finds what the restores took out; what the run itself wrote is not among it.
func TestRunKeepsWhatAPersonSaves(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n", "b.txt": "b\n", "c.txt": "c\n", ".gitignore": "out/\n"})
	o := Options{StateDir: t.TempDir(), Environ: os.Environ()}
	w, err := Open(t.Context(), dir, o)
	must(t, err)
	defer w.Close()
	must(t, w.Snapshot(t.Context()))
	before := picture(t, dir)
	must(t, w.Write("b.txt", []byte("the patch\n")))
	must(t, w.Write("made/new.txt", []byte("the patch\n")))
	write(t, dir, "a.txt", "an hour of work\n")
	write(t, dir, "notes/d.txt", "a new file\n")
	write(t, dir, "out/big.o", "a build\n")
	_, err = w.Restore(t.Context())
	must(t, err)
	must(t, w.Write("c.txt", []byte("the patch\n")))
	write(t, dir, "c.txt", "a person's words over the patch\n")
	for i := range 3 {
		write(t, dir, "a.txt", fmt.Sprintf("what a test writes %d\n", i%2))
		_, err = w.Restore(t.Context())
		must(t, err)
	}
	if diff := cmp.Diff(before, picture(t, dir)); diff != "" {
		t.Errorf("the checkout (-before +after):\n%s", diff)
	}
	kept, names := w.Replaced()
	if diff := cmp.Diff([]string{"a.txt", "notes/d.txt", "c.txt"}, names, cmpopts.SortSlices(strings.Compare)); diff != "" {
		t.Errorf("names:\n%s", diff)
	}
	for name, want := range map[string]string{"a.txt": "an hour of work\n", "a.txt.1": "what a test writes 0\n", "a.txt.2": "what a test writes 1\n",
		"notes/d.txt": "a new file\n", "c.txt": "a person's words over the patch\n"} {
		if got, err := os.ReadFile(filepath.Join(kept, name)); string(got) != want {
			t.Errorf("%s: kept %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"b.txt", "made", "out", "a.txt.3"} {
		if _, err := os.Lstat(filepath.Join(kept, name)); err == nil {
			t.Errorf("%s was kept", name)
		}
	}
}
