package scrub_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/regreen/regreen/internal/scrub"
)

func TestText(t *testing.T) {
	for name, tc := range map[string]struct{ in, want string }{
		"plain":             {"a\tb\nc", "a\tb\nc"},
		"colours":           {"\x1b[31;1mFAIL\x1b[0m x", "FAIL x"},
		"title":             {"\x1b]0;window\x07after", "after"},
		"link":              {"\x1b]8;;https://x\x1b\\text\x1b]8;;\x1b\\", "text"},
		"open title":        {"\x1b]0;no end\nnext", "0;no end\nnext"},
		"C1 sequence":       {"\u009b31mred", "red"},
		"charset":           {"\x1b(Bok", "ok"},
		"nested":            {"\x1b\x1b[0m[1mx", "[1mx"},
		"escape at the end": {"x\x1b", "x"},
		"cut sequence":      {"x\x1b[31", "x"},
		"CRLF":              {"a\r\nb\r\n", "a\nb\n"},
		"progress":          {"10%\r20%\r\n", "10%\n20%\n"},
		"BOM":               {"\ufeffok", "ok"},
		"separators":        {"a\u2028b\u2029c", "a\nb\nc"},
		"bidi":              {"if (a\u202e\u2066 ok\u2069)", "if (a ok)"},
		"zero width":        {"pa\u200bss\u200dword\u2060", "password"},
		"tags":              {"a\U000e0041b", "ab"},
		"fillers":           {"a\u3164\u115fb\ufe0f", "ab"},
		"not UTF-8":         {"a\xff\xfeb", "a\ufffdb"},
		"NUL and DEL":       {"a\x00b\x7f", "ab"},
		"other scripts":     {"héé 日本 ✗ עברית \u0600", "héé 日本 ✗ עברית \u0600"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := scrub.Text(tc.in); got != tc.want {
				t.Errorf("Text(%q) = %q, want %q", tc.in, got, tc.want)
			}
		})
	}
}

func TestLine(t *testing.T) {
	for _, tc := range []struct {
		in    string
		limit int
		want  string
	}{
		{"  a \n\n b\t", 0, "a b"},
		{"abcdef", 6, "abcdef"},
		{"abcdef", 4, "abc…"},
		{"ab cdef", 4, "ab…"},
		{"\x1b[1m", 5, ""},
	} {
		if got := scrub.Line(tc.in, tc.limit); got != tc.want {
			t.Errorf("Line(%q, %d) = %q, want %q", tc.in, tc.limit, got, tc.want)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"a", "\x1b[31mx", "\x1b]0;t\x07", "\u009b1m\r\n", "\xff\x1b\u200b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		out := scrub.Text(in)
		if !utf8.ValidString(out) {
			t.Errorf("Text(%q) = %q is not UTF-8", in, out)
		}
		if strings.ContainsAny(out, "\x00\x07\x08\r\x1b\x7f\u009b\u200b\u202e\u2028\ufeff") {
			t.Errorf("Text(%q) = %q keeps a control", in, out)
		}
		if again := scrub.Text(out); again != out {
			t.Errorf("Text is not idempotent on %q: %q, then %q", in, out, again)
		}
	})
}
