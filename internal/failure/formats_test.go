package failure

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// outputs are of tools that can't be run everywhere; they were written down from their
// documentation and from what they are known to print.
var outputs = []struct {
	name, log string
	want      []string // kind framework package test file:line type: message
}{
	{"dotnet test", `  Failed App.Tests.CalcTests.Adds(i: 3) [12 ms]
  Error Message:
   Assert.Equal() Failure: Values differ
Expected: 3
Actual:   4
  Stack Trace:
     at App.Tests.CalcTests.Adds(Int32 i) in /src/App.Tests/CalcTests.cs:line 27
   at System.RuntimeMethodHandle.InvokeMethod(Object target)
  Failed App.Tests.CalcTests.Divides [1 ms]
  Error Message:
   System.DivideByZeroException : Attempted to divide by zero.
  Stack Trace:
     at App.Calc.Div(Int32 a) in /src/App/Calc.cs:line 9
   at App.Tests.CalcTests.Divides() in /src/App.Tests/CalcTests.cs:line 33

Failed!  - Failed:     2, Passed:     3, Skipped:     1, Total:     6, Duration: 12 ms - App.Tests.dll (net8.0)
`, []string{
		"test dotnet  App.Tests.CalcTests.Adds(i: 3) /src/App.Tests/CalcTests.cs:27 Assert.Equal() Failure: Assert.Equal() Failure: Values differ",
		"test dotnet  App.Tests.CalcTests.Divides /src/App/Calc.cs:9 System.DivideByZeroException: Attempted to divide by zero.",
	}},
	{"dotnet terminal logger", "/src/App.Tests/CalcTests.cs(27): error TESTERROR: \n      App.Tests.CalcTests.Adds (12ms): Error Message: Assert.True() Failure\n      Expected: True\n      Stack Trace:\n         at App.Tests.CalcTests.Adds() in /src/App.Tests/CalcTests.cs:line 27\n",
		[]string{"test dotnet  App.Tests.CalcTests.Adds /src/App.Tests/CalcTests.cs:27 Assert.True() Failure: Assert.True() Failure"}},
	{"csc", "/src/App/Calc.cs(5,16): error CS0103: The name 'x' does not exist in the current context [/src/App/App.csproj]\n/src/App/Calc.cs(9,1): warning CS0168: unused [/src/App/App.csproj]\n\nBuild FAILED.\n",
		[]string{"build csc   /src/App/Calc.cs:5 CS0103: The name 'x' does not exist in the current context"}},
	{"NuGet", "/src/App/App.csproj : error NU1101: Unable to find package Nope. No packages exist with this id [/src/App.sln]\n",
		[]string{"build csc   /src/App/App.csproj:0 NU1101: Unable to find package Nope. No packages exist with this id [/src/App.sln]"}},
	{"MSVC link", "main.obj : error LNK2019: unresolved external symbol _f referenced in function _main [C:\\b\\app.vcxproj]\n",
		[]string{"build msvc   main.obj:0 LNK2019: unresolved external symbol _f referenced in function _main"}},
	{"nextest", `    Starting 3 tests across 2 binaries
        PASS [   0.004s] app tests::ok
        FAIL [   0.005s] app tests::bad

--- STDOUT:              app tests::bad ---
running 1 test

--- STDERR:              app tests::bad ---
thread 'tests::bad' panicked at src/lib.rs:10:9:
assertion ` + "`left == right`" + ` failed
  left: 1
 right: 2

  TRY 1 FAIL [   0.002s] app::it flaky
  TRY 2 PASS [   0.002s] app::it flaky
     TIMEOUT [  60.002s] app::it slow
------------
     Summary [  60.01s] 4 tests run: 2 passed (1 flaky), 1 failed, 1 timed out, 0 skipped
        FAIL [   0.005s] app tests::bad
     TIMEOUT [  60.002s] app::it slow
error: test run failed
`, []string{
		"test nextest app tests::bad src/lib.rs:10 panic: assertion `left == right` failed",
		"timeout nextest app::it slow :0 timeout: timed out",
	}},
	{"Cypress", `  Running:  login.cy.js                                                   (1 of 1)


  login
    ✓ shows the form (300ms)
    1) signs in


  1 passing (5s)
  1 failing

  1) login
       signs in:
     AssertionError: Timed out retrying after 4000ms: Expected to find element: ` + "`#ok`" + `, but never found it.
      at Context.eval (webpack:///./cypress/e2e/login.cy.js:12:8)


  (Results)

  │ Tests:        2    │
`, []string{"test cypress login.cy.js login signs in cypress/e2e/login.cy.js:12 AssertionError: Timed out retrying after 4000ms: Expected to find element: `#ok`, but never found it."}},
	{"kotlinc", "e: file:///src/app/Main.kt:12:5 Unresolved reference: foo\nw: file:///src/app/Main.kt:3:1 unused\n\n> Task :compileKotlin FAILED\n",
		[]string{"build kotlinc   /src/app/Main.kt:12 error: Unresolved reference: foo"}},
	{"old kotlinc", "e: /src/app/Main.kt: (12, 5): Unresolved reference: foo\n", []string{"build kotlinc   /src/app/Main.kt:12 error: Unresolved reference: foo"}},
	{"Gradle 8", "> Task :test FAILED\n\nCalcTest > adds() FAILED\n    org.opentest4j.AssertionFailedError: expected: <5> but was: <4>\n        at app//org.junit.jupiter.api.AssertEquals.failNotEqual(AssertEquals.java:197)\n        at app//com.acme.CalcTest.adds(CalcTest.java:12)\n\nSpec > a title with blanks FAILED\n    io.kotest.assertions.AssertionFailedError at Spec.kt:7\n\n3 tests completed, 2 failed\n",
		[]string{
			"test gradle  CalcTest.adds CalcTest.java:12 org.opentest4j.AssertionFailedError: expected: <5> but was: <4>",
			"test gradle  Spec > a title with blanks Spec.kt:7 io.kotest.assertions.AssertionFailedError: io.kotest.assertions.AssertionFailedError",
		}},
	{"ScalaTest", "[info] CalcSpec:\n[info] add\n[info] - should add two *** FAILED ***\n[info]   4 did not equal 3 (CalcSpec.scala:12)\n[info] - should add zero\n[info] Tests: succeeded 1, failed 1, canceled 0, ignored 0, pending 0\n[info] *** 1 TEST FAILED ***\n",
		[]string{"test scalatest CalcSpec add should add two CalcSpec.scala:12 test: 4 did not equal 3"}},
	{"sbt", "[error] /src/app/Main.scala:12:5: not found: value foo\n[error]   foo\n[error]   ^\n[error] one error found\n[error] (Compile / compileIncremental) Compilation failed\n",
		[]string{"build scalac   /src/app/Main.scala:12 error: not found: value foo"}},
	{"old surefire", "Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 sec <<< FAILURE! - in com.acme.CalcTest\nadds(com.acme.CalcTest)  Time elapsed: 0.01 sec  <<< FAILURE!\njava.lang.AssertionError: expected:<3> but was:<4>\n\tat com.acme.CalcTest.adds(CalcTest.java:9)\n\nResults :\n\nTests run: 3, Failures: 1, Errors: 0, Skipped: 0\n",
		[]string{"test maven-surefire  com.acme.CalcTest.adds CalcTest.java:9 java.lang.AssertionError: expected:<3> but was:<4>"}},
	{"Rails", "Failure:\nCalcTest#test_add [test/calc_test.rb:8]:\nExpected: 3\n  Actual: 4\n\nbin/rails test test/calc_test.rb:5\n\n5 runs, 5 assertions, 1 failures, 0 errors, 0 skips\n",
		[]string{"test minitest  CalcTest#test_add test/calc_test.rb:8 Minitest::Assertion: Expected: 3"}},
	{"RuboCop", "lib/a.rb:3:5: C: Layout/IndentationWidth: Use 2 (not 4) spaces for indentation.\n\n1 file inspected, 1 offense detected\n",
		[]string{"lint rubocop   lib/a.rb:3 Layout/IndentationWidth: Use 2 (not 4) spaces for indentation."}},
	{"PHP parse error", "PHP Parse error:  syntax error, unexpected token \";\" in /src/a.php on line 3\n", []string{"build php   /src/a.php:3 ParseError: syntax error, unexpected token \";\""}},
	{"actionlint", ".github/workflows/ci.yml:12:9: unexpected key \"stpes\" [syntax-check]\n", []string{"lint actionlint   .github/workflows/ci.yml:12 syntax-check: unexpected key \"stpes\""}},
	{"go vet with a package that does not compile", "a/a.go:3:2: unreachable code\nb/b.go:9:13: Line passes lock by value: example.com/b.Day contains sync.Mutex\n# example.com/c\nvet: c/c.go:5:2: \"os\" imported and not used\n", []string{
		"build gotest   a/a.go:3 compile: unreachable code",
		"build gotest   b/b.go:9 compile: Line passes lock by value: example.com/b.Day contains sync.Mutex",
		"build gotest example.com/c  c/c.go:5 vet: \"os\" imported and not used",
	}},
	{"go vet with packages after one that does not compile", "# example.com/b\nvet: b/b.go:5:2: undefined: x\nc/c.go:3:2: unreachable code\n", []string{
		"build gotest example.com/b  b/b.go:5 vet: undefined: x",
		"build gotest   c/c.go:3 compile: unreachable code",
	}},
	{"Jest with annotations", "FAIL src/a.test.js\n  ● never ends\n\n    thrown: \"Exceeded timeout of 300 ms for a test.\"\n\n    > 21 | test('never ends', async () => {\n\n      at test (src/a.test.js:21:1)\n\n##[error]TypeError: no amount\n\n    at parse (src/money.js:3:32)\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n",
		[]string{"timeout jest src/a.test.js never ends src/a.test.js:21 timeout: thrown: \"Exceeded timeout of 300 ms for a test.\""}},
	{"staticcheck", "a/a.go:3:2: this value of err is never used (SA4006)\n", []string{"lint staticcheck   a/a.go:3 SA4006: this value of err is never used"}},
	{"testify", "--- FAIL: TestX (0.00s)\n    x_test.go:9: \n        \tError Trace:\t/src/app/x_test.go:9\n        \tError:      \tNot equal: \n        \t            \texpected: 3\n        \t            \tactual  : 4\n        \tTest:       \tTestX\nFAIL\nFAIL\tapp\t0.1s\n",
		[]string{"test gotest app TestX /src/app/x_test.go:9 test: Not equal:"}},
	{"problem matcher", "##[error]src/a.ts(3,13): error TS7006: Parameter 'y' implicitly has an 'any' type.\n", []string{"build tsc   src/a.ts:3 TS7006: Parameter 'y' implicitly has an 'any' type."}},
	{"CTest -V", "test 1\n      Start 1: Pool.Take\n\n1: Test command: /w/build/t \"--gtest_filter=Pool.Take\"\n1: Working Directory: /w/build\n1: Test timeout computed to be: 10000000\n1: [ RUN      ] Pool.Take\n1: /w/pool_test.cpp:9: Failure\n1: Value of: p.empty()\n1:   Actual: true\n1: [  FAILED  ] Pool.Take (0 ms)\n1/3 Test #1: Pool.Take ........***Failed    0.01 sec\ntest 2\n      Start 2: smoke\n\n2: Test command: /w/build/smoke\n2: smoke: smoke.c:7: main: Assertion `n > 1' failed.\n2/3 Test #2: smoke ............Subprocess aborted***Exception:   0.02 sec\ntest 3\n      Start 3: other\n\n3: Test command: /w/build/other\n3: 12: fine\n3/3 Test #3: other ............   Passed    0.01 sec\n\n33% tests passed, 2 tests failed out of 3\n\nThe following tests FAILED:\n\t  1 - Pool.Take (Failed)\n\t  2 - smoke (Subprocess aborted)\n", []string{
		"test googletest  Pool.Take /w/pool_test.cpp:9 Failure: Value of: p.empty()", "panic ctest  smoke smoke.c:7 Subprocess aborted: Assertion `n > 1' failed."}},
	{"mypy --pretty", "shop/money.py:17: error: Incompatible return value type (got \"int\", expected\n\"str\")  [return-value]\n        return n\n               ^\nshop/money.py:21:5: error: Name \"rate\" is not defined  [name-defined]\n    rate * 2\n    ^~~~\nFound 2 errors in 1 file (checked 2 source files)\n", []string{
		`lint mypy   shop/money.py:17 return-value: Incompatible return value type (got "int", expected "str")`, `lint mypy   shop/money.py:21 name-defined: Name "rate" is not defined`}},
	{"mypy without codes", "shop/money.py:17: error: Name \"rate\" is not defined\nFound 1 error in 1 file (checked 2 source files)\n", []string{`lint mypy   shop/money.py:17 error: Name "rate" is not defined`}},
	{"go build with a cycle", "package acme.example/a\n\timports acme.example/b from a.go\n\timports acme.example/a from b.go: import cycle not allowed\n", []string{"build gotest acme.example/a  :0 setup: import cycle not allowed"}},
	{"go test with a cycle", "# acme.example/a\npackage acme.example/a\n\timports acme.example/b from a.go\n\timports acme.example/a from b.go: import cycle not allowed\n# acme.example/b\npackage acme.example/a\n\timports acme.example/b from a.go\n\timports acme.example/a from b.go: import cycle not allowed\nFAIL\tacme.example/a [setup failed]\nFAIL\tacme.example/b [setup failed]\nFAIL\n", []string{"build gotest acme.example/a  :0 setup: import cycle not allowed"}},
	{"a program that prints imports", "package main\n\timports nothing\nok  \tacme.example/a\t0.1s\n", nil},
	{"TAP of others", "TAP version 13\nok 1 - fine\nnot ok 2 - adds\nnot ok 3 - later # TODO\n1..3\n# tests 3\n# pass 1\n# fail 1\n", []string{"test tap  adds :0 not ok: not ok"}},
	{"GoogleTest with parameter", "[ RUN      ] Nums/P.Each/1\n/src/p_test.cc:6: Failure\nExpected: (GetParam()) < (2), actual: 2 vs 2\n\n[  FAILED  ] Nums/P.Each/1, where GetParam() = 2 (0 ms)\n[  PASSED  ] 0 tests.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] Nums/P.Each/1, where GetParam() = 2\n",
		[]string{"test googletest  Nums/P.Each/1 /src/p_test.cc:6 Failure: Expected: (GetParam()) < (2), actual: 2 vs 2"}},
	{"GoogleTest on Windows", "[ RUN      ] A.B\nD:\\a\\app\\app\\a_test.cc(6): error: Value of: f()\n  Actual: false\nExpected: true\n\n[  FAILED  ] A.B (0 ms)\n[  PASSED  ] 0 tests.\n",
		[]string{"test googletest  A.B a_test.cc:6 Failure: Value of: f()"}},
	{"conftest", "ImportError while loading conftest '/srv/app/tests/conftest.py'.\ntests/conftest.py:1: in <module>\n    import nothing\nE   ModuleNotFoundError: No module named 'nothing'\n",
		[]string{"build pytest   tests/conftest.py:1 ModuleNotFoundError: No module named 'nothing'"}},
	{"should panic", "running 1 test\ntest tests::a - should panic ... FAILED\n\nfailures:\n\n---- tests::a stdout ----\n\nthread 'tests::a' (7) panicked at src/lib.rs:3:5:\nno core C9\nnote: panic did not contain expected string\n      panic message: \"no core C9\"\n expected substring: \"unknown core\"\n\nfailures:\n    tests::a\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored\n",
		[]string{"test cargo  tests::a src/lib.rs:3 should_panic: no core C9"}},
	{"doctest that does not compile", "   Doc-tests core\n\nrunning 1 test\ntest core/src/a.rs - depth (line 12) ... FAILED\n\nfailures:\n\n---- core/src/a.rs - depth (line 12) stdout ----\nerror[E0061]: this function takes 2 arguments\n  --> core/src/a.rs:14:10\n\nfailures:\n    core/src/a.rs - depth (line 12)\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored\n",
		[]string{"test cargo core core/src/a.rs - depth core/src/a.rs:14 E0061: this function takes 2 arguments"}},
	{"two doctests of one item", "running 2 tests\ntest src/a.rs - f (line 3) ... FAILED\ntest src/a.rs - f (line 9) ... ok\n\nfailures:\n\n---- src/a.rs - f (line 3) stdout ----\nTest executable failed\n\nfailures:\n    src/a.rs - f (line 3)\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n",
		[]string{"test cargo  src/a.rs - f (line 3) src/a.rs:3 test: Test executable failed"}},
	{"Surefire, thrown in a library", "[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in com.acme.log.EntryTest\n[ERROR] com.acme.log.EntryTest.reads -- Time elapsed: 0.01 s <<< ERROR!\ncom.fasterxml.jackson.databind.exc.UnrecognizedPropertyException: Unrecognized field\n\tat com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException.from(UnrecognizedPropertyException.java:61)\n\tat com.acme.log.Entry.read(Entry.java:13)\n\tat com.acme.log.EntryTest.reads(EntryTest.java:9)\n\n[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0\n",
		[]string{"test maven-surefire  com.acme.log.EntryTest.reads Entry.java:13 com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException: Unrecognized field"}},
	{"javac, warnings are errors", "[ERROR] COMPILATION ERROR : \n[ERROR] /src/a/Import.java: warnings found and -Werror specified\n[INFO] BUILD FAILURE\n", []string{"build javac   /src/a/Import.java:0 error: warnings found and -Werror specified"}},
	{"ruff's style rules", "a.py:1:89: E501 Line too long (95 > 88)\nb.py:1:80: E501 line too long (95 > 79 characters)\n", []string{"lint ruff   a.py:1 E501: Line too long (95 > 88)", "lint flake8   b.py:1 E501: line too long (95 > 79 characters)"}},
	{"Jest, a file of a dependency", "FAIL test/a.test.js\n  ● Test suite failed to run\n\n    Jest encountered an unexpected token\n\n    Details:\n\n    /srv/app/vendor/kebab.js:3\n    export const kebab = 1;\n    ^^^^^^\n\n    SyntaxError: Unexpected token 'export'\n\n    > 1 | require('./vendor/kebab.js')\n\n      at Object.require (a.js:1:17)\n\nTest Suites: 1 failed, 1 total\nTests:       0 total\n",
		[]string{"build jest test/a.test.js  /srv/app/vendor/kebab.js:3 SyntaxError: Unexpected token 'export'"}},
	{"pylint", "shop/a.py:3:0: C0114: Missing module docstring (missing-module-docstring)\n", []string{"lint pylint   shop/a.py:3 C0114: Missing module docstring"}},
	{"pytest on Windows", "=== FAILURES ===\n___ test_x ___\n\n    def test_x():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntests\\test_x.py:3: AssertionError\n=== short test summary info ===\nFAILED tests/test_x.py::test_x - assert 1 == 2\n=== 1 failed in 0.05s ===\n",
		[]string{"test pytest  tests/test_x.py::test_x tests/test_x.py:3 AssertionError: assert 1 == 2"}},
	{"crashed worker", "=== FAILURES ===\n___ tests/test_x.py ___\n[gw0] linux -- Python 3.11.7 /usr/bin/python\nworker 'gw0' crashed while running 'tests/test_x.py::test_y'\n=== short test summary info ===\nFAILED tests/test_x.py::test_y\n=== 1 failed in 0.05s ===\n",
		[]string{"test pytest  tests/test_x.py::test_y tests/test_x.py:0 test: failed"}},
	{"pytest with the wrong arguments of a configuration", "ERROR: usage: pytest [options] [file_or_dir] [file_or_dir] [...]\npytest: error: unrecognized arguments: --cov=shop\n  inifile: /w/pytest.ini\n  rootdir: /w\n\n", []string{"build pytest   :0 UsageError: unrecognized arguments: --cov=shop"}},
	{"pytest with a broken configuration", "ERROR: /w/app/pytest.ini:2: unexpected line: 'bad'\n", []string{"build pytest   /w/app/pytest.ini:2 UsageError: /w/app/pytest.ini:2: unexpected line: 'bad'"}},
	{"pytest without a test", "no tests ran in 0.01s\nERROR: not found: /w/app/test_d.py::test_z\n(no match in any of [<Module test_d.py>])\n", []string{"build pytest   :0 UsageError: not found: /w/app/test_d.py::test_z"}},
	{"a crash in a subprocess of a test that passed", "===== test session starts =====\ncollected 1 item\n\ntest_a.py Fatal Python error: Aborted\n\nCurrent thread 0x00007f (most recent call first):\n  File \"/w/app/child.py\", line 3 in main\n  File \"/v/_pytest/python.py\", line 3 in x\n.\n===== 1 passed in 0.05s =====\n", nil},
	{"a crash without pytest", "Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f (most recent call first):\n  File \"/usr/lib/python3.11/ctypes/__init__.py\", line 519 in string_at\n  File \"/w/app/run.py\", line 2 in main\n\nExtension modules: _x (total: 1)\nSegmentation fault (core dumped)\n", []string{"panic python   /w/app/run.py:2 Fatal Python error: Segmentation fault"}},
	{"go test -v, a test that prints the end of a package", "=== RUN   TestCli\nFAIL\tacme.example/x\t0.1s\n--- FAIL: TestCli (0.00s)\n    cli_test.go:3: bad\nFAIL\nFAIL\tacme.example/cli\t0.1s\n", []string{"test gotest acme.example/cli TestCli cli_test.go:3 test: bad"}},
	{"go test -v, a test that leaves", "=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestLeave\nleaving\nFAIL\tacme.example/a\t0.1s\n=== RUN   TestB\n--- PASS: TestB (0.00s)\nPASS\nok  \tacme.example/b\t0.1s\nFAIL\n", []string{"test gotest acme.example/a TestLeave :0 test: leaving"}},
	{"AddressSanitizer in GoogleTest", "[ RUN      ] Pool.Get\nAddressSanitizer:DEADLYSIGNAL\n=================================================================\n==17==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x55 bp 0x7f sp 0x7f T0)\n==17==The signal is caused by a READ memory access.\n    #0 0x55 in Pool::get() /w/pool.cpp:9:12\n    #1 0x56 in Pool_Get_Test::TestBody() /w/pool_test.cpp:4\n\nSUMMARY: AddressSanitizer: SEGV /w/pool.cpp:9:12 in Pool::get()\n==17==ABORTING\n", []string{"panic googletest  Pool.Get /w/pool.cpp:9 AddressSanitizer: SEGV"}},
	{"what a sanitizer says in a green run", "/w/a.cpp:3:4: runtime error: index 3 out of bounds for type 'int [3]'\n[==========] Running 1 test from 1 test suite.\n[ RUN      ] A.B\n[       OK ] A.B (0 ms)\n[  PASSED  ] 1 test.\n", nil},
	{"errors of others", "ERROR: Could not find a version that satisfies the requirement nope\nERROR: test_x (a.B.test_x)\n===== 1 passed in 0.05s =====\n", nil},
	{"warnings as errors", "error: unused variable: `x`\n --> src/lib.rs:3:9\n  |\n3 |     let x = 1;\n  |         ^ help: prefix it\n  |\n  = note: `-D unused-variables` implied by `-D warnings`\n\nerror: could not compile `a` (lib) due to 1 previous error\n",
		[]string{"build cargo   src/lib.rs:3 unused_variables: unused variable: `x`"}},
	{"Checkstyle of Maven", "[ERROR] src/main/java/A.java:[12,5] (indentation) Indentation: bad child\n[ERROR] /src/A.java:3: Missing a Javadoc comment. [MissingJavadocMethod]\n[INFO] BUILD FAILURE: checkstyle\n",
		[]string{"lint checkstyle   src/main/java/A.java:12 Indentation: bad child", "lint checkstyle   /src/A.java:3 MissingJavadocMethod: Missing a Javadoc comment."}},
	{"Checkstyle XML", `<?xml version="1.0"?><checkstyle><file name="/src/A.java"><error line="3" severity="error" message="no" source="com.puppycrawl.RightCurlyCheck"/><error line="4" severity="warning" message="w" source="x.Y"/></file></checkstyle>`,
		[]string{"lint checkstyle   /src/A.java:3 RightCurly: no"}},
	{"surefire, a cause that tells", "[ERROR] Tests run: 2, Failures: 0, Errors: 2, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in com.acme.shop.StoreTest\n[ERROR] com.acme.shop.StoreTest.opens -- Time elapsed: 0.01 s <<< ERROR!\njava.lang.ExceptionInInitializerError\n\tat com.acme.shop.StoreTest.opens(StoreTest.java:9)\n\tSuppressed: java.io.IOException: close\n\t\tat com.acme.shop.Store.close(Store.java:30)\n\tCaused by: java.io.IOException: disk\n\t\tat com.acme.shop.Store.write(Store.java:31)\nCaused by: java.lang.IllegalStateException: no table\n\tat com.acme.shop.Store.<init>(Store.java:7)\n\t... 3 more\nCaused by: java.lang.NullPointerException: table is null\n\tat com.acme.shop.Table.read(Table.java:13)\n\t... 4 more\n\n[ERROR] com.acme.shop.StoreTest.wraps -- Time elapsed: 0.01 s <<< ERROR!\njava.lang.RuntimeException: java.io.IOException: full\n\tat com.acme.shop.StoreTest.wraps(StoreTest.java:14)\nCaused by: java.io.IOException: full\n\tat com.acme.shop.Store.write(Store.java:31)\n\n[INFO] Results:\n",
		[]string{
			"test maven-surefire  com.acme.shop.StoreTest.opens Table.java:13 java.lang.ExceptionInInitializerError: java.lang.ExceptionInInitializerError",
			"test maven-surefire  com.acme.shop.StoreTest.wraps Store.java:31 java.lang.RuntimeException: java.io.IOException: full",
		}},
	{"Gradle, a cause that tells", "> Task :test FAILED\n\nStoreTest > opens() FAILED\n    java.lang.ExceptionInInitializerError\n        at com.acme.shop.StoreTest.opens(StoreTest.java:9)\n\n        Caused by:\n        java.lang.NullPointerException: table is null\n            at com.acme.shop.Table.read(Table.java:13)\n            ... 4 more\n\n1 test completed, 1 failed\n",
		[]string{"test gradle  StoreTest.opens Table.java:13 java.lang.ExceptionInInitializerError: java.lang.ExceptionInInitializerError"}},
	{"JUnit of reruns", `<testsuites><testsuite name="s" xsi:noNamespaceSchemaLocation="surefire.xsd"><testcase name="a" classname="com.acme.A"><flakyFailure message="x" type="E">t</flakyFailure></testcase><testcase name="b" classname="com.acme.A"><failure message="no" type="java.lang.AssertionError">java.lang.AssertionError: no
	at com.acme.A.b(A.java:3)</failure><rerunFailure message="no">x</rerunFailure></testcase></testsuite></testsuites>`,
		[]string{"test maven-surefire  com.acme.A.b A.java:3 java.lang.AssertionError: no"}},
	{"NUnit", `<test-run result="Failed"><test-suite><failure><message>Child failed</message></failure><test-case fullname="App.T.Adds(1)" result="Failed"><failure><message><![CDATA[  Expected: 3]]></message><stack-trace><![CDATA[at App.T.Adds(Int32 i) in C:\src\T.cs:line 7]]></stack-trace></failure></test-case><test-case fullname="App.T.Ok" result="Passed"/></test-suite></test-run>`,
		[]string{"test dotnet  App.T.Adds(1) C:/src/T.cs:7 test: Expected: 3"}},
	{"suites within suites", `<testsuites><testsuite name="all"><testsuite name="x"><testcase name="a"><failure message="no"/></testcase></testsuite><testsuite name="y"><testcase name="a"><failure message="no"/></testcase></testsuite></testsuite></testsuites>`,
		[]string{"test junit x a :0 test: no", "test junit y a :0 test: no"}},
	{"TRX of what did not run", `<TestRun><Results><UnitTestResult testName="A" outcome="NotExecuted"><Output><ErrorInfo><Message>skipped</Message></ErrorInfo></Output></UnitTestResult></Results></TestRun>`, nil},
	{"JUnit of Jest", `<testsuites name="jest tests"><testsuite name="__tests__/a.test.js"><testcase classname="Test 1 › Test 1.1" name="fails"><failure>Error: expect(received).toBeTruthy()

Received: false
    at Object.&lt;anonymous&gt; (/src/__tests__/a.test.js:10:21)</failure></testcase></testsuite><testsuite name="b.spec.ts"><testcase classname="Test suite failed to run" name="b.spec.ts"><error>  ● Test suite failed to run

    Cannot find module 'x'</error></testcase></testsuite></testsuites>`, []string{
		"test jest __tests__/a.test.js Test 1 › Test 1.1 › fails /src/__tests__/a.test.js:10 expect: expect(received).toBeTruthy()",
		"build jest b.spec.ts  b.spec.ts:0 suite: Cannot find module 'x'",
	}},
	{"reruns of gotestsum as events", `{"Action":"start","Package":"a"}
{"Action":"output","Package":"a","Test":"TestX","Output":"    x_test.go:3: seed 1\n"}
{"Action":"fail","Package":"a","Test":"TestX"}
{"Action":"fail","Package":"a"}
{"Action":"start","Package":"a"}
{"Action":"output","Package":"a","Test":"TestX","Output":"    x_test.go:3: other\n"}
{"Action":"fail","Package":"a","Test":"TestX"}
{"Action":"fail","Package":"a"}
{"Action":"start","Package":"a"}
{"Action":"pass","Package":"a","Test":"TestX"}
{"Action":"pass","Package":"a"}
`, nil},
	{"package in gotestsum's summary", "=== Failed\n=== FAIL: example.com/a  (0.00s)\npanic: test timed out after 1s\nrunning tests:\n\tTestHello (1s)\n\nDONE 1 tests, 1 failure\n",
		[]string{"timeout gotest example.com/a TestHello :0 timeout: test timed out after 1s"}},
	{"golangci-lint JSON", `{"Issues":[{"FromLinter":"errcheck","Text":"not checked","Pos":{"Filename":"a.go","Line":3}}]}`, []string{"lint golangci-lint   a.go:3 errcheck: not checked"}},
	{"Ruff JSON", `[{"code":"F401","filename":"/src/a.py","location":{"row":1,"column":8},"message":"unused"}]`, []string{"lint ruff   /src/a.py:1 F401: unused"}},
	{"RuboCop JSON", `{"metadata":{},"files":[{"path":"a.rb","offenses":[{"severity":"convention","message":"no","cop_name":"Style/X","location":{"line":3}}]}],"summary":{"cop_count":1}}`, []string{"lint rubocop   a.rb:3 Style/X: no"}},
}

