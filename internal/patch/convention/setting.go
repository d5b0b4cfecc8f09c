package convention

import (
	"encoding/json"
	"path"
	"strings"
)

// buildFiles says, for files that hold other settings too, how the part about tests
// is found.
var buildFiles = []struct {
	name expression // of the lower-case base name
	find func(text string, lines []string) []Region
}{
	{expr(`^(package|composer|deno|angular|project|nx|turbo|lerna|workspace)\.jsonc?$`), jsonSettings},
	{expr(`^(pyproject|cargo|pixi|nextest|deny|bunfig)\.toml$|^setup\.cfg$|^pipfile$`), iniSettings},
	{expr(`^(gnu)?makefile(\..+)?$|\.mk$|^\.?justfile$`), makeSettings},
	{expr(`^(taskfile(\.dist)?|mise|\.mise|docker-compose.*|compose.*)\.(ya?ml|toml)$`), yamlSettings},
	{expr(`^pom\.xml$|\.(csproj|fsproj|vbproj|props|targets)$|^build\.xml$`), xmlSettings},
	{expr(`\.gradle(\.kts)?$|^gradle\.properties$|^build\.sbt$`), gradleSettings},
	{expr(`^cmakelists\.txt$|\.cmake$|^meson\.build$|^(build|build\.bazel|workspace|.*\.bzl)$`), callSettings},
	{expr(`^(rakefile|setup\.py|mix\.exs|dangerfile|gulpfile\.[cm]?[jt]s|gruntfile\.[cm]?[jt]s)$`), scriptSettings},
	{expr(`^vite\.config\.[cm]?[jt]s$`), viteSettings},
	{expr(`^((ts|js)config(\..+)?\.json|(babel|webpack|rollup)\.config\.[cm]?[jt]s|\.babelrc(\.json)?)$`), aliasSettings},
	{expr(`^(gemfile|.*\.gemspec)$`), gemSettings},
	{expr(`^(.*[._-])?(requirements|constraints)([._-].*)?\.(txt|in)$`), requirementSettings},
	{expr(`^go\.(mod|work)$`), goModSettings},
}

// settings returns the parts of a build file about tests; false if the file is none.
func settings(name, text string, lines []string) ([]Region, bool) {
	base := strings.ToLower(path.Base(name))
	for _, b := range buildFiles {
		if b.name.MatchString(base) {
			return b.find(text, lines), true
		}
	}
	return nil, false
}

// linesAt returns each matching line as a region of its own.
func linesAt(lines []string, re expression) []Region {
	var regions []Region
	for i, l := range lines {
		if re.MatchString(l) {
			regions = append(regions, Region{i, i + 1, TestSetting})
		}
	}
	return regions
}

// testName matches the names of scripts, targets and tasks that run tests.
const testName = `(?i:(^|[:._/-])(pre|post)?(tests?|check|checks|ci|verify|coverage|cov|spec|specs|e2e|unit|jest|vitest|mocha|pytest|tox|phpunit|rspec)([:._/-]|$))`

var testNames = expr(testName)

// jsonTools are the keys under which runners look for their settings.
var jsonTools = expr(`^(jest|mocha|ava|vitest|nyc|c8|tap|karma|jasmine|cypress|testem|wdio|playwright|ava|uvu|test|tests|testTargets|ng-test)$`)

// jsonSettings walks the keys. Text that is not JSON is searched line by line.
func jsonSettings(text string, lines []string) []Region {
	w := jsonWalk{dec: json.NewDecoder(strings.NewReader(text)), text: text}
	if err := w.value(nil); err != nil {
		return linesAt(lines, expr(`"(pre|post)?(test|jest|mocha|vitest|ava)[:\w.-]*"\s*:`))
	}
	return append(w.regions, linesAt(lines, borrowed)...)
}

// borrowed matches a test framework that comes from anywhere but the registry.
var borrowed = expr(`"(jest|vitest|mocha|chai|ava|tape|jasmine|karma|sinon|@jest/\S+|@vitest/\S+|phpunit/phpunit)"\s*:\s*"(file:|link:|portal:|git|http|npm:|workspace:|\./)|"(PHPUnit|Pest)\\\\\S*"\s*:`)

type jsonWalk struct {
	dec     *json.Decoder
	text    string
	regions []Region
}

