package proc

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// grant is a path that is allowed with everything below it.
type grant struct {
	path string
	dir  bool
}

// without lists grants that together cover base but nothing of hidden: base
// itself when nothing hidden is below it, else its parts. A right cannot be taken away below a
// folder that has it, so a folder with something hidden in it gets none itself, and what is
// made in it later has none either. All paths are real and clean.
func without(base string, hidden []string) []grant {
	info, err := os.Lstat(base)
	if err != nil || info.Mode()&fs.ModeSymlink != 0 {
		return nil // the target has its own path; a link must not lead to a hidden one
	}
	below := false
	for _, h := range hidden {
		if inside(h, base) {
			return nil
		}
		below = below || inside(base, h)
	}
	if !below {
		return []grant{{base, info.IsDir()}}
	}
	entries, err := os.ReadDir(base)
	if err != nil {
		return nil
	}
	var grants []grant
	for _, e := range entries {
		grants = append(grants, without(filepath.Join(base, e.Name()), hidden)...)
	}
	return grants
}

// whole reports whether base can be granted as one.
func whole(base string, hidden []string) bool {
	grants := without(base, hidden)
	return len(grants) == 1 && grants[0].path == base
}

// inside reports whether path is base or below it; both are clean.
func inside(base, path string) bool {
	return path == base || base == "/" || strings.HasPrefix(path, base+"/")
}

// realPaths resolves links; what is not there is left out.
func realPaths(paths []string) []string {
	var real []string
	for _, p := range paths {
		if resolved, err := filepath.EvalSymlinks(p); err == nil && filepath.IsAbs(resolved) {
			real = append(real, resolved)
		}
	}
	return real
}
