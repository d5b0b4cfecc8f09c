package document

import (
	"regexp"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/golang"
	"github.com/regreen/regreen/internal/failure/format/javascript"
	"github.com/regreen/regreen/internal/failure/format/jvm"
	"github.com/regreen/regreen/internal/failure/format/php"
	"github.com/regreen/regreen/internal/failure/format/python"
	"github.com/regreen/regreen/internal/failure/format/rust"
	"github.com/regreen/regreen/internal/failure/format/trace"
)

// names returns package and test as the framework that wrote the report reruns them.
func (w *reader) names(c *testcase) (pkg, name string) {
	name = strings.TrimSpace(c.name)
	switch {
	case w.dialect(c) == "pytest":
		return "", nodeID(c)
	case w.dialect(c) == php.Framework:
		return "", c.class + "::" + name
	case w.dialect(c) == javascript.Jest:
		return w.jestNames(c, name)
	case w.dialect(c) == javascript.Node:
		return "", strings.Join(append(append([]string{}, w.above...), name), " > ")
	case w.dialect(c) == golang.Framework || w.dialect(c) == "nextest" || w.dialect(c) == jvm.ScalaTest:
		return c.class, name
	case c.class == "" && c.status == "" && len(w.above) > 1: // suites within suites stand for the class
		return w.above[len(w.above)-1], name
	case c.class == "" || strings.HasPrefix(name, c.class) || c.status != "":
		return "", name
	case name == "":
		return "", c.class
	case dotted(c.class):
		return "", c.class + "." + strings.TrimSuffix(name, "()")
	}
	return c.class, name
}

// jestNames returns the file and the full title. The class of a case is the path of
// describe blocks, or the title once more.
func (w *reader) jestNames(c *testcase, name string) (pkg, full string) {
	if javascript.IsScript(w.suite.name) {
		pkg = format.Slash(w.suite.name)
	}
	switch {
	case c.class == "Test suite failed to run":
		return name, ""
	case c.class == "" || strings.HasPrefix(name, c.class) || javascript.IsScript(c.class):
		return pkg, name
	}
	return pkg, c.class + " › " + name
}

// dialect returns the framework that wrote a case, as far as it shows.
func (w *reader) dialect(c *testcase) string {
	switch {
	case w.suite.dialect != "":
		return w.suite.dialect
	case c.status != "":
		return "dotnet"
	case javascript.IsScript(c.class) && (strings.Contains(c.name, " › ") || len(c.problems) > 0 && strings.Contains(c.problems[0].text.String(), " › "+c.name+" ─")):
		return javascript.Playwright
	case strings.HasSuffix(c.file, ".php"):
		return php.Framework
	case strings.HasSuffix(c.file, ".py") || strings.HasPrefix(c.class, "tests.test_"):
		return "pytest"
	}
	return ""
}

// dotted reports whether a class name looks like that of a class in a package.
func dotted(class string) bool {
	if javascript.IsScript(class) {
		return false
	}
	return !strings.ContainsAny(class, " /:>") && (strings.Contains(class, ".") || format.IsExceptionName(class))
}

// nodeID makes pytest's node id of a class such as "tests.test_x.TestC".
func nodeID(c *testcase) string {
	parts := strings.Split(c.class, ".")
	file := c.file
	module := len(parts)
	for i, p := range parts {
		if i > 0 && p != "" && p[0] >= 'A' && p[0] <= 'Z' {
			module = i
			break
		}
	}
	if file == "" && c.class != "" {
		file = strings.Join(parts[:module], "/") + ".py"
	}
	if c.name == "" {
		return file
	}
	return strings.Join(append(append([]string{format.Slash(file)}, parts[module:]...), c.name), "::")
}

