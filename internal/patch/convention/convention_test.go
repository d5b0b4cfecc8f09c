package convention

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestViews(t *testing.T) {
	tests := []struct {
		lang       Language
		text       string
		code, bare string
	}{
		{Go, "a // b\n/* c\n{ d */ e", "a \n\n e", "a \n\n e"},
		{Go, "s := `{\n}` + \"{\"", "s := `{\n}` + \"{\"", "s := `\n` + \"\""},
		{Go, `r := '"' // x`, `r := '"' `, `r := '' `},
		{Go, `"a \" // b"`, `"a \" // b"`, `""`},
		{Python, "x = 1 # y\n'# z'", "x = 1 \n'# z'", "x = 1 \n''"},
		{Python, "\"\"\"Doc {\nmore\n\"\"\"\nx = \"\"\"a\nb\"\"\"", "\n\n\nx = \"\"\"a\nb\"\"\"", "\n\n\nx = \"\"\"\n\"\"\""},
		{JS, "`a ${b} // c`", "`a ${b} // c`", "``"},
		{Rust, "fn f<'a>(x: &'a str) {}", "fn f<'a>(x: &'a str) {}", "fn f<'a>(x: &'a str) {}"},
		{Rust, "'{' /* /* { */ { */ x", "'{'  x", "''  x"},
		{Rust, `'\'' "\"{" // y`, `'\'' "\"{" `, `'' "" `},
		{Rust, `r"\" {` + "\n" + `br##"a "# {"## b`, `r"\" {` + "\n" + `br##"a "# {"## b`, `r"" {` + "\n" + `br##""## b`},
		{PHP, "a # b\n#[Attr]\n// c", "a \n#[Attr]\n", "a \n#[Attr]\n"},
		{Ruby, "x # y", "x ", "x "},
		{C, "\"open\n}", "\"open\n}", "\"\"}"},
		{Other, "a # b // c", "a # b // c", "a # b // c"},
	}
	for _, tc := range tests {
		var code, bare []string
		for _, v := range views(tc.lang, strings.Split(tc.text, "\n")) {
			code, bare = append(code, v.code), append(bare, v.bare)
		}
		if tc.lang == C {
			bare = []string{strings.Join(bare, "")}
		}
		if diff := cmp.Diff([]string{tc.code, tc.bare}, []string{strings.Join(code, "\n"), strings.Join(bare, "\n")}); diff != "" {
			t.Errorf("%s %q: -want +got:\n%s", tc.lang, tc.text, diff)
		}
	}
}

