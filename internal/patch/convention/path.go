// Package convention knows by which conventions projects of many languages are
// laid out: which files, and which lines of a file, are tests, configure how tests
// run, or drive CI, and how code looks that behaves differently under test. It
// judges names and text and reads nothing.
package convention

import (
	"path"
	"slices"
	"strings"
)

// Kind says what a file is for.
type Kind string

// The kinds of files. Source is everything that none of the others claims.
const (
	Source     Kind = "source"
	Test       Kind = "test-file"      // holds tests, or serves only them
	Expected   Kind = "expected-file"  // what tests compare with: snapshots, golden files, fixtures
	TestConfig Kind = "test-config"    // says which tests run, and how
	CI         Kind = "ci-file"        // a workflow or its parts
	Owners     Kind = "code-owners"    // who must review what
	Hook       Kind = "hook"           // runs on git's events
	Git        Kind = "git-file"       // git's own data and settings
	Lockfile   Kind = "lockfile"       // exact versions, written by a tool
	Planted    Kind = "planted-module" // is loaded without being asked for, or hides another module
)

// Classify returns the kind of the file at a slash-separated path relative to the
// root. Upper and lower case count as the same, as they do on some file systems.
func Classify(name string) Kind {
	lower := strings.ToLower(name)
	for _, c := range classes {
		if c.is(lower, name) {
			return c.kind
		}
	}
	return Source
}

// classes is in the order in which kinds claim a file.
var classes = []struct {
	kind Kind
	is   func(lower, name string) bool
}{
	{Git, func(l, _ string) bool { return isGit(l) }},
	{CI, func(l, _ string) bool { return ciFile.MatchString(l) }},
	{Owners, func(l, _ string) bool { return path.Base(l) == "codeowners" }},
	{Hook, func(l, _ string) bool { return hookFile.MatchString(l) }},
	{Lockfile, func(l, _ string) bool { return slices.Contains(lockfiles, path.Base(l)) }},
	{TestConfig, func(l, _ string) bool { return testConfig.MatchString(l) }},
	{Planted, func(l, _ string) bool { return isPlanted(l) }},
	{Expected, func(l, _ string) bool { return expectedFile.MatchString(l) }},
	{Test, isTest},
}

// isGit finds .git itself, in the spellings that Windows and macOS take for it, and
// the files that change what git does.
func isGit(lower string) bool {
	for _, part := range strings.Split(lower, "/") {
		switch strings.TrimRight(part, ". ") {
		case ".git", "git~1", ".git::$index_allocation", ".gitmodules", ".gitattributes":
			return true
		}
	}
	return false
}

var ciFile = pattern(`
	^\.github/
	^\.gitlab/
	(^|/)\.gitlab-ci\.ya?ml$
	^\.circleci/
	^\.ci/
	^\.buildkite/
	^\.woodpecker(/|\.ya?ml$)
	^\.drone\.(ya?ml|star|jsonnet)$
	^\.travis\.ya?ml$
	^\.?appveyor\.ya?ml$
	^\.cirrus\.(ya?ml|star)$
	^\.semaphore/
	^\.teamcity/
	^\.tekton/
	^\.gitea/
	^\.forgejo/
	^\.azure-pipelines?/
	^azure-pipelines[^/]*\.ya?ml$
	^bitbucket-pipelines\.ya?ml$
	^buildspec\.ya?ml$
	^cloudbuild\.ya?ml$
	^(.*/)?jenkinsfile([._-][^/]*)?$
	^wercker\.ya?ml$
	^codefresh\.ya?ml$
	^\.?codecov\.ya?ml$
`)

var hookFile = pattern(`
	^\.husky/
	^\.githooks/
	^\.?lefthook(-local)?\.(ya?ml|toml|json)$
	^\.pre-commit-(config|hooks)\.ya?ml$
	(^|/)git-hooks/
`)

var lockfiles = []string{
	"go.sum", "go.work.sum", "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock",
	"bun.lockb", "deno.lock", "cargo.lock", "poetry.lock", "pdm.lock", "uv.lock", "pipfile.lock", "pylock.toml",
	"gemfile.lock", "composer.lock", "packages.lock.json", "gradle.lockfile", "mix.lock", "pubspec.lock",
	"podfile.lock", "package.resolved", "flake.lock", "conan.lock", "paket.lock", "cabal.project.freeze",
	"stack.yaml.lock", "verification-metadata.xml",
}

