package convention

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// The kinds of marks: code that makes tests pass without mending what they test.
const (
	SpecialCase  Kind = "test-special-case" // behaves in another way under test
	EarlyExit    Kind = "early-exit"        // ends the process as if all went well
	RunnerOutput Kind = "runner-output"     // prints what a test runner prints
	Tampering    Kind = "framework-patch"   // changes the test framework or how it compares
	SkipMark     Kind = "skip-mark"         // skips, focuses or expects failure
	RetryMark    Kind = "retry-or-timeout"  // has tests tried again, or gives them more time
	BuildTag     Kind = "build-tag"         // leaves a file out of some builds, by something else than the platform
	Secret       Kind = "secret"            // looks like a credential
	Unseen       Kind = "hidden-character"  // a reader does not see it, or sees the line in another order
)

// Mark is a line, counted from 0, that should not have been added.
type Mark struct {
	Line int
	Kind Kind
}

// Marks looks for marks on those lines of a text for which added is true, one of a
// kind a line. Comments do not count, except for directives and secrets.
func Marks(name, text string, added []bool) []Mark {
	lines := strings.SplitAfter(text, "\n")
	lang := LanguageOf(name)
	j := judge{name: name, lang: lang, lines: lines, views: views(lang, lines), added: added}
	j.plain = j.statements()
	var marks []Mark
	for i := range lines {
		if i >= len(added) || !added[i] {
			continue
		}
		for _, kind := range j.line(i) {
			marks = append(marks, Mark{i, kind})
		}
	}
	return append(marks, j.together()...)
}

// unseen reports whether r is one of the characters by which a line can be read in
// another way than it is run: zero-width ones and those that turn the direction of
// writing, and those that end a line for a compiler and for no reader. The joiners of
// emoji and of some scripts are not among them.
func unseen(r rune) bool {
	switch r {
	case 0x200b, 0x200e, 0x200f, 0xfeff, 0x00ad, 0x2028, 0x2029, 0x0085:
		return true
	}
	return r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x2064 || r >= 0x2066 && r <= 0x2069
}

type judge struct {
	name  string
	lang  Language
	lines []string
	views []view
	added []bool
	plain []string // statements that begin here, put together and in plain words; "" for other lines
}

// line returns the kinds of marks on one line.
func (j judge) line(i int) []Kind {
	var kinds []Kind
	raw, code := j.lines[i], j.views[i].code
	if secret.MatchString(raw) {
		kinds = append(kinds, Secret)
	}
	if j.misread(i) {
		kinds = append(kinds, Unseen)
	}
	if j.lang == Other {
		return kinds
	}
	if j.lang == Go && isTestTag(raw) {
		kinds = append(kinds, BuildTag)
	}
	if j.lang == Go && linkname.MatchString(raw) {
		kinds = append(kinds, Tampering)
	}
	kinds = append(kinds, j.says(i, code)...)
	if said := j.plain[i]; said != "" && said != strings.TrimSpace(code) {
		kinds = append(kinds, j.says(i, said)...)
	}
	return unique(kinds)
}

// unique drops what was there before, and keeps the order.
func unique(kinds []Kind) []Kind {
	var once []Kind
	for _, k := range kinds {
		if !slices.Contains(once, k) {
			once = append(once, k)
		}
	}
	return once
}

// says returns the kinds of marks in code that stands on line i, or begins there.
func (j judge) says(i int, code string) []Kind {
	var kinds []Kind
	for _, k := range []struct {
		kind  Kind
		table map[Language]matcher
	}{{SpecialCase, specialCase}, {Tampering, tampering}, {SkipMark, skipMark}, {RetryMark, retryMark}} {
		if matches(k.table, j.lang, code) && !(k.kind == SpecialCase && j.readsOwnArguments(code)) {
			kinds = append(kinds, k.kind)
		}
	}
	if j.lang == Go && ownName.MatchString(code) && !j.isProgram() && !j.knows(ownName) {
		kinds = append(kinds, SpecialCase)
	}
	if runnerOutput.MatchString(code) && !j.knows(runnerOutput) {
		kinds = append(kinds, RunnerOutput)
	}
	if j.exits(i, code) {
		kinds = append(kinds, EarlyExit)
	}
	return kinds
}

// ownName matches a look at how the program was called. That is for programs: a package
// that others import learns by it only who runs it.
var ownName = pattern(`
	\bos\.Args\b
`)

func matches(table map[Language]matcher, lang Language, code string) bool {
	return table[lang].MatchString(code) || table[Other].MatchString(code)
}

// knows reports whether lines that were there before match: a file that is about
// such things may go on with it.
func (j judge) knows(re matcher) bool {
	for i, v := range j.views {
		if !j.added[min(i, len(j.added)-1)] && re.MatchString(v.code) {
			return true
		}
	}
	return false
}

