package workspace

import (
	"context"
	"crypto/sha256"
	"os"
	"strings"

	"github.com/regreen/regreen/internal/workspace/git"
)

// replacedName is the folder in the state folder with what restores took out.
const replacedName = "replaced"

// Replaced returns the folder with what the restores since the snapshot took out of the
// checkout, and the names of the files in it: tracked and untracked ones that changed or
// came while commands ran, and that Write and Apply did not make. It cannot be told
// whether tests or a person made them. "" for nothing.
func (w *Workspace) Replaced() (dir string, names []string) { return w.attic.Kept() }

// ours reports whether a file is as Write or Apply left it.
func (w *Workspace) ours(name, path string) bool {
	sum, ok := w.wrote[name]
	if !ok {
		return false
	}
	data, err := os.ReadFile(path)
	return err == nil && sha256.Sum256(data) == sum
}

// ignoredOf returns those of new paths that git ignores: what builds leave.
func (w *Workspace) ignoredOf(ctx context.Context, paths []string) map[string]bool {
	if len(paths) == 0 {
		return nil
	}
	out, _ := w.GitWith(ctx, git.Call{Args: []string{"check-ignore", "-z", "--no-index", "--stdin"}, Stdin: strings.NewReader(strings.Join(paths, "\x00") + "\x00")})
	set := map[string]bool{} // git exits with 1 where it ignores none
	for _, p := range git.Split(out) {
		set[p] = true
	}
	return set
}
