package patch_test

import (
	stdcmp "cmp"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/patch"
)

func TestSourceOnlyByFile(t *testing.T) {
	before := tree{
		"cart.go": "package cart\n", "cart_test.go": "package cart\n", "testdata/in.txt": "1\n",
		".github/workflows/ci.yml": "on: push\n", "go.sum": "a\n", "pytest.ini": "[pytest]\n",
	}
	after := tree{}
	for path, text := range before {
		after[path] = text + "more\n"
	}
	after["new.go"], after["new_test.go"] = "package cart\n", "package cart\n"
	source, tests := patch.SourceOnly(patch.Diff(before.contents(), after.contents()), before.read)
	if diff := cmp.Diff([]string{"cart.go", "go.sum", "new.go"}, source.Paths()); diff != "" {
		t.Errorf("source: -want +got:\n%s", diff)
	}
	want := []string{".github/workflows/ci.yml", "cart_test.go", "new_test.go", "pytest.ini", "testdata/in.txt"}
	if diff := cmp.Diff(want, tests.Paths()); diff != "" {
		t.Errorf("tests: -want +got:\n%s", diff)
	}
	if got := before.apply(t, tests).apply(t, source); !maps.Equal(got, after) {
		t.Errorf("both parts make\n%v, want\n%v", got, after)
	}
}

// One file, one hunk even: the tests in it go on both sides.
func TestSourceOnlyWithinAFile(t *testing.T) {
	const newTest = "    #[test]\n    fn wide() {\n        assert_eq!(draw(99), \"\");\n    }\n\n"
	tests := map[string]struct {
		path, before   string
		source, inline []string // replacements
	}{
		"rust": {
			"src/gauge.rs", gauge,
			[]string{"width - label.len()", "width.saturating_sub(label.len())"},
			[]string{"    #[test]\n    fn narrow", newTest + "    #[test]\n    fn narrow", `draw(4), "####"`, `draw(4), ""`},
		},
		"python": {
			"paging.py", paging,
			[]string{"total // size + 1", "max(1, -(-total // size))"},
			[]string{"    2\n", "    3\n", "(20, 10), 2)", "(20, 10), 3)"},
		},
		"package.json": {
			"package.json", "{\n  \"dependencies\": {\n    \"left\": \"1.0.0\"\n  },\n  \"scripts\": {\n    \"test\": \"jest\"\n  }\n}\n",
			[]string{"1.0.0", "1.0.1"},
			[]string{"\"jest\"", "\"jest --ci\""},
		},
		"only source": {"src/gauge.rs", gauge, []string{"width - label.len()", "0"}, nil},
		"only tests":  {"src/gauge.rs", gauge, nil, []string{"draw(0), \"\"", "draw(0), \"x\""}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			before := tree{tc.path: tc.before}
			withTests := tree{tc.path: strings.NewReplacer(tc.inline...).Replace(tc.before)}
			after := tree{tc.path: strings.NewReplacer(tc.source...).Replace(withTests[tc.path])}
			source, tests := patch.SourceOnly(patch.Diff(before.contents(), after.contents()), before.read)
			middle := before.apply(t, tests)
			if diff := cmp.Diff(withTests, middle); diff != "" {
				t.Errorf("with the tests alone: -want +got:\n%s", diff)
			}
			if diff := cmp.Diff(after, middle.apply(t, source)); diff != "" {
				t.Errorf("with both: -want +got:\n%s", diff)
			}
			if found := patch.DefaultPolicy().Check(source, middle.read); len(found) > 0 {
				t.Errorf("the source part breaks the policy: %v", found)
			}
		})
	}
}

// A text that is not the one before can't be split within.
func TestSourceOnlyOfAnotherText(t *testing.T) {
	change := patch.Diff(tree{"src/gauge.rs": gauge}.contents(), tree{"src/gauge.rs": strings.Replace(gauge, `""`, `"x"`, 1)}.contents())
	source, tests := patch.SourceOnly(change, tree{}.read)
	if !tests.Empty() || source.String() != change.String() {
		t.Errorf("source\n%s\ntests\n%s", source, tests)
	}
}

// steps is a module with examples, and with a function that has none.
const steps = `"""Steps."""


def half(n):
    """Half of it.

        >>> half(4)
        2
    """
    return n // 3


def last(xs):
    """The last."""
    return xs[-1]


def first(xs):
    """The first, or none."""
    for x in xs:
        return x
    if not xs:
        return None
    raise ValueError(xs)
`

