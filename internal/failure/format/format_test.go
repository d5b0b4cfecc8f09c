package format

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMatcher(t *testing.T) {
	m := NewMatcher([]Format{
		{Triggers: []string{"^FAIL ", "^he"}}, {Triggers: []string{"error: ", "hers"}}, {Triggers: []string{"she"}, Exclusive: true},
	})
	for line, want := range map[string]Set{
		"": {}, "FAIL x": SetOf(0), "  \tFAIL x": SetOf(0), "x FAIL x": {}, "an error: x": SetOf(1), "FAIL error: x": SetOf(0, 1), "she": SetOf(2), "ushers": SetOf(1, 2), "he said hers": SetOf(0, 1),
		strings.Repeat("x", maxMatched) + "error: ": {},
	} {
		if got := m.Match([]byte(line)); got != want {
			t.Errorf("%.20q: %b, want %b", line, got, want)
		}
	}
	if got := m.Alone(SetOf(1, 2)); got != SetOf(2) {
		t.Errorf("alone: %b", got)
	}
}

func TestMatcherTakesMoreFormatsThanAWordHasBits(t *testing.T) {
	formats := make([]Format, maxFormats)
	for i := range formats {
		formats[i] = Format{Triggers: []string{"^<" + Itoa(i) + ">"}, Exclusive: i >= 64, Large: i%2 == 1}
	}
	m := NewMatcher(formats)
	for i := range formats {
		set := m.Match([]byte("<" + Itoa(i) + ">"))
		if set != SetOf(i) || (m.Alone(set) == set) != (i >= 64) || (m.Large(set) == set) != (i%2 == 1) {
			t.Errorf("format %d: %b, alone %b, large %b", i, set, m.Alone(set), m.Large(set))
		}
	}
}

