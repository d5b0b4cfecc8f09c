package proc

import (
	"os"
	"slices"
	"testing"
)

func TestNamed(t *testing.T) {
	for _, name := range []string{"GITHUB_TOKEN", "OPENAI_API_KEY", "PGPASSWORD", "AWS_SECRET_ACCESS_KEY", "DEPLOY_PAT", "GPG_PASSPHRASE", "NPM_CONFIG__AUTH", "npm_config__authToken",
		"MYSQL_PWD", "AZURE_CREDENTIALS", "APP_PRIVATE_KEY", "API_KEY_2", "SMTP_PASS", "SESSION_COOKIE"} {
		if !named(name) {
			t.Errorf("%s is no secret", name)
		}
	}
	for _, name := range []string{"PWD", "OLDPWD", "PATH", "GIT_AUTHOR_NAME", "SSH_AUTH_SOCK", "GOPRIVATE", "TOKENIZERS_PARALLELISM", "CODEPATH", "COMPASS", "AUTH", "GITHUB_REF", "KEYMAP", ""} {
		if named(name) {
			t.Errorf("%s is a secret", name)
		}
	}
}

func TestSecretValues(t *testing.T) {
	file := t.TempDir()
	got := SecretValues([]string{"DEPLOY_PAT=pat-4711-xyz", "GPG_PASSPHRASE=open sesame", "REGISTRY_AUTH=dXNlcjpwYXNz", "HTTP_AUTH=basic", "MYSQL_PWD=x1y2z3w4", "PWD=/work/project", "OLDPWD=/work/other1",
		"GOOGLE_APPLICATION_CREDENTIALS=" + file, "DB_PASSWORD=hunter2", "EMPTY_TOKEN=", "no entry", "HOME=" + os.TempDir(), "GIT_AUTHOR_NAME=A Person"})
	if want := []string{"pat-4711-xyz", "open sesame", "dXNlcjpwYXNz", "x1y2z3w4", "hunter2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