// runners are names that only a test run has around it.
const runners = `(?:_?pytest|unittest|nose2?|doctest|hypothesis|jest|vitest|mocha|jasmine|ava|rspec|minitest|phpunit|junit|testng|surefire|nunit|xunit|mstest|testhost|vstest|ctest|gtest|nextest|karma|cypress|playwright)`

// environment matches the names of variables that a test run or CI sets.
const environment = `(?:CI|CONTINUOUS_INTEGRATION|GITHUB_ACTIONS?|GITHUB_WORKFLOW|GITHUB_RUN_ID|GITHUB_JOB|GITLAB_CI|CIRCLECI|TRAVIS|JENKINS_\w+|BUILDKITE|BUILD_NUMBER|TF_BUILD|JEST_WORKER_ID|VITEST\w*|PYTEST\w*|MOCHA\w*|NODE_TEST\w*|RUST_TEST_\w+|NEXTEST\w*|CARGO_TARGET_TMPDIR|GO_?TEST\w*|TEST|TESTS|TESTING|TEST_ENV|TEST_MODE|TEST_RUN\w*|IN_TESTS?|UNDER_TEST|RUNNING_TESTS?|UNIT_?TEST\w*|IS_TEST\w*|XCTest\w+|GTEST_\w+|CTEST_\w+|SUREFIRE\w*|surefire\.\S+|TOX_ENV\w*|NOX_\w+|TAP|HARNESS_ACTIVE|PHPUNIT\w*|REGREEN\w*|PYTHONPYCACHEPREFIX|GOFLAGS|CARGO_TERM_COLOR)`

