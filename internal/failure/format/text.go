package format

import (
	"strconv"
	"strings"
)

// Itoa is strconv.Itoa.
func Itoa(n int) string { return strconv.Itoa(n) }

// Number returns the number that s begins with, and what follows it; -1 if s does
// not begin with one, or with one that is no line number or count.
func Number(s string) (int, string) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	n, err := strconv.Atoi(s[:i])
	if err != nil || n > maxNumber {
		return -1, s
	}
	return n, s[i:]
}

// Count returns the number that s begins with; 0 if it does not begin with one.
func Count(s string) int {
	n, _ := Number(s)
	return max(n, 0)
}

// maxNumber bounds counts and line numbers, so that adding them up can't overflow.
const maxNumber = 1 << 30

// SplitPlace splits "file:line" or "file:line:column", with what follows as rest.
// A drive letter belongs to the file. ok is false if there is no such place.
func SplitPlace(s string) (file string, line int, rest string, ok bool) {
	from := 0
	if len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/') {
		from = 2
	}
	for i := from; i < len(s); i++ {
		if s[i] != ':' {
			continue
		}
		n, tail := Number(s[i+1:])
		if n < 0 || i == 0 {
			continue
		}
		if strings.HasPrefix(tail, ":") {
			if col, after := Number(tail[1:]); col >= 0 {
				tail = after
			}
		}
		return s[:i], n, tail, true
	}
	return "", 0, s, false
}

// FirstLine returns the first line of s that is not blank, without blanks around it.
func FirstLine(s string) string {
	for line := range strings.SplitSeq(s, "\n") {
		if t := strings.TrimSpace(line); t != "" {
			return t
		}
	}
	return ""
}

// Paragraph returns the lines of s up to the first blank one.
func Paragraph(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.Index(s, "\n\n"); i >= 0 {
		s = s[:i]
	}
	return s
}

// IsExceptionName reports whether s looks like the name of an exception class,
// with or without its package: letters, digits, dots, and a capital in its last part.
func IsExceptionName(s string) bool {
	if s == "" || len(s) > 120 {
		return false
	}
	start := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.' || c == ':' || c == '$' || c == '\\':
			start = i + 1
		case c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		default:
			return false
		}
	}
	return start < len(s) && s[start] >= 'A' && s[start] <= 'Z'
}

// BestLine returns the line that most sounds like the reason: the last one with an
// error in it, else the last.
func BestLine(output string) string {
	best, last := "", ""
	for line := range strings.SplitSeq(output, "\n") {
		t := strings.TrimSpace(line)
		if t == "" {
			continue
		}
		last = t
		if low := strings.ToLower(t); strings.Contains(low, "error") || strings.Contains(low, "fatal") || strings.Contains(low, "fail") || strings.Contains(low, "not found") {
			best = t
		}
	}
	if best != "" {
		return best
	}
	return last
}

// Numbered returns the length of a number with a colon and a blank at the start of a line,
// as CTest puts it before the output of its tests; 0 if there is none.
func Numbered(s string) int {
	n, rest := Number(s)
	if n < 0 || !strings.HasPrefix(rest, ": ") {
		return 0
	}
	return len(s) - len(rest) + len(": ")
}