// A docstring whose examples change goes to the tests whole, with its quotes and prose:
// what is left is Python. The examples of a function that is new go nowhere, and those of
// one that moved to the source part, which the policy then refuses.
func TestSourceOnlyOfDocstrings(t *testing.T) {
	const ratio = "\n\ndef ratio(a, b):\n    \"\"\"Of two.\n\n        >>> ratio(4, 2)\n        2.0\"\"\"\n    return a / b\n"
	const bare = "\n\ndef ratio(a, b):\n    \"\"\"Of two.\n\n        \"\"\"\n    return a / b\n"
	half := steps[strings.Index(steps, "def half"):strings.Index(steps, "\n\ndef last")]
	fixed := []string{"n // 3", "n // 2"}
	for name, tc := range map[string]struct {
		after  string
		middle string // with the changes of tests alone
		whole  string // with those of both; "" is after
		rule   string // that the source part breaks
	}{
		"new function": {
			after:  strings.NewReplacer(fixed...).Replace(steps) + ratio,
			middle: steps,
			whole:  strings.NewReplacer(fixed...).Replace(steps) + bare,
		},
		"new function in between": {
			after:  strings.NewReplacer("def half", strings.TrimLeft(ratio, "\n")+"\n\ndef half").Replace(steps),
			middle: steps,
			whole:  strings.NewReplacer("def half", strings.TrimLeft(bare, "\n")+"\n\ndef half").Replace(steps),
		},
		"example with prose": {
			after:  strings.NewReplacer("        2\n", "        2\n\n    Rounds down::\n\n        >>> half(5)\n        2\n\n    Always.\n", "n // 3", "n // 2").Replace(steps),
			middle: strings.NewReplacer("        2\n", "        2\n\n    Rounds down::\n\n        >>> half(5)\n        2\n\n    Always.\n").Replace(steps),
		},
		"docstring of one line": {
			after:  strings.NewReplacer("The last.", "The last.\n\n    >>> last([1])\n    1\n    ", "xs[-1]", "xs[len(xs) - 1]").Replace(steps),
			middle: strings.NewReplacer("The last.", "The last.\n\n    >>> last([1])\n    1\n    ").Replace(steps),
		},
		"head and docstring": {
			after:  strings.NewReplacer("def last(xs):\n    \"\"\"The last.", "def last(xs, n=1):\n    \"\"\"One from the end.\n\n    >>> last([1])\n    1\n    ", "xs[-1]", "xs[-n]").Replace(steps),
			middle: strings.NewReplacer("The last.", "One from the end.\n\n    >>> last([1])\n    1\n    ").Replace(steps),
		},
		"weaker example": { // as in a file of tests: on both sides, so that it is no part of the fix
			after:  strings.NewReplacer("        2\n", "        1\n", "Half of it", "Some of it").Replace(steps),
			middle: strings.NewReplacer("        2\n", "        1\n", "Half of it", "Some of it").Replace(steps),
		},
		"function that goes": {
			after:  strings.Replace(steps, half, "", 1),
			middle: strings.Replace(steps, "        >>> half(4)\n        2\n", "", 1),
		},
		"function that moves": {
			after:  strings.Replace(strings.Replace(steps, half, "", 1), "\n\n\n\n", "\n\n", 1) + "\n\n" + half,
			middle: steps,
			rule:   "doctest",
		},
		"new file": {
			after: strings.TrimLeft(ratio, "\n"),
			whole: strings.TrimLeft(bare, "\n"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			before, want := tree{"steps.py": steps}, tree{"steps.py": tc.middle}
			if tc.middle == "" {
				before, want = tree{}, tree{}
			}
			source, tests := patch.SourceOnly(patch.Diff(before.contents(), tree{"steps.py": tc.after}.contents()), before.read)
			middle := before.apply(t, tests)
			if diff := cmp.Diff(want, middle); diff != "" {
				t.Errorf("with the tests alone: -want +got:\n%s", diff)
			}
			if diff := cmp.Diff(tree{"steps.py": stdcmp.Or(tc.whole, tc.after)}, middle.apply(t, source)); diff != "" {
				t.Errorf("with both: -want +got:\n%s", diff)
			}
			found := patch.DefaultPolicy().Check(source, middle.read)
			if (len(found) > 0) != (tc.rule != "") || len(found) > 0 && found[0].Rule != tc.rule {
				t.Errorf("the source part breaks %v, want %q", found, tc.rule)
			}
		})
	}
}
