package check

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure"
)

// goTest keeps the flags of "go test", replaces the packages by those of fs, and
// adds one -run pattern. Subtests are selected level by level.
func goTest(argv []string, fs []failure.Failure) ([]string, bool) {
	out, pkgs, ok := goParts(argv, fs)
	return append(append(out, "-run", goPattern(fs)), pkgs...), ok
}

// goParts are "go test" with its flags, and the packages of fs with the flags that are for
// the tests themselves.
func goParts(argv []string, fs []failure.Failure) (out, pkgs []string, ok bool) {
	if !hasPrefix(argv, "go", "test") {
		return nil, nil, false
	}
	for _, f := range fs {
		if f.Package == "" {
			return nil, nil, false
		}
		if !slices.Contains(pkgs, f.Package) {
			pkgs = append(pkgs, f.Package)
		}
	}
	out = []string{"go", "test"}
	var own []string // flags of the tests themselves
	for i := 2; i < len(argv); i++ {
		name, _, joined := strings.Cut(strings.TrimPrefix(strings.TrimLeft(argv[i], "-"), "test."), "=")
		switch {
		case !strings.HasPrefix(argv[i], "-") && len(own) > 0:
			return nil, nil, false // the value of a flag of the tests, or an argument
		case !strings.HasPrefix(argv[i], "-"): // a package
		case name == "args" || name == "run":
			return nil, nil, false
		case valueFlags[name] && !joined && i+1 < len(argv):
			out = append(out, argv[i], argv[i+1])
			i++
		case valueFlags[name] || switchFlags[name]:
			out = append(out, argv[i])
		default:
			own = append(own, argv[i])
		}
	}
	return out, append(pkgs, own...), true
}

// switchFlags are the flags of go test that take no word.
var switchFlags = words("a", "asan", "benchmem", "buildvcs", "c", "cover", "failfast", "fullpath", "json", "linkshared", "modcacherw", "msan", "n",
	"race", "short", "trimpath", "v", "work", "x")

// valueFlags are the flags of go test whose value may be the next word.
var valueFlags = words(
	"asmflags", "bench", "benchtime", "blockprofile", "blockprofilerate", "buildmode", "C", "compiler", "count", "covermode", "coverpkg",
	"coverprofile", "cpu", "cpuprofile", "exec", "fuzz", "fuzzminimizetime", "fuzztime", "gccgoflags", "gcflags", "installsuffix", "ldflags",
	"memprofile", "memprofilerate", "mod", "modfile", "mutexprofile", "mutexprofilefraction", "o", "outputdir", "overlay", "p", "parallel",
	"pgo", "pkgdir", "shuffle", "skip", "tags", "timeout", "toolexec", "trace", "vet",
)

// words is a set of them.
func words(list ...string) map[string]bool {
	all := make(map[string]bool, len(list))
	for _, w := range list {
		all[w] = true
	}
	return all
}

