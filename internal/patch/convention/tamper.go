package convention

import (
	"regexp"
	"slices"
	"strings"
)

var tampering = map[Language]matcher{
	Go: pattern(`
		\bos\.Std(?:out|err)\s*=[^=]
		"(?:bou\.ke/monkey|github\.com/agiledragon/gomonkey|github\.com/bytedance/mockey)
	`),
	Python: pattern(`
		\bbuiltins\.__dict__|\bvars\(\s*builtins\s*\)
		\.__(?:eq|ne|hash)__\s*=[^=]
		\b(?:f_globals|f_locals|__globals__)\[[^\]]*\]\s*=[^=]
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
		\b(?:Reflect\.set|Object\.assign|(?:Object|Reflect)\.definePropert(?:y|ies))\(\s*(?:Object|Array|String|Number|Boolean|Function|Promise|Date|RegExp|Map|Set|Symbol|Math|JSON|Reflect)(?:\.prototype)?\s*,
		(?:\.__proto__|\.constructor\.prototype|\bgetPrototypeOf\([^()]*\))(?:\.\w+|\[[^\]]+\])\s*=[^=>]
		(?:^|[^.\w])(?:Object|Array|String|Number|Boolean|Function|Promise|Date|RegExp|Map|Set|Symbol|Math|JSON|Reflect)\.[a-z]\w*\s*=[^=>]
		\basymmetricMatch\b|['"]jest\.asymmetricMatcher
		\brequire\.extensions\[[^\]]*\]\s*=[^=]
		\bvisitor\s*:.*Literal\b
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
		\bextern\s+crate\s+self\s+as\s+(?:std|core|alloc|test)\b
		#!\[\s*(?:test_runner|feature\(\s*custom_test_frameworks)
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
		\b(?:Integer|Float|Numeric|String|Symbol|Array|Hash|BasicObject|NilClass|TrueClass|FalseClass|Comparable|Enumerable|Range|Struct|Regexp)\.(?:class_eval|module_eval|prepend|include|define_method|alias_method|undef_method|remove_method|send\(\s*:(?:define_method|alias_method|prepend|include|undef_method|remove_method))\b
		^\s*(?:module|class)\s+(?:RSpec|Minitest|MiniTest|Test::Unit)\b
		\b(?:RSpec|Minitest)(?:::\w+)+\.(?:prepend|include|class_eval|define_method|send)\b
		\bat_exit\b.*\bexit
	`),
	PHP: pattern(`
		^\s*namespace\s+(?:\w+\\)*Tests?\b
		^\s*namespace\s+\\?PHPUnit\b
		\bclass_alias\(.*(?:PHPUnit|TestCase)
		\bregister_shutdown_function\(.*exit
	`),
	C: pattern(`
		^\s*#\s*(?:define|undef)\s+(?:assert|NDEBUG|ASSERT_\w+|EXPECT_\w+|CHECK\w*|REQUIRE\w*|TEST\w*)\b
	`),
}

// equality matches the head of a method that says how values compare.
var equality = pattern(`
	\bdef\s+(__eq__|__ne__|==|eql\?)
	\bboolean\s+equals\s*\(
	\bfun\s+equals\s*\(
	\bbool\s+(Equals|operator==)\s*\(
	\bfn\s+eq\s*\(
	\bfunc\s+\(\w+\s+\*?\w+\)\s+Equals?\(
	^\s*(public\s+)?equals\s*\([^;]*\{\s*$
`)

// ordering matches the head of a method by which values are ordered.
var ordering = pattern(`\bdef\s+<=>|\bint\s+compareTo\s*\(|\bfn\s+cmp\s*\(`)

var (
	always     = pattern(`^\s*(return\s+)?(True|true)\s*;?\s*$`)
	alwaysHere = pattern(`[{:=]\s*(return\s+)?(True|true)\s*;?\s*\}?\s*$`)
	never      = pattern(`^\s*(return\s+)?(0|Ordering::Equal)\s*;?\s*$`)
	neverHere  = pattern(`[{=]\s*(return\s+)?(0|Ordering::Equal)\s*;?\s*\}?\s*$`)
)

// equalities returns the marks of added code by which values are equal that are not.
func (j judge) equalities() []Mark {
	var marks []Mark
	before := comparisons(j.name, j.old)
	for i, v := range j.views {
		end, is := equalityEnd(j.lang, j.lines, j.views, i)
		if !is || !slices.Contains(j.added[i:min(end, len(j.added))], true) || j.lang == Other {
			continue
		}
		body := bodyOf(j.views[i:end])
		switch {
		case j.isAdded(i) && j.holdsAlways(i),
			equality.MatchString(v.code) && (ordersMembers(body) || writes.MatchString(body)),
			equality.MatchString(v.code) && (typeOnly.MatchString(body) || before[headOf(v.code)] > 0 && !compared.MatchString(body)) && j.hasMembers(i):
			marks = append(marks, Mark{j.firstAddedIn(i, end), Tampering})
		}
	}
	return marks
}