// testConfig are the files that are about nothing but running tests. Those that
// hold other settings too are judged by section, in Regions.
var testConfig = pattern(`
	(^|/)\.?pytest\.(ini|toml)$
	(^|/)conftest\.py$
	(^|/)tox\.(ini|toml)$
	(^|/)noxfile\.py$
	(^|/)\.?nose(2|tests)?\.cfg$
	(^|/)unittest\.cfg$
	(^|/)(\.?behave(rc|\.ini)|robot\.toml)$
	(^|/)\.(coveragerc|testr\.conf|stestr\.conf)$
	(^|/)([^/]*[._-])?(jest|vitest|playwright|cypress|karma|ava|wdio|protractor|nightwatch|testem|web-test-runner|jasmine)([._-](config|conf|setup|preset|workspace|unit|e2e|integration|ci))+\.[cm]?[jt]sx?(on)?$
	(^|/)(jest|vitest|karma|mocha|jasmine|cypress|testem)\.json$
	(^|/)vitest\.workspace\.
	(^|/)(jest|vitest|mocha|test)[._-]?setup[^/]*\.[cm]?[jt]sx?$
	(^|/)setup[._-]?(tests?|jest|vitest|mocha)[^/]*\.[cm]?[jt]sx?$
	(^|/)\.?(mocharc|nycrc|c8rc|taprc|jasmine|avarc)(\.[a-z]+)?$
	(^|/)mocha\.opts$
	(^|/)phpunit[^/]*\.(xml|dist|yml|yaml)$
	(^|/)(phpspec|codeception|behat|kahlan-config|infection)[^/]*\.(ya?ml|php|json5?|dist)$
	(^|/)pest\.php$
	(^|/)\.rspec(_status)?(-[a-z]+)?$
	(^|/)(spec|rails|test)_helper\.rb$
	(^|/)\.(simplecov|minitest\.rb|cucumber)$
	(^|/)cucumber\.(ya?ml|js|json)$
	(^|/)(\.config/)?nextest\.toml$
	(^|/)(ctestconfig|ctestcustom|dartconfiguration|ctesttestfile)\.(cmake|tcl)$
	(^|/)[^/]*\.(runsettings|testsettings|testrunconfig|playlist)$
	(^|/)xunit\.runner\.json$
	(^|/)(junit-platform|testng|surefire|arquillian|cucumber|kotest)[^/]*\.(properties|xml)$
	(^|/)\.?(buckconfig|bazelrc)$
	(^|/)\.gotestsum[^/]*$
	(^|/)dart_test\.yaml$
	(^|/)\.?busted$
	(^|/)\.testcaferc\.[a-z]+$
	(^|/)\.(npmrc|yarnrc|yarnrc\.yml|pnpmfile\.cjs|envrc)$
	(^|/)\.cargo/config(\.toml)?$
	(^|/)run[-_]?(all[-_]?)?(unit[-_]?)?tests?\.(sh|bash|py|rb|pl|ps1|cmd|bat)$
	(^|/)(ci|check|cibuild)\.(sh|bash|ps1)$
	^(scripts?|bin|tools|hack)/(test|tests|ci|check|cibuild|verify)(\.(sh|bash|py|rb|js|ps1))?$
	(^|/)\.env\.(test|ci|testing)(\..*)?$
	(^|/)tsconfig\.(test|spec|jest|vitest|e2e)\.json$
	(^|/)config/environments/test\.rb$
	(^|/)\.mvn/(maven\.config|jvm\.config|extensions\.xml)$
`)

var expectedFile = pattern(`
	(^|/)__(snapshots|image_snapshots|fixtures|golden|file_snapshots)__/
	\.snap(shot)?(\.[a-z]+)?$
	\.(golden|approved|received|verified)(\.[a-z0-9]+)?$
	(^|/)expected([-_](outputs?|results?|files?|data))?/
	(^|/)([^/]*[._-])?(golden|expected|snapshots?)([._-][^/]*)?\.(txt|json|jsonl|xml|ya?ml|csv|tsv|html?|out|log|sql|toml|svg|png|bin|dat|stdout|stderr|hex)$
	(^|/)[^/]*[._-]baseline\.(xml|neon|json|php|toml|ya?ml|txt)$
	(^|/)\.rubocop_todo\.yml$
	(^|/)(test[-_]?data|golden([-_]?files)?|fixtures?|test[-_]?fixtures|cassettes|testresources)/
	\.ambr$
`)

// isTest knows the names that runners collect, and folders that hold nothing but
// tests. Names are judged in their own case where a language's convention depends
// on it: Latest.java is no test, LoginTest.java is one.
func isTest(lower, name string) bool {
	if testFile.MatchString(lower) || testFolder.MatchString(lower) {
		return true
	}
	// Maven and Gradle keep what ships apart.
	return camelTest.MatchString(path.Base(name)) && !strings.Contains("/"+lower, "/src/main/")
}

var testFile = pattern(`
	(^|/)[^/]+_test\.go$
	(^|/)(test_[^/]*|[^/]*_tests?|tests?)\.pyi?$
	(^|/)(test_[^/]*|[^/]*_tests?|tests?)\.(rs|rb|c|cc|cpp|cxx|m|mm|h|hh|hpp|ex|exs|erl|jl|lua|r|nim|zig|dart|clj|cljs|cljc|hs|ml|sh|bats|pl|el|vim|cr|gd|f90|t)$
	(^|/)[^/]+[._-](test|tests|spec|specs)\.[cm]?[jt]sx?$
	(^|/)[^/]+\.(unit|e2e|cy|it|bench)\.[cm]?[jt]sx?$
	(^|/)(test|tests|spec)\.[cm]?[jt]sx?$
	(^|/)test[-_][^/]*\.[cm]?[jt]sx?$
	(^|/)[^/]+[._-](test|spec)\.(vue|svelte|coffee|elm|php|rb|lua|dart|groovy|py)$
	(^|/)[^/]+_spec\.(rb|cr|lua|moon|js|ts|coffee|ex|exs)$
	(^|/)[^/]+\.(feature|bats|phpt|t|robot|resource)$
	(^|/)features/environment\.py$
	(^|/)[^/]+-test\.(clj|el|lisp)$
	(^|/)(catch|gtest|doctest)_main\.(c|cc|cpp|cxx)$
`)

