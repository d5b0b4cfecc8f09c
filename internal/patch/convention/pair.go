package convention

// pair is a look that tells tests from real use by a word.
type pair struct {
	look, word matcher
	same       bool // the word must be in the same statement; else it may stand on another line
}

var (
	stackAccess = pattern(`
		\bruntime\.Callers?(Frames)?\(
		\bdebug\.Stack\(
		\binspect\.(stack|currentframe|getouterframes|getframeinfo)\(
		\bsys\._getframe\(
		\btraceback\.(extract_stack|format_stack|walk_stack)\(
		\bnew Error\([^)]*\)\.stack|\bError\(\)\.stack
		captureStackTrace
		getStackTrace\(
		\bStackWalker\b
		\bcaller(_locations)?\b\s*[.(\[]
		\bBacktrace::
		\bnew StackTrace\(
		\bEnvironment\.StackTrace\b
		\bdebug_backtrace\(
		\.tb_frame\b
	`)
	frameName = pattern(`
		\.function\b.*(==|!=|\bin\b|with\(|find\(|match\()
		\b(co_name|co_names|co_filename|co_firstlineno|f_globals|f_locals|f_back)\b
		\bFuncForPC\(
		\.stack\b.*\.(includes|match|indexOf|search|test)\(
		\.(test|exec)\([^)]*\.stack\b
		\bgetMethodName\(
		\bgetClassName\(
	`)
	// Folders that are not cleaned up after a run, and the question for a file there.
	ownFolders = pattern(`
		\bexpanduser\(
		\bPath\.home\(
		\bgettempdir\(
		\bUserHomeDir\(
		\bUserCacheDir\(
		\bos\.TempDir\(
		\bhomedir\(
		\btmpdir\(
		\bDir\.(tmpdir|home)\b
		\bsys_get_temp_dir\(
		['"\x60](/var)?/tmp/|['"\x60]/var/tmp|['"\x60]/dev/shm
		\benv::temp_dir\(
		java\.io\.tmpdir
		user\.home
		['"\x60](~|\$HOME)/
		(environ|env|ENV|[gG]etenv)\b\W{0,6}(get\W{1,3}|fetch\W{1,3})?['"\x60]?(TMPDIR|TMP|TEMP|HOME|XDG_\w+)\b
	`)
	isThere = pattern(`
		\b(path\.)?l?exists\(
		\bis_?file\(
		\bis_?dir\(
		\bos\.(Stat|Lstat|Mkdir)\(
		\bO_EXCL\b|\bflag:\s*['"]\w*x
		\b(existsSync|mkdirSync)\(
		\bos\.mkdir\(
		\b(stat|access)(Sync)?\(
		\bFiles\.(exists|createFile|createDirectory)\(
		\bPath::new\(.*\.exists\(
		\.exists\(\)
		\bexist\?
		\bfile_exists\(
		\bfs::create_dir\(|\bcreate_new\(
		\bos\.ReadFile\(
		\breadFileSync\(
		\bread_(text|bytes)\(
		\bopen\(.*\)\.read\(
		\bread_to_string\(
	`)
	// What is in a folder, or in a file.
	looksIn = pattern(`
		\b(readdir|readFile)(Sync)?\(
		\bos\.(listdir|scandir|walk|ReadDir)\(
		\bopen\(
		\bglob(Sync)?(\.\w+)?\(
		\bfilepath\.(Glob|Walk|WalkDir)\(
		\bFile\.(exist\?|file\?|read|readlines|directory\?)
		\bDir(\[|\.(glob|children|entries|exist\?))
		\bFiles\.(list|walk|readString|lines|readAllLines|exists)\(
		\bnew\s+(java\.io\.)?File\(
		\b(file_exists|is_dir|is_file|file_get_contents|scandir)\(
		\bfs::(read\w*|metadata)\(
		\binclude_(str|bytes)!\(
	`)
	// Where the tests of a project are.
	testPath = pattern(`
		['"\x60]([^'"\x60\s]*/)?(tests?|specs?|__tests__|test-classes)(/[^'"\x60\s]*)?['"\x60]
		['"\x60][^'"\x60\s]*(_test\.\w+|[._-](test|spec)\.[cm]?[jt]sx?|\btest_\w+\.py|_spec\.rb|_t\*\.go|Tests?\.(java|php|class))['"\x60]
	`)
	testLiteral = pattern("['\"\\x60/][^'\"\\x60]*(?i:test|spec\\b|" + runners + ")[^'\"\\x60]*['\"\\x60/]")
	// What else tells who runs the program, and a word for tests or for their tools.
	surroundings = pattern(`
		\bgetProperty\(
		\bos\.Executable\(
		\bos\.Args\b
		\bflag\.(CommandLine\.)?(Lookup|Visit|VisitAll)\(
		\bsys\.(modules|argv|orig_argv)\b
		\bprocess\.(argv|argv0|execArgv|mainModule)\b
		\brequire\.(main|cache)\b
		\bcurrent_exe\(
		\benv::args\b
	`)
	testWord = pattern("['\"\\x60]([^'\"\\x60]*[^a-zA-Z'\"\\x60])?(?i:tests?|" + runners + ")([^a-zA-Z'\"\\x60][^'\"\\x60]*)?['\"\\x60]")

	environmentReads = pattern(`
		\b(?i:getenv)\b
		\bLookupEnv\b
		\bos\.Environ\b
		\benviron\b
		\bprocess\.env\b
		\benv::vars?(_os)?\b
		\bENV\b
		\bGetEnvironmentVariables?\b
	`)
	testVariable = pattern("['\"\\x60]" + environment + "['\"\\x60]|\\.(?:NODE_TEST_CONTEXT|JEST_WORKER_ID|VITEST\\w*|GITHUB_ACTIONS)\\b")
	// Who loaded this module of Node, beyond the question whether anybody did.
	whoLoaded = pattern(`\bmodule\.parent\??\.\w`)
	// A module of Python whose name is put together so that nobody reads it.
	hiddenModule = pattern(`\b(import_module|__import__)\(\s*(['"]{2}\.join\b|['"][^'"]*['"]\s*[+%]|.*\[::-1\])`)
	errorStack   = pattern(`\.stack\b`)
	ownProgram   = pattern(`\bcurrent_exe\(|\benv::args\b`)
	buildFolder  = pattern(`"([^"]*/)?deps(/[^"]*)?"`)
	ownThread    = pattern(`\bthread::current\(`)
	threadName   = pattern(`\.name\(\).*(\b(contains|starts_with|ends_with|find|eq|is_some_and|is_none_or|len)\(|[!=]=)`)
	flagVisit    = pattern(`\bflag\.(CommandLine\.)?VisitAll\(`)
	flagName     = pattern(`\b(HasPrefix|HasSuffix|Contains)\(\s*\w+\.Name\b|\.Name\s*[!=]=|\.Name\[`)
	buildInfo    = pattern(`\bdebug\.ReadBuildInfo\(`)
	buildPath    = pattern(`\b(HasSuffix|Contains)\(\s*\w+\.Path\b|\blen\(\s*\w+\.(Settings|Deps)\s*\)`)
	// In which folder the program runs, by its name.
	workingFolder = pattern(`\bprocess\.cwd\(\)|\bos\.getcwd\(\)|\bDir\.pwd\b|\bgetcwd\(\)|\benv::current_dir\(\)|\bos\.Getwd\(\)|"user\.dir"`)
	folderName    = pattern(`\.?(endsWith|endswith|ends_with|end_with\?|includes|HasSuffix|str_ends_with)\(\s*[^)]*['"\x60]|\b(basename|Base|file_name)\b.*[!=]=|['"]\s+in\s+os\.getcwd`)
)

