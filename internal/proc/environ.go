package proc

import (
	"slices"
	"sort"
	"strings"
)

// allowedNames are the variables that a build may need and that hold no secret.
func allowedName(name string) bool {
	switch name {
	case "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TERM", "TMPDIR", "TMP", "TEMP", "HOSTNAME",
		"DISPLAY", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PAGER", "EDITOR",
		// CI and runner facts; the files and tokens of the runner are not among them.
		"CI", "GITHUB_ACTIONS", "GITHUB_WORKSPACE", "GITHUB_REPOSITORY", "GITHUB_REPOSITORY_OWNER", "GITHUB_SHA", "GITHUB_REF",
		"GITHUB_REF_NAME", "GITHUB_REF_TYPE", "GITHUB_BASE_REF", "GITHUB_HEAD_REF", "GITHUB_EVENT_NAME", "GITHUB_JOB",
		"GITHUB_RUN_ID", "GITHUB_RUN_NUMBER", "GITHUB_RUN_ATTEMPT", "GITHUB_SERVER_URL", "GITHUB_API_URL", "GITHUB_GRAPHQL_URL",
		"GITHUB_WORKFLOW", "GITHUB_ACTOR", "RUNNER_OS", "RUNNER_ARCH", "RUNNER_TEMP", "RUNNER_TOOL_CACHE", "RUNNER_NAME",
		"RUNNER_ENVIRONMENT", "AGENT_TOOLSDIRECTORY", "ImageOS", "ImageVersion",
		// Toolchains that have no prefix of their own.
		"VIRTUAL_ENV", "CONDA_PREFIX", "CONDA_DEFAULT_ENV", "NVM_DIR", "NVM_BIN", "VOLTA_HOME", "PNPM_HOME", "BUN_INSTALL",
		"DENO_DIR", "COREPACK_HOME", "M2_HOME", "GEM_HOME", "GEM_PATH", "RBENV_ROOT", "RUBYLIB", "RUBYOPT", "PERL5LIB", "PHPRC",
		"CC", "CXX", "CPP", "LD", "AR", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "MAKEFLAGS", "PKG_CONFIG_PATH",
		"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBRARY_PATH", "CPATH", "SOURCE_DATE_EPOCH", "RUST_BACKTRACE", "RUST_LOG",
		"RUSTFLAGS", "RUSTDOCFLAGS", "RUSTC_WRAPPER", "DEBIAN_FRONTEND", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY",
		"http_proxy", "https_proxy", "no_proxy", "all_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE",
		"CURL_CA_BUNDLE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR",
		// Windows cannot start a process without these.
		"SystemRoot", "SYSTEMROOT", "SystemDrive", "windir", "ComSpec", "COMSPEC", "PATHEXT", "Path", "APPDATA", "LOCALAPPDATA",
		"USERPROFILE", "HOMEDRIVE", "HOMEPATH", "ProgramData", "ProgramFiles", "ProgramFiles(x86)", "NUMBER_OF_PROCESSORS",
		"PROCESSOR_ARCHITECTURE", "OS":
		return true
	}
	return false
}

// allowedPrefixes are families of toolchain variables. A member whose name
// speaks of a secret is withheld all the same.
func allowedPrefix(name string) bool {
	for _, p := range []string{
		"LC_", "GO", "CGO_", "PYTHON", "PYENV_", "PIP_", "UV_", "POETRY_", "PDM_", "PYTEST_", "TOX_", "NOX_", "MPL", "NODE_",
		"NPM_CONFIG_", "npm_config_", "YARN_", "JEST_", "VITEST_", "CARGO_", "RUSTUP_", "JAVA_", "JDK_", "MAVEN_", "GRADLE_",
		"SBT_", "DOTNET_", "NUGET_", "BUNDLE_", "COMPOSER_", "CMAKE_", "CTEST_", "CCACHE_", "SCCACHE_", "ANDROID_", "PLAYWRIGHT_",
		"CYPRESS_", "PUPPETEER_", "ELECTRON_",
	} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// secretName reports whether the name of a variable says that it holds a
// secret, or what is used with one. Credentials of package registries hide in toolchain
// families, for example NPM_CONFIG__AUTH, CARGO_REGISTRIES_X_TOKEN or POETRY_HTTP_BASIC_X_USERNAME.
func secretName(name string) bool {
	if named(name) {
		return true // what is redacted is withheld
	}
	upper := strings.ToUpper(name)
	for _, word := range []string{
		"TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "_AUTH", "AUTHTOKEN", "CREDENTIAL", "_PRIVATE", "PRIVATE_", "PRIVATEKEY", "APIKEY",
		"API_KEY", "ACCESS_KEY", "SIGNING", "HTTP_BASIC", "COOKIE",
	} {
		if strings.Contains(upper, word) {
			return true
		}
	}
	return strings.HasPrefix(upper, "BUNDLE_GEMS__")
}

// secretValue reports whether a value carries credentials whatever its name is:
// a URL with a password, as in PIP_INDEX_URL or HTTPS_PROXY.
func secretValue(value string) bool {
	_, rest, ok := strings.Cut(value, "://")
	if !ok {
		return false
	}
	authority, _, _ := strings.Cut(rest, "/")
	user, _, ok := strings.Cut(authority, "@")
	return ok && strings.Contains(user, ":")
}

// ofShell are variables that each shell sets for itself: nobody misses those of another.
var ofShell = []string{"_", "PWD", "OLDPWD", "SHLVL"}

// Environ splits environ ("NAME=value" strings) into what a child may have and
// the sorted names of what it may not. The child gets the variables of
// toolchains, locale and CI facts, unless their name or value speaks of a
// secret, and whatever pass names. A name in pass may end in * to stand for a
// family. The result for a nil environ is empty.
func Environ(environ []string, pass []string) (kept, withheld []string) {
	kept = []string{}
	for _, entry := range environ {
		name, value, ok := strings.Cut(entry, "=")
		if !ok || name == "" {
			continue // Windows keeps "=C:=C:\dir" entries that no child needs
		}
		allowed := (allowedName(name) || allowedPrefix(name)) && !secretName(name) && !secretValue(value)
		if allowed || passes(pass, name) {
			kept = append(kept, entry)
			continue
		}
		if !slices.Contains(ofShell, name) {
			withheld = append(withheld, name)
		}
	}
	sort.Strings(withheld)
	return kept, withheld
}

func passes(pass []string, name string) bool {
	for _, p := range pass {
		if p == name {
			return true
		}
		if family, ok := strings.CutSuffix(p, "*"); ok && family != "" && strings.HasPrefix(name, family) {
			return true
		}
	}
	return false
}
