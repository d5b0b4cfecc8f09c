package patch_test

import (
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
