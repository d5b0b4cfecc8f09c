package workspace

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/regreen/regreen/internal/workspace/rewrite"
	"github.com/regreen/regreen/internal/workspace/scan"
)

const (
	// maxLinks ends a chain of symbolic links, as the kernel does at 40.
	maxLinks = 40
	// maxPath and maxName are the limits of the usual file systems in bytes.
	maxPath = 4095
	maxName = 255
)

// Resolve returns the absolute path of a file of the checkout, which need not
// exist. name is relative to Root, with slashes. Absolute names, names that
// leave the checkout also by way of a symbolic link, and names in git's own
// files in any spelling that some file system takes for .git are refused, and so
// are credentials that an earlier step wrote into the checkout: ErrBadPath,
// ErrOutside, ErrGitPath, ErrSecret. Links that stay inside are followed.
func (w *Workspace) Resolve(name string) (string, error) {
	rel, err := w.follow(name)
	if err != nil {
		return "", fmt.Errorf("resolve %q: %w", name, err)
	}
	return filepath.Join(w.root, filepath.FromSlash(rel)), nil
}

// Read returns the content of a file; links that stay inside are followed. An
// absent file gives fs.ErrNotExist; other errors are those of Resolve.
func (w *Workspace) Read(name string) ([]byte, error) {
	rel, err := w.follow(name)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", name, err)
	}
	info, err := w.dir.Stat(filepath.FromSlash(rel))
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %q: %w: not a regular file", name, ErrBadPath) // a fifo would block for ever
	}
	data, err := w.dir.ReadFile(filepath.FromSlash(rel))
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", name, err)
	}
	return data, nil
}

// Write makes data the content of a file, with the folders above it. The mode
// of a file that is there stays; a new one gets 0644. Beside what Resolve
// refuses it refuses links anywhere in the name (ErrSymlink: an edit of one
// path must not change another), files of submodules (ErrSubmodule) and, once
// there is a snapshot, files that git ignores (ErrIgnored).
// The new modification time differs from every earlier one of that path by a
// whole second: see stamps.
func (w *Workspace) Write(name string, data []byte) error {
	mode := fs.FileMode(0o644)
	rel, err := w.writable(name)
	if err != nil {
		return fmt.Errorf("write %q: %w", name, err)
	}
	if info, err := w.dir.Lstat(rel); err == nil {
		mode = info.Mode().Perm()
	}
	if err := w.put(rel, data, mode); err != nil {
		return fmt.Errorf("write %q: %w", name, err)
	}
	return nil
}

// Remove deletes a file, and the folders above it that it leaves empty. It
// refuses what Write refuses; an absent file gives fs.ErrNotExist.
func (w *Workspace) Remove(name string) error {
	rel, err := w.writable(name)
	if err != nil {
		return fmt.Errorf("remove %q: %w", name, err)
	}
	info, err := w.dir.Lstat(rel)
	if err != nil {
		return fmt.Errorf("remove %q: %w", name, err)
	}
	w.marks.Saw(filepath.ToSlash(rel), info.ModTime())
	if err := w.dir.Remove(rel); err != nil {
		return fmt.Errorf("remove %q: %w", name, err)
	}
	w.edits[filepath.ToSlash(rel)] = true
	for up := filepath.Dir(rel); up != "."; up = filepath.Dir(up) {
		if w.dir.Remove(up) != nil {
			break // not empty
		}
	}
	return nil
}

// put writes a file that writable has approved.
func (w *Workspace) put(rel string, data []byte, mode fs.FileMode) error {
	owner, err := w.folders(filepath.Dir(rel))
	if err != nil {
		return err
	}
	slashed := filepath.ToSlash(rel)
	if info, err := w.dir.Lstat(rel); err == nil {
		w.marks.Saw(slashed, info.ModTime())
		owner = scan.StatOf(info)
	}
	to := rewrite.File{Data: data, Mode: mode, Owner: owner, At: w.marks.Next(slashed, w.o.Now())}
	if err := rewrite.Replace(w.dir, rel, to); err != nil {
		return err
	}
	w.edits[slashed] = true
	w.wrote[slashed] = sha256.Sum256(data)
	return nil
}

// folders makes a folder with those above it, which get the owner of the one
// that was there; it returns the stat of the folder.
func (w *Workspace) folders(rel string) (scan.Stat, error) {
	info, err := w.dir.Stat(rel)
	if err == nil {
		return scan.StatOf(info), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return scan.Stat{}, err
	}
	above, err := w.folders(filepath.Dir(rel))
	if err != nil {
		return scan.Stat{}, err
	}
	if err := w.dir.Mkdir(rel, 0o755); err != nil {
		return scan.Stat{}, err
	}
	return above, above.GiveTo(w.dir, rel)
}

