package check

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/mattn/go-shellwords"

	"github.com/regreen/regreen/internal/failure"
)

// maxSelected bounds how many tests a targeted run names: beyond that the full
// command is about as fast, and the command line stays far under 128 KiB.
const maxSelected = 200

// selection derives the command line that runs the tests of fs alone.
func (r *Runner) selection(fs []failure.Failure) (invocation, bool) {
	if len(fs) == 0 || len(fs) > maxSelected {
		return invocation{}, false
	}
	names := testNames(fs)
	if r.suite.Targeted != "" {
		if len(names) == 0 {
			return invocation{}, false
		}
		return invocation{Command: strings.ReplaceAll(r.suite.Targeted, "{tests}", quoteAll(names)), Targeted: true}, true
	}
	fw := fs[0].Framework
	for _, f := range fs {
		if f.Framework != fw || f.Test == "" {
			return invocation{}, false // several tools, or a failure that no test name selects
		}
	}
	cmd, ok := derive(fw, r.suite.Command, fs)
	return invocation{Command: cmd, Targeted: true}, ok
}

func testNames(fs []failure.Failure) []string {
	var names []string
	for _, f := range fs {
		if f.Test != "" && !slices.Contains(names, f.Test) {
			names = append(names, f.Test)
		}
	}
	return names
}

// derive rewrites the full command so that it runs only the tests of fs, keeping
// its other flags. Only a single plain command is rewritten: in a pipeline or a
// script nobody can tell what a changed argument would do.
func derive(framework, command string, fs []failure.Failure) (string, bool) {
	env, argv, ok := split(command)
	if !ok {
		return "", false
	}
	var out []string
	switch framework {
	case "gotest":
		out, ok = goTest(argv, fs)
	case "pytest":
		out, ok = pytest(argv, fs)
	case "unittest":
		out, ok = unittest(argv, fs)
	case "cargo", "cargo-test":
		out, ok = cargoTest(argv, fs)
	case "node", "node-test":
		out, ok = nodeTest(argv, fs)
	case "jest":
		out, ok = jest(argv, fs)
	default:
		return "", false
	}
	return strings.Join(append(env, quoteEach(out)...), " "), ok
}

// split parses a plain command: leading assignments and words. ok is false for
// anything with shell syntax in it.
func split(command string) (env, argv []string, ok bool) {
	if strings.ContainsAny(command, "|&;<>()$`\n*?[]{}~#") {
		return nil, nil, false
	}
	words, err := shellwords.NewParser().Parse(command)
	if err != nil || len(words) == 0 {
		return nil, nil, false
	}
	for len(words) > 0 && assignment.MatchString(words[0]) {
		name, value, _ := strings.Cut(words[0], "=")
		env = append(env, name+"="+quote(value))
		words = words[1:]
	}
	return env, words, len(words) > 0
}

var assignment = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

func quote(s string) string {
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plainRune(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func plainRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./=:,@%+", r)
}

func quoteEach(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = quote(w)
	}
	return out
}

func quoteAll(words []string) string { return strings.Join(quoteEach(words), " ") }

func hasPrefix(argv []string, words ...string) bool {
	return len(argv) >= len(words) && slices.Equal(argv[:len(words)], words)
}

// goTest keeps the flags of "go test", replaces the packages by those of fs, and
// adds one -run pattern. Subtests are selected level by level.
func goTest(argv []string, fs []failure.Failure) ([]string, bool) {
	if !hasPrefix(argv, "go", "test") {
		return nil, false
	}
	var pkgs []string
	for _, f := range fs {
		if f.Package == "" {
			return nil, false
		}
		if !slices.Contains(pkgs, f.Package) {
			pkgs = append(pkgs, f.Package)
		}
	}
	out := []string{"go", "test"}
	for i := 2; i < len(argv) && strings.HasPrefix(argv[i], "-"); i++ {
		if argv[i] == "-args" || strings.HasPrefix(argv[i], "-run") || strings.HasPrefix(argv[i], "--run") {
			return nil, false
		}
		out = append(out, argv[i])
		if valueFlags[strings.TrimLeft(argv[i], "-")] && i+1 < len(argv) {
			i++
			out = append(out, argv[i])
		}
	}
	return append(append(out, "-run", goPattern(fs)), pkgs...), true
}

