package jvm

import (
	"regexp"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
	"github.com/regreen/regreen/internal/failure/format/trace"
)

// shortFrame is the one-line form of Gradle: "java.lang.AssertionError at X.java:12".
var shortFrame = regexp.MustCompile(`^([\w.$]+) at ([\w$-]+\.(?:java|kt|scala|groovy)):(\d+)$`)

// describe fills a finding from an exception and its stack. Of several attempts the
// first counts; the causes stay in the output.
func describe(f *format.Finding, lines []string) {
	f.Output = format.Join(lines)
	lines = format.Dedent(lines)
	f.Frames = trace.Frames(upToCause(lines))
	ownPlace(f)
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

func upToCause(lines []string) []string {
	for i, l := range lines {
		if i > 0 && strings.HasPrefix(strings.TrimSpace(l), "Caused by: ") {
			return lines[:i]
		}
	}
	return lines
}
