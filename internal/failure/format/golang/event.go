package golang

import (
	"encoding/json"
	"strings"
)

// event is one line of go test -json.
type event struct {
	Action      string
	Package     string
	ImportPath  string
	Test        string
	Output      string
	FailedBuild string
}

// field returns where the value of a key goes; nil for keys that are not needed.
func (v *event) field(key string) *string {
	switch key {
	case "Action":
		return &v.Action
	case "Package":
		return &v.Package
	case "ImportPath":
		return &v.ImportPath
	case "Test":
		return &v.Test
	case "Output":
		return &v.Output
	case "FailedBuild":
		return &v.FailedBuild
	}
	return nil
}

// parseEvent parses a line. A run prints a line of JSON for each line of output, so
// the form in which the go command writes them, a flat object of strings and numbers,
// is read without the general decoder, which takes four times as long.
func parseEvent(line string) (event, bool) {
	if v, ok := flatEvent(line); ok {
		return v, true
	}
	var v event
	err := json.Unmarshal([]byte(line), &v)
	return v, err == nil && v.Action != ""
}

func flatEvent(line string) (event, bool) {
	var v event
	rest, ok := strings.CutPrefix(line, "{")
	for ok && rest != "}" {
		var key string
		if key, rest, ok = quoted(rest); !ok || !strings.HasPrefix(rest, ":") {
			return v, false
		}
		if rest = rest[1:]; strings.HasPrefix(rest, `"`) {
			var value string
			if value, rest, ok = quoted(rest); !ok {
				return v, false
			}
			if to := v.field(key); to != nil {
				*to = value
			}
		} else if rest, ok = afterNumber(rest); !ok {
			return v, false
		}
		rest = strings.TrimPrefix(rest, ",")
	}
	return v, ok && v.Action != ""
}

// afterNumber skips a number.
func afterNumber(s string) (string, bool) {
	i := 0
	for i < len(s) && strings.IndexByte("0123456789.eE+-", s[i]) >= 0 {
		i++
	}
	return s[i:], i > 0
}

// quoted reads a string of JSON.
func quoted(s string) (value, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		return "", s, false
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return s[1:i], s[i+1:], true
		case '\\':
			return escaped(s, i)
		}
	}
	return "", s, false
}

// simple are the escapes of one character.
var simple = [256]byte{'n': '\n', 't': '\t', 'r': '\r', '"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f'}

// escaped reads a string of JSON with escapes, the first of which stands at i.
func escaped(s string, i int) (value, rest string, ok bool) {
	var b strings.Builder
	b.Grow(len(s) - i)
	b.WriteString(s[1:i])
	for i < len(s) {
		switch c := s[i]; {
		case c == '"':
			return b.String(), s[i+1:], true
		case c != '\\':
			b.WriteByte(c)
			i++
		case i+1 < len(s) && simple[s[i+1]] != 0:
			b.WriteByte(simple[s[i+1]])
			i += 2
		default:
			n, size := unicodeEscape(s[i:])
			if size == 0 {
				return "", s, false
			}
			b.WriteByte(n)
			i += size
		}
	}
	return "", s, false
}

// unicodeEscape reads an escape of an ASCII character, such as that of an angle
// bracket; others are left to the general decoder.
func unicodeEscape(s string) (c byte, size int) {
	if len(s) < 6 || s[1] != 'u' || s[2] != '0' || s[3] != '0' {
		return 0, 0
	}
	hi, lo := hexDigit(s[4]), hexDigit(s[5])
	if hi < 0 || hi > 7 || lo < 0 {
		return 0, 0
	}
	return byte(hi<<4 | lo), 6
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