func TestSet(t *testing.T) {
	a, b := SetOf(0, 4, 63, 64, 127), SetOf(4, 64, 100)
	for name, s := range map[string]struct {
		got  Set
		want []int
	}{
		"one": {a, []int{0, 4, 63, 64, 127}}, "or": {a.Or(b), []int{0, 4, 63, 64, 100, 127}}, "and": {a.And(b), []int{4, 64}},
		"without": {a.Without(b), []int{0, 63, 127}}, "none": {Set{}, nil},
	} {
		var order []int
		s.got.Each(func(i int) { order = append(order, i) })
		if d := cmp.Diff(s.want, order); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestBlock(t *testing.T) {
	var b Block
	if !b.Empty() || b.Text() != "" {
		t.Error("a new block is not empty")
	}
	const n = 100_000
	for i := range n {
		b.Add("line " + Itoa(i))
	}
	lines := b.Lines()
	if len(lines) > blockHead+blockTail+1 || b.Len() > blockHead+2*blockTail+1 {
		t.Errorf("%d lines kept", len(lines))
	}
	if lines[0] != "line 0" || lines[len(lines)-1] != "line "+Itoa(n-1) {
		t.Errorf("from %q to %q", lines[0], lines[len(lines)-1])
	}
	if want := "[... " + Itoa(n-blockHead-blockTail) + " lines left out ...]"; lines[blockHead] != want {
		t.Errorf("%q, want %q", lines[blockHead], want)
	}
}

func TestJoin(t *testing.T) {
	if got := Join([]string{"", "    a  ", "", "      b", "\t"}); got != "a\n\n  b" {
		t.Errorf("%q", got)
	}
}

func TestShorten(t *testing.T) {
	if got := Shorten("short", 10); got != "short" {
		t.Errorf("%q", got)
	}
	got := Shorten(strings.Repeat("é", 100), 21)
	if !strings.Contains(got, " [...] ") || len(got) > 30 || strings.ToValidUTF8(got, "?") != got {
		t.Errorf("%q", got)
	}
}

func TestSplitPlace(t *testing.T) {
	for text, want := range map[string]struct {
		file string
		line int
		rest string
		ok   bool
	}{
		"a.go:3":                  {"a.go", 3, "", true},
		"a.go:3:7: no":            {"a.go", 3, ": no", true},
		`C:\a\b.c:3: no`:          {`C:\a\b.c`, 3, ": no", true},
		"file:///a.mjs:7:1":       {"file:///a.mjs", 7, "", true},
		"no place":                {"", 0, "no place", false},
		":3":                      {"", 0, ":3", false},
		"a:99999999999999999999:": {"", 0, "a:99999999999999999999:", false},
	} {
		file, line, rest, ok := SplitPlace(text)
		if file != want.file || line != want.line || rest != want.rest || ok != want.ok {
			t.Errorf("%s: %q %d %q %v", text, file, line, rest, ok)
		}
	}
}

func TestIsExceptionName(t *testing.T) {
	for name, want := range map[string]bool{
		"ValueError": true, "java.lang.AssertionError": true, "a.b.C$D": true, "PHPUnit\\X": true, "RSpec::X": true, "": false, "value": false, "Two Words": false, "a.b": false,
	} {
		if IsExceptionName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestPlaces(t *testing.T) {
	for path, want := range map[string][2]bool{ // own code, test code
		"src/a.js": {true, false}, "test/a.js": {true, true}, "a_test.go": {true, true}, "src/__tests__/a.ts": {true, true}, "/srv/app/shop/a.py": {true, false}, "conftest.py": {true, true},
		"/usr/lib/python3.11/unittest/case.py": {false, false}, "node_modules/x/i.js": {false, false}, "node:internal/x": {false, false}, "/usr/local/go/src/testing/testing.go": {false, true},
		`C:\hostedtoolcache\x.py`: {false, false}, "<frozen importlib>": {false, false}, "": {false, false}, "/rustc/abc/library/std/src/panic.rs": {false, false}, "rabbits/a.py": {true, false},
	} {
		if Own(path) != want[0] || path != "" && IsTest(path) != want[1] {
			t.Errorf("%q: own %v, test %v", path, Own(path), IsTest(path))
		}
	}
}

func TestLocate(t *testing.T) {
	lib, code, inner, test := Frame{File: "node_modules/x.js", Line: 1}, Frame{File: "src/a.js", Line: 2}, Frame{File: "test/help.js", Line: 3}, Frame{File: "test/a.js", Line: 4}
	for name, c := range map[string]struct {
		f    Finding
		want Frame
	}{
		"code under test first":  {Finding{Frames: []Frame{lib, inner, code, test}}, code},
		"else innermost test":    {Finding{Frames: []Frame{lib, inner, test}}, inner},
		"assertion of the test":  {Finding{Frames: []Frame{code, inner, test}, Expect: true}, test},
		"else the assertion":     {Finding{Frames: []Frame{lib}, Assert: test}, test},
		"what is known stays":    {Finding{File: "x", Line: 9, Frames: []Frame{code}}, Frame{File: "x", Line: 9}},
		"nothing is known of it": {Finding{Frames: []Frame{lib}}, Frame{}},
	} {
		c.f.Locate()
		if c.f.File != c.want.File || c.f.Line != c.want.Line {
			t.Errorf("%s: %s:%d", name, c.f.File, c.f.Line)
		}
	}
}

func TestSink(t *testing.T) {
	s := NewSink("x")
	for range MaxFindings + 5 {
		s.Fail(Finding{Message: "m"})
	}
	if len(s.Findings) != MaxFindings || s.Dropped != 5 || s.Findings[0].Framework != "x" {
		t.Errorf("%d findings, %d dropped", len(s.Findings), s.Dropped)
	}
	s = NewSink("x")
	s.Fail(Finding{Test: "a", Message: "m"})
	s.Fail(Finding{Test: "a", Message: "m"})
	s.Fail(Finding{Test: "a", Message: "m", Rerun: true})
	s.Fail(Finding{Test: "b", Message: "m"})
	if len(s.Findings) != 2 || s.Findings[0].Attempts != 2 {
		t.Errorf("findings: %+v", s.Findings)
	}
	s.Recover("", "a")
	if len(s.Findings) != 1 || s.Findings[0].Test != "b" {
		t.Errorf("after recovery: %+v", s.Findings)
	}
	s.Add(Totals{Passed: 1, Failed: -1, Skipped: -1})
	s.Add(Totals{Passed: 2, Failed: 0, Skipped: -1})
	if s.Totals != (Totals{Passed: 3, Failed: 0, Skipped: -1}) {
		t.Errorf("totals %+v", s.Totals)
	}
}
