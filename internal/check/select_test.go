package check

import (
	"testing"

	"github.com/regreen/regreen/internal/failure"
)

func fail(framework, pkg, test string) failure.Failure {
	return failure.Failure{Framework: framework, Package: pkg, Test: test}
}

func TestDerive(t *testing.T) {
	for _, c := range []struct {
		name, command, want string
		fs                  []failure.Failure
	}{
		{"go", "go test ./...", "go test -run '^(TestA|TestB)$' example.com/x", []failure.Failure{fail("gotest", "example.com/x", "TestA"), fail("gotest", "example.com/x", "TestB")}},
		{"go keeps flags", "CGO_ENABLED=1 go test -race -tags it -timeout 5m ./...", "CGO_ENABLED=1 go test -race -tags it -timeout 5m -run '^(TestA)$' example.com/x", []failure.Failure{fail("gotest", "example.com/x", "TestA")}},
		{"go subtest", "go test ./...", "go test -run '^TestA$/^b_c$/^d\\.e$' example.com/x", []failure.Failure{fail("gotest", "example.com/x", "TestA/b_c/d.e")}},
		{"go subtests of two tests", "go test ./...", "go test -run '^(TestA|TestB)$' p", []failure.Failure{fail("gotest", "p", "TestA/x"), fail("gotest", "p", "TestB/y")}},
		{"pytest", "python3 -m pytest -q tests/", "python3 -m pytest -q 'tests/test_a.py::test_x[a b]'", []failure.Failure{fail("pytest", "", "tests/test_a.py::test_x[a b]")}},
		{"unittest", "python3 -m unittest -v test_paging", "python3 -m unittest -v test_paging.PageCountTest.test_nothing", []failure.Failure{fail("unittest", "", "test_paging.PageCountTest.test_nothing")}},
		{"cargo", "cargo test --offline", "cargo test --offline -- --exact gauge::tests::narrow", []failure.Failure{fail("cargo", "gauge", "gauge::tests::narrow")}},
		{"node", "node --test test/", "node '--test-name-pattern=^a\\.b$' --test test/", []failure.Failure{fail("node-test", "", "suite > a.b")}},
		{"jest", "npx jest --ci", "npx jest --ci -t '^(cart adds up)$'", []failure.Failure{fail("jest", "", "cart › adds up")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := derive(c.fs[0].Framework, c.command, c.fs)
			if !ok || got != c.want {
				t.Errorf("derive = %q, %v\nwant     %q", got, ok, c.want)
			}
		})
	}
}

// TestDeriveRefuses: where nobody can tell what a changed argument would do, the
// full command is run instead.
func TestDeriveRefuses(t *testing.T) {
	for _, c := range []struct {
		command string
		f       failure.Failure
	}{
		{"make test", fail("gotest", "p", "TestA")},
		{"go test ./... | tee log", fail("gotest", "p", "TestA")},
		{"cd sub && go test ./...", fail("gotest", "p", "TestA")},
		{"go test $PKGS", fail("gotest", "p", "TestA")},
		{"go test -run TestA ./...", fail("gotest", "p", "TestA")},
		{"go test ./...", fail("gotest", "", "TestA")},
		{"pytest -k slow", fail("pytest", "", "t.py::test_x")},
		{"pytest", fail("pytest", "", "t.py")},
		{"python3 -m unittest discover", fail("unittest", "", "m.C.t")},
		{"python3 -m unittest", fail("unittest", "", "test_x (m.C)")},
		{"cargo test -- --nocapture", fail("cargo", "", "a::b")},
		{"cargo test a_filter", fail("cargo", "", "a::b")},
		{"npm test", fail("jest", "", "a › b")},
	} {
		if got, ok := derive(c.f.Framework, c.command, []failure.Failure{c.f}); ok {
			t.Errorf("%q was narrowed to %q", c.command, got)
		}
	}
}

func TestTemplateQuotesHostileNames(t *testing.T) {
	r, err := New(Suite{Command: "make test", Targeted: "run-one {tests}"})
	if err != nil {
		t.Fatal(err)
	}
	inv, ok := r.selection([]failure.Failure{fail("other", "", "a'; rm -rf / #"), fail("other", "", "plain")})
	if want := `run-one 'a'\''; rm -rf / #' plain`; !ok || inv.Command != want {
		t.Errorf("selection = %q, %v; want %q", inv.Command, ok, want)
	}
}

func TestSelectionNeedsOneTool(t *testing.T) {
	r, err := New(Suite{Command: "go test ./..."})
	if err != nil {
		t.Fatal(err)
	}
	for name, fs := range map[string][]failure.Failure{
		"none":          nil,
		"two tools":     {fail("gotest", "p", "TestA"), fail("pytest", "", "a::b")},
		"a build error": {fail("gotest", "p", "")},
	} {
		if inv, ok := r.selection(fs); ok {
			t.Errorf("%s: selected %q", name, inv.Command)
		}
	}
}

func TestNewNeedsACommand(t *testing.T) {
	if _, err := New(Suite{}); err != ErrNoCommand {
		t.Errorf("New = %v, want ErrNoCommand", err)
	}
}
