package jvm

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/trace"
)

// shortFrame is the one-line form of Gradle: "java.lang.AssertionError at X.java:12".
var shortFrame = regexp.MustCompile(`^([\w.$]+) at ([\w$-]+\.(?:java|kt|scala|groovy)):(\d+)$`)

// describe fills a finding from an exception and its stack. Of several attempts the
// first counts. What wraps an exception says less than the innermost cause, which is
// told with it and whose frames come first.
func describe(f *format.Finding, lines []string) {
	f.Output = format.Join(lines)
	lines = format.Dedent(lines)
	outer, root := causes(lines)
	f.Frames = slices.Concat(trace.Frames(root), trace.Frames(outer))
	ownPlace(f)
	sayWhat(f, lines)
	if f.Kind != format.Timeout { // its cause is how it is found out
		tellCause(f, root)
	}
}

// sayWhat fills in type and message from the lines above the stack.
func sayWhat(f *format.Finding, lines []string) {
	first := format.FirstLine(f.Output)
	if m := shortFrame.FindStringSubmatch(first); m != nil {
		line, _ := format.Number(m[3])
		f.ErrorType, f.Message = m[1], m[1]
		f.Assert = format.Frame{File: m[2], Line: line}
		return
	}
	var message []string
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if trace.IsFrame(l) || strings.HasPrefix(t, "at ") || strings.HasPrefix(t, "Caused by: ") || strings.HasPrefix(t, "... ") {
			break
		}
		message = append(message, l)
	}
	text := format.Join(message)
	name, _, ok := strings.Cut(format.FirstLine(text), ":")
	if bare := strings.TrimSpace(name); format.IsExceptionName(bare) && (ok || strings.Contains(bare, ".")) {
		f.ErrorType = bare
		f.Message = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(text), name), ":"))
	} else {
		f.Message = text
	}
	if f.Message == "" {
		f.Message = f.ErrorType
	}
	if strings.HasSuffix(f.ErrorType, "TestTimedOutException") || strings.Contains(f.Message, "execution timed out after ") {
		f.Kind = format.Timeout
	}
	if f.ErrorType == "" {
		f.ErrorType = string(f.Kind)
	}
}

// ownPlace looks for the place of a failure in the packages of its test: the file of a
// frame has no folder, by which that of a library could be told.
func ownPlace(f *format.Finding) {
	parts := strings.Split(f.Test, ".")
	if len(parts) < 4 {
		return // no package, or one that says nothing
	}
	prefix := strings.Join(parts[:2], ".") + "."
	own := *f
	own.Frames = slices.DeleteFunc(slices.Clone(f.Frames), func(at format.Frame) bool { return !strings.HasPrefix(at.Func, prefix) })
	if len(own.Frames) > 0 {
		own.Locate()
		f.File, f.Line = own.File, own.Line
	}
}

// causes splits a stack into that of the exception itself and that of its innermost
// cause, whose first line is the cause; nil where there is none. What was suppressed
// belongs to neither.
func causes(lines []string) (outer, root []string) {
	suppressed := -1
	for i, l := range lines {
		t := strings.TrimSpace(l)
		indent := strings.Index(l, t)
		if suppressed >= 0 && t != "" && indent < suppressed {
			suppressed = -1
		}
		switch {
		case suppressed >= 0:
		case strings.HasPrefix(t, "Suppressed: "):
			suppressed = indent
		case i > 0 && strings.HasPrefix(t, "Caused by:"):
			root = []string{strings.TrimSpace(strings.TrimPrefix(t, "Caused by:"))}
		case root == nil:
			outer = append(outer, l)
		case len(root) == 1 && root[0] == "": // Gradle begins another line
			root[0] = t
		default:
			root = append(root, l)
		}
	}
	return outer, root
}

// tellCause adds the cause to the message, unless that repeats it, as those do that are
// made of a cause alone.
func tellCause(f *format.Finding, root []string) {
	if len(root) == 0 || root[0] == "" {
		return
	}
	what, why, _ := strings.Cut(root[0], ": ")
	if strings.Contains(f.Message, cmp.Or(why, what)) {
		return
	}
	f.Message += "\nCaused by: " + root[0]
}