// goPattern matches the top-level tests of fs: a subtest is run with its
// siblings, since each level of a -run pattern applies to every test.
func goPattern(fs []failure.Failure) string {
	var names []string
	for _, f := range fs {
		top, sub, nested := strings.Cut(f.Test, "/")
		if nested && len(fs) == 1 {
			return goLevels(top, sub)
		}
		if p := regexp.QuoteMeta(top); !slices.Contains(names, p) {
			names = append(names, p)
		}
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

func goLevels(top, sub string) string {
	levels := []string{"^" + regexp.QuoteMeta(top) + "$"}
	for _, s := range strings.Split(sub, "/") {
		levels = append(levels, "^"+regexp.QuoteMeta(s)+"$")
	}
	return strings.Join(levels, "/")
}

// pytest keeps the options and replaces the paths by node ids.
func pytest(argv []string, fs []failure.Failure) ([]string, bool) {
	out, ok := pytestOptions(argv)
	if !ok {
		return nil, false
	}
	for _, f := range fs {
		if !strings.Contains(f.Test, "::") {
			return nil, false // a file that does not even import: only the full run shows it
		}
	}
	return append(out, testNames(fs)...), true
}

// pytestOptions is the command without its paths.
func pytestOptions(argv []string) ([]string, bool) {
	head := 0
	switch {
	case path.Base(argv[0]) == "pytest", path.Base(argv[0]) == "py.test":
		head = 1
	case len(argv) >= 3 && strings.HasPrefix(path.Base(argv[0]), "python") && argv[1] == "-m" && argv[2] == "pytest":
		head = 3
	default:
		return nil, false
	}
	if slices.ContainsFunc(argv[head:], pytestSelects.MatchString) {
		return nil, false // another selection is in force
	}
	options, ok := withoutPaths(argv[head:], pytestValues, pytestSwitch)
	return append(slices.Clone(argv[:head]), options...), ok
}

// pytestSelects matches the options that select tests: the part of a suite that --splits has,
// say, need not have the tests that are named beside it.
var pytestSelects = regexp.MustCompile(`^(-k.*|-m.*|--(lf|last-failed|sw|stepwise|splits).*|--)$`)

// withoutPaths leaves the options of a command, and the words that are their values. An
// option that is in neither list may take the word behind it or not: ok is false then.
func withoutPaths(argv []string, values map[string]bool, switches *regexp.Regexp) (out []string, ok bool) {
	for i := 0; i < len(argv); i++ {
		a := argv[i]
		if !strings.HasPrefix(a, "-") {
			continue
		}
		out = append(out, a)
		switch isLast := i+1 == len(argv) || strings.HasPrefix(argv[i+1], "-"); {
		case isLast, strings.Contains(a, "="), switches.MatchString(a):
		case values[a]:
			i++
			out = append(out, argv[i])
		default:
			return nil, false
		}
	}
	return out, true
}

// pytestValues are the options of pytest and of its usual plugins whose value may be the
// next word.
var pytestValues = words(
	"-c", "-n", "-o", "-p", "-r", "-W", "--assert", "--basetemp", "--base-url", "--benchmark-json", "--browser", "--capture",
	"--code-highlight", "--color", "--config-file", "--confcutdir", "--count", "--cov", "--cov-config", "--cov-context",
	"--cov-fail-under", "--cov-precision", "--cov-report", "--debug", "--deselect", "--dist", "--doctest-glob", "--doctest-report",
	"--driver", "--ds", "--durations", "--durations-min", "--html", "--hypothesis-profile", "--hypothesis-seed", "--ignore",
	"--ignore-glob", "--import-mode", "--junit-prefix", "--junit-xml", "--junitxml", "--junitprefix", "--lfnf", "--log-auto-indent",
	"--log-cli-date-format", "--log-cli-format", "--log-cli-level", "--log-date-format", "--log-disable", "--log-file",
	"--log-file-date-format", "--log-file-format", "--log-file-level", "--log-file-mode", "--log-format", "--log-level",
	"--max-warnings", "--maxfail", "--maxprocesses", "--numprocesses", "--override-ini", "--pdbcls", "--pythonwarnings",
	"--random-order-bucket", "--random-order-seed", "--randomly-seed", "--report-chars", "--reruns", "--reruns-delay", "--rootdir",
	"--show-capture", "--tb", "--timeout", "--timeout-method", "--tx", "--verbosity",
)

// pytestSwitch matches those that take no word.
var pytestSwitch = regexp.MustCompile(`^(-[vqsxl]+|-[rnpWo].+|--(verbose|quiet|exitfirst|showlocals|no-showlocals|no-header|no-summary|strict|strict-markers|strict-config|full-trace|` +
	`cache-clear|disable-warnings|disable-pytest-warnings|doctest-modules|doctest-ignore-import-errors|doctest-continue-on-failure|runxfail|keep-duplicates|noconftest|` +
	`continue-on-collection-errors|collect-in-virtualenv|setup-show|xfail-tb|force-short-summary|no-fold-skipped|disable-plugin-autoload|pyargs|no-cov|no-cov-on-fail|cov-append|` +
	`cov-branch|cov-reset|forked|boxed|reuse-db|create-db|nomigrations|no-migrations|self-contained-html|benchmark-skip|benchmark-disable))$`)

// unittest names the tests as module.Class.method, to discover as a pattern: it alone
// knows where the modules are.
func unittest(argv []string, fs []failure.Failure) ([]string, bool) {
	names, ok := unittestNames(fs)
	if !isUnittest(argv) || !ok {
		return nil, false
	}
	discover := slices.Contains(argv, "discover")
	out := append(slices.Clone(argv[:3]), "-v") // a quiet pass names no test, and so proves none
	if discover {
		out = slices.Clone(argv[:3])
	}
	for _, a := range argv[3:] {
		switch {
		case a == "-k" || !discover && (a == "-s" || a == "-p" || a == "-t" || a == "--durations"):
			return nil, false
		case a == "-v" || a == "-q":
		case discover || strings.HasPrefix(a, "-"):
			out = append(out, a)
		}
	}
	if !discover {
		return append(out, names...), true
	}
	for _, n := range names {
		out = append(out, "-k", n)
	}
	return append(out, "-v"), true
}

func unittestNames(fs []failure.Failure) (names []string, ok bool) {
	for _, name := range testNames(fs) {
		name, _, _ = strings.Cut(name, " ") // without the parameters of a subtest
		if strings.Count(name, ".") < 2 || strings.ContainsAny(name, "()") {
			return nil, false
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, true
}

// cargoTest passes the full test paths with --exact to the test binaries.
func cargoTest(argv []string, fs []failure.Failure) ([]string, bool) {
	if !hasPrefix(argv, "cargo", "test") || slices.Contains(argv, "--") {
		return nil, false
	}
	for i := 2; i < len(argv); i++ {
		switch {
		case cargoValues[argv[i]]:
			i++
		case !strings.HasPrefix(argv[i], "-"):
			return nil, false // a filter, or the value of a flag that is not known
		}
	}
	for _, f := range fs {
		if strings.Contains(f.Test, " ") {
			return nil, false // a doctest is named by file and line
		}
	}
	return append(append(slices.Clone(argv), "--", "--exact"), testNames(fs)...), true
}

// cargoValues are the options of cargo test whose value is the next word.
var cargoValues = words("-p", "--package", "--exclude", "-F", "--features", "--bin", "--example", "--test", "--bench", "-j", "--jobs", "--profile",
	"--target", "--target-dir", "--manifest-path", "--message-format", "--color", "--config", "-Z", "-C")

// nodeTest adds a name pattern for each test; the files stay as they are.
func nodeTest(argv []string, fs []failure.Failure) ([]string, bool) {
	if len(argv) < 2 || path.Base(argv[0]) != "node" || !slices.Contains(argv, "--test") {
		return nil, false
	}
	out := []string{argv[0]}
	for _, name := range testNames(fs) {
		leaf := name[strings.LastIndex(name, " > ")+1:]
		if strings.Contains(name, " > ") {
			leaf = name[strings.LastIndex(name, " > ")+3:]
		}
		out = append(out, "--test-name-pattern=^"+regexp.QuoteMeta(leaf)+"$")
	}
	return append(out, argv[1:]...), true
}

// titles is the pattern of whole titles, as JavaScript runners join them: by blanks.
func titles(fs []failure.Failure, separator string) string {
	var all []string
	for _, name := range testNames(fs) {
		title := strings.Join(strings.Fields(strings.ReplaceAll(name, separator, " ")), " ")
		all = append(all, regexp.QuoteMeta(title))
	}
	return "^(" + strings.Join(all, "|") + ")$"
}

// tool reports whether argv runs the program, and has none of these options.
func tool(argv []string, program string, without ...string) bool {
	if path.Base(argv[0]) != program {
		return false
	}
	return !slices.ContainsFunc(argv, func(a string) bool {
		name, _, _ := strings.Cut(a, "=")
		return slices.Contains(without, name) || a == "--"
	})
}

// jest selects by title, and names each test that passes.
func jest(argv []string, fs []failure.Failure) ([]string, bool) {
	if !tool(argv, "jest", "-t", "--testNamePattern") {
		return nil, false
	}
	return append(slices.Clone(argv), "--verbose", "-t", titles(fs, "›")), true
}

// vitest is as jest; its watch mode would never end.
func vitest(argv []string, fs []failure.Failure) ([]string, bool) {
	if !tool(argv, "vitest", "-t", "--testNamePattern", "watch", "dev", "bench", "--watch", "-w") {
		return nil, false
	}
	return append(slices.Clone(argv), "--reporter=verbose", "-t", titles(fs, " > ")), true
}

func mocha(argv []string, fs []failure.Failure) ([]string, bool) {
	if !tool(argv, "mocha", "-g", "--grep", "-f", "--fgrep", "-w", "--watch") {
		return nil, false
	}
	return append(slices.Clone(argv), "-g", titles(fs, " > ")), true
}

// bun matches a title as a whole, as Jest does.
func bun(argv []string, fs []failure.Failure) ([]string, bool) {
	if !hasPrefix(argv, "bun", "test") || !tool(argv, "bun", "-t", "--test-name-pattern", "--watch") {
		return nil, false
	}
	return append(slices.Clone(argv), "-t", titles(fs, " > ")), true
}

// deno filters tests by name; a step runs with its test.
func deno(argv []string, fs []failure.Failure) ([]string, bool) {
	if !hasPrefix(argv, "deno", "test") || !tool(argv, "deno", "--filter", "--watch") {
		return nil, false
	}
	var names []string
	for _, name := range testNames(fs) {
		name, _, _ = strings.Cut(name, " ... ")
		names = append(names, regexp.QuoteMeta(name))
	}
	slices.Sort(names)
	return append(slices.Clone(argv), "--filter=/^("+strings.Join(slices.Compact(names), "|")+")$/"), true
}

func jasmine(argv []string, fs []failure.Failure) ([]string, bool) {
	if !tool(argv, "jasmine", "--filter", "--filter-path") {
		return nil, false
	}
	return append(slices.Clone(argv), "--filter="+titles(fs, " > ")), true
}

// ginkgo is a go test whose specs are chosen by a flag that only packages with a suite
// know, as those of the failures do.
func ginkgo(argv []string, fs []failure.Failure) ([]string, bool) {
	out, pkgs, ok := goParts(argv, fs)
	focus := strings.TrimPrefix(titles(fs, " > "), "^") // the name of the suite stands before a title
	return append(append(out, pkgs...), "-ginkgo.v", "-ginkgo.focus="+focus), ok
}

// behave takes names of scenarios; the row of an outline runs with the others.
func behave(argv []string, fs []failure.Failure) ([]string, bool) {
	if !tool(argv, "behave", "-n", "--name", "-i", "-e", "-w", "--wip") {
		return nil, false
	}
	out := slices.Clone(argv)
	for _, name := range testNames(fs) {
		name, _, _ = strings.Cut(name, " -- @")
		out = append(out, "--name", "^"+regexp.QuoteMeta(name))
	}
	return out, true
}

// robot takes names of tests before the paths; the console cuts long ones.
func robot(argv []string, fs []failure.Failure) ([]string, bool) {
	if !tool(argv, "robot", "-t", "--test", "--task", "-s", "--suite") {
		return nil, false
	}
	out := []string{argv[0]}
	for _, name := range testNames(fs) {
		pattern := strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(name)
		if cut, ok := strings.CutSuffix(pattern, "..."); ok {
			pattern = cut + "*"
		}
		out = append(out, "--test", pattern)
	}
	return append(out, argv[1:]...), true
}

// rspec takes a whole description for each test.
func rspec(argv []string, fs []failure.Failure) ([]string, bool) {
	if !tool(argv, "rspec", "-e", "--example", "-E", "--example-matches") {
		return nil, false
	}
	out := slices.Clone(argv)
	for _, name := range testNames(fs) {
		out = append(out, "-e", name)
	}
	return out, true
}

// phpunit filters by Class::method, with or without a data set.
func phpunit(argv []string, fs []failure.Failure) ([]string, bool) {
	if !tool(argv, "phpunit", "--filter") {
		return nil, false
	}
	var pats []string
	for _, name := range testNames(fs) {
		if name, _, _ = strings.Cut(name, " with data set "); strings.ContainsAny(name, " /") {
			return nil, false
		}
		pats = append(pats, regexp.QuoteMeta(name))
	}
	slices.Sort(pats)
	return append(slices.Clone(argv), "--filter", "/^("+strings.Join(slices.Compact(pats), "|")+")( with data set .*)?$/"), true
}

// javaName matches package.Class.method, as Surefire and Gradle name a test, with the
// parameters of one that has some.
var javaName = regexp.MustCompile(`^((?:[\w$]+\.)+)([\w$]+)(?:[({\[].*)?$`)

// javaMethods returns the classes of the tests with their methods.
func javaMethods(fs []failure.Failure) (classes []string, methods map[string][]string, ok bool) {
	methods = map[string][]string{}
	for _, name := range testNames(fs) {
		m := javaName.FindStringSubmatch(name)
		if m == nil {
			return nil, nil, false
		}
		class := strings.TrimSuffix(m[1], ".")
		if methods[class] == nil {
			classes = append(classes, class)
		}
		if !slices.Contains(methods[class], m[2]) {
			methods[class] = append(methods[class], m[2])
		}
	}
	return classes, methods, true
}

// maven names the methods of each class; modules without such a class are no error.
func maven(argv []string, fs []failure.Failure) ([]string, bool) {
	if !tool(argv, "mvn", "-Dtest", "-Dit.test", "-DskipTests") && !tool(argv, "mvnw", "-Dtest", "-Dit.test", "-DskipTests") ||
		!slices.ContainsFunc(argv, func(a string) bool { return a == "test" || a == "verify" || a == "package" || a == "install" }) {
		return nil, false
	}
	classes, methods, ok := javaMethods(fs)
	if !ok {
		return nil, false
	}
	for i, c := range classes {
		classes[i] = c + "#" + strings.Join(methods[c], "+")
	}
	return append(slices.Clone(argv), "-Dtest="+strings.Join(classes, ","), "-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false"), true
}

// gradle gives the options to each task that runs tests; a task that has them already
// would be run for more.
func gradle(argv []string, fs []failure.Failure) ([]string, bool) {
	if !tool(argv, "gradle", "--tests") && !tool(argv, "gradlew", "--tests") {
		return nil, false
	}
	classes, methods, ok := javaMethods(fs)
	if !ok {
		return nil, false
	}
	var options []string
	for _, c := range classes {
		for _, m := range methods[c] {
			options = append(options, "--tests", c+"."+m)
		}
	}
	var out []string
	tasks := 0
	for _, a := range argv {
		out = append(out, a)
		if a == "test" || strings.HasSuffix(a, ":test") {
			out = append(out, options...)
			tasks++
		}
	}
	return out, tasks > 0
}

// jvm is for results that were read from JUnit files, whoever wrote them.
func jvm(argv []string, fs []failure.Failure) ([]string, bool) {
	if out, ok := maven(argv, fs); ok {
		return out, true
	}
	return gradle(argv, fs)
}

func dotnet(argv []string, fs []failure.Failure) ([]string, bool) {
	if !hasPrefix(argv, "dotnet", "test") || !tool(argv, "dotnet", "--filter", "-filter") {
		return nil, false
	}
	classes, methods, ok := javaMethods(fs)
	if !ok {
		return nil, false
	}
	var filters []string
	for _, c := range classes {
		for _, m := range methods[c] {
			filters = append(filters, "FullyQualifiedName="+c+"."+m)
		}
	}
	return append(slices.Clone(argv), "--filter", strings.Join(filters, "|")), true
}

func ctest(argv []string, fs []failure.Failure) ([]string, bool) {
	if !tool(argv, "ctest", "-R", "-E", "-L", "-LE", "-I", "--tests-regex", "--exclude-regex", "--label-regex", "--rerun-failed") {
		return nil, false
	}
	var pats []string
	for _, name := range testNames(fs) {
		pats = append(pats, regexp.QuoteMeta(name))
	}
	return append(slices.Clone(argv), "-R", "^("+strings.Join(pats, "|")+")$"), true
}

// nextest selects by its own filter language.
func nextest(argv []string, fs []failure.Failure) ([]string, bool) {
	if !hasPrefix(argv, "cargo", "nextest", "run") || !tool(argv, "cargo", "-E", "--filterset", "--filter-expr") {
		return nil, false
	}
	var exprs []string
	for _, name := range testNames(fs) {
		if strings.ContainsAny(name, "()\\ ") {
			return nil, false
		}
		exprs = append(exprs, "test(="+name+")")
	}
	return append(slices.Clone(argv), "-E", strings.Join(exprs, " + ")), true
}