func TestOutputs(t *testing.T) {
	for _, c := range outputs {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			r := mustParse(t, strings.NewReader(c.log))
			for _, f := range r.Failures {
				first, _, _ := strings.Cut(f.Message, "\n")
				got = append(got, fmt.Sprintf("%s %s %s %s %s:%d %s: %s", f.Kind, f.Framework, f.Package, f.Test, f.File, f.Line, f.ErrorType, strings.TrimSpace(first)))
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("failures (-want +got):\n%s", d)
			}
		})
	}
}

func TestForcedFramework(t *testing.T) {
	log := goFailure + "=== FAILURES ===\n___ test_x ___\nE   ValueError: no\n\ntests/test_x.py:3: ValueError\n=== 1 failed in 0.10s ===\n"
	for framework, want := range map[string]string{"": "TestX tests/test_x.py::test_x", "gotest": "TestX", "go test": "TestX", "pytest": "tests/test_x.py::test_x", "cypress": "", "jest": ""} {
		r, err := Parse([]Input{{R: strings.NewReader(log)}}, Options{Framework: framework})
		if err != nil || tests(r) != want {
			t.Errorf("%q: %q, want %q (%v)", framework, tests(r), want, err)
		}
	}
}

func TestLanguage(t *testing.T) {
	for framework, want := range map[string]string{"gotest": "go", "go test -json": "go", "pytest": "python", "vitest": "javascript", "cypress": "javascript", "cargo": "rust", "junit": "", "nope": ""} {
		if got := Language(framework); got != want {
			t.Errorf("%s: %q, want %q", framework, got, want)
		}
	}
}

