package verify

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
)

// A few tests alone do not reach a threshold for the whole, such as one for coverage, and
// end with another exit status for that. Options with a value behind them stay whole.
func TestThresholdForTheWhole(t *testing.T) {
	t.Parallel()
	needModule(t, "pytest")
	p := project{"python3 -m pytest -q --ignore tests/test_slow.py tests", map[string]string{
		".gitignore":         "__pycache__/\n",
		"pytest.ini":         "[pytest]\npythonpath = .\n",
		"conftest.py":        "def pytest_sessionfinish(session):\n    if session.testscollected < 3:\n        session.exitstatus = 1\n",
		"cart.py":            "def total(items):\n    return sum(items[1:])\n",
		"tests/test_slow.py": "import no_such_module\n",
		"tests/test_cart.py": "from cart import total\n\n\ndef test_one():\n    assert total([5]) == 5\n\n\ndef test_two():\n    assert total([1, 2]) == 3\n\n\ndef test_none():\n    assert total([]) == 0\n",
	}}
	for name, c := range map[string]struct {
		to   string
		want Verdict
	}{
		"cured":     {"sum(items)", Verified},
		"not cured": {"sum(items[2:])", StillFailing},
		"in part":   {"sum(items[-1:])", Partial},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, p)
			trial, err := b.Prove(context.Background(), b.baseline(), edit(p.files, [3]string{"cart.py", "sum(items[1:])", c.to}))
			if err != nil || trial.Verdict != c.want {
				t.Errorf("%s, %q, %v; want %s", trial.Verdict, trial.Reasons, err, c.want)
			}
		})
	}
}

// What ended well at first and then does not, though the tests that are named pass, is no
// threshold: something comes and goes.
func TestExitStatusThatChanges(t *testing.T) {
	t.Parallel()
	needModule(t, "pytest")
	const conftest = `import os

def pytest_sessionfinish(session):
    seen = %q
    if session.testscollected < 3 and not session.testsfailed:
        if os.path.exists(seen):
            session.exitstatus = 1
        open(seen, "w").close()
`
	p := project{"python3 -m pytest -q tests", map[string]string{
		".gitignore":         "__pycache__/\n",
		"pytest.ini":         "[pytest]\npythonpath = .\n",
		"conftest.py":        fmt.Sprintf(conftest, filepath.Join(t.TempDir(), "seen")),
		"cart.py":            "def total(items):\n    return sum(items[1:])\n",
		"tests/test_cart.py": "from cart import total\n\n\ndef test_one():\n    assert total([5]) == 5\n\n\ndef test_two():\n    assert total([1, 2]) == 3\n\n\ndef test_none():\n    assert total([]) == 0\n",
	}}
	b := open(t, p)
	trial, err := b.Prove(context.Background(), b.baseline(), edit(p.files, [3]string{"cart.py", "sum(items[1:])", "sum(items)"}))
	if err != nil || trial.Verdict != Flaky {
		t.Errorf("%s, %q, %v; want %s", trial.Verdict, trial.Reasons, err, Flaky)
	}
}
