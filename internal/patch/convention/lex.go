package convention

import (
	"path"
	"strings"
	"unicode"
)

// Language is a family of notations whose comments and strings look alike.
type Language string

// The languages whose code is looked into.
const (
	Go     Language = "go"
	Python Language = "python"
	JS     Language = "javascript" // and TypeScript
	Rust   Language = "rust"
	Java   Language = "java" // and Kotlin, Scala, Groovy
	Ruby   Language = "ruby"
	PHP    Language = "php"
	C      Language = "c" // and C++, Objective-C
	CSharp Language = "csharp"
	Other  Language = ""
)

var languages = map[string]Language{
	".go": Go, ".py": Python, ".pyi": Python, ".pyw": Python,
	".js": JS, ".jsx": JS, ".mjs": JS, ".cjs": JS, ".ts": JS, ".tsx": JS, ".mts": JS, ".cts": JS, ".vue": JS, ".svelte": JS,
	".rs": Rust, ".java": Java, ".kt": Java, ".kts": Java, ".scala": Java, ".groovy": Java,
	".rb": Ruby, ".rake": Ruby, ".gemspec": Ruby, ".php": PHP,
	".c": C, ".cc": C, ".cpp": C, ".cxx": C, ".h": C, ".hh": C, ".hpp": C, ".hxx": C, ".m": C, ".mm": C,
	".cs": CSharp,
}

// LanguageOf goes by the extension; Other for what is not looked into.
func LanguageOf(name string) Language { return languages[strings.ToLower(path.Ext(name))] }

// view is a line as a compiler sees it.
type view struct {
	code string // without comments and docstrings
	bare string // also without what stands in strings
}

// notation says how a language writes comments and strings.
type notation struct {
	line   string   // starts a comment to the end of the line
	block  bool     // has /* */
	nested bool     // whose comments may hold others
	long   []string // quotes of strings over several lines, longest first
	escape bool     // a backslash escapes in those too
	char   bool     // ' is for single characters, and for lifetimes
}

var notations = map[Language]notation{
	Go:     {line: "//", block: true, long: []string{"`"}},
	Python: {line: "#", long: []string{`"""`, `'''`}, escape: true},
	JS:     {line: "//", block: true, long: []string{"`"}, escape: true},
	Rust:   {line: "//", block: true, nested: true, long: []string{`"`}, escape: true, char: true},
	Java:   {line: "//", block: true, long: []string{`"""`}, escape: true},
	Ruby:   {line: "#"},
	PHP:    {line: "//", block: true, long: []string{`"`, `'`}, escape: true},
	C:      {line: "//", block: true},
	CSharp: {line: "//", block: true, long: []string{`"""`}},
}

// views reads a text line by line. In a language that is not looked into, all is code.
func views(lang Language, lines []string) []view {
	n, known := notations[lang]
	if !known {
		all := make([]view, len(lines))
		for i, l := range lines {
			all[i] = view{l, l}
		}
		return all
	}
	s := scanner{notation: n, lang: lang}
	all := make([]view, len(lines))
	for i, l := range lines {
		all[i] = s.scan(l)
	}
	return all
}

// scanner keeps what goes on over the end of a line.
type scanner struct {
	notation
	lang  Language
	depth int    // of block comments
	quote string // that ends an open string over several lines
	raw   bool   // no character of that string escapes another
	doc   bool   // that string is a docstring: it starts a line
}

func (s *scanner) scan(line string) view {
	var code, bare strings.Builder
	both := func(t string) { code.WriteString(t); bare.WriteString(t) }
	for i := 0; i < len(line); {
		rest := line[i:]
		switch {
		case s.depth > 0:
			i += s.comment(rest)
		case s.quote != "":
			i += s.text(rest, &code, &bare)
		case strings.HasPrefix(rest, s.line), s.lang == PHP && rest[0] == '#' && !strings.HasPrefix(rest, "#["):
			return view{code.String(), bare.String()}
		case s.block && strings.HasPrefix(rest, "/*"):
			s.depth++
			i += 2
		case s.opens(rest) > 0:
			n := s.opens(rest)
			s.open(rest[:n])
			s.doc = s.lang == Python && strings.TrimSpace(code.String()) == ""
			if !s.doc {
				both(rest[:n])
			}
			i += n
		case rest[0] == '"' || rest[0] == '\'' && s.isString(rest):
			n := shortString(rest)
			code.WriteString(rest[:n])
			bare.WriteString(rest[:1] + rest[:1])
			i += n
		default:
			both(rest[:1])
			i++
		}
	}
	return view{code.String(), bare.String()}
}