var testFolder = pattern(`
	(^|/)(tests?|__tests?__|__specs?__|__mocks__|unittests?|unit[-_]tests?|e2e|integration[-_]?tests?|functional[-_]?tests?|acceptance[-_]?tests?|test[-_]?suites?|features/steps|features/step_definitions|features/support)/
	(^|/)specs?/(.*/)?[^/]+\.(rb|cr|lua|moon|coffee|php|[cm]?[jt]sx?)$
	(^|/)src/(test|it|integrationtest|inttest|functionaltest|acceptancetest|e2etest|unittest|testfixtures|androidtest|commontest|jvmtest|jstest|iostest|nativetest|testdebug|testrelease)/
	(^|/)[^/]+\.(tests?|unittests|integrationtests|specs)/
	(^|/)cypress/
`)

// camelTest matches FooTest.java, TestFoo.kt, FooTests.cs, FooIT.java, FooSpec.scala
// and the like. Suffixes that production code has too count only where the language's
// runner goes by them.
var camelTest = pattern(`
	^(Test[A-Z0-9_]\w*|\w*[a-z0-9_](Tests?|TestCase|IT|ITCase)|Tests?)\.(java|kt|groovy)$
	^\w*[a-z0-9_](Tests?|TestCase|Suite|Specs?)\.(scala|groovy|hs)$
	^\w*[a-z0-9_](Tests?|TestCase|Fixture)\.(cs|fs|vb)$
	^\w*[a-z0-9_](Tests?|TestCase|Cest|Cept)\.(php|swift|m|mm|dart)$
	^(Test[A-Z0-9_]\w*|\w*[a-z0-9_]Tests?)\.(cpp|cc|cxx|h|hpp)$
`)

// isPlanted finds modules that an interpreter loads by itself, installed packages, and
// packages that only a test framework has.
func isPlanted(lower string) bool { return plantedFile.MatchString(lower) }

var plantedFile = pattern(`
	(^|/)(sitecustomize|usercustomize)(\.py|/__init__\.py)$
	(^|/)[^/]+\.(pth|egg-link)$
	(^|/)(node_modules|bower_components|site-packages|dist-packages|\.venv|venv|virtualenv|\.eggs|\.tox|\.nox|__pycache__|\.bundle)/
	\.py[co]$
	(^|/)[^/]+\.(dist|egg)-info(/|$)
	(^|/)vendor/(testing|github\.com/(stretchr/testify|onsi)|gotest\.tools)/
	(^|/)vendor/(bundle/.*/)?(rspec|minitest|phpunit)
	(^|/)meta-inf/services/(org\.junit|org\.testng|org\.spockframework)
	(^|/)(org/junit|junit/framework|kotlin/test|org/testng|org/assertj|org/hamcrest)/
`)

// Shadows reports whether a new file would hide a module of the test framework, or
// one of the language that tests depend on, from those who import it by name.
func Shadows(name string) bool {
	lower := strings.ToLower(name)
	return frameworkFile.MatchString(lower) || standardFile.MatchString(lower)
}

var frameworkFile = pattern(`
	(^|/)(unittest|pytest|_pytest|nose2?|pluggy)(\.py|/__init__\.py)$
	^((src|lib|tests?)/)?(doctest|hypothesis|mock|tox|attr|six|iniconfig|packaging|pygments|exceptiongroup|execnet|xdist|pytest_\w+)(\.py|/__init__\.py)$
	(^|/)lib/(rspec|minitest|test/unit)(\.rb$|/)
`)

// standardFile matches what takes the place of a module of Python's standard library
// at a place that is searched first.
var standardFile = pattern(`
	^((src|lib|tests?)/)?(abc|argparse|ast|asyncio|base64|bisect|builtins|calendar|codecs|collections|configparser|contextlib|copy|csv|ctypes|dataclasses|datetime|decimal|difflib|dis|email|enum|errno|fnmatch|fractions|functools|gc|getpass|glob|gzip|hashlib|heapq|hmac|html|http|importlib|inspect|io|itertools|json|keyword|linecache|locale|logging|math|multiprocessing|numbers|operator|os|pathlib|pickle|pkgutil|platform|pprint|queue|random|re|secrets|select|shlex|shutil|signal|site|socket|sqlite3|ssl|stat|statistics|string|struct|subprocess|sys|sysconfig|tempfile|textwrap|threading|time|timeit|token|tokenize|traceback|types|typing|unicodedata|urllib|uuid|warnings|weakref|xml|zipfile|zlib|reprlib|runpy|contextvars|copyreg|pdb|bdb|codeop|sre_\w+|encodings|opcode|getopt|zipimport|posixpath|ntpath|genericpath)(\.py|/__init__\.py)$
`)