var specialCase = map[Language]matcher{
	Other: pattern(`
		(?:\b(?:(?i:getenv)|LookupEnv|environ|GetEnvironmentVariable|getProperty|env::var(?:_os)?|env|ENV)\b|\$_ENV|\$_SERVER|\boption_env!|\benv!)[\w.?:!]*\s*[(\[{.]*(?:get|fetch|key\?|has|contains|includes|exists)?[(\[.]*\s*['"]?` + environment + `['"]?(?:\W|$)
		\b(?:(?i:getenv)|LookupEnv|environ|Environ|process\.env|ENV|env::vars?|GetEnvironmentVariables?|getProperty|getProperties)\b.*['"]` + environment + `['"=]
		\{[^}]*\b(?:CI|VITEST|JEST_WORKER_ID|NODE_TEST_CONTEXT|GITHUB_ACTIONS)\b[^}]*\}\s*=\s*process\.env
		['"]` + environment + `['"]\s+(?:not\s+)?in\s+(?:os\.)?(?:environ|process\.env|ENV)
		\b(?:NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|GO_ENV|MIX_ENV|DJANGO_ENV|FLASK_ENV|ASPNETCORE_ENVIRONMENT|DOTNET_ENVIRONMENT|ENVIRONMENT)\b.*['"](?i:tests?|testing|ci)['"]
	`),
	Go: pattern(`
		\bif\b.*\bos\.Args\b
		^\s*(?:import\s+)?(?:[\w.]+\s+)?"testing(?:/internal/\w+)?"\s*;?\s*$
		\btesting\.Testing\b
		\btesting\.(?:Testing|Short|Verbose|CoverMode|Init|MainStart)\(
		\bflag\.(?:Lookup|CommandLine\.Lookup|Parsed)\(?\(?\s*"test\.
		["\x60]-?-?test\.(?:v|run|skip|short|count|failfast|shuffle|timeout|paniconexit0|testlogfile)\b
		os\.(?:Args\[0\]|Executable\(\)).*(?:test)
		Has(?:Suffix|Prefix)\([^)]*["\x60](?:\.test|_test|-test\.)["\x60]?
		["\x60][^"\x60]*(?:_test\.go|testing\.tRunner|\.test["\x60])
	`),
	Python: pattern(`
		['"]` + runners + `(?:\.\w+)*['"]\s+(?:not\s+)?in\s+sys\.(?:modules|argv)
		sys\.modules(?:\.get\(|\[)\s*['"]` + runners + `
		sys\.argv\b.*['"](?:[^'"]*(?:\b|_))?(?:tests?|` + runners + `)(?:\b|_)
		find_spec\(\s*['"]` + runners + `
		PYTEST_CURRENT_TEST
		\bany\(.*` + runners + `.*sys\.(?:modules|argv)
		\bhasattr\(\s*(?:sys|builtins)\s*,\s*['"]_called_from_test
		\bsys\.modules\[\s*['"]__main__['"]\s*\]
		\bfor\b.*\bin\b.*\bsys\.modules\b
		\bif\b.*\bsys\.(?:argv|orig_argv|flags)\b
		\b(?:any|all|next)\(.*\bos\.environ\b
		\b(?:len|set|sorted|list|frozenset)\(\s*(?:\w+\.)*sys\.modules\b
		\bgetattr\(\s*(?:\w+\.)*(?:sys|os)\s*,\s*['"](?:modules|_getframe|_current_frames|argv|orig_argv|environ|getenv)['"]
		^\s*(?:import|from)\s+__main__\b
		\bgc\.get_(?:objects|referrers|referents)\b
	`),
	JS: pattern(`
		\btypeof\s+\(?\s*(?:globalThis\.|global\.|window\.)?(?:jest|describe|it|vi|beforeEach|afterEach|mocha|jasmine|__karma__|Cypress)\b
		\b(?:globalThis|global|window)\.(?:jest|describe|vi|beforeEach|mocha|jasmine|__karma__|Cypress|__vitest\w*)\b
		\bprocess\.(?:argv|execArgv|argv0|title)\b.*(?:\b|_)(?:tests?|` + runners + `)(?:\b|_)
		\bimport\.meta\.(?:vitest|jest|env\.(?:TEST|VITEST|CI)\b|env\.MODE\s*===?\s*['"]test)
		\bprocess\.env(?:\.|\[['"])(?:npm_lifecycle_event|npm_lifecycle_script).*test
		\b(?:require\.main|process\.mainModule|module\.parent)\b.*(?:test|` + runners + `)
		\bError\.prepareStackTrace\b
		\bprocess\.execArgv\b
		\bif\b.*\bprocess\.argv\b
		\bObject\.(?:keys|entries|values)\(\s*process\.env\s*\)\.(?:some|find|every|filter)\(
	`),
	Rust: pattern(`
		\bcfg!\s*\(.*\btest\b
		#!?\[\s*cfg(?:_attr)?\s*\(\s*(?:not\s*\(\s*test|(?:all|any)\s*\(.*not\s*\(\s*test)
		thread::current\(\)\.name\(\).*test
		env::args\b.*test
		\bcfg!\s*\(.*\bdebug_assertions\b
		#!?\[\s*cfg(?:_attr)?\s*\(.*\bdebug_assertions\b
		current_exe\(\).*(?:deps|test)
		env::var(?:_os)?\(\s*"CARGO(?:_MANIFEST_DIR|_PKG_\w+|_CRATE_NAME|_BIN_NAME)?"\s*\)\s*\.is_
	`),
	Java: pattern(`
		Class\.forName\(\s*"(?:org\.junit|junit|org\.testng|io\.kotest|org\.spockframework)
		"(?:org\.junit|junit\.framework|org\.testng|io\.kotest)[^"]*"
		getProperty\(\s*"(?:java\.class\.path|sun\.java\.command|java\.command)".*(?i:test|junit|surefire)
		"sun\.java\.command"
		\bdesiredAssertionStatus\(
		\bgetName\(\)\.\w+\(\s*"[^"]*(?i:test|surefire)
	`),
	Ruby: pattern(`
		\bdefined\?\s*\(?\s*(?:::)?(?:RSpec|Minitest|MiniTest|Test::Unit|ActiveSupport::TestCase|Cucumber)\b
		\bRails\.env\.(?:test\?|==\s*['"]test)
		\bRails\.env\s*==\s*['"]test
		(?:\$0|\$PROGRAM_NAME|ARGV)\b.*(?:test|spec)
		\$LOADED_FEATURES.*` + runners + `
	`),
	PHP: pattern(`
		defined\(\s*['"](?:PHPUNIT_\w+|__PHPUNIT_\w+|PHPUnit_\w+)
		class_exists\(.*(?:PHPUnit|TestCase|Pest)
		runningUnitTests\(
		environment\(\s*\[?\s*['"]testing
		get_declared_classes.*PHPUnit
		\$_SERVER\[['"]argv['"]\].*(?:phpunit|pest|test)
	`),
	C: pattern(`
		^\s*#\s*(?:if|ifdef|ifndef|elif)\b.*\b(?:\w*_)?(?:UNIT_?TESTS?|UNITTESTS?|TESTING|TESTS?|GTEST\w*|CATCH_\w+|DOCTEST\w*|CTEST)\b
		(?:program_invocation|getprogname|__progname).*
	`),
	CSharp: pattern(`
		GetAssemblies\(\).*(?i:xunit|nunit|mstest|testhost|test)
		\.ProcessName.*(?i:test)
		["](?i:testhost|xunit\.|nunit\.|microsoft\.visualstudio\.test)
		^\s*#\s*if\b.*\bTEST
		GetEntryAssembly\(\).*(?i:test)
	`),
}

