package format

import "strings"

// foreign are parts of paths that hold code of others: dependencies, toolchains,
// runtimes.
var foreign = []string{
	// Python
	"site-packages/", "dist-packages/", "/lib/python", "/.pyenv/", "/opt/conda/", "/.venv/", "/venv/lib/", "/.tox/", "/.nox/", "/Python.framework/",
	// JavaScript
	"node_modules/", "node:", "/.nvm/", "/.pnpm/", "internal/timers.js", "internal/process/task_queues", "internal/process/next_tick",
	"internal/modules/cjs/", "internal/modules/esm/", "internal/main/", "internal/test_runner/", "webpack/bootstrap", "bun:",
	// Go
	"/pkg/mod/", "/usr/local/go/src/", "/usr/lib/go", "/opt/go/src/", "/sdk/go", "/go-src/", "_testmain.go",
	// Rust
	"/.cargo/registry/", "/.cargo/git/", "/rustc/", "/.rustup/", "library/std/", "library/core/", "library/alloc/",
	// Ruby, PHP, JVM, .NET, C
	"/gems/", "/.rbenv/", "/vendor/bundle/", "/rubies/", "/usr/lib/ruby/", "/vendor/phpunit/", "/vendor/bin/", "/.m2/", "/_/src/", "/usr/include/", "/libsanitizer/", "/sysdeps/", "/csu/libc-start",
	"/usr/lib/", "/usr/local/lib/", "/usr/share/", "/libexec/", "/hostedtoolcache/", "/vendor/autoload.php", "/vendor/composer/", "/.nuget/",
	// copies of others' code
	"/vendor/", "/third_party/", "/contrib/", "/lib-python/",
}

// Own reports whether a path looks like one of the project's own files.
func Own(path string) bool {
	if path == "" || strings.HasPrefix(path, "<") || strings.HasPrefix(path, "(") {
		return false
	}
	path = Slash(path)
	for _, part := range foreign {
		if strings.Contains(path, part) || strings.HasPrefix(path, strings.TrimPrefix(part, "/")) {
			return false
		}
	}
	return true
}

// Slash returns a path with forward slashes.
func Slash(path string) string {
	if !strings.Contains(path, `\`) {
		return path
	}
	return strings.ReplaceAll(path, `\`, "/")
}

// IsTest reports whether a path looks like that of test code.
func IsTest(path string) bool {
	path = strings.ToLower(Slash(path))
	dir, base := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, base = path[:i+1], path[i+1:]
	}
	for _, part := range []string{"test", "spec"} {
		if strings.Contains(base, part) {
			return true
		}
	}
	for _, part := range []string{"tests/", "test/", "__tests__/", "spec/", "specs/", "e2e/", "cypress/", "features/", "testing/"} {
		if strings.HasPrefix(dir, part) || strings.Contains(dir, "/"+part) {
			return true
		}
	}
	return base == "conftest.py"
}

// Locate sets File and Line of a finding where they are not known: the innermost
// frame in the project's own code, code under test before test code, else the
// assertion. In an assertion of the test itself, test code comes first, and there the
// outermost frame, which is in the test and not in what it shares with others.
func (f *Finding) Locate() {
	if f.File != "" {
		return
	}
	if at, ok := f.place(); ok {
		f.File, f.Line = at.File, at.Line
	}
}

// Complete sets the error type and the message where the output has none: to the kind,
// and to the first line.
func (f *Finding) Complete() {
	if f.ErrorType == "" {
		f.ErrorType = string(f.Kind)
	}
	if f.Message == "" {
		f.Message = FirstLine(f.Output)
	}
}

func (f *Finding) place() (Frame, bool) {
	var code, test *Frame
	for i := range f.Frames {
		at := &f.Frames[i]
		switch {
		case !Own(at.File):
		case IsTest(at.File):
			if test == nil || f.Expect {
				test = at
			}
		case code == nil:
			code = at
		}
	}
	if f.Expect {
		code, test = test, code
	}
	for _, at := range []*Frame{code, test, &f.Assert} {
		if at != nil && at.File != "" {
			return *at, true
		}
	}
	return Frame{}, false
}
