package check

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/regreen/regreen/internal/failure"
)

// maxResultFiles bounds how many result files one run may leave: Surefire writes
// one a class, and ten thousand classes is beyond any suite that fits a CI job.
const maxResultFiles = 10000

// resultDirs are the folders where build tools put JUnit files unasked.
var resultDirs = []string{"target/surefire-reports", "target/failsafe-reports", "build/test-results"}

// freshEnv adds what makes a run real: no result from a cache, no stale bytecode,
// and results per test where a variable can ask for them.
func freshEnv(env []string, scratch string) []string {
	out := slices.Clone(env)
	// go test prints "(cached)" for a test that passed once; -v lists each test.
	out = appendWords(withGoEnv(out), "GOFLAGS", "-count=1 -v")
	if _, own := lookup(out, "GOTMPDIR"); own == "" {
		out = set(out, "GOTMPDIR", scratch) // a go that is killed leaves what it builds there
	}
	// Python trusts bytecode whose source has the same size and second of modification;
	// in a cache folder of each run's own there is none of the project to trust, and
	// what Python writes there litters nothing.
	out = set(out, "PYTHONPYCACHEPREFIX", pycache(scratch))
	out = slices.DeleteFunc(out, func(entry string) bool { return strings.HasPrefix(entry, "PYTHONDONTWRITEBYTECODE=") })
	out = appendWords(out, "PYTEST_ADDOPTS", "-p no:cacheprovider --junitxml="+filepath.Join(scratch, "pytest.xml"))
	// Task runners that answer from a cache of their own.
	out = set(set(out, "NX_SKIP_NX_CACHE", "true"), "TURBO_FORCE", "true")
	// Colours would only be stripped again.
	out = set(out, "NO_COLOR", "1")
	return set(out, "CARGO_TERM_COLOR", "never")
}

// rerun makes Gradle run tests that it takes for up to date: it goes by what the sources
// hold, and no variable tells it not to.
func rerun(command string) string {
	l, ok := parse(command)
	if !ok || !tool(l.argv, "gradle", "--rerun-tasks", "--rerun") && !tool(l.argv, "gradlew", "--rerun-tasks", "--rerun") {
		return command
	}
	return l.with(append(slices.Clone(l.argv), "--rerun-tasks"))
}

// withGoEnv copies GOFLAGS from Go's own configuration file into env where only
// the file has it: the variable that freshEnv sets would hide it.
func withGoEnv(env []string) []string {
	if i, _ := lookup(env, "GOFLAGS"); i >= 0 {
		return env
	}
	_, file := lookup(env, "GOENV")
	if file == "" {
		_, config := lookup(env, "XDG_CONFIG_HOME")
		if _, home := lookup(env, "HOME"); config == "" && home != "" {
			config = filepath.Join(home, ".config")
		}
		file = filepath.Join(config, "go", "env")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return env // none, or off: then there is nothing to keep
	}
	for _, line := range strings.Split(string(text), "\n") {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "GOFLAGS="); ok {
			return append(env, "GOFLAGS="+v)
		}
	}
	return env
}

// saysCI reports whether a variable says that this is CI, or which run of it.
func saysCI(variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	switch name {
	case "CI", "ImageOS", "ImageVersion", "RUNNER_OS", "RUNNER_ARCH", "RUNNER_NAME", "RUNNER_ENVIRONMENT":
		return true
	}
	return strings.HasPrefix(name, "GITHUB_")
}

func lookup(env []string, name string) (int, string) {
	for i := len(env) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(env[i], name+"="); ok {
			return i, v
		}
	}
	return -1, ""
}

func set(env []string, name, value string) []string {
	if i, _ := lookup(env, name); i >= 0 {
		env[i] = name + "=" + value
		return env
	}
	return append(env, name+"="+value)
}

func appendWords(env []string, name, words string) []string {
	_, old := lookup(env, name)
	return set(env, name, strings.TrimSpace(old+" "+words))
}

// resultFiles finds the JUnit files below dir with their times of modification.
func resultFiles(dir string, globs []string) map[string]time.Time {
	found := map[string]time.Time{}
	for _, g := range globs {
		paths, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(g)))
		if err != nil {
			continue // a malformed pattern is refused where the flag is read
		}
		for _, p := range paths {
			note(found, p)
		}
	}
	walkResultDirs(dir, func(p string) { note(found, p) })
	return found
}

func note(found map[string]time.Time, path string) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && len(found) < maxResultFiles {
		found[path] = info.ModTime()
	}
}

// walkResultDirs visits the XML files in the default result folders of dir and of
// its modules, two levels down.
func walkResultDirs(dir string, visit func(path string)) {
	for _, depth := range []string{"", "*", "*/*"} {
		for _, rd := range resultDirs {
			roots, _ := filepath.Glob(filepath.Join(dir, depth, filepath.FromSlash(rd))) // the pattern is a constant
			for _, root := range roots {
				_ = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
					if err == nil && !d.IsDir() && strings.HasSuffix(p, ".xml") {
						visit(p)
					}
					return nil // an unreadable entry is one result file less
				})
			}
		}
	}
}

// newResults lists the result files that a run wrote: those in scratch, and those
// below dir that are new or changed. A file that was there before proves nothing.
func newResults(dir, scratch string, globs []string, before map[string]time.Time) []string {
	files, _ := filepath.Glob(filepath.Join(scratch, "*.xml")) // the pattern is well-formed
	for p, at := range resultFiles(dir, globs) {
		if old, ok := before[p]; !ok || !at.Equal(old) {
			files = append(files, p)
		}
	}
	slices.Sort(files)
	return files
}

func openAll(paths []string) (inputs []failure.Input, closeAll func()) {
	var open []*os.File
	for _, p := range paths {
		if f, err := os.Open(p); err == nil {
			open = append(open, f)
			inputs = append(inputs, failure.Input{Name: filepath.Base(p), R: f})
		}
	}
	return inputs, func() {
		for _, f := range open {
			f.Close() // read only
		}
	}
}
