package scrub

import (
	"regexp"
	"strings"
)

// active matches what GitHub acts on in Markdown even when it is escaped: mentions
// ping people, references link (and "fixes #1" closes), addresses link.
var active = regexp.MustCompile(`(?i)\b(?:https?|ftp|mailto|data|javascript):[^\s<>` + "`" + `]+|\bwww\.[^\s<>` + "`" + `]+` +
	`|[\w.+-]*@[A-Za-z0-9][\w./-]*|[\w./-]*#[0-9]+\b|\bGH-[0-9]+\b`)

var escapes = strings.NewReplacer(
	`\`, `\\`, `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `~`, `\~`, `|`, `\|`, `$`, `\$`,
	`<`, `&lt;`, `>`, `&gt;`, `&`, `&amp;`, "`", "\\`",
)

// block matches what starts a Markdown block (heading, list, quote, rule, fence)
// at the start of a line.
var block = regexp.MustCompile(`(?m)^([ \t]*)([#+=-]|[0-9]+([.)]))`)

// Markdown returns Text(s) such that it shows as plain prose: its markup is
// escaped, and mentions, references and addresses stand in code spans, where they
// are not acted on. Code spans of s itself stay code.
func Markdown(s string) string {
	var b strings.Builder
	parts := strings.Split(Text(s), "`")
	for i, part := range parts {
		// Between two backticks of one line is code; other backticks go.
		if i%2 == 1 && i < len(parts)-1 && !strings.Contains(part, "\n") {
			b.WriteString(Code(part))
			continue
		}
		b.WriteString(prose(part))
	}
	return b.String()
}

func prose(s string) string {
	var b strings.Builder
	last := 0
	for _, m := range active.FindAllStringIndex(s, -1) {
		b.WriteString(escape(s[last:m[0]]))
		b.WriteString(Code(s[m[0]:m[1]]))
		last = m[1]
	}
	b.WriteString(escape(s[last:]))
	return b.String()
}

func escape(s string) string {
	return block.ReplaceAllStringFunc(escapes.Replace(s), func(m string) string {
		at := len(m) - 1 // the marker, or the point after a number
		return m[:at] + `\` + m[at:]
	})
}

// Code returns s as an inline code span on one line, whose backticks outnumber
// those of s. An empty s gives an empty string.
func Code(s string) string {
	s = strings.TrimSpace(strings.ReplaceAll(Text(s), "\n", " "))
	if s == "" {
		return ""
	}
	ticks := strings.Repeat("`", longestRun(s)+1)
	if s[0] == '`' || s[len(s)-1] == '`' {
		s = " " + s + " "
	}
	return ticks + s + ticks
}

// Fence returns Text(s) as a fenced code block in the language lang, with a line
// feed at its end. The fence is longer than any run of backticks in s.
func Fence(s, lang string) string {
	s = strings.TrimRight(Text(s), "\n")
	ticks := strings.Repeat("`", max(3, longestRun(s)+1))
	return ticks + lang + "\n" + s + "\n" + ticks + "\n"
}

// longestRun is the length of the longest run of backticks in s.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
