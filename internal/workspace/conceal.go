package workspace

import (
	"bytes"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// withoutCredentials returns a git configuration file without what git would
// log in with: the headers, helpers and URLs that checkout, submodules and
// people leave there. secret reports whether an included file is one. All other
// lines stay as they are, byte for byte; a file without credentials is returned
// unchanged.
func withoutCredentials(config []byte, secret func(file string) bool) []byte {
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

// isConfig reports whether a path is a configuration file of git.
func (t *tree) isConfig(p string) bool {
	base := path.Base(p)
	git, object := t.gitPath(p)
	return git && !object && (base == "config" || base == "config.worktree")
}

// concealed is a configuration file that lacks its credentials for a while.
type concealed struct {
	t    *tree
	e    *entry
	bare []byte
}

// conceal takes the credentials out of the configuration files of the checkout
// and empties files that are nothing else. The snapshot has them whole, so a restore puts them back, also after a kill.
func (w *Workspace) conceal() ([]concealed, error) {
	var all []concealed
	for _, t := range w.snap.Trees {
		for _, e := range t.Entries {
			emptied := !t.Git && w.private(e.Path)
			if !e.copied() || !emptied && !t.isConfig(e.Path) {
				continue
			}
			whole, err := w.snap.read(e)
			if err != nil {
				return all, err
			}
			c := concealed{t: t, e: e, bare: []byte{}}
			if !emptied {
				c.bare = w.bare(t, e, whole)
			}
			if bytes.Equal(c.bare, whole) {
				continue
			}
			if err := t.replace(e, file{data: c.bare, mode: e.Stat.bits(), owner: e.Stat, at: w.o.Now()}); err != nil {
				return all, err
			}
			all = append(all, c)
		}
	}
	return all, nil
}

// bare is a configuration file without its credentials.
func (w *Workspace) bare(t *tree, e *entry, whole []byte) []byte {
	dir := filepath.Dir(filepath.Join(t.Base, filepath.FromSlash(e.Path)))
	return withoutCredentials(whole, func(file string) bool {
		if rest, ok := strings.CutPrefix(file, "~/"); ok {
			file = filepath.Join(environ(w.o.Environ, "HOME"), rest)
		}
		return isSecret(absolute(dir, file), w.hidden)
	})
}

// reveal puts one back that is as conceal left it. One that was changed is for
// the restore to find.
func (c concealed) reveal(w *Workspace) error {
	at := filepath.Join(c.t.Base, filepath.FromSlash(c.e.Path))
	info, err := os.Lstat(at)
	if err != nil || !info.Mode().IsRegular() || info.Mode() != c.e.Stat.Mode {
		return nil
	}
	if now, err := os.ReadFile(at); err != nil || !bytes.Equal(now, c.bare) {
		return nil
	}
	whole, err := w.snap.read(c.e)
	if err != nil {
		return err
	}
	if err := c.t.replace(c.e, file{data: whole, mode: c.e.Stat.bits(), owner: c.e.Stat, at: w.o.Now()}); err != nil {
		return err
	}
	if info, err = os.Lstat(at); err != nil {
		return err
	}
	c.e.Stat, c.e.Young = stat(info), true
	return nil
}

// isSecret reports whether a file is hidden from children, or is named as
// checkout names its credentials: git dies of an include that it may not read.
func isSecret(file string, hidden []string) bool {
	if strings.HasPrefix(filepath.Base(file), "git-credentials") {
		return true
	}
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		real = file
	}
	for _, h := range hidden {
		if within(h, file) || within(h, real) {
			return true
		}
	}
	return false
}
