package proc

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEnviron(t *testing.T) {
	keep := []string{
		"PATH=/bin", "HOME=/home/x", "LANG=C", "LC_ALL=C", "TZ=UTC", "TMPDIR=/tmp", "CI=true", "GITHUB_ACTIONS=true", "GITHUB_WORKSPACE=/w",
		"RUNNER_OS=Linux", "RUNNER_ARCH=X64", "RUNNER_TEMP=/t", "RUNNER_TOOL_CACHE=/c", "GOFLAGS=-mod=mod", "GOPRIVATE=example.org/*", "GOPROXY=https://proxy.example.org",
		"GOMODCACHE=/m", "CGO_ENABLED=0", "PYTHONPATH=x", "VIRTUAL_ENV=/v", "PYENV_ROOT=/p", "NODE_ENV=test", "NODE_OPTIONS=--x",
		"NPM_CONFIG_USERCONFIG=/t/.npmrc", "npm_config_cache=/n", "CARGO_HOME=/c", "RUSTUP_HOME=/r", "RUSTFLAGS=-x", "JAVA_HOME=/j",
		"JAVA_HOME_17_X64=/j", "MAVEN_OPTS=-x", "GRADLE_USER_HOME=/g", "http_proxy=http://proxy.example.org:3128",
	}
	withhold := []string{
		"GITHUB_TOKEN=t", "ACTIONS_RUNTIME_TOKEN=t", "ACTIONS_RUNTIME_URL=u", "ACTIONS_ID_TOKEN_REQUEST_TOKEN=t", "ACTIONS_ID_TOKEN_REQUEST_URL=u",
		"ACTIONS_CACHE_URL=u", "GITHUB_ENV=/f", "GITHUB_OUTPUT=/f", "GITHUB_PATH=/f", "GITHUB_STATE=/f", "GITHUB_STEP_SUMMARY=/f",
		"GITHUB_EVENT_PATH=/f", "SSH_AUTH_SOCK=/s", "OPENAI_API_KEY=k", "AWS_ACCESS_KEY_ID=a", "AWS_SECRET_ACCESS_KEY=s", "NPM_TOKEN=t",
		"NODE_AUTH_TOKEN=t", "NPM_CONFIG__AUTH=a", "npm_config__authToken=t", "NPM_CONFIG_//REGISTRY/:_AUTHTOKEN=t", "CARGO_REGISTRY_TOKEN=t",
		"CARGO_REGISTRIES_X_TOKEN=t", "GRADLE_PUBLISH_KEY=k", "MAVEN_GPG_PASSPHRASE=p", "POETRY_HTTP_BASIC_X_PASSWORD=p",
		"POETRY_PYPI_TOKEN_PYPI=t", "NODE_PRIVATE_KEY_FILE=k", "UV_PUBLISH_TOKEN=t", "PIP_INDEX_URL=https://u:p@h/simple", "GOPROXY=https://u:p@h", "HTTPS_PROXY=http://u:p@h:1",
		"YARN_NPM_AUTH_TOKEN=t", "BUNDLE_GEMS__EXAMPLE__COM=u:p", "DATABASE_URL=postgres://h/db", "INPUT_MODEL_KEY=k", "DOCKER_HOST=unix:///s",
		"QDRANT_API_KEY=k", "MY_VARIABLE=x", "LD_PRELOAD=/x.so", "BASH_ENV=/x", "GIT_CONFIG_COUNT=1", "DBUS_SESSION_BUS_ADDRESS=x",
	}
	kept, withheld := Environ(append(append([]string{}, keep...), withhold...), nil)
	if diff := cmp.Diff(keep, kept); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	if len(withheld) != len(withhold) {
		t.Errorf("withheld %d of %d: %q", len(withheld), len(withhold), withheld)
	}
	for _, name := range withheld {
		if strings.Contains(name, "=") {
			t.Errorf("a value is among the names: %q", name)
		}
	}
}

func TestEnvironPass(t *testing.T) {
	kept, withheld := Environ([]string{"DATABASE_URL=x", "APP_A=1", "APP_B=2", "APP_TOKEN=t", "OTHER=3", "_=/bin/x", "PWD=/", "OLDPWD=/", "SHLVL=1", "=C:=x", "junk"}, []string{"DATABASE_URL", "APP_*", "*"})
	if diff := cmp.Diff([]string{"DATABASE_URL=x", "APP_A=1", "APP_B=2", "APP_TOKEN=t"}, kept); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"OTHER"}, withheld); diff != "" {
		t.Error(diff)
	}
	if kept, withheld := Environ(nil, nil); kept == nil || len(kept) > 0 || len(withheld) > 0 {
		t.Errorf("of nothing: %q, %q", kept, withheld)
	}
}

func TestLastOfEach(t *testing.T) {
	if diff := cmp.Diff([]string{"A=3", "B=2"}, lastOfEach([]string{"A=1", "B=2", "A=3"})); diff != "" {
		t.Error(diff)
	}
}

// TestWithout: the grants cover everything but what is hidden, and no link
// leads there.
func TestWithout(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a/x", "a/y/z", "b/x", "c"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if runtime.GOOS != "windows" {
		if err := os.Symlink(filepath.Join(dir, "a"), filepath.Join(dir, "link")); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		hidden []string
		want   []string
	}{
		{"nothing hidden", nil, []string{""}},
		{"one file", []string{"a/y/z"}, []string{"a/x", "b", "c"}},
		{"one folder", []string{"a"}, []string{"b", "c"}},
		{"all of it", []string{""}, nil},
		{"elsewhere", []string{"../x"}, []string{""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var hidden, got []string
			for _, h := range c.hidden {
				hidden = append(hidden, filepath.Join(dir, filepath.FromSlash(h)))
			}
			for _, g := range without(dir, hidden) {
				rel, _ := filepath.Rel(dir, g.path)
				got = append(got, strings.TrimPrefix(filepath.ToSlash(rel), "."))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSecretsByContent(t *testing.T) {
	home := t.TempDir()
	for name, text := range map[string]string{
		".npmrc":                    "//registry.example.org/:_authToken=${NODE_AUTH_TOKEN}\nfund=false\n",
		".m2/settings.xml":          "<password>${env.GITHUB_TOKEN}</password>\n",
		".gitconfig":                "[user]\n\tname = x\n",
		".docker/config.json":       "{\"auths\": {\"h\": {\"auth\": \"eDp5\"}}}",
		".gradle/gradle.properties": "org.gradle.daemon=false\n",
		".netrc":                    "machine h password x\n",
	} {
		path := filepath.Join(home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, path := range Secrets([]string{"HOME=" + home}) {
		if rel, err := filepath.Rel(home, path); err == nil && filepath.IsLocal(rel) {
			got = append(got, filepath.ToSlash(rel))
		}
	}
	if diff := cmp.Diff([]string{".docker/config.json", ".netrc"}, got); diff != "" {
		t.Errorf("hidden (-want +got):\n%s", diff)
	}
}
