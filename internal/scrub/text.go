// Package scrub makes outside text safe for the place that it goes to: a terminal,
// a log that a CI runner reads commands from, a Markdown page, a commit message, a
// model, the memory. Control characters go first, then secrets; what is left is
// escaped for its place.
package scrub

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxControlString is the longest operating system command (a title, a link) that
// is taken out as a whole. A longer one is not one: only its introducer goes, so
// that a stray byte cannot swallow a log.
const maxControlString = 4096

const (
	esc = '\x1b'
	bel = '\x07'
)

// Text returns s as valid UTF-8 without ANSI sequences, control characters, and
// characters that are invisible or change the direction of reading. Tabs and line
// feeds stay; CR LF, lone CR, and the Unicode line separators become line feeds.
// It is idempotent.
func Text(s string) string {
	if plain(s) {
		return s
	}
	s = strings.ToValidUTF8(s, string(utf8.RuneError))
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if n := sequence(s[i:]); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case r == '\r' && strings.HasPrefix(s[i:], "\n"):
		case r == '\r', r == '\u2028', r == '\u2029':
			b.WriteByte('\n')
		case !hidden(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Line is Text on one line: every run of white space becomes one blank, and the
// ends are trimmed. What is longer than limit runes is cut and ends in an ellipsis;
// a limit of 0 or less does not cut.
func Line(s string, limit int) string {
	s = strings.Join(strings.Fields(Text(s)), " ")
	if limit <= 0 || utf8.RuneCountInString(s) <= limit {
		return s
	}
	runes := []rune(s)
	return strings.TrimSpace(string(runes[:limit-1])) + "…"
}

// plain reports whether s holds nothing but printable ASCII, tabs and line feeds,
// which is most text, and then needs no copy.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// sequence returns the length of the ANSI sequence that s starts with, 0 if none.
func sequence(s string) int {
	intro, body := introducer(s)
	switch intro {
	case 0:
		return 0
	case '[':
		return body + csi(s[body:])
	case ']', 'P', 'X', '^', '_':
		return body + controlString(s[body:])
	case '(', ')', '*', '+', '#', '%', ' ':
		return min(body+1, len(s)) // selects a character set, with one more byte
	}
	if intro < ' ' || intro > '~' {
		return 1 // ESC before a control or other character: only ESC goes
	}
	return body
}

// introducer returns the byte that follows ESC, or that a C1 control stands for,
// and where the sequence's body starts.
func introducer(s string) (intro byte, body int) {
	if s[0] == esc {
		if len(s) == 1 {
			return esc, 1
		}
		return s[1], 2
	}
	if r, size := utf8.DecodeRuneInString(s); r >= 0x80 && r < 0xa0 {
		return byte(r) - 0x40, size
	}
	return 0, 0
}

// csi returns the length of the rest of a control sequence: parameters,
// intermediates, and a final byte if it is there.
func csi(s string) int {
	i := 0
	for i < len(s) && s[i] >= 0x20 && s[i] <= 0x3f {
		i++
	}
	if i < len(s) && s[i] >= 0x40 && s[i] <= 0x7e {
		i++
	}
	return i
}

// controlString returns the length of a string that ends in BEL or ST on the same
// line, 0 if there is no such end.
func controlString(s string) int {
	for i := 0; i < min(len(s), maxControlString); i++ {
		switch {
		case s[i] == '\n':
			return 0
		case s[i] == bel:
			return i + 1
		case strings.HasPrefix(s[i:], "\x1b\\"), strings.HasPrefix(s[i:], "\u009c"):
			return i + 2
		}
	}
	return 0
}

// hidden reports whether r shows nothing of its own: controls, format characters
// (zero width, bidirectional, tags), selectors and fillers.
func hidden(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case unicode.IsControl(r):
		return true
	case r >= 0x0600 && r <= 0x0605, r == 0x06dd, r == 0x070f: // visible number signs
		return false
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
		return true
	}
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