// pairs are the looks that tell tests from real use by a word.
var pairs = []pair{
	{stackAccess, testLiteral, false},
	{stackAccess, frameName, false},
	{ownFolders, isThere, false},
	{looksIn, testPath, true},
	{isThere, testPath, true},
	{surroundings, testWord, false},
	{environmentReads, testVariable, false},
	{errorStack, testWord, false},
	{errorStack, frameName, false},
	{whoLoaded, whoLoaded, true},
	{hiddenModule, hiddenModule, true},
	{ownProgram, buildFolder, false},
	{ownThread, threadName, false},
	{flagVisit, flagName, false},
	{buildInfo, buildPath, false},
	{workingFolder, folderName, true},
}

// script matches the names of what people and builds run and tests do not load.
var script = pattern(`(?i)(^|/)(scripts?|bin|tasks)/|\.(rake|gradle|gradle\.kts)$|(^|/)(rakefile|gulpfile|gruntfile)`)

// told returns the marks of pairs. A script may well have them.
func (j judge) told() []Mark {
	if script.MatchString(j.name) {
		return nil
	}
	var marks []Mark
	for _, p := range pairs {
		if i := j.firstOf(p); i >= 0 {
			marks = append(marks, Mark{i, SpecialCase})
		}
	}
	return marks
}