// holdsAlways reports whether the method that line i begins says the same of all values.
func (j judge) holdsAlways(i int) bool {
	code, next := j.views[i].code, j.after(i)
	if j.lang == Python && pythonCompare.MatchString(code) {
		return j.comparesFalsely(i)
	}
	if ordering.MatchString(code) {
		return neverHere.MatchString(code) || never.MatchString(next)
	}
	return alwaysHere.MatchString(code) || always.MatchString(next)
}

// equalityEnd returns the index after the method that says how values compare and that
// line i begins; false where none does.
func equalityEnd(lang Language, lines []string, all []view, i int) (end int, is bool) {
	code := all[i].code
	switch {
	case lang == Python && pythonCompare.MatchString(code):
		return indentEnd(lines, i), true
	case !equality.MatchString(code) && !ordering.MatchString(code):
		return i, false
	case lang == Python || lang == Ruby:
		return indentEnd(lines, i), true
	}
	return min(blockEnd(all, i), i+maxEquality), true
}

// maxEquality bounds, in lines, what is looked at where the end of a method is not found.
const maxEquality = 60

// compared matches a comparison in code.
var compared = expr(`[^<>=!]==[^>]|!=|\.equals\(|\bequals\(|\.eq\(|\beql\?|\b[cC]ompare\w*\(|\bsuper\b|\b[mM]emcmp\(|\bDeepEqual\(|\bEquals?\(|<=>|\.cmp\(|\bis\b`)

// comparisons counts the comparisons in each method of a text that says how values
// compare, by the method's head.
func comparisons(name, text string) map[string]int {
	lines := strings.SplitAfter(text, "\n")
	lang := LanguageOf(name)
	all := views(lang, lines)
	counts := map[string]int{}
	for i := range all {
		if end, is := equalityEnd(lang, lines, all, i); is {
			counts[headOf(all[i].code)] += len(compared.FindAllString(bodyOf(all[i:end]), -1))
		}
	}
	return counts
}

// headOf is the head of a method in its first line.
func headOf(code string) string {
	return strings.TrimSpace(headEnd.Split(code, 2)[0])
}

var headEnd = expr(`\{|:\s*$|\)\s*=\s`)

// bodyOf is the code of a method from its parameters on.
func bodyOf(all []view) string {
	_, body, _ := strings.Cut(joinCode(all), ")")
	if strings.HasPrefix(all[0].code, "func (") { // that was the receiver
		_, body, _ = strings.Cut(body, ")")
	}
	return body
}

func joinCode(all []view) string {
	var b strings.Builder
	for _, v := range all {
		b.WriteString(v.code + "\n")
	}
	return b.String()
}

var (
	// typeOnly matches the body of a method that asks for nothing but the type.
	typeOnly = expr(`^[^;]*?[{=:\n]\s*(return\s+)?(isinstance\(\s*\w+\s*,\s*\w+\s*\)|\w+\s+instanceof\s+[\w.]+|\w+\s+is\s+[\w.]+|\w+\.(is_a|kind_of|instance_of)\?\(?\s*[\w:.]+\s*\)?)\s*;?\s*(\}|end)?\s*$`)
	// members matches what gives the values of a type something to differ by.
	members = expr(`\bself\.\w+\s*(:\s*[\w\[\], ]+)?=[^=]|@\w+\s*=[^=]|\bStruct\.new\(|\battr_(reader|accessor)\b|\b(private|final|protected|public|val|var)\s+(final\s+)?[\w<>\[\], ]+\s+\w+\s*[;=]`)
	// writes matches the body of one that changes what it compares.
	writes = expr(`\b(self|this)\.\w+\s*=[^=>]`)
)

// hasMembers reports whether the values of the type that the method on line i is in differ
// by something; what all of them share is none of that. In Go and Rust the members may be
// in another file.
func (j judge) hasMembers(i int) bool {
	if j.lang == Go || j.lang == Rust {
		return true
	}
	return slices.ContainsFunc(strings.Split(j.around(i), "\n"), func(l string) bool { return members.MatchString(l) && !shared.MatchString(l) })
}

var shared = expr(`\b(static|const)\b`)

// around is the code of the type that the method on line i is in; in languages of braces
// that of the file.
func (j judge) around(i int) string {
	if j.lang != Python {
		return joinCode(j.views)
	}
	own := depth(j.lines[i])
	for k := i - 1; k >= 0; k-- {
		if strings.TrimSpace(j.lines[k]) != "" && depth(j.lines[k]) < own {
			return joinCode(j.views[k:indentEnd(j.lines, k)])
		}
	}
	return ""
}