var tampering = map[Language]matcher{
	Go: pattern(`
		\bos\.Std(?:out|err)\s*=[^=]
		"(?:bou\.ke/monkey|github\.com/agiledragon/gomonkey|github\.com/bytedance/mockey)
	`),
	Python: pattern(`
		\b(?:unittest|pytest|_pytest|doctest)(?:\.\w+)+\s*=[^=]
		\bsetattr\(\s*(?:unittest|pytest|_pytest|doctest|builtins)\b
		\b(?:monkeypatch|mock\.patch)(?:\.\w+)*\(
		\bbuiltins\.\w+\s*=[^=]
		\bsys\.exit\s*=[^=]
		\bos\._exit\s*=[^=]
		\bsys\.modules\[\s*['"]` + runners + `[^]]*\]\s*=
		^\s*def\s+pytest_\w+\(
		\bTestCase\.\w+\s*=[^=]
		^\s*(?:from|import)\s+(?:_pytest|unittest\.mock|mock)\b
		^\s*from\s+unittest\s+import\s+.*\bmock\b
		\bmock\.ANY\b
		\b__(?:eq|ne|hash)__\s*=\s*lambda\b
		['"]__(?:eq|ne|hash|instancecheck)__['"]
		\b__builtins__\s*(?:\[|\.\w+\s*=[^=])
		^\s*(?:from|import)\s+(?:unittest|pytest|nose2?)\b
		\b(?:__import__|import_module)\(\s*['"](?:unittest|_?pytest|nose)
		\bsetattr\(\s*[\w.]+\s*,\s*['"](?:assert\w*|fail\w*|_?run|skip\w*)['"]
		\.(?:assert[A-Z]\w*|failureException|shortDescription)\s*=[^=]
		\bsys\.(?:meta_path|path_hooks|excepthook|breakpointhook)\b
		\b(?:sys|threading)\.set(?:trace|profile)\(
		\b__code__\s*=[^=]
		\bctypes\.(?:pythonapi|memmove|memset|cast)\b
		\b(?:exec|eval|compile)\(\s*(?:base64|codecs|zlib|marshal|bytes\b|bytearray\b|['"]{2}\.join\()
		^\s*pytest_plugins\s*=
		^\s*__eq__\s*=\s*[a-z_]\w*\s*$
	`),
	JS: pattern(`
		\b(?:assert|expect|jest|vi|vitest|mocha|chai|sinon)(?:\.\w+)+\s*=[^=>]
		\b(?:globalThis|global|window)\.(?:assert|expect|it|test|describe|beforeEach|afterEach)\s*=[^=>]
		\brequire\.cache\[.*\]\s*=[^=]
		(?:\.|\[['"])(?:strictEqual|notStrictEqual|deepStrictEqual|notDeepStrictEqual|deepEqual|rejects|doesNotThrow|toBe|toEqual|toStrictEqual|toThrow)(?:['"]\])?\s*=[^=>]
		\bModule\.prototype\.\w+\s*=[^=]
		\b(?:Object|Array|String|Number|Boolean|Function|Error|Promise|Date|RegExp|Map|Set)\.prototype\.\w+\s*=[^=]
		\bObject\.defineProperty\(\s*(?:Object|Array|String|Number|Boolean|Function|Error|Promise|Date|RegExp|Map|Set)\.prototype\b
		\bModule\._(?:load|resolveFilename|extensions)\b
		\bprocess\.(?:exit|reallyExit|on|emit|exitCode)\s*=\s*(?:\(|function|async|\w+\s*=>)
		\bexpect\.(?:extend|any|anything|addEqualityTesters)\(
		\bObject\.is\s*=[^=]
		\beval\(\s*(?:atob|Buffer\.from)
		\bprocess\.std(?:out|err)\.write\s*=[^=]
		\bObject\.assign\(\s*(?:assert|expect)\b
		\bObject\.defineProperty\(\s*(?:assert|expect|process)\s*,\s*['"](?:equal|strictEqual|deepEqual|deepStrictEqual|ok|exit|exitCode)
	`),
	Rust: pattern(`
		\bmacro_rules!\s*(?:assert|assert_eq|assert_ne|debug_assert\w*|panic|unreachable)\b
		\bpanic::set_hook\b
		^\s*(?:pub\s+)?use\b.*\bas\s+assert\w*
		\bpanic::catch_unwind\b.*test
	`),
	Java: pattern(`
		^\s*package\s+(?:org\.junit|junit\.framework|org\.testng|kotlin\.test)\b
		\bset(?:Default|Class|Package)AssertionStatus\(\s*false
		\bSystem\.set(?:Out|SecurityManager)\(
	`),
	Ruby: pattern(`
		^\s*(?:module|class)\s+(?:RSpec|Minitest|MiniTest|Test::Unit)\b
		\b(?:RSpec|Minitest)(?:::\w+)+\.(?:prepend|include|class_eval|define_method|send)\b
		\bat_exit\b.*\bexit
	`),
	PHP: pattern(`
		^\s*namespace\s+\\?PHPUnit\b
		\bclass_alias\(.*(?:PHPUnit|TestCase)
		\bregister_shutdown_function\(.*exit
	`),
	C: pattern(`
		^\s*#\s*(?:define|undef)\s+(?:assert|NDEBUG|ASSERT_\w+|EXPECT_\w+|CHECK\w*|REQUIRE\w*|TEST\w*)\b
	`),
}

