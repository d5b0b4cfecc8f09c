package failure

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"unicode/utf8"
)

var large = flag.Bool("large", false, "test the bounds with inputs of a gigabyte and ten million failures")

// repeated is a stream of one text over and over, n bytes in all.
type repeated struct {
	text string
	n    int64
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.n <= 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(p) && r.n > 0 {
		k := copy(p[n:min(int64(len(p)), int64(n)+r.n)], r.text[r.at:])
		r.at = (r.at + k) % len(r.text)
		n += k
		r.n -= int64(k)
	}
	return n, nil
}

// maxHeap is what a report may take beside what the test itself holds.
const maxHeap = 64 << 20

// heapWhile returns by how much the heap grew at most while do ran.
func heapWhile(t *testing.T, in io.Reader, do func(io.Reader)) int64 {
	t.Helper()
	// As "regreen report" does: what is measured is what is kept, and not how late the
	// collector is on a busy machine.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(maxHeap * 5 / 8))
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	w := &watcher{in: in, base: int64(before.HeapAlloc)}
	do(w)
	w.look()
	return w.peak
}

// watcher measures the heap as a stream is read.
type watcher struct {
	in         io.Reader
	n, base    int64
	next, peak int64
}

func (w *watcher) Read(p []byte) (int, error) {
	n, err := w.in.Read(p)
	if w.n += int64(n); w.n >= w.next {
		w.next = w.n + 8<<20
		w.look()
	}
	return n, err
}

func (w *watcher) look() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	w.peak = max(w.peak, int64(m.HeapAlloc)-w.base)
}

const plainLine = "2026-03-11T09:14:02.7690625Z [12/400] Building CXX object src/CMakeFiles/app.dir/some/path/file.cpp.o\n"

const goFailure = "--- FAIL: TestX (0.00s)\n    x_test.go:3: got 1, want 2\nFAIL\nFAIL\texample.com/app\t0.01s\n"

func TestParseBoundsMemory(t *testing.T) {
	withoutDetector(t)
	size, long := int64(64<<20), int64(40<<20)
	if *large {
		size, long = 1<<30, 200<<20
	}
	for name, in := range map[string]io.Reader{
		"log":               io.MultiReader(&repeated{text: plainLine, n: size}, strings.NewReader("\n"+goFailure)),
		"one long line":     io.MultiReader(strings.NewReader("first\n"), &repeated{text: "x", n: long}, strings.NewReader("\n"+goFailure)),
		"many long reports": io.MultiReader(strings.NewReader("=== FAILURES ===\n"), &repeated{text: "___ test_x ___\n" + strings.Repeat("E       "+strings.Repeat("y", 300)+"\n", 200), n: 2 * long}, strings.NewReader("\n"+goFailure)),
		"failing output":    io.MultiReader(strings.NewReader("--- FAIL: TestX (0.00s)\n"), &repeated{text: "    some line of a test's output\n", n: long}, strings.NewReader("\n"+goFailure)),
		"stack of pytest":   io.MultiReader(strings.NewReader("=== FAILURES ===\n___ test_x ___\n"), &repeated{text: "E       a line\n", n: long}, strings.NewReader("\n"+goFailure)),
	} {
		t.Run(name, func(t *testing.T) {
			var report Report
			peak := heapWhile(t, in, func(r io.Reader) { report = mustParse(t, r) })
			if peak > maxHeap {
				t.Errorf("heap grew by %d MB", peak>>20)
			}
			if len(report.Failures) == 0 || report.Failures[len(report.Failures)-1].Test != "TestX" {
				t.Errorf("the failure after it was lost: %+v", report.Failures)
			}
		})
	}
}

func TestParseBoundsFailures(t *testing.T) {
	claimed := 200_000
	if *large {
		claimed = 10_000_000
	}
	n := 0
	in := &generated{line: func() string {
		if n++; n > claimed {
			return ""
		}
		return fmt.Sprintf("FAILED tests/test_x.py::test_%d - AssertionError: no %d\n", n, n)
	}, head: "=== short test summary info ===\n", tail: fmt.Sprintf("=== %d failed in 1.00s ===\n", claimed)}
	var report Report
	peak := heapWhile(t, in, func(r io.Reader) { report = mustParse(t, r) })
	if peak > maxHeap {
		t.Errorf("heap grew by %d MB", peak>>20)
	}
	if len(report.Failures) != maxFailures {
		t.Errorf("%d failures are listed", len(report.Failures))
	}
	if !report.Truncated || !strings.Contains(report.Cut, "more failures") {
		t.Errorf("truncated %v, cut %q", report.Truncated, report.Cut)
	}
	if report.Counts.Failed == nil || *report.Counts.Failed != claimed {
		t.Errorf("failed: %v", report.Counts.Failed)
	}
}

