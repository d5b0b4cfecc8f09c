package verify

import (
	"context"
	"strings"
	"testing"
)

// talkative is a project whose failing tests have a docstring, print, and have subtests.
var talkative = map[string]string{
	"tests/test_cart.py": `import sys
import unittest

from cart import total


class CartTest(unittest.TestCase):
    def test_described(self):
        """Adds up ... all of it.

        And not less.
        """
        sys.stderr.write("adding")
        self.assertEqual(total([2, 3]), 5)

    def test_prints(self):
        print("adding", file=sys.stderr)
        self.assertEqual(total([2, 2]), 4)

    def test_each(self):
        for items, want in (([], 0), ([4], 4)):
            with self.subTest(items=items):
                self.assertEqual(total(items), want)

    def test_none(self):
        """Adds nothing up."""
        self.assertEqual(total([]), 0)
`,
	"cart.py": "def total(items):\n    return sum(items[1:])\n",
}

// A proof names the tests that it is about, whatever they print, however they are found.
func TestUnittestProvesEachTest(t *testing.T) {
	t.Parallel()
	need(t, "python3")
	for _, command := range []string{"python3 -m unittest discover -s tests -t .", "python3 -m unittest -v tests.test_cart", "python3 -m unittest discover -v | cat"} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"tests/__init__.py": ""}
			for name, text := range talkative {
				files[name] = text
			}
			b := open(t, project{command, files})
			base := b.baseline()
			if len(base.Targets) != 3 {
				t.Fatalf("%d failures: %+v", len(base.Targets), base.Targets)
			}
			trial, err := b.Prove(context.Background(), base, edit(files, [3]string{"cart.py", "items[1:]", "items"}))
			if err != nil || trial.Verdict != Verified || len(trial.Cured) != 3 {
				t.Fatalf("%s, cured %q: %v, %v", trial.Verdict, trial.Cured, trial.Reasons, err)
			}
			for _, n := range trial.Notes {
				if strings.Contains(n, "names no passing test") {
					t.Errorf("note %q", n)
				}
			}
			half := edit(files, [3]string{"cart.py", "items[1:]", "items if len(items) > 1 else items[1:]"})
			if trial, err = b.Prove(context.Background(), base, half); err != nil || trial.Verdict == Verified {
				t.Errorf("a fix for all but a subtest is %s: %v", trial.Verdict, err)
			}
		})
	}
}
