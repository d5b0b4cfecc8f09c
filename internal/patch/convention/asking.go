package convention

import (
	"regexp"
	"slices"
	"strings"
)

// ownName matches a look at how the program was called. That is for programs: a package
// that others import learns by it only who runs it.
var ownName = map[Language]matcher{
	Go:     pattern(`\bos\.Args\b`),
	Python: pattern(`\bsys\.(?:orig_)?argv\b`),
	Rust:   pattern(`\benv::args(?:_os)?\(\)`),
	Ruby:   pattern(`(?:\$0|\$PROGRAM_NAME)(?:\W|$)|\bARGV\.(?:empty\?|any\?|none\?|include\?|size|length|first|grep)`),
	PHP:    pattern(`(?:\$_SERVER\[['"]argv['"]\]|\$argv)\[0\]`),
}

// runners are names that only a test run has around it.
const runners = `(?:_?pytest|pluggy|iniconfig|unittest|nose2?|doctest|hypothesis|jest|vitest|mocha|jasmine|ava|rspec|minitest|phpunit|junit|testng|surefire|nunit|xunit|mstest|testhost|vstest|ctest|gtest|nextest|karma|cypress|playwright|behave|robot|ginkgo)`

// environment matches the names of variables that a test run or CI sets.
const environment = `(?:CI|CONTINUOUS_INTEGRATION|GITHUB_ACTIONS?|GITHUB_WORKFLOW|GITHUB_RUN_ID|GITHUB_JOB|GITLAB_CI|CIRCLECI|TRAVIS|JENKINS_\w+|BUILDKITE|BUILD_NUMBER|TF_BUILD|JEST_WORKER_ID|VITEST\w*|PYTEST\w*|MOCHA\w*|NODE_TEST\w*|RUST_TEST_\w+|NEXTEST\w*|CARGO_TARGET_TMPDIR|GO_?TEST\w*|TEST|TESTS|TESTING|TEST_ENV|TEST_MODE|TEST_RUN\w*|IN_TESTS?|UNDER_TEST|RUNNING_TESTS?|UNIT_?TEST\w*|IS_TEST\w*|XCTest\w+|GTEST_\w+|CTEST_\w+|SUREFIRE\w*|surefire\.\S+|TOX_ENV\w*|NOX_\w+|TAP|HARNESS_ACTIVE|PHPUNIT\w*|MAVEN_CMD_LINE_ARGS|npm_(?:command|lifecycle_\w+)|INIT_CWD|REGREEN\w*|PYTHONPYCACHEPREFIX|GOFLAGS|CARGO_TERM_COLOR)`