// TestParseBoundsRunners: a run that is nothing but failures, of each runner whose output
// is kept until its end.
func TestParseBoundsRunners(t *testing.T) {
	withoutDetector(t)
	const claimed = 50_000
	long := strings.Repeat("y", 600)
	for name, c := range map[string]struct{ head, each, tail string }{
		"bun":     {"bun test v1.4.5 (abc)\n\na.test.js:\n", "error: no %[1]d " + long + "\n(fail) cart > sums %[1]d [0.10ms]\n", "\n 0 pass\n 50000 fail\nRan 50000 tests across 1 file. [9.00ms]\n"},
		"deno":    {"running 50000 tests from ./a_test.js\n\n ERRORS \n\n", "sums %[1]d => ./a_test.js:2:6\nerror: Error: no %[1]d " + long + "\n", "\nFAILED | 0 passed | 50000 failed (1ms)\n"},
		"results": {"running 50000 tests from ./a_test.js\n", "sums %[1]d " + long + " ... FAILED (1ms)\n", "\nFAILED | 0 passed | 50000 failed (1ms)\n"},
		"jasmine": {"Failures:\n", "%[1]d) cart sums %[1]d\n  Message:\n    no %[1]d " + long + "\n", "\n50000 specs, 50000 failures\nFinished in 1 second\n"},
		"ginkgo":  {"Running Suite: Gk - /x\n", strings.Repeat("-", 30) + "\n• [FAILED] [0.001 seconds]\ncart [It] sums %[1]d\n/x/a_test.go:3\n\n  [FAILED] no %[1]d " + long + "\n", strings.Repeat("-", 30) + "\nFAIL! -- 0 Passed | 50000 Failed | 0 Pending | 0 Skipped\n"},
		"behave":  {"Failing scenarios:\n", "  features/cart.feature:%[1]d  sums %[1]d " + long + "\n", "0 scenarios passed, 50000 failed, 0 skipped\n"},
	} {
		t.Run(name, func(t *testing.T) {
			n := 0
			in := &generated{head: c.head, tail: c.tail, line: func() string {
				if n++; n > claimed {
					return ""
				}
				return fmt.Sprintf(c.each, n)
			}}
			var report Report
			if peak := heapWhile(t, in, func(r io.Reader) { report = mustParse(t, r) }); peak > maxHeap {
				t.Errorf("heap grew by %d MB", peak>>20)
			}
			if failed := report.Counts.Failed; failed == nil || *failed < claimed {
				t.Errorf("failed: %v", failed)
			}
			if len(report.Failures) != maxFailures || !report.Truncated {
				t.Errorf("%d failures are listed, truncated %v", len(report.Failures), report.Truncated)
			}
		})
	}
}

func withoutDetector(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("takes minutes with the race detector; .ci/run runs it without")
	}
}

// generated is a stream of lines that are made as they are read.
type generated struct {
	head, tail string
	line       func() string
	rest       string
	done       bool
}

