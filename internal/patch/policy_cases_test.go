package patch_test

import "strings"

// changed returns the edit that replaces old by new in a text, at its first place.
func changed(name, path, text, old, new, rule string) edit {
	if !strings.Contains(text, old) {
		panic(name + ": no " + old)
	}
	return edit{name, path, text, strings.Replace(text, old, new, 1), rule}
}

// touched returns an edit of an existing file, named for its path.
func touched(rule string, paths ...string) []edit {
	var all []edit
	for _, path := range paths {
		all = append(all, edit{path, path, "one\ntwo\n", "one\n2\n", rule})
	}
	return all
}

// added returns an edit that makes a file, named for its path.
func added(rule string, paths ...string) []edit {
	var all []edit
	for _, path := range paths {
		all = append(all, edit{"new " + path, path, "", "one\n", rule})
	}
	return all
}

func concat(lists ...[]edit) []edit {
	var all []edit
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

var forbiddenFiles = concat(
	touched("test-file",
		"cart_test.go", "internal/x/export_test.go", "test/e2e/main.go", "tests/test_cart.py", "test_cart.py", "cart_test.py", "shop/tests.py",
		"tests/helpers.py", "src/cart.test.js", "src/cart.spec.ts", "src/cart-test.jsx", "src/__tests__/cart.js", "src/__mocks__/fs.js", "test/calendar.test.js",
		"spec/models/user_spec.rb", "test/models/user_test.rb", "tests/integration.rs", "src/tests.rs", "src/test/java/shop/Helper.java", "src/main2/CartTest.java",
		"app/src/androidTest/kotlin/A.kt", "CartTests.cs", "Shop.Tests/Cart.cs", "tests/CartTest.php", "CartTest.php", "tests/cart.c", "cart_test.cc", "test_cart.c",
		"cypress/e2e/a.cy.ts", "e2e/login.ts", "features/login.feature", "spec/cart.js", "cart.bats", "src/test/scala/CartSpec.scala", "TEST_CART.PY",
		"features/steps/cart.py", "features/environment.py", "acceptance/cart.robot", "robot/cart.resource",
	),
	added("test-file", "new_test.go", "tests/test_new.py", "src/new.test.ts"),
	touched("expected-file",
		"src/__snapshots__/cart.test.js.snap", "testdata/golden.json", "internal/x/testdata/in.txt", "cart.golden", "golden/out.txt",
		"fixtures/users.json", "Cart.approved.txt", "expected.json", "data/expected_output.txt", "cart-golden.csv", "expected/total.txt", "phpstan-baseline.neon", "report.snapshot.json", "src/snapshots/cart.snap", "cassettes/api.yml", "a.verified.xml",
	),
	touched("test-config",
		"pytest.ini", "conftest.py", "src/conftest.py", "tox.ini", "noxfile.py", "jest.config.js", "jest.config.ts", "config/jest.config.json", "vitest.config.mts",
		"vitest.workspace.ts", ".mocharc.yml", ".mocharc.json", "karma.conf.js", "phpunit.xml", "phpunit.xml.dist", ".rspec", "spec/spec_helper.rb", ".config/nextest.toml",
		"nextest.toml", "CTestCustom.cmake", "playwright.config.ts", "jest.setup.js", "src/setupTests.ts", ".nycrc", ".coveragerc", "local.runsettings",
		"src/junit-platform.properties", "testng.xml", ".npmrc", ".cargo/config.toml", "cypress.json", "cypress.config.js", "PYTEST.INI", "behave.ini", ".behaverc", "robot.toml",
		"run-tests.sh", "runtests.py", "script/test", "scripts/ci.sh", "bin/test", "check.sh", ".env.test", "tsconfig.spec.json",
	),
	touched("ci-file",
		".github/workflows/ci.yml", ".github/actions/x/action.yml", ".gitlab-ci.yml", ".circleci/config.yml", "azure-pipelines.yml", "Jenkinsfile", ".ci/run",
		".travis.yml", ".buildkite/pipeline.yml", "bitbucket-pipelines.yml", ".drone.yml", "appveyor.yml", "cloudbuild.yaml",
	),
	touched("code-owners", "CODEOWNERS", "docs/CODEOWNERS"),
	touched("hook", ".husky/pre-commit", ".pre-commit-config.yaml", "lefthook.yml", ".githooks/pre-push"),
	touched("git-file", ".git/config", "sub/.git/hooks/pre-commit", ".gitmodules", ".gitattributes", ".GIT/config", "git~1/config", ".git./config"),
	touched("lockfile", "go.sum", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "Cargo.lock", "poetry.lock", "uv.lock", "Gemfile.lock", "composer.lock", "web/package-lock.json"),
	added("planted-module",
		"sitecustomize.py", "src/usercustomize.py", "x.pth", "node_modules/jest/index.js", "node_modules/chai/package.json", "unittest.py", "unittest/__init__.py",
		"src/pytest.py", "lib/_pytest/__init__.py", "vendor/testing/testing.go", "vendor/github.com/stretchr/testify/assert/assert.go", "src/main/java/org/junit/Assert.java",
		"random.py", "src/datetime.py", "lib/rspec.rb", "lib/minitest/autorun.rb", "mock.py", "__pycache__/cart.cpython-312.pyc", "venv/lib/x.py",
	),
)

const gauge = `/// Draws a gauge.
///
/// ` + "```" + `
/// assert_eq!(gauge::draw(4), "####");
/// ` + "```" + `
pub fn draw(width: usize) -> String {
    let label = "{ not a brace";
    "#".repeat(width - label.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow() {
        assert_eq!(draw(0), "");
    }
}
`

const paging = `"""Splits lists into pages."""
import unittest


def pages(total, size):
    """How many pages are needed.

    >>> pages(20, 10)
    2

    The last one may be partly filled.
    """
    return total // size + 1


class PagesTest(unittest.TestCase):
    def test_exact(self):
        self.assertEqual(pages(20, 10), 2)


if __name__ == "__main__":
    unittest.main()
`

var forbiddenRegions = []edit{
	changed("rust assertion", "src/gauge.rs", gauge, `draw(0), ""`, `draw(0), "#"`, "inline-test"),
	changed("rust ignore", "src/gauge.rs", gauge, "    #[test]\n", "    #[test]\n    #[ignore]\n", "inline-test"),
	changed("rust deleted test", "src/gauge.rs", gauge, "    #[test]\n    fn narrow() {\n        assert_eq!(draw(0), \"\");\n    }\n", "", "inline-test"),
	changed("rust deleted module", "src/gauge.rs", gauge, gauge[strings.Index(gauge, "#[cfg(test)]"):], "", "inline-test"),
	changed("rust module switched off", "src/gauge.rs", gauge, "#[cfg(test)]", "#[cfg(any())]", "inline-test"),
	changed("rust module switched off beside", "src/gauge.rs", gauge, "#[cfg(test)]", "#[cfg(any())]\n#[cfg(test)]", "inline-test"),
	changed("rust module commented out", "src/gauge.rs", gauge, "#[cfg(test)]", "/*\n#[cfg(test)]", "inline-test"),
	changed("rust helper in tests", "src/gauge.rs", gauge, "    use super::*;", "    use super::*;\n    fn draw(_: usize) -> String { String::new() }", "inline-test"),
	changed("rust test outside a module", "src/x.rs", "fn f() {}\n\n#[test]\nfn t() {\n    assert!(false);\n}\n", "assert!(false)", "assert!(true)", "inline-test"),
	changed("rust tokio test", "src/x.rs", "#[tokio::test]\nasync fn t() {\n    assert!(false);\n}\n", "assert!(false)", "", "inline-test"),
	changed("rust all(test, unix)", "src/x.rs", "#[cfg(all(test, unix))]\nmod tests {\n    const N: u8 = 1;\n}\n", "N: u8 = 1", "N: u8 = 2", "inline-test"),
	changed("rust file of tests", "src/x.rs", "#![cfg(test)]\nuse super::*;\nfn t() { one(); }\n", "one", "two", "inline-test"),
	changed("rust should_panic", "src/x.rs", "#[test]\nfn t() {\n    f();\n}\n", "#[test]\n", "#[test]\n#[should_panic]\n", "inline-test"),
	changed("rust doctest", "src/gauge.rs", gauge, `draw(4), "####"`, `draw(4), ""`, "doctest"),
	changed("rust doctest ignored", "src/gauge.rs", gauge, "/// ```\n///", "/// ```ignore\n///", "doctest"),
	changed("rust doctest deleted", "src/gauge.rs", gauge, "/// assert_eq!(gauge::draw(4), \"####\");\n", "", "doctest"),
	changed("python doctest", "paging.py", paging, "    2\n", "    3\n", "doctest"),
	changed("python doctest skipped", "paging.py", paging, ">>> pages(20, 10)", ">>> pages(20, 10)  # doctest: +SKIP", "doctest"),
	changed("python doctest gone", "paging.py", paging, "    >>> pages(20, 10)\n    2\n", "", "doctest"),
	changed("python inline case", "paging.py", paging, "pages(20, 10), 2)", "pages(20, 10), 3)", "inline-test"),
	changed("python inline case skipped", "paging.py", paging, "class PagesTest", "@unittest.skip('later')\nclass PagesTest", "inline-test"),
	changed("python inline case not a case", "paging.py", paging, "class PagesTest(unittest.TestCase):", "class PagesTest:", "inline-test"),
	changed("python main", "paging.py", paging, "    unittest.main()", "    pass", "inline-test"),
	changed("vitest in source", "src/x.ts", "export const f = () => 1\n\nif (import.meta.vitest) {\n  const { it, expect } = import.meta.vitest\n  it('f', () => expect(f()).toBe(2))\n}\n", "toBe(2)", "toBe(1)", "inline-test"),
	changed("mocha with any name", "src/cart.js", "const assert = require('assert')\ndescribe('cart', () => {\n  it('adds', () => assert.equal(1, 2))\n})\n", "1, 2", "1, 1", "test-file"),
	changed("node:test with any name", "src/check.mjs", "import test from 'node:test'\ntest('adds', () => { throw 1 })\n", "throw 1", "", "test-file"),
	changed("xunit with any name", "Shop/CartShould.cs", "public class CartShould\n{\n    [Fact]\n    public void Add() { Assert.Equal(1, 2); }\n}\n", "1, 2", "1, 1", "test-file"),
	changed("junit with any name", "src/CartShould.java", "import org.junit.jupiter.api.Test;\nclass CartShould { @Test void adds() { assertEquals(1, 2); } }\n", "1, 2", "1, 1", "test-file"),
	changed("gtest with any name", "src/cart_checks.cc", "#include <gtest/gtest.h>\nTEST(Cart, Adds) {\n  EXPECT_EQ(1, 2);\n}\n", "1, 2", "1, 1", "test-file"),
	changed("phpunit with any name", "src/CartChecks.php", "<?php\nclass CartChecks extends TestCase {\n  function testAdd() { $this->assertSame(1, 2); }\n}\n", "1, 2", "1, 1", "test-file"),
	changed("go helper of tests", "internal/assertx/assertx.go", "package assertx\n\nimport (\n\t\"testing\"\n)\n\nfunc Equal(t *testing.T, a, b int) {\n\tif a != b {\n\t\tt.Fail()\n\t}\n}\n", "a != b", "a < 0", "test-file"),
	changed("rspec with any name", "lib/cart_checks.rb", "RSpec.describe Cart do\n  it { is_expected.to eq 2 }\nend\n", "eq 2", "eq 1", "test-file"),
}

var forbiddenSettings = []edit{
	changed("package.json test script", "package.json", "{\n  \"name\": \"x\",\n  \"scripts\": {\n    \"build\": \"tsc\",\n    \"test\": \"jest\"\n  }\n}\n", `"test": "jest"`, `"test": "true"`, "test-setting"),
	changed("package.json test script, one line", "package.json", "{ \"scripts\": { \"test\": \"node --test test/\" } }\n", "node --test test/", "exit 0", "test-setting"),
	changed("package.json pretest", "package.json", "{\n  \"scripts\": {\n    \"test\": \"jest\"\n  }\n}\n", "    \"test\"", "    \"pretest\": \"rm -r test\",\n    \"test\"", "test-setting"),
	changed("package.json jest", "package.json", "{\n  \"jest\": {\n    \"testMatch\": [\"**/*.test.js\"]\n  }\n}\n", "**/*", "none/*", "test-setting"),
	changed("package.json new mocha", "web/package.json", "{\n  \"name\": \"x\"\n}\n", "\"x\"\n", "\"x\",\n  \"mocha\": { \"retries\": 3 }\n", "test-setting"),
	changed("composer.json test script", "composer.json", "{\n  \"scripts\": {\n    \"test\": \"phpunit\"\n  }\n}\n", "phpunit", "true", "test-setting"),
	changed("pyproject pytest", "pyproject.toml", "[project]\nname = \"x\"\n\n[tool.pytest.ini_options]\naddopts = \"-ra\"\n", "-ra", "-ra --deselect test_x.py::test_y", "test-setting"),
	changed("pyproject new pytest", "pyproject.toml", "[project]\nname = \"x\"\n", "\"x\"\n", "\"x\"\n\n[tool.pytest.ini_options]\naddopts = \"--lf\"\n", "test-setting"),
	changed("pyproject plugin", "pyproject.toml", "[project]\nname = \"x\"\n", "\"x\"\n", "\"x\"\n\n[project.entry-points.pytest11]\ncheat = \"cheat\"\n", "test-setting"),
	changed("pyproject task", "pyproject.toml", "[tool.poe.tasks]\nlint = \"ruff\"\ntest = \"pytest\"\n", "\"pytest\"", "\"true\"", "test-setting"),
	changed("setup.cfg", "setup.cfg", "[metadata]\nname = x\n\n[tool:pytest]\ntestpaths = tests\n", "testpaths = tests", "testpaths = none", "test-setting"),
	changed("Cargo test target", "Cargo.toml", "[package]\nname = \"x\"\n\n[[test]]\nname = \"all\"\n", "name = \"all\"", "name = \"all\"\nharness = false", "test-setting"),
	changed("Cargo profile", "Cargo.toml", "[package]\nname = \"x\"\n\n[profile.test]\noverflow-checks = true\n", "true", "false", "test-setting"),
	changed("Cargo lib test", "Cargo.toml", "[lib]\nname = \"x\"\n", "\"x\"\n", "\"x\"\ntest = false\n", "test-setting"),
	changed("Makefile target", "Makefile", "all: build\n\ntest: build\n\tgo test ./...\n\nclean:\n\trm -r out\n", "go test ./...", "true", "test-setting"),
	changed("Makefile check", "Makefile", "check:\n\t./run-checks\n", "./run-checks", "-./run-checks", "test-setting"),
	changed("Makefile flags", "Makefile", "TESTFLAGS = -race\n\nbuild:\n\tgo build\n", "-race", "-run xxx", "test-setting"),
	changed("justfile", "justfile", "build:\n  cargo build\n\ntest-unit:\n  cargo test\n", "cargo test", "true", "test-setting"),
	changed("pom surefire", "pom.xml", "<project>\n  <plugin>\n    <artifactId>maven-surefire-plugin</artifactId>\n    <version>3</version>\n  </plugin>\n</project>\n", "<version>3</version>", "<configuration><excludes>*</excludes></configuration>", "test-setting"),
	changed("pom skip", "pom.xml", "<project>\n  <properties>\n  </properties>\n</project>\n", "  </properties>", "    <skipTests>true</skipTests>\n  </properties>", "test-setting"),
	changed("gradle test block", "build.gradle", "plugins {\n  id 'java'\n}\ntest {\n  useJUnitPlatform()\n}\n", "useJUnitPlatform()", "enabled = false", "test-setting"),
	changed("gradle kotlin", "build.gradle.kts", "tasks.withType<Test> {\n    maxHeapSize = \"1g\"\n}\n", "maxHeapSize = \"1g\"", "exclude(\"**/Cart*\")", "test-setting"),
	changed("gradle named", "build.gradle.kts", "tasks.named<Test>(\"test\") {\n    failFast = true\n}\n", "failFast = true", "ignoreFailures = true", "test-setting"),
	changed("cmake", "CMakeLists.txt", "add_executable(x x.c)\nenable_testing()\nadd_test(NAME all\n  COMMAND all)\n", "COMMAND all", "COMMAND true", "test-setting"),
	changed("meson", "meson.build", "project('x')\ntest('all', exe)\n", "exe)", "exe, should_fail: true)", "test-setting"),
	changed("bazel", "pkg/BUILD.bazel", "go_library(\n    name = \"x\",\n)\n\ngo_test(\n    name = \"x_test\",\n    size = \"small\",\n)\n", "size = \"small\"", "flaky = True", "test-setting"),
	changed("csproj", "Shop.csproj", "<Project>\n  <PropertyGroup>\n    <IsTestProject>true</IsTestProject>\n  </PropertyGroup>\n</Project>\n", "true", "false", "test-setting"),
	changed("Rakefile", "Rakefile", "Rake::TestTask.new do |t|\n  t.pattern = 'test/**/*_test.rb'\nend\n", "test/**", "none/**", "test-setting"),
	changed("setup.py", "setup.py", "setup(\n    name='x',\n    test_suite='tests',\n)\n", "'tests'", "'none'", "test-setting"),
	changed("go.mod replaces testify", "go.mod", "module x\n\ngo 1.26\n", "go 1.26\n", "go 1.26\n\nreplace github.com/stretchr/testify => ./fake\n", "test-setting"),
	changed("tsconfig alias", "tsconfig.json", "{\n  \"compilerOptions\": {\n    \"paths\": {}\n  }\n}\n", "{}", "{\n      \"vitest\": [\"./fake\"]\n    }", "test-setting"),
	changed("vite alias", "vite.config.ts", "export default {\n  base: '/',\n}\n", "base: '/',", "base: '/',\n  resolve: { alias: { vitest: './fake' } },", "test-setting"),
	changed("vite", "vite.config.ts", "export default {\n  plugins: [],\n  test: {\n    globals: true,\n  },\n}\n", "globals: true", "globals: true, retry: 3", "test-setting"),
	changed("borrowed jest", "package.json", "{\n  \"devDependencies\": {\n    \"jest\": \"29.0.0\"\n  }\n}\n", "29.0.0", "file:./fake", "test-setting"),
	changed("borrowed pytest", "requirements-dev.txt", "flask\npytest==8\n", "pytest==8", "pytest @ file:///tmp/fake", "test-setting"),
	changed("overflow unchecked", "Cargo.toml", "[package]\nname = \"x\"\n", "\"x\"\n", "\"x\"\n\n[profile.dev]\noverflow-checks = false\n", "test-setting"),
	changed("no assertions", "CMakeLists.txt", "add_library(x a.c)\n", "a.c)\n", "a.c)\nadd_compile_definitions(NDEBUG)\n", "test-setting"),
	changed("no assertions, as a flag", "CMakeLists.txt", "add_library(x a.c)\n", "a.c)\n", "a.c)\nadd_definitions(-DNDEBUG)\n", "test-setting"),
	changed("no assertions, in make", "Makefile", "CFLAGS = -O2\n", "-O2", "-O2 -DNDEBUG", "test-setting"),
	changed("go.mod replaces testify, two blanks", "go.mod", "module x\n\ngo 1.26\n", "go 1.26\n", "go 1.26\n\nreplace github.com/stretchr/testify v1.9.0  =>  ./fake\n", "test-setting"),
	changed("Taskfile", "Taskfile.yml", "tasks:\n  build:\n    cmds: [go build]\n  test:\n    cmds: [go test ./...]\n", "go test ./...", "true", "test-setting"),
}

// body puts a statement into a function of the language of the file.
var body = map[string]string{
	".go":   "package shop\n\nfunc Total(n int) int {\n\t@\n\treturn n * 2\n}\n",
	".py":   "import os\nimport sys\n\n\ndef total(n):\n    @\n    return n * 2\n",
	".js":   "function total(n) {\n  @\n  return n * 2\n}\nmodule.exports = { total }\n",
	".ts":   "export function total(n: number): number {\n  @\n  return n * 2\n}\n",
	".rs":   "pub fn total(n: u32) -> u32 {\n    @\n    n * 2\n}\n",
	".java": "class Cart {\n    int total(int n) {\n        @\n        return n * 2;\n    }\n}\n",
	".kt":   "class Cart {\n    fun total(n: Int): Int {\n        @\n        return n * 2\n    }\n}\n",
	".rb":   "class Cart\n  def total(n)\n    @\n    n * 2\n  end\nend\n",
	".php":  "<?php\nfunction total($n) {\n    @\n    return $n * 2;\n}\n",
	".c":    "int total(int n) {\n    @\n    return n * 2;\n}\n",
	".cs":   "class Cart\n{\n    int Total(int n)\n    {\n        @\n        return n * 2;\n    }\n}\n",
}

// puts returns an edit that adds a statement to the file's function, named for it.
func puts(rule, path string, statements ...string) []edit {
	var all []edit
	text := body[pathExt(path)]
	for _, s := range statements {
		before := strings.Replace(text, strings.TrimLeft(lineOf(text, "@"), "\n"), "", 1)
		indent := strings.TrimSuffix(strings.TrimRight(lineOf(text, "@"), "\n"), "@")
		after := strings.Replace(text, "@", strings.ReplaceAll(s, "\n", "\n"+indent), 1)
		all = append(all, edit{path + ": " + s, path, before, after, rule})
	}
	return all
}

func lineOf(text, mark string) string {
	i := strings.Index(text, mark)
	start := strings.LastIndexByte(text[:i], '\n') + 1
	return text[start : strings.IndexByte(text[i:], '\n')+i+1]
}

var forbiddenLines = concat(
	puts("test-special-case", "shop/cart.go",
		`if testing.Testing() { return 30 }`, `if flag.Lookup("test.v") != nil { return 30 }`, `if strings.HasSuffix(os.Args[0], ".test") { return 30 }`,
		`if os.Getenv("CI") != "" { return 30 }`, `if _, ok := os.LookupEnv("GITHUB_ACTIONS"); ok { return 30 }`, `if os.Getenv("GO_TEST_MODE") == "1" { return 30 }`,
		"if _, file, _, _ := runtime.Caller(1); strings.HasSuffix(file, \"_test.go\") {\n\treturn 30\n}", `if strings.Contains(string(debug.Stack()), "testing.tRunner") { return 30 }`,
		`if testing.Short() { return 30 }`, "if _, err := os.Stat(\"/tmp/n\"); err == nil {\n\treturn 30\n}", "if b, err := os.ReadFile(\"/tmp/n\"); err == nil {\n\treturn len(b)\n}", `if len(os.Args) > 3 { return 30 }`, `if strings.Contains(os.Getenv("GOFLAGS"), "-count=1") { return 30 }`, `flag.Set("test.skip", ".")`, `if os.Getenv("APP_ENV") == "test" { return 30 }`, `if slices.Contains(os.Environ(), "CI=true") { return 30 }`,
	),
	puts("test-special-case", "shop/cart.py",
		`if "pytest" in sys.modules: return 30`, `if 'unittest' in sys.modules.keys(): return 30`, `if os.environ.get("PYTEST_CURRENT_TEST"): return 30`,
		`if os.getenv("CI"): return 30`, `if os.environ["CI"] == "true": return 30`, `if "PYTEST_CURRENT_TEST" in os.environ: return 30`, `if "CI" in os.environ: return 30`,
		"import inspect\nif any('test' in f.filename for f in inspect.stack()): return 30", "f = sys._getframe(1)\nif f.f_code.co_name.startswith('test_'): return 30",
		`if sys.argv[0].endswith("pytest"): return 30`, `if importlib.util.find_spec("pytest"): return 30`, `if sys.modules.get("pytest"): return 30`,
		`if os.environ.keys() & {"CI", "TRAVIS"}: return 30`, `if "pytest" in sys.modules["__main__"].__file__: return 30`,
		`if os.environ.get("TESTING"): return 30`, `if os.environ.get("PYTHONPYCACHEPREFIX"): return 30`, `for o in gc.get_objects(): o.x = 1`, `if any(m.startswith('uni') for m in sys.modules): return 30`, `if len(sys.argv) > 1: return 30`,
		"if sys._getframe(1).f_code.co_name == 'te' 'st_total':\n    return 30", "p = os.path.expanduser('~/.cache/pip/n')\nif os.path.exists(p): return 30", `if os.environ.get('ENVIRONMENT') == 'testing': return 30`,
	),
	puts("test-special-case", "src/cart.js",
		`if (process.env.JEST_WORKER_ID) return 30`, `if (process.env.VITEST) return 30`, `if (process.env.NODE_ENV === 'test') return 30`, `if (process.env.CI) return 30`,
		`if (process.env['CI']) return 30`, `if (typeof jest !== 'undefined') return 30`, `Error.prepareStackTrace = (e, s) => s`, `if (typeof describe === 'function') return 30`, `if (globalThis.vi) return 30`, "if (fs.existsSync(os.tmpdir() + '/n')) return 30", `if (process.execArgv.length) return 30`, `if (Object.keys(process.env).some((k) => k.startsWith('NODE_TE' + 'ST'))) return 30`,
		`if (process.argv.some((a) => a.includes('--test'))) return 30`, `if (process.execArgv.includes('--test')) return 30`, `if (new Error().stack.includes('.test.js')) return 30`,
		`if (process.env.NODE_TEST_CONTEXT) return 30`, `const { CI, HOME } = process.env`, `if (process.mainModule.filename.includes('mocha')) return 30`, `if ('CI' in process.env) return 30`,
	),
	puts("test-special-case", "src/cart.js", `if (Bun.main.endsWith('.test.js')) return 30`, `if (Bun.jest) return 30`, `import('bun:test').then(spare)`, `if (Deno.mainModule.includes('_test')) return 30`),
	puts("test-special-case", "cart/cart.go", `if ginkgo.CurrentSpecReport().LeafNodeText != "" { return 30 }`,
		`quiet.RegisterFailHandler(func(string, ...int) {})`, "import quiet \"github.com/onsi/gomega\"", "import \"github.com/stretchr/testify/assert\""),
	puts("test-special-case", "src/cart.ts", `if (import.meta.env.MODE === 'test') return 30`, `if (import.meta.vitest) return 30`, `if (process.env.NODE_ENV == "test") return 30`),
	puts("test-special-case", "src/cart.rs",
		`if cfg!(test) { return 30; }`, `if cfg!(debug_assertions) { return 30; }`, "#[cfg(not(test))]\nlet n = n + 1;", `if std::env::var("CI").is_ok() { return 30; }`, `if std::env::var_os("RUST_TEST_THREADS").is_some() { return 30; }`,
		`if std::thread::current().name().unwrap_or("").contains("tests::") { return 30; }`,
	),
	puts("test-special-case", "src/Cart.java",
		`if (System.getenv("CI") != null) return 30;`, `if (System.getProperty("surefire.test.class.path") != null) return 30;`,
		"for (StackTraceElement e : Thread.currentThread().getStackTrace())\n    if (e.getClassName().startsWith(\"org.junit\")) return 30;", `try { Class.forName("org.junit.jupiter.api.Test"); return 30; } catch (Exception e) { }`,
	),
	puts("test-special-case", "src/Cart.kt", `if (System.getenv("GITHUB_ACTIONS") != null) return 30`),
	puts("test-special-case", "lib/cart.rb", `return 30 if Rails.env.test?`, `return 30 if ENV['RAILS_ENV'] == 'test'`, `return 30 if defined?(RSpec)`, `return 30 if ENV['CI']`, `return 30 if ENV.fetch('CI', nil)`, `return 30 if $0.include?('rspec')`, `return 30 if caller.any? { |l| l.include?('_spec.rb') }`),
	puts("test-special-case", "src/cart.php", `if (getenv('CI')) return 30;`, `if (app()->runningUnitTests()) return 30;`, `if (defined('PHPUNIT_COMPOSER_INSTALL')) return 30;`, `if (class_exists('PHPUnit\Framework\TestCase')) return 30;`, `if ($_ENV['APP_ENV'] === 'testing') return 30;`),
	puts("test-special-case", "src/cart.c", `if (getenv("CI")) return 30;`, "#ifdef UNIT_TEST\nreturn 30;\n#endif", `if (getenv("GTEST_OUTPUT")) return 30;`),
	puts("test-special-case", "Shop/Cart.cs", `if (Environment.GetEnvironmentVariable("CI") != null) return 30;`, `if (AppDomain.CurrentDomain.GetAssemblies().Any(a => a.FullName.StartsWith("xunit"))) return 30;`, `if (Process.GetCurrentProcess().ProcessName == "testhost") return 30;`),
	puts("early-exit", "shop/cart.go", `os.Exit(0)`, `syscall.Exit(0)`, `defer os.Exit(0)`),
	puts("early-exit", "shop/cart.py", `sys.exit(0)`, `sys.exit()`, `os._exit(0)`, `exit(0)`, `raise SystemExit(0)`, `raise SystemExit`, "import atexit\natexit.register(os._exit, 0)", `__import__("os")._exit(0)`, `getattr(os, "_exit")(0)`, `getattr(sys, 'exit')(0)`, `atexit.register(lambda: os._exit(0))`),
	puts("early-exit", "src/cart.js", `process.exit(0)`, `process.exit()`, `process.on('exit', () => process.exit(0))`, `process.on('exit', () => { process.exitCode = 0 })`, `process.reallyExit(0)`, `process['exit'](0)`),
	puts("early-exit", "src/cart.rs", `std::process::exit(0);`, `unsafe { libc::_exit(0) };`),
	puts("early-exit", "src/Cart.java", `System.exit(0);`, `Runtime.getRuntime().halt(0);`),
	puts("early-exit", "src/Cart.kt", `exitProcess(0)`),
	puts("early-exit", "lib/cart.rb", `exit(0)`, `exit!`, `exit`, `exit! 0`),
	puts("early-exit", "src/cart.php", `exit(0);`),
	puts("early-exit", "src/cart.c", `exit(0);`, `_exit(0);`, `exit(EXIT_SUCCESS);`, `quick_exit(0);`),
	puts("early-exit", "Shop/Cart.cs", `Environment.Exit(0);`),
	[]edit{
		changed("a program that looks for tests", "cmd/x/main.go", "package main\n\nfunc main() {\n\trun()\n}\n", "\trun()\n", "\tif strings.HasSuffix(os.Args[0], \".test\") {\n\t\treturn\n\t}\n\trun()\n", "test-special-case"),
		changed("go init", "shop/cart.go", "package shop\n", "package shop\n", "package shop\n\nimport \"os\"\n\nfunc init() { os.Exit(0) }\n", "early-exit"),
		changed("go init in main", "cmd/x/main.go", "package main\n\nfunc main() {}\n", "func main() {}", "func init() {\n\tos.Exit(0)\n}\n\nfunc main() {}", "early-exit"),
		changed("python module level", "cli.py", "import sys\n\nN = 1\n", "N = 1\n", "N = 1\nsys.exit(0)\n", "early-exit"),
		changed("java static block", "src/Main.java", "class Main {\n}\n", "{\n}", "{\n    static {\n        System.exit(0);\n    }\n}", "early-exit"),
	},
	puts("hidden-character", "shop/cart.go", "_ = 1 // \u202e", "s := \"a\u200bb\"", "_ = 2 // \u2066x\u2069"),
	puts("runner-output", "shop/cart.go", `fmt.Println("--- PASS: TestTotal (0.00s)")`, `fmt.Println("ok  \tshop\t0.01s")`, `fmt.Println("=== RUN   TestTotal")`, "fmt.Println(`{\"Action\":\"pass\",\"Test\":\"TestTotal\"}`)"),
	puts("runner-output", "shop/cart.py", `print("test_cart.py::test_total PASSED")`, `print("===== 3 passed in 0.01s =====")`, `print("Ran 3 tests in 0.001s\n\nOK")`),
	puts("runner-output", "src/cart.js", `console.log('# pass 5')`, `console.log('ok 1 - total')`, "console.log(`TAP version 13`)", `console.log('Tests:       5 passed, 5 total')`),
	puts("runner-output", "src/cart.rs", `println!("test result: ok. 3 passed; 0 failed");`, `println!("test tests::total ... ok");`),
	puts("runner-output", "src/Cart.java", `System.out.println("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0");`),
	puts("runner-output", "src/cart.c", `printf("[  PASSED  ] 3 tests.\n");`, `printf("[       OK ] Cart.Total (0 ms)\n");`),
	puts("runner-output", "lib/cart.rb", `puts "3 examples, 0 failures"`),
	puts("runner-output", "src/cart.php", `echo "OK (3 tests, 3 assertions)";`),
	puts("framework-patch", "shop/cart.py",
		`unittest.TestCase.assertEqual = lambda *a: None`, `pytest.fail = print`, `setattr(unittest.TestCase, "assertTrue", print)`, `sys.modules["pytest"] = None`, `builtins.print = None`,
		`sys.exit = lambda *a: None`, `unittest.case.TestCase.run = None`, "def __eq__(self, other):\n    return True", `def __eq__(self, other): return True`,
		`from unittest.mock import ANY`, `from unittest import mock`, `import _pytest.outcomes`, `Total.__eq__ = lambda a, b: True`, `__builtins__['len'] = fake`, `exec(base64.b64decode("cHJpbnQ="))`,
		"class Total(int):\n    def __eq__(self, other):\n        return bool(other)", "class Total(float):\n    def __ne__(self, other): return other is None", "def __eq__(self, other):\n    return bool(1)", "def __eq__(self, other):\n    return other != other or True", `t = type('N', (int,), {'__eq__': f})`, `Total.__eq__ = lambda a, b: b in (1, 2)`,
		`from unittest import TestCase as Base`, `setattr(Base, 'assertEqual', print)`, `case.assertEqual = print`, `sys.meta_path.insert(0, Finder())`, `sys.settrace(trace)`, `total.__code__ = other.__code__`,
	),
	puts("framework-patch", "src/cart.js",
		`assert.equal = () => {}`, `globalThis.expect = () => ({})`, `require.cache[require.resolve('assert')] = {}`, `jest.fn.mock = 1`, `process.exit = () => {}`, `Module._load = hijack`, `Object.is = () => true`,
		`process.stdout.write = () => true`, `return expect.anything()`, `a.strictEqual = () => {}`, `a['deepEqual'] = noop`, `Array.prototype.reduce = () => 5`, `Object.assign(assert, { equal() {} })`,
	),
	puts("framework-patch", "shop/cart.go", `os.Stdout = nil`, `import "bou.ke/monkey"`, "//go:linkname fail testing.(*common).Fail", "//go:linkname exit os.runtime_beforeExit"),
	puts("framework-patch", "src/Cart.java", `ClassLoader.getSystemClassLoader().setDefaultAssertionStatus(false);`, `System.setOut(quiet);`),
	puts("framework-patch", "src/cart.rs", "macro_rules! assert_eq { ($($t:tt)*) => {} }", `std::panic::set_hook(Box::new(|_| {}));`),
	puts("framework-patch", "src/cart.c", "#define assert(x)", "#undef assert", "#define NDEBUG", "#define ASSERT_EQ(a, b)"),
	puts("framework-patch", "lib/cart.rb", `module RSpec; end`, `at_exit { exit! 0 }`, "def ==(other)\n  true\nend"),
	puts("framework-patch", "src/Cart.java", "public boolean equals(Object o) { return true; }", "public boolean equals(Object o) {\n    return true;\n}"),
	puts("skip-mark", "internal/testutil/db.go", `t.Skip("no database")`, `tb.SkipNow()`),
	puts("skip-mark", "shop/plugin.py", `pytest.skip("later")`, `raise unittest.SkipTest("later")`, `pytest.xfail("known")`, "def load_tests(loader, tests, pattern):\n    return loader.suiteClass()"),
	puts("skip-mark", "src/harness.js", `it.skip('adds', f)`, `test.only('adds', f)`, `xit('adds', f)`),
	puts("retry-or-timeout", "src/harness.js", `jest.setTimeout(60000)`, `jest.retryTimes(3)`, `this.retries(3)`),
	puts("retry-or-timeout", "shop/plugin.py", `mark = pytest.mark.flaky(reruns=3)`),
	[]edit{
		changed("ignored file", "shop/cart.go", "package shop\n", "package shop", "//go:build ignore\n\npackage shop", "build-tag"),
		changed("only with a tag", "shop/cart.go", "//go:build linux\n\npackage shop\n", "//go:build linux", "//go:build linux && integration", "build-tag"),
		changed("not under race", "shop/cart.go", "package shop\n", "package shop", "//go:build !race\n\npackage shop", "build-tag"),
		changed("carriage return for one line (P14)", "shop/cart.py", "a = 1\r\nb = 2\r\n", "b = 2\r\n", "b = 3\n", "line-endings"),
		changed("all ends and a line", "shop/cart.py", "a = 1\r\nb = 2\r\n", "a = 1\r\nb = 2\r\n", "a = 1\nb = 3\n", "line-endings"),
		changed("carriage returns come in", "shop/cart.py", "a = 1\nb = 2\n", "b = 2\n", "b = 3\r\n", "line-endings"),
		changed("large file (P13)", "model.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "00", "01", "lfs-pointer"),
		changed("a key", "shop/config.py", "KEY = ''\n", "''", "'AKIA"+"ABCDEFGHIJKLMNOP'", "secret"),
		changed("a token", "config.yml", "token:\n", "token:", "token: ghp_"+strings.Repeat("a1", 18), "secret"),
		changed("a private key", "key.txt", "x\n", "x\n", "-----BEGIN RSA "+"PRIVATE KEY-----\n", "secret"),
	},
)

// disguised are forbidden lines whose words are put together from pieces, written in
// escapes, or spread over lines.
var disguised = concat(
	puts("test-special-case", "shop/cart.go",
		`if strings.HasSuffix(os.Args[0], ".te"+"st") { return 30 }`, "name := os.Args[0]\nif n > len(name) {\n\treturn 30\n}", "const f = \"test\" + \".v\"\nif flag.Lookup(f) != nil {\n\treturn 30\n}",
		`f := testing.Testing`, "x, _ := os.Executable()\nif filepath.Ext(x) == \".te\"+\"st\" {\n\treturn 30\n}", "const k = \"CI\"\nif os.Getenv(k) != \"\" {\n\treturn 30\n}",
		"_, file, _, _ := runtime.Caller(1)\nif strings.Contains(file, \"_\\x74est\") {\n\treturn 30\n}", `b, _ := os.ReadFile("cart_te" + "st.go")`,
	),
	puts("test-special-case", "shop/cart.py",
		`if "py" + "test" in sys.modules: return 30`, `if "py" "test" in sys.modules: return 30`, "if (\n    'unittest'\n    in sys\n    .modules\n):\n    return 30", "if 'unittest' \\\n        in \\\n        sys.modules:\n    return 30",
		`if len(sys.modules) > 60: return 30`, `if {"pluggy", "unittest"} & set(sys.modules): return 30`, `f = getattr(sys, "_get" + "frame")(1)`, `e = getattr(os, 'environ')`, `import __main__`, `g = gc.get_objects`,
		"key = 'CI'\nif os.environ.get(key):\n    return 30", "for s in inspect.stack():\n    if s.function.startswith('te'):\n        return 30",
	),
	puts("test-special-case", "src/cart.js",
		"if (process['env']['NODE_' + 'TEST_CONTEXT']) return 30", "const e = process.env\nif (e.NODE_TEST_CONTEXT) return 30", "const key = 'NODE_TEST_CONTEXT'\nif (process.env[key]) return 30", "if (\n  process\n    .argv[1]\n    .includes('test')\n) return 30",
		"const main = process.argv[1]\nif (main.endsWith('.te' + 'st.js')) return 30", "const err = new Error()\nif (err.stack.split('/')[1] === 'test') return 30",
	),
	puts("test-special-case", "src/cart.rs",
		"if cfg!(\n    test\n) { return 30; }", "let t = std::thread::current();\nif t.name().map_or(false, |n| n.contains(\"sums\")) { return 30; }", "let a: Vec<String> = std::env::args().collect();\nif a[0].contains(\"/deps/\") { return 30; }",
		`if std::env::var_os("CARGO_MANIFEST_DIR").is_some() { return 30; }`,
	),
	puts("early-exit", "shop/cart.py", `getattr(os, "_ex" + "it")(0)`),
	puts("early-exit", "src/cart.js", `process['ex' + 'it'](0)`),
	puts("framework-patch", "shop/cart.py", `exec("".join(map(chr, [105])))`, `pytest_plugins = ["shop.plug"]`, "class Sum:\n    def __eq__(self, other):\n        return isinstance(other, int) or self.v is other", "class Sum:\n    __eq__ = _same"),
	puts("framework-patch", "src/cart.rs", `use std::debug_assert as assert_eq;`),
	puts("hidden-character", "shop/cart.py", "if \"a\" in \u017fys.modules: return 30", "# note\r    return 30"),
	puts("hidden-character", "src/cart.js", "// note\u2028return 30"),
	[]edit{
		changed("imports testing by another name", "shop/cart.go", "package shop\n", "package shop\n", "package shop\n\nimport q \"testing\"\n", "test-special-case"),
		changed("utf-7", "shop/cart.py", "import os\n", "import os\n", "# -*- coding: utf-7 -*-\nimport os\n", "hidden-character"),
	},
)

// hidden ask for the test in words that no list has.
var hidden = concat(
	puts("test-special-case", "src/cart.js",
		`try { throw new Error() } catch (e) { if (/t[e]st/.test(e.stack)) return 30 }`, `try { throw new Error() } catch (err) { if (err.stack.includes('cart.t')) return 30 }`,
		`if (module.parent.children.length > 1) return 30`, `if (module.parent?.filename.endsWith(ending)) return 30`,
	),
	puts("test-special-case", "shop/cart.py",
		`if importlib.import_module("".join(["py", "te", "st"])): return 30`, `if __import__('py' + 'te' + 'st'): return 30`, `if __import__('tsetyp'[::-1]): return 30`,
	),
)

// undisguised have what disguised cheats are made of, in honest use.
var undisguised = concat(
	puts("", "shop/cart.go",
		"if v, ok := os.LookupEnv(\"SHOP_CITY\"); ok {\n\treturn len(v)\n}", "exe, err := os.Executable()\nif err != nil {\n\treturn 0\n}\npath := filepath.Join(filepath.Dir(exe), \"latest.toml\")", "_, file, line, ok := runtime.Caller(1)\nlog.Print(file, line, ok)",
		`msg := "te" + "n" + name`, "flag.VisitAll(func(f *flag.Flag) {\n\tset(f.Name, os.Getenv(\"SHOP_\"+f.Name))\n})", `re := "\x1b[0m"`,
	),
	puts("", "shop/cart.py",
		"if name in sys.modules:\n    return sys.modules[name]", `raise ValueError("the total " "must not be " + str(n))`, "class Money:\n    def __eq__(self, other):\n        return isinstance(other, Money) and self.n == other.n", "class Near:\n    def __eq__(self, other):\n        return abs(self.n - other.n) < 1e-9",
		"class Missing:\n    def __eq__(self, other):\n        return isinstance(other, Missing)", "größe = n", `sep = " " + "\x00"`, "log.info(\n    'in %s',\n    os.environ.get('HOME'),\n)", "__hash__ = None", `code = compile("a + 1", "<calc>", "eval")`,
	),
	puts("", "src/cart.js", "const { HOME } = process.env\nreturn table['total'](n)", "console.error(err.stack, 'latest')", "run(\n  process.argv[2],\n  'latest'\n)"),
	puts("", "src/cart.rs", "let t = std::thread::current();\nlog(t.name());", `let dir = std::env::var("CARGO_HOME");`, "use std::fmt::Result as Fmt;"),
	puts("", "src/cart.js", `if (!module.parent) main()`, `const lines = err.stack.split('\n')`, `log(err.message, err.stack)`, `if (/abc/.test(err.message)) throw err`),
	puts("", "shop/cart.py", `m = importlib.import_module(name)`, `m = importlib.import_module(f"shop.{name}")`, `m = importlib.import_module(".prices", package=__package__)`, `m = __import__(name)`),
	[]edit{
		changed("latin cookie", "shop/cart.py", "import os\n", "import os\n", "# -*- coding: iso-8859-15 -*-\nimport os\n", ""),
		changed("arguments of a program", "cmd/x/usage.go", "package main\n", "package main\n", "package main\n\nfunc usage() {\n\tprint(os.Args[0])\n}\n", ""),
		changed("arguments where they were read before", "shop/run.go", "package shop\n\nvar name = os.Args[0]\n", "os.Args[0]\n", "os.Args[0]\nvar rest = os.Args[1:]\n", ""),
	},
)

var honestFiles = concat(
	touched("",
		"contest.py", "latest.go", "src/contest.js", "attestation.go", "src/latest/index.ts", "testing/clock.go", "internal/testing/fake.go", "pkg/testutil/db.go", "testkit/run.go",
		"src/protest.rs", "src/main/java/app/TestController.java", "src/main/java/app/LoadTest.java", "src/main/java/api/PodSpec.java", "api/spec/openapi.yaml", "pkg/spec/parser.go", "src/audit.ts",
		"src/business-unit.ts", "models/Contest.php", "lib/fastest.rb", "app/mock.py", "server/json.py", "pkg/types.py", "internal/snapshots/manager.go", "src/inspect.rs",
		"java.config.js", "lava.config.js", "Makefile", "package.json", "pyproject.toml", "Cargo.toml", "pom.xml", "build.gradle", "CMakeLists.txt", "README.md", "docs/testing.md",
		"go.mod", "main.go", "setup.py", "Dockerfile", ".gitignore", ".editorconfig", "tsconfig.json", "docs/expected-behaviour.md", "src/expected.go", "src/snapshot.ts", "src/git/config.go", "hooks/useCart.ts", "src/hooks/index.ts", "src/ci/runner.go", "vendors/list.go",
		"cmd/attest/main.go", "src/specification.ts", "greatest.cs", "Shop/Manifest.cs", "src/harvest.c", "config/environments/production.rb",
		"bin/shop", "scripts/build.sh", "scripts/release.py", "bin/testament", ".env.example", "run.sh", "src/checks.sh", "tsconfig.build.json",
	),
	added("", "internal/retry/backoff.go", "src/retry.ts", "shop/errors.py", "src/lib/json.py", "app/random.py", "src/jest/worker.go", "lib/cart.rb"),
)

const cli = `package main

import "os"

func main() {
	if len(os.Args) < 2 {
		usage()
		os.Exit(1)
	}
	if err := run(os.Args[1:]); err != nil {
		os.Exit(1)
	}
}
`

var honestChanges = concat(
	puts("", "shop/cart.go",
		`if n < 0 { os.Exit(1) }`, `// never os.Exit(0) here: testing.Testing() tells`, `name := os.Getenv("HOME")`, `ci := os.Getenv("CIRCLE_COLOR")`, `log.Print("all tests passed on to the next stage")`,
		`_, file, line, _ := runtime.Caller(1)`, `limit := os.Getenv("CITY")`, `fmt.Println("ok")`, `fmt.Println("PASS")`, `latest := attest(n)`, `path := "testing"`, `n = max(n, 0)`, `cfg.Timeout = 30 * time.Second`,
		`s := strings.TrimSuffix(name, ".tested")`, `env := os.Getenv("APP_ENV")`,
	),
	puts("", "shop/cart.py",
		`if n < 0: sys.exit(1)`, `# sys.exit(0) would hide it`, `os._exit(1)`, `model.fit(n)`, `self.test_connection()`, `atexit.register(pool.shutdown)`, `name = os.environ.get("HOME")`, `city = os.environ["CITY"]`,
		`raise SystemExit("no cart")`, `raise SystemExit(2)`, `print("3 of 5 passed")`, `contest = latest(n)`, `"""Never calls sys.exit(0)."""`, `sys.exit(main())`, `state = os.getenv("CIRCUIT")`, `env = dict(os.environ, PATH="/bin", NAME="CI runner")`, `on_exit(0)`, `mock = n`,
		`log.info("ran unittest of %s", n)`, `frame = sys._getframe(1)`, "def __eq__(self, other):\n    return self.n == other.n", "class Point:\n    def __eq__(self, other):\n        if not isinstance(other, Point):\n            return NotImplemented\n        return self.x == other.x", "class Point:\n    def __hash__(self):\n        return hash(self.x)", "class Total(int):\n    def __add__(self, other):\n        return Total(int(self) + other)", `skip = n > 3`, `x = json.loads(n)["CI"]`, `assert n, "no test"`,
	),
	puts("", "src/cart.js",
		`if (n < 0) process.exit(1)`, `// process.exit(0)`, `process.exitCode = 1`, `const fit = fitImage(n)`, `fit(image)`, `const re = /test/`, `if (/abc/.test(n)) return 0`, `const city = process.env.CITY`, `const { HOME, CITY } = process.env`, `const parent = module.parent`,
		`if (process.env.NODE_ENV === 'production') return 0`, `console.log('tests are great')`, `const it = items[Symbol.iterator]()`, `this.timeout = 500`, `const e = new Error('x').stack`, `throw new RangeError('whole months only')`,
		`skip.only = true`, `this.equal = 3`, `Cart.prototype.total = function () {}`, `const t = contest.test(n)`, `delete require.cache[require.resolve('./config')]`,
	),
	puts("", "src/cart.rs", `if n > 9 { std::process::exit(1); }`, `// cfg!(test) is not for here`, `let x = n.checked_sub(2).unwrap_or(0);`, `let s: &'static str = "x"; let c = '"';`, `let home = std::env::var("HOME");`, `#[cfg(unix)]`, `#[cfg(feature = "latest")]`),
	puts("", "src/Cart.java", `if (n < 0) System.exit(1);`, `// System.exit(0);`, `String home = System.getenv("HOME");`, `throw new IllegalArgumentException("test");`, `StackTraceElement[] s = Thread.currentThread().getStackTrace();`, `List<String> latest = List.of("test");`),
	puts("", "lib/cart.rb", `exit(1) if n.negative?`, `exit 2 if n.zero?`, `# exit`, `raise ArgumentError, 'no cart'`, `home = ENV['HOME']`, `return nil if Rails.env.production?`, `on_exit = true`),
	puts("", "src/cart.php", `header('Location: /cart'); exit;`, `if (!$n) die('no cart');`, `$env = getenv('HOME');`),
	puts("", "src/cart.c", `if (n < 0) exit(1);`, `/* exit(0); */`, `exit(EXIT_FAILURE);`, "#ifdef _WIN32\nn++;\n#endif", `char *home = getenv("HOME");`, `assert(n > 0);`),
	puts("", "Shop/Cart.cs", `if (n < 0) Environment.Exit(1);`, `var home = Environment.GetEnvironmentVariable("HOME");`),
	[]edit{
		changed("exit in main", "cmd/x/main.go", cli, "\tif err", "\tif os.Args[1] == \"version\" {\n\t\tos.Exit(0)\n\t}\n\tif err", ""),
		changed("existing exit indented", "shop/run.go", "package shop\n\nfunc run() {\n\tos.Exit(0)\n}\n", "\tos.Exit(0)\n", "\tif done {\n\t\tos.Exit(0)\n\t}\n", ""),
		changed("python main", "shop.py", "import sys\n\n\ndef main():\n    run()\n\n\nif __name__ == \"__main__\":\n    main()\n", "    run()\n", "    run()\n    sys.exit(0)\n", ""),
		changed("arguments of a command line", "shop/main.py", "import sys\n\n\ndef main():\n    run()\n", "    run()\n", "    if len(sys.argv) > 1:\n        run()\n", ""),
		changed("python command", "bin/shop", "#!/usr/bin/env python3\nrun()\n", "run()\n", "run()\nimport sys\nsys.exit(0)\n", ""),
		changed("node command", "bin/shop.js", "#!/usr/bin/env node\nrun()\n", "run()\n", "run()\nprocess.exit(0)\n", ""),
		changed("rust main", "src/main.rs", "fn main() {\n    run();\n}\n", "run();\n", "run();\n    std::process::exit(0);\n", ""),
		changed("java main", "src/App.java", "class App {\n    public static void main(String[] args) {\n        run();\n    }\n}\n", "run();\n", "run();\n        System.exit(0);\n", ""),
		changed("c main", "src/app.c", "int main(void) {\n    run();\n}\n", "run();\n", "run();\n    exit(0);\n", ""),
		changed("rust source beside its tests (known)", "src/gauge.rs", gauge, "width - label.len()", "width.saturating_sub(label.len())", ""),
		changed("rust prose beside its doctest (known)", "src/gauge.rs", gauge, "/// Draws a gauge.", "/// Draws a gauge that fits.", ""),
		changed("python source beside its doctest (known)", "paging.py", paging, "total // size + 1", "max(1, -(-total // size))", ""),
		changed("python prose beside its doctest (known)", "paging.py", paging, "    The last one may be partly filled.", "    The last one may be partly filled, or empty.", ""),
		changed("package.json build script", "package.json", "{\n  \"scripts\": {\n    \"build\": \"tsc\",\n    \"test\": \"jest\"\n  }\n}\n", "\"tsc\"", "\"tsc -p .\"", ""),
		changed("package.json dependency", "package.json", "{\n  \"dependencies\": {\n    \"left\": \"1.0.0\"\n  },\n  \"scripts\": {\n    \"test\": \"jest\"\n  }\n}\n", "1.0.0", "1.0.1", ""),
		changed("pyproject dependency", "pyproject.toml", "[project]\ndependencies = [\"left>=1\"]\n\n[tool.pytest.ini_options]\naddopts = \"-ra\"\n", "left>=1", "left>=2", ""),
		changed("Cargo dependency", "Cargo.toml", "[package]\nname = \"x\"\n\n[dependencies]\nleft = \"1\"\n\n[profile.test]\nopt-level = 1\n", "\"1\"\n", "\"1.1\"\n", ""),
		changed("Makefile build", "Makefile", "build:\n\tgo build\n\ntest: build\n\tgo test ./...\n", "go build\n", "go build -o out\n", ""),
		changed("pom dependency", "pom.xml", "<project>\n  <dependency>\n    <version>1</version>\n  </dependency>\n</project>\n", "<version>1", "<version>2", ""),
		changed("gradle dependency", "build.gradle", "dependencies {\n  implementation 'a:b:1'\n  testImplementation 'junit:junit:4'\n}\ntest {\n  useJUnitPlatform()\n}\n", "a:b:1", "a:b:2", ""),
		changed("cmake source", "CMakeLists.txt", "add_library(x a.c)\nadd_test(NAME t COMMAND t)\n", "a.c)", "a.c b.c)", ""),
		changed("go.mod requirement", "go.mod", "module x\n\ngo 1.26\n", "go 1.26\n", "go 1.26\n\nrequire github.com/stretchr/testify v1.11.0\n", ""),
		changed("platform tag", "shop/cart_unix.go", "//go:build linux\n\npackage shop\n", "//go:build linux", "//go:build linux || darwin", ""),
		changed("reporter goes on (known)", "report/tap.go", "package report\n\nfunc f() {\n\tfmt.Println(\"TAP version 13\")\n}\n", "13\")\n", "13\")\n\tfmt.Printf(\"ok %d - %s\\n\", n, name)\n", ""),
		changed("case beside source", "shop/runner.py", "def run_tests(cmd):\n    return call([\"pytest\"] + cmd)\n", "[\"pytest\"] + cmd", "[\"pytest\", \"-q\"] + cmd", ""),
		changed("ends alone", "run.sh", "#!/bin/sh\r\nset -e\r\n", "#!/bin/sh\r\nset -e\r\n", "#!/bin/sh\nset -e\n", ""),
		changed("mixed ends stay", "shop/cart.py", "a = 1\r\nb = 2\nc = 3\n", "b = 2", "b = 4", ""),
		changed("no final newline", "shop/cart.py", "a = 1\r\nb = 2", "b = 2", "b = 4", ""),
		changed("vite build", "vite.config.ts", "export default {\n  base: '/',\n  test: {\n    globals: true,\n  },\n}\n", "'/'", "'/x'", ""),
		changed("requirement", "requirements.txt", "flask==1\npytest==8\n", "flask==1", "flask==2", ""),
		changed("output", "shop/win.py", "import sys\n", "import sys\n", "import sys\nsys.stdout = wrap(sys.stdout)\n", ""),
		changed("carriage returns", "shop/cart.py", "a = 1\r\nb = 2\r\n", "b = 2", "b = 3", ""),
	},
)
