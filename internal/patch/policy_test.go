package patch_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/patch"
)

// edit is a change of one file, and the rule that it breaks; "" for an honest one.
type edit struct {
	name, path    string
	before, after string // "" for an absent file
	rule          string
}

func (e edit) patch() patch.Patch {
	side := func(text string) tree {
		if text == "" {
			return tree{}
		}
		return tree{e.path: text}
	}
	return patch.Diff(side(e.before).contents(), side(e.after).contents())
}

func (e edit) read(path string) ([]byte, bool) {
	return []byte(e.before), path == e.path && e.before != ""
}

func rules(found []patch.Violation) []string {
	var names []string
	for _, v := range found {
		names = append(names, v.Rule)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// V1: what makes tests pass without mending anything.
func TestForbidden(t *testing.T) {
	for _, e := range slices.Concat(forbiddenFiles, forbiddenRegions, forbiddenSettings, forbiddenLines, disguised, hidden, asking, changing) {
		t.Run(e.rule+"/"+e.name, func(t *testing.T) {
			found := patch.DefaultPolicy().Check(e.patch(), e.read)
			if !slices.Contains(rules(found), e.rule) {
				t.Errorf("found %v, want %s, in\n%s", found, e.rule, e.patch())
			}
		})
	}
}

// What only looks like it.
func TestHonest(t *testing.T) {
	for _, e := range slices.Concat(honestFiles, honestChanges, undisguised, unasking) {
		t.Run(e.name, func(t *testing.T) {
			if found := patch.DefaultPolicy().Check(e.patch(), e.read); len(found) > 0 {
				t.Errorf("found %v in\n%s", found, e.patch())
			}
		})
	}
}

// An honest change stays one when the text before is not to be had.
func TestHonestBlind(t *testing.T) {
	none := func(string) ([]byte, bool) { return nil, false }
	for _, e := range honestChanges {
		if strings.Contains(e.name, "(known)") {
			continue
		}
		if found := patch.DefaultPolicy().Check(e.patch(), none); len(found) > 0 {
			t.Errorf("%s: found %v in\n%s", e.name, found, e.patch())
		}
	}
}

func TestSizeLimits(t *testing.T) {
	three := patch.Diff(nil, tree{"a.go": "a\n", "b.go": "b\n", "c.go": "c\n"}.contents())
	for name, tc := range map[string]struct {
		policy patch.Policy
		want   []string
	}{
		"none":  {patch.Policy{}, nil},
		"fits":  {patch.Policy{MaxFiles: 3, MaxLines: 3}, nil},
		"files": {patch.Policy{MaxFiles: 2, MaxLines: 3}, []string{patch.RuleTooManyFiles}},
		"lines": {patch.Policy{MaxFiles: 3, MaxLines: 2}, []string{patch.RuleTooManyLines}},
	} {
		if diff := cmp.Diff(tc.want, rules(tc.policy.Check(three, tree{}.read))); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// M8, P4: a path is refused when it is edited, not after all the work.
func TestOwnersPaths(t *testing.T) {
	policy := patch.Policy{AllowedPaths: []string{"src/**", "*.md"}, ProtectedPaths: []string{"src/legal/**", "**/*.pem"}}
	for path, want := range map[string]string{
		"src/a/b.go":      "",
		"README.md":       "",
		"docs/README.md":  patch.RuleNotAllowed,
		"main.go":         patch.RuleNotAllowed,
		"src/legal/x.go":  patch.RuleProtected,
		"src/x.pem":       patch.RuleProtected,
		"src/x_test.go":   "test-file",
		"../src/x.go":     patch.RuleOutside,
		"/src/x.go":       patch.RuleOutside,
		"src/../../x.go":  patch.RuleOutside,
		"src/.git/config": "git-file",
	} {
		got := ""
		if v := policy.CheckPath(path); v != nil {
			got = v.Rule
		}
		if got != want {
			t.Errorf("%q: rule %q, want %q", path, got, want)
		}
	}
}

func TestLockfilesMayBeAllowed(t *testing.T) {
	lock := edit{path: "go.sum", before: "a\n", after: "b\n"}
	policy := patch.DefaultPolicy()
	if diff := cmp.Diff([]string{"lockfile"}, rules(policy.Check(lock.patch(), lock.read))); diff != "" {
		t.Error(diff)
	}
	policy.AllowLockfiles = true
	if found := policy.Check(lock.patch(), lock.read); found != nil {
		t.Errorf("found %v", found)
	}
}

// Proposed tests pass the check of the edit tool; what decides on a fix uses Strict.
func TestProposedTests(t *testing.T) {
	policy := patch.Policy{TestEdits: patch.ProposeTests}
	for _, e := range slices.Concat(forbiddenFiles, forbiddenRegions, forbiddenSettings, forbiddenLines, disguised, hidden, asking, changing) {
		proposable := slices.Contains([]string{"test-file", "expected-file", "inline-test", "doctest"}, e.rule)
		if got := (patch.Violation{Rule: e.rule}).Proposable(); got != proposable {
			t.Errorf("%s: proposable %v", e.rule, got)
		}
		found := rules(policy.Check(e.patch(), e.read))
		if forbidden := slices.Contains(found, e.rule); forbidden == proposable {
			t.Errorf("%s/%s: found %v when tests may be proposed", e.rule, e.name, found)
		}
		if strict := rules(policy.Strict().Check(e.patch(), e.read)); !slices.Contains(strict, e.rule) {
			t.Errorf("%s/%s: the strict policy found %v", e.rule, e.name, strict)
		}
	}
}

func TestViolationNamesThePlace(t *testing.T) {
	e := edit{
		path:   "shop/cart.py",
		before: "import os\n\n\ndef total(items):\n    return sum(items)\n",
		after:  "import os\n\n\ndef total(items):\n    if os.environ.get('CI'):\n        return 30\n    return sum(items)\n",
	}
	found := patch.DefaultPolicy().Check(e.patch(), e.read)
	want := []patch.Violation{{
		Rule: "test-special-case", Path: "shop/cart.py", Line: 5,
		Detail: "code must not behave in another way under test: if os.environ.get('CI'):",
	}}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	const text = `test-special-case: "shop/cart.py", line 5: code must not behave in another way under test: if os.environ.get('CI'):`
	if got := found[0].String(); got != text {
		t.Errorf("got %s", got)
	}
}

func TestModesAndBinaries(t *testing.T) {
	for name, want := range map[string]string{
		"symlink": patch.RuleSymlink, "submodule": patch.RuleSubmodule, "binary without its content": patch.RuleBinary, "mode alone": "",
	} {
		found := patch.DefaultPolicy().Check(parse(t, printed[name]), tree{"run.sh": "#!/bin/sh\n"}.read)
		if want == "" && len(found) > 0 || want != "" && !slices.Contains(rules(found), want) {
			t.Errorf("%s: found %v, want %q", name, found, want)
		}
	}
}

func TestRenamesAreJudgedByBothNames(t *testing.T) {
	p := parse(t, "diff --git a/a_test.go b/a.go\nrename from a_test.go\nrename to a.go\n")
	if diff := cmp.Diff([]string{"test-file"}, rules(patch.DefaultPolicy().Check(p, tree{"a_test.go": "package a\n"}.read))); diff != "" {
		t.Error(diff)
	}
}

// FuzzCheck looks for patches that break the check itself.
func FuzzCheck(f *testing.F) {
	for _, e := range slices.Concat(forbiddenRegions, forbiddenSettings, forbiddenLines, disguised, hidden, asking, changing) {
		f.Add(e.path, e.before, e.after)
	}
	f.Fuzz(func(t *testing.T, path, before, after string) {
		e := edit{path: "x", before: before, after: after}
		if slices.Contains([]string{".go", ".py", ".rs", ".js", ".java", ".json", ".toml", ".xml"}, strings.ToLower(pathExt(path))) {
			e.path = "x" + pathExt(path)
		}
		patch.DefaultPolicy().Check(e.patch(), e.read)
		patch.DefaultPolicy().Check(e.patch(), func(string) ([]byte, bool) { return nil, false })
		source, tests := patch.SourceOnly(e.patch(), e.read)
		middle := tree{}
		if before != "" {
			middle[e.path] = before
		}
		// The examples of a new function of Python are in neither part.
		if got := middle.apply(t, tests).apply(t, source)[e.path]; got != after && !(e.path == "x.py" && strings.Contains(after, ">>> ")) {
			t.Fatalf("split and put together: %q, want %q", got, after)
		}
	})
}

func pathExt(path string) string {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[i:]
	}
	return ""
}