var skipMark = map[Language]matcher{
	Go: pattern(`
		\b(?:t|tb|b|f|T\(\))\.(?:Skip|SkipNow|Skipf)\(
	`),
	Python: pattern(`
		\bpytest\.(?:skip|xfail|importorskip|mark\.(?:skip|skipif|xfail))\b
		\bunittest\.(?:skip|skipIf|skipUnless|expectedFailure)\b
		\braise\s+(?:unittest\.)?SkipTest\b
		\bself\.skipTest\(
		^\s*(?:__test__|collect_ignore\w*|pytestmark)\s*=
		^\s*def\s+load_tests\(
	`),
	JS: pattern(`
		\b(?:it|test|describe|context|suite)\.(?:skip|only|todo|failing|fails|fixme|skipIf|runIf)\b
		(?:^|[^.\w$])(?:xit|xtest|xdescribe|xcontext|fit|fdescribe)\(\s*['"\x60]
	`),
	Java: pattern(`
		\b(?:Assume|Assumptions)\.assume\w+\(
		@(?:org\.junit\.(?:jupiter\.api\.)?)(?:Disabled|Ignore)\b
	`),
	PHP: pattern(`
		->markTest(?:Skipped|Incomplete)\(
	`),
	C: pattern(`
		\bGTEST_SKIP\(
		\bTEST\w*\(\s*\w+\s*,\s*DISABLED_
	`),
	CSharp: pattern(`
		\bAssert\.(?:Ignore|Inconclusive|Pass)\(
		\bSkip\s*=\s*"
	`),
}

var retryMark = map[Language]matcher{
	Python: pattern(`
		\bpytest\.mark\.(?:flaky|timeout|repeat)\b
		@flaky\b
	`),
	JS: pattern(`
		\b(?:jest|vi)\.(?:setTimeout|retryTimes|setConfig)\(
		\bthis\.(?:retries|slow)\(\s*\d
		\b(?:testTimeout|hookTimeout|retryTimes)\s*[:=]
		\bjasmine\.DEFAULT_TIMEOUT_INTERVAL\b
	`),
	Java: pattern(`
		@(?:RetryingTest|RepeatedIfExceptionsTest|Flaky|RetryTest)\b
	`),
}

// runnerOutput is what runners print, in strings of code.
var runnerOutput = pattern(`
	--- (?:PASS|FAIL|SKIP)\b
	=== (?:RUN|CONT|PAUSE|NAME)\b
	["'\x60]ok  ?(?:\\t|\t|%s|\{)
	\\?"Action\\?"\s*:\s*\\?"(?:pass|run|skip|start)
	\btest result: (?:ok|FAILED)
	\btest \S+ \.\.\. ok
	\[ +(?:OK|PASSED|RUN|FAILED) +\]
	["'\x60](?:\\n)*# (?:pass|tests|suites|fail|skipped)[ ]
	\bTests run:[ ]
	\bTests:\s+\S+ passed
	={3,}.* passed
	::\S* (?:PASSED|passed)
	["'\x60](?:\\n)*(?:not )?ok (?:\d|%d|\$\{)
	\bOK \(\S+ tests
	\b\S+ examples?, \S+ failures
	\bTAP version \d
	\bRan \S+ tests? in
	<testsuites?[ >]
	\bPassed!\s+- Failed:
`)

// exitCall matches the calls that end a process as if all went well.
var exitCall = map[Language]*regexp.Regexp{
	Go:     regexp.MustCompile(`\b(os|syscall|unix)\.Exit\(\s*0\s*\)|\bruntime\.Goexit\(`),
	Python: regexp.MustCompile(`(^|\W)_exit\b\s*(,|\)|\(\s*([^1-9\s]|0))|['"]_exit['"]|\bgetattr\(\s*sys\s*,\s*['"]exit|\bsys\.exit\(\s*(0|None|False)?\s*\)|\bsys\.exit\s*,\s*0|(^|[^.\w])(exit|quit)\(\s*(0|None)?\s*\)|\braise\s+SystemExit\s*(\(\s*(0|None)?\s*\))?\s*$`),
	JS:     regexp.MustCompile(`\bprocess(\.|\[['"])(exit|reallyExit)(['"]\])?\(\s*(0\s*)?\)|\bprocess\.exitCode\s*=\s*(0|undefined|null)\b|\bDeno\.exit\(\s*0?\s*\)`),
	Rust:   regexp.MustCompile(`\b(process::exit|libc::_?exit)\(\s*0\s*\)`),
	Java:   regexp.MustCompile(`\bSystem\.exit\(\s*0\s*\)|\.(exit|halt)\(\s*0\s*\)|\bexitProcess\(\s*0\s*\)`),
	Ruby:   regexp.MustCompile(`(^|[\s;{])(exit|Process\.exit|Kernel\.exit)!?(\s*\(?\s*(0|true)\s*\)?)?\s*($|if\b|unless\b|;|\})`),
	PHP:    regexp.MustCompile(`\b(exit|die)\(\s*0\s*\)`),
	C:      regexp.MustCompile(`\b(_|_E|quick_|std::_?)?[eE]?xit\(\s*(0|EXIT_SUCCESS)\s*\)`),
	CSharp: regexp.MustCompile(`\bEnvironment\.Exit\(\s*0\s*\)`),
}

