package verify

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/regreen/regreen/internal/failure"
)

// installed is a project in a copy, whose tests use the sources that are in from.
func installed(from string) project {
	return project{"PYTHONPATH='" + from + "' python3 -m unittest -v test_paging", map[string]string{
		"src/paging.py": pyProject.files["paging.py"], "test_paging.py": pyProject.files["test_paging.py"]}}
}

// TestUnnoticed: a package that was installed from the original checkout is what the
// tests of a copy use, and no patch of the copy can help.
func TestUnnoticed(t *testing.T) {
	need(t, "python3")
	const says = "do not test this copy"
	elsewhere := t.TempDir()
	write(t, filepath.Join(elsewhere, "paging.py"), pyProject.files["paging.py"])
	for name, c := range map[string]struct {
		from, isolation string
		fix             [3]string
		said            bool
	}{
		"installed from elsewhere": {elsewhere, "worktree", [3]string{"src/paging.py", "total // size + 1", "-(-total // size)"}, true},
		"in place":                 {elsewhere, "", [3]string{"src/paging.py", "total // size + 1", "-(-total // size)"}, false},
		"its own, a wrong patch":   {"src", "worktree", [3]string{"src/paging.py", "total // size + 1", "total // size + 2"}, false},
	} {
		p := installed(c.from)
		b := open(t, p)
		b.Isolation = c.isolation
		trial, err := b.Prove(context.Background(), b.baseline(), edit(p.files, c.fix))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(trial.Reasons, "; "), says); trial.Verdict != StillFailing || got != c.said {
			t.Errorf("%s: %s, %q; want it said: %v", name, trial.Verdict, trial.Reasons, c.said)
		}
	}
}

// TestUnnoticedGreen: the original is mended already, and so the tests of a copy pass.
func TestUnnoticedGreen(t *testing.T) {
	need(t, "python3")
	fixed := strings.Replace(pyProject.files["paging.py"], "total // size + 1", "-(-total // size)", 1)
	elsewhere := t.TempDir()
	write(t, filepath.Join(elsewhere, "paging.py"), fixed)
	for from, said := range map[string]bool{elsewhere: true, "src": false} {
		p := installed(from)
		if from == "src" {
			p.files["src/paging.py"] = fixed
		}
		b := open(t, p)
		base, err := b.Reproduce(context.Background(), failure.Report{})
		if err != nil || base.Verdict != Green {
			t.Fatal(base.Verdict, err)
		}
		says, err := b.Unnoticed(context.Background(), edit(p.files, [3]string{"src/paging.py", "(page - 1)", "(page - 2)"}))
		if err != nil || (says != "") != said {
			t.Errorf("sources in %s: %q, %v; want it said: %v", from, says, err, said)
		}
	}
}

// TestOrderNotTaken: a command that keeps the order from the tests proves nothing by it.
func TestOrderNotTaken(t *testing.T) {
	needModule(t, "pytest")
	p := project{"env -u PYTEST_ADDOPTS python3 -m pytest -v", pyProject.files}
	b := open(t, p)
	trial, err := b.Prove(context.Background(), b.baseline(), edit(p.files, pyHonest...))
	if err != nil || trial.Verdict != Verified {
		t.Fatal(trial.Verdict, trial.Reasons, err)
	}
	if notes := strings.Join(trial.Notes, "; "); !strings.Contains(notes, "not proved in another order: nothing shows") {
		t.Errorf("notes %q", notes)
	}
}
