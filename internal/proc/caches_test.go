package proc

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestToolCaches(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{"go.mod", "Cargo.toml"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := toolCaches([]string{"HOME=" + home, "npm_config_cache=/elsewhere/npm", "GOMODCACHE=relative", "VIRTUAL_ENV=/venv", "CONDA_PREFIX=/conda"}, dir)
	for _, want := range []string{".cache", ".cache/go-build", "go/pkg", ".cargo/registry", ".cargo/git", ".cargo/.package-cache"} {
		path := filepath.Join(home, filepath.FromSlash(want))
		if _, err := os.Stat(path); err != nil || !slices.Contains(got, path) {
			t.Errorf("%s is needed here: made %v, granted %v", want, err == nil, slices.Contains(got, path))
		}
	}
	if !slices.Contains(got, "/elsewhere/npm") {
		t.Error("a cache that was moved is not granted")
	}
	if slices.Contains(got, "/venv") || slices.Contains(got, "/conda") {
		t.Error("an environment outside of the checkout is granted: later steps run what is in it")
	}
	for _, never := range []string{"", ".cargo", ".cargo/bin", "go", "go/bin", ".local/bin", ".rustup", ".config", ".gradle", ".gradle/init.d", ".m2"} {
		if slices.Contains(got, filepath.Join(home, filepath.FromSlash(never))) {
			t.Errorf("%q is granted: what is planted there runs later", never)
		}
	}
	if _, err := os.Stat(filepath.Join(home, ".gradle")); err == nil {
		t.Error("a folder was made for a tool that the project does not use")
	}
}
