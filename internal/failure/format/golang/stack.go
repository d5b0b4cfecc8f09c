package golang

import (
	"strings"

	"github.com/regreen/regreen/internal/failure/format"
)

// maxFrames bounds a stack; an endless recursion has millions.
const maxFrames = 64

// stack reads the frames of the first goroutine: a line with the function, then an
// indented one with its place.
func stack(lines []string) []format.Frame {
	var frames []format.Frame
	name, started := "", false
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if strings.HasPrefix(t, "goroutine ") || strings.HasPrefix(t, "Goroutine ") || strings.HasPrefix(t, "Previous ") {
			if started && len(frames) > 0 {
				break
			}
			started = true
			continue
		}
		if at, ok := place(t); ok {
			at.Func = name
			if frames = append(frames, at); len(frames) >= maxFrames {
				break
			}
			continue
		}
		name = function(t)
	}
	return inProject(frames)
}

// place parses "/src/x/y.go:12 +0x39".
func place(t string) (format.Frame, bool) {
	file, line, rest, ok := format.SplitPlace(t)
	if !ok || !strings.HasSuffix(file, ".go") || strings.ContainsAny(file, " \t(") || strings.HasPrefix(rest, ":") {
		return format.Frame{}, false
	}
	return format.Frame{File: file, Line: line}, true
}

// function returns the name of a function from its line, without arguments.
func function(t string) string {
	t = strings.TrimPrefix(t, "created by ")
	if i := strings.Index(t, " in goroutine "); i >= 0 {
		t = t[:i]
	}
	if i := strings.LastIndexByte(t, '('); i > 0 && strings.HasSuffix(t, ")") {
		t = t[:i]
	}
	return t
}

// inProject drops the frames of the standard library by their functions: where Go
// itself is installed differs from machine to machine.
func inProject(frames []format.Frame) []format.Frame {
	kept := frames[:0]
	for _, f := range frames {
		if !standard(f) {
			kept = append(kept, f)
		}
	}
	return kept
}

func standard(f format.Frame) bool {
	if f.Func == "panic" || strings.HasSuffix(f.File, "_testmain.go") {
		return true
	}
	slash := strings.LastIndexByte(f.Func, '/')
	dot := strings.IndexByte(f.Func[slash+1:], '.')
	if dot < 0 {
		return false
	}
	path := f.Func[:slash+1+dot]
	return path != "main" && strings.Contains(format.Slash(f.File), "/src/"+path+"/") && !strings.Contains(path, ".") && !format.IsTest(f.File)
}

// testInStack returns the test function that the frames come from.
func testInStack(frames []format.Frame) string {
	for _, f := range frames {
		name := f.Func[strings.LastIndexByte(f.Func, '/')+1:]
		_, name, _ = strings.Cut(name, ".")
		name, _, _ = strings.Cut(name, ".")
		if strings.HasSuffix(f.File, "_test.go") && strings.HasPrefix(name, "Test") {
			return name
		}
	}
	return ""
}