// fail hands over a failed case. Of several failures of one case the first counts.
func (w *reader) fail(c *testcase, pkg, name string) {
	f := format.Finding{Kind: format.Test, Framework: w.dialect(c), Package: pkg, Test: name, No: w.no}
	if c.reruns > 0 {
		f.Attempts, f.Flaky = c.reruns+1, c.flaky
	}
	f.Assert = format.Frame{File: c.file, Line: c.line}
	if f.Assert.File == "" {
		f.Assert.File = w.suite.file
	}
	p := &problem{}
	if len(c.problems) > 0 {
		p = c.problems[0]
	}
	if lintCase(&f, c, p, w.suite.name) {
		w.out.Fail(f)
		return
	}
	switch f.Framework {
	case "pytest":
		describePytest(&f, p)
	case golang.Framework:
		golang.Describe(&f, strings.Split(strings.ToValidUTF8(p.text.String(), "\uFFFD"), "\n"))
	case javascript.Vitest, javascript.Jest, javascript.Mocha, javascript.Playwright:
		text := strings.TrimPrefix(strings.TrimSpace(plain(orElse(p.text.String(), p.message))), "● Test suite failed to run")
		lines := afterTitle(text)
		javascript.Describe(&f, javascript.WithoutContext(lines))
		f.Output = format.Join(lines)
		if file, line, _, ok := format.SplitPlace(format.FirstLine(text)); ok && f.Framework == javascript.Playwright && f.Assert.File == "" {
			f.Assert = format.Frame{File: strings.TrimSpace(file[strings.LastIndexByte(file, ' ')+1:]), Line: line}
		}
	case javascript.Node:
		describeNode(&f, p)
	case rust.Nextest:
		describeNextest(&f, p, c.output.String())
	case php.Framework: // the name stands above the text
		_, text, _ := strings.Cut(p.text.String(), "\n")
		p.text.Reset()
		p.text.WriteString(text)
		describe(&f, p, c.output.String())
	default:
		describe(&f, p, c.output.String())
	}
	if javascript.IsScript(f.Test) && (f.Package == "" || f.Package == f.Test) {
		f.Package, f.Test = f.Test, ""
	}
	if f.Test == "" && javascript.IsScript(f.Package) {
		wholeFile(&f)
	}
	w.out.Fail(f)
}

// linterRule is the name of a case that ruff and ESLint write for a message.
var linterRule = regexp.MustCompile(`^org\.(ruff|eslint)\.(\S+)$`)

// lintCase reads a case that is a linter's message: golangci-lint has the place as its
// class and the linter as its name; ruff and ESLint have the file as the suite.
func lintCase(f *format.Finding, c *testcase, p *problem, suite string) bool {
	text := strings.TrimSpace(p.text.String())
	found := format.Finding{Kind: format.Lint, Message: strings.TrimSpace(p.message), Output: text, No: f.No}
	if m := linterRule.FindStringSubmatch(c.name); m != nil {
		_, line, _ := strings.Cut(text, "line ")
		found.Framework, found.ErrorType, found.File, found.Line = m[1], m[2], suite, max(c.line, format.Count(line))
	} else if file, line, rest, ok := format.SplitPlace(c.class); ok && rest == "" && file == suite && strings.HasSuffix(file, ".go") {
		found.Framework, found.ErrorType, found.File, found.Line = "golangci-lint", c.name, file, line
		found.Message = strings.TrimPrefix(found.Message, c.class+": ")
	} else {
		return false
	}
	*f = found
	return true
}

// wholeFile makes the failure of a file that could not be loaded, which reports show
// like one of a test.
func wholeFile(f *format.Finding) {
	f.Kind = format.Build
	if f.Assert.File == "" {
		f.Assert.File = f.Package
	}
	if f.ErrorType == string(format.Test) {
		f.ErrorType = "suite"
	}
}

// afterTitle returns the lines of a text without the title that Playwright puts above.
func afterTitle(text string) []string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if strings.HasSuffix(strings.TrimSpace(lines[0]), "──") {
		lines = lines[1:]
	}
	return lines
}

var nodeCause = regexp.MustCompile(`(?m)^\s+cause: (\w+)(?: \[\w+\])?: `)

// describeNode reads a failure of node --test, which wraps the error that it is about.
func describeNode(f *format.Finding, p *problem) {
	describe(f, p, "")
	f.Message = p.message
	if m := nodeCause.FindStringSubmatch(p.text.String()); m != nil {
		f.ErrorType = m[1]
	}
	if p.class == "testTimeoutFailure" {
		f.Kind, f.ErrorType = format.Timeout, "timeout"
	}
}