func (g *generated) Read(p []byte) (int, error) {
	if g.rest == "" {
		switch {
		case g.head != "":
			g.rest, g.head = g.head, ""
		case g.done:
			return 0, io.EOF
		default:
			if g.rest = g.line(); g.rest == "" {
				g.rest, g.done = g.tail, true
			}
		}
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	return n, nil
}

func mustParse(t testing.TB, r io.Reader) Report {
	t.Helper()
	report, err := Parse([]Input{{Name: "log", R: r}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestParseBadInput(t *testing.T) {
	deep := strings.Repeat("<a>", 200_000)
	for name, c := range map[string]struct {
		text     string
		failures int
		cut      bool
	}{
		"empty":               {"", 0, false},
		"blank":               {"\n\n \n", 0, false},
		"binary":              {string(bytes.Repeat([]byte{0, 1, 2, 0xff, 0xfe, '\n'}, 1000)), 0, false},
		"NULs in a failure":   {"--- FAIL: TestX (0.00s)\n    x_test.go:3: a\x00b\nFAIL\nFAIL\ta\t0.1s\n", 1, false},
		"invalid UTF-8":       {"--- FAIL: TestX (0.00s)\n    x_test.go:3: a\xff\xfeb\nFAIL\nFAIL\ta\t0.1s\n", 1, false},
		"truncated XML":       {`<testsuite name="s"><testcase name="a" classname="C"><failure message="no">te`, 1, true},
		"XML cut in a tag":    {`<testsuite name="s"><testcase name="a" classname="C"><failure message="no">x</failure></testcase><testcase na`, 1, true},
		"truncated JSON":      {`{"numFailedTestSuites":1,"testResults":[{"name":"/a.test.js","status":"failed","assertionResults":[{"title":"t","status":"failed","failureMessages":["Error: x"]}]},{"name":"/b`, 1, true},
		"entity bomb":         {`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><testsuite><testcase name="a" classname="C"><failure message="&b;">&b;</failure></testcase></testsuite>`, 1, false},
		"external entity":     {`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><testsuite><testcase name="a" classname="C"><failure message="m">&f;</failure></testcase></testsuite>`, 1, false},
		"deeply nested XML":   {"<testsuite>" + deep, 0, true},
		"deeply nested JSON":  {`{"testResults":` + strings.Repeat("[", 100_000), 0, true},
		"JSON of other sort":  {`{"a": {"b": [1, 2]}}`, 0, false},
		"half a go event":     {`{"Time":"2026-01-01T00:00:00Z","Action":"fail","Pack`, 0, false},
		"UTF-16":              {"\xff\xfe-\x00-\x00-\x00", 0, false},
		"only carriage":       {strings.Repeat("\r", 1000), 0, false},
		"unclosed escape":     {"\x1b[31", 0, false},
		"number too large":    {"x.go:99999999999999999999:1: y\n", 0, false},
		"totals too large":    {"=== 99999999999999999999 failed in 1.00s ===\n", 0, false},
		"group never closed":  {"##[group]Run x\n" + goFailure, 0, false},
		"heading of pytest":   {"=== FAILURES ===\n", 0, false},
		"heading of Catch2":   {strings.Repeat("-", 79) + "\n" + strings.Repeat("-", 79) + "\n", 0, false},
		"number of mocha":     {"  0 passing (1ms)\n  1 failing\n\n  1) \n", 1, false},
		"report without text": {"  0 passing (1ms)\n  1 failing\n\n  1) a:\n", 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			report := mustParse(t, strings.NewReader(c.text))
			if len(report.Failures) != c.failures {
				t.Errorf("%d failures, want %d: %+v", len(report.Failures), c.failures, report.Failures)
			}
			if report.Truncated != c.cut {
				t.Errorf("truncated %v (%q), want %v", report.Truncated, report.Cut, c.cut)
			}
			checkSane(t, report)
		})
	}
}

// checkSane checks what holds for every report, whatever was read.
func checkSane(t testing.TB, r Report) {
	t.Helper()
	if r.Schema != SchemaVersion || len(r.Failures) > maxFailures {
		t.Errorf("schema %d, %d failures", r.Schema, len(r.Failures))
	}
	for _, f := range append(r.Failures, r.Infra...) {
		for _, s := range []string{f.Test, f.File, f.Message, f.Output, f.ErrorType, f.Package, f.Signature.Text} {
			if !utf8.ValidString(s) {
				t.Errorf("no UTF-8: %q", s)
			}
		}
		if len(f.Output) > maxOutput+100 || len(f.Message) > maxMessage+100 {
			t.Errorf("output of %d bytes, message of %d", len(f.Output), len(f.Message))
		}
		if strings.HasPrefix(f.File, "../") || f.Line < 0 || f.Kind == "" {
			t.Errorf("file %q, line %d, kind %q", f.File, f.Line, f.Kind)
		}
		if !signaturePattern.MatchString(f.Signature.Exact) || !signaturePattern.MatchString(f.Signature.Template) {
			t.Errorf("signature %+v", f.Signature)
		}
	}
}

func TestParseKeepsPathsInTheCheckout(t *testing.T) {
	for file, want := range map[string]string{
		"../../etc/passwd.go":                  "",
		"a/../../../etc/passwd.go":             "",
		"./a/b.go":                             "a/b.go",
		"/srv/app/a/b.go":                      "a/b.go",
		"/srv/app/../other/b.go":               "/srv/other/b.go",
		"/etc/b.go":                            "/etc/b.go",
		"/home/runner/work/app/app/a/b.go":     "a/b.go",
		`D:\a\app\app\a\b.go`:                  "a/b.go",
		"/github/workspace/a/b.go":             "a/b.go",
		"/__w/app/app/a/b.go":                  "a/b.go",
		"/home/runner/work/app/other/a/b.go":   "/home/runner/work/app/other/a/b.go",
		"/home/travis/build/owner/repo/a/b.go": "a/b.go",
	} {
		m := newMerger(Options{Root: "/srv/app"})
		if got := m.path(file); got != want {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}

func TestParseSaysWhatItCouldNotRead(t *testing.T) {
	broken := errors.New("connection lost")
	in := io.MultiReader(strings.NewReader(goFailure), &failing{broken})
	report, err := Parse([]Input{{Name: "job.log", R: in}}, Options{})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), `"job.log"`) {
		t.Errorf("error %v", err)
	}
	if len(report.Failures) != 1 {
		t.Errorf("what was read before was lost: %+v", report.Failures)
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

func TestParseUnknownFramework(t *testing.T) {
	if _, err := Parse(nil, Options{Framework: "nope"}); err == nil || !strings.Contains(err.Error(), "pytest") {
		t.Errorf("error %v does not list the frameworks", err)
	}
}