// ordersMembers reports whether the same member of two values is compared by its order:
// in an equality, that lets one be more than the other.
func ordersMembers(body string) bool {
	for _, m := range ordered.FindAllStringSubmatch(body, -1) {
		if m[2] == m[4] && m[1] != m[3] {
			return true
		}
	}
	return false
}

var ordered = expr(`\b((?:\w+\.)*)(\w+)(?:\(\))?\s*[<>]=?\s*((?:\w+\.)*)(\w+)\b`)

func (j judge) firstAddedIn(i, end int) int {
	for k := i; k < end; k++ {
		if j.isAdded(k) {
			return k
		}
	}
	return i
}

// reopened matches a class of Ruby's own that is opened again, at the top of a file.
var reopened = pattern(`^(?:class|module)\s+(?:Integer|Float|Numeric|String|Symbol|Array|Hash|Object|BasicObject|Kernel|NilClass|TrueClass|FalseClass|Comparable|Enumerable|Range|Struct|Proc|Module|Class|Exception|Time|Set|Regexp)\s*(?:$|;|<)`)

// reopens reports whether code changes a class of the language, in a file that is not
// about that.
func (j judge) reopens(code string) bool {
	return j.lang == Ruby && reopened.MatchString(code) && !strings.Contains(j.name, "core_ext") && !j.knows(reopened)
}

// frameworkNames matches a name for what tests stand on, in JavaScript.
var frameworkNames = expr(`\b(?:const|let|var)\s+(\w+)\s*=\s*(?:require\(\s*['"](?:node:)?(?:assert(?:/strict)?|module|test|vm|chai|expect|vitest|mocha)['"]\s*\)|(?:Object|Array|String|Number|Boolean|Function|Promise|Date|RegExp|Map|Set)\.prototype\b|Object\.getPrototypeOf\()` +
	`|\bimport\s+(?:\*\s+as\s+)?(\w+)\s+from\s+['"](?:node:)?(?:assert(?:/strict)?|module|test|vm|chai|expect|vitest|mocha)['"]`)

// renamed returns the marks of assignments to members of the test framework, or of what
// all values have, by another name.
func (j judge) renamed() []Mark {
	if j.lang != JS {
		return nil
	}
	var marks []Mark
	for i, v := range j.views {
		if !j.isAdded(i) {
			continue
		}
		for _, m := range frameworkNames.FindAllStringSubmatch(v.code, -1) {
			sets := regexp.MustCompile(`\b` + m[1] + m[2] + `(?:\.\w+|\[[^\]]+\])(?:\.\w+)*\s*=[^=>]`)
			if at := j.firstAdded(sets.MatchString); at >= 0 {
				marks = append(marks, Mark{i, Tampering})
			}
		}
	}
	return marks
}

// What a builtin compares as is what tests rely on.
var (
	pythonCompare = expr(`^\s*(?:async\s+)?def\s+__(?:eq|ne|hash|lt|le|gt|ge|instancecheck|subclasscheck|contains)__\s*\(\s*\w+\s*(?:,\s*(\w+))?`)
	builtinClass  = expr(`^\s*class\s+\w+\s*\(.*\b(?:int|str|float|complex|bool|bytes|bytearray|list|tuple|dict|set|frozenset|type|Decimal|datetime|date|timedelta|Fraction)\b`)
)

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
	ofItsOwn = expr(`^\s*return\s+isinstance\(\s*\w+\s*,\s*(\w+)\s*\)\s*$`)
	// anyOfType matches an answer that any number, or any text, gets.
	anyOfType = expr(`\bisinstance\([^()]*\b(int|float|str|bytes|bool|list|tuple|dict|set|object)\b[^()]*\)?\)\s+or\b|\bor\s+isinstance\([^()]*\b(int|float|str|bytes|bool|list|tuple|dict|set|object)\b|\breturn\s+isinstance\([^()]*\b(int|float|str|bytes|bool|list|tuple|dict|set|object)\b[^()]*\)?\)\s*$`)
	orTrue    = expr(`\bor\s+(True|1|not\s+(None|False|0))\b|\breturn\s+(True|1)\s*$`)
	usesSelf  = expr(`\b(self\b|super\(\))`)
)

// block is the body of the Python block that line i opens, the rest of that line included.
func (j judge) block(i int) string {
	_, here, _ := strings.Cut(j.views[i].code, ":")
	return here + "\n" + joinCode(j.views[i+1:indentEnd(j.lines, i)])
}