// describeNextest reads a failure of nextest, whose type says how the process ended.
func describeNextest(f *format.Finding, p *problem, output string) {
	text := strings.ToValidUTF8(p.text.String(), "\uFFFD")
	rust.Describe(f, strings.Split(text, "\n"))
	switch p.class {
	case "test timeout":
		rust.TimedOut(f)
	case "test abort":
		f.Output = strings.TrimSpace(p.message + "\n" + f.Output)
		rust.Aborted(f)
	}
	if f.Message == "" {
		f.Message = p.message
	}
	f.Output = strings.TrimSpace(f.Output + "\n" + strings.TrimSpace(output))
}

// describePytest reads a failure whose text is a report of pytest.
func describePytest(f *format.Finding, p *problem) {
	python.Describe(f, strings.Split(strings.ToValidUTF8(p.text.String(), "\uFFFD"), "\n"))
	if f.Message == "" {
		f.ErrorType, f.Message = classAndMessage(strings.TrimSpace(p.message))
	}
}

// describe fills a finding from a failure element.
func describe(f *format.Finding, p *problem, output string) {
	text := strings.ToValidUTF8(strings.ReplaceAll(p.text.String(), "\r", ""), "\uFFFD")
	lines := format.Dedent(strings.Split(strings.Trim(text, "\n"), "\n"))
	f.Frames = trace.Frames(lines)
	f.Output = format.Join(lines)
	if strings.TrimSpace(output) != "" {
		f.Output = strings.TrimSpace(f.Output + "\n" + strings.TrimSpace(output))
	}
	class, message := classAndMessage(format.Join(head(lines)))
	f.Message = strings.TrimSpace(p.message)
	if f.Message == "" {
		f.Message = message
	} else if c, m := classAndMessage(f.Message); c != "" {
		f.Message = m
		class = orElse(class, c)
	}
	f.ErrorType = p.class
	if strings.ContainsAny(p.class, " ") || p.class == "" || !strings.ContainsAny(p.class, ".") && class != "" && !format.IsExceptionName(p.class) {
		f.ErrorType = orElse(class, p.class)
	}
	if i := strings.Index(text, "panicked at "); i >= 0 {
		f.Kind, f.ErrorType = format.Panic, "panic"
		if m := afterPanic(text[i:]); m != "" {
			f.Message = m
		}
	}
	if f.ErrorType == "" {
		f.ErrorType = string(f.Kind)
	}
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// afterPanic returns the message after "panicked at src/lib.rs:5:9:".
func afterPanic(text string) string {
	_, rest, ok := strings.Cut(text, ":\n")
	if !ok {
		return ""
	}
	if i := strings.Index(rest, "note: "); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.Index(rest, "stack backtrace:"); i >= 0 {
		rest = rest[:i]
	}
	return strings.TrimSpace(rest)
}

// head returns the lines before the stack.
func head(lines []string) []string {
	for i, l := range lines {
		if i > 0 && trace.IsFrame(l) {
			return lines[:i]
		}
	}
	return lines
}

// classAndMessage splits "java.lang.AssertionError: text", "System.Exception : text"
// and "Assert.True() Failure".
func classAndMessage(t string) (class, message string) {
	first, _, _ := strings.Cut(t, "\n")
	if strings.HasPrefix(first, "Assert.") && strings.Contains(first, "() Failure") {
		i := strings.Index(first, "() Failure")
		return first[:i+len("() Failure")], t
	}
	name, _, ok := strings.Cut(first, ":")
	if bare := strings.TrimSpace(name); format.IsExceptionName(bare) && (ok || strings.Contains(bare, ".")) && looksLikeError(bare) {
		return bare, strings.TrimSpace(strings.TrimPrefix(t[len(name):], ":"))
	}
	return "", t
}

func looksLikeError(s string) bool {
	for _, part := range []string{"Error", "Exception", "Failure", "Failed", "Fault"} {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}
