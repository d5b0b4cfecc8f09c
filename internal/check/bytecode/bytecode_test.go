package bytecode

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, data, 0o644))
}

// compiled is what Python writes: magic, flags, time, size, code.
func compiled(flags byte) []byte {
	return append([]byte{0xa7, 0x0d, 0x0d, 0x0a, flags, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0}, "code"...)
}

func TestHarvest(t *testing.T) {
	from := t.TempDir()
	for name, data := range map[string][]byte{
		"usr/lib/python3.11/json/decoder.cpython-311.pyc":                         compiled(0),
		"opt/venv/lib64/python3.13t/site-packages/attr/__init__.cpython-313t.pyc": compiled(0),
		"usr/lib/python3/dist-packages/yaml/nodes.cpython-311.pyc":                compiled(0),
		"work/shop/shop/cart.cpython-311.pyc":                                     compiled(0), // the project's own
		"work/shop/lib/python/cart.cpython-311.pyc":                               compiled(0),
		"usr/lib/python3.11/unchecked.cpython-311.pyc":                            compiled(1), // never compared with its source
		"usr/lib/python3.11/short.cpython-311.pyc":                                []byte("x"),
		"usr/lib/python3.11/huge.cpython-311.pyc":                                 append(compiled(0), make([]byte, maxFile)...),
		"usr/lib/python3.11/notes.txt":                                            compiled(0),
	} {
		write(t, filepath.Join(from, name), data)
	}
	secret := filepath.Join(t.TempDir(), "secret")
	write(t, secret, compiled(0))
	must(t, os.Symlink(secret, filepath.Join(from, "usr/lib/python3.11/link.cpython-311.pyc")))
	must(t, os.Symlink(filepath.Dir(secret), filepath.Join(from, "usr/lib/python3.11/folder")))
	s, err := Harvest(from)
	must(t, err)
	to := filepath.Join(t.TempDir(), "pycache")
	must(t, s.Lay(to))
	var got []string
	must(t, filepath.WalkDir(to, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			got = append(got, strings.TrimPrefix(filepath.ToSlash(p), filepath.ToSlash(to)+"/"))
		}
		return err
	}))
	want := []string{
		"opt/venv/lib64/python3.13t/site-packages/attr/__init__.cpython-313t.pyc",
		"usr/lib/python3/dist-packages/yaml/nodes.cpython-311.pyc",
		"usr/lib/python3.11/json/decoder.cpython-311.pyc",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if data, err := os.ReadFile(filepath.Join(to, want[1])); err != nil || string(data) != string(compiled(0)) {
		t.Errorf("got %q, %v", data, err)
	}
}

func TestNothingToHarvest(t *testing.T) {
	s, err := Harvest(filepath.Join(t.TempDir(), "absent"))
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "pycache")
	must(t, s.Lay(to))
	if _, err := os.Stat(to); err == nil {
		t.Error("a folder was made for nothing")
	}
}
