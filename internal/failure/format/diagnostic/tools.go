// Package diagnostic reads what compilers and linters say: one place with one
// message a line, for most of them.
package diagnostic

import (
	"regexp"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// tool says how the messages of one tool look. Its patterns are in the language of
// Vim's errorformat.
type tool struct {
	name, language string
	kind           format.Kind
	triggers       []string // of messages
	patterns       []string
	// refine completes a finding; it returns false if the line is no error.
	refine func(f *format.Finding) bool
	// alike is another tool with messages that look alike: if some can only be of that,
	// all are.
	alike string
	// sure are texts that the tool, or what started it, prints when it failed. Without
	// them a message explains a failure only where nothing else does.
	sure []string
	more bool // indented lines after a message belong to it
	// rest takes an indented line below a message; the messages themselves are indented
	// too. nil: they are not, or nothing is to be had from it.
	rest func(f *format.Finding, line string)
	// unfinished reports a message that may have been broken to fit a terminal: lines that
	// are not indented then belong to it, until it is finished. nil: none is.
	unfinished func(f format.Finding) bool
	// warnings are the marks of messages that count only where the tool says, in one of the
	// words of strict, that it failed, and printed no error.
	warnings, strict []string
	// anywhere says that a message may have no line number. Others are told from lines
	// without one before the patterns, which are slow, are tried.
	anywhere bool
	// placeless says that a message may have no file either.
	placeless bool
	// trim takes off what stands before a message.
	trim func(text string) string
}

var makeFailed = []string{"make: *** ", "make[1]: *** ", "make[2]: *** ", "ninja: build stopped", "FAILED: ", "error generated.", "errors generated.", "CMake build failed", "Build FAILED"}

var gradleFailed = []string{"> Task :", "COMPILATION ERROR", "BUILD FAILED", "BUILD FAILURE", "^1 error", " errors"}

// tools are all tools of which a line is a message.
func tools() []tool { return slices.Concat(compilers(), virtualMachines(), linters()) }

func compilers() []tool {
	return []tool{
		{
			name: "tsc", language: "typescript", kind: format.Build,
			triggers: []string{"error TS"},
			patterns: []string{`%f(%l\,%c): %trror %m`, `%f:%l:%c - %trror %m`},
			refine:   tsc, more: true, sure: []string{"error TS"},
		},
		{
			name: "gcc", language: "c", kind: format.Build,
			triggers: []string{": error: ", ": fatal error: ", "undefined reference to ", "multiple definition of ", "ld: cannot find -l", "required from here"},
			patterns: []string{
				`%f:%l:%c: %trror: %m`, `%f:%l:%c: fatal %trror: %m`, `%f:%l: %trror: %m`, `%f:%l: undefined reference to %m`, `%f:(%*[^)]): undefined reference to %m`,
				`%f:%l: multiple definition of %m`, `%f:(%*[^)]): multiple definition of %m`, `cannot find -l%m`,
			},
			trim: linked, refine: gcc, sure: makeFailed, anywhere: true, placeless: true,
		},
		{
			name: "cmake", language: "c", kind: format.Build,
			triggers: []string{"^CMake Error at "},
			patterns: []string{`CMake Error at %f:%l (%m):`},
			refine:   cmake, more: true, sure: []string{"Configuring incomplete, errors occurred"},
		},
		{
			name: "msvc", language: "c", kind: format.Build,
			triggers: []string{": error C", ": fatal error C", ": error LNK", ": fatal error LNK", ": error MSB", "error RC"},
			patterns: []string{`%f(%l\,%c): %trror %m`, `%f(%l): %trror %m`, `%f(%l): fatal %trror %m`, `%f : %trror %m`, `%f : fatal %trror %m`},
			refine:   msvc, sure: makeFailed, anywhere: true,
		},
		{
			name: "csc", language: "csharp", kind: format.Build,
			triggers: []string{": error CS", ": error FS", ": error BC", ": error NETSDK", ": error NU", ": error CA", ": error IDE"},
			patterns: []string{`%f(%l\,%c): %trror %m`, `%f(%l): %trror %m`, `%f : %trror %m`},
			refine:   csc, sure: []string{"Build FAILED"}, anywhere: true,
		},
	}
}

// virtualMachines are the compilers for those of Java and PHP.
func virtualMachines() []tool {
	return []tool{
		{
			name: "javac", language: "java", kind: format.Build,
			triggers: []string{".java:", ".java:["},
			patterns: []string{`%f:%l: error: %m`, `[ERROR] %f:[%l\,%c] %m`, `[ERROR] %f:%l: error: %m`, `[ERROR] %f: %m -Werror specified`},
			refine:   javac, more: true, sure: gradleFailed,
		},
		{
			name: "kotlinc", language: "kotlin", kind: format.Build,
			triggers: []string{"^e: ", ".kt:", ".kt: ("},
			patterns: []string{`e: file://%f:%l:%c %m`, `e: %f: (%l\, %c): %m`, `e: %f:%l:%c %m`, `%f:%l:%c: error: %m`, `[ERROR] %f: (%l\, %c) %m`},
			refine:   kotlinc, sure: gradleFailed,
		},
		{
			name: "scalac", language: "scala", kind: format.Build,
			triggers: []string{".scala:"},
			patterns: []string{`[error] %f:%l:%c: %m`, `[error] -- [%m] Error: %f:%l:%c%r`, `[ERROR] %f:%l:%c: %m`, `[ERROR] %f:%l: %m`, `%f:%l: error: %m`},
			refine:   scalac, more: true, sure: []string{"[error] (", "Compilation failed", "BUILD FAILURE"},
		},
		{
			name: "phpstan", language: "php", kind: format.Lint,
			triggers: []string{"PHP Parse error: ", "PHP Fatal error: ", "Parse error: syntax error"},
			patterns: []string{`PHP Parse error:  %m in %f on line %l`, `PHP Fatal error:  %m in %f:%l`, `PHP Fatal error:  %m in %f on line %l`, `Parse error: %m in %f on line %l`},
			refine:   php, anywhere: true,
		},
	}
}

func linters() []tool {
	return []tool{
		{
			name: "golangci-lint", language: "go", kind: format.Lint,
			triggers: []string{".go:"},
			patterns: []string{`%f:%l:%c: %m`, `%f:%l: %m`, `%f:%l:%c  %m`},
			refine:   golangci, sure: []string{" issues:", "issues found", "* errcheck: ", "* staticcheck: ", "* govet: "},
		},
		{
			name: "mypy", language: "python", kind: format.Lint,
			triggers: []string{".py:"},
			patterns: []string{`%f:%l:%c: %trror: %m`, `%f:%l: %trror: %m`},
			refine:   mypy, sure: []string{"^Found "}, unfinished: func(f format.Finding) bool { return f.ErrorType == "error" },
		},
		{
			name: "pyright", language: "python", kind: format.Lint,
			triggers: []string{" - error: "},
			patterns: []string{`%f:%l:%c - %trror: %m`},
			refine:   pyright, more: true, rest: pyrightRule, sure: []string{" errors, ", "1 error, "},
		},
		{
			name: "flake8", language: "python", kind: format.Lint,
			triggers: []string{".py:", ".pyi:", ".ipynb:", ".py("},
			patterns: []string{`%f:%l:%c: %m`, `%f:%l: %m`, `%f(%l): %m`},
			refine:   flake8, alike: "ruff",
		},
		{
			name: "checkstyle", language: "java", kind: format.Lint,
			triggers: []string{"[ERROR] ", "[ant:checkstyle]", "[WARN] ", "[WARNING] "},
			patterns: []string{
				`[ant:checkstyle] [%*[A-Z]] %f:%l:%c: %m`, `[ant:checkstyle] [%*[A-Z]] %f:%l: %m`, `[%*[A-Z]] %f:%l:%c: %m`, `[%*[A-Z]] %f:%l: %m`, `[%*[A-Z]] %f:[%l\,%c] %m`,
			},
			refine: checkstyle, sure: []string{"checkstyle", "Checkstyle"},
			warnings: []string{"[WARN] ", "[WARNING] "}, strict: []string{"Checkstyle violation. ->", "Checkstyle violations. ->", "Execution failed for task ':checkstyle", ":checkstyleMain'.", ":checkstyleTest'."},
		},
		{
			name: "rubocop", language: "ruby", kind: format.Lint,
			triggers: []string{": C: ", ": W: ", ": E: ", ": F: "},
			patterns: []string{`%f:%l:%c: %t: %m`},
			refine:   rubocop, sure: []string{" offenses detected", " offense detected"},
		},
		{
			name: "eslint", language: "javascript", kind: format.Lint,
			triggers: []string{", Error - "},
			patterns: []string{`%f: line %l\, col %c\, %trror - %m`},
			refine:   eslintCompact,
		},
		{
			name: "actionlint", language: "", kind: format.Lint,
			triggers: []string{".yml:", ".yaml:", ".sh:", " DL1", " DL3", " DL4", " SC1", " SC2", " MD0"},
			patterns: []string{`%f:%l:%c: %m`, `%f:%l:%c %m`, `%f:%l %m`},
			refine:   func(f *format.Finding) bool { return hadolint(f) || bracketRule(f) },
		},
	}
}

// code takes the code off the beginning of a message: "TS2345: text".
func code(f *format.Finding, prefixes ...string) bool {
	word, rest, ok := strings.Cut(f.Message, ":")
	word = strings.TrimSpace(word)
	if !ok || !hasAnyPrefix(word, prefixes...) || strings.ContainsAny(word, " ") {
		return false
	}
	f.ErrorType, f.Message = word, strings.TrimSpace(rest)
	return true
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

func tsc(f *format.Finding) bool { return code(f, "TS") }

// probes are files that configure scripts compile to see whether that fails.
var probes = []string{"conftest.", "_configtest.", "CMakeTmp", "CMakeScratch", "/tmp/", "check_function", "testfile."}

func gcc(f *format.Finding) bool {
	for _, p := range probes {
		if strings.Contains(f.File, p) {
			return false
		}
	}
	f.ErrorType = "error"
	placed := strings.HasPrefix(linked(f.Output), f.File)
	for _, complaint := range []string{"undefined reference to ", "multiple definition of ", "cannot find -l"} {
		if placed && strings.Contains(f.Output, complaint) {
			f.Message, _, _ = strings.Cut(complaint+strings.TrimPrefix(f.Message, complaint), "; ")
			if strings.HasSuffix(f.File, ".o") {
				f.File = ""
			}
			return true
		}
	}
	return isC(f.File) && (strings.Contains(f.Output, " error: "))
}

// linker is what ld puts before a message: its own name, and the object in which it found
// the place. It does so for all but the first message about an object.
var linker = regexp.MustCompile(`^(?:\S*[/\\-])?ld(?:\.\w+)?: (?:\S+\.o:([^( ]))?`)

func linked(text string) string { return linker.ReplaceAllString(text, "$1") }

// cmake keeps the command as the type; what is wrong stands on the lines below.
func cmake(f *format.Finding) bool {
	f.ErrorType, f.Message = f.Message, ""
	return true
}

func isC(file string) bool {
	return hasAnySuffix(file, ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".hh", ".hxx", ".inl", ".ipp", ".cu", ".cuh", ".m", ".mm", ".tcc", ".s", ".S", ".C", ".inc", ".def")
}

func msvc(f *format.Finding) bool {
	f.Message = dropProject(f.Message)
	return code(f, "C", "LNK", "MSB", "RC") && !strings.HasPrefix(f.ErrorType, "CS") && !strings.HasPrefix(f.ErrorType, "CA")
}

func csc(f *format.Finding) bool {
	f.Message = dropProject(f.Message)
	return code(f, "CS", "FS", "BC", "NETSDK", "NU", "CA", "IDE")
}

var project = regexp.MustCompile(` \[[^\[\]]+\.\w*proj(?:::[^\]]*)?\]$`)

// dropProject removes the project that MSBuild prints behind a message.
func dropProject(m string) string { return project.ReplaceAllString(m, "") }

func javac(f *format.Finding) bool {
	if !strings.HasSuffix(f.File, ".java") || strings.HasPrefix(f.Message, "warning:") || mavenRule.MatchString(f.Message) {
		return false
	}
	if i := strings.IndexByte(f.File, '/'); i > 0 && f.File[0] == ':' { // old Gradle prints ":compileJava" before it
		f.File = f.File[i:]
	}
	f.ErrorType = "error"
	f.Message = strings.TrimPrefix(f.Message, "error: ")
	if f.Line == 0 {
		f.Message = strictWarnings
	}
	return true
}

func kotlinc(f *format.Finding) bool {
	if !strings.HasSuffix(f.File, ".kt") && !strings.HasSuffix(f.File, ".kts") {
		return false
	}
	f.ErrorType = "error"
	f.Message = strings.TrimPrefix(f.Message, "error: ")
	return true
}

func scalac(f *format.Finding) bool {
	if !strings.HasSuffix(f.File, ".scala") {
		return false
	}
	f.ErrorType = "error"
	if i := strings.Index(f.Message, "] "); strings.HasPrefix(f.Message, "[E") && i > 0 {
		f.ErrorType, f.Message = f.Message[1:i], f.Message[i+2:]
	}
	return true
}

var linterName = regexp.MustCompile(` \(([a-z][a-z0-9-]+|[A-Z]+\d+)\)$`)

// tabbed is a message in golangci-lint's form with tabs, which has the linter first.
var tabbed = regexp.MustCompile(`^ *([a-z][a-z0-9-]+)  +(\S.*)$`)

func golangci(f *format.Finding) bool {
	if t := tabbed.FindStringSubmatch(f.Message); t != nil && strings.Contains(f.Output, "  "+t[1]+"  ") && strings.HasSuffix(f.File, ".go") {
		f.ErrorType, f.Message = t[1], t[2]
		return true
	}
	m := linterName.FindStringSubmatch(f.Message)
	if m == nil || !strings.HasSuffix(f.File, ".go") {
		return false
	}
	f.ErrorType = m[1]
	f.Message = strings.TrimSuffix(f.Message, m[0])
	if m[1][0] < 'a' {
		f.Framework = "staticcheck"
	}
	return true
}

var bracketCode = regexp.MustCompile(`^(.*?)  ?\[([\w./-]+)\]$`)

func mypy(f *format.Finding) bool {
	f.ErrorType = "error"
	if m := bracketCode.FindStringSubmatch(f.Message); m != nil {
		f.Message, f.ErrorType = m[1], m[2]
	}
	return strings.HasSuffix(f.File, ".py") || strings.HasSuffix(f.File, ".pyi")
}

func pyright(f *format.Finding) bool {
	f.ErrorType = "error"
	pyrightRule(f, f.Message)
	f.Message = strings.TrimSuffix(f.Message, " ("+f.ErrorType+")")
	return true
}

// pyrightRule takes the rule off the end of a message's last line.
func pyrightRule(f *format.Finding, line string) {
	if m := rule.FindStringSubmatch(line); m != nil {
		f.ErrorType = m[1]
	}
}

var rule = regexp.MustCompile(` \((report\w+)\)$`)

var pyCode = regexp.MustCompile(`^\[?([A-Z]{1,4}\d{2,4})\]?(?: \[\*\])?:? (.+)$`)

// flake8 takes messages of flake8, pycodestyle, ruff and pylint, which begin with
// their codes.
func flake8(f *format.Finding) bool {
	f.Message, _, _ = strings.Cut(f.Message, "%0A") // an annotation that no runner has read
	if m := pylintCode.FindStringSubmatch(f.Message); m != nil {
		f.Framework, f.ErrorType, f.Message = "pylint", m[1], m[2]
		return true
	}
	m := pyCode.FindStringSubmatch(f.Message)
	if m == nil {
		return syntaxError(f)
	}
	f.ErrorType, f.Message = m[1], m[2]
	if symbol := symbolic.FindStringSubmatch(f.Message); symbol != nil {
		f.Framework, f.Message = "pylint", symbol[1]
		return true
	}
	if strings.Contains(f.Output, "[*]") || strings.Contains(f.Message, "`") || ruffStyle.MatchString(m[0]) {
		f.Framework = "ruff"
	} else if flakeStyle.MatchString(m[0]) {
		f.Framework = "flake8"
	}
	return true
}

// pylintCode is pylint's "[C0116(missing-function-docstring), add] text", its parseable form.
var pylintCode = regexp.MustCompile(`^\[([CRWEFI]\d{4})\([a-z-]+\)[^\]]*\] (.+)$`)

// ruffStyle is a message of ruff for a rule of pycodestyle, whose own begin in lower
// case, but for the names of exceptions.
var ruffStyle = regexp.MustCompile(`^[EW]\d+ [A-Z][a-z]* `)

// flakeStyle is a message of flake8 for those and for pyflakes' rules.
var flakeStyle = regexp.MustCompile(`^[EWF]\d+ [a-z']`)

// symbolic is a message of pylint, which ends with the name of what its code stands for.
var symbolic = regexp.MustCompile(`^(.+) \([a-z]+(?:-[a-z]+)+\)$`)

// syntaxError takes ruff's message of a file that it can't parse.
func syntaxError(f *format.Finding) bool {
	rest, ok := strings.CutPrefix(f.Message, "SyntaxError: ")
	if !ok {
		if rest, ok = strings.CutPrefix(f.Message, "invalid-syntax: "); !ok {
			return false
		}
	}
	f.Framework, f.ErrorType, f.Message = "ruff", "invalid-syntax", rest
	return true
}

// mavenRule is how Checkstyle's rule stands in the output of Maven: "(sizes) LineLength: text".
var mavenRule = regexp.MustCompile(`^\(\w+\) (\w+): (.+)$`)

func checkstyle(f *format.Finding) bool {
	if m := mavenRule.FindStringSubmatch(f.Message); m != nil {
		f.ErrorType, f.Message = m[1], m[2]
		return true
	}
	m := bracketCode.FindStringSubmatch(f.Message)
	if m == nil {
		return false
	}
	f.Message, f.ErrorType = m[1], m[2]
	return hasAnySuffix(f.File, ".java", ".xml", ".properties", ".kt")
}

func hasAnySuffix(s string, suffixes ...string) bool {
	for _, end := range suffixes {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}

func php(f *format.Finding) bool {
	f.Framework, f.Kind, f.ErrorType = "php", format.Build, "error"
	if strings.Contains(f.Output, "Parse error") {
		f.ErrorType = "ParseError"
	}
	if name, rest, ok := strings.Cut(strings.TrimPrefix(f.Message, "Uncaught "), ": "); ok && format.IsExceptionName(name) {
		f.ErrorType, f.Message = name, rest
	}
	return true
}

var copName = regexp.MustCompile(`^(?:\[Correctable\] )?(\w+/[\w/]+): (.+)$`)

func rubocop(f *format.Finding) bool {
	m := copName.FindStringSubmatch(f.Message)
	if m == nil {
		return false
	}
	f.ErrorType, f.Message = m[1], m[2]
	return true
}

var parenRule = regexp.MustCompile(`^(.*) \(([\w@/-]+)\)$`)

func eslintCompact(f *format.Finding) bool {
	f.ErrorType = "error"
	if m := parenRule.FindStringSubmatch(f.Message); m != nil {
		f.Message, f.ErrorType = m[1], m[2]
	}
	return true
}

var hadolintRule = regexp.MustCompile(`^((?:DL|SC)\d{4}) (?:error|warning|info|style): (.+)$`)

var markdownRule = regexp.MustCompile(`^(?:error )?(MD\d{3})/\S+ (.+)$`)

// hadolint takes the messages of hadolint, and of markdownlint, which look alike.
func hadolint(f *format.Finding) bool {
	if m := markdownRule.FindStringSubmatch(f.Message); m != nil {
		f.Framework, f.ErrorType, f.Message = "markdownlint", m[1], m[2]
		return true
	}
	m := hadolintRule.FindStringSubmatch(f.Message)
	if m == nil {
		return false
	}
	f.Framework, f.ErrorType, f.Message = "hadolint", m[1], m[2]
	return true
}

func bracketRule(f *format.Finding) bool {
	if text, ok := strings.CutPrefix(f.Message, "[error] "); ok { // yamllint -f parsable
		if m := parenRule.FindStringSubmatch(text); m != nil {
			f.Framework, f.Message, f.ErrorType = "yamllint", m[1], m[2]
			return true
		}
	}
	m := bracketCode.FindStringSubmatch(f.Message)
	if m == nil || strings.Contains(f.Output, "[warning]") {
		return false
	}
	f.Message, f.ErrorType = m[1], m[2]
	return true
}