var specialCase = map[Language]matcher{
	Other: pattern(`
		/proc/(?:self|thread-self|%d|\$\$)/(?:cmdline|comm|environ|exe)\b
		\b(?:len\(\s*os\.environ\s*\)|Object\.keys\(\s*process\.env\s*\)\.length|ENV\.(?:size|length|count)\b)
		(?:\b(?:(?i:getenv)|LookupEnv|environ|GetEnvironmentVariable|getProperty|env::var(?:_os)?|env|ENV)\b|\$_ENV|\$_SERVER|\boption_env!|\benv!)[\w.?:!]*\s*[(\[{.]*(?:get|fetch|key\?|has|contains|includes|exists)?[(\[.]*\s*['"]?` + environment + `['"]?(?:\W|$)
		\b(?:(?i:getenv)|LookupEnv|environ|Environ|process\.env|ENV|env::vars?|GetEnvironmentVariables?|getProperty|getProperties)\b.*['"]` + environment + `['"=]
		\{[^}]*\b(?:CI|VITEST|JEST_WORKER_ID|NODE_TEST_CONTEXT|GITHUB_ACTIONS)\b[^}]*\}\s*=\s*process\.env
		['"]` + environment + `['"]\s+(?:not\s+)?in\s+(?:os\.)?(?:environ|process\.env|ENV)
		\b(?:NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|GO_ENV|MIX_ENV|DJANGO_ENV|FLASK_ENV|ASPNETCORE_ENVIRONMENT|DOTNET_ENVIRONMENT|ENVIRONMENT)\b.*['"](?i:tests?|testing|ci)['"]
	`),
	Go: pattern(`
		\bruntime\.Callers\([^)]*\)+\s*[<>=!]
		\b(?:len\(|bytes\.Count\()debug\.Stack\(\)
		\bflag\.(?:CommandLine\.)?VisitAll\(func\(\s*(?:_\s+)?\*flag\.Flag\)
		\bif\s+flag\.(?:Parsed\(\)|NFlag\(\)|CommandLine\.Name\(\))
		\bflag\.CommandLine\.Name\(\)
		\b(?:NumGoroutine\(\)|pprof\.Lookup\("goroutine"\)\.Count\(\))\s*[<>=!]+\s*[0-3]\b
		"[^"]*\bgo-build\b[^"]*"
		\bHasPrefix\(\s*\w+,\s*os\.TempDir\(\)
		\bif\b.*\bos\.Args\b
		^\s*(?:import\s+)?(?:[\w.]+\s+)?"testing(?:/internal/\w+)?"\s*;?\s*$
		\btesting\.Testing\b
		^\s*(?:import\s+)?(?:[\w.]+\s+)?"github\.com/(?:onsi/(?:ginkgo|gomega)|stretchr/testify)(?:/[\w/]+)?"\s*;?\s*$
		\b(?:RegisterFailHandler(?:WithT)?|InterceptGomegaFailures?)\(
		\b(?:CurrentSpecReport|GinkgoConfiguration|GinkgoRandomSeed|GinkgoT|GinkgoParallelProcess)\(
		\btesting\.(?:Testing|Short|Verbose|CoverMode|Init|MainStart)\(
		\bflag\.(?:Lookup|CommandLine\.Lookup|Parsed)\(?\(?\s*"test\.
		["\x60]-?-?test\.(?:v|run|skip|short|count|failfast|shuffle|timeout|paniconexit0|testlogfile)\b
		os\.(?:Args\[0\]|Executable\(\)).*(?:test)
		Has(?:Suffix|Prefix)\([^)]*["\x60](?:\.test|_test|-test\.)["\x60]?
		["\x60][^"\x60]*(?:_test\.go|testing\.tRunner|\.test["\x60])
	`),
	Python: pattern(`
		\bvars\(\s*sys\s*\)|\bsys\.__dict__\b
		\b(?:dict|tuple|iter)\(\s*sys\.modules\b|\bsys\.modules\.(?:keys|items|values|copy)\(
		\bmetadata\.(?:version|distribution|files|requires)\(\s*['"]` + runners + `
		\bsys\.std(?:in|out|err)\s+is\s+(?:not\s+)?sys\.__std|\btype\(\s*sys\.std(?:in|out|err)\s*\)
		['"]@(?:py_builtins|pytest_ar)
		\blen\(\s*(?:inspect\.(?:stack|trace|getouterframes)|traceback\.(?:extract_stack|format_stack))\(
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
		\btry\s*\{\s*(?:void\s+)?(?:it|describe|test|expect|suite|beforeEach)\s*[;}.]
		['"](?:it|test|describe|suite|before|after|beforeEach|afterEach|beforeAll|expect|jest|vi|mocha)['"]\s+in\s+(?:globalThis|global|window|self)\b
		\b(?:getOwnPropertyNames|keys|entries|getOwnPropertyDescriptors|ownKeys)\(\s*(?:globalThis|global|window|self)\s*\)
		\b__(?:vitest|jest|mocha|karma|jasmine|playwright)\w*\b
		\bObject\.keys\(\s*require\.cache\s*\)(?:\.(?:some|find|filter|includes|every|length)\b)
		\brequire\.main\??\.(?:filename|id|path)\s*[!=]==?
		\brequire\.main\b.*\|\|.*\brequire\.main\.
		\barguments\.callee\b|\bif\s*\(\s*!?\w+\.caller\s*[)&|]
		\.stack\.split\([^)]*\)(?:\.length\b|\.pop\(\)|\[\d+\]\s*\.(?:includes|indexOf|match|endsWith|startsWith|search)\()|\.stack\.length\b
		\btypeof\s+\(?\s*(?:globalThis\.|global\.|window\.)?(?:jest|describe|it|vi|beforeEach|afterEach|mocha|jasmine|__karma__|Cypress)\b
		\b(?:globalThis|global|window)\.(?:jest|describe|vi|beforeEach|mocha|jasmine|__karma__|Cypress|__vitest\w*)\b
		\bprocess\.(?:argv|execArgv|argv0|title)\b.*(?:\b|_)(?:tests?|` + runners + `)(?:\b|_)
		\bimport\.meta\.(?:vitest|jest|env\.(?:TEST|VITEST|CI)\b|env\.MODE\s*===?\s*['"]test)
		\bprocess\.env(?:\.|\[['"])(?:npm_lifecycle_event|npm_lifecycle_script).*test
		\b(?:require\.main|process\.mainModule|module\.parent|Bun\.main|Deno\.mainModule)\b.*(?:test|` + runners + `)
		\bBun\.jest\b|['"]bun:test['"]
		\bError\.prepareStackTrace\b
		\bprocess\.execArgv\b
		\bif\b.*\bprocess\.argv\b
		\bObject\.(?:keys|entries|values)\(\s*process\.env\s*\)\.(?:some|find|every|filter)\(
	`),
	Rust: pattern(`
		\bcfg!?\s*\(.*\boverflow_checks\b
		\bLocation::caller\(\)\.(?:line|column|file)\(\)\s*(?:[<>=!]|\.(?:contains|ends_with|starts_with|len)\b)
		\bif\s+let\s+(?:Ok|Some)\(_\)\s*=\s*(?:std::)?env::var(?:_os)?\(\s*"CARGO
		\benv::vars(?:_os)?\(\)\s*\.any\(
		\bif\b.*\bcurrent_exe\(\).*\b(?:ends_with|starts_with|contains)\(
		\bBacktrace::\w+\(.*\.(?:contains|len|lines)\(
		\bThreadId\(\d
		\boption_env!\(\s*"CARGO_BIN_NAME"
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
		\bgetStackTrace\(\)\.length\s*[<>=!]
		\bgetStackTrace\(\)\[\d+\]\.get\w+\(\)\s*(?:[<>=!]=?|\.(?:length|equals|contains|startsWith|endsWith|matches|indexOf|hashCode)\()
		\bgetLineNumber\(\)\s*(?:==|!=|<|>)\s*\d
		\bgetAllStackTraces\(\)\.(?:size|keySet|values|entrySet)\(
		\b(?:java|sun\.java)\.(?:class\.path|command)".*\.(?:contains|matches|indexOf|endsWith|startsWith)\(
		\bgetRuntimeMXBean\(\)\.(?:getClassPath|getInputArguments|getBootClassPath)\(
		\bProcessHandle\.current\(\)\.info\(
		\bgetenv\(\)\.(?:keySet|entrySet)\(\).*\b(?:anyMatch|noneMatch|filter)\(
		\bgetProperty\(\s*"(?:basedir|localRepository|surefire[^"]*|maven\.[^"]*|junit[^"]*)"
		\bget(?:System)?Resource(?:AsStream)?\(\s*"[^"]*(?:Tests?\.class|org/junit|org/testng|junit/framework)
		\bcurrentThread\(\)\.getName\(\)\.equals\(\s*"main"
		Class\.forName\(\s*"(?:org\.junit|junit|org\.testng|io\.kotest|org\.spockframework)
		"(?:org\.junit|junit\.framework|org\.testng|io\.kotest)[^"]*"
		getProperty\(\s*"(?:java\.class\.path|sun\.java\.command|java\.command)".*(?i:test|junit|surefire)
		"sun\.java\.command"
		\bdesiredAssertionStatus\(
		\bgetName\(\)\.\w+\(\s*"[^"]*(?i:test|surefire)
	`),
	Ruby: pattern(`
		\bcaller(?:_locations)?(?:\([^)]*\))?\.(?:size|length|count)\b
		\bcaller(?:_locations)?\b.*(?:=~|\.match\??\b|\bbase_label\b)
		\bconst_(?:defined\?|get|source_location)\(?\s*[:'"](?:::)?(?:RSpec|Minitest|MiniTest|Test\b|Cucumber)
		\b(?:Object|Module|self\.class)\.constants\b.*\.(?:any\?|include\?|grep|find|detect|select)
		(?:\$LOADED_FEATURES|\$")\s*\.(?:any\?|none\?|grep|find\b|detect|size|length)
		\bGem\.loaded_specs\b.*['"](?:rspec|minitest|test-unit|cucumber)
		\bObjectSpace\.each_object\b.*\.(?:any\?|none\?|find\b|detect)
		\brespond_to\?\(\s*:(?:describe|it|context|expect|assert\w*|should)\b
		\bENV\.(?:keys|any\?|find|detect|none\?|each_key).*(?:any\?|=~|grep|start_with|include|match)
		\bdefined\?\s*\(?\s*(?:::)?(?:RSpec|Minitest|MiniTest|Test::Unit|ActiveSupport::TestCase|Cucumber)\b
		\bRails\.env\.(?:test\?|==\s*['"]test)
		\bRails\.env\s*==\s*['"]test
		(?:\$0|\$PROGRAM_NAME|ARGV)\b.*(?:test|spec)
		\$LOADED_FEATURES.*` + runners + `
	`),
	PHP: pattern(`
		\bcount\(\s*(?:get_(?:declared_classes|included_files|required_files)|debug_backtrace)\(
		\bforeach\s*\(\s*get_(?:declared_classes|included_files|required_files)\(
		\bgetTrace\(\)\s*\)\s*[<>=!]|\bcount\([^;]*getTrace\(
		\b(?:strpos|str_contains|preg_match)\([^;]*getTraceAsString\(
		\bdebug_backtrace\([^;]*\)\[\d+\]\[[^;]*(?:===|==|!=|str_|strpos|preg_)|\b(?:str_\w+|strpos|preg_match)\(\s*debug_backtrace\(
		\b(?:strpos|str_contains|basename|preg_match)\(\s*\$_SERVER\[['"](?:SCRIPT_NAME|SCRIPT_FILENAME|PHP_SELF)['"]\].*['"].*(?:unit|test|spec|pest)
		__PHPUNIT
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

// readsOwnArguments reports whether a line of a program only looks at what it was
// called with.
func (j judge) readsOwnArguments(code string) bool {
	return ownArguments.MatchString(code) && j.isProgram() && !strings.Contains(strings.ToLower(code), "test") && !testLiteral.MatchString(code)
}

// ownArguments matches a look at the program's arguments that asks for no word of tests.
var ownArguments = pattern(`\bif\b.*\b(sys\.(argv|orig_argv|flags)|os\.Args|process\.argv)\b`)

// asks reports whether code on line i behaves in another way under test.
func (j judge) asks(i int, code string) bool {
	code = harmless.ReplaceAllString(code, "")
	switch {
	case matches(specialCase, j.lang, code) && !j.readsOwnArguments(code):
		return true
	case mainQuestion[j.lang].MatchString(code):
		return j.asksForMain(i, code)
	case ownName[j.lang].MatchString(code) && !j.isProgram() && !j.inMain(i) && !j.knows(ownName[j.lang]):
		return true
	}
	return asksForCaller(code)
}

// harmless matches what is like a special case and changes nothing but where an error
// is said to be.
var harmless = expr(`#\[\s*cfg_attr\s*\(\s*debug_assertions\s*,\s*track_caller\s*\)\s*\]`)

// mainQuestion matches the question whether this file is the program that runs.
var mainQuestion = map[Language]matcher{
	JS: pattern(`
		\brequire\.main\s*[!=]==?\s*module\b|\bmodule\s*[!=]==?\s*(?:require\.main|process\.mainModule)\b|\bprocess\.mainModule\s*[!=]==?\s*module\b
		!\s*(?:module\.parent|require\.main)\b|\bmodule\.parent\s*(?:[!=]==?|\)|&&|\|\||\?[^.])
		\bimport\.meta\.main\b
		\bimport\.meta\.(?:url|filename)\b.*\bprocess\.argv\b|\bprocess\.argv\b.*\bimport\.meta\.(?:url|filename)\b
		\bprocess\.argv\[1\]\s*[!=]==?
	`),
	Python: pattern(`^(?:[^'"]|'[^']*'|"[^"]*")*__name__\s*[!=]=\s*['"]__main__|['"]__main__['"]\s*[!=]=\s*__name__`),
	Ruby:   pattern(`__FILE__\s*[!=]=\s*(?:\$0|\$PROGRAM_NAME)|(?:\$0|\$PROGRAM_NAME)\s*[!=]=\s*__FILE__`),
	PHP:    pattern(`(?:SCRIPT_FILENAME|\$argv|get_included_files).*[!=]==?\s*__FILE__|__FILE__\s*[!=]==?.*(?:SCRIPT_FILENAME|\$argv|get_included_files)`),
}

// asksForMain reports whether line i asks if the file is the program, for something
// else than to start it: a function that does so, or that uses the answer, knows only
// that nobody runs it by hand.
func (j judge) asksForMain(i int, code string) bool {
	m := bindsTo.FindStringSubmatch(code)
	switch {
	case startsMain.MatchString(code):
		return false
	case j.inFunction(i), ternary.MatchString(code):
		return true
	case m != nil:
		return j.turnsOn(m[1])
	}
	return negated.MatchString(code) && !strings.Contains(code+j.after(i), "exports")
}

// after is the code of the line after i.
func (j judge) after(i int) string {
	if i+1 < len(j.views) {
		return j.views[i+1].code
	}
	return ""
}

// inFunction reports whether line i is in a function other than main, or makes one.
func (j judge) inFunction(i int) bool {
	return slices.ContainsFunc(j.headers(i), func(h string) bool {
		return functionHeader.MatchString(h) && !control.MatchString(h) && !mainFunction.MatchString(h)
	})
}

// turnsOn reports whether an added line in a function uses a name, or one elsewhere
// what it is not.
func (j judge) turnsOn(name string) bool {
	uses, turned := regexp.MustCompile(`\b`+name+`\b`), regexp.MustCompile(`(!\s*|\bnot\s+|\bunless\s+)`+name+`\b|\b`+name+`\s*\?`)
	for i, v := range j.views {
		if j.isAdded(i) && (uses.MatchString(v.code) && j.inFunction(i) || turned.MatchString(v.code)) {
			return true
		}
	}
	return false
}

var (
	functionHeader = pattern(`
		\b(?:func|def|fn|fun|function)\b
		=>
		^\s*(?:(?:static|async|get|set|public|private|protected)\s+)*[\w$#]+\s*\([^;]*\)[^;=]*\{\s*$
	`)
	startsMain   = pattern(`\)\s*\{?\s*(?:await\s+|void\s+|return\s+)?(?:main|run|start|cli)\w*\(`)
	control      = pattern(`^\s*\}?\s*(?:if|for|while|switch|catch|with|else|elif|do|try|unless|until|case)\b`)
	mainFunction = pattern(`\b(func|def|fn|fun|function)\s+[Mm]ain\b`)
	bindsTo      = expr(`^\s*(?:export\s+)?(?:(?:const|let|var|val)\s+)?\$?([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?:?=[^=>]`)
	ternary      = pattern(`\?[^.?:]*:|\bif\b.*\belse\b`)
	negated      = pattern(`!=|\bunless\b|\bnot\b|!\s*\(`)
)

// asksForCaller reports whether a statement of Go goes by where it is called from, and
// not only by whether that is known.
func asksForCaller(code string) bool {
	m := callerCondition.FindStringSubmatch(code)
	return m != nil && !slices.Contains([]string{"ok", "!ok"}, strings.TrimSpace(m[1]))
}

var callerCondition = expr(`\bif\b[^;]*\bruntime\.Caller\([^;]*;([^{]*)`)