// firstOf returns the added line with the look of a pair; -1 where it, or the word, is
// not there.
func (j judge) firstOf(p pair) int {
	if p.same {
		return j.firstAdded(func(code string) bool { return p.look.MatchString(code) && p.word.MatchString(code) })
	}
	if j.firstAdded(p.word.MatchString) < 0 {
		return -1
	}
	return j.firstAdded(p.look.MatchString)
}

// firstAdded returns the first added line with code that is, in its own words or in
// plain ones; -1 if there is none.
func (j judge) firstAdded(is func(code string) bool) int {
	for i, v := range j.views {
		if j.isAdded(i) && (is(v.code) || is(j.plain[i])) {
			return i
		}
	}
	return -1
}

// obscured matches a text that is put together, or read from a file, so that whoever
// reads the code does not see it.
var obscured = pattern(`
	["'\x60]\s*\+\s*["'\x60]
	\bString\.fromChar(Code|Point)\(\s*(\d+|0x[0-9a-fA-F]+)\s*,
	\.split\(\s*['"]{2}\s*\)\.reverse\(|\[\s*\.\.\.\s*['"][^'"]*['"]\s*\]\.reverse\(
	\[\s*['"][^'"]*['"]\s*(,\s*['"][^'"]*['"]\s*)+\]\.join\(
	['"][^'"]*['"]\.join\(\s*[\[(]\s*['"]
	\b(bytes|bytearray)\(\s*[\[(]\s*\d
	['"\])]\s*\[::-1\]
	\bchr\(\s*(\d|0x)
	\bmap\(\s*chr\b
	\bbytes\.fromhex\(
	\bstring\(\[\](byte|rune)\{|\bstring\(rune\(\s*\d
	\bstrings\.Join\(\s*\[\]string\{
	\b(hex|base64\.\w+)\.DecodeString\(\s*["\x60]
	\bnew\s+String\(\s*new\s+(char|byte|int)\[\]|"\s*\.concat\(\s*"|\bString\.join\(\s*"[^"]*"\s*,\s*"|\bnew\s+StringBuilder\(\s*"[^"]*"\s*\)\.reverse\(
	\bBase64\.getDecoder\(\)\.decode\(\s*"
	['"][^'"]*['"]\.(reverse|tr|swapcase|unpack1?|rot13)\b
	\.pack\(\s*['"][CcUu]\*|%w\[[^\]]*\]\.join
	\bstrrev\(|\bimplode\(\s*['"][^'"]*['"]\s*,\s*\[\s*['"]|\b(base64_decode|str_rot13|hex2bin)\(\s*['"]
	\bconcat!\(\s*"[^"]*"\s*,\s*"|\bString::from_utf8\w*\(\s*(vec!|&?\[|b")|\bfrom_utf8\(\s*&\[
	\batob\(\s*['"]|\bBuffer\.from\(\s*['"][^'"]*['"]\s*,\s*['"](hex|base64)
	\brequire\(\s*['"\x60][^'"\x60]*\.json['"\x60]\s*\)|\bimport\b.*\bfrom\s+['"][^'"]*\.json['"]
	\bJSON\.(parse|load_file)\(|\bjson\.loads?\(|\byaml\.(safe_)?load\(|\bYAML\.\w*load\w*\(|\btomllib\.loads?\(|\bjson_decode\(
	\bjson\.Unmarshal\(|\bos\.ReadFile\(|\breadFileSync\(|\bFile\.read\(|\bfile_get_contents\(|\bfs::read_to_string\(|\bFiles\.readString\(|\bread_text\(|\bopen\([^)]*\)\.read|\binclude_(str|bytes)!
`)

