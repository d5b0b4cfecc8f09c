package check

import (
	"testing"

	"github.com/regreen/regreen/internal/failure"
)

func fail(framework, pkg, test string) failure.Failure {
	return failure.Failure{Framework: framework, Package: pkg, Test: test}
}

// packageScript are the scripts of a package.json.
func packageScript(name string) string {
	return map[string]string{"test": "vitest run", "mocha": "mocha test", "node": "B=2 node --test test/", "both": "tsc && jest",
		"prepared": "node --test test/", "preprepared": "tsc"}[name]
}

func TestDerive(t *testing.T) {
	for _, c := range []struct {
		name, command, want string
		fs                  []failure.Failure
	}{
		{"go", "go test ./...", "go test -run '^(TestA|TestB)$' example.com/x", []failure.Failure{fail("gotest", "example.com/x", "TestA"), fail("gotest", "example.com/x", "TestB")}},
		{"go keeps flags", "CGO_ENABLED=1 go test -race -tags it -timeout 5m ./...", "CGO_ENABLED=1 go test -race -tags it -timeout 5m -run '^(TestA)$' example.com/x", []failure.Failure{fail("gotest", "example.com/x", "TestA")}},
		{"go, flags behind the packages", "go test ./... -race -tags it -v", "go test -race -tags it -v -run '^(TestA)$' p", []failure.Failure{fail("gotest", "p", "TestA")}},
		{"go, a flag of the tests", "go test -v ./... -integration -db=x", "go test -v -run '^(TestA)$' p -integration -db=x", []failure.Failure{fail("gotest", "p", "TestA")}},
		{"go subtest", "go test ./...", "go test -run '^TestA$/^b_c$/^d\\.e$' example.com/x", []failure.Failure{fail("gotest", "example.com/x", "TestA/b_c/d.e")}},
		{"go subtests of two tests", "go test ./...", "go test -run '^(TestA|TestB)$' p", []failure.Failure{fail("gotest", "p", "TestA/x"), fail("gotest", "p", "TestB/y")}},
		{"pytest", "python3 -m pytest -q tests/", "python3 -m pytest -q 'tests/test_a.py::test_x[a b]'", []failure.Failure{fail("pytest", "", "tests/test_a.py::test_x[a b]")}},
		{"pytest, values of options", "pytest --ignore tests/slow -q -c ci.ini -n 2 -rA --cov src -W error tests", "pytest --ignore tests/slow -q -c ci.ini -n 2 -rA --cov src -W error t.py::test_x", []failure.Failure{fail("pytest", "", "t.py::test_x")}},
		{"pytest, paths first", "pytest tests more/test_b.py -xvs --tb short --deselect t.py::test_y", "pytest -xvs --tb short --deselect t.py::test_y t.py::test_x", []failure.Failure{fail("pytest", "", "t.py::test_x")}},
		{"pytest, an option of the project's at the end", "pytest tests --run-slow", "pytest --run-slow t.py::test_x", []failure.Failure{fail("pytest", "", "t.py::test_x")}},
		{"go, values of flags", "go test -pgo off -race -benchtime 1x ./...", "go test -pgo off -race -benchtime 1x -run '^(TestA)$' p", []failure.Failure{fail("gotest", "p", "TestA")}},
		{"cargo, values of options", "cargo test --manifest-path sub/Cargo.toml -p gauge --features a,b", "cargo test --manifest-path sub/Cargo.toml -p gauge --features a,b -- --exact t", []failure.Failure{fail("cargo", "gauge", "t")}},
		{"unittest", "python3 -m unittest -v test_paging", "python3 -m unittest -v test_paging.PageCountTest.test_nothing", []failure.Failure{fail("unittest", "", "test_paging.PageCountTest.test_nothing")}},
		{"unittest, quietly", "python3 -m unittest -q -f", "python3 -m unittest -v -f m.C.t", []failure.Failure{fail("unittest", "", "m.C.t")}},
		{"unittest discover", "python3 -m unittest discover -q -s tests", "python3 -m unittest discover -s tests -k m.C.t -k m.D.t -v", []failure.Failure{fail("unittest", "", "m.C.t"), fail("unittest", "", "m.D.t")}},
		{"unittest subtests", "python3 -m unittest", "python3 -m unittest -v m.C.t", []failure.Failure{fail("unittest", "", "m.C.t (i=1)"), fail("unittest", "", "m.C.t [odd] (i=2)")}},
		{"cargo", "cargo test --offline", "cargo test --offline -- --exact gauge::tests::narrow", []failure.Failure{fail("cargo", "gauge", "gauge::tests::narrow")}},
		{"node", "node --test test/", "node '--test-name-pattern=^a\\.b$' --test test/", []failure.Failure{fail("node-test", "", "suite > a.b")}},
		{"jest", "npx jest --ci", "npx jest --ci --verbose -t '^(cart adds up)$'", []failure.Failure{fail("jest", "", "cart › adds up")}},
		{"vitest", "npx vitest run", "npx vitest run --reporter=verbose -t '^(cart adds 1\\.5|counts)$'", []failure.Failure{fail("vitest", "a.test.js", "cart > adds 1.5"), fail("vitest", "b.test.js", "counts")}},
		{"mocha", "mocha test", "mocha test -g '^(cart adds up)$'", []failure.Failure{fail("mocha", "", "cart adds up")}},
		{"bun", "bun test src", "bun test src -t '^(cart sums adds 1\\.5)$'", []failure.Failure{fail("bun", "a.test.js", "cart > sums > adds 1.5")}},
		{"deno", "deno test -A", "deno test -A '--filter=/^(adds|steps)$/'", []failure.Failure{fail("deno", "a_test.ts", "steps ... first"), fail("deno", "a_test.ts", "adds"), fail("deno", "a_test.ts", "steps ... last")}},
		{"jasmine", "npx jasmine", "npx jasmine '--filter=^(cart adds)$'", []failure.Failure{fail("jasmine", "", "cart adds")}},
		{"ginkgo", "go test -race ./...", "go test -race p -ginkgo.v '-ginkgo.focus=(cart adds)$'", []failure.Failure{fail("ginkgo", "p", "cart adds")}},
		{"behave", "behave -q", "behave -q --name '^adds\\.' --name '^rows'", []failure.Failure{fail("behave", "", "adds."), fail("behave", "", "rows -- @1.2")}},
		{"robot", "robot -d out tests", "robot --test 'Adds [[]1]' --test 'A long name*' -d out tests", []failure.Failure{fail("robot", "", "Adds [1]"), fail("robot", "", "A long name...")}},
		{"npm test", "npm test", "npm test -- --reporter=verbose -t '^(cart adds up)$'", []failure.Failure{fail("vitest", "", "cart > adds up")}},
		{"npm test with arguments", "npm test -- src", "npm test -- src --reporter=verbose -t '^(a)$'", []failure.Failure{fail("vitest", "", "a")}},
		{"yarn", "CI=1 yarn run mocha", "CI=1 yarn run mocha -g '^(cart adds up)$'", []failure.Failure{fail("mocha", "", "cart adds up")}},
		{"npm test, node", "A=1 npm run node", `PATH="$PWD/node_modules/.bin:$PATH" A=1 B=2 node '--test-name-pattern=^adds$' --test test/`, []failure.Failure{fail("node-test", "", "adds")}},
		{"rspec", "bundle exec rspec", "bundle exec rspec -e 'Cart adds up' -e 'Cart counts'", []failure.Failure{fail("rspec", "", "Cart adds up"), fail("rspec", "", "Cart counts")}},
		{"phpunit", "vendor/bin/phpunit tests", `vendor/bin/phpunit tests --filter '/^(Acme\\CartTest::testAdds)( with data set .*)?$/'`, []failure.Failure{fail("phpunit", "", `Acme\CartTest::testAdds`), fail("phpunit", "", `Acme\CartTest::testAdds with data set "x"`)}},
		{"maven", "./mvnw -B verify", "./mvnw -B verify '-Dtest=a.CartTest#adds+counts,a.Other$In#b' -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false",
			[]failure.Failure{fail("maven-surefire", "", "a.CartTest.adds"), fail("maven-surefire", "", "a.Other$In.b"), fail("maven-surefire", "", "a.CartTest.counts(int)[1]")}},
		{"gradle", "./gradlew :app:test --info", "./gradlew :app:test --tests a.CartTest.adds --info", []failure.Failure{fail("gradle", "", "a.CartTest.adds")}},
		{"dotnet", "dotnet test -c Release", "dotnet test -c Release --filter 'FullyQualifiedName=A.CartTests.Adds|FullyQualifiedName=A.CartTests.Even'", []failure.Failure{fail("dotnet", "", "A.CartTests.Adds"), fail("dotnet", "", "A.CartTests.Even(i: 3)")}},
		{"ctest", "cmake --build build && ctest --test-dir build", "cmake --build build && ctest --test-dir build -R '^(sum\\.add)$'", []failure.Failure{fail("ctest", "", "sum.add")}},
		{"nextest", "cargo nextest run", "cargo nextest run -E 'test(=a::b) + test(=c)'", []failure.Failure{fail("nextest", "x", "a::b"), fail("nextest", "x", "c")}},
		{"a wrapper with options", "uv run --frozen --extra test --python=3.12 pytest -q", "uv run --frozen --extra test --python=3.12 pytest -q t.py::test_x", []failure.Failure{fail("pytest", "", "t.py::test_x")}},
		{"npx with an option", "npx --no-install jest", "npx --no-install jest --verbose -t '^(a)$'", []failure.Failure{fail("jest", "", "a")}},
		{"a wrapper", "cd sub && uv run pytest -q", "cd sub && uv run pytest -q t.py::test_x", []failure.Failure{fail("pytest", "", "t.py::test_x")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := derive(c.fs[0].Framework, c.command, c.fs, packageScript)
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
		{"cd sub; go test ./...", fail("gotest", "p", "TestA")},
		{"cd sub || go test ./...", fail("gotest", "p", "TestA")},
		{"go test $PKGS", fail("gotest", "p", "TestA")},
		{"go test -run TestA ./...", fail("gotest", "p", "TestA")},
		{"go test ./...", fail("gotest", "", "TestA")},
		{"go test ./... -run TestB", fail("gotest", "p", "TestA")},
		{"go test ./... -args -x", fail("gotest", "p", "TestA")},
		{"go test ./... -test.run TestB", fail("gotest", "p", "TestA")},
		{"go test ./... -db x", fail("gotest", "p", "TestA")},        // x is its value, or an argument of the tests
		{"go test -integration ./...", fail("gotest", "p", "TestA")}, // go takes ./... for one, too
		{"pytest -k slow", fail("pytest", "", "t.py::test_x")},
		{"pytest", fail("pytest", "", "t.py")},
		{"pytest --of-the-project tests", fail("pytest", "", "t.py::test_x")}, // its value, or a path?
		{"uv run --of-tomorrow x pytest", fail("pytest", "", "t.py::test_x")},
		{"uv run --frozen", fail("pytest", "", "t.py::test_x")},
		{"pytest --sw", fail("pytest", "", "t.py::test_x")},
		{"pytest --splits 3 --group 1", fail("pytest", "", "t.py::test_x")},
		{"pytest --splits=3 --group=1", fail("pytest", "", "t.py::test_x")},
		{"pytest --last-failed", fail("pytest", "", "t.py::test_x")},
		{"python3 -m unittest --durations 5 test_x", fail("unittest", "", "m.C.t")},
		{"python3 -m unittest discover -k C", fail("unittest", "", "m.C.t")},
		{"python3 -m unittest discover", fail("unittest", "", "setUpClass (m.C)")},
		{"python3 -m unittest", fail("unittest", "", "test_x (m.C)")},
		{"cargo test -- --nocapture", fail("cargo", "", "a::b")},
		{"cargo test a_filter", fail("cargo", "", "a::b")},
		{"npm test", fail("jest", "", "a › b")}, // the script runs another tool
		{"npm run both", fail("jest", "", "a › b")},
		{"npm run absent", fail("jest", "", "a › b")},
		{"npm run prepared", fail("node-test", "", "a")},
		{"npm test -- -t x", fail("vitest", "", "a > b")},
		{"npx vitest watch", fail("vitest", "", "a > b")},
		{"mvn -B compile", fail("maven-surefire", "", "a.B.c")},
		{"mvn -B test -Dtest=B", fail("maven-surefire", "", "a.B.c")},
		{"mvn -B test", fail("maven-surefire", "", "a title with blanks")},
		{"gradle check", fail("gradle", "", "a.B.c")},
		{"dotnet test", fail("dotnet", "", "Should add")},
		{"ctest -L fast", fail("ctest", "", "sum")},
		{"rspec -e x", fail("rspec", "", "A b")},
	} {
		if got, ok := derive(c.f.Framework, c.command, []failure.Failure{c.f}, packageScript); ok {
			t.Errorf("%q was narrowed to %q", c.command, got)
		}
	}
}

// TestRerun: what Gradle takes for up to date proves nothing; other commands stay.
func TestRerun(t *testing.T) {
	for command, want := range map[string]string{
		"gradle test":                      "gradle test --rerun-tasks",
		"cd app && ./gradlew -q check":     "cd app && ./gradlew -q check --rerun-tasks",
		"./gradlew test --rerun-tasks":     "./gradlew test --rerun-tasks",
		"./gradlew test | tee log":         "./gradlew test | tee log",
		"go test  ./...":                   "go test  ./...",
		"make test && echo 'gradle  test'": "make test && echo 'gradle  test'",
	} {
		if got := rerun(command); got != want {
			t.Errorf("rerun(%q) = %q, want %q", command, got, want)
		}
	}
}

func TestTemplateQuotesHostileNames(t *testing.T) {
	r, err := New(Suite{Command: "make test", Targeted: "run-one {tests}"})
	if err != nil {
		t.Fatal(err)
	}
	inv, ok := r.selection([]failure.Failure{fail("other", "", "a'; rm -rf / #"), fail("other", "", "plain")}, nil)
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
		if inv, ok := r.selection(fs, nil); ok {
			t.Errorf("%s: selected %q", name, inv.Command)
		}
	}
}

func TestNewNeedsACommand(t *testing.T) {
	if _, err := New(Suite{}); err != ErrNoCommand {
		t.Errorf("New = %v, want ErrNoCommand", err)
	}
}
