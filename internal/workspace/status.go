package workspace

import (
	"path/filepath"
	"strings"
)

// Branch is the branch that is checked out, without refs/heads/; "" when HEAD is
// detached.
func (w *Workspace) Branch() string {
	data, err := readSmall(filepath.Join(w.main.gitDir, "HEAD"))
	if err != nil {
		return "" // it was read when the checkout was opened; without it there is no branch
	}
	ref, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "ref: refs/heads/")
	if !ok {
		return ""
	}
	return ref
}