// A command that fails without a word is a failure all the same.
func TestWordlessFailure(t *testing.T) {
	for code, want := range map[int]int{0: 0, 7: 1} {
		r, err := Parse([]Input{{Name: "output", R: strings.NewReader("")}}, Options{ExitCode: &code})
		if err != nil || len(r.Failures) != want {
			t.Errorf("exit %d: %+v, %v", code, r.Failures, err)
		}
		if want == 1 && r.Failures[0].Message != "exit status 7, and nothing was printed that says why" {
			t.Errorf("message %q", r.Failures[0].Message)
		}
	}
}

// The name of a tool that a SARIF log has is outside text, and a framework's is shown as it
// stands.
func TestToolOfSARIF(t *testing.T) {
	for tool, want := range map[string]string{"Code QL": "code-ql", "flake8": "flake8", "": "sarif", `a\u001b[31m\n::error::b`: "sarif", strings.Repeat("x", 100): "sarif"} {
		log := "{\n" + `"$schema": "https://json.schemastore.org/sarif-2.1.0.json",` + "\n" + `"runs": [{"tool": {"driver": {"name": "` + tool + `"}}, "results": [{"ruleId": "R1", "message": {"text": "no"}}]}]` + "\n}\n"
		r, err := Parse([]Input{{R: strings.NewReader(log)}}, Options{})
		if err != nil || r.Framework != want || len(r.Failures) != 1 {
			t.Errorf("%q: %q, want %q; %+v, %v", tool, r.Framework, want, r.Failures, err)
		}
	}
}
