package convention

import (
	"strings"
)

// The kinds of regions within a file.
const (
	InlineTest  Kind = "inline-test"  // a test in a file of other code
	Doctest     Kind = "doctest"      // an example in a comment that is run
	TestSetting Kind = "test-setting" // a part of a build file that says how tests run
)

// Region is a run of lines, counted from 0, up to and without End.
type Region struct {
	Start, End int
	Kind       Kind
}

// Regions returns the parts of a file that belong to its tests though the file as a
// whole does not, in no particular order. They may overlap.
func Regions(name, text string) []Region {
	lines := strings.SplitAfter(text, "\n")
	if regions, isBuildFile := settings(name, text, lines); isBuildFile {
		return regions
	}
	lang := LanguageOf(name)
	all := views(lang, lines)
	switch lang {
	case Rust:
		return append(rustTests(all), rustDoctests(lines)...)
	case Python:
		return append(pythonTests(all, lines), pythonDoctests(lines)...)
	case JS:
		return blocksAt(all, expr(`\bif\s*\(\s*import\.meta\.vitest\b`), InlineTest)
	}
	return nil
}

// blocksAt returns the blocks in braces that start on a matching line.
func blocksAt(all []view, start expression, kind Kind) []Region {
	var regions []Region
	for i := 0; i < len(all); i++ {
		if start.MatchString(all[i].code) {
			r := Region{i, blockEnd(all, i), kind}
			regions = append(regions, r)
			i = r.End - 1
		}
	}
	return regions
}

// rustTest matches the attributes of items that are there for tests alone.
var rustTest = expr(`#!?\[\s*(cfg\s*\(\s*(test\b|(all|any)\s*\(\s*(.*,\s*)?test\b)|(\w+\s*::\s*)*(test|bench|rstest|test_case|proptest|quickcheck|should_panic|wasm_bindgen_test|test_log|case|ignore)\b\s*[\](=]|cfg_attr\s*\(\s*test\b)`)

func rustTests(all []view) []Region {
	var regions []Region
	for i := 0; i < len(all); i++ {
		if !rustTest.MatchString(all[i].code) {
			continue
		}
		r := Region{attributesStart(all, i), rustItemEnd(all, i), InlineTest}
		if strings.Contains(all[i].code, "#![") {
			r = Region{0, len(all), InlineTest}
		}
		regions = append(regions, r)
		i = r.End - 1
	}
	return regions
}

// attributesStart goes up over the attributes before line i: one of them may take the
// item out of the build.
func attributesStart(all []view, i int) int {
	for i > 0 && strings.HasPrefix(strings.TrimSpace(all[i-1].code), "#[") {
		i--
	}
	return i
}

// rustItemEnd skips the attributes, then the item that they stand before.
func rustItemEnd(all []view, i int) int {
	for i < len(all) {
		code := strings.TrimSpace(all[i].code)
		attr := strings.HasPrefix(code, "#")
		if attr && !strings.HasSuffix(code, "]") && strings.LastIndex(code, "]") > 0 {
			break // the item is on the attribute's line
		}
		if !attr && code != "" {
			break
		}
		i++
	}
	return blockEnd(all, min(i, len(all)))
}

var rustDoc = expr(`^\s*//[/!]\s?`)

// rustDoctests returns the fenced blocks in documentation, fences and all: what is
// written after the opening one says whether the block is run.
func rustDoctests(lines []string) []Region {
	var regions []Region
	open := -1
	for i, l := range lines {
		doc := rustDoc.FindString(l)
		switch {
		case doc == "":
			open = -1
		case !strings.HasPrefix(strings.TrimSpace(l[len(doc):]), "```"):
		case open < 0:
			open = i
		default:
			regions = append(regions, Region{open, i + 1, Doctest})
			open = -1
		}
	}
	return regions
}

var (
	pythonCase = expr(`^\s*class\s+\w+\s*\(.*\b(\w*TestCase)\b`)
	pythonMain = expr(`\b(unittest\.main|doctest\.testmod|doctest\.testfile|pytest\.main)\s*\(`)
	pythonTry  = expr(`^\s*(>>>|\.\.\.)( |$)`)
)

func pythonTests(all []view, lines []string) []Region {
	var regions []Region
	for i, v := range all {
		if pythonCase.MatchString(v.code) {
			start := i
			for start > 0 && strings.HasPrefix(strings.TrimSpace(lines[start-1]), "@") {
				start--
			}
			regions = append(regions, Region{start, indentEnd(lines, i), InlineTest})
		}
		if pythonMain.MatchString(v.code) {
			regions = append(regions, Region{i, i + 1, InlineTest})
		}
	}
	return regions
}

// pythonDoctests returns each example with the output that is expected of it, which
// ends at a blank line or at the end of the docstring.
func pythonDoctests(lines []string) []Region {
	var regions []Region
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(strings.TrimSpace(lines[i]), ">>> ") {
			continue
		}
		end := i + 1
		for end < len(lines) && !endsExample(lines[end]) {
			end++
			if closesDocstring(lines[end-1]) {
				break // with output before the quotes
			}
		}
		regions = append(regions, Region{i, end, Doctest})
		i = end - 1
	}
	return regions
}

// endsExample reports whether a line is no output any more.
func endsExample(line string) bool {
	text := strings.TrimSpace(line)
	return text == "" || strings.HasPrefix(text, `"""`) || strings.HasPrefix(text, "'''")
}

func closesDocstring(line string) bool {
	return !pythonTry.MatchString(line) && (strings.Contains(line, `"""`) || strings.Contains(line, "'''"))
}

// testText matches code that can only be a test, in the languages in which a test's
// file may have any name.
var testText = map[Language]expression{
	Go: expr(`(?m)^(import)?\s*(\w+\s+)?"testing"\s*$`),
	JS: expr(`(?m)^\s*(import\b.*\bfrom\s*|import\s*|(const|let|var)\b.*=\s*require\(\s*)['"](node:test|vitest|@jest/globals|mocha|ava|tape|uvu|@playwright/test|bun:test|jasmine)['"]` +
		`|^\s*describe(\.\w+)?\(\s*['"` + "`]"),
	CSharp: expr(`(?m)^\s*\[\s*(Fact|Theory|Test|TestCase|TestMethod|TestFixture|TestClass|SetUpFixture|AssemblyInitialize)\s*[\](,]`),
	Java:   expr(`(?m)^\s*import\s+(static\s+)?(org\.junit|junit\.framework|org\.testng|io\.kotest|kotlin\.test|spock\.lang|org\.scalatest|munit|org\.specs2)\b`),
	C:      expr(`(?m)^\s*(TEST|TEST_F|TEST_P|TYPED_TEST|TEST_CASE|SCENARIO|BOOST_AUTO_TEST_CASE|BOOST_FIXTURE_TEST_CASE|CPPUNIT_TEST|START_TEST|QTEST_MAIN|QTEST_APPLESS_MAIN)\s*\(`),
	PHP:    expr(`(?m)^\s*(use\s+PHPUnit\\|class\s+\w+\s+extends\s+\\?(\w+\\)*\w*TestCase\b)`),
	Ruby:   expr(`(?m)^\s*(RSpec\.(describe|shared_examples|shared_context)|class\s+\w+\s*<\s*(Minitest::|ActiveSupport::TestCase|ActionDispatch::|Test::Unit))`),
}

// IsTestText reports whether a file whose name does not tell holds tests.
func IsTestText(name, text string) bool {
	re := testText[LanguageOf(name)]
	return re != nil && re.MatchString(text)
}