// valueFlags are the flags of go test whose value is the next word.
var valueFlags = map[string]bool{"tags": true, "timeout": true, "p": true, "cpu": true, "parallel": true, "count": true,
	"skip": true, "mod": true, "modfile": true, "ldflags": true, "gcflags": true, "coverprofile": true, "covermode": true,
	"coverpkg": true, "exec": true, "vet": true, "shuffle": true, "C": true, "o": true, "overlay": true}

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
	head := 0
	switch {
	case path.Base(argv[0]) == "pytest", path.Base(argv[0]) == "py.test":
		head = 1
	case len(argv) >= 3 && strings.HasPrefix(path.Base(argv[0]), "python") && argv[1] == "-m" && argv[2] == "pytest":
		head = 3
	default:
		return nil, false
	}
	out := slices.Clone(argv[:head])
	for _, a := range argv[head:] {
		switch {
		case strings.HasPrefix(a, "-k"), strings.HasPrefix(a, "-m"), a == "-n", strings.HasPrefix(a, "--lf"), a == "--":
			return nil, false // another selection is in force, or workers that reorder
		case strings.HasPrefix(a, "-"):
			out = append(out, a)
		}
	}
	for _, f := range fs {
		if !strings.Contains(f.Test, "::") {
			return nil, false // a file that does not even import: only the full run shows it
		}
	}
	return append(out, testNames(fs)...), true
}

// unittest names the tests as module.Class.method.
func unittest(argv []string, fs []failure.Failure) ([]string, bool) {
	if len(argv) < 3 || !strings.HasPrefix(path.Base(argv[0]), "python") || argv[1] != "-m" || argv[2] != "unittest" {
		return nil, false
	}
	out := append(slices.Clone(argv[:3]), "-v") // a quiet pass names no test, and so proves none
	for _, a := range argv[3:] {
		if a == "discover" || a == "-k" || a == "-s" || a == "-p" || a == "-t" {
			return nil, false
		}
		if strings.HasPrefix(a, "-") && a != "-v" {
			out = append(out, a)
		}
	}
	for _, name := range testNames(fs) {
		if strings.Count(name, ".") < 2 || strings.ContainsAny(name, " ()") {
			return nil, false
		}
		out = append(out, name)
	}
	return out, true
}

// cargoTest passes the full test paths with --exact to the test binaries.
func cargoTest(argv []string, fs []failure.Failure) ([]string, bool) {
	if !hasPrefix(argv, "cargo", "test") || slices.Contains(argv, "--") {
		return nil, false
	}
	for _, a := range argv[2:] {
		if !strings.HasPrefix(a, "-") {
			return nil, false // a filter, or the value of a flag: not told apart here
		}
	}
	for _, f := range fs {
		if strings.Contains(f.Test, " ") {
			return nil, false // a doctest is named by file and line
		}
	}
	return append(append(slices.Clone(argv), "--", "--exact"), testNames(fs)...), true
}

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

// jest selects by full title; titles are joined by blanks for the pattern.
func jest(argv []string, fs []failure.Failure) ([]string, bool) {
	head := slices.IndexFunc(argv, func(a string) bool { return path.Base(a) == "jest" })
	if head < 0 || head > 1 || slices.Contains(argv, "-t") {
		return nil, false
	}
	var pats []string
	for _, name := range testNames(fs) {
		pats = append(pats, regexp.QuoteMeta(strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '›' }), "")))
	}
	for i, p := range pats {
		pats[i] = strings.Join(strings.Fields(p), " ")
	}
	return append(slices.Clone(argv), "-t", "^("+strings.Join(pats, "|")+")$"), true
}
