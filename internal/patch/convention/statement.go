package convention

import (
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// maxStatement bounds, in lines, what counts as one statement: a longer one is a table
// or a block, whose lines have little to do with each other.
const maxStatement = 12

// statements returns, for each added line that a statement begins with, its text as the
// marks are looked for in it: its lines joined, and the strings that are put together
// from pieces, or written in escapes, in their plain form. The others are "".
func (j judge) statements() []string {
	all := make([]string, len(j.views))
	for i := 0; i < len(all); i++ {
		if !j.isAdded(i) {
			continue
		}
		end := j.statementEnd(i)
		parts := make([]string, 0, end-i)
		for _, v := range j.views[i:end] {
			parts = append(parts, strings.TrimSuffix(strings.TrimSpace(v.code), `\`))
		}
		all[i] = plain(strings.Join(parts, " "))
		if j.lang == JS {
			all[i] = property.ReplaceAllString(all[i], ".$1")
		}
		i = end - 1
	}
	return all
}

func (j judge) isAdded(i int) bool { return i < len(j.added) && j.added[i] && j.lang != Other }

// statementEnd returns the index after the last added line of the statement that line i
// begins: it goes on in an open parenthesis, after a backslash and before a dot.
func (j judge) statementEnd(i int) int {
	var open []rune
	for end := i; end < i+maxStatement; end++ {
		for _, r := range j.views[end].bare {
			switch r {
			case '(', '[', '{':
				open = append(open, r)
			case ')', ']', '}':
				open = open[:max(len(open)-1, 0)]
			}
		}
		if end+1 >= len(j.views) || !j.isAdded(end+1) {
			return end + 1
		}
		within := len(open) > 0 && open[len(open)-1] != '{'
		code, next := strings.TrimSpace(j.views[end].code), strings.TrimSpace(j.views[end+1].code)
		if !within && !strings.HasSuffix(code, `\`) && !strings.HasPrefix(next, ".") {
			return end + 1
		}
	}
	return i + 1
}

var (
	joint   = expr("(\"|'|`)" + `\s*(?:\+|\.|<>|~)?\s*(?:[rbufRBUF]{0,2})` + "(\"|'|`)")
	escapes = expr(`\\(?:x([0-9a-fA-F]{2})|u\{?0{0,4}([0-9a-fA-F]{2})\}?|U000000([0-9a-fA-F]{2})|([0-7]{3}))`)
	// property matches a member of an object by its name in a string.
	property = expr(`(?:\?\.)?\[\s*['"\x60]([A-Za-z_$][\w$]*)['"\x60]\s*\]`)
	member   = expr(`([\w)\]])\s*\.\s+(\w)|([\w)\]])\s+\.(\w)`)
)

// plain takes code apart in which a word was hidden: "te" + "st" is "test", and so is
// "\x74est"; sys . modules is sys.modules. Comments are no part of code.
func plain(code string) string {
	code = escapes.ReplaceAllStringFunc(code, unescape)
	code = member.ReplaceAllString(code, "$1$3.$2$4")
	return joinStrings(code)
}

func unescape(s string) string {
	base := 16
	digits := strings.Trim(s, `\xuU{}`)
	if digits == s[1:] {
		base = 8
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n < ' ' || n > '~' || n == '"' || n == '\'' || n == '`' || n == '\\' {
		return s
	}
	return string(rune(n))
}

// joinStrings drops what stands between two strings that follow each other. What
// stands within one string is none of that.
func joinStrings(code string) string {
	var b strings.Builder
	for i := 0; i < len(code); {
		q := code[i]
		if q != '"' && q != '\'' && q != '`' {
			b.WriteByte(q)
			i++
			continue
		}
		text, n := joined(code[i:])
		b.WriteString(text)
		i += n
	}
	return b.String()
}

// joined reads the string that code begins with, and those that are added to it; n is
// how much of code they are.
func joined(code string) (text string, n int) {
	quote := code[:1]
	for {
		l := shortString(code[n:])
		if l < 2 {
			return quote + text + code[n+1:n+l], n + l
		}
		text += code[n+1 : n+l-1]
		n += l
		m := joint.FindStringIndex(code[n-1:])
		if m == nil || m[0] != 0 {
			return quote + text + quote, n
		}
		n += m[1] - 2
	}
}

// misread reports whether a reader takes line i for something else than a compiler
// does.
func (j judge) misread(i int) bool {
	if document.MatchString(j.name) {
		return false
	}
	line := strings.TrimPrefix(j.lines[i], "\ufeff")
	if strings.IndexFunc(line, unseen) >= 0 || strings.Contains(strings.TrimRight(line, "\r\n"), "\r") {
		return true
	}
	if j.lang != Python {
		return false
	}
	if m := encodingCookie.FindStringSubmatch(line); m != nil && i < 2 && !plainEncoding.MatchString(m[1]) {
		return true
	}
	return strings.IndexFunc(j.views[i].bare, isDisguised) >= 0
}

// document matches the names of texts that nothing runs.
var document = expr(`(?i)\.(md|mdx|rst|adoc|txt)$`)

var (
	encodingCookie = expr(`^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)`)
	// plainEncoding matches those in which ASCII reads as it is.
	plainEncoding = expr(`(?i)^(utf[-_]?8([-_]sig)?|(us[-_])?ascii|latin[-_]?1|iso[-_]?(ir[-_])?8859[-_]\d+|l\d|(cp|windows[-_]?)\d+|euc[-_](jp|kr)|gbk?|gb2312|gb18030|big5|koi8[-_][ru]|mac[-_]roman)$`)
)

// isDisguised reports whether Python reads a character of a name as an ASCII letter
// that it is not.
func isDisguised(r rune) bool {
	if r < 0x80 {
		return false
	}
	plain := norm.NFKC.String(string(r))
	return plain[0] < 0x80 && isLetter(plain[0])
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
