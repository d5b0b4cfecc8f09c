// Package trace reads stack traces of any language, as they stand in result files
// and in the output of test runners.
package trace

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// style is how one language prints a frame. The groups of its pattern are named
// func, file and line.
type style struct {
	pattern *regexp.Regexp
	hint    string // stands in every such line; spares the pattern most lines
	last    bool   // the innermost frame comes last
	at      bool   // the line begins with the word at, or a mark for it
}

var styles = []style{
	{regexp.MustCompile(`^(?:\[\w+\] )?\s*at (?:[\w.@-]*/)*(?P<func>[\w.$<>]+)\((?P<file>[\w$-]+\.(?:java|kt|scala|groovy|clj)):(?P<line>\d+)\)`), "(", false, true},
	{regexp.MustCompile(`^\s*at (?P<func>.+?) in (?P<file>\S.*):line (?P<line>\d+)$`), ":line ", false, true},
	{regexp.MustCompile(`^\s*(?:at|❯) (?:async )?(?:(?P<func>[^()]+?) \(|\()(?P<file>[^()]+?):(?P<line>\d+)(?::\d+)?\)$`), "(", false, true},
	{regexp.MustCompile(`^\s*(?:at|❯) (?:async )?(?:(?P<func>[\w.$<>]+) )?(?P<file>[^\s()]+?):(?P<line>\d+)(?::\d+)?$`), ":", false, true},
	{regexp.MustCompile(`^\s*File "(?P<file>[^"]+)", line (?P<line>\d+)(?:, in (?P<func>.+))?$`), `File "`, true, false},
	{regexp.MustCompile(`^\s*(?:# |from )?(?P<file>[^\s:]+\.rb):(?P<line>\d+):in [` + "`" + `'](?P<func>.+)'$`), ":in ", false, false},
	{regexp.MustCompile(`^\s*# (?P<file>[^\s:]+\.rb):(?P<line>\d+)$`), "# ", false, false},
	{regexp.MustCompile(`^\s*(?:#\d+ )?(?P<file>[^\s:()]+\.php)[:(](?P<line>\d+)\)?(?:: (?P<func>.+))?$`), ".php", false, false},
	{regexp.MustCompile(`panicked at (?:'.*', )?(?P<file>[^\s':,]+):(?P<line>\d+):\d+`), "panicked at ", false, false},
	{regexp.MustCompile(`^(?P<file>\S+\.pyx?):(?P<line>\d+): (?:in )?(?P<func>\S+)$`), ".py", true, false},
}

// maxFrames bounds a trace: endless recursion has thousands.
const maxFrames = 64

// Frames returns the frames of a trace, innermost first, without those of the JVM and
// its usual libraries, which can't be told by their files. Lines that are no frames are
// skipped.
func Frames(lines []string) []format.Frame {
	var frames []format.Frame
	reversed := false
	for _, l := range lines {
		f, last, ok := Frame(l)
		if !ok || len(frames) >= maxFrames || isJVM(f.File) && inLibrary(f.Func) {
			continue
		}
		reversed = reversed || last
		frames = append(frames, f)
	}
	if reversed {
		for i, j := 0, len(frames)-1; i < j; i, j = i+1, j-1 {
			frames[i], frames[j] = frames[j], frames[i]
		}
	}
	return frames
}

// maxFrameLine is the longest line that is taken for a frame.
const maxFrameLine = 1000

// Frame parses one line of a trace. last says that in this language the innermost
// frame comes last.
func Frame(l string) (f format.Frame, last, ok bool) {
	if len(l) > maxFrameLine {
		return f, false, false
	}
	at := strings.Contains(l, "at ") || strings.Contains(l, "❯ ")
	for _, s := range styles {
		if s.at && !at || !strings.Contains(l, s.hint) {
			continue
		}
		if m := s.pattern.FindStringSubmatch(l); m != nil {
			return s.frame(m, l), s.last, true
		}
	}
	return f, false, false
}

func (s style) frame(m []string, line string) format.Frame {
	f := format.Frame{}
	for i, name := range s.pattern.SubexpNames() {
		switch name {
		case "func":
			f.Func = strings.TrimSpace(m[i])
		case "file":
			f.File = strings.TrimPrefix(strings.TrimPrefix(m[i], "file://"), "webpack:///")
		case "line":
			f.Line, _ = strconv.Atoi(m[i])
		}
	}
	return f
}

func isJVM(file string) bool {
	for _, ext := range []string{".java", ".kt", ".scala", ".groovy", ".clj"} {
		if strings.HasSuffix(file, ext) {
			return true
		}
	}
	return false
}

// library are the packages of JVM frameworks and runtimes.
var library = []string{
	"java.", "javax.", "jdk.", "sun.", "com.sun.", "org.junit.", "junit.", "org.opentest4j.", "org.apache.maven.", "org.gradle.", "worker.org.gradle.",
	"kotlin.", "kotlinx.", "io.kotest.", "io.kotlintest.", "org.scalatest.", "scala.", "org.assertj.", "org.hamcrest.", "org.mockito.", "com.google.common.truth.",
	"org.testng.", "groovy.", "org.codehaus.groovy.", "org.spockframework.", "org.springframework.", "akka.", "sbt.", "io.mockk.", "clojure.", "reactor.", "jakarta.",
}

// inLibrary reports whether a function is of the JVM or one of its usual libraries.
func inLibrary(name string) bool {
	for _, p := range library {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// IsFrame reports whether a line is a frame of a trace.
func IsFrame(l string) bool {
	_, _, ok := Frame(l)
	return ok
}
