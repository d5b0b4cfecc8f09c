package brief

import (
	"slices"
	"strings"
)

// isImport reports whether a line names another module, in the common languages.
func isImport(l string) bool {
	l = strings.TrimSpace(l)
	for _, p := range []string{"import ", "from ", "use ", "using ", "require", "include", "#include", "} from "} {
		if strings.HasPrefix(l, p) {
			return true
		}
	}
	quoted := strings.HasSuffix(l, "\"") && strings.Count(l, "\"") == 2 // a line of a Go import block
	return quoted && !strings.ContainsAny(l, "=(,:+") || strings.Contains(l, "require(")
}

// definedName is the name that a line of source defines, "" if none is seen. It knows
// the keywords of the common languages, and methods by their opening brace.
func definedName(l string) string {
	rest := strings.TrimLeft(l, " \t")
	for {
		word, after := cutWord(rest)
		if word == "" || after == "" {
			return methodName(l)
		}
		after = strings.TrimLeft(after, " \t")
		switch {
		case slices.Contains(modifiers(), word):
			rest = after
		case slices.Contains(definers(), word):
			if word == "func" && strings.HasPrefix(after, "(") { // a receiver
				_, after, _ = strings.Cut(after, ")")
			}
			name, _ := cutWord(strings.TrimLeft(after, " \t*"))
			return name
		default:
			return methodName(l)
		}
	}
}

func modifiers() []string {
	return []string{"export", "default", "pub", "async", "static", "public", "private", "protected", "final", "abstract", "override", "unsafe", "inline", "virtual"}
}

func definers() []string {
	return []string{"func", "def", "class", "function", "const", "let", "var", "type", "interface", "struct", "enum", "trait", "fn", "module", "record", "object"}
}

// methodName is the name of a method that opens its body on this line.
func methodName(l string) string {
	trimmed := strings.TrimSpace(l)
	open := strings.IndexByte(trimmed, '(')
	if open <= 0 || !strings.HasSuffix(trimmed, "{") || indent(l) == 0 {
		return ""
	}
	head := trimmed[:open]
	name := head[strings.LastIndexAny(head, " \t.*&>")+1:]
	if slices.Contains([]string{"if", "for", "while", "switch", "catch", "func", "function", "return"}, name) {
		return ""
	}
	return name
}

// cutWord splits off the identifier that s starts with.
func cutWord(s string) (word, rest string) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return s[:i], s[i:]
		}
	}
	return s, ""
}