var (
	program     = regexp.MustCompile(`(?i)(^|/)(bin|exe|scripts?|cmd|cli|tools?)/|(^|/)(main|__main__|cli|manage|app|program|index\.cli)\.[a-z]+$|[-_.]cli\.[a-z]+$`)
	mainHeader  = regexp.MustCompile(`\b(func|def|fn|fun|function|void|int|Task|async)\s+[Mm]ain\b|if\s+__name__\s*==|\$PROGRAM_NAME|\$0\b|require\.main\s*===?\s*module|import\.meta\.main`)
	loadsItself = regexp.MustCompile(`^\s*(func\s+init\(|static\s*(\{|$)|.*__attribute__\(\(constructor)`)
	anyHeader   = regexp.MustCompile(`\b(func|def|fn|fun|function|class|impl|module|public|private|protected|static|if|for|while|switch|match|case|with|try)\b|=>\s*\{?\s*$|\)\s*\{?\s*$`)
)

// exits reports whether the line ends the process in a place that tests may pass:
// anywhere but in a program's main function, or its command line's code.
func (j judge) exits(i int, code string) bool {
	re := exitCall[j.lang]
	if re == nil || !re.MatchString(code) {
		return false
	}
	headers := j.headers(i)
	if slices.ContainsFunc(headers, loadsItself.MatchString) {
		return true
	}
	if slices.ContainsFunc(headers, mainHeader.MatchString) {
		return false
	}
	topLevel := len(headers) == 0
	return !j.isProgram() || topLevel && j.lang == Python
}

// isProgram reports whether the file is a program's, so that it may read its arguments
// and end itself.
func (j judge) isProgram() bool {
	return program.MatchString(j.name) || strings.HasPrefix(j.lines[0], "#!") || path.Ext(j.name) == "" || slices.ContainsFunc(j.lines, mainHeader.MatchString)
}

// readsOwnArguments reports whether a line of a program only looks at what it was
// called with.
func (j judge) readsOwnArguments(code string) bool {
	return ownArguments.MatchString(code) && j.isProgram() && !strings.Contains(strings.ToLower(code), "test") && !testLiteral.MatchString(code)
}

// ownArguments matches a look at the program's arguments that asks for no word of tests.
var ownArguments = regexp.MustCompile(`\bif\b.*\b(sys\.(argv|orig_argv|flags)|os\.Args|process\.argv)\b`)

// headers returns the lines that open the blocks around line i, by indentation.
func (j judge) headers(i int) []string {
	var headers []string
	own := depth(j.lines[i])
	if c := strings.TrimSpace(j.views[i].code); anyHeader.MatchString(c) && strings.ContainsAny(c, "{:") {
		headers = append(headers, c) // a block on one line
	}
	for k := i - 1; k >= 0 && own > 0; k-- {
		code := j.views[k].code
		if strings.TrimSpace(code) == "" {
			continue
		}
		if d := depth(j.lines[k]); d < own && anyHeader.MatchString(code) {
			headers = append(headers, code)
			own = d
		}
	}
	return headers
}

// knownTags are the build constraints that tell platforms apart.
var knownTags = regexp.MustCompile(`^(aix|android|darwin|dragonfly|freebsd|hurd|illumos|ios|js|linux|nacl|netbsd|openbsd|plan9|solaris|wasip1|windows|zos|unix|386|amd64|amd64p32|arm|armbe|arm64|arm64be|loong64|mips\w*|ppc\w*|riscv\w*|s390x?|sparc\w*|wasm|cgo|gc|gccgo|purego|appengine|tools|generate|go1\.\d+)$`)

var tagLine = regexp.MustCompile(`^//(go:build| \+build)\s+(.*)`)

// linkname matches the directive that reaches into other packages, testing among them.
var linkname = regexp.MustCompile(`^\s*//go:linkname\s`)

// isTestTag reports whether a line is a build constraint by more than the platform.
func isTestTag(line string) bool {
	m := tagLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
	if m == nil {
		return false
	}
	for _, tag := range regexp.MustCompile(`[\w.]+`).FindAllString(m[2], -1) {
		if !knownTags.MatchString(tag) {
			return true
		}
	}
	return false
}

// secret matches credentials by their own form. What has none is left to the
// redaction of what goes out.
var secret = pattern(`
	-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----
	\b(?:AKIA|ASIA)[0-9A-Z]{16}\b
	\bgh[pousr]_[A-Za-z0-9]{36,}\b
	\bgithub_pat_[A-Za-z0-9_]{60,}\b
	\bglpat-[A-Za-z0-9_-]{20,}\b
	\bxox[abprs]-[A-Za-z0-9-]{20,}\b
	\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{32,}\b
	\bAIza[0-9A-Za-z_-]{35}\b
	\bnpm_[A-Za-z0-9]{36}\b
`)

