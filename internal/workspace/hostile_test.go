package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/workspace/rewrite"
	"github.com/regreen/regreen/internal/workspace/scan"
)

// TestRestoreAfterHostileRuns: each script tries to leave something that a
// restore trips over or misses.
func TestRestoreAfterHostileRuns(t *testing.T) {
	for name, script := range map[string]string{
		"folder for file":              "rm a.txt; mkdir a.txt; touch a.txt/x",
		"file for folder":              "rm -r sub; touch sub",
		"link for folder":              "mv sub other; ln -s other sub",
		"link out of the checkout":     "rm -r sub; ln -s /etc sub; rm a.txt; ln -s /etc/passwd a.txt",
		"closed folder":                "chmod 000 sub; mkdir closed; touch closed/x; chmod 000 closed",
		"closed file":                  "chmod 000 a.txt; echo x > sub/b.txt; chmod 000 sub/b.txt",
		"same size, time put back":     "touch -r a.txt ref; printf 'ONE\\n' > a.txt; touch -r ref a.txt; rm ref",
		"too deep for a path":          "for i in $(seq 400); do mkdir dddddddddddddddddddd; cd dddddddddddddddddddd; done; touch x",
		"fifo and socket":              "mkfifo fifo; rm a.txt; mkfifo a.txt",
		"the name of the temp file":    "mkdir " + rewrite.TempName + "; touch " + rewrite.TempName + "/x sub/" + rewrite.TempName + "; echo x > a.txt; echo x > sub/b.txt",
		"hard link to another file":    "ln sub/b.txt hard; rm a.txt; ln sub/b.txt a.txt; echo changed > a.txt",
		"gitignore that hides":         "echo '*' > .gitignore; echo x > planted; echo x > sub/planted",
		"no git at all":                "rm -rf .git; git init -q .",
		"git as a link":                "mv .git sub/git; ln -s sub/git .git",
		"nested repository":            "git init -q sub/inner; git -C sub/inner -c user.name=x -c user.email=x commit -q --allow-empty -m x; rm -rf sub/b.txt; git init -q sub",
		"everything":                   "rm -rf .[!.]* *",
		"odd names":                    "touch \"$(printf 'new\\nline')\" \"$(printf '\\377\\376')\" -- '-rf' ' '",
		"own cache changed and linked": "echo x > cache/c; ln -sf /etc/passwd cache/d",
	} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t, map[string]string{"a.txt": "one\n", "sub/b.txt": "two\n", "run.sh": "x\n", ".gitignore": "cache/\n"})
			must(t, os.Chmod(filepath.Join(dir, "run.sh"), 0o750))
			write(t, dir, "cache/c", "c\n")
			w := open(t, dir)
			must(t, w.Snapshot(t.Context()))
			before := picture(t, dir)
			if r := runIn(t, w, script); r.ExitCode != 0 {
				t.Fatalf("script: exit code %d\n%s", r.ExitCode, r.Output)
			}
			c, err := w.Restore(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if c.Empty() && name != "own cache changed and linked" {
				t.Error("no change was seen")
			}
			after := picture(t, dir)
			for _, cache := range []string{"/cache", "/cache/c"} { // changed caches stay, lost ones are lost
				before[cache], after[cache] = "", ""
			}
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("checkout (-before +after):\n%s", diff)
			}
			if again, err := w.Restore(t.Context()); err != nil || !again.Empty() {
				t.Errorf("a second restore found %+v, %v", again, err)
			}
		})
	}
}

func TestOwnersComeBack(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give files away")
	}
	dir := repository(t, map[string]string{"a.txt": "one\n", "sub/b.txt": "two\n"})
	must(t, filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, 1234, 1235)
	}))
	w := open(t, dir)
	must(t, w.Snapshot(t.Context()))
	must(t, w.Write("a.txt", []byte("two\n")))
	must(t, w.Write("new/c.txt", []byte("new\n")))
	for _, name := range []string{"a.txt", "new", "new/c.txt"} {
		if uid, gid := owner(t, filepath.Join(dir, name)); uid != 1234 || gid != 1235 {
			t.Errorf("%s was written as %d:%d", name, uid, gid)
		}
	}
	runIn(t, w, "echo x > a.txt; chown 0:0 sub/b.txt .git/HEAD; rm -r sub; chown 0:0 .")
	if _, err := w.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.txt", "sub", "sub/b.txt", ".git/HEAD", ".git/index"} {
		if uid, gid := owner(t, filepath.Join(dir, name)); uid != 1234 || gid != 1235 {
			t.Errorf("%s came back as %d:%d", name, uid, gid)
		}
	}
}

