package tool

import (
	"path"
	"strings"
)

// holdsSecrets reports whether a file is one that usually holds credentials. They are
// never shown: a value that no rule knows could not be redacted, and no repair needs it.
func holdsSecrets(p string) bool {
	base := strings.ToLower(path.Base(p))
	switch {
	case strings.HasSuffix(base, ".example"), strings.HasSuffix(base, ".sample"), strings.HasSuffix(base, ".template"), strings.HasSuffix(base, ".pub"):
		return false
	case base == ".env", strings.HasPrefix(base, ".env."), strings.HasPrefix(base, "id_rsa"), strings.HasPrefix(base, "id_ed25519"), strings.HasPrefix(base, "id_ecdsa"):
		return true
	}
	switch base {
	case ".netrc", "_netrc", ".npmrc", ".pypirc", ".git-credentials", ".htpasswd", ".dockercfg", "credentials.json", "service-account.json", "terraform.tfstate":
		return true
	}
	switch path.Ext(base) {
	case ".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx":
		return true
	}
	return false
}
