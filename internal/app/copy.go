package app

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/regreen/regreen/internal/app/checkout"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/workspace"
	"github.com/regreen/regreen/internal/workspace/git"
)

// entry is one file of a commit.
type entry struct {
	path   string
	mode   fs.FileMode
	object string
}

// lay makes dir a fresh repository with the red sources and the green tests. The
// files are written as git stores them: no filter of the repository runs.
func (c change) lay(ctx context.Context, e cli.Env, w *workspace.Workspace, dir string) error {
	entries, err := listTree(ctx, w, c.redSHA)
	if err != nil {
		return fmt.Errorf("copy %s: %w", c.redSHA, err)
	}
	if err := writeTree(ctx, w, entries, dir); err != nil {
		return fmt.Errorf("copy %s: %w", c.redSHA, err)
	}
	if err := applyIn(dir, c.tests); err != nil {
		return fmt.Errorf("put the green tests on the red sources: %w", err)
	}
	git := checkout.OwnGit{Env: e, Dir: dir, Author: "regreen"}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A", "-f"}, {"commit", "-q", "-m", "red sources, green tests"}} {
		if _, err := git.Run(ctx, args...); err != nil {
			return fmt.Errorf("copy %s: %w", c.redSHA, err)
		}
	}
	return nil
}

func listTree(ctx context.Context, w *workspace.Workspace, commit string) ([]entry, error) {
	out, err := w.Git(ctx, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return nil, err
	}
	var entries []entry
	for _, line := range strings.Split(string(out), "\x00") {
		head, path, ok := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != 3 || fields[1] != "blob" {
			continue // the end, or a submodule, which has no content here
		}
		e := entry{path: path, mode: 0o644, object: fields[2]}
		switch fields[0] {
		case "100755":
			e.mode = 0o755
		case "120000":
			e.mode = fs.ModeSymlink
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// writeTree reads all objects in one call and writes them below dir.
func writeTree(ctx context.Context, w *workspace.Workspace, entries []entry, dir string) error {
	var ask strings.Builder
	for _, e := range entries {
		ask.WriteString(e.object + "\n")
	}
	out, err := w.GitWith(ctx, git.Call{Args: []string{"cat-file", "--batch"}, Stdin: strings.NewReader(ask.String())})
	if err != nil {
		return err
	}
	r := bufio.NewReader(bytes.NewReader(out))
	for _, e := range entries {
		data, err := nextObject(r)
		if err != nil {
			return fmt.Errorf("object of %q: %w", e.path, err)
		}
		if err := writeEntry(filepath.Join(dir, filepath.FromSlash(e.path)), e.mode, data); err != nil {
			return err
		}
	}
	return os.MkdirAll(dir, 0o755)
}

// nextObject reads one answer of "git cat-file --batch".
func nextObject(r *bufio.Reader) ([]byte, error) {
	head, err := r.ReadString('\n')
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(head)
	if len(fields) != 3 {
		return nil, fmt.Errorf("git answers %q", head)
	}
	n, err := strconv.Atoi(fields[2])
	if err != nil {
		return nil, fmt.Errorf("git answers %q", head)
	}
	data := make([]byte, n+1) // and the newline after it
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, err
	}
	return data[:n], nil
}

func writeEntry(path string, mode fs.FileMode, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if mode&fs.ModeSymlink != 0 {
		return os.Symlink(string(data), path)
	}
	return os.WriteFile(path, data, mode)
}

// applyIn applies a patch to the files below dir.
func applyIn(dir string, p patch.Patch) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close() // it holds no data
	changed, err := p.Apply(func(path string) ([]byte, bool) {
		data, err := root.ReadFile(filepath.FromSlash(path))
		return data, err == nil
	})
	if err != nil {
		return err
	}
	for path, c := range changed {
		path = filepath.FromSlash(path)
		if err := root.Remove(path); err != nil && !os.IsNotExist(err) {
			return err
		}
		if c == nil {
			continue
		}
		if err := root.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := root.WriteFile(path, c.Data, filePerm(c.Mode)); err != nil {
			return err
		}
	}
	return nil
}

func filePerm(m fs.FileMode) fs.FileMode {
	if m.Perm() == 0 {
		return 0o644
	}
	return m.Perm()
}
