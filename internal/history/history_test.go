package history

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// entry is a commit as git log prints it with LogArgs.
func entry(sha, parents, message string, files ...string) string {
	return "\x01" + strings.Repeat(sha, 40) + "\x02" + parents + "\x02" + message + "\n\x02\n\n" + strings.Join(files, "\n") + "\n"
}

func TestCandidates(t *testing.T) {
	log := entry("1", "p", "Add a feature", "30\t0\tsum.go", "9\t0\tsum_test.go") +
		entry("2", "p", "Fix the sum", "1\t1\tsum.go") +
		entry("3", "p", "Sum: do not crash on nil\n\nIt was wrong.", "1\t1\tsum.go", "4\t0\tsum_test.go") +
		entry("4", "p", "Fix a typo", "1\t1\tREADME.md") +
		entry("5", "p", "More tests, which fix nothing", "4\t0\tsum_test.go") +
		entry("6", "p", "Add a prefix", "1\t1\tsum.go") +
		entry("7", "p", "Fix everything", "900\t3\tsum.go") +
		entry("8", "p", "bugfix: image", "-\t-\tlogo.png") +
		entry("9", "", "Fix at the very start", "1\t1\tsum.go") +
		entry("a", "p", "Fix CI", "1\t1\t.github/workflows/ci.yml") +
		entry("b", "p q", "fixes #12", "2\t0\t\"src/\\303\\244.rs\"", "-\t-\tdata.bin") +
		entry("c", "p", "Add a file", "9\t0\tmax.go", "4\t0\tmax_test.go", " create mode 100644 max.go", " create mode 100644 max_test.go") +
		entry("d", "p", "Cover more", "2\t0\tmax.go", "4\t0\tmin_test.go", " create mode 100644 min_test.go") +
		"\x01not a commit\x02p\x02fix\x02\n1\t1\ta.go\n"
	got, looked := Candidates(log)
	var names []string
	for _, c := range got {
		names = append(names, c.SHA[:1]+" "+c.Parent+" "+c.Subject)
	}
	want := []string{"3 p Sum: do not crash on nil", "2 p Fix the sum", "b p fixes #12", "1 p Add a feature", "d p Cover more"}
	if diff := cmp.Diff(want, names); diff != "" || looked != 13 {
		t.Errorf("%d commits; (-want +got):\n%s", looked, diff)
	}
}

func TestJournalGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "tried.jsonl")
	j, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	first := Tried{Commit: "a", Subject: "Fix", Verdict: Held, RecordID: "1", Seconds: 2}
	if err := j.Add(first); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"commit":"b","verd`); err != nil { // a run that was killed
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := j.Add(Tried{Commit: "c", Verdict: NotRed}); err != nil {
		t.Fatal(err)
	}
	again, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	first.Earlier = true
	want := map[string]Tried{"a": first, "c": {Commit: "c", Verdict: NotRed, Earlier: true}}
	if diff := cmp.Diff(want, again.tried); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, ok := again.Tried("b"); ok {
		t.Error("a torn line counts as tried")
	}
}

// A journal that was begun with the older word for a proved fix is gone on with.
func TestOlderJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(path, []byte("{\"commit\":\"a\",\"verdict\":\"held\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := j.Tried("a"); !ok || got.Verdict != Held {
		t.Errorf("%+v, %v", got, ok)
	}
}
