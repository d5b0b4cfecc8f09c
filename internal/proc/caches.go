package proc

import (
	"os"
	"path/filepath"
)

// toolFolder is a folder that a toolchain writes while it builds and tests.
type toolFolder struct {
	env    string   // the variable that moves it; "" for none
	home   string   // where it is otherwise, below the home; "" for nowhere
	below  []string // the parts of it that are written; nil is all of it
	marker []string // files of a project that uses it; then what is absent is made
}

// toolFolders are the caches of toolchains. Folders whose content other
// programs start, or read as their configuration, are left out: ~/.cargo/bin,
// ~/go/bin, ~/.local/bin, ~/.gradle/init.d, ~/.rustup, virtual environments
// outside of the checkout. A command that could write there
// would go on after its end.
func toolFolders() []toolFolder {
	return []toolFolder{
		{env: "XDG_CACHE_HOME", home: ".cache", marker: []string{"."}}, // any project may need it, and a new home has none
		{env: "GOCACHE", home: ".cache/go-build", marker: []string{"go.mod", "go.work"}},
		{env: "GOMODCACHE"},
		{env: "GOTMPDIR"},
		{env: "GOPATH", home: "go", below: []string{"pkg"}, marker: []string{"go.mod", "go.work"}},
		{env: "npm_config_cache", home: ".npm", marker: []string{"package.json"}},
		{env: "NPM_CONFIG_CACHE"},
		{home: ".yarn", below: []string{"berry"}},
		{env: "YARN_CACHE_FOLDER"},
		{home: ".local/share/pnpm", below: []string{"store"}},
		{home: ".bun", below: []string{"install/cache"}},
		{env: "DENO_DIR"},
		{env: "PIP_CACHE_DIR"},
		{env: "UV_CACHE_DIR"},
		{env: "POETRY_CACHE_DIR"},
		{env: "PYTHONPYCACHEPREFIX"},
		{home: ".local/share/virtualenv"},
		{home: ".local/share/hatch"},
		{env: "CARGO_HOME", home: ".cargo", below: []string{"registry", "git"}, marker: []string{"Cargo.toml"}},
		{env: "CARGO_TARGET_DIR"},
		{home: ".m2", below: []string{"repository", "wrapper", "build-cache"}, marker: []string{"pom.xml"}},
		{env: "GRADLE_USER_HOME", home: ".gradle", below: []string{
			"caches", "wrapper", "daemon", "native", "notifications", "workers", "kotlin", "android", ".tmp",
		}, marker: []string{"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"}},
		{home: ".konan"},
		{home: ".ivy2", below: []string{"cache", "local"}, marker: []string{"build.sbt"}},
		{home: ".sbt", below: []string{"boot", "launchers"}, marker: []string{"build.sbt"}},
		{env: "NUGET_PACKAGES", home: ".nuget/packages"},
		{home: ".local/share/NuGet"},
		{home: ".composer/cache"},
		{home: ".bundle/cache"},
		{env: "CCACHE_DIR", home: ".ccache"},
		{env: "SCCACHE_DIR"},
		{env: "ANDROID_USER_HOME", home: ".android", below: []string{"cache", "build-cache"}},
	}
}

// toolCaches lists the folders of toolFolders that are there, or that the
// project in dir is going to need and that could be made.
func toolCaches(env []string, dir string) []string {
	var paths []string
	home := lookupEnv(env, "HOME")
	for _, f := range toolFolders() {
		base := ""
		if f.env != "" {
			base = lookupEnv(env, f.env)
		}
		if base == "" && f.home != "" && filepath.IsAbs(home) {
			base = filepath.Join(home, filepath.FromSlash(f.home))
		}
		if !filepath.IsAbs(base) {
			continue
		}
		below := f.below
		if below == nil {
			below = []string{"."}
		}
		for _, rel := range below {
			path := filepath.Join(base, filepath.FromSlash(rel))
			if uses(dir, f.marker) {
				_ = os.MkdirAll(path, 0o755) // one that cannot be made is as unwritable for the tool
			}
			paths = append(paths, path)
		}
	}
	return append(paths, cargoLocks(env, dir)...)
}

// uses reports whether one of the marker files is in dir.
func uses(dir string, marker []string) bool {
	for _, name := range marker {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// cargoLocks are files that cargo keeps beside its configuration: they can be
// written, but not made, without the right to write there.
func cargoLocks(env []string, dir string) []string {
	base := lookupEnv(env, "CARGO_HOME")
	if home := lookupEnv(env, "HOME"); base == "" && filepath.IsAbs(home) {
		base = filepath.Join(home, ".cargo")
	}
	if !filepath.IsAbs(base) || !uses(dir, []string{"Cargo.toml"}) {
		return nil
	}
	var paths []string
	for _, name := range []string{".package-cache", ".package-cache-mutate", ".global-cache"} {
		path := filepath.Join(base, name)
		if f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644); err == nil {
			f.Close()
		}
		paths = append(paths, path)
	}
	return paths
}

// tempFolder is where a program makes temporary files.
func tempFolder(env []string) string {
	if dir := lookupEnv(env, "TMPDIR"); filepath.IsAbs(dir) {
		return dir
	}
	return "/tmp"
}

// tempFolders are the folders for temporary files. The runner's own is not
// among them: it holds the files by which steps command the runner.
func tempFolders(env []string) []string {
	paths := []string{"/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue"}
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		if path := lookupEnv(env, name); filepath.IsAbs(path) {
			paths = append(paths, path)
		}
	}
	return paths
}