// comment consumes a part of a block comment.
func (s *scanner) comment(rest string) int {
	switch {
	case strings.HasPrefix(rest, "*/"):
		s.depth--
		return 2
	case s.nested && strings.HasPrefix(rest, "/*"):
		s.depth++
		return 2
	}
	return 1
}

// text consumes a part of a string over several lines.
func (s *scanner) text(rest string, code, bare *strings.Builder) int {
	n := 1
	switch {
	case !s.raw && rest[0] == '\\':
		n = min(2, len(rest))
	case strings.HasPrefix(rest, s.quote):
		n = len(s.quote)
		if !s.doc {
			bare.WriteString(s.quote)
		}
		s.quote = ""
	}
	if !s.doc {
		code.WriteString(rest[:n])
	}
	return n
}

// rustRaw matches what opens a raw string of Rust.
var rustRaw = expr(`^b?r#*"`)

// opens returns the length of what opens a string over several lines here, or 0.
func (s *scanner) opens(rest string) int {
	if s.lang == Rust && (rest[0] == 'r' || rest[0] == 'b') {
		return len(rustRaw.FindString(rest))
	}
	for _, q := range s.long {
		if strings.HasPrefix(rest, q) {
			return len(q)
		}
	}
	return 0
}

// open starts a string over several lines.
func (s *scanner) open(by string) {
	s.quote, s.raw = by, !s.escape
	if hashes, ok := strings.CutSuffix(by, `"`); ok && hashes != "" && s.lang == Rust {
		s.quote, s.raw = `"`+strings.Repeat("#", strings.Count(hashes, "#")), true
	}
}

// isString tells a string or character in single quotes from a Rust lifetime.
func (s *scanner) isString(rest string) bool {
	if !s.char {
		return true
	}
	if len(rest) > 2 && rest[1] == '\\' {
		return true
	}
	body := []rune(rest[:min(len(rest), 8)])
	return len(body) > 2 && body[2] == '\''
}

// shortString returns the length of the string that rest starts with; it ends with
// the line at the latest.
func shortString(rest string) int {
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case rest[0]:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(rest)
}

// blockEnd returns the index after the line on which the braces close that open at
// or after line i; a statement that ends before any opens ends there. Without an
// end it is the end of the text.
func blockEnd(all []view, i int) int {
	depth, opened := 0, false
	for ; i < len(all); i++ {
		for _, r := range all[i].bare {
			switch {
			case r == '{' || r == '(' || r == '[':
				depth++
				opened = opened || r == '{'
			case r == '}' || r == ')' || r == ']':
				depth--
			case r == ';' && depth == 0 && !opened:
				return i + 1
			}
			if opened && depth <= 0 {
				return i + 1
			}
		}
	}
	return len(all)
}

// indentEnd returns the index after the last line that is deeper than line i.
func indentEnd(lines []string, i int) int {
	own := depth(lines[i])
	end := i + 1
	for j := i + 1; j < len(lines); j++ {
		if strings.TrimSpace(lines[j]) == "" {
			continue
		}
		if depth(lines[j]) <= own {
			break
		}
		end = j + 1
	}
	return end
}

// depth is the width of a line's indentation; a tab counts as far as the next stop
// of eight.
func depth(line string) int {
	n := 0
	for _, r := range line {
		switch {
		case r == '\t':
			n += 8 - n%8
		case unicode.IsSpace(r):
			n++
		default:
			return n
		}
	}
	return n
}

// Strings returns the lines of each string of Python that may go over several, docstrings
// among them, quotes and all. whole is false where the text ends within one.
func Strings(lines []string) (spans []Region, whole bool) {
	s := scanner{notation: notations[Python], lang: Python}
	start := 0
	for i, l := range lines {
		open := s.quote != ""
		if !open {
			start = i
		}
		s.scan(l)
		alone := !open && tripled.MatchString(l)
		if (open || alone) && s.quote == "" {
			spans = append(spans, Region{Start: start, End: i + 1})
		}
	}
	return spans, s.quote == ""
}

// tripled matches a line that is a docstring.
var tripled = expr(`^\s*[rRuUbB]{0,2}("""|''')`)
