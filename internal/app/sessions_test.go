package app

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/regreen/regreen/internal/patch"
)

// What bench sessions says of the untouched tests is measured: a patch that only makes
// its own tests pass does not count, and no patch does not either.
func TestUntouchedTestsAreRun(t *testing.T) {
	t.Parallel()
	e := processEnv()
	e.Stdout, e.Stderr = io.Discard, io.Discard
	const broken = "package tab\n\n// Cents is money.\ntype Cents int\n"
	for name, tt := range map[string]struct {
		files map[string]string
		fix   bool
		want  bool
	}{
		"no patch":        {nil, false, false},
		"the fix":         {nil, true, true},
		"weakened tests":  {map[string]string{"split_test.go": "package tab\n"}, false, false},
		"broken new file": {map[string]string{"more.go": broken}, true, false}, // Cents is declared twice
		"a new test":      {map[string]string{"more_test.go": "package tab\n\nfunc init() { panic(1) }\n"}, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &demo{env: e, dir: t.TempDir()}
			d.repo = filepath.Join(d.dir, "tab")
			if err := d.build(t.Context()); err != nil {
				t.Fatal(err)
			}
			got, err := d.untouched(t.Context(), sessionPatch(t, d.repo, tt.files, tt.fix))
			if err != nil || got != tt.want {
				t.Errorf("the untouched tests pass: %v, %v; want %v", got, err, tt.want)
			}
		})
	}
}

// sessionPatch changes files of the sample; with fix also what is wrong in it.
func sessionPatch(t *testing.T, repo string, files map[string]string, fix bool) patch.Patch {
	t.Helper()
	before, after := map[string]*patch.Content{}, map[string]*patch.Content{}
	set := func(name string, old, now []byte) {
		if old != nil {
			before[name] = &patch.Content{Data: old}
		}
		after[name] = &patch.Content{Data: now}
	}
	for name, text := range files {
		old, _ := os.ReadFile(filepath.Join(repo, name)) // nil for a new file
		set(name, old, []byte(text))
	}
	if fix {
		old, err := os.ReadFile(filepath.Join(repo, "split.go"))
		if err != nil || !bytes.Contains(old, []byte(sampleFault)) {
			t.Fatalf("the sample has lost its fault: %v", err)
		}
		set("split.go", old, bytes.Replace(old, []byte(sampleFault), []byte(sampleFix), 1))
	}
	return patch.Diff(before, after)
}
