package golang

import (
	"regexp"
	"slices"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// Describe fills a finding from the output of its test.
func Describe(f *format.Finding, lines []string) {
	f.Output = format.Join(lines)
	lines = format.Dedent(lines)
	switch {
	case describeTimeout(f, lines):
	case describeRace(f, lines):
	case describePanic(f, lines):
	case describeTestify(f, lines):
	case describeExample(f, lines):
	case describeAssertion(f, lines):
	default:
		f.Message = format.FirstLine(f.Output)
	}
	if f.ErrorType == "" {
		f.ErrorType = string(f.Kind)
	}
}

// timedOut is what go test panics with when its time is over.
const timedOut = "panic: test timed out after "

func describeTimeout(f *format.Finding, lines []string) bool {
	i := indexPrefix(lines, timedOut)
	if i < 0 {
		return false
	}
	f.Kind, f.ErrorType = format.Timeout, "timeout"
	f.Message = strings.TrimPrefix(strings.TrimSpace(lines[i]), "panic: ")
	if f.Test == "" || runningTest(lines[i:]) != "" {
		f.Test = runningTest(lines[i:])
	}
	f.Frames = stack(lines[max(i, goroutineOf(lines, f.Test)):])
	return true
}

// goroutineOf returns the line where the goroutine begins that runs a test: the last
// one with the test's function in it.
func goroutineOf(lines []string, name string) int {
	name, _, _ = strings.Cut(name, "/")
	begin, found := 0, 0
	for i, l := range lines {
		if strings.HasPrefix(l, "goroutine ") {
			begin = i
		}
		if name != "" && strings.Contains(l, "."+name+".") || strings.Contains(l, "."+name+"(") {
			found = begin
		}
	}
	return found
}

// runningTest returns the first test of the list "running tests:", or the deepest of
// its subtests.
func runningTest(lines []string) string {
	i := indexPrefix(lines, "running tests:")
	if i < 0 {
		return ""
	}
	running := ""
	for _, l := range lines[i+1:] {
		name, _, ok := strings.Cut(strings.TrimSpace(l), " (")
		if !ok {
			break
		}
		if running == "" || strings.HasPrefix(name, running+"/") {
			running = name
		}
	}
	return running
}

func describeRace(f *format.Finding, lines []string) bool {
	i := indexPrefix(lines, raceWarning)
	if i < 0 {
		return false
	}
	f.Kind, f.ErrorType = format.Race, "DATA RACE"
	f.Frames = stack(lines[i:])
	f.Message = "race detected during execution of test"
	if j := indexContains(lines, "race detected"); j < 0 {
		f.Message = "DATA RACE"
	}
	return true
}

func describePanic(f *format.Finding, lines []string) bool {
	i := indexPrefix(lines, "panic: ")
	if i < 0 {
		i = indexPrefix(lines, "fatal error: ")
	}
	if i < 0 { // in a fuzz target
		i = slices.IndexFunc(lines, loggedPanic.MatchString)
	}
	if i < 0 {
		return false
	}
	f.Kind, f.ErrorType = format.Panic, "panic"
	f.Message = panicText(loggedPanic.ReplaceAllString(lines[i], "panic: "))
	f.Frames = stack(format.Dedent(lines[i+1:]))
	return true
}

// loggedPanic is how the testing package logs a panic that it recovered.
var loggedPanic = regexp.MustCompile(`^\s*testing\.go:\d+: panic: `)

// panicText returns what was panicked with, without the runtime's remarks.
func panicText(line string) string {
	t := strings.TrimSpace(line)
	t = strings.TrimPrefix(strings.TrimPrefix(t, "panic: "), "fatal error: ")
	for _, remark := range []string{" [recovered, repanicked]", " [recovered]"} {
		t = strings.TrimSuffix(t, remark)
	}
	return t
}

// describeTestify reads a failed assertion of the testify library.
func describeTestify(f *format.Finding, lines []string) bool {
	i := indexPrefix(lines, "Error Trace:")
	if i < 0 {
		return false
	}
	_, at, _ := strings.Cut(lines[i], "Error Trace:")
	if file, line, _, ok := format.SplitPlace(strings.TrimSpace(at)); ok {
		f.Assert = format.Frame{File: file, Line: line}
		f.File, f.Line = file, line
	}
	var message []string
	for _, l := range lines[i+1:] {
		t := strings.TrimSpace(l)
		if rest, ok := strings.CutPrefix(t, "Error:"); ok {
			message = append(message, strings.TrimSpace(rest))
			continue
		}
		if strings.HasPrefix(t, "Test:") || strings.HasPrefix(t, "Messages:") {
			break
		}
		if len(message) > 0 && t != "" {
			message = append(message, t)
		}
	}
	f.Message = strings.Join(message, "\n")
	return f.Message != ""
}

// describeExample reads an example whose output differs: "got:", "want:".
func describeExample(f *format.Finding, lines []string) bool {
	if !strings.HasPrefix(f.Test, "Example") || indexPrefix(lines, "got:") < 0 {
		return false
	}
	f.Message = format.Join(lines[indexPrefix(lines, "got:"):])
	return true
}

// entry is a line that a test logged, with those that continue it.
type entry struct {
	at   format.Frame
	text []string
}

func describeAssertion(f *format.Finding, lines []string) bool {
	list := entries(lines)
	if len(list) == 0 {
		return false
	}
	e := list[pick(list)]
	f.Assert = e.at
	f.File, f.Line = e.at.File, e.at.Line
	f.Message = format.Join(e.text)
	return true
}

// afterText is an entry behind what the test printed without a line end.
var afterText = regexp.MustCompile(`^\S.*? {4}([\w.-]+_test\.go):(\d+): (.+)$`)

func entries(lines []string) []entry {
	var list []entry
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if file, line, rest, ok := format.SplitPlace(t); ok && strings.HasSuffix(file, ".go") && !strings.ContainsAny(file, " \t") && strings.HasPrefix(rest, ":") && file != "testing.go" {
			list = append(list, entry{at: format.Frame{File: file, Line: line}, text: []string{strings.TrimSpace(rest[1:])}})
			continue
		}
		if m := afterText.FindStringSubmatch(l); m != nil {
			line, _ := format.Number(m[2])
			list = append(list, entry{at: format.Frame{File: m[1], Line: line}, text: []string{m[3]}})
			continue
		}
		if n := len(list); n > 0 && l != "" && (l[0] == ' ' || l[0] == '\t') {
			list[n-1].text = append(list[n-1].text, t)
		}
	}
	return list
}

