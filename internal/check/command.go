package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mattn/go-shellwords"
)

// line is a plain command taken apart.
type line struct {
	before string   // commands that run before it, each ended by "&&"
	env    []string // leading assignments, quoted
	wrap   []string // what starts the tool: uv run, bundle exec
	argv   []string // the tool and its arguments
}

// parse takes a command apart. ok is false for anything with shell syntax in it but
// "&&": what follows it runs only where what stands before it went well.
func parse(command string) (l line, ok bool) {
	parts := strings.Split(command, "&&")
	for i, part := range parts {
		words, ok := plainWords(part)
		if !ok {
			return line{}, false
		}
		if i < len(parts)-1 {
			l.before += strings.TrimSpace(part) + " && "
			continue
		}
		for len(words) > 0 && assignment.MatchString(words[0]) {
			name, value, _ := strings.Cut(words[0], "=")
			l.env = append(l.env, name+"="+quote(value))
			words = words[1:]
		}
		l.wrap, l.argv = unwrap(words)
	}
	return l, len(l.argv) > 0
}

func plainWords(command string) ([]string, bool) {
	if strings.ContainsAny(command, "|&;<>()$`\n*?[]{}~#") {
		return nil, false
	}
	words, err := shellwords.NewParser().Parse(command)
	return words, err == nil && len(words) > 0
}

// wrappers start another program with the rest of their arguments.
var wrappers = [][]string{
	{"uv", "run"}, {"poetry", "run"}, {"pipenv", "run"}, {"pdm", "run"}, {"hatch", "run"}, {"rye", "run"},
	{"bundle", "exec"}, {"npx"}, {"pnpm", "exec"}, {"yarn", "exec"}, {"bunx"}, {"time"},
}

func unwrap(words []string) (wrap, argv []string) {
	for _, w := range wrappers {
		if hasPrefix(words, w...) && len(words) > len(w) && !strings.HasPrefix(words[len(w)], "-") {
			return words[:len(w)], words[len(w):]
		}
	}
	return nil, words
}

// with is the whole command with other words for the tool.
func (l line) with(argv []string) string {
	return l.before + strings.Join(slices.Concat(l.env, quoteEach(l.wrap), quoteEach(argv)), " ")
}

var assignment = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

func quote(s string) string {
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plainRune(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func plainRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./=:,@%+", r)
}

func quoteEach(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = quote(w)
	}
	return out
}

func quoteAll(words []string) string { return strings.Join(quoteEach(words), " ") }

func hasPrefix(argv []string, words ...string) bool {
	return len(argv) >= len(words) && slices.Equal(argv[:len(words)], words)
}