func TestRegionsEndWhereTheTestEnds(t *testing.T) {
	tests := map[string]struct {
		path, text string
		want       []Region
	}{
		"module":                   {"x.rs", "fn f() {}\n#[cfg(test)]\nmod t {\n  fn g() { let c = '}'; }\n}\nfn h() {}\n", []Region{{1, 5, InlineTest}}},
		"module in a file":         {"x.rs", "#[cfg(test)]\nmod tests;\nfn h() {}\n", []Region{{0, 2, InlineTest}}},
		"use":                      {"x.rs", "#[cfg(test)]\nuse a::{b, c};\nfn h() {}\n", []Region{{0, 2, InlineTest}}},
		"on one line":              {"x.rs", "#[cfg(test)] mod t { }\nfn h() {}\n", []Region{{0, 1, InlineTest}}},
		"attributes around it":     {"x.rs", "#[allow(dead_code)]\n#[cfg(test)]\n#[rustfmt::skip]\nfn t() {\n}\nfn h() {}\n", []Region{{0, 5, InlineTest}}},
		"signature on more lines":  {"x.rs", "#[test]\nfn t(\n) -> Result<(), Error>\n{\n}\nfn h() {}\n", []Region{{0, 5, InlineTest}}},
		"not for tests":            {"x.rs", "#[cfg(not(test))]\nfn f() {}\n#[cfg(unix)]\nfn g() {}\n#[derive(Debug)]\nstruct Latest;\n", nil},
		"feature with that name":   {"x.rs", "#[cfg(feature = \"test\")]\nfn f() {}\n", nil},
		"doctest":                  {"x.rs", "/// A.\n/// ```\n/// f();\n/// ```\n/// B.\nfn f() {}\n", []Region{{1, 4, Doctest}}},
		"doctest of a module":      {"x.rs", "//! ```rust\n//! f();\n//! ```\n", []Region{{0, 3, Doctest}}},
		"comment with a fence":     {"x.rs", "// ```\n// f();\n// ```\n", nil},
		"python example":           {"x.py", "def f():\n    \"\"\"A.\n\n    >>> f()\n    1\n    >>> g()\n    2\n    \"\"\"\n", []Region{{3, 7, Doctest}}},
		"python example, one line": {"x.py", "def f():\n    \"\"\"A.\n    >>> f()\n    1\"\"\"\n    return 1\n", []Region{{2, 4, Doctest}}},
		"python case":              {"x.py", "@tag\nclass T(TestCase):\n    def test(self):\n\n        pass\n\nx = 1\n", []Region{{0, 5, InlineTest}}},
		"python class":             {"x.py", "class Test(Base):\n    def test_connection(self):\n        pass\n", nil},
		"json, nested":             {"package.json", "{\n \"a\": {\n  \"test\": 1\n },\n \"scripts\": {\n  \"test\":\n   \"jest\",\n  \"latest\": \"x\"\n }\n}\n", []Region{{5, 7, TestSetting}}},
		"json, broken":             {"package.json", "{\n \"scripts\": {\n  \"test\": \"jest\"\n", []Region{{2, 3, TestSetting}}},
		"ini":                      {"setup.cfg", "[a]\nb = 1\n[tool:pytest]\nc = 2\n\n[d]\ne = 3\n", []Region{{2, 3, TestSetting}, {3, 4, TestSetting}}},
		"make":                     {"Makefile", "latest: a\n\tb\n\ntest lint: a\n\tc\n\nclean:\n\td\n", []Region{{3, 5, TestSetting}}},
		"make, a variable":         {"Makefile", "LATEST = 1\nGOTESTFLAGS ?= -v\n", []Region{{1, 2, TestSetting}}},
		"pom":                      {"pom.xml", "<plugins>\n<plugin>\n<a/>\n</plugin>\n<plugin>\n<artifactId>maven-surefire-plugin</artifactId>\n</plugin>\n</plugins>\n", []Region{{5, 6, TestSetting}, {4, 7, TestSetting}}},
		"gradle":                   {"build.gradle", "a {\n}\ntest {\n  b { }\n}\nc {\n}\n", []Region{{2, 5, TestSetting}}},
		"cmake":                    {"CMakeLists.txt", "add_library(x)\nadd_test(\n  NAME y\n)\nset(z 1)\n", []Region{{1, 4, TestSetting}}},
		"go":                       {"x.go", "package x\n\nfunc TestIt() {}\n", nil},
	}
	for name, tc := range tests {
		if diff := cmp.Diff(tc.want, Regions(tc.path, tc.text)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// Only what was added counts, and a comment is no code.
func TestMarksLookAtAddedLines(t *testing.T) {
	const text = "import os\nos._exit(0)\n# os._exit(0)\nos._exit(0)\n"
	for _, tc := range []struct {
		added []bool
		want  []Mark
	}{
		{nil, nil},
		{[]bool{true, false, true, false}, nil},
		{[]bool{false, false, false, true}, []Mark{{3, EarlyExit}}},
		{[]bool{true, true, true, true, true}, []Mark{{1, EarlyExit}, {3, EarlyExit}}},
	} {
		if diff := cmp.Diff(tc.want, Marks("x.py", "", text, tc.added)); diff != "" {
			t.Errorf("added %v: -want +got:\n%s", tc.added, diff)
		}
	}
}

func TestTestTags(t *testing.T) {
	for line, want := range map[string]bool{
		"//go:build linux && amd64":         false,
		"//go:build !windows":               false,
		"//go:build go1.21":                 false,
		"// +build darwin freebsd":          false,
		"//go:build ignore":                 true,
		"//go:build integration || windows": true,
		"// +build e2e":                     true,
		"// see go:build ignore":            false,
	} {
		if got := (judge{}).isTestTag(line + "\r\n"); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}

func FuzzRegions(f *testing.F) {
	f.Add("x.rs", "#[cfg(test)]\nmod t {")
	f.Add("package.json", "{\"scripts\":{\"test\":[]}}")
	f.Add("x.py", "'''\n>>> f()")
	f.Fuzz(func(t *testing.T, name, text string) {
		lines := strings.Count(text, "\n") + 1
		for _, r := range Regions(name, text) {
			if r.Start < 0 || r.Start >= r.End || r.End > lines {
				t.Fatalf("region %v of %d lines", r, lines)
			}
		}
		added := make([]bool, lines)
		for i := range added {
			added[i] = true
		}
		Marks(name, "", text, added)
	})
}

func TestLiteralsOf(t *testing.T) {
	for expr, want := range map[string][]string{
		`(^|/)conftest\.py$`:       {"conftest.py"},
		`\.(golden|approved)$`:     {"golden", "approved"},
		`[^/]+_test\.go$`:          {"_test.go"},
		`(a|b*)c*`:                 nil,
		`(foo|bar*)c*`:             {"foo", "ba"},
		`(?i)abc`:                  nil,
		`(?:xyz)+`:                 {"xyz"},
		`(?:xyz)?`:                 nil,
		`\bos\.Std(?:out|err)\s*=`: {"os.Std"},
	} {
		if diff := cmp.Diff(want, literalsOf(expr)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", expr, diff)
		}
	}
}

// The literals must never rule out what the expression would match.
func TestLiteralsRuleOutNoMatch(t *testing.T) {
	names := strings.Fields("a_test.go tests/x.py conftest.py x.spec.ts .github/x jest.config.js src/__snapshots__/a.snap x.golden FooTest.java go.sum node_modules/x a.pth e2e/x cypress/x")
	for _, m := range []matcher{ciFile, hookFile, testConfig, expectedFile, testFile, testFolder, camelTest, plantedFile} {
		for _, a := range m() {
			for _, n := range names {
				if a.re.MatchString(n) && !a.may(n) {
					t.Errorf("%s matches %q, which has none of %q", a.re, n, a.literals)
				}
			}
		}
	}
}

func BenchmarkClassify(b *testing.B) {
	for b.Loop() {
		Classify("internal/patch/convention/convention.go")
	}
}
