package proc

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// named reports whether the name of an environment variable says that its value is
// a secret, by the word that it ends in: GITHUB_TOKEN, DEPLOY_PAT, MYSQL_PWD, npm_authToken.
func named(name string) bool { return surely(name) || likely(name) }

// surely reports a name that ends in a word which only secrets bear, also where that word
// is not set apart, as in PGPASSWORD.
func surely(name string) bool {
	name = unnumbered(name)
	for _, end := range []string{"TOKEN", "KEY", "SECRET", "SECRETS", "PASSWORD", "PASSWD", "PASSPHRASE", "PASSCODE", "CREDENTIAL", "CREDENTIALS"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// likely reports a name that ends in a word which other things bear too, such as a mode
// or a folder. PWD and OLDPWD are the shell's.
func likely(name string) bool {
	words := strings.Split(unnumbered(name), "_")
	return len(words) > 1 && slices.Contains([]string{"PAT", "AUTH", "PWD", "PASS", "COOKIE"}, words[len(words)-1])
}

// unnumbered is the name in capitals without a number at its end, as in API_KEY_2.
func unnumbered(name string) string {
	return strings.TrimRight(strings.ToUpper(name), "_0123456789")
}

// minLikely is the shortest value of a likely name that counts, in bytes: shorter ones
// are words such as "basic" and "always".
const minLikely = 8

// SecretValues returns the values in environ ("NAME=value" strings) that are secrets by the
// name of their variable. The path of a file that is there is none: the secret is in it.
func SecretValues(environ []string) []string {
	var values []string
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		if value == "" || !surely(name) && (!likely(name) || len(value) < minLikely) || isThere(value) {
			continue
		}
		values = append(values, value)
	}
	return values
}

// isThere reports the absolute path of something that is there.
func isThere(value string) bool {
	if !filepath.IsAbs(value) {
		return false
	}
	_, err := os.Lstat(value)
	return err == nil
}
