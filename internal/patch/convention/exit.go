package convention

import (
	"path"
	"slices"
	"strings"
)

// exitCall matches the calls that end a process as if all went well.
var exitCall = map[Language]expression{
	Go:     expr(`\b(os|syscall|unix)\.Exit\(\s*0\s*\)|\bruntime\.Goexit\(`),
	Python: expr(`(^|\W)_exit\b\s*(,|\)|\(\s*([^1-9\s]|0))|['"]_exit['"]|\bgetattr\(\s*sys\s*,\s*['"]exit|\bsys\.exit\(\s*(0|None|False)?\s*\)|\bsys\.exit\s*,\s*0|(^|[^.\w])(exit|quit)\(\s*(0|None)?\s*\)|\braise\s+SystemExit\s*(\(\s*(0|None)?\s*\))?\s*$`),
	JS:     expr(`\bprocess(\.|\[['"])(exit|reallyExit)(['"]\])?\(\s*(0\s*)?\)|\bprocess\.exitCode\s*=\s*(0|undefined|null)\b|\bDeno\.exit\(\s*0?\s*\)`),
	Rust:   expr(`\b(process::exit|libc::_?exit)\(\s*0\s*\)`),
	Java:   expr(`\bSystem\.exit\(\s*0\s*\)|\.(exit|halt)\(\s*0\s*\)|\bexitProcess\(\s*0\s*\)`),
	Ruby:   expr(`(^|[\s;{])(exit|Process\.exit|Kernel\.exit)!?(\s*\(?\s*(0|true)\s*\)?)?\s*($|if\b|unless\b|;|\})`),
	PHP:    expr(`\b(exit|die)\(\s*0\s*\)`),
	C:      expr(`\b(_|_E|quick_|std::_?)?[eE]?xit\(\s*(0|EXIT_SUCCESS)\s*\)`),
	CSharp: expr(`\bEnvironment\.Exit\(\s*0\s*\)`),
}

var (
	program     = expr(`(?i)(^|/)(bin|exe|scripts?|cmd|cli|tools?)/|(^|/)(main|__main__|cli|manage|app|program|index\.cli)\.[a-z]+$|[-_.]cli\.[a-z]+$`)
	mainHeader  = pattern(`\b(func|def|fn|fun|function|void|int|Task|async)\s+[Mm]ain\b|if\s+__name__\s*==|\$PROGRAM_NAME|\$0\b|require\.main\s*===?\s*module|import\.meta\.main`)
	loadsItself = expr(`^\s*(func\s+init\(|static\s*(\{|$)|.*__attribute__\(\(constructor)`)
	anyHeader   = expr(`\b(func|def|fn|fun|function|class|impl|module|public|private|protected|static|if|for|while|switch|match|case|with|try)\b|=>\s*\{?\s*$|\)\s*\{?\s*$`)
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
	if j.inMain(i) {
		return false
	}
	topLevel := len(headers) == 0
	return !j.isProgram() || topLevel && j.lang == Python
}

// inMain reports whether line i is in the part of a file that runs it as a program.
func (j judge) inMain(i int) bool { return slices.ContainsFunc(j.headers(i), mainHeader.MatchString) }

// isProgram reports whether the file is a program's, so that it may read its arguments
// and end itself. What the change adds does not make it one.
func (j judge) isProgram() bool {
	return program.MatchString(j.name) || strings.HasPrefix(j.lines[0], "#!") || path.Ext(j.name) == "" || j.knows(mainHeader) ||
		j.old == "" && slices.ContainsFunc(j.lines, mainHeader.MatchString)
}
