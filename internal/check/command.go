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

// wrapper starts another program with the rest of its arguments.
type wrapper struct {
	start    []string
	switches map[string]bool // its own options that take no word
	values   map[string]bool // and those that take the next one
}

var wrappers = []wrapper{
	{[]string{"uv", "run"}, words("--active", "--all-extras", "--all-groups", "--all-packages", "--dev", "--exact", "--frozen", "--isolated",
		"--locked", "--managed-python", "--native-tls", "--no-cache", "--no-default-groups", "--no-dev", "--no-editable", "--no-env-file", "--no-progress",
		"--no-project", "--no-sync", "--offline", "--only-dev", "--quiet", "--verbose", "-n", "-q", "-v"),
		words("--directory", "--env-file", "--extra", "--group", "--index-url", "--no-extra", "--no-group", "--only-group", "--package", "--project",
			"--python", "--resolution", "--with", "--with-editable", "--with-requirements", "-p")},
	{[]string{"npx"}, words("--no", "--no-install", "--yes", "-y"), nil},
	{start: []string{"poetry", "run"}}, {start: []string{"pipenv", "run"}}, {start: []string{"pdm", "run"}}, {start: []string{"hatch", "run"}},
	{start: []string{"rye", "run"}}, {start: []string{"bundle", "exec"}}, {start: []string{"pnpm", "exec"}}, {start: []string{"yarn", "exec"}},
	{start: []string{"bunx"}}, {start: []string{"time"}},
}

// unwrap parts what starts a tool from the tool. Where an option is not known, nobody can
// tell where the tool begins: all of it is taken for the tool.
func unwrap(argv []string) (wrap, tool []string) {
	for _, w := range wrappers {
		if !hasPrefix(argv, w.start...) {
			continue
		}
		i := len(w.start)
		for i < len(argv) && strings.HasPrefix(argv[i], "-") {
			name, _, joined := strings.Cut(argv[i], "=")
			switch {
			case w.switches[argv[i]], joined && w.values[name]:
				i++
			case w.values[name]:
				i += 2
			default:
				return nil, argv
			}
		}
		if i < len(argv) {
			return argv[:i], argv[i:]
		}
	}
	return nil, argv
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