// verdictWords are words by which an assertion is told from a log line; the output
// of go test does not tell them apart.
var verdictWords = []string{"want", "expect", "got ", "fail", "error", "unexpected", "mismatch", "should", "must", "not equal", "differ"}

// pick returns the entry that says why the test failed: the first that sounds like
// it, else the last.
func pick(list []entry) int {
	if i := slices.IndexFunc(list, entry.isVerdict); i >= 0 {
		return i
	}
	return len(list) - 1
}

// isVerdict reports whether an entry sounds like an assertion.
func (e entry) isVerdict() bool {
	text := strings.ToLower(strings.Join(e.text, " "))
	return slices.ContainsFunc(verdictWords, func(word string) bool { return strings.Contains(text, word) })
}

// Verdicts returns what the output of a test says is wrong, each assertion with its own
// text, in the order of the output. Where nothing sounds like an assertion, all that it
// logged may be one.
func Verdicts(output string) []string {
	list := entries(strings.Split(output, "\n"))
	if slices.ContainsFunc(list, entry.isVerdict) {
		list = slices.DeleteFunc(list, func(e entry) bool { return !e.isVerdict() })
	}
	texts := make([]string, len(list))
	for i, e := range list {
		texts[i] = format.Join(e.text)
	}
	return texts
}

func indexPrefix(lines []string, prefix string) int {
	for i, l := range lines {
		if strings.HasPrefix(strings.TrimSpace(l), prefix) {
			return i
		}
	}
	return -1
}

func indexContains(lines []string, part string) int {
	for i, l := range lines {
		if strings.Contains(l, part) {
			return i
		}
	}
	return -1
}
