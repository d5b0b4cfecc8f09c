package check

import (
	"encoding/json"
	"path"
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/workspace"
)

// manifests are the files that tell how a project is tested, in the order in which
// they are asked.
var manifests = []struct {
	file    string
	command func(data []byte) string
}{
	{"go.mod", always("go test ./...")},
	{"Cargo.toml", always("cargo test")},
	{"package.json", npm},
	{"pom.xml", always("mvn -B test")},
	{"build.gradle", always("gradle test")},
	{"build.gradle.kts", always("gradle test")},
	{"mix.exs", always("mix test")},
	{"pytest.ini", always("python -m pytest")},
	{"pyproject.toml", pyproject},
	{"tox.ini", always("python -m pytest")},
	{"setup.py", always("python -m pytest")},
	{"Makefile", makefile}, // last: what it runs is not seen, where another one says it
}

// makeTest matches the target test of a Makefile, and no variable of that name.
var makeTest = regexp.MustCompile(`(?m)^test[ \t]*::?(?:[^:=]|$)`)

func makefile(data []byte) string {
	if makeTest.Match(data) {
		return "make test"
	}
	return ""
}

func always(command string) func([]byte) string { return func([]byte) string { return command } }

// npm tells whether a package has tests at all: npm itself writes a placeholder.
func npm(data []byte) string {
	if test := scripts(data)["test"]; test == "" || strings.Contains(test, "no test specified") {
		return ""
	}
	return "npm test"
}

// scripts are those of a package.json; none if it is not well-formed.
func scripts(data []byte) map[string]string {
	var m struct {
		Scripts map[string]string `json:"scripts"`
	}
	if json.Unmarshal(data, &m) != nil {
		return nil
	}
	return m.Scripts
}

func pyproject(data []byte) string {
	if strings.Contains(string(data), "pytest") || strings.Contains(string(data), "[project]") || strings.Contains(string(data), "[tool.poetry]") {
		return "python -m pytest"
	}
	return ""
}

// Guess names the usual test command of the project that has the folder dir of the
// checkout, the manifest that says so, and its folder, in which the command runs: the
// nearest one from dir upwards. They are "" if no manifest says so.
func Guess(w *workspace.Workspace, dir string) (command, manifest, in string) {
	for {
		if command, manifest = guessIn(w, dir); command != "" {
			return command, manifest, dir
		}
		if dir == "." {
			return "", "", ""
		}
		dir = path.Dir(dir)
	}
}

// guessIn is Guess for one folder.
func guessIn(w *workspace.Workspace, dir string) (command, manifest string) {
	for _, m := range manifests {
		data, err := w.Read(path.Join(dir, m.file))
		if err != nil {
			continue
		}
		if c := m.command(data); c != "" {
			return c, m.file
		}
	}
	return "", ""
}

// Scripts lists the files of the checkout that a test command names, such as
// ./run-tests.sh, where it runs in the folder dir: who changes them changes what is
// tested.
func Scripts(command string, w *workspace.Workspace, dir string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune(" \t\n;|&()<>\"'`=", r) }) {
		name := path.Join(dir, word)
		if !strings.ContainsAny(word, "*?[]{}\\") && path.Ext(word) != "" && !strings.HasPrefix(name, "../") {
			if _, err := w.Read(name); err == nil && !sourceOf(word) {
				out = append(out, name)
			}
		}
	}
	return out
}

// sourceOf reports whether a file that a command names is what the tests are about
// rather than what runs them: a compiler's or an interpreter's input in a library.
func sourceOf(word string) bool {
	switch path.Ext(word) {
	case ".sh", ".bash", ".mk", ".cmake", ".bat", ".ps1", ".toml", ".ini", ".cfg", ".yml", ".yaml", ".json":
		return false
	}
	return true
}
