package trace

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/failure/format"
)

func TestFrame(t *testing.T) {
	for line, want := range map[string]format.Frame{
		"\tat com.acme.Calc.first(Calc.java:4)":                       {File: "Calc.java", Line: 4, Func: "com.acme.Calc.first"},
		"    at app//com.acme.Calc.first(Calc.kt:4)":                  {File: "Calc.kt", Line: 4, Func: "com.acme.Calc.first"},
		"   at App.Calc.Div(Int32 a) in C:\\src\\Calc.cs:line 9":      {File: `C:\src\Calc.cs`, Line: 9, Func: "App.Calc.Div(Int32 a)"},
		"    at group (src/price.js:3:35)":                            {File: "src/price.js", Line: 3, Func: "group"},
		"    at async Promise.all (file:///src/a.mjs:7:1)":            {File: "/src/a.mjs", Line: 7, Func: "Promise.all"},
		"    at /src/a.js:7:1":                                        {File: "/src/a.js", Line: 7},
		" ❯ first src/price.js:7:39":                                  {File: "src/price.js", Line: 7, Func: "first"},
		`  File "/src/a.py", line 12, in f`:                           {File: "/src/a.py", Line: 12, Func: "f"},
		"# ./lib/calc.rb:3:in `first'":                                {File: "./lib/calc.rb", Line: 3, Func: "first"},
		"    lib/calc.rb:3:in 'Calc.first'":                           {File: "lib/calc.rb", Line: 3, Func: "Calc.first"},
		"#0 /src/Calc.php(3): Calc::div()":                            {File: "/src/Calc.php", Line: 3, Func: "Calc::div()"},
		"/src/tests/CalcTest.php:6":                                   {File: "/src/tests/CalcTest.php", Line: 6},
		"thread 'main' panicked at src/lib.rs:10:9:":                  {File: "src/lib.rs", Line: 10},
		"tests/test_x.py:12: AssertionError":                          {File: "tests/test_x.py", Line: 12, Func: "AssertionError"},
		"at Context.eval (webpack:///./cypress/e2e/login.cy.js:12:8)": {File: "./cypress/e2e/login.cy.js", Line: 12, Func: "Context.eval"},
	} {
		got, _, ok := Frame(line)
		if d := cmp.Diff(want, got); !ok || d != "" {
			t.Errorf("%s: found %v (-want +got):\n%s", line, ok, d)
		}
	}
}

func TestFrameIsNoProse(t *testing.T) {
	for _, line := range []string{"", "we met at noon", "look at this (and that)", "error at line 3", "a: b", strings.Repeat("at ", 1000) + "(a.js:1:1)"} {
		if f, _, ok := Frame(line); ok {
			t.Errorf("%.40q was taken for %+v", line, f)
		}
	}
}

func TestFramesAreInnermostFirst(t *testing.T) {
	python := []string{"Traceback (most recent call last):", `  File "a.py", line 1, in outer`, "    inner()", `  File "b.py", line 2, in inner`, "ValueError: no"}
	if got := Frames(python); len(got) != 2 || got[0].Func != "inner" || got[1].Func != "outer" {
		t.Errorf("%+v", got)
	}
	java := []string{"java.lang.Error: no", "\tat java.base/java.util.List.get(List.java:1)", "\tat com.acme.A.a(A.java:2)", "\tat org.junit.X.run(X.java:3)", "\tat com.acme.B.b(B.java:4)"}
	if got := Frames(java); len(got) != 2 || got[0].Func != "com.acme.A.a" || got[1].Func != "com.acme.B.b" {
		t.Errorf("%+v", got)
	}
	if got := Frames(make([]string, 10)); got != nil {
		t.Errorf("%+v", got)
	}
}
