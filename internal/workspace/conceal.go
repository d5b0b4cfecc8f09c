package workspace

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/regreen/regreen/internal/workspace/gitconfig"
	"github.com/regreen/regreen/internal/workspace/rewrite"
	"github.com/regreen/regreen/internal/workspace/scan"
	"github.com/regreen/regreen/internal/workspace/snapshot"
)

// concealed is a configuration file that lacks its credentials for a while.
type concealed struct {
	t    *snapshot.Tree
	e    *snapshot.Entry
	bare []byte
}

// conceal takes the credentials out of the configuration files of the checkout
// and empties files that are nothing else. The snapshot has them whole, so a restore puts them back, also after a kill.
func (w *Workspace) conceal() ([]concealed, error) {
	var all []concealed
	for _, t := range w.snap.Trees {
		for _, e := range t.Entries {
			emptied := !t.Git && w.private(e.Path)
			if !e.Copied() || !emptied && !t.IsConfig(e.Path) {
				continue
			}
			whole, err := w.snap.Read(e)
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
			if err := t.Replace(e, rewrite.File{Data: c.bare, Mode: e.Stat.Bits(), Owner: e.Stat, At: w.o.Now()}); err != nil {
				return all, err
			}
			all = append(all, c)
		}
	}
	return all, nil
}

// bare is a configuration file without its credentials.
func (w *Workspace) bare(t *snapshot.Tree, e *snapshot.Entry, whole []byte) []byte {
	dir := filepath.Dir(filepath.Join(t.Base, filepath.FromSlash(e.Path)))
	return gitconfig.WithoutCredentials(whole, func(file string) bool {
		if rest, ok := strings.CutPrefix(file, "~/"); ok {
			file = filepath.Join(environ(w.o.Environ, "HOME"), rest)
		}
		if file = filepath.FromSlash(file); !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		return isSecret(filepath.Clean(file), w.hidden)
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
	whole, err := w.snap.Read(c.e)
	if err != nil {
		return err
	}
	if err := c.t.Replace(c.e, rewrite.File{Data: whole, Mode: c.e.Stat.Bits(), Owner: c.e.Stat, At: w.o.Now()}); err != nil {
		return err
	}
	if info, err = os.Lstat(at); err != nil {
		return err
	}
	c.e.Stat, c.e.Young = scan.StatOf(info), true
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