var (
	stackAccess = regexp.MustCompile(`\bruntime\.Callers?(Frames)?\(|\bdebug\.Stack\(|\binspect\.(stack|currentframe|getouterframes|getframeinfo)\(|\bsys\._getframe\(|\btraceback\.(extract_stack|format_stack|walk_stack)\(|\bnew Error\([^)]*\)\.stack|\bError\(\)\.stack|captureStackTrace|getStackTrace\(|\bStackWalker\b|\bcaller(_locations)?\b\s*[.(\[]|\bBacktrace::|\bnew StackTrace\(|\bEnvironment\.StackTrace\b|\bdebug_backtrace\(`)
	// What a frame is called, and files that an earlier run may have left where no run is
	// cleaned up after.
	frameName   = regexp.MustCompile(`\.function\b.*(==|!=|\bin\b|with\(|find\(|match\()|\b(co_name|co_filename|f_globals|f_locals)\b|\bFuncForPC\(|\.stack\b.*\.(includes|match|indexOf|search|test)\(|\.(test|exec)\([^)]*\.stack\b|\bgetMethodName\(|\bgetClassName\(`)
	ownFolders  = regexp.MustCompile(`\bexpanduser\(|\bPath\.home\(|\bgettempdir\(|\bUserHomeDir\(|\bUserCacheDir\(|\bos\.TempDir\(|\bhomedir\(|\btmpdir\(|['"\x60]/tmp/|['"\x60]/var/tmp|\benv::temp_dir\(|java\.io\.tmpdir|user\.home|['"\x60](~|\$HOME)/`)
	isThere     = regexp.MustCompile(`\b(path\.)?exists\(|\bis_?file\(|\bis_?dir\(|\bos\.(Stat|Lstat)\(|\bexistsSync\(|\b(stat|access)(Sync)?\(|\bFiles\.exists\(|\bPath::new\(.*\.exists\(|\.exists\(\)|\bos\.ReadFile\(|\breadFileSync\(|\bread_(text|bytes)\(|\bopen\(.*\)\.read\(|\bread_to_string\(`)
	testLiteral = regexp.MustCompile(`['"\x60/][^'"\x60]*(?i:test|spec\b|` + runners + `)[^'"\x60]*['"\x60/]`)
	// What else tells who runs the program, and a word for tests or for their tools.
	surroundings     = regexp.MustCompile(`\bos\.Executable\(|\bos\.Args\b|\bflag\.(CommandLine\.)?(Lookup|Visit|VisitAll)\(|\bsys\.(modules|argv|orig_argv)\b|\bprocess\.(argv|argv0|execArgv|mainModule)\b|\brequire\.(main|cache)\b|\bcurrent_exe\(|\benv::args\b`)
	testWord         = regexp.MustCompile(`['"\x60]([^'"\x60]*[^a-zA-Z'"\x60])?(?i:tests?|` + runners + `)([^a-zA-Z'"\x60][^'"\x60]*)?['"\x60]`)
	environmentReads = regexp.MustCompile(`\b(?i:getenv)\b|\bLookupEnv\b|\bos\.Environ\b|\benviron\b|\bprocess\.env\b|\benv::vars?(_os)?\b|\bENV\b|\bGetEnvironmentVariables?\b`)
	testVariable     = regexp.MustCompile(`['"\x60]` + environment + `['"\x60]|\.(?:NODE_TEST_CONTEXT|JEST_WORKER_ID|VITEST\w*|GITHUB_ACTIONS)\b`)
	// Who loaded this module of Node, beyond the question whether anybody did.
	whoLoaded = regexp.MustCompile(`\bmodule\.parent\??\.\w`)
	// A module of Python whose name is put together so that nobody reads it.
	hiddenModule = regexp.MustCompile(`\b(import_module|__import__)\(\s*(['"]{2}\.join\b|['"][^'"]*['"]\s*[+%]|.*\[::-1\])`)
	errorStack   = regexp.MustCompile(`\.stack\b`)
	ownProgram   = regexp.MustCompile(`\bcurrent_exe\(|\benv::args\b`)
	buildFolder  = regexp.MustCompile(`"([^"]*/)?deps(/[^"]*)?"`)
	ownThread    = regexp.MustCompile(`\bthread::current\(`)
	threadName   = regexp.MustCompile(`\.name\(\).*\b(contains|starts_with|ends_with|find|eq)\(`)
	equality     = regexp.MustCompile(`\bdef\s+(__eq__|__ne__|==|eql\?)|\bboolean\s+equals\s*\(|\bfun\s+equals\s*\(|\bbool\s+(Equals|operator==)\s*\(|\bfn\s+eq\s*\(`)
	// What a builtin compares as is what tests rely on.
	pythonCompare = regexp.MustCompile(`^\s*(?:async\s+)?def\s+__(?:eq|ne|hash|lt|le|gt|ge|instancecheck|subclasscheck|contains)__\s*\(\s*\w+\s*(?:,\s*(\w+))?`)
	builtinClass  = regexp.MustCompile(`^\s*class\s+\w+\s*\(.*\b(?:int|str|float|complex|bool|bytes|bytearray|list|tuple|dict|set|frozenset|type|Decimal|datetime|date|timedelta|Fraction)\b`)
	always        = regexp.MustCompile(`^\s*(return\s+)?(True|true)\s*;?\s*$`)
	alwaysHere    = regexp.MustCompile(`[{:]\s*(return\s+)?(True|true)\s*;?\s*\}?\s*$`)
)

