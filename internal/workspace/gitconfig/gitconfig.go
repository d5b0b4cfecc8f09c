// Package gitconfig takes the credentials out of git's configuration files.
package gitconfig

import (
	"bytes"
	"net/url"
	"strings"
)

// WithoutCredentials returns a git configuration file without what git would
// log in with: the headers, helpers and URLs that checkout, submodules and
// people leave there. secret reports whether an included file is one. All other
// lines stay as they are, byte for byte; a file without credentials is returned
// unchanged.
func WithoutCredentials(config []byte, secret func(file string) bool) []byte {
	var out bytes.Buffer
	f := configFilter{secret: secret}
	for len(config) > 0 {
		line := logicalLine(config)
		config = config[len(line):]
		out.Write(f.line(line))
	}
	return out.Bytes()
}

// logicalLine is the first line with those that it continues on: a backslash at
// the end of a value takes the newline out of it.
func logicalLine(text []byte) []byte {
	end := 0
	for {
		i := bytes.IndexByte(text[end:], '\n')
		if i < 0 {
			return text
		}
		line := bytes.TrimSuffix(text[end:end+i], []byte("\r"))
		end += i + 1
		slashes := len(line) - len(bytes.TrimRight(line, `\`))
		if slashes%2 == 0 {
			return text[:end]
		}
	}
}

// configFilter remembers the section that a line belongs to.
type configFilter struct {
	secret  func(string) bool
	section string // lower case
	below   string // subsection, as written
	drop    bool   // the whole section goes
}

// line returns what stays of a line.
func (f *configFilter) line(line []byte) []byte {
	rest := bytes.TrimLeft(line, " \t\r\n")
	kept := []byte{}
	if len(rest) > 0 && rest[0] == '[' {
		header := headerLength(rest)
		f.enter(string(rest[1 : header-1]))
		if !f.drop {
			kept = append(kept, line[:len(line)-len(rest)+header]...)
		}
		rest = rest[header:]
		line = rest
		if len(bytes.TrimSpace(rest)) == 0 {
			return f.ending(kept, rest)
		}
	}
	if f.drop || f.drops(string(rest)) {
		if len(kept) > 0 {
			kept = append(kept, '\n')
		}
		return kept
	}
	return append(kept, line...)
}

// ending closes a header that nothing follows.
func (f *configFilter) ending(kept, rest []byte) []byte {
	if len(kept) == 0 {
		return nil
	}
	return append(kept, rest...)
}

// headerLength is the length of "[section \"sub\"]"; a header without an end,
// at which git gives up, counts to the end.
func headerLength(text []byte) int {
	quoted := false
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == ']' && !quoted:
			return i + 1
		case c == '\n':
			return i
		}
	}
	return len(text)
}

func (f *configFilter) enter(header string) {
	name, below, _ := strings.Cut(header, "\"")
	f.section = strings.ToLower(strings.TrimSpace(name))
	f.below = strings.TrimSuffix(below, "\"")
	f.drop = f.section == "credential" || hasPassword(f.below) || hasPassword(header)
}

// drops reports whether "key = value" of the present section is a credential.
func (f *configFilter) drops(text string) bool {
	key, value, _ := strings.Cut(text, "=")
	key = strings.ToLower(strings.TrimSpace(key))
	value = strings.Trim(strings.TrimSpace(value), `"`)
	section, _, _ := strings.Cut(f.section, ".") // "[http.https://…]" is the old way to write a subsection
	switch {
	case key == "extraheader" || section == "http" && (key == "cookiefile" || key == "sslkey"):
		return true
	case (section == "include" || section == "includeif") && key == "path":
		return f.secret(value)
	}
	return hasPassword(value)
}

// hasPassword reports whether text holds a URL with a user's password or token.
func hasPassword(text string) bool {
	_, rest, ok := strings.Cut(text, "://")
	if !ok {
		return false
	}
	if u, err := url.Parse(text); err == nil {
		if u.User == nil {
			return false
		}
		_, set := u.User.Password()
		return set || u.Scheme != "ssh" && u.User.Username() != "git"
	}
	authority, _, _ := strings.Cut(rest, "/")
	return strings.Contains(authority, "@")
}