// value reads one value; keys is the path to it.
func (w *jsonWalk) value(keys []string) error {
	t, err := w.dec.Token()
	if err != nil {
		return err
	}
	switch t {
	case json.Delim('{'):
		for w.dec.More() {
			if err := w.member(keys); err != nil {
				return err
			}
		}
	case json.Delim('['):
		for w.dec.More() {
			if err := w.value(keys); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	_, err = w.dec.Token() // the closing bracket
	return err
}

func (w *jsonWalk) member(keys []string) error {
	t, err := w.dec.Token()
	if err != nil {
		return err
	}
	key, _ := t.(string)
	start := w.line()
	if err := w.value(append(keys, key)); err != nil {
		return err
	}
	if isTestKey(keys, key) {
		w.regions = append(w.regions, Region{start, w.line() + 1, TestSetting})
	}
	return nil
}

func (w *jsonWalk) line() int { return strings.Count(w.text[:w.dec.InputOffset()], "\n") }

func isTestKey(keys []string, key string) bool {
	if len(keys) == 0 {
		return jsonTools.MatchString(key)
	}
	switch keys[len(keys)-1] {
	case "scripts", "tasks", "targets", "architect", "pipeline", "targetDefaults":
		return testNames.MatchString(key)
	case "resolutions", "overrides", "dependencies", "devDependencies":
		return false
	}
	return false
}

var (
	iniHeader = expr(`^\s*\[+\s*([^\]]+?)\s*\]+`)
	iniTests  = expr(`(?i)^("?tool"?[.:]"?(pytest|coverage|tox|nox|nose\w*|unittest|testr|stestr|cibuildwheel)|pytest|coverage|tox|testenv|nosetests|aliases$|profile\.(test|bench|ci|default)|test$|bench$|.*entry[-_.]points.*pytest11|.*nextest)`)
	iniTasks  = expr(`(?i)(scripts|tasks|envs|alias|feature)`)
	iniKey    = expr(`^\s*"?([\w:./-]+)"?\s*=`)
	iniLines  = expr(`^\s*"?(test|doctest|harness|autotests|autobenches|test_suite|tests_require|testpaths|addopts|pytest11|bench|overflow-checks|debug-assertions|panic)"?\s*=|^\s*(rstest|proptest|quickcheck|pretty_assertions|insta|assert_cmd|similar-asserts|test-case|mockall)\s*=.*\b(path|git)\s*=`)
)

// iniSettings goes by section.
func iniSettings(_ string, lines []string) []Region {
	var regions []Region
	inTests, inTasks := false, false
	for i, l := range lines {
		if m := iniHeader.FindStringSubmatch(l); m != nil {
			inTests, inTasks = iniTests.MatchString(m[1]), iniTasks.MatchString(m[1])
		}
		key := iniKey.FindStringSubmatch(l)
		blank := strings.TrimSpace(l) == ""
		if inTests && !blank || iniLines.MatchString(l) || inTasks && key != nil && testNames.MatchString(key[1]) {
			regions = append(regions, Region{i, i + 1, TestSetting})
		}
	}
	return regions
}

var (
	makeTarget = expr(`^@?([^\s#:=][^:=#]*?)\s*::?([^=]|$)`)
	makeFlags  = expr(`^\s*(export\s+|override\s+)?([A-Z]+_)*(GO)?(TESTS?|PYTEST|CTEST|JEST|COVER)(_?[A-Z]+)*\s*[:?+!]*=`)
)

// noAssertions matches what takes C's assertions out of the build.
var noAssertions = expr(`(\b|-D)NDEBUG\b`)

// makeSettings returns the rules of targets that are named for tests.
func makeSettings(_ string, lines []string) []Region {
	regions := append(linesAt(lines, makeFlags), linesAt(lines, noAssertions)...)
	for i, l := range lines {
		m := makeTarget.FindStringSubmatch(l)
		if m == nil || strings.HasPrefix(l, "\t") || strings.HasPrefix(l, ".") {
			continue
		}
		for _, target := range strings.Fields(m[1]) {
			if testNames.MatchString(target) {
				regions = append(regions, Region{i, indentEnd(lines, i), TestSetting})
				break
			}
		}
	}
	return regions
}

var yamlKey = expr(`^\s*['"\[]*(?:tasks\.)?([\w:./-]+)['"\]]*\s*(:|$)`)

func yamlSettings(_ string, lines []string) []Region {
	var regions []Region
	for i, l := range lines {
		if m := yamlKey.FindStringSubmatch(l); m != nil && testNames.MatchString(m[1]) {
			regions = append(regions, Region{i, indentEnd(lines, i), TestSetting})
		}
	}
	return regions
}

var (
	xmlPlugin = expr(`<(plugin|target)\b`)
	xmlTests  = expr(`surefire|failsafe|jacoco|<target[^>]*name="[^"]*test`)
	xmlLines  = expr(`(?i)skipTests|skipITs|maven\.test\.|testFailureIgnore|surefire|failsafe|testSourceDirectory|rerunFailing|<testExclude|<testResource|<testInclude|IsTestProject|VSTest|RunSettings|TestProject|<ParallelizeTest|coverlet|<systemPath>`)
)

// xmlSettings returns the plugins that run tests and the properties that they read.
func xmlSettings(_ string, lines []string) []Region {
	regions := linesAt(lines, xmlLines)
	for i := 0; i < len(lines); i++ {
		m := xmlPlugin.FindStringSubmatch(lines[i])
		if m == nil {
			continue
		}
		end := i
		for end < len(lines)-1 && !strings.Contains(lines[end], "</"+m[1]+">") {
			end++
		}
		if xmlTests.MatchString(strings.Join(lines[i:end+1], "")) {
			regions = append(regions, Region{i, end + 1, TestSetting})
		}
		i = end
	}
	return regions
}

var (
	gradleBlock = expr(`^\s*(val\s+\w+\s+by\s+)?(tasks\.)?(withType[<(]\s*Test|named[<(].*[tT]est|register[<(].*Test|create[<(].*Test|test|[a-z]+Test|testing|testSets|testOptions|testlogger|jacoco\w*)\b[^={]*\{`)
	gradleLines = expr(`\b(ignoreFailures|useJUnitPlatform|useJUnit|useTestNG|testOptions|testFrameworks|failFast|maxParallelForks|test\.enabled|Test\s*/\s*\w+|in\s+Test\b|excludeTestsMatching|includeTestsMatching|skipTests|retry\s*\{)`)
)

func gradleSettings(_ string, lines []string) []Region {
	return append(linesAt(lines, gradleLines), blocksAt(views(Java, lines), gradleBlock, TestSetting)...)
}

var testCall = expr(`(?i)^\s*(enable_testing|add_test|gtest_(add|discover)_tests|catch_discover_tests|doctest_discover_tests|set_tests_properties|include\s*\(\s*(ctest|googletest)|set\s*\(\s*(build_testing|ctest_)|option\s*\(\s*build_test|ctest_|test|benchmark|\w*_tests?|test_suite)\s*\(?`)

// callSettings returns the calls that declare tests, to their closing parenthesis, and
// what takes assertions out of the build.
func callSettings(_ string, lines []string) []Region {
	regions := linesAt(lines, noAssertions)
	for i, l := range lines {
		if !testCall.MatchString(l) || !strings.Contains(l, "(") {
			continue
		}
		depth, end := 0, i
		for ; end < len(lines); end++ {
			depth += strings.Count(lines[end], "(") - strings.Count(lines[end], ")")
			if depth <= 0 {
				break
			}
		}
		regions = append(regions, Region{i, min(end+1, len(lines)), TestSetting})
	}
	return regions
}

var scriptTests = expr(`TestTask|RakeTask|task\s*\(?\s*[:'"]?(test|spec|default|ci|check)\b|test_suite|tests_require|pytest11|test_paths|elixirc_paths|preferred_cli_env|test_coverage|test_ignore_filters`)

func scriptSettings(_ string, lines []string) []Region {
	var regions []Region
	for i, l := range lines {
		if scriptTests.MatchString(l) {
			regions = append(regions, Region{i, indentEnd(lines, i), TestSetting})
		}
	}
	return regions
}

// aliases matches another module in the place of one that tests are written with.
var aliases = expr(`['"]?\b(vitest|jest|mocha|chai|assert|node:assert(/strict)?|node:test|@jest/[\w/-]+|@vitest/[\w/-]+|@testing-library/[\w/-]+)['"]?\s*:`)

// rewrites matches a step of the build that changes what tests say on their way.
var rewrites = expr(`\btransform\b.*\.replace(All)?\(`)

func aliasSettings(_ string, lines []string) []Region {
	return append(linesAt(lines, aliases), linesAt(lines, rewrites)...)
}

// viteSettings returns the settings of vitest within those of vite.
func viteSettings(_ string, lines []string) []Region {
	return append(aliasSettings("", lines), blocksAt(views(JS, lines), expr(`^\s*test\s*:\s*\{`), TestSetting)...)
}

// requirementSettings returns test frameworks that come from anywhere but the index.
func requirementSettings(_ string, lines []string) []Region {
	return linesAt(lines, expr(`(?i)^\s*(-e\s+\S*|)(pytest|nose2?|tox|hypothesis|coverage)\b[\w-]*\s*@|^\s*-e\s+\S*(pytest|nose|tox)`))
}

// gemSettings returns test frameworks that come from anywhere but the index.
func gemSettings(_ string, lines []string) []Region {
	return linesAt(lines, expr(`\bgem\s*\(?\s*['"](rspec[\w-]*|minitest[\w-]*|test-unit|cucumber)['"].*\b(path|git|github|source)\b`))
}

// goModSettings returns the lines that put another module in the place of one that
// tests are written with.
func goModSettings(_ string, lines []string) []Region {
	return linesAt(lines, expr(`(stretchr/testify|golang/mock|go\.uber\.org/mock|onsi/(ginkgo|gomega)|gotest\.tools|google/go-cmp|check\.v1|smartystreets|frankban/quicktest|matryer/is)\S*(\s+v\S+)?\s+=>`))
}
