package proc

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// Secrets lists the files and folders that a command may not read, as far as
// they are there: what the runner keeps for itself and what people keep in their
// home. environ names the places (HOME, RUNNER_TEMP, GITHUB_ENV and the like), so
// give it the bot's own environment; Run adds those that the command's names. Paths
// are absolute and sorted.
func Secrets(environ []string) []string {
	get := func(name string) string { return lookupEnv(environ, name) }
	found := map[string]bool{}
	add := func(paths ...string) {
		for _, p := range paths {
			if !filepath.IsAbs(p) {
				continue
			}
			if _, err := os.Lstat(p); err == nil {
				found[filepath.Clean(p)] = true
			}
		}
	}
	for _, name := range commandFiles() {
		add(get(name))
		if dir := filepath.Dir(get(name)); strings.HasSuffix(dir, "file_commands") {
			add(dir) // the files of other steps are there as well
		}
	}
	for _, home := range []string{get("HOME"), get("USERPROFILE")} {
		if filepath.IsAbs(home) {
			add(homeSecrets(home)...)
			add(homeFilesWithSecrets(home)...)
		}
	}
	if temp := get("RUNNER_TEMP"); filepath.IsAbs(temp) {
		add(runnerSecrets(temp, get("HOME"))...)
	}
	add(get("DOCKER_CONFIG"), get("KUBECONFIG"), get("GOOGLE_APPLICATION_CREDENTIALS"), get("AWS_SHARED_CREDENTIALS_FILE"),
		get("NETRC"), get("GNUPGHOME"), get("SSH_AUTH_SOCK"), "/run/secrets", "/run/credentials")
	paths := make([]string, 0, len(found))
	for p := range found {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	return paths
}

// commandFiles are the variables that name files by which a step tells the
// runner what later steps run with.
func commandFiles() []string {
	return []string{"GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY", "GITHUB_EVENT_PATH"}
}

// homeSecrets are the places below a home that hold nothing but secrets.
func homeSecrets(home string) []string {
	var paths []string
	for _, rel := range []string{
		".ssh", ".gnupg", ".aws", ".azure", ".kube", ".oci", ".config/gcloud", ".config/gh", ".config/hub", ".config/glab-cli",
		".config/git/credentials", ".git-credentials", ".netrc", "_netrc", ".pypirc", ".gem/credentials", ".cargo/credentials",
		".cargo/credentials.toml", ".m2/settings-security.xml", ".composer/auth.json", ".config/composer/auth.json",
		".terraform.d/credentials.tfrc.json", ".vault-token", ".config/op", ".config/doctl", ".config/rclone", ".config/sops",
		".config/heroku", ".fly", ".s3cfg", ".boto", ".databrickscfg", ".snowflake", ".password-store", ".local/share/keyrings",
		".config/containers/auth.json", ".docker/contexts", ".git-credential-cache", ".cache/git/credential", ".bash_history",
		".zsh_history", ".python_history", ".node_repl_history", ".mozilla", ".config/google-chrome", ".config/chromium",
	} {
		paths = append(paths, filepath.Join(home, filepath.FromSlash(rel)))
	}
	return paths
}

// homeFilesWithSecrets are configuration files that a tool dies without, so they
// are hidden only when they do hold a secret.
func homeFilesWithSecrets(home string) []string {
	var paths []string
	for _, f := range []struct {
		rel   string
		marks []string
	}{
		{".npmrc", []string{"_authToken=", "_auth=", "_password=", "_authToken =", "_auth =", "_password ="}},
		{".yarnrc.yml", []string{"npmAuthToken", "npmAuthIdent"}},
		{".docker/config.json", []string{`"auth"`, `"identitytoken"`}},
		{".m2/settings.xml", []string{"<password>", "<passphrase>", "<privateKey>"}},
		{".gradle/gradle.properties", []string{"assword", "oken", "ecret", "apiKey"}},
		{".gitconfig", gitMarks()},
		{".config/git/config", gitMarks()},
		{".config/pip/pip.conf", []string{"@"}},
		{".pip/pip.conf", []string{"@"}},
		{".bundle/config", []string{"BUNDLE_"}},
		{".nuget/NuGet/NuGet.Config", []string{"Password"}},
	} {
		if path := filepath.Join(home, filepath.FromSlash(f.rel)); holdsSecret(path, f.marks) {
			paths = append(paths, path)
		}
	}
	return paths
}

// gitMarks are what git's configuration carries credentials as.
func gitMarks() []string {
	return []string{"extraheader", "extraHeader", "AUTHORIZATION", "x-access-token", "oauth2:"}
}

// maxConfig is how much of a configuration file is looked at.
const maxConfig = 256 << 10

// holdsSecret reports whether a line of the file has one of marks with a value
// that is written out. "${NODE_AUTH_TOKEN}" and "${env.GITHUB_TOKEN}", as the setup
// actions write them, name a variable that the command does not get.
func holdsSecret(path string, marks []string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxConfig))
	if err != nil {
		return true // a file that cannot be judged is treated as one
	}
	for line := range bytes.Lines(data) {
		for _, mark := range marks {
			if bytes.Contains(line, []byte(mark)) && !bytes.Contains(line, []byte("${")) {
				return true
			}
		}
	}
	return false
}

// runnerSecrets are the runner's own files: those of the job below its temp
// folder, and those of the machine's registration.
func runnerSecrets(temp, home string) []string {
	paths := []string{
		filepath.Join(temp, "_runner_file_commands"),
		filepath.Join(temp, "_github_workflow"),
	}
	entries, _ := os.ReadDir(temp) // an unreadable folder hides nothing from the command either
	for _, e := range entries {
		path := filepath.Join(temp, e.Name())
		// checkout leaves git-credentials-UUID.config, and SSH keys under a bare UUID.
		if strings.HasPrefix(e.Name(), "git-credentials") || e.Type().IsRegular() && holdsSecret(path, append(gitMarks(), "PRIVATE KEY")) {
			paths = append(paths, path)
		}
	}
	roots := []string{filepath.Dir(filepath.Dir(temp))} // ROOT/_work/_temp on own runners
	if home != "" {
		roots = append(roots, filepath.Join(home, "actions-runner"), filepath.Join(home, "actions-runner", "cached"))
		more, _ := filepath.Glob(filepath.Join(home, "runners", "*"))
		roots = append(roots, more...)
	}
	for _, root := range roots {
		if _, err := os.Lstat(filepath.Join(root, ".runner")); err != nil {
			continue
		}
		for _, name := range []string{".credentials", ".credentials_rsaparams", ".credential_store", ".env", ".path", "_diag"} {
			paths = append(paths, filepath.Join(root, name))
		}
	}
	return paths
}