// writable resolves a name that is to be changed; the result uses the system's separator.
func (w *Workspace) writable(name string) (string, error) {
	clean, err := cleanName(name)
	if err != nil {
		return "", err
	}
	rel, err := w.follow(clean)
	if err != nil {
		return "", err
	}
	if rel != clean {
		return "", fmt.Errorf("%w or lies behind one: it is %q", ErrSymlink, rel)
	}
	for _, sub := range w.subs {
		if rel == sub.rel || strings.HasPrefix(rel, sub.rel+"/") {
			return "", fmt.Errorf("%w: %q", ErrSubmodule, sub.rel)
		}
	}
	local := filepath.FromSlash(rel)
	info, err := w.dir.Lstat(local)
	if err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%w: not a regular file", ErrBadPath)
	}
	if err == nil && w.ignored(rel) {
		return "", ErrIgnored
	}
	return local, nil
}

// ignored reports whether the snapshot has a path as one that git ignores: there
// is no copy of it, and no patch could carry a change of it.
func (w *Workspace) ignored(rel string) bool {
	if w.snap == nil {
		return false
	}
	e := w.snap.Find(rel)
	return e != nil && e.Ignored()
}

// follow resolves the links of a name by hand: os.Root keeps them inside the
// checkout, but would follow one into .git.
func (w *Workspace) follow(name string) (string, error) {
	rel, err := w.followLinks(name)
	if err == nil && w.private(rel) {
		return "", ErrSecret
	}
	return rel, err
}

func (w *Workspace) followLinks(name string) (string, error) {
	rest, err := cleanName(name)
	if err != nil {
		return "", err
	}
	done := "."
	for links := 0; rest != ""; {
		var head string
		head, rest, _ = strings.Cut(rest, "/")
		next := path.Join(done, head)
		info, err := w.dir.Lstat(filepath.FromSlash(next))
		if errors.Is(err, fs.ErrNotExist) {
			return cleanName(path.Join(next, rest))
		}
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			done = next
			continue
		}
		if links++; links > maxLinks {
			return "", fmt.Errorf("%w: too many symbolic links", ErrBadPath)
		}
		target, err := w.dir.Readlink(filepath.FromSlash(next))
		if err != nil {
			return "", err
		}
		if rest, err = w.splice(done, target, rest); err != nil {
			return "", err
		}
		done = "."
	}
	return done, nil
}

// splice puts the target of a link in its place: the whole new name, checked.
func (w *Workspace) splice(dir, target, rest string) (string, error) {
	if filepath.IsAbs(target) {
		rel, err := filepath.Rel(w.root, target)
		if err != nil || !filepath.IsLocal(rel) {
			return "", fmt.Errorf("%w: it is a link to %q", ErrOutside, target)
		}
		dir, target = ".", rel
	}
	name := path.Join(dir, filepath.ToSlash(target), rest)
	if name == ".." || strings.HasPrefix(name, "../") {
		return "", fmt.Errorf("%w: it is a link to %q", ErrOutside, target)
	}
	if name == "." {
		return "", nil
	}
	return cleanName(name)
}

// cleanName checks a name by its text alone.
func cleanName(name string) (string, error) {
	switch {
	case name == "":
		return "", fmt.Errorf("%w: it is empty", ErrBadPath)
	case len(name) > maxPath:
		return "", fmt.Errorf("%w: longer than %d bytes", ErrBadPath, maxPath)
	case strings.ContainsRune(name, 0):
		return "", fmt.Errorf("%w: it holds a NUL", ErrBadPath)
	case !utf8.ValidString(name):
		return "", fmt.Errorf("%w: it is not UTF-8", ErrBadPath)
	case path.IsAbs(name) || filepath.IsAbs(name):
		return "", fmt.Errorf("%w: it is absolute", ErrOutside)
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == ".." {
			return "", fmt.Errorf("%w: it holds %q", ErrOutside, "..")
		}
		if len(part) > maxName {
			return "", fmt.Errorf("%w: a part is longer than %d bytes", ErrBadPath, maxName)
		}
		for piece := range strings.SplitSeq(part, `\`) {
			if isDotGit(piece) {
				return "", ErrGitPath
			}
		}
	}
	clean := path.Clean(name)
	if !filepath.IsLocal(filepath.FromSlash(clean)) {
		return "", fmt.Errorf("%w: this system reserves it", ErrBadPath)
	}
	return clean, nil
}

// isDotGit reports whether some file system takes part for ".git": letter case,
// NTFS streams, short names and trailing dots, code points that HFS+ ignores.
func isDotGit(part string) bool {
	part, _, _ = strings.Cut(part, ":")
	part = strings.Map(func(r rune) rune {
		if ignoredByHFS(r) {
			return -1
		}
		return r
	}, part)
	part = strings.ToLower(strings.TrimRight(part, ". "))
	if rest, ok := strings.CutPrefix(part, "git~"); ok {
		return rest != "" && strings.Trim(rest, "0123456789") == ""
	}
	return part == ".git"
}

// ignoredByHFS lists the code points that HFS+ leaves out when it compares
// names (Apple TN1150; git refuses the same).
func ignoredByHFS(r rune) bool {
	return r >= 0x200c && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x206a && r <= 0x206f || r == 0xfeff
}
