package relocate_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/regreen/regreen/internal/patch"
	"github.com/regreen/regreen/internal/patch/relocate"
)

// repair is a small broken project and its honest fix.
func repair(t *testing.T, name string) (before tree, fix patch.Patch) {
	t.Helper()
	cases := os.Getenv("REGREEN_CASES")
	if cases == "" {
		t.Skip("REGREEN_CASES does not name the folder of sample repairs")
	}
	root := filepath.Join(cases, "repairs", name)
	before = tree{}
	dir := os.DirFS(filepath.Join(root, "before"))
	err := fs.WalkDir(dir, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(dir, path)
		before[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "fix.patch"))
	if err != nil {
		t.Fatal(err)
	}
	if fix, err = patch.Parse(string(text)); err != nil {
		t.Fatal(err)
	}
	return before, fix
}

func TestSampleRepairs(t *testing.T) {
	tests := []struct {
		learned, now string
		how          relocate.How
		err          error
	}{
		{"go-backoff-overflow", "go-backoff-overflow-again", relocate.Exact, nil},
		{"js-add-months", "js-add-months-moved", relocate.ThreeWay, nil},
		{"rust-gauge-underflow", "rust-table-underflow", "", relocate.ErrAlreadyApplied},
		{"go-backoff-overflow", "js-add-months", "", relocate.ErrNoPlace},
		{"rust-table-underflow", "rust-gauge-underflow", "", relocate.ErrNoPlace},
		{"js-add-months", "py-trap-assertion", "", relocate.ErrNoPlace},
	}
	for _, tc := range tests {
		t.Run(tc.learned+" onto "+tc.now, func(t *testing.T) {
			before, fix := repair(t, tc.learned)
			now, _ := repair(t, tc.now)
			got, err := relocate.Onto(now, fix, before)
			if !errors.Is(err, tc.err) {
				t.Fatalf("error %v, want %v\n%s", err, tc.err, got.Patch)
			}
			if err != nil {
				return
			}
			if got.How != tc.how {
				t.Errorf("how %q, want %q", got.How, tc.how)
			}
			_, own := repair(t, tc.now)
			if diff := cmp.Diff(now.with(t, own), now.with(t, got.Patch)); diff != "" {
				t.Errorf("not what its own fix makes: -want +got:\n%s", diff)
			}
		})
	}
}

// Without the text before, the moved case has still one place.
func TestSampleRepairBlind(t *testing.T) {
	_, fix := repair(t, "js-add-months")
	now, own := repair(t, "js-add-months-moved")
	got, err := relocate.Onto(now, fix, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(maps.Clone(now).with(t, own), now.with(t, got.Patch)); diff != "" {
		t.Errorf("how %s: -want +got:\n%s", got.How, diff)
	}
}
