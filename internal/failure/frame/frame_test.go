package frame

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type line struct {
	Text   string
	Mark   Mark
	Script bool
}

func readAll(t *testing.T, text string) []line {
	t.Helper()
	r := NewReader(strings.NewReader(text))
	var lines []line
	for {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line{string(l.Text), l.Mark, l.Script})
	}
}

func TestNext(t *testing.T) {
	const at = "2026-03-11T09:14:02.7690625Z "
	for name, c := range map[string]struct {
		text string
		want []line
	}{
		"empty":             {"", nil},
		"no line end":       {"a\nb", []line{{Text: "a"}, {Text: "b"}}},
		"CRLF":              {"a\r\n\r\n", []line{{Text: "a"}, {}}},
		"BOM and stamp":     {"\ufeff" + at + "a\n", []line{{Text: "a"}}},
		"stamp of seconds":  {"2026-03-11T09:14:02.769Z a\n", []line{{Text: "a"}}},
		"no stamp":          {"2026-03-11T09:14:02 a\n", []line{{Text: "2026-03-11T09:14:02 a"}}},
		"stamp alone":       {at + "\n", []line{{}}},
		"columns":           {"build\tRun tests\t\ufeff" + at + "a\n", []line{{Text: "a"}}},
		"tabs":              {"a\tb\tc\n", []line{{Text: "a\tb\tc"}}},
		"colours":           {"\x1b[1m\x1b[31mred\x1b[0m plain\n", []line{{Text: "red plain"}}},
		"link":              {"\x1b]8;;http://x\x1b\\text\x1b]8;;\x07\n", []line{{Text: "text"}}},
		"unclosed string":   {"\x1b]8;;text\n", []line{{Text: "8;;text"}}},
		"redrawn":           {"10%\r50%\r100%\n", []line{{Text: "100%"}}},
		"erased":            {"\x1b[36m*\x1b[0m running\x1b[1K\x1b[9D + running\x1b[2K\x1b[9D\x1b[4mCart\x1b[0m tests\n", []line{{Text: "Cart tests"}}},
		"erased, indented":  {"running\x1b[1K\x1b[7D  \x1b[1mCart\n", []line{{Text: "  Cart"}}},
		"erased to blank":   {"running\x1b[2K\x1b[7D\n", []line{{Text: "running"}}},
		"erased to blanks":  {"running\x1b[1K  \n", []line{{Text: "running  "}}},
		"erased to the end": {"Cart\x1b[K\x1b[0K\n", []line{{Text: "Cart"}}},
		"redrawn to blank":  {"building\r\x1b[K\n", []line{{Text: "building"}}},
		"NULs":              {"a\x00b\n", []line{{Text: "ab"}}},
		"error":             {at + "##[error]no\n", []line{{Text: "no", Mark: Error}}},
		"raw error":         {"::error file=a.go,line=3::no\n", []line{{Text: "no", Mark: Error}}},
		"raw group":         {"::group::x\n::endgroup::\n", []line{{Text: "x", Mark: Group}, {Mark: EndGroup}}},
		"command":           {"[command]/usr/bin/git version\n", []line{{Text: "/usr/bin/git version", Mark: Command}}},
		"colons":            {"a::b::c\n::nothing\n", []line{{Text: "a::b::c"}, {Text: "::nothing"}}},
		"script": {"##[group]Run make\n\x1b[36;1mmake\x1b[0m\nenv:\n##[endgroup]\nout\n", []line{
			{Text: "Run make", Mark: Group}, {Text: "make", Script: true}, {Text: "env:", Script: true}, {Mark: EndGroup}, {Text: "out"},
		}},
		"other group": {"##[group]Versions\na\n##[endgroup]\n", []line{{Text: "Versions", Mark: Group}, {Text: "a"}, {Mark: EndGroup}}},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(c.want, readAll(t, c.text)); d != "" {
				t.Errorf("lines (-want +got):\n%s", d)
			}
		})
	}
}

func TestNextCutsLongLines(t *testing.T) {
	long := "begin" + strings.Repeat("x", 3*maxLine) + "end"
	r := NewReader(strings.NewReader("a\n" + long + "\nb\n"))
	var got []Line
	var texts []string
	for {
		l, err := r.Next()
		if err != nil {
			break
		}
		got, texts = append(got, l), append(texts, string(l.Text))
	}
	if len(got) != 3 || texts[0] != "a" || texts[2] != "b" {
		t.Fatalf("%d lines", len(got))
	}
	if l := texts[1]; len(l) != maxLine+maxLineTail && len(l) != maxLine+maxLineTail-1 || !strings.HasPrefix(l, "begin") || !strings.HasSuffix(l, "end") {
		t.Errorf("line of %d bytes, %q to %q", len(l), l[:5], l[len(l)-5:])
	}
	if kept := len(texts[1]) + got[1].Cut; kept < len(long) || kept > len(long)+1 {
		t.Errorf("%d bytes kept and cut, of %d", kept, len(long))
	}
}

func TestNextFailsLate(t *testing.T) {
	broken := errors.New("broken")
	r := NewReader(io.MultiReader(strings.NewReader("a\nb"), reader(func([]byte) (int, error) { return 0, broken })))
	for _, want := range []string{"a", "b"} {
		if l, err := r.Next(); err != nil || string(l.Text) != want {
			t.Fatalf("%q, %v", l.Text, err)
		}
	}
	if _, err := r.Next(); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

type reader func([]byte) (int, error)

func (r reader) Read(p []byte) (int, error) { return r(p) }

func FuzzNext(f *testing.F) {
	for _, s := range []string{"a\r\nb\r", "\x1b[31", "\x1b]8;;", "##[", "::error", "\ufeff2026-03-11T09:14:02.7690625Z", "a\tb\t2026-03-11T09:14:02.7Z x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, l := range readAll(t, text) {
			if strings.ContainsAny(l.Text, "\x1b\x00\n") {
				t.Errorf("%q is not clean", l.Text)
			}
		}
	})
}
