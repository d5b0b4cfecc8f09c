package scrub_test

import (
	"encoding/base64"
	"encoding/hex"
	"html"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/regreen/regreen/internal/scrub"
)

// The secrets of these tests are put together at run time, so that scanners of
// this repository find none.
var (
	githubToken = "ghp_" + "R8vQ2mXz7LkT4wBn9cYd" + "1HsJ6fGp3aUe5iOq"
	openaiKey   = "sk-proj-" + "Zx8Kq2Lm9Vt4Rw7Yb1Nc6Hd3Jf5Gs0Pa"
	awsKey      = "AKIA" + "Q7MZ4XLN2TBVR6HE"
	privateKey  = "-----BEGIN RSA " + "PRIVATE KEY-----\n" + strings.Repeat("MIIEowIBAAKCAQEAx7Qz3LmV9Tk2Rw8Yb1Nc6Hd\n", 4) + "-----END RSA " + "PRIVATE KEY-----"
)

func redactor(t testing.TB, secrets ...string) *scrub.Redactor {
	t.Helper()
	r, err := scrub.New(secrets)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRedactRules(t *testing.T) {
	r := redactor(t)
	for name, secret := range map[string]string{
		"github": githubToken, "openai": openaiKey, "aws": awsKey, "private key": privateKey,
	} {
		t.Run(name, func(t *testing.T) {
			clean, n := r.Redact("before " + secret + " after")
			if n == 0 || strings.Contains(clean, secret) {
				t.Errorf("Redact left %q in %q (n=%d)", secret, clean, n)
			}
			if !strings.Contains(clean, "before") || !strings.Contains(clean, "after") {
				t.Errorf("Redact took more than the secret: %q", clean)
			}
		})
	}
}

// M2: an ANSI code right before, or invisible characters inside a key must not hide it.
func TestRedactM2BehindControls(t *testing.T) {
	r := redactor(t)
	for name, in := range map[string]string{
		"ANSI before":       "key=\x1b[32m" + openaiKey + "\x1b[0m",
		"ANSI inside":       openaiKey[:12] + "\x1b[1m" + openaiKey[12:],
		"zero width inside": openaiKey[:12] + "\u200b" + openaiKey[12:],
		"allow comment":     githubToken + " # gitleaks:allow",
	} {
		t.Run(name, func(t *testing.T) {
			clean, n := r.Redact(in)
			if n == 0 || strings.Contains(clean, openaiKey[8:]) || strings.Contains(clean, githubToken) {
				t.Errorf("Redact(%q) = %q, %d", in, clean, n)
			}
		})
	}
}

func TestRedactKnownValues(t *testing.T) {
	const secret = `pa$s "w/rd`
	r := redactor(t, secret, "tiny", "first line\nsecond line", "pa$s ")
	for name, in := range map[string]string{
		"plain":     secret,
		"query":     "q=pa%24s+%22w%2Frd",
		"JSON":      `{"p":"pa$s \"w/rd"}`,
		"base64":    base64.StdEncoding.EncodeToString([]byte(secret)),
		"git":       "basic " + base64.StdEncoding.EncodeToString([]byte("x-access-token:"+secret)),
		"one line":  "… second line …",
		"two lines": "first line\nsecond line",
	} {
		t.Run(name, func(t *testing.T) {
			clean, n := r.Redact(in)
			if n == 0 || !strings.Contains(clean, scrub.Marker) {
				t.Errorf("Redact(%q) = %q, %d", in, clean, n)
			}
		})
	}
	if clean, n := r.Redact("tiny text stays"); n != 0 || clean != "tiny text stays" {
		t.Errorf("a short value was redacted: %q, %d", clean, n)
	}
}

// A value is found in the forms that tools give it, also as a part of what they encode.
func TestRedactEncodedValues(t *testing.T) {
	const secret = `p&ss "wörd" <1>/?`
	r := redactor(t, secret)
	std, in := base64.StdEncoding, func(before string) []byte { return []byte(before + secret + " and more") }
	for name, text := range map[string]string{
		"login":            "Basic " + std.EncodeToString([]byte("ci:"+secret)),
		"login, shifted":   "Basic " + std.EncodeToString([]byte("ci2:"+secret)),
		"within, 0":        std.EncodeToString(in("abc")),
		"within, 1":        std.EncodeToString(in("abcd")),
		"within, 2":        std.EncodeToString(in("abcde")),
		"URL base64":       base64.RawURLEncoding.EncodeToString(in("abcd")),
		"wrapped base64":   std.EncodeToString(in("abcdefgh"))[:20] + "\n" + std.EncodeToString(in("abcdefgh"))[20:],
		"hex":              hex.EncodeToString([]byte(secret)),
		"HEX":              strings.ToUpper(hex.EncodeToString([]byte(secret))),
		"HTML":             html.EscapeString(secret),
		"percent":          strings.ReplaceAll(url.QueryEscape(secret), "+", "%20"),
		"wrapped":          "token p&ss \"wö\n   rd\" <1>/? end",
		"wrapped in patch": "+token = p&ss \"wör\n+d\" <1>/?\n",
		"twice":            "p&ss \"wö\nrd\" <1>/? and p&s\ns \"wörd\" <1>/? end",
	} {
		clean, n := r.Redact(text)
		if n == 0 || !strings.Contains(clean, scrub.Marker) {
			t.Errorf("%s: %q", name, clean)
		}
		if name == "twice" && (n != 2 || clean != scrub.Marker+" and "+scrub.Marker+" end") {
			t.Errorf("%s: %d, %q", name, n, clean)
		}
	}
	for _, honest := range []string{"a\nb\nc", "p&ss\n\n", "\n", ""} {
		if clean, n := r.Redact(honest); n != 0 || clean != honest {
			t.Errorf("%q became %q", honest, clean)
		}
	}
}

func TestRedactHonestText(t *testing.T) {
	r := redactor(t)
	for _, in := range []string{
		"--- FAIL: TestParse (0.00s)\n    parse_test.go:12: got 3, want 4",
		"E   AssertionError: assert {'a': 1} == {'a': 2}",
		"commit 3f786850e387550fdab836ed7e6dc881de23001b",
		"https://example.org/a/b?c=d#e and user@example.org",
		"signature v1:0123456789abcdef0123456789abcdef",
		"6ba7b810-9dad-11d1-80b4-00c04fd430c8",
	} {
		if clean, n := r.Redact(in); n != 0 || clean != in {
			t.Errorf("Redact(%q) = %q, %d", in, clean, n)
		}
	}
}

func TestRedactVerbatim(t *testing.T) {
	r := redactor(t, "known-value")
	const patch = "-a\r\n+b\u00a0c\r\n"
	if got, n := r.RedactVerbatim(patch); got != patch || n != 0 {
		t.Errorf("RedactVerbatim(%q) = %q, %d", patch, got, n)
	}
	if got, n := r.RedactVerbatim("+known-\u200bvalue\r\n"); got != "+"+scrub.Marker+"\n" || n != 1 {
		t.Errorf("RedactVerbatim with a secret = %q, %d", got, n)
	}
}

func TestRedactConcurrently(t *testing.T) {
	r := redactor(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, n := r.Redact("token " + githubToken); n == 0 {
				t.Error("nothing redacted")
			}
		})
	}
	wg.Wait()
}

func FuzzRedact(f *testing.F) {
	const secret = "tr0ub4dor&3"
	r := redactor(f, secret)
	f.Add("x " + secret)
	f.Add("tr0ub\x1b[0m4dor&3")
	f.Fuzz(func(t *testing.T, in string) {
		clean, _ := r.Redact(in)
		if strings.Contains(clean, secret) {
			t.Errorf("Redact(%q) = %q", in, clean)
		}
	})
}

func BenchmarkRedact(b *testing.B) {
	r := redactor(b)
	text := strings.Repeat("    parse_test.go:12: got token 3, want key 4 at api/secret.go\n", 200)
	r.Redact(text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r.Redact(text)
	}
}