var (
	// keyed matches the start of a look by name at what is around the program.
	keyed = expr(`(?:\b(?:process\.env|ENV|environ|sys\.modules|globalThis|global|window)|\$_ENV|\$_SERVER|\$GLOBALS)\s*\[` +
		`|\b(?:(?i:getenv)|LookupEnv|environ\.get|ENV\.(?:fetch|key\?|include\?|has_key\?)|modules\.get|env::var(?:_os)?|getProperty|getResource|flag\.Lookup|forName|const_defined\?|const_get|defined|constant|class_exists|find_spec|import_module|__import__)\s*\(`)
	keyIn   = expr(`\b(?:if|elif|while|and|or|not|return|=|\()\s*(.+?)\s+(?:not\s+)?in\s+(?:os\.environ|sys\.modules|process\.env|globalThis)\b`)
	boundBy = expr(`(?:\$|\b)([A-Za-z_]\w*)\s*(?:,\s*\w+\s*)?(?::\s*[\w<>&]+\s*)?:?=[^=>]|&([A-Za-z_]\w*)\s*\)|\bimport\s+(?:\*\s+as\s+)?(\w+)\s+from\b`)
	words   = expr(`[A-Za-z_]\w*`)
)

// hiddenKeys returns the marks of looks by a name that the code does not show.
func (j judge) hiddenKeys() []Mark {
	hidden := j.hiddenNames()
	i := j.firstAdded(func(code string) bool {
		for _, key := range keysIn(code) {
			if obscured.MatchString(key) {
				return true
			}
			for _, w := range words.FindAllString(key, -1) {
				if hidden[w] {
					return true
				}
			}
		}
		return false
	})
	if i < 0 {
		return nil
	}
	return []Mark{{i, SpecialCase}}
}

// hiddenNames are the variables that added lines give an obscured text to.
func (j judge) hiddenNames() map[string]bool {
	names := map[string]bool{}
	for i, v := range j.views {
		if !j.isAdded(i) || !obscured.MatchString(v.code) && !obscured.MatchString(j.plain[i]) {
			continue
		}
		for _, m := range boundBy.FindAllStringSubmatch(v.code, -1) {
			names[m[1]+m[2]+m[3]] = true
		}
	}
	return names
}

// keysIn returns the expressions by which code looks at its surroundings.
func keysIn(code string) []string {
	var keys []string
	for _, at := range keyed.FindAllStringIndex(code, -1) {
		keys = append(keys, bracketed(code[at[1]:]))
	}
	if m := keyIn.FindStringSubmatch(code); m != nil {
		keys = append(keys, m[1])
	}
	return keys
}

// bracketed returns what stands before the bracket that closes one that is open.
func bracketed(rest string) string {
	depth := 1
	for i, r := range rest {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth == 0 {
			return rest[:i]
		}
	}
	return rest
}
