package patch_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/patch"
)

// gitIn runs git in dir, away from the settings of the machine.
func gitIn(t *testing.T, dir, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && len(out) == 0 { // git diff --no-index exits 1 for a difference
		t.Fatalf("git %s: %v\n%s\n%s", strings.Join(args, " "), err, stderr.String(), stdin)
	}
	return string(out)
}

func writeTree(t *testing.T, dir string, files map[string]*patch.Content) {
	t.Helper()
	for name, c := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if c.Mode&fs.ModeSymlink != 0 {
			if err := os.Symlink(string(c.Data), path); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(path, c.Data, c.Mode.Perm()); err != nil {
			t.Fatal(err)
		}
	}
}

func readTree(t *testing.T, dir string) map[string]*patch.Content {
	t.Helper()
	files := map[string]*patch.Content{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && d.Name() == ".git" {
				return filepath.SkipDir
			}
			return err
		}
		name, _ := filepath.Rel(dir, path)
		if d.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			files[filepath.ToSlash(name)] = &patch.Content{Data: []byte(target), Mode: fs.ModeSymlink | 0o777}
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		files[filepath.ToSlash(name)] = &patch.Content{Data: data, Mode: info.Mode()}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func plain(text string) *patch.Content { return &patch.Content{Data: []byte(text), Mode: 0o644} }

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

type files = map[string]*patch.Content

// changes are pairs of trees; between them lies every kind of change.
var changes = map[string]struct{ before, after files }{
	"lines":                     {files{"x": plain("a\nb\nc\n")}, files{"x": plain("a\nB\nc\n")}},
	"two hunks":                 {files{"x": plain(numbered(40))}, files{"x": plain(strings.NewReplacer("line 3\n", "", "line 30\n", "30\nand\n").Replace(numbered(40)))}},
	"hunks that touch":          {files{"x": plain(numbered(20))}, files{"x": plain(strings.NewReplacer("line 3\n", "3\n", "line 10\n", "10\n").Replace(numbered(20)))}},
	"first line":                {files{"x": plain("a\nb\n")}, files{"x": plain("0\na\nb\n")}},
	"last line":                 {files{"x": plain("a\nb\n")}, files{"x": plain("a\nb\nc\n")}},
	"all lines":                 {files{"x": plain("a\nb\n")}, files{"x": plain("c\nd\ne\n")}},
	"final newline taken":       {files{"x": plain("a\nb\n")}, files{"x": plain("a\nb")}},
	"final newline given":       {files{"x": plain("a\nb")}, files{"x": plain("a\nb\n")}},
	"appended after no newline": {files{"x": plain("a\nb")}, files{"x": plain("a\nb\nc")}},
	"no newline far away":       {files{"x": plain(numbered(20) + "end")}, files{"x": plain("0\n" + numbered(20) + "end")}},
	"carriage returns":          {files{"x": plain("a\r\nb\r\nc\r\n")}, files{"x": plain("a\r\nB\r\nc\r\n")}},
	"mixed ends":                {files{"x": plain("a\r\nb\nc\r\n")}, files{"x": plain("a\r\nB\nc\r\n")}},
	"only the ends":             {files{"x": plain("a\r\nb\r\n")}, files{"x": plain("a\nb\n")}},
	"lone carriage return":      {files{"x": plain("a\rb\nc\n")}, files{"x": plain("a\rB\nc\n")}},
	"new file":                  {files{}, files{"d/x": plain("a\n")}},
	"new file, no newline":      {files{}, files{"x": plain("a")}},
	"new empty file":            {files{}, files{"x": plain("")}},
	"deleted file":              {files{"x": plain("a\n"), "y": plain("b\n")}, files{"y": plain("b\n")}},
	"deleted, no newline":       {files{"x": plain("a")}, files{}},
	"deleted empty file":        {files{"x": plain("")}, files{}},
	"emptied":                   {files{"x": plain("a\n")}, files{"x": plain("")}},
	"filled":                    {files{"x": plain("")}, files{"x": plain("a\n")}},
	"renamed":                   {files{"old": plain(numbered(20))}, files{"new": plain(numbered(20))}},
	"renamed and changed":       {files{"old": plain(numbered(20))}, files{"new": plain(numbered(20) + "x\n")}},
	"mode":                      {files{"x": plain("a\n")}, files{"x": {Data: []byte("a\n"), Mode: 0o755}}},
	"mode and text":             {files{"x": plain("a\n")}, files{"x": {Data: []byte("b\n"), Mode: 0o755}}},
	"new executable":            {files{}, files{"x": {Data: []byte("#!/bin/sh\n"), Mode: 0o755}}},
	"new symlink":               {files{}, files{"l": {Data: []byte("target"), Mode: fs.ModeSymlink | 0o777}}},
	"changed symlink":           {files{"l": {Data: []byte("here"), Mode: fs.ModeSymlink | 0o777}}, files{"l": {Data: []byte("there"), Mode: fs.ModeSymlink | 0o777}}},
	"binary":                    {files{"x": plain("a\x00b")}, files{"x": plain("a\x00" + strings.Repeat("c", 200))}},
	"new binary":                {files{}, files{"x": plain("\x00\x01\x02")}},
	"deleted binary":            {files{"x": plain("\x00\x01\x02")}, files{}},
	"text turns binary":         {files{"x": plain("a\n")}, files{"x": plain("\x00")}},
	"latin-1":                   {files{"x": plain("caf\xe9\n")}, files{"x": plain("caf\xe8\n")}},
	"blanks in names":           {files{"a dir/b file": plain("a\n")}, files{"a dir/b file": plain("b\n")}},
	"blank at the end":          {files{"x ": plain("a\n")}, files{"x ": plain("b\n")}},
	"unicode name":              {files{"café/日本.txt": plain("a\n")}, files{"café/日本.txt": plain("b\n")}},
	"quotes and tabs in names":  {files{"a\"b\tc": plain("a\n")}, files{"a\"b\tc": plain("b\n")}},
	"backslash in a name":       {files{`a\b`: plain("a\n")}, files{`a\b`: plain("b\n")}},
	"names like a header":       {files{"b/a/b": plain("a\n"), "a/b": plain("a\n")}, files{"b/a/b": plain("b\n"), "a/b": plain("b\n")}},
	"mode of a spaced name":     {files{"x y x y": plain("a\n")}, files{"x y x y": {Data: []byte("a\n"), Mode: 0o755}}},
	"lines like a header":       {files{"x": plain("-- a/x\n++ b/x\n@@ -1 +1 @@\n")}, files{"x": plain("-- a/y\n++ b/y\n@@ -1 +1 @@\ndiff --git a/x b/x\n")}},
	"nothing but blank lines":   {files{"x": plain("\n\n\n")}, files{"x": plain("\n\n\n\n")}},
}

func TestDiffAppliesHereAndInGit(t *testing.T) {
	for name, c := range changes {
		t.Run(name, func(t *testing.T) {
			p := patch.Diff(c.before, c.after)
			if diff := cmp.Diff(p, parse(t, p.String())); diff != "" {
				t.Errorf("the print comes back changed: -want +got:\n%s", diff)
			}
			if diff := cmp.Diff(c.after, applied(t, c.before, p)); diff != "" {
				t.Errorf("Apply: -want +got:\n%s", diff)
			}
			dir := t.TempDir()
			writeTree(t, dir, c.before)
			gitIn(t, dir, "", "init", "-q")
			gitIn(t, dir, p.String(), "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "-")
			if diff := cmp.Diff(c.after, readTree(t, dir)); diff != "" {
				t.Errorf("git apply: -want +got:\n%s", diff)
			}
		})
	}
}

func TestGitsDiffAppliesHere(t *testing.T) {
	for name, c := range changes {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			gitIn(t, dir, "", "init", "-q")
			var ids []string
			for _, files := range []files{c.before, c.after} {
				gitIn(t, dir, "", "rm", "-rfq", "--ignore-unmatch", ".")
				writeTree(t, dir, files)
				gitIn(t, dir, "", "-c", "core.autocrlf=false", "add", "-A")
				ids = append(ids, strings.TrimSpace(gitIn(t, dir, "", "write-tree")))
			}
			p := parse(t, gitIn(t, dir, "", "diff", "--binary", "-M", "-C", ids[0], ids[1]))
			if diff := cmp.Diff(c.after, applied(t, c.before, p)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// applied returns the tree after the patch, modes and all.
func applied(t *testing.T, before files, p patch.Patch) files {
	t.Helper()
	changed, err := p.Apply(func(path string) ([]byte, bool) {
		c, ok := before[path]
		if !ok {
			return nil, false
		}
		return c.Data, true
	})
	if err != nil {
		t.Fatalf("Apply: %v\n%s", err, p)
	}
	after := files{}
	for path, c := range before {
		after[path] = c
	}
	for path, c := range changed {
		if c == nil {
			delete(after, path)
			continue
		}
		if c.Mode == 0 {
			c.Mode = 0o644
			if old := before[path]; old != nil {
				c.Mode = old.Mode
			}
		}
		if c.Data == nil {
			c.Data = []byte{}
		}
		after[path] = c
	}
	return after
}