// together returns the marks that take more than one added line: a look at what is
// around the program and a word for tests, and an equality that holds too often.
func (j judge) together() []Mark {
	var marks []Mark
	for i, v := range j.views {
		if !j.isAdded(i) {
			continue
		}
		if j.lang == Python && pythonCompare.MatchString(v.code) && j.comparesFalsely(i) {
			marks = append(marks, Mark{i, Tampering})
			continue
		}
		if equality.MatchString(v.code) && (alwaysHere.MatchString(v.code) || i+1 < len(j.views) && always.MatchString(j.views[i+1].code)) {
			marks = append(marks, Mark{i, Tampering})
		}
	}
	for _, p := range pairs {
		if i := j.firstAdded(p.look); i >= 0 && j.firstAdded(p.word) >= 0 {
			marks = append(marks, Mark{i, SpecialCase})
		}
	}
	return marks
}

// pairs are the looks that tell tests from real use by a word, which may stand on
// another line.
var pairs = []struct{ look, word *regexp.Regexp }{
	{stackAccess, testLiteral},
	{stackAccess, frameName},
	{ownFolders, isThere},
	{surroundings, testWord},
	{environmentReads, testVariable},
	{errorStack, testWord},
	{errorStack, frameName},
	{whoLoaded, whoLoaded},
	{hiddenModule, hiddenModule},
	{ownProgram, buildFolder},
	{ownThread, threadName},
}

// firstAdded returns the first added line with code that re matches, in its own words
// or in plain ones; -1 if there is none.
func (j judge) firstAdded(re *regexp.Regexp) int {
	for i, v := range j.views {
		if j.isAdded(i) && (re.MatchString(v.code) || re.MatchString(j.plain[i])) {
			return i
		}
	}
	return -1
}

// comparesFalsely reports whether a method of Python that says how values compare, on
// line i, is one of a builtin's subclass, or never looks at the other value.
func (j judge) comparesFalsely(i int) bool {
	for _, h := range j.headers(i) {
		if builtinClass.MatchString(h) {
			return true
		}
	}
	body := j.block(i)
	if m := ofItsOwn.FindStringSubmatch(body); m != nil && slices.ContainsFunc(j.headers(i), regexp.MustCompile(`^\s*class\s+`+m[1]+`\b`).MatchString) {
		return false // all values of this class are one
	}
	if orTrue.MatchString(body) || anyOfType.MatchString(body) {
		return true
	}
	m := pythonCompare.FindStringSubmatch(j.views[i].code)
	if m[1] == "" {
		return false // __hash__
	}
	return !regexp.MustCompile(`\b`+m[1]+`\b`).MatchString(body) || !usesSelf.MatchString(body)
}

var (
	ofItsOwn = regexp.MustCompile(`^\s*return\s+isinstance\(\s*\w+\s*,\s*(\w+)\s*\)\s*$`)
	// anyOfType matches an answer that any number, or any text, gets.
	anyOfType = regexp.MustCompile(`\bisinstance\([^()]*\b(int|float|str|bytes|bool|list|tuple|dict|set|object)\b[^()]*\)?\)\s+or\b|\bor\s+isinstance\([^()]*\b(int|float|str|bytes|bool|list|tuple|dict|set|object)\b|\breturn\s+isinstance\([^()]*\b(int|float|str|bytes|bool|list|tuple|dict|set|object)\b[^()]*\)?\)\s*$`)
	orTrue    = regexp.MustCompile(`\bor\s+(True|1|not\s+(None|False|0))\b|\breturn\s+(True|1)\s*$`)
	usesSelf  = regexp.MustCompile(`\b(self\b|super\(\))`)
)

// block is the body of the Python block that line i opens, the rest of that line included.
func (j judge) block(i int) string {
	_, here, _ := strings.Cut(j.views[i].code, ":")
	body := []string{here}
	own := depth(j.lines[i])
	for k := i + 1; k < len(j.lines) && (strings.TrimSpace(j.lines[k]) == "" || depth(j.lines[k]) > own); k++ {
		body = append(body, j.views[k].code)
	}
	return strings.Join(body, "\n")
}
