package javascript

import (
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/trace"
)

// Describe fills a finding from an error as Node prints it: class and message, a
// code frame perhaps, then the stack.
func Describe(f *format.Finding, lines []string) {
	f.Output = format.Join(lines)
	lines = afterRepeat(format.Dedent(lines))
	f.Frames = trace.Frames(lines)
	head := headOf(lines)
	f.ErrorType, f.Message = splitError(format.Join(head))
	if isTimeout(f.Message) {
		f.Kind, f.ErrorType = format.Timeout, orWord(f.ErrorType, "timeout")
	}
	if (f.ErrorType == "" || f.ErrorType == "Error") && (strings.HasPrefix(f.Message, "expect(") || strings.HasPrefix(f.Message, "expect.")) {
		f.ErrorType = "expect"
	}
	if f.ErrorType == "" {
		f.ErrorType = string(f.Kind)
	}
}

// afterRepeat returns the lines from the error on, of what has its message before it too, as
// Mocha's reports do.
func afterRepeat(lines []string) []string {
	for i, l := range lines {
		if i > 0 && trace.IsFrame(l) {
			break
		}
		if class, message := splitError(l); i > 0 && class != "" && message != "" && message == strings.TrimSpace(lines[0]) {
			return lines[i:]
		}
	}
	return lines
}

func orWord(s, word string) string {
	if s == "" || s == "Error" {
		return word
	}
	return s
}

func isTimeout(message string) bool {
	for _, part := range []string{"Exceeded timeout of ", "Test timed out in ", "Timeout of ", "Test timeout of ", "Hook timed out in ", "test timed out after ", "Timeout - Async function did not complete within "} {
		if strings.Contains(message, part) {
			return true
		}
	}
	return false
}

// headOf returns the lines before the code frame and the stack.
func headOf(lines []string) []string {
	for i, l := range lines {
		if isCodeFrame(l) || strings.HasPrefix(strings.TrimSpace(l), "at ") && trace.IsFrame(l) || strings.HasPrefix(strings.TrimSpace(l), "❯ ") && trace.IsFrame(l) {
			if strings.TrimSpace(strings.Join(lines[:i], "")) != "" {
				return lines[:i]
			}
		}
	}
	return lines
}

// isCodeFrame reports whether a line is one of quoted source: "> 12 |   foo()".
func isCodeFrame(l string) bool {
	t := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(l), ">"))
	n, rest := format.Number(t)
	return n >= 0 && (strings.HasPrefix(rest, " |") || strings.HasPrefix(rest, "|"))
}

// splitError splits "TypeError: text" and "AssertionError [ERR_ASSERTION]: text".
func splitError(t string) (class, message string) {
	t = strings.TrimSpace(t)
	first, _, _ := strings.Cut(t, "\n")
	name, _, ok := strings.Cut(first, ":")
	if !ok {
		return "", t
	}
	rest := strings.TrimSpace(t[len(name)+1:])
	bare := strings.TrimPrefix(strings.TrimPrefix(name, "Uncaught "), "Error: ")
	if i := strings.Index(bare, " ["); i > 0 && strings.HasSuffix(bare, "]") {
		bare = bare[:i]
	}
	if !format.IsExceptionName(bare) || strings.ContainsAny(bare, ":") || !isErrorName(bare) {
		return "", t
	}
	return bare, rest
}

// isErrorName tells a class from the first word of a sentence.
func isErrorName(s string) bool {
	for _, end := range []string{"Error", "Exception", "Failure", "Rejection", "Timeout"} {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}