func owner(t *testing.T, path string) (uid, gid int) {
	t.Helper()
	info, err := os.Lstat(path)
	must(t, err)
	st := scan.StatOf(info)
	return st.Uid, st.Gid
}

// TestInstalledDependenciesComeBack: they are ignored by git, and they decide
// what a test run proves.
func TestInstalledDependenciesComeBack(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n", ".gitignore": "node_modules/\nvenv/\ndist/\n"})
	for name, text := range map[string]string{
		"node_modules/y/index.js": "module.exports = 42\n", "node_modules/.cache/babel.json": "cache\n", "dist/out.js": "built\n",
		"venv/lib/python3.11/site-packages/shop.py": "V = 1\n", "venv/lib/python3.11/site-packages/__pycache__/shop.pyc": "cache\n",
	} {
		write(t, dir, name, text)
	}
	must(t, os.MkdirAll(filepath.Join(dir, "node_modules", ".bin"), 0o755))
	must(t, os.Symlink("../y/index.js", filepath.Join(dir, "node_modules", ".bin", "y")))
	w := open(t, dir)
	must(t, w.Snapshot(t.Context()))
	before := picture(t, dir)
	runIn(t, w, `echo 'module.exports = 43' > node_modules/y/index.js; echo planted > node_modules/y/planted.js
		rm -r venv/lib/python3.11/site-packages; touch venv/lib/python3.11/site-packages
		rm node_modules/.bin/y; echo new > node_modules/.cache/babel.json; echo new > dist/out.js`)
	c, err := w.Restore(t.Context())
	must(t, err)
	want := Changes{
		Created:   []string{"node_modules/y/planted.js"},
		Installed: []string{"node_modules/.bin/y", "node_modules/y/index.js", "venv/lib/python3.11/site-packages/shop.py"},
		Caches:    []string{"dist/out.js", "node_modules/.cache/babel.json"},
		Lost:      []string{"venv/lib/python3.11/site-packages/__pycache__", "venv/lib/python3.11/site-packages/__pycache__/shop.pyc"},
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	after := picture(t, dir)
	for _, cache := range append(c.Caches, c.Lost...) {
		delete(before, "/"+cache)
		delete(after, "/"+cache)
	}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("checkout (-before +after):\n%s", diff)
	}
}

// TestCredentialsInsideTheCheckout: a step wrote them there; the command cannot
// see them, may still write beside them, and they are there again afterwards.
func TestCredentialsInsideTheCheckout(t *testing.T) {
	dir := repository(t, map[string]string{"a.txt": "one\n", ".gitignore": "*.json\n"})
	write(t, dir, "gha-creds-1.json", "secret\n")
	environ := append(os.Environ(), "GOOGLE_APPLICATION_CREDENTIALS="+filepath.Join(dir, "gha-creds-1.json"))
	w, err := Open(t.Context(), dir, Options{StateDir: t.TempDir(), Environ: environ})
	must(t, err)
	defer w.Close()
	before := picture(t, dir)
	r := runIn(t, w, "cat gha-creds-1.json; echo coverage > coverage.out")
	if r.ExitCode != 0 || len(r.Output) > 0 {
		t.Errorf("exit code %d, output %q", r.ExitCode, r.Output)
	}
	if _, err := w.Read("gha-creds-1.json"); !errors.Is(err, ErrSecret) {
		t.Errorf("read: %v", err)
	}
	if _, err := w.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, picture(t, dir)); diff != "" {
		t.Errorf("checkout (-before +after):\n%s", diff)
	}
}
